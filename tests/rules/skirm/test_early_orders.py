"""First and second edition, chapters "Tactical orders" and "Using tactical orders"."""

from __future__ import annotations

import pytest

from battlemat.players.driver import Windows
from rules.skirm.early_tables import both, dice_rolled, hits, shot
from rules.skirm.table import Table, foe, skill, unit

CRY = {"do": "modify", "stat": "roa", "by": 1, "who": {"pick": "self"}, "until": "turn"}
CORE = [{"id": "core", "name": "Core", "square": "a1"}]


@both
@pytest.mark.clause("skirm1.orders.action", "skirm2.orders.action")
def test_an_order_buys_another_action_but_none_that_was_done(edition: str) -> None:
    table = Table.parse(
        "A B .\n. . .",
        edition=edition,
        A=unit(act=2),
        B=foe(),
        act=0,
        done=["move", "shoot"],
        orders=(1, 0),
    )
    assert {text.split()[0] for text in table.options()} == {"order", "melee", "dash", "end"}
    assert table.refuses("move A a1-a2") == f"{edition}.action.repeat"
    assert table.refuses("shoot A B rifle") == f"{edition}.action.repeat"
    table.play("dash A a1-a2")
    assert table.orders == (0, 0)


@both
@pytest.mark.clause("skirm1.orders.any-number", "skirm2.orders.any-number")
def test_any_number_of_orders_may_go_to_one_agent(edition: str) -> None:
    table = Table.on(
        edition=edition, A=unit(at=(0, 0)), B=foe(), act=0, orders=(3, 0), markers=CORE
    )
    table.play("pick A core", "move A a1-b1", "dash A b1-c1")
    assert table.orders == (0, 0)


@both
@pytest.mark.clause("skirm1.orders.skill", "skirm2.orders.skill")
def test_a_skill_for_orders_is_used_in_the_agents_own_activation_only(edition: str) -> None:
    table = Table.parse(
        "A C . B",
        edition=edition,
        A=unit(skills=[skill("cry", CRY, to=1)]),
        C=unit(skills=[skill("yell", CRY, to=1)]),
        B=foe(skills=[skill("boo", CRY, to=1)]),
        orders=(2, 2),
    )
    assert table.asks == "red action"
    assert table.options("skill") == ["skill A cry"]
    assert table.refuses("skill C yell") == f"{edition}.activation.alternate"


@both
@pytest.mark.clause("skirm1.orders.skill-once", "skirm2.orders.skill-once")
def test_a_skill_for_orders_is_used_once_in_an_activation(edition: str) -> None:
    table = Table.parse(
        "A . B", edition=edition, A=unit(skills=[skill("cry", CRY, to=1)]), B=foe(), orders=(3, 0)
    )
    table.play("skill A cry")
    assert table.refuses("skill A cry") == f"{edition}.orders.skill-once"


@both
@pytest.mark.clause("skirm1.orders.reroll", "skirm2.orders.reroll")
@pytest.mark.clause("skirm1.combat.window-save", "skirm2.combat.window-save")
def test_saves_may_be_re_rolled_in_the_opponents_activation(edition: str) -> None:
    table = shot(edition, roa=2, orders=(0, 2)).play("shoot A B rifle", dice="22 56")
    assert (table.asks, table.faces) == ("blue re-roll", (5, 6))
    table.play("reroll 1", "reroll 2", dice="3 4")
    assert (table["B"].hit, table.orders) == (10, (0, 0))
    assert table.asks == "red action"  # the attacker has no say about Save dice


@both
@pytest.mark.clause("skirm1.orders.change", "skirm2.orders.change")
def test_orders_change_dice_by_one_several_times(edition: str) -> None:
    table = shot(edition, roa=2, orders=(3, 0))
    table.play("shoot A B rifle", "change 1 -1", "change 1 -1", "change 2 -1", dice="65 44")
    assert table.told("throw")[0]["faces"] == "4 4"
    assert (hits(table), table.orders) == (2, (0, 0))


@both
@pytest.mark.clause("skirm1.orders.change", "skirm2.orders.change")
def test_a_die_stays_between_one_and_six(edition: str) -> None:
    table = shot(edition, roa=2, orders=(1, 0)).play("shoot A B rifle", dice="16")
    assert table.options("change") == ["change 1 +1", "change 2 -1"]


@pytest.mark.clause("skirm1.orders.change", "skirm1.dice.critical")
def test_a_two_changed_to_a_one_is_two_hits() -> None:
    table = shot("skirm1", roa=1, orders=(1, 0))
    assert hits(table.play("shoot A B rifle", "change 1 -1", dice="2 44")) == 2


@pytest.mark.clause("skirm2.orders.change")
def test_a_save_of_five_is_changed_to_a_four_and_saves() -> None:
    table = shot("skirm2", roa=1, orders=(0, 1)).play("shoot A B rifle", "change 1 -1", dice="2 5")
    assert table["B"].hit == 10


@both
@pytest.mark.clause("skirm1.orders.roll", "skirm1.orders.gain", "skirm1.orders.no-modify")
@pytest.mark.clause("skirm2.orders.roll", "skirm2.orders.gain", "skirm2.orders.no-modify")
@pytest.mark.clause("skirm1.orders.leader", "skirm1.special.leader")
@pytest.mark.clause("skirm2.orders.leader", "skirm2.special.leader")
def test_three_dice_and_those_of_leaders_give_an_order_for_each_one_to_three(edition: str) -> None:
    table = Table.parse(
        "A . C . B",
        edition=edition,
        A=unit("LD2", ready=False),
        C=unit("LD1", ready=False),
        B=foe("LD2"),
        active="B",
    )
    high = edition == "skirm1"
    table.play("end B", dice=("61" if high else "16") + "341624 34162")
    assert dice_rolled(table, "orders.roll", "red") == [6]
    assert dice_rolled(table, "orders.roll", "blue") == [5]
    assert table.orders == (3, 3)
    assert table.asks == "red activate"  # nobody was asked to touch these dice


@both
@pytest.mark.clause("skirm1.orders.leader", "skirm2.orders.leader")
def test_a_leader_that_is_gone_gives_no_dice(edition: str) -> None:
    table = Table.on(
        edition=edition,
        A=unit("LD2"),
        C=unit(at=(0, 0), ready=False),
        B=foe(at=(9, 9)),
        active="B",
    )
    table.play("end B", dice="12 666 666")
    assert dice_rolled(table, "orders.roll", "red") == [3]


@both
@pytest.mark.clause("skirm1.orders.reroll", "skirm2.orders.reroll")
def test_the_dice_of_another_are_offered_whatever_they_show(edition: str) -> None:
    for dice in ("2 6", "6 6"):
        printed = {f"{edition}.orders.reroll": "print"}
        table = Table(
            edition, {**shot(edition, roa=2, orders=(0, 1)).game.setup, "readings": printed}
        )
        table.play("shoot A B rifle", dice=dice)
        assert table.asks == "blue re-roll"
        assert not Windows.MATTER.passes(table.game)
