"""Scenario files of the third edition, played as players would play them."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlemat.kernel.dice import SeededDice, Stream
from battlemat.kernel.events import Event
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.kernel.readings import Reading
from battlemat.lab.citations import ids_in
from battlemat.packs import library
from battlemat.packs.scenarios import read_scenario
from battlemat.packs.skirm import setups as skirm
from battlemat.reader.shelf import SCENARIOS
from battlemat.rulebooks.skirm.state.battle import Battle
from golden.shown import difference, shown
from golden.write_skirm import pick
from rules.skirm.table import BOOKS

FILES = sorted((SCENARIOS / "skirm3").glob("*.yaml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_scenario_comes_out_as_it_says(file: Path) -> None:
    scenario = read_scenario(file)
    lines = shown(BOOKS[scenario.rulebook], scenario)
    assert any(line.startswith("> ") and line != "> " for line in lines)
    assert difference(file, lines) == ""


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_scenario_names_the_clauses_that_it_shows(file: Path) -> None:
    first = file.read_text(encoding="utf-8").splitlines()[0]
    assert ids_in(first)
    assert ids_in(first) <= set(BOOKS["skirm3"].register.clauses)


def test_there_are_scenarios() -> None:
    assert len(FILES) >= 7


def test_whatever_is_told_or_asked_cites_a_clause_of_the_book() -> None:
    book, told = BOOKS["skirm3"], list[Event]()
    squads = [squad.id for squad in library.squads("skirm3")]
    for n, mission in enumerate(library.missions("skirm3")):
        setup = skirm.build_setup("skirm3", mission=mission.id, red=squads[n], blue=squads[-1 - n])
        game: Game[Battle] = Game(book, setup, dice=SeededDice(f"cite {n}"), log=told.append)
        stream = Stream(f"cite {n}")
        while isinstance(choice := game.question, Choice):
            assert book.register.find(choice.because) is not None, choice
            game.answer(pick(game, choice, stream))
    cited = {clause for event in told for clause in event.because}
    assert cited <= set(book.register.clauses)
    assert {event.kind for event in told} <= {one.kind for one in book.events} | {Reading.kind}
    assert len({event.kind for event in told}) > 30
