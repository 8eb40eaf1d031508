"""Chapter "Unit Special Rules": each rule by what it changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import pytest

from battlemat.rulebooks.openfire.chapters.moving.paths import allowance
from battlemat.rulebooks.openfire.state.specials import (
    UNIT_RULES,
    WEAPON_RULES,
    UnitRule,
    WeaponRule,
)
from rules.openfire.table import Table, model, tank, unit, weapon


def attacked(
    dice: str, *, special: list[str], x: int = 2000, facing: int = 180, **more: Any
) -> Table:
    """B1 with some special rules is attacked by R1 from the west."""
    victim = more.pop("victim", {})
    answers = more.pop("answers", ())
    table = Table(
        [unit("R1", model(**more.pop("shooter", {})))],
        [unit("B1", model(hp=9, special=special, **victim))],
        {"R1": (1000, 1000), "B1": (x, 1000, facing)},
        active=("R1", "attack"),
        weapons={"rifle": weapon(**more.pop("gun", {}))},
        **more,
    )
    return table.play("attack R1 B1", *answers, dice=dice)


@pytest.mark.clause("openfire.special.fast", "openfire.move.advance")
def test_fast_adds_nine_inches_to_an_advance() -> None:
    table = Table(
        [unit("R1", model(special=["Fast"]))],
        [unit("B1")],
        {"R1": (1000, 1000), "B1": (4000, 4000)},
        units={"R1": {"stress": 1}},
    )
    assert allowance(table.battle, table["R1"], True) == 1300


@pytest.mark.clause("openfire.special.slow")
def test_slow_units_never_advance_even_if_fast() -> None:
    table = Table(
        [unit("R1", model(special=["Slow", "Fast"]))],
        [unit("B1")],
        {"R1": (1000, 1000), "B1": (4000, 4000)},
        active=("R1", "move"),
    )
    assert table.refused("advance R1 11.00,10.00") == "openfire.special.slow"
    assert table.allows("move R1 11.00,10.00")


@pytest.mark.clause("openfire.special.heavy-armour")
def test_heavy_armour_lowers_damage_to_one_and_piercing_to_none() -> None:
    table = attacked("12", special=["Heavy Armour (2)"], gun={"dmg": 3, "prc": 2})
    assert table.asked() == "blue 1d12"
    table.play(dice="7")
    assert table.told("defence")[0].facts["modifier"] == 0
    other = attacked("12", special=["Heavy Armour (3)"], gun={"dmg": 1, "prc": 4})
    other.play(dice="7")
    assert other.told("defence")[0].facts["modifier"] == -1
    assert other.told("defence")[0].facts["tests"] == 1


@pytest.mark.clause("openfire.special.inspiring")
@pytest.mark.parametrize(("y", "inspired"), [(1700, True), (1701, False)])
def test_friends_within_six_inches_of_an_inspiring_unit_are_skilled_and_fearless(
    y: int, inspired: bool
) -> None:
    table = Table(
        [unit("R1"), unit("R2", model(special=["Inspiring Presence"]))],
        [unit("B1", model(hp=9))],
        {"R1": (1000, 1000), "R2": (1000, y), "B1": (2000, 1000)},
        units={"R1": {"stress": 1}},
    )
    table.play("activate R1", dice="2")
    assert (table.asked() == "red re-roll") is inspired
    if inspired:
        table.play("pass")
    table.play("skip move", "attack R1 B1", dice="2")
    assert (table.asked() == "red re-roll") is inspired


@pytest.mark.clause("openfire.special.inspiring", "openfire.unit.friendly-enemy")
def test_the_inspiring_unit_does_not_inspire_itself() -> None:
    table = Table(
        [unit("R1", model(special=["Inspiring Presence"]))],
        [unit("B1")],
        {"R1": (1000, 1000), "B1": (4000, 4000)},
        units={"R1": {"stress": 1}},
    )
    table.play("activate R1", dice="2")
    assert table.asked() == "red move"


@pytest.mark.clause("openfire.special.inspiring-when")
def test_auras_are_measured_when_the_dice_are_rolled() -> None:
    table = Table(
        [unit("R1"), unit("R2", model(special=["Inspiring Presence"]))],
        [unit("B1", model(hp=9))],
        {"R1": (1000, 1000), "R2": (1000, 1700), "B1": (2000, 1000)},
        active=("R1", "move"),
    )
    table.play("move R1 10.00,9.00", "attack R1 B1", dice="2")
    assert table.asked() == "blue activate"  # it moved out of the aura before it shot


@pytest.mark.clause("openfire.special.manoeuvrable", "openfire.vehicle.advance-manoeuvre")
def test_manoeuvrable_gives_more_free_turns_also_in_an_advance() -> None:
    table = Table(
        [unit("R1", tank(special=["Vehicle", "Manoeuvrable (1)"]))],
        [unit("B1")],
        {"R1": (2000, 2000), "B1": (4000, 4500)},
        active=("R1", "move"),
    )
    assert table.allows("move R1 left 10 go 5.00 left 10 go 5.00")
    assert table.allows("move R1 left 10 go 4.00 left 10 go 4.00 left 10")  # 2 inches more
    assert not table.allows("move R1 left 10 go 4.00 left 10 go 4.01 left 10")
    assert table.allows("advance R1 left 10 go 5.00 left 10 go 5.00")
    third = "advance R1 left 10 go 1.00 left 10 go 1.00 left 10"
    assert table.refused(third) == "openfire.vehicle.advance-manoeuvre"


@pytest.mark.clause("openfire.special.resilient")
def test_resilient_rerolls_failed_defence_but_not_ones() -> None:
    table = attacked(
        "12 12 12 7 1 9 8",
        special=["Resilient"],
        gun={"att": 3, "prc": 1},
        answers=("reroll all",),
    )
    assert table["B1"].hp == [8]


@pytest.mark.clause("openfire.special.rugged")
def test_rugged_models_cross_slow_ground_at_the_normal_price() -> None:
    for special, legal in ((["Rugged"], True), ([], False)):
        table = Table(
            [unit("R1", model(special=special))],
            [unit("B1")],
            {"R1": (1000, 1000), "B1": (4000, 4000)},
            active=("R1", "move"),
            parts=[{"name": "mud", "keyword": "slow", "box": [1100, 900, 1300, 1100]}],
        )
        assert table.allows("move R1 15.00,10.00") is legal


@pytest.mark.clause("openfire.special.skilled")
def test_skilled_rerolls_failed_attacks_but_not_ones() -> None:
    table = attacked(
        "3 1 7 9",
        special=[],
        gun={"att": 3},
        shooter={"skl": 7, "special": ["Skilled"]},
        answers=("reroll all",),
    )
    assert table.told("hits")[0].facts["hits"] == 2


@pytest.mark.clause("openfire.special.skilled", "openfire.assault.weapon-limit")
def test_skilled_rerolls_an_11_where_only_a_12_hits() -> None:
    table = attacked(
        "11 1 12 12",
        special=[],
        x=1200,
        gun={"att": 3},
        shooter={"skl": 4, "special": ["Skilled"]},
        answers=("reroll all",),
    )
    assert table.told("hits")[0].facts["hits"] == 2


@pytest.mark.clause("openfire.special.stealth", "openfire.module.special-names")
def test_stealth_hinders_attackers_outside_assault_range() -> None:
    assert attacked("7", special=["Stealth (2)"]).told("hits")[0].facts["hits"] == 0
    assert attacked("8", special=["Stealth (2)"]).told("hits")[0].facts["hits"] == 1
    close = attacked("6", special=["Stealth (2)"], x=1200, gun={"special": ["Assault"]})
    assert close.told("hits")[0].facts["hits"] == 1


@pytest.mark.clause("openfire.special.vulnerable", "openfire.vehicle.rear-vulnerable")
def test_a_vehicle_is_weak_from_behind_but_not_at_close_quarters() -> None:
    def fire(x: int, special: list[str]) -> Table:
        return Table(
            [unit("R1")],
            [unit("B1", tank(**{"def": 4}))],
            {"R1": (x, 1000), "B1": (2000, 1000, 0)},
            active=("R1", "attack"),
            weapons={"rifle": weapon(att=2, prc=1, special=special)},
        )

    far = fire(1000, []).play("attack R1 B1", dice="12 12 6 7")
    assert far["B1"].hp == [9]
    near = fire(1700, ["Assault"]).play("attack R1 B1", dice="12 12 6 7")
    assert near["B1"].hp == [10]


@pytest.mark.clause("openfire.special.vulnerable")
def test_side_arcs_are_left_and_right() -> None:
    table = attacked("12 8", special=["Vulnerable (Side Arcs)"], facing=90)
    assert table["B1"].hp == [8]  # 8 - 2 fails against 7
    assert attacked("12 8", special=["Vulnerable (Side Arcs)"], facing=180)["B1"].hp == [9]


@pytest.mark.clause("openfire.special.bulky", "openfire.transport.who")
def test_one_bulky_model_keeps_its_unit_out_of_transports() -> None:
    table = Table(
        [
            unit("R1", model(), model(special=["Bulky"])),
            unit("R2", tank(special=["Vehicle", "Transport (6)"])),
        ],
        [unit("B1")],
        {"R1": [(1000, 1000), (1000, 850)], "R2": (1000, 1250), "B1": (4000, 4000)},
        active=("R1", "move"),
    )
    assert table.refused("move R1 embark R2") == "openfire.special.bulky"


@pytest.mark.clause("openfire.special.flying", "openfire.special.flying-height")
def test_flyers_cross_everything_and_pay_for_distance_alone() -> None:
    table = Table(
        [unit("R1", model(special=["Flying"]))],
        [unit("B1")],
        {"R1": (1000, 1000), "B1": (1250, 1000)},
        active=("R1", "move"),
        areas=[{"name": "tower", "level": 3, "climbable": [], "box": [1350, 800, 1700, 1200]}],
        parts=[{"name": "rock", "keyword": "impassable", "box": [1150, 900, 1180, 1100]}],
    )
    assert table.allows("move R1 15.00,10.00")  # over a rock, an enemy and a sheer wall: 5 inches
    assert table.refused("move R1 15.01,10.00") == "openfire.move.polyline"
    assert table.refused("move R1 11.40,10.00") == "openfire.terrain.impassable"  # not to stand on


@pytest.mark.clause("openfire.special.flying-assault")
def test_flyers_suffer_free_attacks_like_others() -> None:
    table = Table(
        [unit("R1", model(special=["Flying"]))],
        [unit("B1")],
        {"R1": (1000, 1000), "B1": (1250, 1100)},
        active=("R1", "move"),
    )
    table.play("move R1 15.00,10.00")
    assert table.asked() == "blue free attack"


@pytest.mark.clause("openfire.unit.rule-scope")
def test_the_leader_speaks_for_the_unit() -> None:
    for special, reroll in ((["Skilled"], True), ([], False)):
        table = Table(
            [unit("R1", model(special=special), model(special=["Skilled"]))],
            [unit("B1", model(hp=9))],
            {"R1": [(1000, 1000), (1000, 1150)], "B1": (2000, 1000)},
            active=("R1", "attack"),
        )
        table.play("attack R1 rifle:2>B1", dice="2")
        assert (table.asked() == "red re-roll") is reroll


@pytest.mark.clause("openfire.unit.mixed-values")
def test_moves_use_the_leaders_rate_and_attacks_each_models_own_skill() -> None:
    table = Table(
        [unit("R1", model(mov=4, skl=9), model(mov=9, skl=3))],
        [unit("B1", model(hp=9))],
        {"R1": [(1000, 1000), (1000, 1150)], "B1": (2000, 1000)},
        active=("R1", "move"),
    )
    assert table.refused("move R1 10.00,5.99") == "openfire.move.polyline"
    table.play("skip move", "attack R1 B1", dice="3 3 12")
    assert [event.facts["hits"] for event in table.told("hits")] == [0, 1]


@pytest.mark.parametrize("rules", [UNIT_RULES, WEAPON_RULES])
def test_what_a_special_rule_does_no_other_does_by_default(
    rules: Mapping[str, UnitRule] | Mapping[str, WeaponRule],
) -> None:
    effects = [
        (field.name, name)
        for name, rule in rules.items()
        for field in fields(rule)
        if getattr(rule, field.name) is True
    ]
    assert effects, "rules switch things on"
    assert len({effect for effect, _ in effects}) == len(effects)
