"""First and second edition, chapter "Agent special rules"."""

from __future__ import annotations

from typing import Any

import pytest

from rules.skirm.early_tables import both, fight, shot
from rules.skirm.table import Table, blade, foe, gun, unit

TWICE = {"skirm1": ("2M", "2R"), "skirm2": ("2MC", "2RC")}


def far(edition: str, apart: int, target: str, **weapon: Any) -> Table:
    """A shoots at B from so many squares away."""
    return Table.on(
        edition=edition,
        A=unit(at=(0, 0), weapons=[gun(dam=3, **weapon)]),
        B=foe(target, at=(apart, 0), arm=7, hit=9),
    )


@both
@pytest.mark.clause("skirm1.special.double-melee", "skirm2.special.double-melee")
def test_an_agent_that_may_strikes_twice_and_not_a_third_time(edition: str) -> None:
    table = Table.parse(
        "A B", edition=edition, A=unit(TWICE[edition][0]), B=foe(weapons=[]), orders=(3, 0)
    )
    for _ in range(2):
        table.play("melee A B blade", "pass", dice="66")
    assert table.act == 1
    assert table.refuses("melee A B blade") == f"{edition}.action.repeat"


@both
@pytest.mark.clause("skirm1.special.double-ranged", "skirm2.special.double-ranged")
def test_an_agent_that_may_moves_and_shoots_twice_for_three_act(edition: str) -> None:
    arms = [gun("bow"), gun("sling")]
    table = Table.on(
        edition=edition, A=unit(TWICE[edition][1], at=(0, 0), weapons=arms), B=foe(at=(9, 0))
    )
    table.play("move A a1-b1")
    table.play("shoot A B bow", dice="66")
    table.play("shoot A B sling", dice="66")
    assert table.act == 0
    assert table.refuses("shoot A B bow") == f"{edition}.action.repeat"


@pytest.mark.clause("skirm1.special.double-ranged", "skirm1.card.codes")
def test_the_2s_of_the_sample_card_is_2r_under_an_older_name() -> None:
    table = Table.parse("A . . B", edition="skirm1", A=unit("2S"), B=foe())
    table.play("shoot A B rifle", dice="66")
    assert table.options("shoot") == ["shoot A B rifle"]


@both
@pytest.mark.clause("skirm1.special.camouflage", "skirm2.special.camouflage")
def test_camouflage_saves_one_hit_from_four_squares_away(edition: str) -> None:
    near = far(edition, 3, "CAM", roa=1).play("shoot A B rifle", dice="2 5")
    assert near["B"].hit == 8
    away = far(edition, 4, "CAM", roa=1).play("shoot A B rifle", dice="2")
    assert away["B"].hit == 9
    assert away.cited("auto-save") >= {f"{edition}.special.camouflage"}


@both
@pytest.mark.clause("skirm1.special.camouflage", "skirm2.special.camouflage")
def test_camouflage_helps_a_bystander_too(edition: str) -> None:
    table = Table.on(
        edition=edition,
        A=unit(at=(0, 0), weapons=[gun("bomb", "XPL", roa=1)]),
        B=foe(at=(4, 0), arm=7),
        C=foe("CAM", at=(5, 0), arm=7),
    )
    table.play("shoot A B bomb", dice="6 2")
    assert table["C"].hit == 3


@both
@pytest.mark.clause("skirm1.special.dodge", "skirm2.special.dodge")
def test_dodge_saves_one_hit_of_a_melee_without_dice(edition: str) -> None:
    table = fight(edition, roa=1, target="DOD").play("melee A B blade", dice="2")
    assert table["B"].hit == 10
    assert len(table.rolls) == 1
    shooting = far(edition, 3, "DOD", roa=1).play("shoot A B rifle", dice="2 5")
    assert shooting["B"].hit == 8


@pytest.mark.clause("skirm1.special.dodge", "skirm1.weapon.armor-piercing")
def test_dodge_does_not_save_the_piercing_one_of_two_hits() -> None:
    table = fight("skirm1", roa=2, special="AP1", target="DOD").play("melee A B blade", dice="22")
    assert table["B"].hit == 9


@pytest.mark.clause("skirm2.special.dodge", "skirm2.melee.compare")
def test_an_attacker_that_loses_its_own_melee_has_no_dodge() -> None:
    table = fight("skirm2", roa=1, attacker="DOD", back=blade(roa=2))
    table.play("melee A B blade", dice="6 2 4")
    assert table.rolls[-1] == "red 1 combat.saves"


@pytest.mark.clause("skirm1.special.heal", "skirm1.turn.end-order")
def test_heal_gives_back_no_more_than_the_card_at_the_end_of_a_turn() -> None:
    table = Table.parse(
        "A C . B",
        edition="skirm1",
        A=unit("HL2", hit=15, hits=14),
        C=unit("HL2", hit=15, state="downed"),
        B=foe(ready=False),
    )
    table.play("end A", dice="12 666 666")
    assert table["A"].hit == 15
    assert (table["C"].state, table["C"].hit) == ("out", 0)


@pytest.mark.clause("skirm2.special.heal")
def test_heal_gives_back_no_more_than_the_card_at_the_start_of_a_turn() -> None:
    table = Table.parse(
        "A . . B", edition="skirm2", A=unit("HL2", hit=15, hits=14), B=foe(ready=False)
    )
    table.play("end A", dice="12 666 666")
    assert table["A"].hit == 15
    kinds = [event.kind for event in table.events]
    assert kinds.index("turn-end") < kinds.index("regain")


@both
@pytest.mark.clause("skirm1.special.tough", "skirm2.special.tough")
def test_tough_keeps_a_hit_point_for_each_die_of_x_or_less(edition: str) -> None:
    table = shot(edition, dam=9, target="TF2").play("shoot A B rifle", dice="222 222 231")
    assert table.rolls[-1] == "blue 3 special.tough"
    assert table["B"].hit == 9


@both
@pytest.mark.clause("skirm1.special.tough", "skirm2.special.tough")
def test_the_owner_may_spend_orders_on_tough(edition: str) -> None:
    table = shot(edition, roa=1, dam=9, target="TF2", orders=(0, 1))
    table.play("shoot A B rifle", "pass", "change 1 -1", dice="2 3 3")
    assert table["B"].hit == 10
