"""Third edition, chapter "Combat": choosing targets, attack dice, Saves, modifiers."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.rulebooks.skirm.chapters.parts import DICE
from boards.squares_boards import board
from rules.skirm.table import Table, blade, foe, gun, skill, unit


def roof(level: int) -> Any:
    """A row of six squares whose first is that high."""
    return board(6, 1, levels={(0, 0): level})


# ---------------------------------------------------------------------- targets


@pytest.mark.clause("skirm3.combat.steps")
def test_an_attack_runs_from_the_choice_through_attack_dice_to_saves() -> None:
    for answer, text in {"shoot A B rifle": "A . . B", "melee A B blade": "A B"}.items():
        table = Table.parse(text, A=unit(), B=foe())
        table.play(answer, dice="11 11")
        assert table.rolls == ["red 2 combat.strike", "blue 2 combat.saves"]
        assert table.cited("attack") == {
            "skirm3.combat.steps",
            "skirm3.combat.attack-dice",
            "skirm3.combat.strike",
        }


@pytest.mark.clause("skirm3.combat.weapon", "skirm3.card.weapon-kinds")
def test_ranged_weapons_are_fired_and_melee_weapons_strike() -> None:
    arms = [gun(), gun("pistol"), blade(), blade("axe")]
    far = Table.parse("A . . B", A=unit(weapons=arms), B=foe())
    assert far.options("shoot") == ["shoot A B rifle", "shoot A B pistol"]
    assert far.options("melee") == []
    near = Table.parse("A B", A=unit(weapons=arms), B=foe())
    assert near.options("melee") == ["melee A B blade", "melee A B axe"]
    assert near.options("shoot") == []


@pytest.mark.clause("skirm3.combat.enemies")
def test_only_enemies_are_chosen_standing_or_downed() -> None:
    table = Table.parse(
        """
        A . . B
        . . . .
        C . . D
        """,
        A=unit(),
        B=foe(),
        C=unit(),
        D=foe(state="downed"),
    )
    assert table.options("shoot") == ["shoot A B rifle", "shoot A D rifle"]
    assert table.refuses("shoot A C rifle") == "skirm3.combat.enemies"


@pytest.mark.clause("skirm3.combat.min-distance")
def test_an_adjacent_target_cannot_be_shot_at() -> None:
    table = Table.parse("A B", A=unit(), B=foe(state="downed"))
    assert table.refuses("shoot A B rifle") == "skirm3.combat.min-distance"
    table = Table.parse("A . B", A=unit(), B=foe())
    assert table.options("shoot") == ["shoot A B rifle"]


@pytest.mark.clause("skirm3.combat.min-distance", "skirm3.combat.melee-target")
def test_a_neighbour_far_below_is_not_adjacent_and_may_be_shot_at() -> None:
    table = Table.on(roof(3), A=unit(at=(0, 0)), B=foe(at=(1, 0)))
    assert table.options("shoot") == ["shoot A B rifle"]
    assert table.refuses("melee A B blade") == "skirm3.combat.melee-target"


@pytest.mark.clause("skirm3.combat.ranged-target", "skirm3.weapon.range", "skirm3.range.limit")
def test_a_target_must_be_within_the_weapons_range() -> None:
    arms = unit(at=(0, 0), weapons=[gun(special="RG6"), gun("cannon")])
    table = Table.on(A=arms, B=foe(at=(6, 4)), C=foe(at=(7, 0)))
    assert "shoot A B rifle" in table.options()
    assert table.refuses("shoot A C rifle") == "skirm3.weapon.range"
    assert "shoot A C cannon" in table.options()


@pytest.mark.clause("skirm3.range.distance", "skirm3.weapon.range")
def test_range_leaves_height_out() -> None:
    table = Table.on(roof(5), A=unit(at=(0, 0), weapons=[gun(special="RG2")]), B=foe(at=(2, 0)))
    assert table.options("shoot") == ["shoot A B rifle"]


@pytest.mark.clause(
    "skirm3.combat.ranged-target", "skirm3.los.use", "skirm3.cover.no-view", "skirm3.los.units"
)
def test_a_target_must_be_in_line_of_sight() -> None:
    wall = board(6, 1, walls={((2, 0), (3, 0)): 2})
    table = Table.on(wall, A=unit(at=(0, 0)), B=foe(at=(5, 0)))
    assert table.refuses("shoot A B rifle") == "skirm3.los.corners"
    behind = Table.parse("A . C . B", A=unit(), C=unit(), B=foe())
    assert behind.refuses("shoot A B rifle") == "skirm3.los.corners"
    lying = Table.parse("A . C . B", A=unit(), C=unit(state="downed"), B=foe())
    assert "shoot A B rifle" in lying.options()


@pytest.mark.clause("skirm3.los.use")
def test_melee_asks_for_no_line_of_sight() -> None:
    ledge = board(2, 1, levels={(1, 0): 1}, walls={((0, 0), (1, 0)): 1})
    table = Table.on(ledge, A=unit(at=(0, 0)), B=foe(at=(1, 0), state="downed"))
    assert not table.battle.terrain.sees(0, 1, standing=0, downed=True)
    assert table.options("melee") == ["melee A B blade"]


@pytest.mark.clause("skirm3.combat.engaged", "skirm3.damage.downed-passive")
def test_a_unit_next_to_a_standing_enemy_cannot_shoot() -> None:
    table = Table.parse("B A . . C", A=unit(), B=foe(), C=foe())
    assert table.refuses("shoot A C rifle") == "skirm3.combat.engaged"
    table = Table.parse("B A . . C", A=unit(), B=foe(state="downed"), C=foe())
    assert table.options("shoot") == ["shoot A C rifle"]


@pytest.mark.clause("skirm3.combat.melee-target")
def test_a_melee_target_must_be_adjacent() -> None:
    table = Table.parse("A . B", A=unit(), B=foe())
    assert table.refuses("melee A B blade") == "skirm3.combat.melee-target"


# ---------------------------------------------------------------------- dice


@pytest.mark.clause("skirm3.combat.attack-dice")
def test_one_die_is_rolled_for_each_point_of_roa() -> None:
    table = Table.parse("A . . B", A=unit(weapons=[gun(roa=5)]), B=foe())
    table.play("shoot A B rifle", dice="66666")
    assert table.rolls == ["red 5 combat.strike"]


@pytest.mark.clause("skirm3.combat.attack-dice", "skirm3.weapon.armor-piercing")
def test_without_dice_only_automatic_strikes_count() -> None:
    table = Table.parse("A . . B", A=unit(weapons=[gun(roa=0)]), B=foe())
    assert table.play("shoot A B rifle").rolls == []
    table = Table.parse("A . . B", A=unit(weapons=[gun(special="ARP", roa=0)]), B=foe())
    table.play("shoot A B rifle", dice="1")
    assert table.rolls == ["blue 1 combat.saves"]


@pytest.mark.clause("skirm3.combat.strike", "skirm3.card.unit-stats")
def test_melee_strikes_with_msk_and_shots_with_rsk() -> None:
    near = Table.parse("A B", A=unit(rsk=5, msk=3, weapons=[blade(roa=3)]), B=foe())
    near.play("melee A B blade", dice="341 11")
    assert near.told("strikes")[-1]["strikes"] == 2
    far = Table.parse("A . . B", A=unit(rsk=5, msk=3, weapons=[gun(roa=3)]), B=foe())
    far.play("shoot A B rifle", dice="341 111")
    assert far.told("strikes")[-1]["strikes"] == 3


@pytest.mark.clause("skirm3.combat.damage-points", "skirm3.card.weapon-stats")
def test_each_strike_inflicts_the_weapons_damage() -> None:
    table = Table.parse("A . . B", A=unit(weapons=[gun(dam=2)]), B=foe())
    table.play("shoot A B rifle", dice="11 1111")
    assert table.rolls == ["red 2 combat.strike", "blue 4 combat.saves"]


@pytest.mark.clause("skirm3.combat.saves", "skirm3.damage.downed")
def test_each_point_of_damage_calls_for_a_save_against_armor() -> None:
    table = Table.parse("A . . B", A=unit(rsk=4, weapons=[gun(roa=3)]), B=foe(arm=4))
    table.play("shoot A B rifle", dice="246 45")
    assert table.rolls == ["red 3 combat.strike", "blue 2 combat.saves"]
    assert table.told("saves")[-1]["failed"] == 1
    assert table["B"].state == "downed"


@pytest.mark.clause("skirm3.combat.one-step")
def test_four_failed_saves_down_a_unit_once_not_twice() -> None:
    table = Table.parse("A . . B", A=unit(weapons=[gun(dam=2)]), B=foe())
    table.play("shoot A B rifle", dice="11 6666")
    assert table["B"].state == "downed"


COVERED = board(6, 1, walls={((4, 0), (5, 0)): 1})


@pytest.mark.clause("skirm3.cover.effect")
def test_a_target_in_cover_saves_one_point_without_rolling() -> None:
    table = Table.on(COVERED, A=unit(at=(0, 0), weapons=[gun(roa=3)]), B=foe(at=(5, 0), arm=4))
    table.play("shoot A B rifle", dice="111 42")
    assert table.rolls == ["red 3 combat.strike", "blue 2 combat.saves"]
    assert table["B"].state == "standing"
    assert "skirm3.cover.effect" in table.cited("auto-save")


@pytest.mark.clause("skirm3.cover.melee")
def test_cover_has_no_effect_on_melee() -> None:
    low = board(2, 1, walls={((0, 0), (1, 0)): 1})
    table = Table.on(low, A=unit(at=(0, 0)), B=foe(at=(1, 0)))
    table.play("melee A B blade", dice="16 6")
    assert table["B"].state == "downed"


@pytest.mark.clause("skirm3.cover.downed", "skirm3.los.downed")
def test_a_downed_unit_behind_a_low_wall_is_not_seen_at_all() -> None:
    table = Table.on(COVERED, A=unit(at=(0, 0)), B=foe(at=(5, 0), state="downed"))
    assert table.refuses("shoot A B rifle") == "skirm3.los.corners"


@pytest.mark.clause("skirm3.combat.auto-saves", "skirm3.special.camouflage")
@pytest.mark.parametrize(("dice", "rolled"), [("111 1", 1), ("116", 0)])
def test_automatic_saves_of_cover_and_camouflage_add_up(dice: str, rolled: int) -> None:
    table = Table.on(
        COVERED, A=unit(at=(0, 0), weapons=[gun(roa=3)]), B=foe("CAM", at=(5, 0), arm=4)
    )
    table.play("shoot A B rifle", dice=dice)
    assert table.rolls[1:] == ["blue 1 combat.saves"] * rolled
    assert table["B"].state == "standing"


# ---------------------------------------------------------------------- modifiers


@pytest.mark.clause("skirm3.combat.high-ground", "skirm3.combat.ranged-table")
@pytest.mark.parametrize(("level", "strikes"), [(2, 1), (1, 0), (3, 1)])
def test_two_levels_of_high_ground_raise_rsk_by_one(level: int, strikes: int) -> None:
    table = Table.on(roof(level), A=unit(at=(0, 0), rsk=3), B=foe(at=(4, 0)))
    table.play("shoot A B rifle", dice="45" + "1" * strikes)
    assert table.told("strikes")[-1]["strikes"] == strikes


@pytest.mark.clause("skirm3.combat.ranged-table", "skirm3.melee.table")
def test_a_squadmate_beside_the_target_changes_nothing_for_a_shot() -> None:
    table = Table.parse(
        """
        A . . B
        . . . C
        """,
        A=unit(),
        B=foe(),
        C=unit(),
    )
    table.play("shoot A B rifle", dice="66")
    assert table.told("attack")[-1]["dice_modifiers"] == [("ROA", 2, "skirm3.combat.attack-dice")]
    assert table.told("attack")[-1]["skill_modifiers"] == [("RSK", 4, "skirm3.combat.strike")]


@pytest.mark.clause("skirm3.combat.skill-order", "skirm3.weapon.improve-skill")
def test_the_skill_is_capped_by_plus_sk_before_high_ground_and_repulsive() -> None:
    table = Table.on(
        board(2, 1, levels={(0, 0): 1}),
        A=unit(at=(0, 0), msk=5, weapons=[blade(special="+SK")]),
        B=foe("REP", at=(1, 0)),
    )
    table.play("melee A B blade", dice="66")
    assert table.told("attack")[-1]["skill"] == 5
    labels = [label for label, _, _ in table.told("attack")[-1]["skill_modifiers"]]
    assert labels == ["MSK", "high ground", "Repulsive"]


@pytest.mark.clause("skirm3.combat.other-modifiers", "skirm3.card.skills")
@pytest.mark.parametrize(
    ("stat", "by", "dice", "asked"),
    [
        ("roa", 1, "666", ["red 3 combat.strike"]),
        ("skill", 1, "56 1", ["red 2 combat.strike", "blue 1 combat.saves"]),
        ("rsk", -1, "46", ["red 2 combat.strike"]),
        ("dam", 1, "16 11", ["red 2 combat.strike", "blue 2 combat.saves"]),
    ],
)
def test_skills_may_change_attack_rolls(stat: str, by: int, dice: str, asked: list[str]) -> None:
    change = {
        "do": "modify",
        "stat": stat,
        "by": by,
        "who": {"pick": "self"},
        "until": "activation",
    }
    focus = skill("focus", change, act=1)
    table = Table.parse("A . . B", A=unit(skills=[focus]), B=foe()).play("skill A focus")
    table.play("shoot A B rifle", dice=dice)
    assert table.rolls == asked


@pytest.mark.clause("skirm3.combat.other-modifiers")
def test_skills_may_change_save_rolls() -> None:
    change = {"do": "modify", "stat": "arm", "by": -1, "who": {"pick": "enemy"}, "until": "turn"}
    weaken = skill("weaken", change, act=1)
    table = Table.parse("A . . B", A=unit(skills=[weaken]), B=foe(arm=4)).play("skill A weaken")
    table.play("shoot A B rifle", dice="16 4")
    assert table["B"].state == "downed"


# ---------------------------------------------------------------------- windows


@pytest.mark.clause("skirm3.combat.window-attack")
def test_attack_dice_are_re_rolled_for_free_then_with_orders() -> None:
    table = Table.parse("A B", A=unit("BRU"), B=foe("PAR"), orders=(1, 1)).play(
        "melee A B blade", dice="66"
    )
    assert table.asks == "red free re-roll"
    assert table.play("reroll 1", dice="6").asks == "red re-roll"
    assert table.play("pass").asks == "blue parry"
    assert table.play("pass").asks == "red action"


@pytest.mark.clause("skirm3.combat.window-attack", "skirm3.dice.window-order")
def test_whoever_keeps_the_dice_is_not_asked_about_them_again() -> None:
    table = Table.parse("A B", A=unit("BRU"), B=foe("PAR"), orders=(1, 1))
    table.play("melee A B blade", "pass", dice="66")
    assert (table.asks, table.orders) == ("blue parry", (1, 1))


@pytest.mark.clause("skirm3.combat.window-save")
def test_save_dice_belong_to_the_targets_player_alone() -> None:
    table = Table.parse("A . . B", A=unit(), B=foe("TMP"), orders=(0, 1))
    table.play("shoot A B rifle", dice="11 66")
    assert (table.asks, table.because) == ("blue free re-roll", "skirm3.combat.window-save")
    assert table.play("reroll 1", dice="6").asks == "blue re-roll"
    assert table.because == "skirm3.orders.reroll"
    table.play("pass")
    assert table["B"].state == "downed"


@pytest.mark.clause("skirm3.combat.window-save")
def test_the_attacker_cannot_touch_save_dice() -> None:
    table = Table.parse("A . . B", A=unit(), B=foe(), orders=(2, 0))
    table.play("shoot A B rifle", "pass", dice="11 66")
    assert table.asks == "red action"
    assert table["B"].state == "downed"


@pytest.mark.clause("skirm3.dice.free-batch", "skirm3.card.passive")
def test_gear_that_re_rolls_one_die_re_rolls_no_more_than_one() -> None:
    def gear(roll: str) -> dict[str, Any]:
        effects = [{"do": "reroll", "roll": roll, "dice": 1}]
        return {"id": roll, "name": roll, "text": "", "effects": effects}

    table = Table.parse(
        "A . . B",
        A=unit(weapons=[gun(special="RLT", roa=3)], equipment=[gear("attack")]),
        B=foe(equipment=[gear("save")]),
    )
    table.play("shoot A B rifle", dice="566")
    assert table.options()[-2:] == ["reroll 1,2,3", "pass"]  # the sixes, and one die besides
    table.play("reroll 1,2,3", dice="111 666")
    assert table.options() == ["reroll 1", "pass"]


@pytest.mark.clause("skirm3.melee.support", "skirm3.melee.high-ground", "skirm3.special.repulsive")
def test_an_attack_tells_every_modifier_in_order_with_its_clause() -> None:
    table = Table.on(
        roof(1),
        A=unit(at="a1", msk=4, weapons=[blade(roa=2)]),
        B=foe("REP", at="b1"),
        C=unit(at="c1"),
    )
    table.play("melee A B blade", dice="666")
    told = table.told("attack")[0]
    assert told["dice_sum"] == "ROA 2, support +1"
    assert told["skill_sum"] == "MSK 4, high ground +1, Repulsive -1"
    assert {"skirm3.melee.support", "skirm3.special.repulsive"} <= table.cited("attack")


@pytest.mark.parametrize("word", ["1,1", "0", "0,1", "1,", "x"])
def test_dice_named_twice_or_by_no_place_are_not_read(word: str) -> None:
    battle = Table.parse("A . B", A=unit(), B=foe()).battle
    assert DICE.read(battle, word, {}) is None
    assert DICE.read(battle, "3,1", {}) == (0, 2)
