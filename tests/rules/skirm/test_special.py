"""Third edition, chapter "Unit special rules", one after another."""

from __future__ import annotations

from typing import Any

import pytest

from rules.skirm.table import Table, blade, foe, gun, unit


@pytest.mark.clause("skirm3.special.double-melee")
def test_double_melee_makes_two_melee_attacks_cheap_and_not_three() -> None:
    table = Table.parse("A B", A=unit("2MC", act=3), B=foe(), orders=(1, 0))
    left = []
    for _ in range(2):
        table.play("melee A B blade", "pass", dice="66")
        left.append(table.act)
    table.play("melee A B blade", dice="66")  # no order is left for a re-roll
    assert (left, table.act, table.orders) == ([2, 1], 0, (0, 0))


@pytest.mark.clause("skirm3.special.double-melee", "skirm3.weapon.double-melee")
def test_double_melee_of_unit_and_weapon_do_not_add_up() -> None:
    table = Table.parse("A B", A=unit("2MC", act=4, weapons=[blade(special="2MC")]), B=foe())
    for _ in range(3):
        table.play("melee A B blade", dice="66")
    assert table.act == 0  # 1, 1 and 2


@pytest.mark.clause("skirm3.special.double-ranged")
def test_double_ranged_after_a_move_costs_one_each() -> None:
    table = Table.parse("A . . . B", A=unit("2RC", act=3), B=foe()).play("move A a1-b1")
    table.play("shoot A B rifle", dice="66").play("shoot A B rifle", dice="66")
    assert table.act == 0


def blasted(shielded: dict[str, Any], **more: Any) -> Table:
    """An Explode weapon is fired at B, with C next to it."""
    return Table.on(
        A=unit(at=(0, 0), weapons=[gun(special="XPL ARP", roa=1)]),
        B=foe("BLS", at=(4, 0)),
        C=shielded | {"at": (5, 0)},
        **more,
    )


@pytest.mark.clause("skirm3.special.blast-shield")
def test_a_blast_shield_keeps_a_secondary_target_out_of_the_attack_altogether() -> None:
    table = blasted(foe("BLS")).play("shoot A B rifle", dice="6 1 3")
    assert table.rolls == [
        "red 1 combat.strike",
        "blue 1 combat.saves",
        "blue 1 special.blast-shield",
    ]


@pytest.mark.clause("skirm3.special.blast-shield")
def test_a_blast_shield_fails_on_four_and_more_and_not_for_the_primary_target() -> None:
    table = blasted(foe("BLS")).play("shoot A B rifle", dice="6 1 4 6 1")
    assert table.rolls[2:] == [
        "blue 1 special.blast-shield",
        "red 1 combat.strike",
        "blue 1 combat.saves",
    ]


@pytest.mark.clause("skirm3.special.blast-shield", "skirm3.orders.reroll")
def test_the_owner_of_a_blast_shield_may_re_roll_it_with_an_order() -> None:
    table = blasted(unit("BLS"), orders=(1, 0)).play("shoot A B rifle", "pass", dice="6 1 5")
    assert table.asks == "red re-roll"
    table.play("reroll 1", dice="2")
    assert table.told("shield")[-1]["outcome"] == "shielded"


@pytest.mark.clause("skirm3.special.blast-shield", "skirm3.weapon.explode-empty")
def test_everyone_hit_by_a_shot_at_an_empty_square_is_a_secondary_target() -> None:
    table = blasted(foe("BLS")).play("blast A e2 rifle", dice="1 1")
    assert table.rolls == ["blue 1 special.blast-shield"] * 2


@pytest.mark.clause("skirm3.special.brutal", "skirm3.weapon.brutal")
@pytest.mark.parametrize(("own", "arms"), [("BRU", ""), ("", "BRU")])
def test_brutal_re_rolls_melee_attack_dice_and_no_others(own: str, arms: str) -> None:
    card = unit(own, weapons=[blade(special=arms), gun(special=arms)])
    table = Table.parse("A B", A=card, B=foe()).play("melee A B blade", dice="56")
    assert table.asks == "red free re-roll"
    assert table.options()[-2:] == ["reroll 1,2", "pass"]
    far = Table.parse("A . . B", A=card, B=foe()).play("shoot A B rifle", dice="56")
    assert far.asks == "red action"


@pytest.mark.clause("skirm3.special.precise", "skirm3.weapon.precise")
@pytest.mark.parametrize(("own", "arms"), [("PRC", ""), ("", "PRC")])
def test_precise_re_rolls_ranged_attack_dice_and_no_others(own: str, arms: str) -> None:
    card = unit(own, weapons=[blade(special=arms), gun(special=arms)])
    table = Table.parse("A . . B", A=card, B=foe()).play("shoot A B rifle", dice="56")
    assert table.asks == "red free re-roll"
    assert table.options()[-2:] == ["reroll 1,2", "pass"]
    near = Table.parse("A B", A=card, B=foe()).play("melee A B blade", dice="56")
    assert near.asks == "red action"


@pytest.mark.clause("skirm3.special.camouflage")
@pytest.mark.parametrize(
    ("squares", "state", "saves"), [(3, "standing", 1), (4, "standing", 0), (4, "downed", 0)]
)
def test_camouflage_saves_one_point_from_four_squares_on(
    squares: int, state: str, saves: int
) -> None:
    table = Table.on(A=unit(at=(0, 0)), B=foe("CAM", at=(squares, 0), state=state))
    table.play("shoot A B rifle", dice="16" + "1" * saves)
    assert table.rolls[1:] == ["blue 1 combat.saves"] * saves


@pytest.mark.clause("skirm3.special.command")
def test_command_gives_a_free_action_and_costs_one_then_two() -> None:
    table = Table.parse(
        """
        A C .
        D . .
        . . .
        . . B
        """,
        A=unit("CMD", act=3),
        C=unit(ready=False),
        D=unit(),
        B=foe(),
    )
    assert table.options("command") == ["command A C", "command A D"]
    table.play("command A C")
    assert table.asks == "red command"
    table.play("move C b1-c1")
    assert (table.act, table["C"].square, table["C"].ready) == (2, "c1", False)
    table.play("command A D", "pass")
    assert (table.act, table["D"].ready) == (0, True)


@pytest.mark.clause("skirm3.special.command", "skirm3.los.use")
def test_command_needs_line_of_sight_to_a_squadmate() -> None:
    table = Table.parse("A B C", A=unit("CMD"), B=foe(), C=unit())
    assert table.options("command") == []


@pytest.mark.clause("skirm3.special.command")
def test_a_commanded_action_is_basic_free_and_without_surcharge() -> None:
    heavy = unit(weapons=[gun(special="HVY"), blade()])
    table = Table.parse("A C . . . B", A=unit("CMD"), C=heavy, B=foe(), orders=(0, 0))
    table.play("command A C")
    verbs = {text.split()[0] for text in table.options()}
    assert verbs == {"move", "dash", "shoot", "pass"}
    table.play("shoot C B rifle", dice="66")
    table.play("end A", "activate B", "end B", "activate C")
    assert table.act == 3
    table.play("shoot C B rifle", dice="66")
    assert table.act == 2  # the commanded shot was no first use


@pytest.mark.clause("skirm3.special.command", "skirm3.damage.downed-actions")
def test_a_downed_squadmate_is_ordered_to_recover_or_crawl() -> None:
    table = Table.parse("A C . . . B", A=unit("CMD"), C=unit(state="downed"), B=foe())
    table.play("command A C")
    assert {text.split()[0] for text in table.options()} == {"recover", "crawl", "pass"}
    table.play("recover C", dice="3")
    assert table["C"].state == "standing"


@pytest.mark.clause("skirm3.special.counter")
def test_a_unit_that_still_stands_may_strike_back_for_free() -> None:
    table = Table.parse("A B", A=unit(), B=foe("CTR"), orders=(0, 0))
    table.play("melee A B blade", dice="66")
    assert (table.asks, table.options()) == ("blue counter", ["melee B A blade", "pass"])
    table.play("melee B A blade", dice="66")
    assert (table.asks, table.act) == ("red action", 2)


@pytest.mark.clause("skirm3.special.counter")
def test_a_counter_is_not_countered() -> None:
    table = Table.parse("A B", A=unit("CTR"), B=foe("CTR")).play("melee A B blade", dice="66")
    table.play("melee B A blade", dice="66")
    assert table.asks == "red action"


@pytest.mark.clause("skirm3.special.counter")
def test_no_counter_when_the_attacker_was_pushed_away_by_another_one() -> None:
    table = Table.on(
        A=unit(at=(2, 0), arm=0, weapons=[blade(special="XPL", roa=1)]),
        B=foe("CTR", at=(3, 0), weapons=[blade(special="PSH", roa=1)]),
        C=foe("CTR", at=(3, 1)),
    )
    table.play("melee A B blade", dice="6 6")
    table.play("melee B A blade", "push 1", dice="16 6")  # C supports it
    assert table["A"].at == (1, 0)
    assert table.asks == "red action"  # C is not Adjacent any more


@pytest.mark.clause("skirm3.special.counter")
def test_no_counter_after_being_downed_or_shot_at() -> None:
    down = Table.parse("A B", A=unit(), B=foe("CTR", arm=0)).play("melee A B blade", dice="16 6")
    assert down.asks == "red action"
    far = Table.parse("A . . B", A=unit(), B=foe("CTR")).play("shoot A B rifle", dice="66")
    assert far.asks == "red action"


@pytest.mark.clause("skirm3.special.counter", "skirm3.combat.several")
def test_counters_come_after_all_targets_and_not_from_the_attackers_squadmates() -> None:
    table = Table.parse(
        """
        C M
        A B
        """,
        A=unit(weapons=[blade(special="XPL", roa=1)]),
        B=foe("CTR"),
        C=foe("CTR"),
        M=unit("CTR"),
    )
    table.play("melee A B blade", dice="66 66 6")  # M supports the attacks on B and C
    assert [facts["target"] for facts in table.told("attack")] == ["B", "C", "M"]
    assert table.options() == ["melee B A blade", "pass"]
    table.play("pass")
    assert table.options() == ["melee C A blade", "pass"]
    assert table.play("pass").asks == "red action"


@pytest.mark.clause("skirm3.special.dodge")
@pytest.mark.parametrize(("state", "saves"), [("standing", 0), ("downed", 1)])
def test_dodge_saves_one_point_in_melee_while_standing(state: str, saves: int) -> None:
    table = Table.parse("A B", A=unit(), B=foe("DOD", arm=3, state=state))
    table.play("melee A B blade", dice="16" + "1" * saves)
    assert table.rolls[1:] == ["blue 1 combat.saves"] * saves


@pytest.mark.clause("skirm3.special.dodge")
def test_dodge_does_nothing_against_a_shot() -> None:
    table = Table.parse("A . . B", A=unit(), B=foe("DOD")).play("shoot A B rifle", dice="16 1")
    assert table.rolls[1:] == ["blue 1 combat.saves"]


@pytest.mark.clause("skirm3.special.parry")
def test_parry_may_have_one_die_re_rolled_that_the_attacker_did_not() -> None:
    table = Table.parse("A B", A=unit("BRU", weapons=[blade(roa=3)]), B=foe("PAR"))
    table.play("melee A B blade", "reroll 1", dice="613 2")
    assert (table.asks, table.options()) == ("blue parry", ["reroll 2", "reroll 3", "pass"])
    table.play("reroll 2", dice="6 11")
    assert table.rolls == ["red 1 combat.strike", "blue 2 combat.saves"]


@pytest.mark.clause("skirm3.special.parry")
def test_parry_does_nothing_against_a_shot_or_while_downed() -> None:
    far = Table.parse("A . . B", A=unit(), B=foe("PAR")).play("shoot A B rifle", dice="16 1")
    assert far.asks == "red action"
    down = Table.parse("A B", A=unit(), B=foe("PAR", state="downed"))
    assert down.play("melee A B blade", dice="16 1").asks == "red action"


@pytest.mark.clause("skirm3.special.repulsive", "skirm3.weapon.skill")
def test_repulsive_lowers_the_skill_in_use_in_melee_alone() -> None:
    near = Table.parse("A B", A=unit(weapons=[blade(special="SK5")]), B=foe("REP"))
    near.play("melee A B blade", dice="66")
    assert near.told("attack")[-1]["skill"] == 4
    far = Table.parse("A . . B", A=unit(rsk=3), B=foe("REP")).play("shoot A B rifle", dice="66")
    assert far.told("attack")[-1]["skill"] == 3


@pytest.mark.clause("skirm3.special.tenacious")
def test_a_tenacious_unit_re_rolls_its_recover_die() -> None:
    table = Table.parse("A . . . B", A=unit("TEN", arm=3, state="downed"), B=foe())
    table.play("recover A", dice="5")
    assert (table.asks, table.because) == ("red free re-roll", "skirm3.special.tenacious")
    table.play("reroll 1", dice="3")
    assert (table["A"].state, table.act) == ("standing", 2)


@pytest.mark.clause("skirm3.special.tenacious")
def test_tenacious_belongs_to_the_unit_that_rolls() -> None:
    helper = Table.parse("A C . B", A=unit("TEN"), C=unit(state="downed"), B=foe())
    assert helper.play("recover A C", dice="5").asks == "red free re-roll"
    helped = Table.parse("A C . B", A=unit(), C=unit("TEN", state="downed"), B=foe())
    assert helped.play("recover A C", dice="5").asks == "red action"


@pytest.mark.clause("skirm3.special.tough", "skirm3.special.tempered")
@pytest.mark.parametrize(
    ("code", "answer", "drawing", "asks"),
    [
        ("TGH", "melee A B blade", "A B", "blue free re-roll"),
        ("TGH", "shoot A B rifle", "A . B", "red action"),
        ("TMP", "melee A B blade", "A B", "red action"),
        ("TMP", "shoot A B rifle", "A . B", "blue free re-roll"),
    ],
)
def test_tough_re_rolls_saves_in_melee_and_tempered_at_range(
    code: str, answer: str, drawing: str, asks: str
) -> None:
    table = Table.parse(drawing, A=unit(), B=foe(code)).play(answer, dice="11 66")
    assert table.asks == asks
    if asks.startswith("blue"):
        table.play("reroll 1,2", dice="11")
        assert table["B"].state == "standing"


@pytest.mark.clause("skirm3.special.leader", "skirm3.orders.leader")
def test_leader_dice_are_there_every_turn_while_the_leader_stands() -> None:
    table = Table.parse("A . . . . B", A=unit("LD3"), B=foe(ready=False))
    table.play("end A", dice="12 666666 666")
    assert table.rolls[2:] == ["red 6 orders.roll", "blue 3 orders.roll"]
