"""First and second edition, chapters "Actions" and "Basic actions": prices, repeats, the list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from boards.squares_boards import board
from rules.skirm.cards import Values
from rules.skirm.early_tables import both
from rules.skirm.table import Table, blade, foe, gun, skill, unit

CRY = {"do": "modify", "stat": "roa", "by": 1, "who": {"pick": "self"}, "until": "turn"}
CORE = [{"id": "core", "name": "Core", "square": "a1"}]
TWO = [*CORE, {"id": "key", "name": "Key", "square": "a1"}]


def alone(
    edition: str,
    *,
    weapons: Sequence[Values] | None = None,
    skills: Sequence[Values] = (),
    **options: Any,
) -> Table:
    """A with much room around it, and B far away."""
    mine = unit(at=(0, 0), mov=4, weapons=weapons, skills=skills)
    return Table.on(edition=edition, A=mine, B=foe(at=(8, 8)), **options)


# ------------------------------------------------------------------ paying


@both
@pytest.mark.clause("skirm1.action.budget", "skirm2.action.budget")
def test_an_agent_spends_its_act_in_any_order_of_actions(edition: str) -> None:
    table = alone(edition).play("dash A a1-b1", "move A b1-c1")
    assert table.act == 1
    table.play("shoot A B rifle", dice="66")
    assert table.act == 0
    assert table.options() == ["end A"]


@both
@pytest.mark.clause("skirm1.action.payment", "skirm2.action.payment")
@pytest.mark.clause("skirm1.card.skill-act", "skirm2.card.skill-act")
def test_a_cost_in_act_is_paid_with_act_and_orders_mixed(edition: str) -> None:
    table = alone(edition, skills=[skill("cry", CRY, act=2)], act=1, orders=(1, 0))
    table.play("skill A cry")
    assert (table.act, table.orders) == (0, (0, 0))
    assert table.told("pays")[-1] == {"unit": "A", "cost": 2, "act": 1, "orders": 1, "left": 0}
    poor = alone(edition, skills=[skill("cry", CRY, act=2)], act=1)
    assert poor.refuses("skill A cry") == f"{edition}.action.payment"


@both
@pytest.mark.clause("skirm1.action.to-only", "skirm2.action.to-only")
@pytest.mark.clause("skirm1.card.skill-to", "skirm2.card.skill-to")
def test_a_cost_in_orders_is_never_paid_with_act(edition: str) -> None:
    table = alone(edition, skills=[skill("cry", CRY, to=2)], act=3, orders=(1, 0))
    assert table.refuses("skill A cry") == f"{edition}.action.to-only"
    rich = alone(edition, skills=[skill("cry", CRY, to=2)], act=3, orders=(2, 0))
    rich.play("skill A cry")
    assert (rich.act, rich.orders) == (3, (0, 0))


@both
@pytest.mark.clause("skirm1.action.repeat", "skirm2.action.repeat")
def test_no_action_is_repeated_whether_for_act_or_for_orders(edition: str) -> None:
    table = alone(edition, orders=(3, 0)).play("move A a1-b1")
    assert table.options("move") == []
    assert table.refuses("move A b1-c1") == f"{edition}.action.repeat"
    assert table.options("dash") != []


@both
@pytest.mark.clause("skirm1.action.same", "skirm2.action.same")
def test_a_shot_with_another_weapon_is_the_same_action(edition: str) -> None:
    table = alone(edition, weapons=[gun("bow"), gun("sling")])
    table.play("shoot A B bow", dice="66")
    assert table.refuses("shoot A B sling") == f"{edition}.action.repeat"


@both
@pytest.mark.clause("skirm1.action.same", "skirm2.action.same")
@pytest.mark.clause("skirm1.action.door", "skirm2.action.door")
def test_opening_and_closing_a_door_are_the_same_action(edition: str) -> None:
    hut = board(3, 2, doors=[((0, 0), (1, 0)), ((0, 0), (0, 1))])
    table = Table.on(hut, edition=edition, A=unit(at=(0, 0)), B=foe(at=(1, 0)))
    assert table.options("door") == ["door A a1|b1", "door A a1|a2"]
    table.play("door A a1|b1")  # whoever stands behind it does not hinder it
    assert table.act == 2
    assert table.told("door")[-1]["state"] == "opens"
    assert table.refuses("door A a1|b1") == f"{edition}.action.repeat"


@both
@pytest.mark.clause("skirm1.action.same", "skirm2.action.same")
def test_every_skill_is_an_action_of_its_own(edition: str) -> None:
    table = alone(edition, skills=[skill("cry", CRY, act=1), skill("yell", CRY, act=1)])
    table.play("skill A cry")
    assert table.options("skill") == ["skill A yell"]
    assert table.refuses("skill A cry") == f"{edition}.action.repeat"


@pytest.mark.clause("skirm1.action.same", "skirm1.action.pickup", "skirm1.action.drop")
def test_the_first_edition_picks_up_and_drops_in_one_activation() -> None:
    table = alone("skirm1", markers=TWO).play("pick A core")
    assert (table["A"].carries, table.act) == (["core"], 2)
    assert table.options("pick") == []
    assert table.refuses("pick A key") == "skirm1.action.repeat"
    table.play("drop A core")
    assert (table["A"].carries, table.act) == ([], 1)
    assert table.cited("carry") == {"skirm1.action.pickup", "skirm1.action.drop"}


@pytest.mark.clause("skirm2.action.same", "skirm2.action.pickup")
def test_the_second_edition_counts_picking_up_and_dropping_as_one_action() -> None:
    table = alone("skirm2", markers=TWO).play("pick A core")
    assert table["A"].carries == ["core"]
    assert table.options("drop") == []
    assert table.refuses("drop A core") == "skirm2.action.repeat"
    assert table.refuses("pick A key") == "skirm2.action.repeat"


# ------------------------------------------------------------------ the list of actions


@pytest.mark.clause("skirm1.action.table")
@pytest.mark.parametrize(
    ("answer", "act", "orders"),
    [
        ("move A c3-c4", 2, 2),
        ("dash A c3-c4", 2, 2),
        ("door A c3|d3", 2, 2),
        ("pick A core", 2, 2),
        ("drop A key", 2, 2),
        ("revive A C", 3, 0),
    ],
)
def test_basic_actions_of_the_first_edition_and_their_costs(
    answer: str, act: int, orders: int
) -> None:
    table = everything("skirm1")
    table.play(answer, dice="4" if answer.startswith("revive") else "")
    assert (table.act, table.orders[0]) == (act, orders)


def everything(edition: str) -> Table:
    """A may do anything there is to do."""
    ground = board(9, 9, doors=[((2, 2), (3, 2))])
    mate = unit(at=(1, 1), state="downed" if edition == "skirm1" else "standing")
    return Table.on(
        ground,
        edition=edition,
        A=unit(at=(2, 2), carries=["key"]),
        C=mate,
        B=foe(at=(2, 8)),
        markers=[{"id": "core", "name": "Core", "square": "c3"}, TWO[1]],
        orders=(2, 0),
    )


@both
@pytest.mark.clause("skirm1.action.table", "skirm2.action.table")
def test_the_list_of_actions_holds_these_and_no_others(edition: str) -> None:
    verbs = {text.split()[0] for text in everything(edition).options()}
    listed = {"move", "dash", "shoot", "door", "pick", "drop", "order", "end"}
    assert verbs == (listed | {"revive"} if edition == "skirm1" else listed)


@pytest.mark.clause("skirm2.action.table")
@pytest.mark.parametrize(
    "answer", ["move A c3-c4", "dash A c3-c4", "door A c3|d3", "pick A core", "drop A key"]
)
def test_basic_actions_of_the_second_edition_cost_one_act(answer: str) -> None:
    table = everything("skirm2").play(answer)
    assert (table.act, table.orders[0]) == (2, 2)
    assert table.refuses("revive A C") is None  # there is no Revive


@both
@pytest.mark.clause("skirm1.action.table", "skirm2.action.table")
@pytest.mark.clause("skirm1.action.melee", "skirm2.action.melee")
def test_a_melee_costs_one_act_and_takes_a_melee_weapon(edition: str) -> None:
    table = Table.parse("A B", edition=edition, A=unit(), B=foe(weapons=[], arm=7))
    table.play("melee A B blade", dice="66")
    assert table.act == 2
    unarmed = Table.parse("A B", edition=edition, A=unit(weapons=[gun()]), B=foe())
    assert unarmed.options("melee") == []


@both
@pytest.mark.clause("skirm1.action.table", "skirm2.action.table")
@pytest.mark.clause("skirm1.action.shoot", "skirm2.action.shoot")
def test_a_shot_costs_one_act_and_takes_a_ranged_weapon(edition: str) -> None:
    table = alone(edition).play("shoot A B rifle", dice="66")
    assert table.act == 2
    assert alone(edition, weapons=[blade()]).options("shoot") == []


@both
@pytest.mark.clause("skirm1.action.shoot", "skirm2.action.shoot")
@pytest.mark.clause("skirm1.weapon.limited-ammo", "skirm2.weapon.limited-ammo")
def test_a_weapon_that_is_used_up_does_not_shoot(edition: str) -> None:
    tube = gun("tube", "LIM", roa=1)
    twice = "2R" if edition == "skirm1" else "2RC"
    table = Table.on(
        edition=edition,
        A=unit(twice, at=(0, 0), weapons=[tube]),
        C=unit(at=(0, 3), weapons=[tube]),
        B=foe(at=(5, 0)),
    )
    table.play("shoot A B tube", dice="6")
    assert table.options("shoot") == []
    assert table.refuses("shoot A B tube") == f"{edition}.weapon.limited-ammo"
    table.play("end A", "activate B", "end B", "activate C")
    assert table.options("shoot C B") == ["shoot C B tube"]  # its own is not used up


@pytest.mark.parametrize(("edition", "squares"), [("skirm1", 2), ("skirm2", 1)])
@pytest.mark.clause("skirm1.action.dash", "skirm2.action.dash")
@pytest.mark.clause("skirm1.action.move", "skirm2.action.move")
def test_a_move_goes_by_mov_and_a_dash_is_an_action_of_its_own(edition: str, squares: int) -> None:
    table = alone(edition)
    assert {"e1", "e5"} <= table.ends("move", "A")
    assert "f1" not in table.ends("move", "A")
    assert "abcdef"[squares] + "1" in table.ends("dash", "A")
    assert "abcdef"[squares + 1] + "1" not in table.ends("dash", "A")
    table.play("move A a1-e1", "dash A e1-f1")
    assert table.act == 1
    assert table.refuses("dash A f1-g1") == f"{edition}.action.repeat"


@both
@pytest.mark.clause("skirm1.action.pickup", "skirm2.action.pickup")
def test_a_carried_marker_goes_where_its_bearer_goes(edition: str) -> None:
    fixed = {"id": "rock", "name": "Rock", "square": "a1", "carry": False}
    table = alone(edition, markers=[*TWO, fixed], orders=(3, 0))
    assert table.options("pick") == ["pick A core", "pick A key"]
    table.play("pick A core", "move A a1-c1")
    facts = table.book.facts(table.battle)
    assert facts["markers"] == {"core": "carried by A", "key": "a1", "rock": "a1"}


@both
@pytest.mark.clause("skirm1.action.pickup", "skirm2.action.pickup")
def test_a_bearer_that_falls_leaves_its_markers_in_its_square(edition: str) -> None:
    table = Table.parse(
        "A . . B",
        edition=edition,
        A=unit(weapons=[gun(dam=9)]),
        B=foe(hit=1, carries=["core"]),
        markers=CORE,
    )
    table.play("shoot A B rifle", dice="25 2")
    assert table.book.facts(table.battle)["markers"] == {"core": "d1"}
    assert f"{edition}.action.pickup" in table.cited("marker-left")


@both
@pytest.mark.clause("skirm1.action.mission", "skirm2.action.mission")
def test_a_mission_adds_actions_which_are_not_repeated_either(edition: str) -> None:
    scan = {
        "id": "scan",
        "name": "Scan",
        "cost": {"act": 1},
        "where": "objective",
        "effects": [{"do": "score", "points": 1}],
    }
    relay = [{"id": "1", "name": "Relay", "square": "a1"}]
    table = alone(edition, actions=[scan], objectives=relay, orders=(2, 0))
    table.play("do A scan 1")
    assert (table.scores, table.act) == ((1, 0), 2)
    assert table.options("do") == []


@both
@pytest.mark.clause("skirm1.action.mission", "skirm2.action.mission")
@pytest.mark.clause("skirm1.dice.six-fails", "skirm2.dice.six-fails")
def test_a_mission_action_rolled_against_arm_fails_on_a_six(edition: str) -> None:
    force = {"id": "force", "name": "Force", "roll": {"need": "arm"}}
    task = force | {"effects": [{"do": "score", "points": 1}]}
    table = Table.parse("A . . B", edition=edition, A=unit(arm=7), B=foe(), actions=[task])
    table.play("do A force", dice="6")
    assert table.scores == (0, 0)
