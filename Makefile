# Two commands do everything on a fresh machine: `make play` and `make test`.
PYTHON ?= python3
VENV   ?= .venv
BIN     = $(VENV)/bin
WORKERS ?= 3

.PHONY: site play terminal test check mypy page tests types fuzz typed mutants bench fix clean help

help: ## Say what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | sort

play: $(VENV)/.play ## Set up and open the table in the browser
	@$(BIN)/battlemat serve --open

terminal: $(VENV)/.play ## Set up and start a game in the terminal
	@$(BIN)/battlemat play skirm3

test: check tests ## Set up, then format, lint, strict types and all tests

check: $(VENV)/.test
	@$(BIN)/ruff format --check src tests bench scripts
	@$(BIN)/ruff check src tests bench scripts
	@$(MAKE) --no-print-directory --jobs 2 --output-sync mypy page

mypy: $(VENV)/.test
	@$(BIN)/mypy

page: $(VENV)/.test
	@$(BIN)/python scripts/page.py check

types: $(VENV)/.test ## Write the page's types of the server's interface anew
	@$(BIN)/python scripts/page.py types

# The tests begin some hundred processes: each would compile every module where none is written.
tests: $(VENV)/.test
	@scripts/install-chromium.sh
	@scripts/install-postgresql.sh
	@scripts/install-nginx.sh
	@PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder

fuzz: $(VENV)/.test ## Look for new cases: the property tests, each time with other examples
	@scripts/install-chromium.sh
	@scripts/install-firefox.sh
	@$(BIN)/pytest -n 2 -m 'hypothesis or longer' --hypothesis-profile=default

typed: $(VENV)/.test ## Try a hundred thousand typed answers of every rulebook
	@$(BIN)/python scripts/typed_answers.py

mutants: $(VENV)/.test ## Break the rules in 200 places and list what no test notices (SEED=1)
	@$(BIN)/python scripts/mutants.py --places $(or $(PLACES),200) --seed $(or $(SEED),1)

bench: $(VENV)/.bench ## Measure speed beside its references
	@$(BIN)/python -m bench

site: $(VENV)/.test ## Write the table as files that need no server (DIR=site)
	@$(BIN)/battlemat site $(or $(DIR),site)

fix: $(VENV)/.test ## Format and mend what the linter can mend
	@$(BIN)/ruff format src tests bench scripts
	@$(BIN)/ruff check --fix src tests bench scripts

clean: ## Remove the virtual environment and what the tools left behind
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit("Battlemat needs Python 3.11 or newer; this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	@$(PYTHON) -m venv $(VENV)

PAGE = $(shell find web -path web/node_modules -prune -o -path web/dist -prune -o -type f -print) hatch_build.py

$(VENV)/.play: pyproject.toml $(PAGE) | $(VENV)/bin/python
	@$(BIN)/pip install --quiet --editable '.[server]'
	@touch $@

$(VENV)/.test: pyproject.toml $(PAGE) | $(VENV)/bin/python
	@$(BIN)/pip install --quiet --editable '.[test]'
	@touch $@ $(VENV)/.play

$(VENV)/.bench: pyproject.toml $(PAGE) | $(VENV)/bin/python
	@$(BIN)/pip install --quiet --editable '.[test,bench]'
	@touch $@ $(VENV)/.test $(VENV)/.play
