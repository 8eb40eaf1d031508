"""docs/library.md is run: what it shows is what happens."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "library.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_every_example_of_the_page_does_what_it_shows() -> None:
    words = re.sub(r"^```.*$", "", TEXT, flags=re.MULTILINE)
    page = doctest.DocTestParser().get_doctest(words, {}, PAGE.name, str(PAGE), 0)
    told: list[str] = []
    done = doctest.DocTestRunner(verbose=False).run(page, out=told.append)
    assert done.attempted > 25
    assert done.failed == 0, "".join(told)


def test_every_module_that_the_page_names_is_there() -> None:
    named = re.findall(r"`battlemat((?:\.[a-z_]+)+)", TEXT)
    assert len(named) > 6
    for name in named:
        module, _, attribute = f"battlemat{name}".rpartition(".")
        found = import_module(module)
        assert hasattr(found, attribute) or import_module(f"{module}.{attribute}")
