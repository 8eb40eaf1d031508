"""Third edition, chapters "Tactical orders" and "Using tactical orders"."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.questions import PASS, Choice
from battlemat.kernel.verbs import Menu
from battlemat.rulebooks.skirm.chapters.skills import SKILL_VERB
from rules.skirm.table import Table, foe, skill, unit

CRY = skill("cry", {"do": "score", "points": 1}, to=1)


def end_of_turn(**more: Any) -> Table:
    """With `end A` the turn is over and orders are rolled, red's first if it wins."""
    return Table.parse("A C . . . B", **({"A": unit(), "B": foe(ready=False)} | more))


@pytest.mark.clause("skirm3.orders.roll", "skirm3.orders.no-modify")
def test_both_players_roll_three_dice_that_nothing_touches() -> None:
    table = end_of_turn(C=unit(ready=False)).play("end A", dice="12 123 456")
    assert table.rolls[2:] == ["red 3 orders.roll", "blue 3 orders.roll"]
    assert table.orders == (3, 0)
    assert table.asks == "red activate"  # nobody was asked to re-roll with the orders just won


@pytest.mark.clause("skirm3.orders.leader", "skirm3.special.leader")
@pytest.mark.parametrize(
    ("state", "mate", "dice"), [("standing", "", 5), ("downed", "", 3), ("standing", "LD1", 6)]
)
def test_standing_leaders_add_dice(state: str, mate: str, dice: int) -> None:
    leader = unit("LD2", state=state)
    table = end_of_turn(A=leader, C=unit(mate, ready=False))
    table.play("end A", dice="12" + "6" * dice + "666")
    assert table.rolls[2] == f"red {dice} orders.roll"


@pytest.mark.clause("skirm3.orders.gain")
def test_each_die_of_one_to_three_is_an_order() -> None:
    table = end_of_turn(A=unit("LD2"), C=unit(ready=False)).play("end A", dice="12 34162 666")
    assert table.orders == (3, 0)


@pytest.mark.clause("skirm3.orders.lost")
def test_orders_do_not_carry_over() -> None:
    table = end_of_turn(C=unit(ready=False), orders=(3, 2)).play("end A", dice="12 666 666")
    assert table.orders == (0, 0)
    last = end_of_turn(C=unit(ready=False), orders=(3, 2), turn=4).play("end A")
    assert last.orders == (0, 0)


@pytest.mark.clause("skirm3.orders.any-number")
def test_all_orders_may_go_to_the_unit_being_activated() -> None:
    table = Table.parse("A . . . . B", A=unit(act=0), B=foe(), orders=(4, 0))
    table.play("order A", "order A", "order A", "order A")
    assert (table.act, table.orders) == (4, (0, 0))


@pytest.mark.clause("skirm3.orders.action")
def test_one_order_stands_for_one_act() -> None:
    table = Table.parse("C A . . B", A=unit(act=2), C=foe(state="downed"), B=foe(), orders=(1, 0))
    table.play("dash A b1-c1", "dash A c1-b1")
    assert (table.act, table.orders) == (0, (0, 0))
    table = Table.parse("C A . . B", A=unit(act=2), C=foe(state="downed"), B=foe(), orders=(1, 0))
    table.play("move A b1-c1", "shoot A B rifle", "pass", dice="66")
    verbs = {text.split()[0] for text in table.options()}
    assert verbs == {"order", "dash", "end"}  # no second Ranged Attack and no second Move
    assert table.refuses("shoot A B rifle") == "skirm3.action.payment"


@pytest.mark.clause("skirm3.orders.action")
def test_an_order_may_be_spent_before_act_is() -> None:
    table = Table.parse("A . . . . B", A=unit(act=1), B=foe(), orders=(1, 0)).play("order A")
    assert (table.act, table.orders) == (2, (0, 0))


@pytest.mark.clause("skirm3.orders.skill", "skirm3.orders.skill-timing")
def test_a_unit_uses_an_order_skill_outside_its_activation() -> None:
    table = Table.parse(
        "A C . . B", A=unit(), C=unit(skills=[CRY], ready=False), B=foe(), orders=(1, 0)
    )
    assert (table.asks, table.because) == ("red skill", "skirm3.orders.skill-timing")
    table.play("skill C cry")
    assert (table.scores, table.orders, table["C"].ready) == ((1, 0), (0, 0), False)


@pytest.mark.clause("skirm3.orders.skill-timing")
def test_a_window_lists_the_order_skills_that_its_verb_offers() -> None:
    table = Table.parse("A . . B", A=unit(skills=[CRY]), B=foe(), orders=(1, 0))
    question = table.game.question
    assert isinstance(question, Choice)
    menu = question.menu
    assert isinstance(menu, Menu)
    offered = SKILL_VERB.offered(table.battle, menu.asked)
    assert [*offered, PASS] == list(question.listed)


@pytest.mark.clause("skirm3.orders.skill-timing")
def test_the_active_player_is_asked_first_and_until_both_decline_in_a_row() -> None:
    table = Table.parse(
        "A C . . B",
        A=unit(skills=[CRY]),
        C=unit(skills=[CRY]),
        B=foe(skills=[CRY]),
        orders=(2, 1),
    )
    asked = []
    for answer in ("pass", "skill B cry", "skill A cry", "skill C cry"):
        asked.append(table.asks)
        table.play(answer)
    assert asked == ["red skill", "blue skill", "red skill", "red skill"]
    assert (table.asks, table.scores) == ("red action", (2, 1))


@pytest.mark.clause("skirm3.orders.skill-timing")
def test_windows_open_before_between_and_after_actions() -> None:
    table = Table.parse("A . . . . B", A=unit(), B=foe(skills=[CRY]), orders=(0, 1))
    asked = [table.asks]
    for answer in ("pass", "move A a1-b1", "pass", "end A"):
        asked.append(table.play(answer).asks)
    assert asked == ["blue skill", "red action", "blue skill", "red action", "blue skill"]
    assert table.play("pass").asks == "blue activate"


@pytest.mark.clause("skirm3.orders.skill-timing")
def test_no_order_skill_is_used_in_the_middle_of_an_action() -> None:
    table = Table.parse("A . . . B", A=unit(), B=foe(skills=[CRY]), orders=(0, 1)).play("pass")
    table.play("shoot A B rifle", dice="11 66")
    assert table.asks == "blue re-roll"
    assert table.options() == ["reroll 1", "pass"]


@pytest.mark.clause("skirm3.orders.skill-timing")
def test_a_window_opens_after_the_last_action_of_a_unit_that_went_out() -> None:
    fall = {"do": "damage", "points": 1, "who": {"pick": "self"}}
    doom = skill("doom", fall, fall, act=1)
    table = Table.parse("A . B", A=unit(arm=0, skills=[doom]), B=foe(skills=[CRY]), orders=(0, 1))
    table.play("pass", "skill A doom", dice="66")
    assert table["A"].state == "out"
    assert table.asks == "blue skill"
    table.play("skill B cry")
    assert (table.scores, table.asks) == ((0, 1), "blue activate")


@pytest.mark.clause("skirm3.orders.skill-once")
def test_an_order_skill_is_used_once_a_turn_by_each_unit() -> None:
    table = Table.parse(
        "A C . . B", A=unit(skills=[CRY]), C=unit(skills=[CRY]), B=foe(), orders=(3, 0)
    )
    table.play("skill A cry")
    assert table.options() == ["skill C cry", "pass"]
    table.play("skill C cry")
    assert table.asks == "red action"
    assert table.refuses("skill A cry") == "skirm3.orders.skill-once"


@pytest.mark.clause("skirm3.orders.skill-once", "skirm3.turn.phases")
def test_an_order_skill_may_be_used_again_in_the_next_turn() -> None:
    table = end_of_turn(A=unit(skills=[CRY]), C=unit(ready=False), orders=(1, 0))
    table.play("skill A cry", "end A", dice="12 166 666")
    table.play("activate A", "skill A cry")
    assert table.scores == (2, 0)


@pytest.mark.clause("skirm3.orders.reroll", "skirm3.combat.window-save")
def test_several_saves_are_re_rolled_in_the_opponents_activation() -> None:
    table = Table.parse("A . . B", A=unit(), B=foe(arm=4), orders=(0, 2))
    table.play("shoot A B rifle", "reroll 1", "reroll 2", dice="11 56 3 4")
    assert (table.orders, table["B"].state) == ((0, 0), "standing")


@pytest.mark.clause("skirm3.orders.reroll")
def test_a_recover_roll_is_re_rolled_with_an_order() -> None:
    table = Table.parse("A . . . B", A=unit(state="downed", arm=3), B=foe(), orders=(1, 0))
    table.play("recover A", "reroll 1", dice="5 3")
    assert (table["A"].state, table.orders) == ("standing", (0, 0))
