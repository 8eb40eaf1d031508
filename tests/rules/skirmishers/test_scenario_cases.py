"""The worked cases of the register as scenario files, played as players would play them.

The first line of a file names the clauses that it shows: `skirmishers.fire.base` stands for every
worked case of that clause, `skirmishers.damage.fall#2` for its second case alone.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from battlemat.kernel.expectations import Expect
from battlemat.lab.citations import ids_in
from battlemat.packs.scenarios import read_scenario
from battlemat.reader.shelf import SCENARIOS
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from golden.shown import difference
from golden.shown import shown as told

FOLDER = SCENARIOS / "skirmishers"
FILES = sorted(FOLDER.rglob("*.yaml"))


def named(file: Path) -> set[str]:
    """The clauses that a file says it shows."""
    return ids_in(file.read_text(encoding="utf-8").splitlines()[0])


def cases_of(clause: str) -> set[str]:
    """The worked cases of a clause by their marks, #1 and so on."""
    count = len(SKIRMISHERS.register.clauses[clause].cases)
    return {f"{clause}#{number}" for number in range(1, count + 1)}


def shown(file: Path) -> set[str]:
    """The worked cases that a file says it shows."""
    first = file.read_text(encoding="utf-8").splitlines()[0]
    single = set(re.findall(r"[a-z.-]+#[0-9]+", first))
    whole = named(file) - {mark.partition("#")[0] for mark in single}
    return single.union(*map(cases_of, whole))


def title(file: Path) -> str:
    return f"{file.parent.name}/{file.stem}"


@pytest.mark.parametrize("file", FILES, ids=title)
def test_a_scenario_comes_out_as_it_says(file: Path) -> None:
    scenario = read_scenario(file)
    assert scenario.rulebook == "skirmishers"
    assert [one for one in scenario.plays if one.expect != Expect()]
    assert difference(file, told(SKIRMISHERS, scenario)) == ""


@pytest.mark.parametrize("file", FILES, ids=title)
def test_a_scenario_names_the_clauses_that_it_shows(file: Path) -> None:
    assert named(file)
    assert named(file) <= set(SKIRMISHERS.register.clauses)
    assert shown(file) <= set().union(*map(cases_of, named(file)))


def test_every_worked_case_of_the_register_is_shown_by_a_file() -> None:
    cases = set().union(*(cases_of(clause) for clause in SKIRMISHERS.register.clauses))
    assert len(cases) > 150
    assert sorted(cases - set().union(*map(shown, FILES))) == []
