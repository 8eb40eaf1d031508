"""First and second edition, chapter "Melee combat": one-sided, then opposed."""

from __future__ import annotations

from typing import Any

import pytest

from boards.squares_boards import board
from rules.skirm.early_tables import both, dice_rolled, fight, hits
from rules.skirm.table import Table, blade, foe, unit


def step(edition: str, level: int, below: int = 0) -> Table:
    """A on one level and B beside it on another, both with SKL 3."""
    ground = board(2, 1, levels={(0, 0): level, (1, 0): below})
    return Table.on(
        ground,
        edition=edition,
        A=unit(at=(0, 0), arm=7, hit=9, weapons=[blade(skl=3, dam=3)]),
        B=foe(at=(1, 0), arm=7, hit=9, weapons=[blade(skl=3, roa=3, dam=3)]),
    )


def ring(edition: str, *friends: str, **more: Any) -> Table:
    """A strikes at B; friends (`C`, `D` of red, `E` of blue) stand where they are drawn."""
    rows = [". C . D .", ". . B . .", ". . A . .", ". . . E ."]
    drawing = "\n".join(
        " ".join(word if word in ("A", "B", ".", *friends) else "." for word in row.split())
        for row in rows
    )
    units: dict[str, Any] = {
        "A": unit(arm=7, hit=9, weapons=[blade(roa=4)]),
        "B": foe(arm=7, hit=9, weapons=[blade(roa=3)]),
    }
    units |= {name: foe() if name == "E" else unit() for name in friends}
    return Table.parse(drawing, edition=edition, **units, **more)


# ------------------------------------------------------------------ both editions


@both
@pytest.mark.clause("skirm1.melee.high-ground", "skirm2.melee.high-ground")
@pytest.mark.clause("skirm1.melee.table", "skirm2.melee.table")
def test_an_attacker_one_level_higher_hits_more_easily(edition: str) -> None:
    back = "" if edition == "skirm1" else "66"
    table = step(edition, 1).play("melee A B blade", dice=f"45 {back} 4")
    assert hits(table, player="red") == 1
    level = step(edition, 0).play("melee A B blade", dice=f"45 {back}")
    assert hits(level, player="red") == 0


@pytest.mark.clause("skirm2.melee.high-ground")
def test_a_target_that_stands_higher_gets_nothing() -> None:
    table = step("skirm2", 0, 1).play("melee A B blade", dice="66 45")
    assert hits(table) == 0


@both
@pytest.mark.clause("skirm1.melee.support", "skirm2.melee.support")
@pytest.mark.clause("skirm1.melee.table", "skirm2.melee.table")
def test_support_gives_the_attacker_one_die_however_many_friends_help(edition: str) -> None:
    table = ring(edition, "C", "D")
    table.play("melee A B blade", dice="66666" + ("" if edition == "skirm1" else "66"))
    assert dice_rolled(table)[0] == 5
    assert table.told("attack")[0]["dice_modifiers"][-1] == (
        "support",
        1,
        f"{edition}.melee.support",
    )


@both
@pytest.mark.clause("skirm1.action.melee", "skirm2.action.melee")
@pytest.mark.clause("skirm1.los.use", "skirm2.los.use")
def test_a_melee_needs_no_line_of_sight(edition: str) -> None:
    walls = {((0, 0), (0, 1)): 2, ((1, 0), (1, 1)): 2}
    corner = board(2, 2, levels={(1, 1): 1}, walls=walls)  # Adjacent by the way through a2
    table = Table.on(corner, edition=edition, A=unit(at=(0, 0)), B=foe(at=(1, 1), weapons=[]))
    assert not table.battle.terrain.sees(0, 3, standing=0)
    assert table.options("melee") == ["melee A B blade"]


# ------------------------------------------------------------------ first edition


@pytest.mark.clause("skirm1.melee.weapons", "skirm1.combat.steps")
def test_in_the_first_edition_only_the_attacker_rolls_and_the_target_needs_no_weapon() -> None:
    two = [blade("axe"), blade("fist")]
    table = Table.parse("A B", edition="skirm1", A=unit(), B=foe(arm=7, hit=9, weapons=two))
    table.play("melee A B blade", dice="22 64")
    assert table.rolls == ["red 2 combat.strike", "blue 2 combat.saves"]
    bare = fight("skirm1", roa=1).play("melee A B blade", dice="2 5")
    assert bare["B"].hit == 9


@pytest.mark.clause("skirm1.cover.melee")
def test_a_low_wall_gives_no_cover_in_melee() -> None:
    fence = board(2, 1, walls={((0, 0), (1, 0)): 1})
    table = Table.on(
        fence,
        edition="skirm1",
        A=unit(at=(0, 0), weapons=[blade(roa=1, dam=3)]),
        B=foe(at=(1, 0), arm=7, hit=9),
    )
    table.play("melee A B blade", dice="2 5")
    assert (table["B"].hit, table.told("cover")) == (8, [])


# ------------------------------------------------------------------ second edition


@pytest.mark.clause("skirm2.melee.attacker-minus", "skirm2.melee.table")
@pytest.mark.parametrize(("roa", "back", "rolled"), [(4, 4, (4, 3)), (1, 1, (1, 0))])
def test_the_target_rolls_one_die_less(roa: int, back: int, rolled: tuple[int, int]) -> None:
    table = fight("skirm2", roa=roa, back=blade(roa=back))
    table.play("melee A B blade", dice="6" * sum(rolled))
    assert sum(dice_rolled(table)) == rolled[0]
    assert sum(dice_rolled(table, player="blue")) == rolled[1]


@pytest.mark.clause("skirm2.melee.support-target", "skirm2.melee.table")
def test_support_gives_the_target_its_die_back() -> None:
    table = ring("skirm2", "E").play("melee A B blade", dice="6666 666")
    assert dice_rolled(table, player="blue") == [3]
    assert [(m[0], m[1]) for m in table.told("attack")[1]["dice_modifiers"]] == [
        ("ROA", 3),
        ("support", 1),
        ("target", -1),
    ]


@pytest.mark.clause("skirm2.melee.weapons")
def test_the_target_chooses_its_weapon_after_the_attacker() -> None:
    two = [blade("axe", roa=2), blade("whip", "LIM", roa=4), blade("stick", "LIM")]
    table = Table.parse(
        "A B", edition="skirm2", A=unit(), B=foe(arm=7, weapons=two, used=["stick"])
    )
    table.play("melee A B blade")
    assert table.asks == "blue weapon"
    assert table.options() == ["weapon B axe", "weapon B whip"]
    table.play("weapon B whip", dice="66 666")
    assert dice_rolled(table, player="blue") == [3]


@pytest.mark.clause("skirm2.melee.weapons")
def test_a_target_without_a_weapon_rolls_nothing() -> None:
    table = fight("skirm2", roa=1).play("melee A B blade", dice="2 5")
    assert table.rolls == ["red 1 combat.strike", "blue 1 combat.saves"]
    assert table["B"].hit == 9


@pytest.mark.clause("skirm2.melee.opposed", "skirm2.melee.compare", "skirm2.combat.steps")
def test_each_rolls_against_its_own_skill_and_the_surplus_goes_through() -> None:
    table = fight("skirm2", skl=4, back=blade(roa=5, skl=3))
    table.play("melee A B blade", dice="253 3465 5")
    assert table.rolls == ["red 3 combat.strike", "blue 4 combat.strike", "blue 1 combat.saves"]
    assert table.told("compare")[-1]["through"] == 1
    assert (hits(table, player="red"), table["B"].hit) == (2, 9)


@pytest.mark.clause("skirm2.melee.opposed", "skirm2.dice.chain-where")
def test_chains_follow_the_windows_the_attackers_first() -> None:
    table = fight("skirm2", roa=1, back=blade(roa=2))
    table.play("melee A B blade", dice="1 1 14 6 44")
    assert [roll.split()[0] for roll in table.rolls] == [
        "red",
        "blue",
        "red",
        "red",
        "blue",
        "blue",
    ]
    compared = table.told("compare")[-1]
    assert (compared["ours"], compared["theirs"]) == (3, 1)


@pytest.mark.clause("skirm2.melee.compare", "skirm2.melee.saves")
def test_a_target_with_more_hits_wins_and_the_attacker_saves() -> None:
    table = fight("skirm2", roa=1, back=blade(roa=4, dam=3))
    table.play("melee A B blade", dice="2 222 45")
    assert table.rolls[-1] == "red 2 combat.saves"
    assert (table["A"].hit, table["B"].hit) == (9, 10)


@pytest.mark.clause("skirm2.melee.compare")
def test_equal_hits_come_to_nothing() -> None:
    table = fight("skirm2", roa=2, back=blade(roa=3)).play("melee A B blade", dice="22 22")
    assert len(table.rolls) == 2
    assert table.told("compare")[-1]["through"] == 0


@pytest.mark.clause("skirm2.melee.saves")
def test_the_loser_saves_on_its_armor_less_the_winners_damage() -> None:
    table = fight("skirm2", roa=3, dam=5, back=blade(roa=2))
    table.play("melee A B blade", dice="222 6 234")
    assert table["B"].hit == 8  # ARM 7 less DAM 5
    assert table.cited("compare") == {"skirm2.melee.compare", "skirm2.melee.saves"}


@pytest.mark.clause("skirm2.weapon.limited-ammo")
def test_fighting_back_uses_up_a_limited_weapon() -> None:
    table = fight("skirm2", roa=1, back=blade("whip", "LIM", roa=2))
    table.play("melee A B blade", dice="6 6")
    assert table.unit("B").used == 1
    assert table.told("ammo") == [{"unit": "B", "weapon": "Whip"}]


@pytest.mark.clause("skirm2.weapon.re-roll", "skirm2.melee.opposed")
def test_a_target_that_fights_back_has_its_own_re_rolls() -> None:
    table = fight("skirm2", roa=1, back=blade("whip", "RR1", roa=2, dam=3))
    table.play("melee A B blade", dice="6 6")
    assert table.asks == "blue free re-roll"
    table.play("reroll 1", dice="2 5")
    assert table["A"].hit == 9


@pytest.mark.clause("skirm2.weapon.vampire", "skirm2.weapon.armor-piercing")
def test_a_target_that_wins_uses_the_rules_of_its_weapon() -> None:
    fang = blade("fang", "VA2 AP1", roa=3, dam=3)
    table = Table.parse(
        "A B",
        edition="skirm2",
        A=unit(arm=7, hit=9, weapons=[blade(roa=1)]),
        B=foe(hit=15, hits=10, weapons=[fang]),
    )
    table.play("melee A B blade", dice="6 22 4")  # two hits go through, one cannot be saved
    assert (table["A"].hit, table["B"].hit) == (8, 12)
