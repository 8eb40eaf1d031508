"""A command loads what it needs: not the rules of other rulebooks, not the server, no screen."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from battlemat.reader.shelf import SCENARIOS

HEAVY = ("rich", "fastapi", "sqlalchemy", "battlemat.server", "battlemat.players.lookahead")
RUN = """
import json, sys
from battlemat.cli import main
main({arguments!r}, standalone_mode=False)
print(json.dumps(sorted(sys.modules)))
"""


def loaded(*arguments: str) -> set[str]:
    """The modules that a command has loaded when it ends."""
    code = RUN.format(arguments=list(arguments))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


def rules_of(modules: set[str]) -> set[str]:
    """The rulebooks whose rules are loaded."""
    inside = (name.split(".") for name in modules if name.startswith("battlemat.rulebooks."))
    return {parts[2] for parts in inside if len(parts) > 3}


def first_scenario(rulebook: str) -> str:
    return str(min((SCENARIOS / rulebook).rglob("*.yaml")))


def test_reading_rules_and_lists_loads_no_rules() -> None:
    for arguments in (["rules", "skirm3"], ["rules", "openfire"], ["squads"], ["maps", "skirm1"]):
        found = loaded(*arguments)
        assert rules_of(found) == set(), arguments
        assert found.isdisjoint(HEAVY[1:]), arguments


@pytest.mark.parametrize("command", ["check", "scenario"])
@pytest.mark.parametrize(
    ("rulebook", "package"),
    [("skirm3", "skirm"), ("openfire", "openfire"), ("skirmishers", "skirmishers")],
)
def test_a_file_loads_the_rules_of_its_own_rulebook_alone(
    command: str, rulebook: str, package: str
) -> None:
    found = loaded(command, first_scenario(rulebook))
    assert rules_of(found) <= {package}
    assert found.isdisjoint(HEAVY)
