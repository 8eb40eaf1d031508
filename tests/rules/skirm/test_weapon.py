"""Third edition, chapter "Weapon special rules", one after another."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.rulebooks.skirm.chapters.combat.sight import blast_bar
from battlemat.rulebooks.skirm.chapters.combat.targets import fire_lines, write_corners
from boards.squares_boards import board
from rules.skirm.table import EDITIONS, Table, blade, foe, gun, skill, unit


def shot(special: str, *, roa: int = 2, dam: int = 1, rsk: int = 4, **target: Any) -> Table:
    """A may fire a weapon at B."""
    return Table.parse(
        "A . . B",
        A=unit(rsk=rsk, weapons=[gun(special=special, roa=roa, dam=dam)]),
        B=foe(**target),
    )


@pytest.mark.clause("skirm3.weapon.improve-skill")
@pytest.mark.parametrize(("rsk", "skill"), [(5, 5), (3, 4), (4, 5), (6, 6)])
def test_improve_skill_adds_one_up_to_five(rsk: int, skill: int) -> None:
    table = shot("+SK", rsk=rsk).play("shoot A B rifle", dice="66")
    assert table.told("attack")[-1]["skill"] == skill


@pytest.mark.clause("skirm3.weapon.double-melee")
@pytest.mark.parametrize("order", [("blade", "axe"), ("axe", "blade")])
def test_two_melee_attacks_cost_one_each_if_one_is_with_a_double_melee_weapon(
    order: tuple[str, str],
) -> None:
    arms = [blade(), blade("axe", "2MC")]
    table = Table.parse("A B", A=unit(act=4, weapons=arms), B=foe())
    for name in order:
        table.play(f"melee A B {name}", dice="66")
    assert table.act == 2
    assert table.play("melee A B axe", dice="66").act == 0


@pytest.mark.clause("skirm3.weapon.double-ranged")
@pytest.mark.parametrize(("first", "second", "left"), [("a", "b", 1), ("b", "a", 1), ("b", "b", 0)])
def test_two_shots_cost_one_each_if_one_is_with_a_double_ranged_weapon(
    first: str, second: str, left: int
) -> None:
    arms = [gun("a", "2RC"), gun("b")]
    table = Table.parse("A . . B", A=unit(act=3, weapons=arms), B=foe())
    table.play(f"shoot A B {first}", dice="66").play(f"shoot A B {second}", dice="66")
    assert table.act == left


@pytest.mark.clause("skirm3.weapon.armor-piercing")
def test_armor_piercing_adds_one_strike_without_a_die() -> None:
    table = shot("ARP", dam=2).play("shoot A B rifle", dice="56 11")
    assert table.told("strikes")[-1]["strikes"] == 1
    assert table.rolls[1:] == ["blue 2 combat.saves"]


@pytest.mark.clause("skirm3.weapon.armor-piercing", "skirm3.weapon.rending")
def test_the_automatic_strike_is_not_a_one_for_rending() -> None:
    table = shot("ARP RND").play("shoot A B rifle", dice="14 1111")
    assert (table.told("strikes")[-1]["strikes"], table.rolls[1]) == (3, "blue 4 combat.saves")


@pytest.mark.clause("skirm3.weapon.armor-piercing", "skirm3.weapon.stun")
def test_the_automatic_strike_is_not_a_one_for_stun() -> None:
    assert shot("ARP STN").play("shoot A B rifle", dice="66 1")["B"].stun == 0


@pytest.mark.clause("skirm3.weapon.chain-reaction")
def test_chain_reaction_takes_up_to_two_enemies_next_to_the_target() -> None:
    table = Table.on(
        A=unit(at=(0, 0), weapons=[gun(special="CHN", roa=1)]),
        B=foe(at=(4, 1)),
        C=foe(at=(5, 1)),
        D=foe(at=(5, 2), state="downed"),
        E=foe(at=(4, 2)),
        F=foe(at=(7, 1)),
        M=unit(at=(5, 0)),
    )
    others = {text.partition(" with ")[2] for text in table.options("shoot A B")}
    assert others == {"", "C", "D", "E", "C,D", "C,E", "D,E"}
    table.play("shoot A B rifle with C,D", dice="6 6 6")
    assert [facts["target"] for facts in table.told("attack")] == ["B", "C", "D"]


@pytest.mark.clause("skirm3.weapon.heavy")
def test_firing_a_heavy_weapon_after_a_move_costs_one_more() -> None:
    table = shot("HVY").play("move A a1-b1")
    assert table.play("shoot A B rifle", dice="66").act == 0
    assert shot("HVY").play("shoot A B rifle", dice="66").act == 2


@pytest.mark.clause("skirm3.weapon.heavy", "skirm3.action.repeat")
def test_the_heavy_surcharge_adds_to_that_of_a_repeat() -> None:
    table = Table.parse("A . . . . B", A=unit(act=6, weapons=[gun(special="HVY")]), B=foe())
    table.play("move A a1-b1", "shoot A B rifle", dice="66")
    assert table.act == 3
    assert table.play("shoot A B rifle", dice="66").act == 0


AIMED = skill("aimed", {"do": "attack", "type": "ranged"}, act=1)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.clause("skirm1.weapon.heavy", "skirm2.weapon.heavy", "skirm3.weapon.heavy")
def test_a_heavy_weapon_fired_by_a_skill_after_a_move_costs_one_more(edition: str) -> None:
    def gunner(act: int, orders: int = 0) -> Table:
        guns = [gun("cannon", "HVY"), gun("pistol")]
        red = unit(act=act, weapons=guns, skills=[AIMED])
        table = Table.parse("A . . . . B", edition=edition, A=red, B=foe(), orders=(orders, 0))
        return table.play("move A a1-b1", "skill A aimed")

    table = gunner(3).play("shoot A B cannon", dice="66")
    assert table.act == 0
    assert gunner(3).play("shoot A B pistol", dice="66").act == 1
    table = gunner(2)
    assert table.options("shoot") == ["shoot A B pistol"]
    assert table.refuses("shoot A B cannon") == f"{edition}.weapon.heavy"
    table = gunner(2, orders=1).play("shoot A B cannon", dice="66")
    assert table.orders == (0, 0)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.clause("skirm1.weapon.heavy", "skirm2.weapon.heavy", "skirm3.weapon.heavy")
def test_a_skill_that_could_only_fire_what_cannot_be_paid_is_not_open(edition: str) -> None:
    red = unit(act=2, weapons=[gun("cannon", "HVY")], skills=[AIMED])
    table = Table.parse("A . . . . B", edition=edition, A=red, B=foe())
    assert table.options("skill") == ["skill A aimed"]
    table.play("move A a1-b1")
    assert table.options("skill") == []
    assert table.refuses("skill A aimed") == f"{edition}.card.skills"


@pytest.mark.clause("skirm3.weapon.heavy-move")
def test_a_move_after_firing_a_heavy_weapon_costs_one_more() -> None:
    table = shot("HVY", roa=1).play("shoot A B rifle", dice="6")
    assert table.play("move A a1-b1").act == 0
    table = Table.parse("A . . . . B", A=unit(act=6, weapons=[gun(special="HVY")]), B=foe())
    table.play("move A a1-b1", "shoot A B rifle", dice="66")
    assert table.play("move A b1-c1").act == 0  # 1, 2 and 3


@pytest.mark.clause("skirm3.weapon.heavy-dash")
def test_a_dash_and_a_leap_neither_raise_nor_suffer_the_heavy_surcharge() -> None:
    table = shot("HVY").play("dash A a1-b1", "shoot A B rifle", dice="66")
    assert table.act == 1
    assert table.play("dash A b1-a1" if "dash A b1-a1" in table.options() else "end A").act == 0
    table = shot("HVY").play("shoot A B rifle", dice="66").play("dash A a1-b1")
    assert table.act == 1
    leaper = Table.parse("A . . . B", A=unit("LP1", act=4, weapons=[gun(special="HVY")]), B=foe())
    leaper.play("leap A a1-b1", "shoot A B rifle", dice="66")
    assert leaper.act == 1


@pytest.mark.clause("skirm3.weapon.heavy-dash", "skirm3.weapon.melee-combat-ranged")
def test_a_heavy_weapon_used_in_melee_is_not_fired() -> None:
    arms = [gun(special="HVY MCR")]
    table = Table.parse("A . B .", A=unit(weapons=arms), B=foe())
    table.play("move A a1-b1", "melee A B rifle", dice="66")
    assert table.act == 1


@pytest.mark.clause("skirm3.weapon.limited-ammo")
def test_a_limited_weapon_is_used_once_by_each_bearer() -> None:
    arms = [gun("rocket", "LIM XPL", roa=1)]
    table = Table.on(
        A=unit(at=(0, 0), weapons=arms), B=foe(at=(3, 0)), C=foe(at=(4, 1), weapons=arms)
    )
    table.play("shoot A B rocket", dice="6 6")
    assert table.refuses("shoot A B rocket") == "skirm3.weapon.limited-ammo"
    table.play("end A", "activate C")
    assert "shoot C A rocket" in table.options()


def line_option(table: Table, corners: str) -> str:
    """The option whose line hits the same units as the line between these corners."""
    battle, attacker, target = table.battle, table.unit("A"), table.unit("B")
    lines = fire_lines(battle, attacker.square, target.square, downed=False)
    found = {write_corners(line): crossed for line, crossed in lines.items()}
    same = [text for text in found if not (found[text] ^ found[corners]) & battle.occupied]
    offered = table.options("shoot A B rifle line ")
    return next(text for text in offered if text.rpartition(" ")[2] in same)


@pytest.mark.clause("skirm3.weapon.linear")
@pytest.mark.parametrize(
    ("corners", "hit"), [("1,1-4,2", ["B", "C"]), ("1,0-4,2", ["B", "D", "C"])]
)
def test_a_linear_weapon_hits_everyone_on_the_line_that_the_attacker_picks(
    corners: str, hit: list[str]
) -> None:
    table = Table.on(
        A=unit(at=(0, 0), weapons=[gun(special="LNR", roa=1)]),
        B=foe(at=(4, 2)),
        C=foe(at=(2, 1)),
        D=unit(at=(2, 0)),
        E=foe(at=(3, 2)),
    )
    table.play(line_option(table, corners), dice="6" * len(hit))
    assert [facts["target"] for facts in table.told("attack")] == hit


@pytest.mark.clause("skirm3.weapon.linear", "skirm3.los.units")
def test_standing_units_do_not_hide_a_target_from_a_linear_weapon_but_terrain_does() -> None:
    arms = unit(weapons=[gun(special="LNR")])
    assert Table.parse("A . C . B", A=arms, C=unit(), B=foe()).options("shoot A B") != []
    wall = board(5, 1, walls={((2, 0), (3, 0)): 2})
    hidden = Table.on(wall, A=arms | {"at": (0, 0)}, B=foe(at=(4, 0)))
    assert hidden.refuses("shoot A B rifle") == "skirm3.los.corners"


@pytest.mark.clause("skirm3.weapon.melee-combat-ranged")
def test_a_melee_combat_ranged_weapon_strikes_with_msk_and_not_as_fired() -> None:
    arms = [gun("pistol", "MCR PRC ARP")]
    table = Table.parse("A B", A=unit(msk=2, rsk=5, weapons=arms), B=foe())
    assert table.options("shoot") == []
    table.play("melee A B pistol", dice="26 11")  # ARP holds, PRC does not
    assert (table.told("attack")[-1]["skill"], table.asks) == (2, "red action")
    assert Table.parse("A B", A=unit(weapons=[gun()]), B=foe()).options("melee") == []


@pytest.mark.clause("skirm3.weapon.push")
def test_a_unit_that_suffers_damage_is_pushed_up_to_two_squares() -> None:
    table = shot("PSH", arm=0)
    table.play("shoot A B rifle", dice="16 6")
    assert table.asks == "red action"  # the edge of the map is right behind B
    table = Table.parse("A . B . . .", A=unit(weapons=[gun(special="PSH")]), B=foe(arm=0))
    table.play("shoot A B rifle", dice="16 6")
    assert (table.asks, table.options()) == ("red push", ["push 0", "push 1", "push 2"])
    table.play("push 2")
    assert (table["B"].square, table["B"].state) == ("e1", "downed")


@pytest.mark.clause("skirm3.weapon.push")
def test_no_push_without_damage_and_none_of_a_unit_that_goes_out() -> None:
    saved = Table.parse("A . B . .", A=unit(weapons=[gun(special="PSH")]), B=foe())
    assert saved.play("shoot A B rifle", dice="11 11").asks == "red action"
    gone = Table.parse("A . B . .", A=unit(weapons=[gun(special="PSH")]), B=foe(state="downed"))
    assert gone.play("shoot A B rifle", dice="16 6").asks == "red action"
    assert gone["B"].state == "out"


@pytest.mark.clause("skirm3.weapon.push", "skirm3.move.zone", "skirm3.move.difficult")
def test_a_push_minds_neither_difficult_ground_nor_enemies() -> None:
    mud = board(6, 2, difficult=[(2, 0), (3, 0)])
    table = Table.on(
        mud,
        A=unit(at=(0, 0), weapons=[gun(special="PSH")]),
        B=foe(at=(2, 0), arm=0),
        C=unit(at=(3, 1)),
    )
    table.play("shoot A B rifle", "push 2", dice="16 6")
    assert table["B"].at == (4, 0)


@pytest.mark.clause("skirm3.weapon.push-direction")
@pytest.mark.parametrize(
    ("target", "path"), [((5, 3), [(6, 3), (7, 3)]), ((4, 3), [(5, 4), (6, 5)])]
)
def test_a_push_goes_in_the_nearest_of_eight_directions(
    target: tuple[int, int], path: list[tuple[int, int]]
) -> None:
    for squares, end in enumerate(path, 1):
        table = Table.on(A=unit(at=(2, 2), weapons=[gun(special="PSH")]), B=foe(at=target, arm=0))
        table.play("shoot A B rifle", f"push {squares}", dice="16 6")
        assert table["B"].at == end


@pytest.mark.clause("skirm3.weapon.push-stop")
def test_a_push_stops_at_walls_units_and_rocks() -> None:
    for ground, more in (
        (board(6, 1, walls={((3, 0), (4, 0)): 1}), {}),
        (board(6, 1, levels={(4, 0): 1}), {}),
        (board(6, 1, impassable=[(4, 0)]), {}),
        (board(6, 1), {"C": foe(at=(4, 0), state="downed")}),
    ):
        card = unit(at=(0, 0), weapons=[gun(special="PSH")])
        table = Table.on(ground, A=card, B=foe(at=(2, 0), arm=0), **more)
        table.play("shoot A B rifle", dice="16 6")
        assert table.options() == ["push 0", "push 1"]


@pytest.mark.clause("skirm3.weapon.push-fall", "skirm3.map.levels")
def test_a_unit_pushed_off_a_roof_falls_and_may_go_out() -> None:
    roof = board(8, 3, levels={(x, y): 2 for x in range(5) for y in range(3)})
    table = Table.on(roof, A=unit(at=(2, 2), weapons=[gun(special="PSH")]), B=foe(at=(4, 2), arm=4))
    table.play("shoot A B rifle", dice="16 5")
    assert (table["B"].state, table.options()) == ("downed", ["push 0", "push 1"])
    table.play("push 1", dice="45")
    assert table.rolls == ["blue 2 combat.saves"]
    assert table.told("pushed")[-1]["end"] == "f3"
    assert table["B"].state == "out"


@pytest.mark.clause("skirm3.weapon.push-fall", "skirm3.orders.reroll")
def test_a_fall_has_no_automatic_saves_and_no_free_re_rolls_but_orders_help() -> None:
    roof = board(4, 1, levels={(0, 0): 1, (1, 0): 1, (2, 0): 1})
    table = Table.on(
        roof,
        A=unit(at=(0, 0), weapons=[gun(special="PSH")]),
        B=foe("TMP TGH DOD CAM", at=(2, 0)),
        orders=(0, 1),
    )
    table.play("shoot A B rifle", "pass", dice="16 6")
    table.play("push 1", dice="6")
    assert table.asks == "blue re-roll"
    table.play("reroll 1", dice="1")
    assert table["B"].state == "downed"


@pytest.mark.clause("skirm3.weapon.range")
def test_a_weapons_range_is_a_limit_in_squares() -> None:
    near = Table.on(A=unit(at=(0, 0), weapons=[gun(special="RG4")]), B=foe(at=(4, 4)))
    far = Table.on(A=unit(at=(0, 0), weapons=[gun(special="RG4")]), B=foe(at=(5, 0)))
    assert near.options("shoot") == ["shoot A B rifle"]
    assert far.refuses("shoot A B rifle") == "skirm3.weapon.range"


@pytest.mark.clause("skirm3.weapon.relentless")
def test_relentless_re_rolls_any_of_the_sixes_and_nothing_else() -> None:
    table = shot("RLT", roa=3).play("shoot A B rifle", dice="566")
    assert table.options() == ["reroll 2", "reroll 2,3", "pass"]
    table.play("reroll 2,3", dice="11 11")
    assert table.told("strikes")[-1]["strikes"] == 2
    near = Table.parse("A B", A=unit(weapons=[blade(special="RLT")]), B=foe())
    assert near.play("melee A B blade", dice="56").options() == ["reroll 2", "pass"]


@pytest.mark.clause("skirm3.weapon.rending")
def test_each_rending_one_inflicts_double_damage() -> None:
    table = shot("RND", dam=2).play("shoot A B rifle", dice="13 111111")
    assert table.told("strikes")[-1]["points"] == 6
    assert table.rolls[1] == "blue 6 combat.saves"


@pytest.mark.clause("skirm3.weapon.skill", "skirm3.combat.skill-order")
def test_the_weapons_own_skill_replaces_the_units_and_is_modified_like_it() -> None:
    roof = board(6, 1, levels={(0, 0): 2})
    table = Table.on(roof, A=unit(at=(0, 0), rsk=2, weapons=[gun(special="SK4")]), B=foe(at=(3, 0)))
    table.play("shoot A B rifle", dice="54 11")
    assert table.told("attack")[-1]["skill"] == 5
    assert table.told("strikes")[-1]["strikes"] == 2


@pytest.mark.clause("skirm3.weapon.stun")
def test_a_stunned_unit_has_one_act_less_in_its_next_activation() -> None:
    table = shot("STN", roa=3, act=3).play("shoot A B rifle", dice="116 11")
    assert table["B"].stun == 1
    table.play("end A", "activate B")
    assert (table.act, table["B"].stun) == (2, 0)


@pytest.mark.clause("skirm3.weapon.stun")
@pytest.mark.parametrize(
    ("act", "stuns", "left"), [(4, 2, 2), (4, 3, 2), (3, 1, 2), (2, 1, 2), (1, 1, 1)]
)
def test_stuns_add_up_but_leave_two_act_and_do_not_hurt_who_has_less(
    act: int, stuns: int, left: int
) -> None:
    table = Table.parse("A . . B", A=unit(), B=foe(act=act, stun=stuns)).play("end A", "activate B")
    assert table.act == left


@pytest.mark.clause("skirm3.weapon.stun")
def test_a_stun_after_or_during_the_activation_counts_in_the_next_turn() -> None:
    table = Table.parse(
        "A B", A=unit(act=3), B=foe("CTR", weapons=[blade(special="STN", roa=1)], ready=False)
    )
    table.play("melee A B blade", dice="66")
    table.play("melee B A blade", dice="1 1")
    assert table.act == 2  # the activation under way goes on as it was
    table.play("end A", dice="12 666 666").play("activate A")
    assert table.act == 2


@pytest.mark.clause("skirm3.weapon.stun", "skirm3.dice.window-order")
def test_final_dice_count_for_a_stun() -> None:
    table = shot("STN PRC", roa=1).play("shoot A B rifle", "reroll 1", dice="1 6")
    assert table["B"].stun == 0


def blast(**more: Any) -> Table:
    return Table.on(
        more.pop("ground", board()),
        A=unit(at=(1, 6), weapons=[gun(special="XPL", roa=1)]),
        B=foe(at=(6, 6)),
        C=unit(at=(5, 5)),
        D=foe(at=(7, 6)),
        E=foe(at=(8, 6)),
        **more,
    )


@pytest.mark.clause("skirm3.weapon.explode")
def test_an_explosion_attacks_the_target_and_all_next_to_it() -> None:
    table = blast().play("shoot A B rifle", dice="666")
    assert [facts["target"] for facts in table.told("attack")] == ["B", "C", "D"]


@pytest.mark.clause("skirm3.weapon.explode", "skirm3.map.adjacent-wall")
def test_an_explosion_does_not_reach_behind_a_high_wall() -> None:
    wall = board(walls={((6, 6), (7, 6)): 2})
    table = blast(ground=wall).play("shoot A B rifle", dice="66")
    assert [facts["target"] for facts in table.told("attack")] == ["B", "C"]


@pytest.mark.clause("skirm3.weapon.explode-empty", "skirm3.los.square")
def test_an_explosion_may_be_aimed_at_an_empty_square_in_range_and_sight() -> None:
    table = blast()
    table.play("blast A g8 rifle", dice="66")  # (6,7)
    assert [facts["target"] for facts in table.told("attack")] == ["B", "D"]
    aimed = {text.split()[2] for text in blast().options("blast")}
    assert aimed.isdisjoint({"b7", "c7", "g7", "f6"})  # its own, an Adjacent one, two taken ones


@pytest.mark.clause("skirm3.weapon.explode-empty")
def test_only_a_free_square_that_is_not_adjacent_and_in_reach_is_aimed_at() -> None:
    wall = board(12, 1, walls={((7, 0), (8, 0)): 2})
    table = Table.on(
        wall,
        A=unit(at=(0, 0), weapons=[gun(special="XPL RG9"), gun("plain")]),
        B=foe(at=(4, 0)),
    )
    shooter, arms = table.unit("A"), table.weapon("A", "rifle")
    bars = [blast_bar(table.battle, shooter, arms, square) for square in (1, 3, 4, 9, 11)]
    assert bars == [
        "combat.min-distance",
        None,
        "weapon.explode-empty",
        "los.corners",
        "weapon.range",
    ]
    assert table.refuses("blast A d1 plain") == "skirm3.weapon.explode-empty"
