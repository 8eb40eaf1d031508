"""The worked cases of the register as scenario files, played as players would play them.

A file begins with comments that name the clauses it shows, and, after `# cases:`, the worked cases
of the register by their numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import pytest

from battlemat.kernel.expectations import Expect
from battlemat.lab.citations import ids_in
from battlemat.packs import checks
from battlemat.packs.scenarios import read_scenario
from battlemat.reader.shelf import SCENARIOS
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from golden.shown import difference
from golden.shown import shown as told

FOLDER = SCENARIOS / "openfire"
FILES = sorted(FOLDER.rglob("*.yaml"))
REGISTER = OPENFIRE.register
CASES = "# cases: "
ELSEWHERE = {
    ("openfire.module.special-names", 1): (
        "a module that must be refused is no position: tests/packs/test_openfire_modules.py"
    ),
}
"""Cases that no position can show, and what shows them instead."""


def title(file: Path) -> str:
    return f"{file.parent.name}/{file.stem}"


def head(file: Path) -> Iterator[str]:
    """The comments that a file begins with, line by line."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return takewhile(lambda line: line.startswith("#"), lines)


def named(file: Path) -> set[str]:
    """The clauses that a file says it shows."""
    return set().union(*(ids_in(line) for line in head(file) if not line.startswith(CASES)))


def cases(file: Path) -> set[tuple[str, int]]:
    """The worked cases that a file says it plays: clause and number."""
    found = set()
    for line in head(file):
        for part in line.removeprefix(CASES).split("; ") if line.startswith(CASES) else ():
            clause, *numbers = part.split()
            found |= {(clause, int(number)) for number in numbers}
    return found


@pytest.mark.parametrize("file", FILES, ids=title)
def test_a_scenario_comes_out_as_it_says(file: Path) -> None:
    scenario = read_scenario(file)
    assert scenario.rulebook == "openfire"
    if scenario.is_content:
        return  # what is wrong with it was held against its faults by reading
    assert any(one.expect != Expect() for one in scenario.plays)
    assert difference(file, told(OPENFIRE, scenario)) == ""


@pytest.mark.parametrize("file", FILES, ids=title)
def test_a_scenario_is_known_as_one_when_it_is_checked(file: Path) -> None:
    assert checks.check_file(file) == []


@pytest.mark.parametrize("file", FILES, ids=title)
def test_a_scenario_names_the_clauses_and_cases_that_it_shows(file: Path) -> None:
    assert named(file)
    assert named(file) <= set(REGISTER.clauses)
    assert {clause for clause, _ in cases(file)} <= named(file)


def test_every_worked_case_is_a_scenario() -> None:
    wanted = {(clause.id, number + 1) for clause in REGISTER for number in range(len(clause.cases))}
    shown = set().union(*map(cases, FILES))
    assert len(wanted) == 140
    assert shown | set(ELSEWHERE) == wanted
    assert not shown & set(ELSEWHERE)
