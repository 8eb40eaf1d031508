"""What advice keeps from one position to the next is what it would find afresh."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.players.random_player import RandomPlayer
from battlemat.rulebooks.openfire.advice import hopes, leaders
from battlemat.rulebooks.openfire.advice.weights import PLAIN, TUNED, Weights
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from battlemat.rulebooks.openfire.state.battle import Battle, Unit
from rules.openfire.table import Table, model, unit
from rules.openfire.test_openfire_contract import battle_of_everything


def battles(seed: str) -> Iterator[Battle]:
    """The positions of a game played by chance, those of two copies by turns."""
    game: Game[Any] = Game(OPENFIRE, battle_of_everything(), dice=SeededDice(seed))
    player, before = RandomPlayer(seed), game.battle.copy()
    while isinstance(game.question, Choice):
        game.answer(player.answer(game))
        yield game.battle
        yield before
        before = game.battle.copy()


def test_worth_does_not_depend_on_what_was_weighed_before() -> None:
    kept = [OPENFIRE.worth(battle, "red") for battle in battles("kept")]
    afresh = []
    for battle in battles("kept"):
        leaders.forget()
        hopes._ARMS.forget()
        afresh.append(OPENFIRE.worth(battle, "red"))
    assert len(kept) > 100
    assert kept == afresh


@pytest.mark.parametrize("weights", [PLAIN, TUNED], ids=["plain", "tuned"])
def test_the_best_hope_is_that_of_the_best_of_all_targets(weights: Weights) -> None:
    hopeful = 0

    def hope(battle: Battle, one: Unit, foe: Unit) -> float:
        times = weights.others if foe.has_vehicle else weights.takers
        return times * hopes.hope_against(battle, one, foe)

    for battle in battles("hopes"):
        assert not battle.policy.vehicles_secure
        for one in battle.on_table():
            best = max((hope(battle, one, foe) for foe in battle.foes(one)), default=0)
            assert hopes.best_hope(battle, one, weights) == best
            hopeful += best > 0
    assert hopeful > 50


def test_hopes_know_stress_and_who_is_left() -> None:
    tough = model(**{"def": 3})
    table = Table(
        [unit("R1", model(), model())],
        [unit("B1", model(), tough)],
        {"R1": [(1000, 1000), (1000, 1150)], "B1": [(1800, 1000), (1800, 1150)]},
        active=("R1", "attack"),
    )
    ours, theirs = table["R1"], table["B1"]
    found = [hopes.best_hope(table.battle, ours, PLAIN)]
    ours.stress = 3
    found.append(hopes.best_hope(table.battle, ours, PLAIN))
    ours.stress = 0
    theirs.hp[1], theirs.stands[1] = 0, None
    found.append(hopes.best_hope(table.battle, ours, PLAIN))
    table.battle.moved = table.battle.advanced = True
    found.append(hopes.best_hope(table.battle, ours, PLAIN))
    assert len(set(found)) == 4
    assert found[-1] == 0
