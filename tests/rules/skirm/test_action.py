"""Third edition, chapters "Actions" and "Basic actions": what is open, what it costs, doing it."""

from __future__ import annotations

from typing import Any

import pytest

from boards.squares_boards import board
from rules.skirm.table import Table, blade, foe, gun, skill, unit

FAR: dict[str, Any] = {"B": foe(at=(11, 11))}


def alone(special: str = "", **more: Any) -> Table:
    """A alone in a wide field, with an enemy far off."""
    card = {key: more.pop(key) for key in ("act", "weapons", "skills", "state") if key in more}
    return Table.on(A=unit(special, at=(2, 2), **card), **FAR, **more)


@pytest.mark.clause("skirm3.action.budget")
def test_a_unit_spends_as_many_points_as_its_act() -> None:
    table = alone(act=2).play("move A c3-d3", "dash A d3-e3")
    assert table.act == 0
    assert table.options() == ["end A"]


@pytest.mark.clause("skirm3.action.payment", "skirm3.card.skill-act")
def test_a_cost_may_be_paid_with_act_and_orders_mixed() -> None:
    boast = skill("boast", {"do": "score", "points": 1}, act=2)
    assert "skill A boast" not in alone(skills=[boast], act=1).options()
    table = alone(skills=[boast], act=1, orders=(1, 0)).play("skill A boast")
    assert (table.act, table.orders, table.scores) == (0, (0, 0), (1, 0))


@pytest.mark.clause("skirm3.action.to-only", "skirm3.card.skill-to")
def test_an_order_cost_is_never_paid_with_act() -> None:
    cry = skill("cry", {"do": "score", "points": 1}, to=1)
    table = alone(skills=[cry], act=3)
    assert table.asks == "red action"
    assert table.refuses("skill A cry") == "skirm3.action.to-only"
    table = alone(skills=[cry], act=3, orders=(1, 0)).play("skill A cry")
    assert (table.act, table.orders) == (3, (0, 0))


@pytest.mark.clause("skirm3.action.repeat", "skirm3.action.move")
def test_a_second_move_costs_two() -> None:
    table = alone(act=3).play("move A c3-d3")
    assert table.act == 2
    table.play("move A d3-e3")
    assert table.act == 0


@pytest.mark.clause("skirm3.action.repeat", "skirm3.orders.action")
def test_every_further_move_costs_two_also_with_orders() -> None:
    table = alone(act=3, orders=(2, 0)).play("move A c3-d3", "move A d3-e3", "move A e3-f3")
    assert (table.act, table.orders) == (0, (0, 0))
    table = alone(act=3, orders=(1, 0)).play("move A c3-d3", "move A d3-e3")
    assert table.refuses("move A e3-f3") == "skirm3.action.payment"


@pytest.mark.clause("skirm3.action.repeat", "skirm3.orders.action")
def test_an_action_paid_with_orders_counts_as_performed() -> None:
    table = alone(act=1, orders=(3, 0)).play("order A", "move A c3-d3")
    assert (table.act, table.orders) == (1, (2, 0))
    table.play("move A d3-e3")
    assert (table.act, table.orders) == (0, (1, 0))


@pytest.mark.clause("skirm3.action.same")
def test_two_weapons_are_the_same_ranged_attack() -> None:
    table = Table.parse("A . . B", A=unit(act=3, weapons=[gun(), gun("pistol")]), B=foe())
    table.play("shoot A B rifle", dice="66")
    table.play("shoot A B pistol", dice="66")
    assert table.act == 0


@pytest.mark.clause("skirm3.action.same", "skirm3.action.door", "skirm3.map.doors")
def test_opening_and_closing_a_door_is_the_same_action() -> None:
    ground = board(4, 1, doors=[((0, 0), (1, 0))])
    table = Table.on(ground, A=unit(at=(0, 0)), B=foe(at=(3, 0)))
    assert table.ends("move", "A") == set()
    table.play("door A a1|b1")
    assert (table.act, table.ends("move", "A")) == (2, {"b1", "c1"})
    table.play("door A a1|b1")
    assert table.act == 0


@pytest.mark.clause("skirm3.action.door")
def test_only_doors_on_the_units_own_square_are_turned_and_nobody_hinders_it() -> None:
    ground = board(5, 1, doors=[((0, 0), (1, 0)), ((2, 0), (3, 0))])
    table = Table.on(ground, A=unit(at=(0, 0)), B=foe(at=(1, 0)))
    assert table.options("door") == ["door A a1|b1"]


@pytest.mark.clause("skirm3.action.same")
def test_a_leap_a_command_and_each_skill_are_actions_of_their_own() -> None:
    wave = skill("wave", {"do": "nothing"}, act=1)
    nod = skill("nod", {"do": "nothing"}, act=1)
    table = alone("LP2", act=6, skills=[wave, nod])
    table.play("move A c3-d3", "leap A d3-e3", "skill A wave", "skill A nod")
    assert table.act == 1


@pytest.mark.clause("skirm3.action.table")
def test_all_units_may_use_every_basic_action_for_one_act() -> None:
    ground = board(12, 12, doors=[((2, 2), (3, 2))])
    table = Table.on(
        ground,
        A=unit(at=(2, 2), weapons=[gun(), blade()]),
        C=unit(at=(1, 1), state="downed"),
        B=foe(at=(2, 8)),
        D=foe(at=(3, 3), state="downed"),
        markers=[{"id": "core", "name": "Core", "square": "c3", "carry": True}],
    )
    verbs = {text.split()[0] for text in table.options()}
    assert verbs == {"move", "dash", "shoot", "melee", "door", "pick", "recover", "end"}
    costs = {"move A c3-c4": "", "dash A c3-c4": "", "shoot A B rifle": "66"}
    costs |= {"melee A D blade": "66", "door A c3|d3": "", "pick A core": "", "recover A C": "6"}
    for answer, dice in costs.items():
        twin = Table("skirm3", dict(table.game.setup)).play(answer, dice=dice)
        assert twin.act == 2, answer


@pytest.mark.clause("skirm3.action.move", "skirm3.move.allowance")
def test_a_move_goes_up_to_three_squares_and_not_nowhere() -> None:
    table = alone()
    assert {"d3", "e3", "f3", "c6", "f6"} <= table.ends("move", "A")
    assert "g3" not in table.ends("move", "A")
    assert "c3" not in table.ends("move", "A")


@pytest.mark.clause("skirm3.action.dash")
def test_a_dash_goes_one_square_and_is_another_action_than_a_move() -> None:
    table = alone(act=3).play("move A c3-d3", "dash A d3-e3")
    assert table.act == 1
    assert table.refuses("dash A e3-f3") == "skirm3.action.payment"
    assert alone().ends("dash", "A") == {"b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4"}


@pytest.mark.clause("skirm3.action.shoot", "skirm3.combat.weapon")
def test_a_unit_without_a_usable_ranged_weapon_cannot_shoot() -> None:
    table = Table.parse("A . . B", A=unit(weapons=[blade()]), B=foe())
    assert table.options("shoot") == []
    spent = unit(weapons=[gun(special="LIM")], used=["rifle"])
    table = Table.parse("A . . B", A=spent, B=foe())
    assert table.refuses("shoot A B rifle") == "skirm3.weapon.limited-ammo"


@pytest.mark.clause("skirm3.action.melee", "skirm3.combat.weapon")
def test_a_unit_without_a_melee_weapon_cannot_strike() -> None:
    assert Table.parse("A B", A=unit(weapons=[gun()]), B=foe()).options("melee") == []
    assert Table.parse("A B", A=unit(), B=foe()).options("melee") == ["melee A B blade"]


MARKERS = [
    {"id": "core", "name": "Core", "square": "c3", "carry": True},
    {"id": "idol", "name": "Idol", "square": "c3", "carry": False},
    {"id": "case", "name": "Case", "square": "c3", "carry": True},
]


@pytest.mark.clause("skirm3.action.pickup")
def test_a_unit_carries_any_number_of_markers_that_the_mission_allows() -> None:
    table = alone(markers=MARKERS, act=6)
    assert table.options("pick") == ["pick A core", "pick A case"]
    table.play("pick A core", "pick A case", "move A c3-d3")
    assert (table.act, table["A"].carries) == (2, ["core", "case"])
    table.play("drop A core")  # the third time it picks up or drops
    assert table.act == 0
    assert table["A"].carries == ["case"]
    assert table.battle.markers[0] == table.battle.field.board.square("d3")


@pytest.mark.clause("skirm3.action.pickup", "skirm3.damage.out")
def test_a_downed_bearer_keeps_its_marker_and_one_that_goes_out_leaves_it() -> None:
    table = Table.parse(
        "A . . B", A=unit(), B=foe(arm=0, carries=["core"]), markers=[MARKERS[0] | {"square": "a1"}]
    )
    table.play("shoot A B rifle", dice="16 6")
    assert (table["B"].state, table["B"].carries) == ("downed", ["core"])
    table.play("shoot A B rifle", dice="16 6")
    assert table["B"].state == "out"
    assert table.battle.markers == [table.battle.field.board.square("d1")]


@pytest.mark.clause("skirm3.action.recover", "skirm3.action.recover-ready")
def test_a_downed_unit_tries_to_recover_and_goes_on_with_what_act_is_left() -> None:
    table = Table.parse("A . . . . B", A=unit(act=3, arm=3, state="downed"), B=foe())
    table.play("recover A", dice="4")
    assert (table.act, table["A"].state) == (2, "downed")
    table.play("recover A", dice="2")
    assert (table.act, table["A"].state, table["A"].ready) == (0, "standing", True)


@pytest.mark.clause("skirm3.action.recover-ready")
def test_a_unit_that_stood_up_has_all_actions_open() -> None:
    table = Table.parse("A . . . . B", A=unit(state="downed"), B=foe())
    table.play("recover A", dice="1")
    assert {"move", "dash", "shoot"} <= {text.split()[0] for text in table.options()}


@pytest.mark.clause("skirm3.action.recover", "skirm3.action.recover-ready")
def test_a_helper_rolls_against_its_own_armor_and_the_marker_stays() -> None:
    table = Table.parse(
        "A C . B", A=unit(arm=5), C=unit(arm=2, state="downed", ready=False), B=foe()
    )
    table.play("recover A C", dice="5")
    assert table.rolls == ["red 1 action.recover"]
    (told,) = table.told("recover")
    assert (told["unit"], told["target"], told["need"], told["outcome"]) == (
        "A",
        "C",
        5,
        "succeeds",
    )
    assert (table["C"].state, table["C"].ready) == ("standing", False)


@pytest.mark.clause("skirm3.action.recover")
def test_only_adjacent_squadmates_are_helped_up_and_enemies_do_not_prevent_it() -> None:
    table = Table.parse(
        """
        C A D
        E . F
        """,
        A=unit(),
        C=unit(state="downed"),
        D=foe(state="downed"),
        E=foe(),
        F=foe(),
    )
    assert table.options("recover") == ["recover A C"]


@pytest.mark.clause("skirm3.action.recover", "skirm3.dice.six-fails")
def test_a_six_never_recovers_and_a_one_always_does() -> None:
    table = Table.parse("A . . . B", A=unit(arm=6, state="downed"), B=foe())
    assert table.play("recover A", dice="6")["A"].state == "downed"
    table = Table.parse("A . . . B", A=unit(arm=0, state="downed"), B=foe())
    assert table.play("recover A", dice="1")["A"].state == "standing"


@pytest.mark.clause("skirm3.action.recover", "skirm3.action.repeat", "skirm3.action.payment")
def test_a_second_try_to_recover_costs_more_than_one_act() -> None:
    table = Table.parse(
        "A C . B", A=unit(act=2, arm=1), C=unit(state="downed"), B=foe(), orders=(0, 0)
    )
    table.play("recover A C", dice="6")
    assert table.options("recover") == []
    assert table.refuses("recover A C") == "skirm3.action.payment"


# ---------------------------------------------------------------------- mission actions

SCAN: dict[str, Any] = {
    "id": "scan",
    "name": "Scan",
    "cost": {"act": 1},
    "where": "objective",
    "effects": [{"do": "score", "points": 2}],
}
RELAY = [{"id": "1", "name": "Relay", "square": "c3"}]


@pytest.mark.clause("skirm3.action.mission", "skirm3.mission.defines")
def test_a_mission_adds_actions_at_their_cost_and_repeats_cost_more() -> None:
    table = alone(objectives=RELAY, actions=[SCAN]).play("do A scan 1")
    assert (table.act, table.scores) == (2, (2, 0))
    table.play("do A scan 1")
    assert (table.act, table.scores) == (0, (4, 0))


@pytest.mark.clause("skirm3.action.mission", "skirm3.damage.downed-actions")
def test_a_downed_unit_performs_no_mission_action() -> None:
    table = alone(objectives=RELAY, actions=[SCAN], state="downed")
    assert table.options("do") == []
    assert table.refuses("do A scan 1") == "skirm3.damage.downed-actions"


@pytest.mark.clause("skirm3.action.mission")
def test_a_mission_action_may_be_limited_to_once_for_each_objective() -> None:
    table = alone(objectives=RELAY, actions=[SCAN | {"limit": "objective"}]).play("do A scan 1")
    assert table.options("do") == []


@pytest.mark.clause("skirm3.action.mission")
def test_a_mission_action_may_ask_for_a_place_next_to_it_without_enemies() -> None:
    near = SCAN | {"next_to": True, "clear": True}
    relay = [RELAY[0] | {"square": "b2"}]
    table = alone(objectives=relay, actions=[near])
    assert table.options("do") == ["do A scan 1"]
    guarded = Table.on(A=unit(at=(2, 2)), B=foe(at=(3, 3)), objectives=relay, actions=[near])
    assert guarded.options("do") == []
    bold = near | {"clear": False}
    table = Table.on(A=unit(at=(2, 2)), B=foe(at=(3, 3)), objectives=relay, actions=[bold])
    assert table.options("do") == ["do A scan 1"]
    assert alone(objectives=relay, actions=[SCAN]).options("do") == []


@pytest.mark.clause("skirm3.action.mission")
@pytest.mark.parametrize(("where", "at"), [("own-zone", "c1"), ("enemy-zone", "c12")])
def test_a_mission_action_may_belong_to_a_zone(where: str, at: str) -> None:
    scan = SCAN | {"where": where}
    offered = {
        square
        for square in ("c1", "c6", "c12")
        if Table.on(A=unit(at=square), **FAR, actions=[scan]).options("do")
    }
    assert offered == {at}


@pytest.mark.clause("skirm3.action.mission")
def test_a_mission_action_may_be_about_a_marker() -> None:
    scan = SCAN | {"where": "marker"}
    markers = [{"id": name, "name": name, "square": at} for name, at in (("m", "c3"), ("n", "f6"))]
    table = alone(markers=markers, actions=[scan])
    assert table.options("do") == ["do A scan m"]
    assert table.refuses("do A scan n") == "skirm3.action.mission"


@pytest.mark.clause("skirm3.action.mission", "skirm3.dice.six-fails", "skirm3.dice.one-succeeds")
@pytest.mark.parametrize(("arm", "die", "points"), [(3, 3, 2), (3, 4, 0), (6, 6, 0), (0, 1, 2)])
def test_a_mission_action_may_ask_for_a_roll_against_armor(arm: int, die: int, points: int) -> None:
    table = Table.on(
        A=unit(at=(2, 2), arm=arm),
        **FAR,
        objectives=RELAY,
        actions=[SCAN | {"roll": {"need": "arm"}}],
    )
    table.play("do A scan 1", dice=str(die))
    assert table.scores == (points, 0)


@pytest.mark.clause("skirm3.action.mission", "skirm3.action.payment")
def test_a_mission_action_that_costs_nothing_takes_nothing() -> None:
    table = alone(objectives=RELAY, actions=[SCAN | {"cost": {"act": 0}}]).play("do A scan 1")
    assert (table.act, table.scores) == (3, (2, 0))
