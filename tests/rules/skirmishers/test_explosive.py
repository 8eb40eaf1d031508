"""Explosives: thrown, scattered, and what their blast does."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.boards.dots import Board
from rules.skirmishers.table import Table, foe, ground, name_of, trooper

GRENADE: dict[str, Any] = {"grenades": {"hand": 4}, "holds": "hand-grenade"}
SATCHEL: dict[str, Any] = {"secondary": "satchel-charge", "holds": "secondary"}


def thrown(
    board: Board | None = None,
    *,
    to: tuple[int, ...] = (4, 0),
    weapon: str = "hand-grenade",
    by: dict[str, Any] | None = None,
    verb: str = "throw",
    **more: Any,
) -> Table:
    """A throws; look at `need`, then `end A` with dice lets it burst."""
    card = (SATCHEL if weapon == "satchel-charge" else GRENADE) | (by or {})
    at = card.pop("at", (0, 0))
    table = Table.on(board, A=trooper(at, **card), B=more.pop("B", foe((20, 4))), **more)
    return table.play(f"{verb} A {name_of(table.board, to)} {weapon}")


def burst(
    *,
    board: Board | None = None,
    at: str = "f1",
    weapon: str = "hand-grenade",
    dice: str,
    **units: Any,
) -> Table:
    """A token that hits lies on a dot; A ends his activation and it bursts."""
    table = Table.on(
        board,
        A=trooper((0, 6)),
        Z=foe((18, 6)),
        **units,
        position={"explosives": [{"by": "A", "weapon": weapon, "at": at, "tn": 2}]},
    )
    return table.play("end A", dice="1+1 " + dice)


# ---------------------------------------------------------------------- throwing


@pytest.mark.clause("skirmishers.explosive.throw-cost", "skirmishers.explosive.base")
@pytest.mark.parametrize(("weapon", "spent"), [("hand-grenade", 3), ("satchel-charge", 6)])
def test_a_throw_costs_ap_by_the_dot_and_they_are_its_base_number(weapon: str, spent: int) -> None:
    table = thrown(to=(3, 0), weapon=weapon)
    assert (table["A"]["spent"], table.need) == (spent, spent)


@pytest.mark.clause("skirmishers.explosive.throw-cost")
def test_the_ap_left_are_the_only_limit_and_ones_own_dot_is_barred() -> None:
    table = Table.on(A=trooper((2, 2), **GRENADE), B=foe((20, 4)))
    reach = {text.split()[2] for text in table.options("throw")}
    assert table.dot(10, 2) in reach
    assert table.dot(11, 2) not in reach
    assert table.dot(2, 2) not in reach
    answer = f"throw A {table.dot(11, 2)} hand-grenade"
    assert table.refuses(answer) == "skirmishers.explosive.throw-cost"


@pytest.mark.clause("skirmishers.explosive.throw-prone", "skirmishers.explosive.modifiers")
def test_a_prone_thrower_pays_double() -> None:
    table = thrown(to=(3, 0), by={"prone": True})
    assert table["A"]["spent"] == 6
    assert (table.need, table.modifiers) == (5, {"base": 6, "attacker prone": -1})


@pytest.mark.clause("skirmishers.explosive.active")
def test_an_explosive_must_be_in_hand() -> None:
    table = Table.on(A=trooper((0, 0), grenades={"hand": 4}), B=foe((9, 0)))
    assert table.options("throw") == []
    answer = f"throw A {table.dot(3, 0)} hand-grenade"
    assert table.refuses(answer) == "skirmishers.explosive.active"


@pytest.mark.clause("skirmishers.explosive.one-throw", "skirmishers.weapon.ammo")
def test_one_throw_and_the_hand_holds_the_gun_again() -> None:
    table = thrown(to=(1, 0))
    assert table["A"]["grenades"]["hand"] == 3
    assert table.options("throw") == table.options("weapon") == []


@pytest.mark.clause("skirmishers.explosive.target-dot", "skirmishers.explosive.declared")
def test_it_is_aimed_at_a_dot_in_sight_and_everything_is_settled_at_once() -> None:
    board = ground(tree=[(3, 0)], high_wall=[((0, 0), (0, 1))])
    table = Table.on(board, A=trooper((0, 0), **GRENADE), B=foe((20, 4)))
    reach = {text.split()[2] for text in table.options("throw")}
    assert table.dot(2, 0) in reach
    assert table.dot(3, 0) not in reach  # a tree
    assert table.dot(4, 0) not in reach  # behind it
    table.play(f"throw A {table.dot(2, 0)} hand-grenade")
    token = table.facts["explosives"]
    assert token == [{"weapon": "hand-grenade", "at": table.dot(2, 0), "tn": 2}]


@pytest.mark.clause("skirmishers.explosive.base", "skirmishers.explosive.modifiers")
def test_wounds_and_cover_add_to_the_number_and_a_prone_target_does_not() -> None:
    walls = ground(low_wall=[((1, 0), (2, 0)), ((2, 0), (3, 0))])
    assert thrown(walls, B=foe((4, 0), prone=True)).modifiers == {"base": 4, "cover": 2}
    satchel = thrown(to=(2, 0), weapon="satchel-charge", by={"full": [8]})
    assert satchel.modifiers == {"base": 4, "wounds": 1}


# ---------------------------------------------------------------------- stairs

TOWER = ground(buildings={"A": (2, [(2, 2), (3, 2), (2, 3)])}, stairs=[(2, 2, 0), (2, 2, 1)])


@pytest.mark.clause("skirmishers.explosive.stairs", "skirmishers.explosive.scatter")
def test_down_the_stairs_for_three_ap_and_a_number_of_three() -> None:
    table = thrown(TOWER, to=(2, 2, 0), by={"at": (2, 2, 2)}, verb="toss")
    assert (table["A"]["spent"], table.need) == (3, 3)
    table.play("end A", dice="1+1 1")
    assert table.told("scatter")[0]["start"] == table.dot(2, 2)
    prone = thrown(TOWER, to=(2, 2, 0), by={"at": (2, 2, 2), "prone": True}, verb="toss")
    assert prone["A"]["spent"] == 6
    assert prone.modifiers == {"base": 6, "attacker prone": -1}


@pytest.mark.clause("skirmishers.explosive.stairs", "skirmishers.explosive.stairs-position")
def test_up_one_level_from_the_stairs_and_down_from_beside_them() -> None:
    def tosses(at: tuple[int, ...]) -> list[str]:
        table = Table.on(TOWER, A=trooper(at, **GRENADE), B=foe((20, 4)))
        return [text.split()[2] for text in table.options("toss")]

    stairs = name_of(TOWER, (2, 2))
    assert tosses((2, 2, 0)) == [f"{stairs}@1"]
    assert tosses((2, 2, 1)) == [f"{stairs}@2", stairs]
    assert tosses((3, 2, 1)) == [stairs]
    assert tosses((3, 2, 2)) == [f"{stairs}@1", stairs]
    assert tosses((3, 2, 0)) == []


# ---------------------------------------------------------------------- bursting


@pytest.mark.clause("skirmishers.explosive.success", "skirmishers.explosive.timing")
def test_a_hit_bursts_on_the_dot() -> None:
    table = thrown(to=(4, 0)).play("end A", dice="2+2")
    assert table.told("burst") == [{"weapon": "Hand Grenade", "place": table.dot(4, 0)}]


@pytest.mark.clause("skirmishers.explosive.scatter", "skirmishers.map.directions")
def test_a_miss_goes_one_dot_in_the_direction_of_a_die() -> None:
    table = thrown(to=(6, 0), by={"at": (2, 0)}).play("end A", dice="2+1 2")
    assert table.told("burst")[0]["place"] == table.dot(6, 1)


@pytest.mark.clause("skirmishers.explosive.scatter-wall")
def test_a_wall_or_the_edge_keeps_a_stray_round_where_it_was() -> None:
    board = ground(high_wall=[((4, 2), (5, 2))])
    table = thrown(board, to=(4, 2), by={"at": (0, 2)}).play("end A", dice="1+1 1")
    assert table.told("burst")[0]["place"] == table.dot(4, 2)
    edge = thrown(to=(4, 0)).play("end A", dice="1+1 5")
    assert edge.told("burst")[0]["place"] == edge.dot(4, 0)


@pytest.mark.clause("skirmishers.explosive.scatter-window")
def test_a_miss_through_a_window_scatters_from_before_it() -> None:
    room = ground(buildings={"A": (1, [(4, 2), (5, 2)])}, window=[((3, 2), (4, 2))])
    table = thrown(room, to=(5, 2), by={"at": (0, 2)}).play("end A", dice="1+1 4 5+5")
    assert table.told("scatter")[0]["start"] == table.dot(3, 2)
    assert table.told("burst")[0]["place"] == table.dot(2, 2)


@pytest.mark.clause(
    "skirmishers.weapon.ring-damage",
    "skirmishers.explosive.apply",
    "skirmishers.damage.each-trooper",
    "skirmishers.map.reading-order",
)
def test_everybody_takes_the_points_of_his_distance_nearest_first() -> None:
    table = burst(B=foe((5, 0)), C=foe((6, 0)), D=foe((7, 0)), E=foe((8, 0)), dice="5+5 5+5 5+5")
    hurt = [(facts["unit"], facts["points"]) for facts in table.told("damage")]
    assert hurt == [("B", "6X"), ("C", "3X"), ("D", "1X")]


@pytest.mark.clause("skirmishers.map.reading-order", "skirmishers.damage.each-trooper")
def test_equal_distances_go_in_reading_order() -> None:
    table = burst(at="f2", B=foe((5, 2)), C=foe((4, 1)), D=foe((6, 0)), dice="5+5 5+5 5+5")
    assert [facts["unit"] for facts in table.told("damage")] == ["D", "C", "B"]


@pytest.mark.clause("skirmishers.explosive.friendly", "skirmishers.explosive.apply")
def test_the_thrower_and_his_friends_and_the_unconscious_are_not_spared() -> None:
    table = thrown(to=(1, 0), B=foe((2, 0), full=[1]), C=foe((20, 4)), A2=trooper((1, 1)))
    table.play("end A", "activate A2")
    table.play("end A2", dice="1+1 5+5 5+5 5+5")
    assert [facts["unit"] for facts in table.told("damage")] == ["A", "B", "A2"]


@pytest.mark.clause("skirmishers.explosive.obstacles")
def test_a_high_wall_stops_the_blast() -> None:
    board = ground(high_wall=[((5, 0), (6, 0))])
    assert burst(board=board, B=foe((6, 0)), dice="").told("damage") == []


@pytest.mark.clause("skirmishers.explosive.prone-shelter")
def test_something_low_and_solid_shelters_the_prone_alone() -> None:
    board = ground(low_wall=[((5, 0), (6, 0)), ((4, 0), (5, 0))])
    table = burst(board=board, B=foe((6, 0), prone=True), C=foe((4, 0)), dice="5+5")
    assert [(f["unit"], f["points"]) for f in table.told("damage")] == [("C", "3X")]


@pytest.mark.clause("skirmishers.explosive.levels", "skirmishers.explosive.floors")
def test_blast_goes_up_over_stairs_and_through_no_floor() -> None:
    at = name_of(TOWER, (2, 2))
    table = burst(board=TOWER, at=at, B=foe((2, 2, 1)), C=foe((3, 2, 1)), dice="5+5 5+5")
    assert [(f["unit"], f["points"]) for f in table.told("damage")] == [("B", "3X"), ("C", "1X")]
    room = ground(buildings={"A": (1, [(4, 4)])})
    above = burst(board=room, at=name_of(room, (4, 4)), B=foe((4, 4, 1)), dice="")
    assert above.told("damage") == []
