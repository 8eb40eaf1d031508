"""Squads: what they cost, what makes them illegal, and how they grow."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlemat.packs.checks import check_file
from battlemat.packs.problems import ContentError
from battlemat.packs.skirm import setups as skirm
from battlemat.packs.skirm.checks import SquadReport, squad_report


def report(tmp_path: Path, units: str, **head: str) -> SquadReport:
    given = {"rulebook": "skirm3", "faction": "shock-troops"} | head
    lines = ["kind: squad", "id: mine", "name: Mine", *(f"{k}: {v}" for k, v in given.items())]
    file = tmp_path / "mine.yaml"
    file.write_text("\n".join(lines) + "\nunits:\n" + units, encoding="utf-8")
    found = squad_report(file)
    assert found.legal == (not check_file(file))
    return found


def problems(tmp_path: Path, units: str, **head: str) -> list[str]:
    found = report(tmp_path, units, **head)
    return [problem.split("mine.yaml, ")[1] for problem in found.problems]


@pytest.mark.clause("skirm3.card.ep", "skirm3.squad.cap")
def test_a_squad_costs_its_units_and_their_gear(tmp_path: Path) -> None:
    found = report(
        tmp_path, "  - toland\n  - unit: strike-trooper\n    gear: [sidearm]\n    count: 2\n"
    )
    assert found.units == (
        ("Toland", 14, 10),
        ("Strike Trooper", 9, 1),
        ("Strike Trooper", 9, 1),
    )
    assert (found.total, found.cap) == (44, 100)
    assert "44 of 100" in str(found)


@pytest.mark.clause("skirm3.squad.cap")
def test_a_squad_above_its_cap_is_illegal_unless_the_cap_was_raised(tmp_path: Path) -> None:
    units = "  - toland\n  - unit: strike-trooper\n    count: 6\n"
    assert problems(tmp_path, units) == [
        "line 1: the squad costs 102 EP; its cap is 100 (skirm3.squad.cap)"
    ]
    assert problems(tmp_path, units, cap="111") == []


@pytest.mark.clause("skirm3.special.unique", "skirm3.weapon.unique")
def test_unique_units_and_weapons_come_once(tmp_path: Path) -> None:
    units = "  - unit: toland\n    gear: []\n    count: 2\n"
    assert problems(tmp_path, units) == [
        "line 6, units: Toland is UNQ: once in a squad, not 2 times (skirm3.special.unique)"
    ]
    units = "  - unit: assault-trooper\n    gear: [frag-grenade]\n    count: 2\n"
    assert problems(tmp_path, units) == [
        "line 6, units: Frag Grenade is UNQ: once in a squad, not 2 times (skirm3.weapon.unique)"
    ]


@pytest.mark.clause("skirm3.squad.asterisk")
def test_an_asterisk_means_once_too(tmp_path: Path) -> None:
    units = "  - unit: assault-trooper\n    gear: [smoke-grenade]\n    count: 2\n"
    assert problems(tmp_path, units) == [
        "line 6, units: Smoke Grenade* has an asterisk: once in a squad, not 2 times "
        "(skirm3.squad.asterisk)"
    ]


@pytest.mark.clause("skirm3.special.no-equipment")
def test_a_unit_with_no_equipment_takes_nothing_that_costs(tmp_path: Path) -> None:
    faction = tmp_path / "beasts.yaml"
    faction.write_text(
        "kind: faction\nid: beasts\nrulebook: skirm3\nname: Beasts\n"
        "weapons:\n"
        "  bite: {name: Bite, type: melee, roa: 2, dam: 1, ep: 0}\n"
        "  spear: {name: Spear, type: melee, roa: 2, dam: 1, ep: 1}\n"
        "units:\n"
        "  hound: {name: Hound, stats: {act: 3, arm: 3, msk: 3, rsk: 1}, special: [NEQ], ep: 5}\n",
        encoding="utf-8",
    )
    free = "  - unit: hound\n    gear: [bite]\n"
    assert problems(tmp_path, free, faction="beasts.yaml") == []
    bought = "  - unit: hound\n    gear: [spear]\n"
    assert problems(tmp_path, bought, faction="beasts.yaml") == [
        "line 8, units[1].gear: Hound has NEQ and takes no gear that costs EP: 'spear' "
        "(skirm3.special.no-equipment)"
    ]


@pytest.mark.clause("skirm3.squad.gear", "skirm3.squad.faction")
def test_units_and_gear_come_from_the_faction_s_list(tmp_path: Path) -> None:
    units = "  - tolland\n  - unit: strike-trooper\n    gear: [auto-riffle, rocket-launcher]\n"
    assert problems(tmp_path, units) == [
        "line 7, units[1]: Shock Troops has no unit 'tolland'; did you mean 'toland'? "
        "(skirm3.squad.faction)",
        "line 9, units[2].gear: Shock Troops has no gear 'auto-riffle'; did you mean 'auto-rifle'? "
        "(skirm3.squad.gear)",
        "line 9, units[2].gear: Strike Trooper may not take 'rocket-launcher'; the choices are "
        "auto-rifle, sidearm, combat-knife, frag-grenade, scope, radiation-rounds, stimulants, "
        "precise-drill, smoke-grenade (skirm3.squad.gear)",
    ]


@pytest.mark.clause("skirm3.setup.squad-size", "skirm2.setup.squad-size")
def test_a_squad_of_odd_size_or_without_a_leader_is_warned_of_and_allowed(tmp_path: Path) -> None:
    found = report(tmp_path, "  - strike-trooper\n")
    assert found.legal
    assert found.warnings == (
        "1 units; a squad is meant to have 5 to 10",
        "no leader (LDx), so only three dice for Tactical Orders",
    )


def test_an_unknown_faction_is_answered_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="did you mean 'stonekin'"):
        report(tmp_path, "  - thane\n", faction="stonkin")


@pytest.mark.clause("skirm1.card.options", "skirm1.card.sample")
def test_the_sample_sergeant_of_the_first_edition_chooses_one_option(tmp_path: Path) -> None:
    rest = "  - unit: knight-trooper\n    count: 5\n"
    early = {"rulebook": "skirm1", "faction": "knights"}
    assert problems(tmp_path, "  - sample-sergeant\n" + rest, **early) == [
        "line 7, units[1].options: choose 1 of 2R, 2S, 2M; 0 were chosen (skirm1.card.options)"
    ]
    chosen = "  - unit: sample-sergeant\n    options: [2M]\n" + rest
    assert problems(tmp_path, chosen, **early) == []
    squad = skirm.build_setup(
        "skirm1", mission="kill", red=str(tmp_path / "mine.yaml"), blue="iron-oath"
    )["squads"]["red"]
    assert squad["units"][0]["special"] == ["LD2", "2M"]
    assert squad["units"][0]["options"] == ["2M"]
    assert squad["units"][0]["stats"] == {"act": 3, "mov": 4, "arm": 7, "hit": 15}


def test_early_squads_have_six_agents_and_limits_for_each_type(tmp_path: Path) -> None:
    early = {"rulebook": "skirm2", "faction": "knights"}
    units = "  - unit: knight-gunner\n    count: 2\n  - unit: knight-trooper\n    count: 5\n"
    assert problems(tmp_path, units, **early) == [
        "line 6, units: 7 units; a squad of this faction has 6 (skirm2.setup.squad)",
        "line 6, units: 2 of Knight Gunner; at most 1 are allowed (skirm2.setup.squad)",
    ]
    units = "  - knight-sergeant\n  - sample-sergeant\n  - unit: knight-trooper\n    count: 4\n"
    assert problems(tmp_path, units, **early) == [
        "line 6, units: 2 of Knight Sergeant; at most 1 are allowed (skirm2.setup.squad)"
    ]
    units = "  - unit: knight-striker\n    gear: [grenade]\n    count: 5\n"
    units += "  - unit: knight-trooper\n    gear: [short-sword]\n"
    assert problems(tmp_path, units, **early) == [
        "line 1: the squad costs 12 equipment points; its cap is 10 (skirm2.setup.squad)"
    ]
