"""Third edition, chapter "Dice rolls": successes, re-rolls, their window, roll-offs."""

from __future__ import annotations

import pytest

from battlemat.boards.squares import Board
from battlemat.kernel.questions import Roll
from boards.squares_boards import board
from rules.skirm.table import Table, blade, foe, gun, unit


def shot(
    rsk: int = 4, *, orders: tuple[int, int] = (0, 0), special: str = "", roa: int = 3
) -> Table:
    """A may shoot at B, who saves nothing but a 1."""
    return Table.parse(
        "A . . B",
        A=unit(rsk=rsk, weapons=[gun(special=special, roa=roa)]),
        B=foe(arm=0),
        orders=orders,
    )


def strikes(table: Table) -> int:
    found: int = table.told("strikes")[-1]["strikes"]
    return found


@pytest.mark.clause("skirm3.dice.d6")
def test_a_roll_asks_for_so_many_six_sided_dice() -> None:
    table = shot(roa=3)
    table.game.dice = None
    table.game.answer("shoot A B rifle")
    question = table.game.question
    assert isinstance(question, Roll)
    assert (question.count, question.sides) == (3, 6)


@pytest.mark.clause("skirm3.dice.success", "skirm3.combat.strike")
def test_a_die_succeeds_when_it_does_not_exceed_the_stat() -> None:
    assert strikes(shot(rsk=4).play("shoot A B rifle", dice="453 66")) == 2


@pytest.mark.clause("skirm3.dice.six-fails", "skirm3.combat.no-cap")
def test_a_six_fails_to_strike_even_with_a_skill_of_six() -> None:
    roof = board(6, 1, levels={(0, 0): 2})
    table = Table.on(roof, A=unit(rsk=5, at=(0, 0), weapons=[gun(roa=3)]), B=foe(at=(3, 0)))
    table.play("shoot A B rifle", dice="615 11")
    assert table.told("attack")[-1]["skill"] == 6
    assert strikes(table) == 2


@pytest.mark.clause("skirm3.dice.six-fails", "skirm3.combat.no-cap")
def test_a_six_fails_to_save_even_with_an_armor_of_six() -> None:
    table = Table.parse("A . . B", A=unit(), B=foe(arm=6))
    table.play("shoot A B rifle", dice="11 65")
    assert table.told("saves")[-1]["failed"] == 1
    assert table["B"].state == "downed"


@pytest.mark.clause("skirm3.dice.one-succeeds", "skirm3.special.repulsive")
def test_a_one_strikes_even_with_a_skill_of_none() -> None:
    table = Table.parse("A B", A=unit(msk=1), B=foe("REP"))
    table.play("melee A B blade", dice="12 1")
    assert table.told("attack")[-1]["skill"] == 0
    assert strikes(table) == 1


@pytest.mark.clause("skirm3.dice.one-succeeds", "skirm3.combat.no-cap")
def test_a_one_saves_even_without_armor() -> None:
    table = shot(roa=2).play("shoot A B rifle", dice="11 11")
    assert table["B"].state == "standing"


@pytest.mark.clause("skirm3.dice.reroll-choose")
def test_a_named_die_is_replaced_also_by_a_worse_one() -> None:
    table = shot(orders=(1, 0), roa=2).play("shoot A B rifle", "reroll 1", dice="45 6")
    assert strikes(table) == 0
    assert table.told("reroll")[-1] == {"player": "red", "old": "4", "new": "6"}


@pytest.mark.clause("skirm3.dice.reroll-once", "skirm3.weapon.precise")
def test_a_die_re_rolled_for_free_is_not_re_rolled_with_an_order() -> None:
    table = shot(orders=(2, 0), special="PRC", roa=2)
    table.play("shoot A B rifle", "reroll 1", dice="52 6")
    assert table.asks == "red re-roll"
    assert table.options() == ["reroll 2", "pass"]


@pytest.mark.clause("skirm3.dice.order", "skirm3.dice.free-batch")
def test_dice_re_rolled_together_keep_their_places() -> None:
    table = shot(rsk=1, orders=(1, 0), special="PRC")
    table.play("shoot A B rifle", "reroll 1,3", dice="526 31")
    assert table.faces == (3, 2, 1)
    table.play("pass", dice="6")
    assert table.told("strikes")[-1]["faces"] == "3 2 1"


@pytest.mark.clause(
    "skirm3.dice.window-order", "skirm3.special.parry", "skirm3.combat.window-attack"
)
def test_the_roller_re_rolls_first_and_parry_closes_the_window() -> None:
    table = Table.parse(
        "A B", A=unit(msk=4, weapons=[blade(roa=3)]), B=foe("PAR", arm=3), orders=(2, 0)
    )
    table.play("melee A B blade", "reroll 2", dice="253 4")
    assert table.asks == "red re-roll"
    table.play("pass")
    assert table.asks == "blue parry"
    assert table.options() == ["reroll 1", "reroll 3", "pass"]
    table.play("reroll 1", dice="6 33")  # then the window is closed: two Saves are rolled at once
    assert table.asks == "red action"
    assert table.orders == (1, 0)


@pytest.mark.clause("skirm3.dice.window-order", "skirm3.orders.reroll")
def test_orders_are_spent_die_by_die_with_each_result_seen() -> None:
    table = shot(orders=(3, 0), roa=2).play("shoot A B rifle", "reroll 1", dice="66 5")
    assert table.options() == ["reroll 2", "pass"]
    table.play("reroll 2", dice="1 1")
    assert table.orders == (1, 0)
    assert strikes(table) == 1


@pytest.mark.clause("skirm3.dice.free-batch", "skirm3.dice.window-order")
def test_free_re_rolls_are_one_batch_before_any_order_and_may_be_declined() -> None:
    table = shot(orders=(1, 0), special="PRC RLT", roa=2)
    table.play("shoot A B rifle", dice="56")
    assert table.asks == "red free re-roll"
    assert table.options() == ["reroll 2", "reroll 1", "reroll 1,2", "pass"]
    table.play("pass")
    assert table.asks == "red action"
    assert table.orders == (1, 0)


@pytest.mark.clause("skirm3.dice.window-order", "skirm3.weapon.relentless")
def test_an_order_lies_beside_what_is_free_and_spent_first_declines_it() -> None:
    table = shot(orders=(2, 0), special="RLT", roa=2).play("shoot A B rifle", dice="56")
    assert table.asks == "red free re-roll"
    assert table.options() == ["reroll 2", "reroll 1", "pass"]
    assert table.orders == (2, 0)
    table.play("reroll 1", dice="5")
    assert (table.asks, table.orders, table.faces) == ("red re-roll", (1, 0), (5, 6))


@pytest.mark.clause("skirm3.dice.roll-off", "skirm3.setup.deploy-roll")
def test_the_lower_die_wins_a_roll_off_and_ties_are_rolled_again() -> None:
    table = Table.before(Board.build(4, 4), A=unit(), B=foe(), dice="33 25")
    assert table.asks == "red zone"
    assert table.rolls == ["red 1 setup.deploy-roll", "blue 1 setup.deploy-roll"] * 2


@pytest.mark.clause("skirm3.dice.reroll-choose", "skirm3.dice.reroll-once", "skirm3.dice.order")
def test_a_die_that_cannot_be_named_is_refused_with_what_would_be_right() -> None:
    table = shot(rsk=3, orders=(2, 0), roa=3)
    table.play("shoot A B rifle", dice="551")
    assert table.refuses("reroll 1,2") == "skirm3.orders.reroll"
    assert table.refuses("reroll 4") == "skirm3.dice.order"
    table.play("reroll 1", dice="6")
    assert table.refuses("reroll 1") == "skirm3.dice.reroll-once"
