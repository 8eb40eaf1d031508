"""First and second edition, chapter "Dice rolls": successes, doubles, chains, re-rolls, windows."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.boards.squares import Board
from battlemat.kernel.questions import Roll
from boards.squares_boards import board
from rules.skirm.early_tables import both, dice_rolled, fight, hits, saves, shot
from rules.skirm.table import Table, blade, foe, gun, skill, unit


def medic(edition: str, amount: str, **more: Any) -> Table:
    """A has a skill that restores so many of its own lost HIT."""
    restore = {"do": "restore", "hit": amount, "who": {"pick": "self"}}
    healer = unit(hit=20, hits=5, skills=[skill("mend", restore, act=1)])
    return Table.parse("A . . B", edition=edition, A=healer, B=foe(), **more)


@both
@pytest.mark.clause("skirm1.dice.d6", "skirm2.dice.d6")
def test_a_roll_asks_for_so_many_six_sided_dice(edition: str) -> None:
    table = shot(edition, roa=3)
    table.game.dice = None
    table.game.answer("shoot A B rifle")
    question = table.game.question
    assert isinstance(question, Roll)
    assert (question.count, question.sides) == (3, 6)


@both
@pytest.mark.clause("skirm1.dice.plus", "skirm2.dice.plus")
def test_a_die_plus_two_that_shows_four_is_a_six_and_no_failure(edition: str) -> None:
    assert medic(edition, "d6+2").play("skill A mend", dice="4")["A"].hit == 5 + 6


@both
@pytest.mark.clause("skirm1.dice.d3", "skirm2.dice.d3")
@pytest.mark.parametrize(("face", "result"), [("1", 1), ("2", 1), ("3", 2), ("4", 2), ("5", 3)])
def test_a_d3_is_a_d6_halved_and_rounded_up(edition: str, face: str, result: int) -> None:
    table = medic(edition, "d3").play("skill A mend", dice=face)
    assert table["A"].hit == 5 + result
    assert table.rolls == ["red 1 dice.d3"]


@both
@pytest.mark.clause("skirm1.dice.order", "skirm2.dice.order")
@pytest.mark.clause("skirm1.dice.free-batch", "skirm2.dice.free-batch")
def test_dice_re_rolled_together_keep_their_places(edition: str) -> None:
    table = shot(edition, skl=1, special="RR2", orders=(1, 0))
    table.play("shoot A B rifle", "reroll 1,3", dice="526 31")
    assert table.faces == (3, 2, 1)


@both
@pytest.mark.clause("skirm1.dice.success", "skirm2.dice.success")
def test_a_die_succeeds_when_it_does_not_exceed_the_stat(edition: str) -> None:
    assert hits(shot(edition, skl=4).play("shoot A B rifle", dice="453 44")) == 2


@both
@pytest.mark.clause("skirm1.dice.six-fails", "skirm2.dice.six-fails")
@pytest.mark.clause("skirm1.combat.no-cap", "skirm2.combat.no-cap")
def test_a_six_never_hits_even_with_a_skill_of_six(edition: str) -> None:
    roof = board(6, 1, levels={(0, 0): 2})
    table = Table.on(
        roof,
        edition=edition,
        A=unit(at=(0, 0), weapons=[gun(roa=3, skl=5)]),
        B=foe(at=(3, 0), arm=7),
    )
    table.play("shoot A B rifle", dice="653 22")
    assert table.told("attack")[-1]["skill"] == 6
    assert hits(table) == 2


@both
@pytest.mark.clause("skirm1.dice.six-fails", "skirm2.dice.six-fails")
def test_a_six_never_saves_even_when_seven_or_less_would(edition: str) -> None:
    table = shot(edition, roa=2, dam=2, arm=9).play("shoot A B rifle", dice="22 65")
    assert table["B"].hit == 9


@pytest.mark.clause("skirm1.dice.one-succeeds", "skirm1.combat.save-surplus")
def test_a_one_saves_against_any_damage_and_saves_twice() -> None:
    table = shot("skirm1", dam=8).play("shoot A B rifle", dice="222 125")
    assert saves(table) == 2
    assert table["B"].hit == 9


@pytest.mark.clause("skirm2.dice.one-succeeds", "skirm2.combat.save-number")
def test_a_one_saves_against_any_damage_and_its_chain_die_may_fail() -> None:
    table = shot("skirm2", roa=2, dam=8).play("shoot A B rifle", dice="22 12 4")
    assert dice_rolled(table, "combat.saves", "blue") == [2, 1]
    assert table["B"].hit == 9


# ------------------------------------------------------------------ doubles


@pytest.mark.clause("skirm1.dice.critical", "skirm1.combat.strike")
def test_a_one_is_two_hits() -> None:
    assert hits(shot("skirm1").play("shoot A B rifle", dice="153 444")) == 3


@pytest.mark.clause("skirm1.dice.critical", "skirm1.weapon.critical")
def test_a_result_that_counts_twice_succeeds_above_the_skill_too() -> None:
    table = shot("skirm1", roa=2, skl=1, special="CR2").play("shoot A B rifle", dice="23 44")
    assert hits(table) == 2


# ------------------------------------------------------------------ chains


@pytest.mark.clause("skirm2.dice.critical", "skirm2.weapon.critical")
def test_a_critical_above_the_skill_hits_and_rolls_a_chain_die() -> None:
    table = shot("skirm2", roa=1, skl=1, special="CR2").play("shoot A B rifle", dice="2 6 4")
    assert dice_rolled(table) == [1, 1]
    assert hits(table) == 1


@pytest.mark.clause("skirm2.dice.critical-chain", "skirm2.dice.critical")
def test_each_critical_rolls_one_die_more_until_none_comes_up() -> None:
    table = shot("skirm2").play("shoot A B rifle", dice="153 1 4 4444")
    assert dice_rolled(table) == [3, 1, 1]
    assert hits(table) == 4


@pytest.mark.clause("skirm2.dice.critical-chain", "skirm2.weapon.critical")
def test_a_weapon_that_widens_criticals_widens_them_in_its_chain() -> None:
    table = shot("skirm2", roa=2, skl=3, special="CR2").play("shoot A B rifle", dice="26 2 5 44")
    assert hits(table) == 2


@pytest.mark.clause("skirm2.dice.chain-where")
def test_saves_chain_on_a_one_only_whatever_the_weapon_does() -> None:
    table = shot("skirm2", roa=3, special="CR2").play("shoot A B rifle", dice="333 251 6")
    assert dice_rolled(table, "combat.saves", "blue") == [3, 1]
    assert table["B"].hit == 9


@pytest.mark.clause("skirm2.dice.chain-where", "skirm2.special.tough")
def test_tough_roll_offs_and_order_rolls_start_no_chain() -> None:
    tough = Table.parse(
        "A . . B",
        edition="skirm2",
        A=unit(weapons=[gun(roa=1)]),
        B=foe("TF1", arm=1, hit=9, ready=False),
    )
    tough.play("shoot A B rifle", dice="2 2 1")
    assert tough["B"].hit == 9
    tough.play("end A", dice="12 111 111")
    assert tough.orders == (3, 3)


@pytest.mark.clause("skirm2.dice.chain-window", "skirm2.orders.change")
def test_a_die_that_is_changed_to_a_one_starts_a_chain() -> None:
    table = shot("skirm2", roa=2, orders=(1, 0))
    table.play("shoot A B rifle", "change 1 -1", dice="26 3 44")
    assert dice_rolled(table) == [2, 1]
    assert hits(table) == 2


@pytest.mark.clause("skirm2.dice.chain-window")
def test_a_one_that_is_re_rolled_away_starts_no_chain() -> None:
    table = shot("skirm2", roa=2, special="RR1").play("shoot A B rifle", "reroll 1", dice="16 4 4")
    assert dice_rolled(table) == [2, 1]
    assert hits(table) == 1


@pytest.mark.clause("skirm2.dice.chain-window", "skirm2.combat.window-attack")
def test_chain_dice_have_a_window_of_their_own() -> None:
    table = shot("skirm2", roa=1, orders=(1, 0)).play("shoot A B rifle", "pass", dice="1 5")
    assert (table.asks, table.faces) == ("red re-roll", (5,))
    table.play("change 1 -1", dice="44")
    assert hits(table) == 2


# ------------------------------------------------------------------ re-rolls


@both
@pytest.mark.clause("skirm1.dice.reroll-choose", "skirm2.dice.reroll-choose")
def test_a_named_die_is_replaced_also_by_a_worse_one(edition: str) -> None:
    table = shot(edition, roa=2, orders=(1, 0)).play("shoot A B rifle", "reroll 1", dice="45 6")
    assert hits(table) == 0
    assert table.told("reroll")[-1] == {"player": "red", "old": "4", "new": "6"}


@both
@pytest.mark.clause("skirm1.dice.reroll-once", "skirm2.dice.reroll-once")
def test_a_re_rolled_die_is_neither_re_rolled_again_nor_changed(edition: str) -> None:
    table = shot(edition, roa=2, special="RR6", orders=(2, 0))
    table.play("shoot A B rifle", "reroll 1", dice="52 6")
    assert table.options() == ["reroll 2", "change 2 -1", "change 2 +1", "pass"]


@both
@pytest.mark.clause("skirm1.dice.reroll-once", "skirm2.dice.reroll-once")
def test_a_changed_die_may_still_be_re_rolled_and_loses_the_change(edition: str) -> None:
    table = shot(edition, roa=1, orders=(2, 0))
    table.play("shoot A B rifle", "change 1 -1", "reroll 1", dice="6 6")
    assert hits(table) == 0
    assert table.orders == (0, 0)


@both
@pytest.mark.clause("skirm1.dice.free-batch", "skirm2.dice.free-batch")
def test_free_re_rolls_are_one_batch_and_may_be_declined(edition: str) -> None:
    table = shot(edition, roa=2, special="RR2").play("shoot A B rifle", dice="56")
    assert table.asks == "red free re-roll"
    assert table.options() == ["reroll 2", "reroll 1", "reroll 1,2", "pass"]
    table.play("pass")
    assert table.asks == "red action"


@both
@pytest.mark.clause("skirm1.dice.window-order", "skirm1.combat.window-attack")
@pytest.mark.clause("skirm2.dice.window-order", "skirm2.combat.window-attack")
def test_free_re_rolls_come_first_and_then_orders_one_at_a_time(edition: str) -> None:
    table = shot(edition, special="RR1", orders=(1, 0))
    table.play("shoot A B rifle", "reroll 1", dice="652 5")
    assert (table.asks, table.faces) == ("red re-roll", (5, 5, 2))
    table.play("change 2 -1", dice="44")
    assert table.told("throw")[-2]["faces"] == "5 4 2"
    assert hits(table) == 2


@both
@pytest.mark.clause("skirm1.dice.window-order", "skirm2.dice.window-order")
def test_what_is_free_and_what_an_order_does_is_one_question(edition: str) -> None:
    table = shot(edition, roa=1, special="RR1", orders=(1, 0)).play("shoot A B rifle", dice="6")
    paid = ["pay 1"] if edition == "skirm2" else []  # it keeps the free one for chain dice
    assert table.asks == "red free re-roll"
    assert table.options() == ["reroll 1", *paid, "change 1 -1", "pass"]
    table.play("pass")
    assert (table.asks, table.orders) == ("red action", (1, 0))


@both
@pytest.mark.clause("skirm1.dice.window-order", "skirm2.dice.window-order")
def test_an_order_that_is_spent_first_declines_what_is_free(edition: str) -> None:
    table = shot(edition, roa=2, special="RR1", orders=(2, 0))
    table.play("shoot A B rifle", "change 1 -1", dice="66")
    assert (table.asks, table.orders, table.faces) == ("red re-roll", (1, 0), (5, 6))


@pytest.mark.clause("skirm2.dice.chain-window", "skirm2.dice.window-order")
def test_whoever_pays_for_a_die_keeps_the_free_re_roll_for_the_chain() -> None:
    table = shot("skirm2", roa=1, special="RR1", orders=(1, 0))
    table.play("shoot A B rifle", "pay 1", dice="6 1 5")
    assert (table.asks, table.orders, table.faces) == ("red free re-roll", (0, 0), (5,))


@pytest.mark.clause("skirm2.dice.window-order", "skirm2.melee.opposed")
def test_in_a_melee_the_attacker_does_not_answer_the_targets_window() -> None:
    table = fight("skirm2", roa=2, back=blade(roa=3), orders=(2, 1))
    table.play("melee A B blade", dice="25 56")
    assert (table.asks, table.faces) == ("red re-roll", (2, 5))
    table.play("pass")
    assert (table.asks, table.faces) == ("blue re-roll", (5, 6))
    table.play("reroll 1", dice="3")
    assert table.asks == "red action"
    assert (hits(table, player="red"), hits(table, player="blue")) == (1, 1)
    assert table.orders == (2, 0)


# ------------------------------------------------------------------ roll-offs


@pytest.mark.parametrize(("edition", "winner"), [("skirm1", "blue"), ("skirm2", "red")])
@pytest.mark.clause("skirm1.dice.roll-off", "skirm2.dice.roll-off")
def test_the_first_edition_wants_the_higher_die_and_the_second_the_lower(
    edition: str, winner: str
) -> None:
    table = Table.before(Board.build(4, 4), edition=edition, A=unit(), B=foe(), dice="33 25")
    assert table.asks == f"{winner} zone"
    assert table.rolls == ["red 1 setup.deploy-roll", "blue 1 setup.deploy-roll"] * 2
