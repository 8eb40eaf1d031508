"""The scenario files of the early editions, and clauses that events and questions cite."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlemat.kernel.dice import SeededDice, Stream
from battlemat.kernel.errors import Refused
from battlemat.kernel.events import Event
from battlemat.kernel.expectations import Expect
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.packs import library
from battlemat.packs.scenarios import read_scenario
from battlemat.packs.skirm import setups as skirm
from battlemat.reader.shelf import SCENARIOS
from battlemat.rulebooks.skirm.state.battle import Battle
from golden.shown import difference, shown
from rules.skirm.early_tables import both
from rules.skirm.table import BOOKS

FILES = sorted([*SCENARIOS.glob("skirm1/*.yaml"), *SCENARIOS.glob("skirm2/*.yaml")])


@pytest.mark.parametrize("file", FILES, ids=[f"{file.parent.name}/{file.stem}" for file in FILES])
def test_a_scenario_file_comes_out_as_it_says(file: Path) -> None:
    scenario = read_scenario(file)
    assert scenario.rulebook == file.parent.name
    assert any(one.expect._replace(lines={}) != Expect() for one in scenario.plays)
    assert difference(file, shown(BOOKS[scenario.rulebook], scenario)) == ""


@both
def test_whatever_is_told_asked_or_refused_cites_a_clause_of_its_own_book(edition: str) -> None:
    register, told = BOOKS[edition].register, list[Event]()
    squads = [squad.id for squad in library.squads(edition)]
    for n, mission in enumerate(library.missions(edition)):
        setup = skirm.build_setup(edition, mission=mission.id, red=squads[n], blue=squads[n - 1])
        game: Game[Battle] = Game(
            BOOKS[edition], setup, dice=SeededDice(f"cite {n}"), log=told.append
        )
        stream = Stream(f"cite {n}")
        while (question := game.question) is not None:
            assert isinstance(question, Choice)
            assert register.find(question.because) is not None, question
            _refuse_something(game, stream)
            options = question.listed
            game.answer(options[stream.below(len(options))])
    unknown = {clause for event in told for clause in event.because} - set(register.clauses)
    assert unknown == set()
    assert len({event.kind for event in told}) > 25


def _refuse_something(game: Game[Battle], stream: Stream) -> None:
    """Try what some Agent may not do now; the reason must stand in the book."""
    units = game.battle.units
    one, other = units[stream.below(len(units))], units[stream.below(len(units))]
    verbs = ("activate", "shoot", "melee", "revive", "move", "dash", "skill", "pick", "door")
    verb = verbs[stream.below(len(verbs))]
    weapon = one.card.weapons[0].id
    try:
        game.read(f"{verb} {one.id} {other.id} {weapon}")
    except Refused as refused:
        because = refused.refusal.because
        assert because is None or game.rulebook.register.find(because) is not None, because
