"""Turns that fail where there is no room: along the edge, beside a man, before a wall."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.odds import odds
from battlemat.kernel.questions import Choice, Faces, Roll
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from battlemat.rulebooks.skirmishers.state.vehicles import where
from rules.skirmishers.table import Table, foe, ground, trooper
from rules.skirmishers.test_vehicle import road, segment

TIGHT: dict[str, dict[str, Any]] = {
    "along the upper edge": {"front": (5, 0)},
    "along the lower edge": {"front": (1, 8)},
    "beside a man": {"front": (5, 2), "C": trooper((9, 1))},
    "beside an enemy": {"front": (5, 2), "C": foe((8, 3))},
    "between two men": {"front": (5, 2), "C": trooper((9, 1)), "D": trooper((8, 1))},
    "beside a house": {
        "front": (5, 2),
        "board": ground(40, 9, buildings={"H": (1, [(8, 1), (9, 1), (9, 0), (10, 0)])}),
    },
    "beside a wall": {
        "front": (5, 2),
        "board": ground(40, 9, high_wall=[((8, 2), (9, 1)), ((8, 2), (8, 1))]),
    },
}
"""Rides of three dots, to where some of the turns have no room."""


class Fails:
    """Dice that fail a check and then hurt nobody much."""

    def __init__(self) -> None:
        self.face = 1

    def roll(self, roll: Roll) -> Faces:
        face, self.face = self.face, 6
        return (face,) * roll.count

    def again(self) -> Fails:
        return Fails()


def on_the_ride(name: str, last: str = "drive A") -> Table:
    table = road(**TIGHT[name]).play("mode A cruise")
    return segment(table, first=last)


def alone_where_it_can_stand(table: Table) -> bool:
    battle, vehicle = table.battle, table.unit("V")
    others = [u for u in battle.units if u.mount < 0 and u is not vehicle]
    taken = sum(1 << unit.place for unit in others)
    return battle.board.roads.can_stand(where(battle, vehicle), taken)


@pytest.mark.clause("skirmishers.vehicle.wipe-turn", "skirmishers.vehicle.skid")
@pytest.mark.parametrize("name", TIGHT)
def test_a_failed_turn_leaves_no_map_shares_no_dot_and_goes_through_no_wall(name: str) -> None:
    turns = on_the_ride(name).options("veer")
    sharp = [text for text in turns if "60" not in text]
    assert any("around" in text for text in sharp), "the ride shows nothing"
    for text in turns:
        table = on_the_ride(name)
        question = table.game.question
        assert isinstance(question, Choice)
        option = table.game.read(text)
        assert SKIRMISHERS.preview(table.battle, question, option)
        assert sum(odds(table.game, option, assume=SKIRMISHERS.assume).outcomes.values()) == 1
        if text in sharp:
            table.game.dice = Fails()
            table.game.answer(option)
            assert table.unit("V").prone
            assert alone_where_it_can_stand(table)


@pytest.mark.clause("skirmishers.vehicle.wipe-turn", "skirmishers.vehicle.brake-turn")
@pytest.mark.parametrize("name", TIGHT)
def test_nor_does_one_that_is_built_into_the_stop(name: str) -> None:
    def slowed() -> Table:
        table = road(**TIGHT[name], machine={"in_motion": "cruise"}).play("mode A cruise")
        return segment(table, first="slow A")

    stops = slowed().options("stop")
    assert any("around" in text for text in stops), "the ride shows nothing"
    for text in stops:
        table = slowed()
        table.game.dice = Fails()
        table.game.answer(text)
        assert table.unit("V").prone
        assert alone_where_it_can_stand(table)


@pytest.mark.clause("skirmishers.vehicle.wipe-turn")
def test_the_next_shallower_position_is_taken() -> None:
    for name, heading in (
        ("along the upper edge", 0),
        ("beside a man", 1),
        ("between two men", 0),
        ("beside a house", 0),
    ):
        table = on_the_ride(name)
        table.game.dice = Fails()
        table.game.answer("veer A around")
        assert table.unit("V").heading == heading, name
