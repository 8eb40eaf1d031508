"""Two units against each other: the odds are those of the game itself."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from battlemat.barracks import workbench
from battlemat.barracks.desk import Desk
from battlemat.barracks.drafts import building, write
from battlemat.barracks.meetings import Attack, meet
from battlemat.kernel.errors import Misuse
from battlemat.kernel.odds import odds
from battlemat.kernel.scenario import play
from battlemat.packs.building.values import Start
from battlemat.packs.registry import find
from battlemat.packs.scenarios import read_scenario_text

RULEBOOKS = ("skirm1", "skirm2", "skirm3", "skirmishers", "openfire")
READY = ("squad", "force", "army")


def ready(rulebook: str) -> list[Start]:
    return [one for one in building(rulebook).starts() if one.kind in READY]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_any_two_units_have_odds_that_add_up(rulebook: str) -> None:
    first, second = ready(rulebook)[:2]
    met = meet(rulebook, first.value, 1, second.value, 1)
    assert len(met) >= 2
    attacks = [attack for one in met for attack in one.attacks if attack.outcomes]
    assert attacks
    for attack in attacks:
        assert sum(chance for _, chance in attack.outcomes) + attack.missing == 1


def test_the_odds_are_those_of_the_game_itself() -> None:
    """The same two units as a scenario file, asked the same."""
    text = """\
rulebook: skirm3
map: 9x5
red: {A: {unit: shock-troops/strike-trooper, gear: [auto-rifle, scope], at: a3}}
blue: {B: {unit: the-swarm/warrior, at: g3}}
active: A
"""
    game = play(find("skirm3"), read_scenario_text(text))
    wanted = odds(game, game.judge("shoot A B auto-rifle").answer)
    draft = {"rulebook": "skirm3", "faction": "shock-troops"}
    units = [{"unit": "strike-trooper", "gear": ["auto-rifle", "scope"]}]
    enemy = {"rulebook": "skirm3", "faction": "the-swarm", "units": ["warrior"]}
    (attack,) = meet("skirm3", {**draft, "units": units}, 0, enemy, 0)[0].attacks
    assert dict(attack.outcomes) == dict(wanted.outcomes)
    assert dict(attack.outcomes)["B Downed"] > Fraction(1, 4)


@pytest.mark.parametrize(
    ("entry", "other", "told"), [(9, 0, "no entry 10"), (0, 99, "no entry 100")]
)
def test_who_is_not_there_meets_nobody(entry: int, other: int, told: str) -> None:
    first, second = ready("skirm3")[:2]
    with pytest.raises(Misuse, match=told):
        meet("skirm3", first.value, entry, second.value, other)


def test_units_of_two_modules_never_meet() -> None:
    by_module = {one.value["module"]: one.value for one in ready("openfire")}
    first, second = list(by_module.values())[:2]
    with pytest.raises(Misuse, match="two modules never meet"):
        meet("openfire", first, 0, second, 0)


def test_odds_are_asked_at_the_desk_and_by_the_page() -> None:
    start = next(one for one in ready("skirm3") if one.id == "tolands-line")
    desk = Desk(building("skirm3"), start.value)
    lines = "\n".join(desk.do("odds 1 hungry-tide 2"))
    assert "Toland (A) against Ripper (B)" in lines
    assert "% B Downed" in lines
    with pytest.raises(Misuse, match="two entries are wanted"):
        desk.do("odds 1")
    enemy = next(one for one in ready("skirm3") if one.id == "hungry-tide")
    told = workbench.odds("skirm3", write(start.value), 0, write(enemy.value), 1)
    shot = told["first"][0]["attacks"][0]
    assert sum(one["per_cent"] for one in shot["outcomes"]) == pytest.approx(100, abs=0.1)
    assert told["second"][-1]["attacks"]


# ---------------------------------------------------------------------- explosives and vehicles

RIFLEMAN: dict[str, Any] = {"primary": "rifle", "secondary": "pistol"}
CAR: dict[str, Any] = {"vehicle": "assault", "key": "car", "weapons": ["light-machine-gun"]}
CREWED: tuple[dict[str, Any], ...] = (
    {"primary": "heavy-machine-gun"},
    {"primary": "light-machine-gun"},
)


def force(*units: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "force", "id": "f", "rulebook": "skirmishers", "name": "F", "units": [*units]}


def harms(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Attack]:
    """Each attack by how the two stand."""
    met = meet("skirmishers", one, 0, other, 0)
    return {found.says: attack for found in met for attack in found.attacks}


@pytest.mark.parametrize(
    ("card", "says"),
    [
        (RIFLEMAN, "Hand Grenade at 5 dots"),
        ({"grenades": {"hand": 2, "incendiary": 2}}, "Incendiary Grenade at 5 dots"),
        ({"primary": "smg", "secondary": "satchel-charge"}, "Satchel Charge at 3 dots"),
        ({"primary": "rocket-launcher"}, "Rocket Launcher at 10 dots"),
        ({"primary": "rifle", "secondary": "grenade-launcher"}, "Grenade Launcher at 10 dots"),
        ({"suit": "heavy", "primaries": ["suit-flamethrower"]}, "Flamethrower at 10 dots"),
    ],
)
def test_what_bursts_at_the_end_of_the_turn_is_counted_on_foot_and_on_wheels(
    card: dict[str, Any], says: str
) -> None:
    for enemy in (force(RIFLEMAN), force(CAR, {**RIFLEMAN, "rides": "car"})):
        attack = harms(force(card), enemy)[says]
        assert sum(chance for _, chance in attack.outcomes) == 1
        assert len(attack.outcomes) >= 5


def test_a_flame_misses_as_often_as_two_dice_fall_short_of_six() -> None:
    flame = harms(force({"primary": "flamethrower"}), force(RIFLEMAN))["Flamethrower at 7 dots"]
    assert dict(flame.outcomes)["nobody is hurt"] == Fraction(10, 36)


def test_a_vehicle_shoots_and_is_shot_at_with_its_rider() -> None:
    ridden = force(CAR, {**RIFLEMAN, "rides": "car"})
    for one, other in ((ridden, force(RIFLEMAN)), (force(RIFLEMAN), ridden), (ridden, ridden)):
        attack = harms(one, other)["It is activated ten dots before a firing arc"]
        assert dict(attack.outcomes)["nobody is hurt"] < Fraction(1, 2)


@pytest.mark.parametrize("card", CREWED)
def test_a_crewed_weapon_is_set_up_before_it_fires(card: dict[str, Any]) -> None:
    found = [one for says, one in harms(force(card), force(RIFLEMAN)).items() if "set up" in says]
    assert dict(found[0].outcomes)["nobody is hurt"] == Fraction(10, 36)


def test_who_has_empty_hands_fights_with_a_knife_and_grenades() -> None:
    assert list(harms(force({}), force(RIFLEMAN))) == ["Hand Grenade at 5 dots", "Hand to hand"]
