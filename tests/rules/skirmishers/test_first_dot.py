"""The first dot of the map is a dot like any other, and the hand goes back to what it held."""

from __future__ import annotations

import pytest

from rules.skirmishers.table import Table, foe, ground, trooper


@pytest.mark.clause("skirmishers.explosive.scatter")
def test_an_explosive_scatters_onto_the_first_dot_of_the_map() -> None:
    table = Table.on(A=trooper((4, 0), active="hand-grenade", grenades={"hand": 1}), B=foe((0, 0)))
    table.play(f"throw A {table.dot(1, 0)} hand-grenade", "end A", dice="1+1 4 5+5")
    assert table.told("burst")[0]["place"] == table.dot(0, 0) == "a1"
    assert table["B"]["full"] == ["10", "9", "8", "7", "6", "5"]


@pytest.mark.clause("skirmishers.los.target-dot")
def test_vegetation_on_the_first_dot_covers_who_stands_there() -> None:
    board = ground(vegetation=[(0, 0)])
    aim = {"degrees": 60, "heading": 6}
    table = Table.on(board, A=trooper((0, 0)), B=foe((6, 0), arc=aim), active="")
    table.play("activate A", "fire B", dice="1+1")
    assert table.modifiers["cover"] == 1


@pytest.mark.clause("skirmishers.terrain.trench-prone")
def test_a_trench_on_the_first_dot_hides_who_stands_in_it() -> None:
    aim = {"degrees": 60, "heading": 6}
    table = Table.on(
        ground(trench=[(0, 0)]),
        A=trooper((0, 0)),
        B=foe((6, 0), arc=aim),
        active="",
        switches=("advanced-terrain",),
    )
    table.play("activate A", "fire B", dice="1+1")
    assert table.modifiers["target prone"] == 1


@pytest.mark.clause("skirmishers.vehicle.two-dots")
def test_a_vehicle_may_stand_with_its_rear_on_the_first_dot() -> None:
    scout = trooper(None, vehicle="scout", front="b1", direction=1)
    table = Table.on(A=trooper((4, 2)), V=scout, B=foe((20, 4)), switches=("vehicles",))
    assert table.at("V") == (0, 0)


@pytest.mark.clause("skirmishers.action.switch-back")
@pytest.mark.parametrize(
    ("card", "answers", "back"),
    [
        ({"active": "hand-grenade"}, [], "rifle"),
        ({"active": "hand-grenade", "lost": ["primary"]}, [], "pistol"),
        ({"active": "pistol"}, ["weapon A hand-grenade"], "pistol"),
        ({}, ["weapon A hand-grenade"], "rifle"),
    ],
)
def test_after_a_throw_the_weapon_held_before_is_in_hand_again(
    card: dict[str, str], answers: list[str], back: str
) -> None:
    man = trooper((4, 0), primary="rifle", secondary="pistol", grenades={"hand": 1}, **card)
    table = Table.on(A=man, B=foe((20, 4)))
    table.play(*answers, f"throw A {table.dot(6, 0)} hand-grenade")
    assert table["A"]["active"] == back


@pytest.mark.clause("skirmishers.action.change-weapon")
def test_the_primary_weapon_is_taken_in_hand_again_for_three_ap() -> None:
    man = trooper((4, 0), primary="rifle", secondary="pistol", active="pistol")
    table = Table.on(A=man, B=foe((20, 4)))
    table.play("weapon A rifle")
    assert (table["A"]["active"], table["A"]["spent"]) == ("rifle", 3)
    assert table.refuses("weapon A rifle") == "skirmishers.action.change-weapon"
