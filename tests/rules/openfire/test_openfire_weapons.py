"""Chapter "Weapon Special Rules": each rule by the dice it changes."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from rules.openfire.table import Table, model, tank, unit, weapon


def shoot(
    dice: str,
    *,
    special: list[str] | None = None,
    targets: int = 1,
    victim: dict[str, Any] | None = None,
    shooter: dict[str, Any] | None = None,
    gun: dict[str, Any] | None = None,
    at: tuple[int, int] = (2000, 1000),
    answers: tuple[str, ...] = (),
    **more: Any,
) -> Table:
    """R1 attacks B1 once; the dice fall as written."""
    table = Table(
        [unit("R1", model(**(shooter or {})))],
        [unit("B1", *[model(**(victim or {})) for _ in range(targets)])],
        {
            "R1": (1000, 1000),
            "B1": [(at[0], at[1] + 150 * n, 180) for n in range(targets)],
        },
        active=("R1", "attack"),
        weapons={"rifle": weapon(special=special or [], **(gun or {}))},
        **more,
    )
    return table.play("attack R1 B1", *answers, dice=dice)


def hits(table: Table) -> int:
    return int(table.told("hits")[-1].facts["hits"])


@pytest.mark.clause("openfire.weapon.accurate")
@pytest.mark.parametrize(("moved", "expected"), [(False, 1), (True, 0)])
def test_accurate_adds_two_unless_the_unit_moved(moved: bool, expected: int) -> None:
    assert hits(shoot("4", special=["Accurate"], moved=moved)) == expected


@pytest.mark.clause("openfire.weapon.assault")
def test_an_assault_weapon_hits_normally_at_close_quarters() -> None:
    assert hits(shoot("6", special=["Assault"], at=(1200, 1000))) == 1


@pytest.mark.clause("openfire.weapon.blast-sight", "openfire.los.obscured-term")
@pytest.mark.parametrize(("special", "expected"), [(["Blast"], 1), ([], 0)])
def test_blast_counts_an_obstructed_line_as_clear(special: list[str], expected: int) -> None:
    wall = {"name": "wall", "keyword": "barrier", "height": 60, "sight": "solid"}
    table = shoot("6", special=special, parts=[{**wall, "box": [1900, 900, 1940, 1100]}])
    assert hits(table) == expected
    assert table.told("attack")[0].facts["sight"] == "obstructed"


@pytest.mark.clause("openfire.weapon.blast-screen", "openfire.target.screen-viewers")
def test_blast_reaches_screened_units_and_other_weapons_do_not() -> None:
    table = Table(
        [unit("R1", model(weapons=["mortar"]), model())],
        [unit("B1"), unit("B2")],
        {"R1": [(1000, 1000), (1000, 1150)], "B1": (2000, 1000), "B2": (1500, 1000)},
        active=("R1", "attack"),
        weapons={"mortar": weapon(special=["Blast"])},
    )
    assert table.allows("attack R1 mortar:1>B1")
    assert table.refused("attack R1 mortar:1>B1 rifle:2>B1") == "openfire.target.screened"


@pytest.mark.clause("openfire.weapon.grenade")
def test_only_one_model_of_a_unit_throws_a_grenade() -> None:
    table = Table(
        [unit("R1", model(weapons=["rifle", "grenade"]), model(weapons=["grenade"]))],
        [unit("B1")],
        {"R1": [(1000, 1000), (1000, 1150)], "B1": (1500, 1000)},
        active=("R1", "attack"),
        weapons={"grenade": weapon(rng=6, special=["Grenade"])},
    )
    assert table.refused("attack R1 grenade:1,2>B1") == "openfire.weapon.grenade"
    assert table.allows("attack R1 rifle:1>B1 grenade:2>B1")


@pytest.mark.clause("openfire.weapon.grenade")
@pytest.mark.parametrize("arms", list(product(["rifle", "rifle grenade", "grenade"], repeat=3)))
def test_in_what_is_offered_the_first_throws_a_grenade_and_all_others_fire_beside_it(
    arms: tuple[str, ...],
) -> None:
    table = Table(
        [unit("R1", *(model(weapons=one.split()) for one in arms))],
        [unit("B1"), unit("B2")],
        {
            "R1": [(1000, 1000), (1000, 1150), (1000, 1300)],
            "B1": (1500, 1000),
            "B2": (1500, 1300),
        },
        active=("R1", "attack"),
        weapons={"grenade": weapon(rng=6, att=3, special=["Grenade"])},
    )
    thrower = next((n for n, has in enumerate(arms) if "grenade" in has), -1)
    groups: dict[str, list[str]] = {}
    for n, has in enumerate(arms):
        if n == thrower or "rifle" in has:
            groups.setdefault("grenade" if n == thrower else "rifle", []).append(str(n + 1))
    for target in ("B1", "B2"):
        words = [f"{name}:{','.join(models)}>{target}" for name, models in groups.items()]
        assert " ".join(["attack R1", *words]) in table.offers()


@pytest.mark.clause("openfire.weapon.heavy")
def test_a_heavy_weapon_is_silent_after_a_move() -> None:
    for moved in (False, True):
        table = Table(
            [unit("R1", model(weapons=["gun", "rifle"]))],
            [unit("B1")],
            {"R1": (1000, 1000), "B1": (2000, 1000)},
            active=("R1", "attack"),
            moved=moved,
            weapons={"gun": weapon(special=["Heavy"])},
        )
        assert table.allows("attack R1 gun:1>B1") is not moved
    assert table.refused("attack R1 gun:1>B1") == "openfire.weapon.heavy"


@pytest.mark.clause("openfire.weapon.impact")
def test_impact_counts_a_natural_12_twice() -> None:
    table = shoot("12 12 3", special=["Impact"], gun={"att": 3}, victim={"hp": 9})
    assert hits(table) == 4


@pytest.mark.clause("openfire.dice.natural-critical")
def test_a_12_by_modifiers_is_a_plain_hit() -> None:
    table = shoot(
        "10 12",
        special=["Impact", "Accurate"],
        gun={"att": 2},
        shooter={"skl": 8},
        victim={"hp": 9},
    )
    assert hits(table) == 3


@pytest.mark.clause("openfire.weapon.one-use")
def test_a_one_use_weapon_is_used_up_copy_by_copy() -> None:
    table = Table(
        [unit("R1", tank(weapons=["rocket", "rocket"]))],
        [unit("B1", model(hp=30))],
        {"R1": (1000, 1000), "B1": (2000, 1000)},
        active=("R1", "attack"),
        weapons={"rocket": weapon(special=["One Use"])},
    )
    assert table.allows("attack R1 rocket:1,1>B1")
    table.play("attack R1 rocket:1>B1", dice="1")
    assert table["R1"].used == 1
    again = Table(
        [unit("R1", tank(weapons=["rocket", "rocket"]))],
        [unit("B1", model(hp=30))],
        {"R1": (1000, 1000), "B1": (2000, 1000)},
        units={"R1": {"used": {"1": ["rocket"]}}},
        active=("R1", "attack"),
        weapons={"rocket": weapon(special=["One Use"])},
    )
    assert again.asked() == "blue activate"  # both are spent: there is nothing to attack with


@pytest.mark.clause("openfire.weapon.rapid-fire")
@pytest.mark.parametrize(("x", "dice"), [(2300, 3), (2301, 2)])
def test_rapid_fire_adds_a_die_within_half_range(x: int, dice: int) -> None:
    table = Table(
        [unit("R1")],
        [unit("B1")],
        {"R1": (1000, 1000), "B1": (x, 1000)},
        active=("R1", "attack"),
        weapons={"rifle": weapon(rng=24, att=2, special=["Rapid Fire"])},
    )
    table.play("attack R1 B1")
    assert table.asked() == f"red {dice}d12"


@pytest.mark.clause("openfire.weapon.rending")
def test_rending_damage_comes_first_and_cannot_be_stopped() -> None:
    table = shoot(
        "12 8 6 5",
        special=["Rending (2)"],
        gun={"att": 2},
        targets=4,
        victim={"def": 6},
        answers=("lose 2", "lose 3"),
    )
    assert table["B1"].hp == [1, 0, 0, 0]


@pytest.mark.clause("openfire.weapon.rending", "openfire.special.heavy-armour")
def test_rending_counts_once_for_a_12_even_with_impact_and_ignores_armour() -> None:
    table = shoot(
        "12 12 12",
        special=["Rending (2)", "Impact"],
        victim={"hp": 9, "special": ["Heavy Armour (3)"]},
    )
    assert table["B1"].hp == [7]


@pytest.mark.clause("openfire.weapon.rending-kills")
def test_no_defence_is_rolled_for_a_unit_that_rending_removed() -> None:
    table = shoot("12 12", special=["Rending (3)"], gun={"att": 2}, targets=1)
    assert not table["B1"].alive


@pytest.mark.clause("openfire.weapon.torrent")
def test_torrent_hits_without_dice() -> None:
    table = shoot("", special=["Torrent"], gun={"att": 4}, victim={"hp": 9})
    assert table.told("torrent")[0].facts["hits"] == 4
    assert table.asked() == "blue 4d12"


@pytest.mark.clause("openfire.weapon.torrent-dice")
def test_torrent_rolls_for_criticals_where_a_rule_reads_them() -> None:
    table = shoot("12 1 5 7", special=["Torrent", "Impact"], gun={"att": 4}, victim={"hp": 9})
    assert hits(table) == 5


@pytest.mark.clause("openfire.weapon.torrent-dice", "openfire.special.skilled")
def test_torrent_dice_are_not_failed_tests_to_be_rolled_again() -> None:
    table = shoot(
        "2 3",
        special=["Torrent", "Impact"],
        gun={"att": 2},
        shooter={"special": ["Skilled"]},
        victim={"hp": 9},
    )
    assert hits(table) == 2
    assert table.asked() == "blue 2d12"


@pytest.mark.clause("openfire.weapon.torrent-assault")
def test_torrent_without_assault_hits_only_on_12_at_close_quarters() -> None:
    table = shoot("11 12", special=["Torrent"], gun={"att": 2}, at=(1200, 1000))
    assert hits(table) == 1


@pytest.mark.clause("openfire.weapon.unstable", "openfire.weapon.unstable-timing")
def test_an_unstable_weapon_kills_its_model_after_the_hits_are_counted() -> None:
    table = Table(
        [unit("R1", model(), model())],
        [unit("B1", model(hp=9))],
        {"R1": [(1000, 1000), (1000, 1150)], "B1": (2000, 1000)},
        active=("R1", "attack"),
        weapons={"rifle": weapon(att=2, special=["Unstable"])},
    )
    table.play("attack R1 B1", dice="1 9 12 4")
    assert hits(table) == 2
    assert table["R1"].hp == [0, 1]  # the leader too, whatever its hit points


@pytest.mark.clause("openfire.weapon.unstable-timing")
def test_a_vehicle_that_its_own_gun_killed_does_not_fire_the_rest() -> None:
    table = Table(
        [unit("R1", tank(weapons=["plasma", "rifle"])), unit("R2")],
        [unit("B1", model(hp=9))],
        {"R1": (1000, 1000), "R2": (1000, 4000), "B1": (2000, 1000)},
        active=("R1", "attack"),
        weapons={"plasma": weapon(special=["Unstable"])},
    )
    table.play("attack R1 plasma:1>B1 rifle:1>B1", dice="1")
    assert len(table.told("attack")) == 1
    assert not table["R1"].alive


@pytest.mark.clause("openfire.weapon.unstable-rerolls")
def test_a_one_stays_and_a_rerolled_one_explodes_too() -> None:
    skilled = {"special": ["Skilled"]}
    table = Table(
        [unit("R1", model(**skilled), model(**skilled))],
        [unit("B1", model(hp=9))],
        {"R1": [(1000, 1000), (1000, 1150)], "B1": (2000, 1000)},
        active=("R1", "attack"),
        weapons={"rifle": weapon(att=2, special=["Unstable"])},
    )
    table.play("attack R1 B1", dice="1 3 3 6")
    assert table.refused("reroll 1") == "openfire.dice.reroll-choice"
    table.play("reroll 3", dice="1")
    assert table["R1"].hp == [0, 0]


@pytest.mark.clause("openfire.weapon.unwieldy")
def test_unwieldy_takes_two_off() -> None:
    assert hits(shoot("7", special=["Unwieldy"])) == 0
    assert hits(shoot("8", special=["Unwieldy"])) == 1
