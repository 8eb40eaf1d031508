"""Third edition, chapter "Combat": one use of a weapon against several targets."""

from __future__ import annotations

from typing import Any

import pytest

from boards.squares_boards import board
from rules.skirm.table import Table, foe, gun, unit


def blast(special: str = "XPL", **more: Any) -> Table:
    """A at the west edge, B in (6,6) with C, D and M around it, E one square too far."""
    return Table.on(
        A=unit(at=(1, 6), weapons=[gun(special=special, roa=1)]),
        B=foe(at=(6, 6)),
        C=foe(at=(7, 5)),
        D=foe(at=(7, 6)),
        M=unit(at=(5, 5)),
        E=foe(at=(8, 6)),
        **more,
    )


@pytest.mark.clause("skirm3.combat.several")
def test_the_chosen_target_is_resolved_in_full_first_then_row_by_row() -> None:
    table = blast().play("shoot A B rifle", dice="1 6  1 6  1 6  6")
    attacked = [facts["target"] for facts in table.told("attack")]
    assert attacked == ["B", "M", "C", "D"]
    assert table.rolls == [
        *("red 1 combat.strike", "blue 1 combat.saves"),
        *("red 1 combat.strike", "red 1 combat.saves"),
        *("red 1 combat.strike", "blue 1 combat.saves"),
        "red 1 combat.strike",
    ]
    assert table["M"].state == "downed"


@pytest.mark.clause("skirm3.combat.several", "skirm3.weapon.push")
def test_all_targets_are_fixed_before_the_first_is_pushed_away() -> None:
    table = Table.on(
        A=unit(at=(1, 6), weapons=[gun(special="XPL PSH", roa=1)]),
        B=foe(at=(6, 6)),
        C=foe(at=(5, 5)),
    )
    table.play("shoot A B rifle", dice="1 6")
    assert table.asks == "red push"
    table.play("push 2", dice="6")
    assert table["B"].at == (8, 6)
    assert [facts["target"] for facts in table.told("attack")] == ["B", "C"]


@pytest.mark.clause("skirm3.combat.secondary")
def test_secondary_targets_need_no_sight_and_no_range_and_have_no_cover() -> None:
    ground = board(walls={((6, 6), (7, 6)): 1, ((7, 6), (8, 6)): 2})
    table = Table.on(
        ground,
        A=unit(at=(1, 6), weapons=[gun(special="XPL RG5", roa=1)]),
        B=foe(at=(6, 6)),
        C=foe(at=(7, 6)),
    )
    assert table.refuses("shoot A C rifle") == "skirm3.weapon.range"
    table.play("shoot A B rifle", dice="6 1 6")
    assert table.rolls[1:] == ["red 1 combat.strike", "blue 1 combat.saves"]
    assert table["C"].state == "downed"


@pytest.mark.clause("skirm3.combat.secondary", "skirm3.special.camouflage")
def test_high_ground_is_worked_out_for_each_target_and_camouflage_for_the_primary_alone() -> None:
    ground = board(levels={(1, 6): 2, (7, 6): 1})
    table = Table.on(
        ground,
        A=unit(at=(1, 6), rsk=3, weapons=[gun(special="XPL", roa=1)]),
        B=foe("CAM", at=(6, 6)),
        C=foe("CAM", at=(7, 6)),
    )
    table.play("shoot A B rifle", dice="4 1 6")
    assert [facts["skill"] for facts in table.told("attack")] == [4, 3]
    assert (table["B"].state, table["C"].state) == ("standing", "downed")


@pytest.mark.clause("skirm3.combat.self")
def test_the_attacker_is_never_hit_by_its_own_weapon() -> None:
    table = Table.on(
        A=unit(at=(1, 6), weapons=[gun(special="XPL MCR", roa=1)]),
        B=foe(at=(2, 6)),
        C=foe(at=(1, 5)),
    )
    table.play("melee A B rifle", dice="6 6")
    assert [facts["target"] for facts in table.told("attack")] == ["B", "C"]
