"""Melee: declared in one turn, landing in the next."""

from __future__ import annotations

from typing import Any

import pytest

from rules.skirmishers.table import Table, foe, ground, trooper


def blow(weapon: str = "fists", dice: str = "", **more: Any) -> Table:
    """B's blow lands on A as A is activated."""
    attacker = more.pop("by", {})
    table = Table.on(
        more.pop("board", None),
        A=trooper((4, 0), **more.pop("on", {})),
        A2=trooper((0, 4)),
        B=foe((5, 0), **attacker),
        active="",
        position={"blows": [{"by": "B", "on": "A", "weapon": weapon}]},
        **more,
    )
    return table.play("activate A", dice=dice)


@pytest.mark.clause("skirmishers.melee.cost", "skirmishers.melee.timing")
def test_a_blow_is_paid_now_and_lands_when_its_target_is_activated() -> None:
    table = Table.on(A=trooper((4, 0)), B=foe((5, 0)))
    table.play("melee A B bayonet")
    assert (table["A"]["spent"], table.facts["blows"]) == (5, ["A B"])
    assert table["B"]["full"] == []
    table.play("end A")
    table.play("activate B", dice="2+2 3+3")
    assert table["B"]["full"] == ["6", "5", "4"]


@pytest.mark.clause("skirmishers.melee.reach", "skirmishers.los.prone-target")
def test_a_blow_needs_an_adjacent_enemy_on_the_same_level_that_can_be_seen() -> None:
    def reaches(board: Any = None, at: tuple[int, ...] = (5, 0), **card: Any) -> bool:
        table = Table.on(board, A=trooper((4, 0)), B=foe(at, **card))
        return bool(table.options("melee"))

    assert reaches()
    assert not reaches(at=(6, 0))
    assert not reaches(ground(high_wall=[((4, 0), (5, 0))]))
    assert reaches(ground(low_wall=[((4, 0), (5, 0))]))
    assert not reaches(ground(low_wall=[((4, 0), (5, 0))]), prone=True)
    roof = ground(buildings={"A": (1, [(5, 0)])}, ladder=[(5, 0)])
    assert not reaches(roof, at=(5, 0, 1))
    table = Table.on(A=trooper((4, 0)), B=foe((6, 0)))
    assert table.refuses("melee A B bayonet") == "skirmishers.melee.reach"


@pytest.mark.clause("skirmishers.melee.cancelled")
@pytest.mark.parametrize("gone", [{"full": [1]}, {"full": [0]}, {"at": (9, 0)}])
def test_a_blow_is_dropped_without_a_roll_when_it_no_longer_can_land(gone: dict[str, Any]) -> None:
    at = gone.pop("at", (5, 0))
    table = Table.on(
        A=trooper((4, 0)),
        B=foe(at, **gone),
        C=foe((12, 0)),
        active="",
        position={"blows": [{"by": "B", "on": "A", "weapon": "fists"}]},
    )
    table.play("activate A")
    assert table.cited("blow-dropped") == {"skirmishers.melee.cancelled"}


@pytest.mark.clause(
    "skirmishers.melee.weapon-active",
    "skirmishers.weapon.bayonet",
    "skirmishers.weapon.always-fists-knife",
)
@pytest.mark.parametrize(
    ("card", "weapons"),
    [
        ({}, ["bayonet", "club", "fists"]),
        ({"primary": "smg"}, ["bayonet", "club", "fists"]),
        ({"secondary": "pistol", "holds": "pistol"}, ["club", "fists"]),
        ({"secondary": "sword", "holds": "sword"}, ["sword", "fists"]),
        ({"holds": "knife"}, ["knife", "fists"]),
        ({"primary": None}, ["fists"]),
    ],
)
def test_what_a_trooper_may_strike_with(card: dict[str, Any], weapons: list[str]) -> None:
    table = Table.on(A=trooper((4, 0), **card), B=foe((5, 0)))
    assert [text.split()[-1] for text in table.options("melee")] == weapons


@pytest.mark.clause("skirmishers.weapon.bayonet")
def test_a_recoilless_rifle_takes_no_bayonet() -> None:
    card = {"primary": "recoilless-rifle"}
    table = Table.on(A=trooper((4, 0), **card), B=foe((5, 0)), switches=("advanced-explosives",))
    assert [text.split()[-1] for text in table.options("melee")] == ["club", "fists"]


@pytest.mark.clause("skirmishers.melee.base", "skirmishers.melee.modifiers")
def test_the_number_is_four_with_wounds_and_posture_and_never_cover() -> None:
    assert blow(dice="1+1").modifiers == {"base": 4}
    wounded = blow(dice="1+1", by={"full": [6]}, on={"prone": True})
    assert (wounded.need, wounded.modifiers) == (5, {"base": 4, "wounds": 2, "target prone": -1})
    low = ground(low_wall=[((4, 0), (5, 0))])
    assert blow(dice="1+1", board=low, by={"prone": False}).modifiers == {"base": 4}
    assert blow(dice="1+1", by={"prone": True}).modifiers == {"base": 4, "attacker prone": -1}


@pytest.mark.clause("skirmishers.melee.damage", "skirmishers.damage.new-values")
def test_a_blow_on_activation_leaves_him_the_ap_of_his_new_column() -> None:
    table = blow("bayonet", dice="2+2 3+3")
    a = table["A"]
    assert (a["full"], a["hp"], a["max_ap"], a["ap"]) == (["6", "5", "4"], "3", 6, 6)
    assert table.asks == "red action"


@pytest.mark.clause("skirmishers.weapon.fists-damage")
@pytest.mark.parametrize(("full", "part"), [([], ["10", "9", "8", "7"]), ([6], ["10", "9", "8"])])
def test_a_punch_is_half_the_maximum_ap(full: list[int], part: list[str]) -> None:
    table = blow(dice="4+4 6+6", by={"full": full})
    assert table["A"]["part"] == part


@pytest.mark.clause("skirmishers.melee.several")
def test_several_blows_are_resolved_one_by_one_in_the_order_declared() -> None:
    table = Table.on(
        A=trooper((4, 0)),
        B=foe((5, 0)),
        C=foe((3, 0)),
        active="",
        position={
            "blows": [
                {"by": "C", "on": "A", "weapon": "bayonet"},
                {"by": "B", "on": "A", "weapon": "bayonet"},
                {"by": "C", "on": "A", "weapon": "fists"},
            ]
        },
    )
    table.play("activate A", dice="1+1 1+1 1+1")
    assert [attack["unit"] for attack in table.told("attack")] == ["C", "B", "C"]


@pytest.mark.clause("skirmishers.melee.several", "skirmishers.melee.cost")
def test_one_attacker_with_enough_ap_may_strike_twice() -> None:
    table = Table.on(A=trooper((4, 0), skill="elite"), B=foe((5, 0)), switches=("experience",))
    table.play("melee A B bayonet", "melee A B fists")
    assert table.facts["blows"] == ["A B", "A B"]
