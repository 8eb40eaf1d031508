"""The course of a finished game: the score belongs to the turn in which it was made."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.events import Event
from battlemat.kernel.game import Game
from battlemat.packs import registry
from battlemat.packs.setups import build_setup
from battlemat.players.levels import LEVELS
from battlemat.players.registry import make
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from battlemat.tables.work.course import retell

OPENS = "opens"


def played(name: str, log: list[Event]) -> Game[Any]:
    """A game between two machines, with everything that was told in it."""
    game: Game[Any] = Game(
        registry.find(name), build_setup(name), dice=SeededDice("course"), log=log.append
    )
    player = make(LEVELS[0].name, "course")
    while not game.over:
        game.answer(player.answer(game))
    return game


@pytest.mark.parametrize("name", ["skirm1", "skirm2", "skirm3", "openfire"])
def test_what_is_scored_as_a_turn_ends_stands_in_that_turn(name: str) -> None:
    log: list[Event] = []
    game = played(name, log)
    turn, totals = 0, dict.fromkeys(game.rulebook.players, 0)
    expected: dict[int, dict[str, int]] = {}
    for event in log:
        if event.role == OPENS:
            turn = int(event.facts.get("turn", event.facts.get("round", 0)))
        elif event.kind == "score":
            totals[str(event.facts["player"])] = int(event.facts["total"])
        expected[turn] = dict(totals)
    assert any(any(scores.values()) for scores in expected.values()), "nobody scored at all"
    told = {one["turn"]: one["scores"] for one in retell(ShippedCatalogue(), game)["turns"]}
    assert told == {turn: scores for turn, scores in expected.items() if turn}


def test_the_last_turn_of_each_game_has_the_final_score() -> None:
    for name in registry.names():
        game = played(name, [])
        assert game.result is not None
        turns = retell(ShippedCatalogue(), game)["turns"]
        assert turns[-1]["scores"] == game.result.scores
        assert [one["turn"] for one in turns] == list(range(1, len(turns) + 1))
