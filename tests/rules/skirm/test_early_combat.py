"""First and second edition, chapters "Select target", "Roll attacks" and "Roll saves"."""

from __future__ import annotations

from typing import Any

import pytest

from boards.squares_boards import board
from rules.skirm.early_tables import both, dice_rolled, fight, hits, need, saves, shot
from rules.skirm.table import Table, blade, foe, gun, skill, unit


def roof(edition: str, level: int, *, apart: int = 3, **weapon: Any) -> Table:
    """A on a roof, B on the ground."""
    ground = board(8, 1, levels={(0, 0): level})
    arms = [gun(**weapon), blade(**weapon)]
    return Table.on(
        ground, edition=edition, A=unit(at=(0, 0), weapons=arms), B=foe(at=(apart, 0), arm=7, hit=9)
    )


# ------------------------------------------------------------------ choosing


@both
@pytest.mark.clause("skirm1.combat.steps", "skirm2.combat.steps")
def test_a_ranged_attack_is_dice_then_saves_then_losses(edition: str) -> None:
    table = shot(edition, roa=2).play("shoot A B rifle", dice="22 65")
    assert table.rolls == ["red 2 combat.strike", "blue 2 combat.saves"]
    kinds = [event.kind for event in table.events]
    assert kinds[-4:] == ["attack", "throw", "throw", "hits-lost"]
    steps = ("combat.steps", "combat.attack-dice", "combat.strike")
    assert table.cited("attack") == {f"{edition}.{clause}" for clause in steps}


@both
@pytest.mark.clause("skirm1.combat.weapon", "skirm2.combat.weapon")
@pytest.mark.clause("skirm1.card.weapon-kinds", "skirm2.card.weapon-kinds")
def test_ranged_weapons_shoot_and_melee_weapons_strike(edition: str) -> None:
    arms = [gun("bow"), gun("sling"), blade("axe"), blade("fist")]
    far = Table.parse("A . . B", edition=edition, A=unit(weapons=arms), B=foe())
    assert far.options("shoot") == ["shoot A B bow", "shoot A B sling"]
    near = Table.parse("A B", edition=edition, A=unit(weapons=arms), B=foe())
    assert near.options("melee") == ["melee A B axe", "melee A B fist"]


@both
@pytest.mark.clause("skirm1.combat.enemies", "skirm2.combat.enemies")
def test_only_enemies_are_chosen(edition: str) -> None:
    table = Table.parse("A . C . . B", edition=edition, A=unit(), C=unit(), B=foe())
    assert table.refuses("shoot A C rifle") == f"{edition}.combat.enemies"


@both
@pytest.mark.clause("skirm1.combat.min-distance", "skirm2.combat.min-distance")
def test_an_adjacent_target_is_not_shot_at_but_one_far_below_is(edition: str) -> None:
    flat = Table.parse("A B", edition=edition, A=unit(), B=foe())
    assert flat.options("shoot") == []
    clause = "min-distance" if edition == "skirm1" else "engaged"
    assert flat.refuses("shoot A B rifle") == f"{edition}.combat.{clause}"
    assert roof(edition, 3, apart=1).options("shoot") == ["shoot A B rifle"]


@both
@pytest.mark.clause("skirm1.combat.ranged-target", "skirm2.combat.ranged-target")
@pytest.mark.clause("skirm1.range.limit", "skirm2.range.limit")
@pytest.mark.clause("skirm1.weapon.range", "skirm2.weapon.range")
def test_a_ranged_target_is_in_range_and_in_sight(edition: str) -> None:
    def aim(at: tuple[int, int], special: str) -> Table:
        return Table.on(
            edition=edition, A=unit(at=(0, 0), weapons=[gun(special=special)]), B=foe(at=at)
        )

    assert aim((6, 4), "RG6").options("shoot") == ["shoot A B rifle"]
    assert aim((7, 0), "RG6").refuses("shoot A B rifle") == f"{edition}.weapon.range"
    assert aim((11, 0), "").options("shoot") == ["shoot A B rifle"]
    wall = board(6, 1, walls={((2, 0), (3, 0)): 3})
    hidden = Table.on(wall, edition=edition, A=unit(at=(0, 0)), B=foe(at=(5, 0)))
    assert hidden.refuses("shoot A B rifle") == f"{edition}.los.corners"


@both
@pytest.mark.clause("skirm1.range.limit", "skirm2.range.limit")
@pytest.mark.clause("skirm1.range.distance", "skirm2.range.distance")
def test_height_counts_as_distance(edition: str) -> None:
    tower = board(4, 1, levels={(2, 0): 4})
    short = unit(at=(0, 0), weapons=[gun(special="RG3")])
    table = Table.on(tower, edition=edition, A=short, B=foe(at=(2, 0)))
    assert table.refuses("shoot A B rifle") == f"{edition}.weapon.range"
    long = unit(at=(0, 0), weapons=[gun(special="RG4")])
    table = Table.on(tower, edition=edition, A=long, B=foe(at=(2, 0)))
    assert table.options("shoot") == ["shoot A B rifle"]


@both
@pytest.mark.clause("skirm1.combat.engaged", "skirm2.combat.engaged")
def test_only_the_first_edition_shoots_beside_an_enemy_and_then_past_it(edition: str) -> None:
    table = Table.on(edition=edition, A=unit(at=(0, 0)), C=foe(at=(0, 1)), B=foe(at=(5, 0)))
    if edition == "skirm1":
        assert table.options("shoot") == ["shoot A B rifle"]
        assert table.refuses("shoot A C rifle") == "skirm1.combat.min-distance"
    else:
        assert table.options("shoot") == []
        assert table.refuses("shoot A B rifle") == "skirm2.combat.engaged"


@both
@pytest.mark.clause("skirm1.combat.melee-target", "skirm2.combat.melee-target")
def test_a_melee_target_is_adjacent_and_at_most_one_level_away(edition: str) -> None:
    far = Table.parse("A . B", edition=edition, A=unit(), B=foe())
    assert far.refuses("melee A B blade") == f"{edition}.combat.melee-target"
    assert roof(edition, 1, apart=1).options("melee") == ["melee A B blade"]
    assert roof(edition, 2, apart=1).refuses("melee A B blade") == f"{edition}.combat.melee-target"


# ------------------------------------------------------------------ attack dice


@both
@pytest.mark.clause("skirm1.combat.attack-dice", "skirm2.combat.attack-dice")
@pytest.mark.clause("skirm1.combat.friendly-fire", "skirm2.combat.friendly-fire")
def test_a_single_die_is_lost_to_friendly_fire_and_nothing_is_rolled(edition: str) -> None:
    table = Table.parse(
        ". . . C\nA . . B", edition=edition, A=unit(weapons=[gun(roa=1)]), C=unit(), B=foe()
    )
    table.play("shoot A B rifle")
    assert table.rolls == []
    assert table["B"].hit == 3


@both
@pytest.mark.clause("skirm1.combat.friendly-fire", "skirm2.combat.friendly-fire")
@pytest.mark.clause("skirm1.combat.ranged-table", "skirm2.combat.ranged-table")
def test_friendly_fire_takes_one_die_however_many_friends_are_near(edition: str) -> None:
    table = Table.parse(
        ". . . . C\nA . . B .\n. . . . D",
        edition=edition,
        A=unit(weapons=[gun(roa=4)]),
        C=unit(),
        D=unit(),
        B=foe(),
    )
    table.play("shoot A B rifle", dice="666")
    assert table.told("attack")[-1]["dice_modifiers"] == [
        ("ROA", 4, f"{edition}.combat.attack-dice"),
        ("friendly fire", -1, f"{edition}.combat.friendly-fire"),
    ]


@pytest.mark.clause("skirm1.combat.strike")
def test_a_one_is_two_hits_and_a_six_never_hits() -> None:
    assert hits(shot("skirm1").play("shoot A B rifle", dice="164 444")) == 3


@pytest.mark.clause("skirm2.combat.strike")
def test_dice_above_the_skill_and_sixes_miss() -> None:
    assert hits(shot("skirm2").play("shoot A B rifle", dice="365 4")) == 1


@both
@pytest.mark.clause("skirm1.combat.high-ground", "skirm2.combat.high-ground")
@pytest.mark.clause("skirm1.combat.ranged-table", "skirm2.combat.ranged-table")
def test_a_target_two_levels_lower_is_hit_more_easily(edition: str) -> None:
    assert hits(roof(edition, 2, skl=3).play("shoot A B rifle", dice="45 4")) == 1
    assert hits(roof(edition, 1, skl=3).play("shoot A B rifle", dice="45")) == 0


@both
@pytest.mark.clause("skirm1.combat.skill-order", "skirm2.combat.skill-order")
@pytest.mark.clause("skirm1.combat.no-cap", "skirm2.combat.no-cap")
def test_modifiers_are_added_up_and_a_six_still_fails(edition: str) -> None:
    table = roof(edition, 2, skl=5).play("shoot A B rifle", dice="65 4")
    assert table.told("attack")[-1]["skill_modifiers"] == [
        ("SKL", 5, f"{edition}.combat.strike"),
        ("high ground", 1, f"{edition}.combat.high-ground"),
    ]
    assert hits(table) == 1


@both
@pytest.mark.clause("skirm1.combat.other-modifiers", "skirm2.combat.other-modifiers")
def test_skills_may_add_modifiers_of_their_own(edition: str) -> None:
    aim = skill("aim", {"do": "attack", "type": "ranged", "roa": 2, "skill": 1}, act=2)
    table = Table.parse(
        "A . . B", edition=edition, A=unit(skills=[aim], weapons=[gun(skl=3)]), B=foe(arm=7, hit=9)
    )
    table.play("skill A aim", "shoot A B rifle", dice="4446 444")
    assert (hits(table), table.act) == (3, 1)


# ------------------------------------------------------------------ Saves


@both
@pytest.mark.clause("skirm1.damage.hit", "skirm2.damage.hit")
def test_who_loses_more_than_he_has_is_told_to_have_nothing_left(edition: str) -> None:
    table = shot(edition, roa=2, hit=1).play("shoot A B rifle", dice="22 66")
    (told,) = table.told("hits-lost")
    assert (told["lost"], told["left"]) == (2, 0)


@both
@pytest.mark.clause("skirm1.combat.saves", "skirm2.combat.saves")
@pytest.mark.clause("skirm1.combat.save-number", "skirm2.combat.save-number")
def test_one_save_is_rolled_for_each_hit_on_armor_less_damage(edition: str) -> None:
    table = shot(edition, roa=4, skl=5).play("shoot A B rifle", dice="2645 453")
    assert dice_rolled(table, "combat.saves", "blue") == [3]
    assert need(table) == 4
    assert table["B"].hit == 9


@pytest.mark.clause("skirm1.combat.saves", "skirm1.dice.critical")
def test_a_die_that_is_two_hits_calls_for_two_saves() -> None:
    table = shot("skirm1", roa=2, skl=3).play("shoot A B rifle", dice="16 56")
    assert dice_rolled(table, "combat.saves", "blue") == [2]
    assert table["B"].hit == 8


@both
@pytest.mark.clause("skirm1.combat.save-number", "skirm2.combat.save-number")
def test_only_a_one_saves_when_damage_exceeds_armor(edition: str) -> None:
    table = shot(edition, roa=2, dam=8)
    table.play("shoot A B rifle", dice="22 21" + ("" if edition == "skirm1" else "6"))
    assert saves(table) == (2 if edition == "skirm1" else 1)


@pytest.mark.clause("skirm1.combat.save-surplus")
def test_the_second_save_of_a_one_takes_away_another_hit() -> None:
    table = shot("skirm1").play("shoot A B rifle", dice="222 156")
    assert (saves(table), table["B"].hit) == (2, 9)


@pytest.mark.clause("skirm1.combat.save-surplus")
def test_saves_beyond_the_number_of_hits_are_lost() -> None:
    table = shot("skirm1", roa=2).play("shoot A B rifle", dice="22 13")
    assert (saves(table), table["B"].hit) == (3, 10)


@pytest.mark.clause("skirm2.combat.save-surplus", "skirm2.combat.window-save")
def test_a_save_of_a_chain_die_takes_away_another_hit() -> None:
    table = shot("skirm2").play("shoot A B rifle", dice="222 156 4")
    assert (saves(table), table["B"].hit) == (2, 9)
    table = shot("skirm2", roa=2).play("shoot A B rifle", dice="22 13 2")
    assert (saves(table), table["B"].hit) == (3, 10)


@both
@pytest.mark.clause("skirm1.combat.auto-saves", "skirm2.combat.auto-saves")
@pytest.mark.clause("skirm1.weapon.armor-piercing", "skirm2.weapon.armor-piercing")
def test_automatic_saves_take_hits_away_but_not_piercing_ones(edition: str) -> None:
    def hidden(**weapon: Any) -> Table:
        return Table.parse(
            "A . . . . B",
            edition=edition,
            A=unit(weapons=[gun(special="AP1", dam=3, **weapon)]),
            B=foe("CAM", arm=7, hit=9),
        )

    table = hidden(roa=3).play("shoot A B rifle", dice="222 4")
    assert dice_rolled(table, "combat.saves", "blue") == [1]
    assert table["B"].hit == 8
    table = hidden(roa=1).play("shoot A B rifle", dice="2")
    assert table["B"].hit == 8
    assert table.told("auto-save") == []


# ------------------------------------------------------------------ several targets


@both
@pytest.mark.clause("skirm1.combat.several", "skirm2.combat.several")
def test_each_target_is_resolved_in_full_before_the_next(edition: str) -> None:
    table = Table.on(
        edition=edition,
        A=unit(at=(4, 5), weapons=[gun("bomb", "XPL", roa=3, dam=3)]),
        C=unit(at=(5, 4), arm=7),
        D=foe(at=(7, 4), arm=7),
        B=foe(at=(6, 5), arm=7, hit=9),
    )
    table.play("shoot A B bomb", dice="26 4 266 4 266 4")
    assert table.told("targets")[-1]["targets"] == "B, C, D"
    assert dice_rolled(table) == [2, 3, 3]  # friendly fire beside B alone
    order = [roll.split()[0] for roll in table.rolls]
    assert order == ["red", "blue", "red", "red", "red", "blue"]


@both
@pytest.mark.clause("skirm1.combat.secondary", "skirm2.combat.secondary")
def test_a_bystander_needs_neither_sight_nor_range(edition: str) -> None:
    wall = board(8, 2, walls={((4, 0), (4, 1)): 3, ((3, 1), (4, 1)): 3})
    table = Table.on(
        wall,
        edition=edition,
        A=unit(at=(0, 0), weapons=[gun("bomb", "XPL RG4", roa=1)]),
        B=foe(at=(4, 0), arm=7),
        C=foe(at=(5, 1), arm=7),
    )
    assert table.refuses("shoot A C bomb") == f"{edition}.weapon.range"
    table.play("shoot A B bomb", dice="6 6")
    assert table.told("targets")[-1]["targets"] == "B, C"


@pytest.mark.clause("skirm1.combat.secondary", "skirm1.cover.effect")
def test_a_bystander_never_has_cover() -> None:
    walls = {((3, 0), (4, 0)): 1, ((4, 0), (5, 0)): 1}
    table = Table.on(
        board(6, 1, walls=walls),
        edition="skirm1",
        A=unit(at=(0, 0), weapons=[gun("bomb", "XPL", roa=1, dam=3)]),
        B=foe(at=(4, 0), arm=7),
        C=foe(at=(5, 0), arm=7),
    )
    table.play("shoot A B bomb", dice="2 5 2 4")
    assert [cover["unit"] for cover in table.told("cover")] == ["B"]
    assert need(table) == 4


@both
@pytest.mark.clause("skirm1.combat.self", "skirm2.combat.self")
def test_an_attack_in_melee_does_not_touch_its_attacker(edition: str) -> None:
    table = fight(edition, special="XPL", roa=1).play("melee A B blade", dice="6")
    assert table.told("targets") == []
