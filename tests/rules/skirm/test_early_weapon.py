"""First and second edition, chapter "Weapon special rules"."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.rulebooks.skirm.chapters.combat import targets
from battlemat.rulebooks.skirm.chapters.combat.targets import fire_lines, write_corners
from boards.squares_boards import board
from rules.skirm.early_tables import both, dice_rolled, hits, need, shot
from rules.skirm.table import Table, blade, foe, gun, unit

LINE = {"skirm1": "LIN", "skirm2": "LNR"}


def far(edition: str, **weapon: Any) -> Table:
    """A shoots at B from far away."""
    return Table.on(
        edition=edition,
        A=unit(at=(0, 0), weapons=[gun(dam=3, **weapon)]),
        B=foe(at=(9, 0), arm=7, hit=9),
    )


@both
@pytest.mark.clause("skirm1.weapon.armor-piercing", "skirm2.weapon.armor-piercing")
def test_piercing_hits_are_not_saved(edition: str) -> None:
    table = shot(edition, special="AP1").play("shoot A B rifle", dice="222 44")
    assert dice_rolled(table, "combat.saves", "blue") == [2]
    assert table["B"].hit == 9


@pytest.mark.clause("skirm1.weapon.armor-piercing", "skirm1.combat.save-surplus")
def test_a_double_save_does_not_help_against_a_piercing_hit() -> None:
    table = shot("skirm1", roa=2, special="AP1").play("shoot A B rifle", dice="22 1")
    assert table["B"].hit == 9


@pytest.mark.clause("skirm2.weapon.armor-piercing")
def test_no_more_hits_pierce_than_there_are() -> None:
    table = shot("skirm2", roa=1, special="AP2").play("shoot A B rifle", dice="2")
    assert table["B"].hit == 9


@both
@pytest.mark.clause("skirm1.weapon.armor-piercing", "skirm2.weapon.armor-piercing")
def test_tough_still_works_against_piercing_hits(edition: str) -> None:
    table = shot(edition, roa=1, special="AP1", target="TF2").play("shoot A B rifle", dice="2 2")
    assert table["B"].hit == 10


@pytest.mark.clause("skirm1.weapon.critical")
def test_widened_criticals_are_two_hits_each() -> None:
    table = shot("skirm1", roa=4, special="CR2").play("shoot A B rifle", dice="2514 44422")
    assert hits(table) == 5


@pytest.mark.clause("skirm1.weapon.critical", "skirm1.dice.critical")
def test_saves_never_count_twice_on_a_two() -> None:
    table = shot("skirm1", roa=2, special="CR2").play("shoot A B rifle", dice="33 26")
    assert table["B"].hit == 9


@pytest.mark.clause("skirm2.weapon.critical", "skirm2.dice.critical-chain")
def test_widened_criticals_roll_on() -> None:
    table = shot("skirm2", special="CR2").play("shoot A B rifle", dice="256 6 4")
    assert dice_rolled(table) == [3, 1]
    assert hits(table) == 1


@both
@pytest.mark.clause("skirm1.weapon.heavy", "skirm2.weapon.heavy")
def test_a_heavy_weapon_costs_two_act_after_a_move(edition: str) -> None:
    table = far(edition, special="HVY").play("move A a1-b1")
    assert table.act == 2
    table.play("shoot A B rifle", dice="66")
    assert table.act == 0


@both
@pytest.mark.clause("skirm1.weapon.heavy-move", "skirm2.weapon.heavy-move")
def test_a_move_costs_two_act_after_a_heavy_weapon(edition: str) -> None:
    table = far(edition, special="HVY").play("shoot A B rifle", dice="66")
    assert table.act == 2
    table.play("move A a1-b1")
    assert table.act == 0


@both
@pytest.mark.clause("skirm1.weapon.heavy-dash", "skirm2.weapon.heavy-dash")
def test_a_dash_has_nothing_to_do_with_a_heavy_weapon(edition: str) -> None:
    table = far(edition, special="HVY").play("dash A a1-b1")
    table.play("shoot A B rifle", dice="66")
    assert table.act == 1
    table = far(edition, special="HVY").play("shoot A B rifle", dice="66")
    table.play("dash A a1-b1")
    assert table.act == 1


@both
@pytest.mark.clause("skirm1.weapon.limited-ammo", "skirm2.weapon.limited-ammo")
def test_one_use_against_several_targets_is_one_use(edition: str) -> None:
    table = Table.on(
        edition=edition,
        A=unit(at=(0, 0), weapons=[gun("bomb", "LIM XPL", roa=1)]),
        B=foe(at=(4, 0)),
        C=foe(at=(5, 0)),
    )
    table.play("shoot A B bomb", dice="6 6")
    assert table.told("ammo") == [{"unit": "A", "weapon": "Bomb"}]
    assert table.unit("A").used == 1


@pytest.mark.clause("skirm1.weapon.no-cover", "skirm1.cover.effect")
def test_a_weapon_that_ignores_cover_leaves_saves_as_in_the_open() -> None:
    def behind(special: str, face: str) -> Table:
        fence = board(6, 1, walls={((4, 0), (5, 0)): 1})
        table = Table.on(
            fence,
            edition="skirm1",
            A=unit(at=(0, 0), weapons=[gun(special=special, roa=1, dam=3)]),
            B=foe(at=(5, 0), arm=7),
        )
        return table.play("shoot A B rifle", dice=f"2 {face}")

    assert need(behind("", "5")) == 5
    assert need(behind("NCV", "5")) == 4


@both
@pytest.mark.clause("skirm1.weapon.linear", "skirm2.weapon.linear")
def test_a_linear_shot_hits_all_standing_agents_on_the_chosen_lines(edition: str) -> None:
    table = Table.on(
        edition=edition,
        A=unit(at=(0, 0), weapons=[gun("beam", LINE[edition], roa=2)]),
        B=foe(at=(5, 0)),
        C=foe(at=(3, 0)),
        D=unit(at=(3, 1)),
    )
    battle = table.battle
    start, end = table.unit("A").square, table.unit("B").square
    crossed = fire_lines(battle, start, end, downed=False)
    lines = {write_corners(corners): squares for corners, squares in crossed.items()}
    assert lines["1,0-5,0-5,1"] >> battle.field.board.at(3, 0) & 1
    assert not lines["1,0-5,0-5,1"] >> battle.field.board.at(3, 1) & 1
    (text,) = table.options("shoot A B beam")  # lines that hit the same are one option
    table.play(text, dice="66 6")  # D is in friendly fire beside C
    assert table.told("targets")[-1]["targets"] == "B, C"


@both
@pytest.mark.clause("skirm1.weapon.linear", "skirm2.weapon.linear")
def test_agents_do_not_shut_the_line_of_a_linear_weapon_and_squadmates_are_hit(
    edition: str,
) -> None:
    table = Table.parse(
        "A . D . B",
        edition=edition,
        A=unit(weapons=[gun("beam", LINE[edition], roa=1)]),
        D=unit(),
        B=foe(),
    )
    (text,) = table.options("shoot A B beam")
    table.play(text, dice="6 6")
    assert table.told("targets")[-1]["targets"] == "B, D"


@both
@pytest.mark.clause("skirm1.weapon.re-roll", "skirm2.weapon.re-roll")
def test_up_to_x_attack_dice_are_re_rolled(edition: str) -> None:
    table = shot(edition, roa=4, skl=5, special="RR2").play("shoot A B rifle", dice="6663")
    assert max(text.count(",") for text in table.options("reroll")) == 1
    table.play("reroll 1,2", dice="26 44")
    assert hits(table) == 2


@pytest.mark.clause("skirm2.weapon.re-roll", "skirm2.dice.chain-window")
def test_re_rolls_left_over_serve_the_chain_dice() -> None:
    table = shot("skirm2", roa=2, special="RR2").play("shoot A B rifle", "reroll 2", dice="16 6 5")
    assert (table.asks, table.faces) == ("red free re-roll", (5,))
    table.play("reroll 1", dice="2 44")
    assert hits(table) == 2


@both
@pytest.mark.clause("skirm1.weapon.re-roll", "skirm2.weapon.re-roll")
def test_re_rolls_are_counted_for_each_target(edition: str) -> None:
    table = Table.on(
        edition=edition,
        A=unit(at=(0, 0), weapons=[gun("bomb", "XPL RR1", roa=1)]),
        B=foe(at=(4, 0)),
        C=foe(at=(5, 0)),
    )
    table.play("shoot A B bomb", "reroll 1", dice="6 6 6")
    assert table.asks == "red free re-roll"


@both
@pytest.mark.clause("skirm1.weapon.vampire", "skirm2.weapon.vampire")
def test_a_vampire_weapon_gives_lost_hit_points_back_to_its_bearer(edition: str) -> None:
    def bite(left: int, dice: str, target: str = "") -> Table:
        fang = blade("fang", "VA2", roa=3, dam=9)
        return Table.parse(
            "A B",
            edition=edition,
            A=unit(hit=15, hits=left, weapons=[fang]),
            B=foe(target, hit=9, weapons=[]),
        ).play("melee A B fang", dice=dice)

    assert bite(10, "222 222")["A"].hit == 12
    assert bite(14, "222 222")["A"].hit == 15
    assert bite(10, "266 1" + ("" if edition == "skirm1" else "6"))["A"].hit == 10
    assert bite(10, "266 2 1", "TF1")["A"].hit == 10  # Tough kept the only HIT


@both
@pytest.mark.clause("skirm1.weapon.explode", "skirm2.weapon.explode")
@pytest.mark.parametrize("walled", [False, True])
def test_an_explosion_attacks_everyone_adjacent_to_the_target(edition: str, walled: bool) -> None:
    ground = board(walls={((6, 6), (7, 6)): 2, ((6, 5), (7, 5)): 2, ((6, 7), (7, 7)): 2})
    table = Table.on(
        ground if walled else None,
        edition=edition,
        A=unit(at=(1, 6), weapons=[gun("bomb", "XPL", roa=2)]),
        B=foe(at=(6, 6)),
        C=unit(at=(5, 5)),
        D=foe(at=(7, 6)),
        E=foe(at=(8, 6)),
    )
    table.play("shoot A B bomb", dice="6" * (3 if walled else 5))
    assert table.told("targets")[-1]["targets"] == ("B, C" if walled else "B, C, D")


@both
@pytest.mark.clause("skirm1.weapon.explode-empty", "skirm2.weapon.explode-empty")
@pytest.mark.clause("skirm1.los.square", "skirm2.los.square")
def test_an_explode_weapon_is_aimed_at_an_empty_square_in_sight_and_range(edition: str) -> None:
    wall = board(8, 1, walls={((4, 0), (5, 0)): 3})
    table = Table.on(
        wall,
        edition=edition,
        A=unit(at=(0, 0), weapons=[gun("bomb", "XPL RG5", roa=1), gun("bow")]),
        B=foe(at=(4, 0)),
    )
    assert table.options("blast") == ["blast A c1 bomb", "blast A d1 bomb"]
    assert table.refuses("blast A b1 bomb") == f"{edition}.combat.min-distance"
    assert table.refuses("blast A f1 bomb") == f"{edition}.los.corners"
    assert table.refuses("blast A g1 bomb") == f"{edition}.weapon.range"
    assert table.refuses("blast A e1 bomb") == f"{edition}.weapon.explode-empty"
    assert table.refuses("blast A d1 bow") == f"{edition}.weapon.explode-empty"
    table.play("blast A d1 bomb", dice="6")
    assert table.told("targets")[-1]["targets"] == "B"


@pytest.mark.clause("skirm1.weapon.explode-empty", "skirm1.los.downed")
def test_a_square_with_a_downed_agent_counts_as_empty() -> None:
    table = Table.parse(
        "A . . C B",
        edition="skirm1",
        A=unit(weapons=[gun("bomb", "XPL", roa=1)]),
        C=foe(state="downed"),
        B=foe(),
    )
    assert "blast A d1 bomb" in table.options()
    table.play("blast A d1 bomb", dice="6")
    assert table.told("targets")[-1]["targets"] == "B"


@both
@pytest.mark.clause("skirm1.los.corners", "skirm2.los.corners")
def test_lines_are_drawn_for_typing_from_the_first_square_of_the_map_and_to_it(
    edition: str,
) -> None:
    table = far(edition)
    battle = table.battle
    assert battle.units[0].square == 0
    there = targets.LINE.values(battle, {"unit": 0, "target": 1})
    back = targets.LINE.values(battle, {"unit": 1, "target": 0})
    assert len(there) == len(back) > 0
    assert {line[0] for line in there} == {(0, 0), (0, 1), (1, 0), (1, 1)}
