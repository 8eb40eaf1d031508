"""First and second edition, chapter "Damage"; Downed Agents and Revive are the first's alone."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.boards.squares import Board
from battlemat.kernel.errors import SetupError
from rules.skirm.early_tables import both, shot
from rules.skirm.table import Table, blade, foe, gun, skill, unit

ADVANCED = {
    "do": "revive",
    "hit": 4,
    "who": {"pick": "squadmate", "adjacent": True, "state": "downed"},
}


def beside(**more: Any) -> Table:
    """A stands beside C, who is Downed; B is far away."""
    options = {"orders": (2, 0)} | more
    return Table.parse(
        "A C . . B",
        edition="skirm1",
        A=unit(skills=[skill("advanced-revive", ADVANCED, act=1)]),
        C=unit(state="downed", hit=9),
        B=foe(),
        **options,
    )


# ------------------------------------------------------------------ losing HIT


@both
@pytest.mark.clause("skirm1.damage.hit", "skirm2.damage.hit")
@pytest.mark.clause("skirm1.combat.damage-points", "skirm2.combat.damage-points")
def test_each_unsaved_hit_costs_one_hit_point_whatever_the_damage(edition: str) -> None:
    table = shot(edition, roa=2, dam=8).play("shoot A B rifle", dice="22 23")
    assert table["B"].hit == 8
    assert f"{edition}.damage.hit" in table.cited("hits-lost")


@pytest.mark.clause("skirm1.damage.downed", "skirm1.damage.hit")
def test_an_agent_without_hit_points_is_downed_in_its_square() -> None:
    table = shot("skirm1", hit=2, dam=8).play("shoot A B rifle", dice="222 234")
    assert (table["B"].state, table["B"].square, table["B"].hit) == ("downed", "d1", 0)


@pytest.mark.clause("skirm1.damage.downed")
def test_an_agent_with_one_hit_point_stands() -> None:
    table = shot("skirm1", hit=2, roa=1, dam=8).play("shoot A B rifle", dice="2 2")
    assert (table["B"].state, table["B"].hit) == ("standing", 1)


@pytest.mark.clause("skirm1.damage.downed")
def test_an_agent_downed_in_its_own_activation_ends_it() -> None:
    harm = {"do": "damage", "points": 1, "dam": 9, "who": {"pick": "self"}}
    table = Table.parse(
        "A . . B", edition="skirm1", A=unit(hit=1, skills=[skill("burn", harm, act=1)]), B=foe()
    )
    table.play("skill A burn", dice="2")
    assert (table["A"].state, table.asks) == ("downed", "blue activate")


@pytest.mark.clause("skirm2.damage.out")
def test_an_agent_without_hit_points_is_removed_at_once() -> None:
    table = shot("skirm2", hit=1, dam=8).play("shoot A B rifle", dice="222 234")
    assert (table["B"].state, table["B"].square) == ("out", None)
    assert table.options("shoot") == []
    with pytest.raises(SetupError, match="nobody is Downed"):
        Table.parse("A B", edition="skirm2", A=unit(), B=foe(state="downed"))


@pytest.mark.clause("skirm2.damage.out", "skirm2.combat.several")
def test_the_other_targets_of_an_attack_are_still_resolved() -> None:
    table = Table.parse(
        "A . . B C",
        edition="skirm2",
        A=unit(weapons=[gun("bomb", "XPL", roa=1, dam=9)]),
        B=foe(hit=1),
        C=foe(hit=2),
    )
    table.play("shoot A B bomb", dice="2 2 2 2")
    assert (table["B"].state, table["C"].hit) == ("out", 1)


@pytest.mark.clause("skirm2.damage.out", "skirm2.melee.compare")
def test_the_active_agent_that_is_removed_ends_its_activation() -> None:
    table = Table.on(
        edition="skirm2",
        A=unit(at=(0, 0), hit=1, arm=1),
        E=unit(at=(9, 9)),
        B=foe(at=(1, 0), weapons=[blade(roa=2)]),
    )
    table.play("melee A B blade", dice="66 2 2")
    assert (table["A"].state, table.asks) == ("out", "blue activate")


@pytest.mark.clause("skirm2.damage.environment")
def test_the_environment_hits_with_its_own_damage_and_saves_are_rolled() -> None:
    gas = {"do": "damage", "points": 2, "dam": 3, "who": {"pick": "enemies"}}
    table = Table.parse(
        "A . . B",
        edition="skirm2",
        A=unit(skills=[skill("gas", gas, act=1)]),
        B=foe(arm=7, hit=9),
    )
    table.play("skill A gas", dice="45")
    assert table.rolls == ["blue 2 combat.saves"]
    assert table["B"].hit == 8


@pytest.mark.clause("skirm1.damage.out", "skirm1.turn.remove-downed")
def test_a_downed_agent_that_nobody_revives_is_gone_when_the_next_turn_begins() -> None:
    table = Table.parse(
        "A C . . B", edition="skirm1", A=unit(), C=unit(state="downed"), B=foe(ready=False), turn=2
    )
    table.play("end A", dice="12 666 666")
    assert (table.battle.turn, table["C"].state, table["C"].square) == (3, "out", None)
    assert "skirm1.turn.remove-downed" in table.cited("out")


# ------------------------------------------------------------------ Revive


@pytest.mark.clause("skirm1.action.revive", "skirm1.action.to-only")
def test_revive_takes_two_orders_and_no_act() -> None:
    poor = beside(orders=(1, 0))
    assert poor.options("revive") == []
    assert poor.refuses("revive A C") == "skirm1.action.to-only"
    tired = beside(act=0)
    tired.play("revive A C", dice="4")
    assert (tired["C"].state, tired.orders, tired.act) == ("standing", (0, 0), 0)


@pytest.mark.clause("skirm1.action.revive")
def test_only_an_adjacent_squadmate_is_revived() -> None:
    table = Table.parse(
        "A . C\n. . .\nD . B",
        edition="skirm1",
        A=unit(),
        C=unit(state="downed"),
        D=foe(state="downed"),
        B=foe(state="downed"),
        orders=(2, 0),
    )
    assert table.options("revive") == []
    assert table.refuses("revive A C") == "skirm1.action.revive"


@pytest.mark.clause("skirm1.action.revive", "skirm1.action.repeat")
def test_revive_is_done_once_in_an_activation() -> None:
    table = Table.parse(
        "C A D . B",
        edition="skirm1",
        A=unit(),
        C=unit(state="downed"),
        D=unit(state="downed"),
        B=foe(state="downed"),
        orders=(4, 0),
    )
    table.play("revive A C", "pass", dice="1")
    assert table.refuses("revive A D") == "skirm1.action.repeat"


@pytest.mark.clause("skirm1.action.revive-hit", "skirm1.dice.d3")
def test_a_revived_agent_has_a_d3_of_hit_points() -> None:
    table = beside().play("revive A C", dice="4")
    assert table.rolls == ["red 1 action.revive-hit"]
    assert table["C"].hit == 2


@pytest.mark.clause("skirm1.action.revive-hit")
def test_a_revived_agent_never_has_more_than_its_card_and_the_die_may_be_touched() -> None:
    table = Table.parse(
        "A C . . B",
        edition="skirm1",
        A=unit(),
        C=unit(state="downed", hit=2),
        B=foe(),
        orders=(3, 0),
    )
    table.play("revive A C", dice="1")
    assert (table.asks, table.faces) == ("red re-roll", (1,))
    table.play("reroll 1", dice="6")
    assert table["C"].hit == 2


@pytest.mark.clause("skirm1.action.revive-activated", "skirm1.activation.once")
def test_a_revived_agent_counts_as_activated() -> None:
    table = beside().play("revive A C", dice="4").play("end A")
    table.play("activate B")
    table.play("end B", dice="12 666 666")
    assert table.battle.turn == 2  # nobody waited for C
    assert "skirm1.action.revive-activated" in table.cited("stands")


@pytest.mark.clause("skirm1.action.revive-enemies")
def test_nobody_is_revived_beside_a_standing_enemy() -> None:
    def near(**enemy: Any) -> Table:
        return Table.on(
            edition="skirm1",
            A=unit(at=(4, 4)),
            C=unit(at=(5, 4), state="downed"),
            B=foe(**enemy),
            orders=(2, 0),
        )

    assert near(at=(6, 5)).refuses("revive A C") == "skirm1.action.revive-enemies"  # beside C
    assert near(at=(3, 4)).refuses("revive A C") == "skirm1.action.revive-enemies"  # beside A
    assert near(at=(7, 4)).options("revive") == ["revive A C"]
    assert near(at=(6, 5), state="downed").options("revive") == ["revive A C"]


@pytest.mark.clause("skirm1.action.revive-advanced")
def test_revive_and_advanced_revive_exclude_each_other_in_either_order() -> None:
    def three() -> Table:
        return Table.parse(
            "C A D . B",
            edition="skirm1",
            A=unit(skills=[skill("advanced-revive", ADVANCED, act=1)]),
            C=unit(state="downed", hit=9),
            D=unit(state="downed", hit=9),
            B=foe(state="downed"),
            orders=(2, 0),
        )

    plain = three().play("revive A C", dice="4")
    assert plain.refuses("skill A advanced-revive") == "skirm1.action.revive-advanced"
    advanced = three().play("skill A advanced-revive", "target D")
    assert (advanced["D"].state, advanced["D"].hit) == ("standing", 4)
    assert advanced.refuses("revive A C") == "skirm1.action.revive-advanced"


# ------------------------------------------------------------------ what the Downed do not do


@pytest.mark.clause("skirm1.damage.downed-passive", "skirm1.move.zone")
def test_a_downed_enemy_stops_nobody() -> None:
    def run(state: str) -> set[str]:
        table = Table.on(
            Board.build(12, 7),  # B stands one row from the southern edge
            edition="skirm1",
            A=unit(at=(2, 6), mov=4),
            B=foe(at=(5, 5), state=state),
        )
        return table.ends("move", "A")

    assert "g7" in run("downed")
    assert "g7" not in run("standing")


@pytest.mark.clause("skirm1.damage.downed-passive", "skirm1.combat.friendly-fire")
@pytest.mark.clause("skirm1.melee.support")
def test_a_downed_squadmate_gives_neither_support_nor_friendly_fire() -> None:
    table = Table.parse(
        "A . . B C", edition="skirm1", A=unit(), C=unit(state="downed"), B=foe(arm=7)
    )
    table.play("shoot A B rifle", dice="66")
    assert table.told("attack")[-1]["dice"] == 2
    melee = Table.parse("A B C", edition="skirm1", A=unit(), C=unit(state="downed"), B=foe())
    melee.play("melee A B blade", dice="66")
    assert melee.told("attack")[-1]["dice"] == 2


@pytest.mark.clause("skirm1.damage.downed-passive", "skirm1.los.downed", "skirm1.combat.enemies")
def test_a_downed_agent_is_not_attacked_and_hides_nobody() -> None:
    table = Table.parse(
        "A . C . B", edition="skirm1", A=unit(), C=foe(state="downed"), B=foe(arm=7)
    )
    assert table.options("shoot") == ["shoot A B rifle"]
    assert table.refuses("shoot A C rifle") == "skirm1.los.downed"
    table.play("shoot A B rifle", dice="22 44")
    assert table.told("cover") == []
    melee = Table.parse("A C", edition="skirm1", A=unit(), C=foe(state="downed"))
    assert melee.refuses("melee A C blade") == "skirm1.combat.enemies"


@pytest.mark.clause("skirm1.damage.downed-passive", "skirm1.combat.secondary")
@pytest.mark.clause("skirm1.weapon.explode")
def test_a_downed_bystander_is_not_hit() -> None:
    table = Table.parse(
        "A . . B C",
        edition="skirm1",
        A=unit(weapons=[gun("bomb", "XPL", roa=1)]),
        B=foe(arm=7),
        C=foe(state="downed"),
    )
    table.play("shoot A B bomb", dice="6")
    assert table.told("targets") == []
