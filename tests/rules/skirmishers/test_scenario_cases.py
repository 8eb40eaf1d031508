"""The worked cases of the register as scenario files, played as players would play them."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlemat.kernel.scenario import Expect, play
from battlemat.lab.coverage import full_ids
from battlemat.packs.scenarios import read_scenario
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS

FOLDER = Path(__file__).parents[2] / "scenarios" / "skirmishers"
FILES = sorted(FOLDER.rglob("*.yaml"))


def named(file: Path) -> set[str]:
    """The clauses that a file says it shows."""
    return full_ids(file.read_text(encoding="utf-8").splitlines()[0])


def title(file: Path) -> str:
    return f"{file.parent.name}/{file.stem}"


@pytest.mark.parametrize("file", FILES, ids=title)
def test_a_scenario_comes_out_as_it_says(file: Path) -> None:
    scenario = read_scenario(file)
    assert scenario.rulebook == "skirmishers"
    assert [one for one in scenario.plays if one.expect != Expect()]
    play(SKIRMISHERS, scenario)


@pytest.mark.parametrize("file", FILES, ids=title)
def test_a_scenario_names_the_clauses_that_it_shows(file: Path) -> None:
    assert named(file)
    assert named(file) <= set(SKIRMISHERS.register.clauses)
