"""Advice for machines: they take objectives, seek cover, shoot, advance and assault."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.players.chance import RandomPlayer
from battlemat.players.driver import play
from battlemat.players.greedy import GreedyPlayer
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from rules.openfire.table import Table, mission, model, objective, setup, unit, weapon


def chosen(table: Table) -> str:
    """What a greedy player answers now."""
    return table.game.write(GreedyPlayer("x").answer(table.game))


def test_a_unit_goes_to_an_objective_that_it_can_reach_and_secures_it() -> None:
    table = Table(
        [unit("R1")],
        [unit("B1")],
        {"R1": (2000, 2400), "B1": (4700, 4700)},
        active=("R1", "move"),
        mission=mission(objectives=[objective("access", (2400, 2400))]),
    )
    table.play(chosen(table))
    assert table.asked() == "red secure"
    table.play(chosen(table))
    assert table.battle.scores == [3, 0]


def test_a_unit_advances_to_an_objective_that_is_too_far_for_a_move() -> None:
    table = Table(
        [unit("R1")],
        [unit("B1")],
        {"R1": (1400, 2400), "B1": (4700, 4700)},
        active=("R1", "move"),
        mission=mission(objectives=[objective("access", (2400, 2400))]),
    )
    assert chosen(table).startswith("advance R1")


def test_a_unit_with_blades_goes_for_contact_and_one_with_rifles_shoots() -> None:
    def foes(arms: list[str], **more: Any) -> Table:
        return Table(
            [unit("R1", *[model(weapons=arms) for _ in range(3)])],
            [unit("B1", *[model() for _ in range(3)])],
            {
                "R1": [(2000, 2000 + 120 * n) for n in range(3)],
                "B1": [(2900, 2000 + 120 * n) for n in range(3)],
            },
            active=("R1", "move"),
            weapons={"blade": weapon(rng=1, att=3, dmg=2, prc=3, special=["Assault"])},
            **more,
        )

    table = foes(["blade"])
    table.play(chosen(table), "followers auto")
    assert table.asked() == "red attack"  # near enough to strike
    rifles = foes(["rifle"])
    rifles.play(chosen(rifles), "followers auto")
    assert not rifles.battle.advanced
    assert chosen(rifles) == "attack R1 rifle:1,2,3>B1"


def test_a_unit_prefers_a_place_in_cover_to_one_in_the_open() -> None:
    wall = {"name": "wall", "keyword": "barrier", "height": 110, "sight": "solid"}
    table = Table(
        [unit("R1", model(weapons=[]))],
        [unit("B1", model(), model()), unit("B2")],
        {"R1": (1000, 2000), "B1": [(4000, 2000), (4000, 2150)], "B2": (4000, 1800)},
        parts=[{**wall, "box": [1100, 1500, 1130, 2600]}],
    )
    covered = OPENFIRE.worth(table.battle, "red")
    open_field = Table(
        [unit("R1", model(weapons=[]))],
        [unit("B1", model(), model()), unit("B2")],
        {"R1": (1000, 2000), "B1": [(4000, 2000), (4000, 2150)], "B2": (4000, 1800)},
    )
    assert covered > OPENFIRE.worth(open_field.battle, "red")


def test_every_candidate_is_legal_and_standing_still_is_among_them() -> None:
    table = Table(
        [unit("R1", *[model() for _ in range(4)])],
        [unit("B1")],
        {"R1": [(2000, 2000 + 120 * n) for n in range(4)], "B1": (3000, 2000)},
        active=("R1", "move"),
        parts=[{"name": "rock", "keyword": "impassable", "box": [2200, 1800, 2400, 2200]}],
    )
    question = table.game.question
    assert isinstance(question, Choice)
    texts = [table.game.write(option) for option in question.listed]
    assert all(table.allows(text) for text in texts)
    assert "move R1" in texts
    assert "skip move" in texts


@pytest.mark.parametrize("seed", ["1", "2"])
def test_greed_beats_chance(seed: str) -> None:
    squads = [
        [unit(f"{side}{n}", *[model(weapons=["rifle", "knife"]) for _ in range(3)]) for n in (1, 2)]
        for side in "RB"
    ]
    entries = {"red": [{"id": "w", "at": [0, 1200]}], "blue": [{"id": "e", "at": [2400, 1200]}]}
    spots = ((1200, 1200), (1200, 600), (1200, 1800))
    goals = [objective("control", at, id=str(n)) for n, at in enumerate(spots)]
    task = mission(table=[24, 24], entry_points=entries, objectives=goals, rounds=4)
    values = setup(*squads, mission=task, board={"table": [2400, 2400]})
    game: Game[Any] = Game(OPENFIRE, values, dice=SeededDice(seed))
    result = play(game, {"red": GreedyPlayer(seed), "blue": RandomPlayer(seed)})
    assert result.winner == "red"
