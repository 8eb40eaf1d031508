"""The two shipped modules: complete, fair, and every mission on every board of its module."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from battlemat.boards.plane import read_plane
from battlemat.packs import library
from battlemat.packs import registry as rulebooks
from battlemat.packs.openfire import setups as openfire
from battlemat.packs.openfire.armies import read_army
from battlemat.packs.openfire.modules import find_module, module_values
from battlemat.packs.openfire.setups import ready_armies
from battlemat.rulebooks.openfire.state.army import army_faults
from battlemat.rulebooks.openfire.state.mission import usable
from battlemat.rulebooks.openfire.state.module import module_faults
from battlemat.rulebooks.openfire.state.specials import (
    UNIT_RULES,
    WEAPON_RULES,
    name_all,
    own_rules,
)

MODULES = sorted(library.shipped("openfire", "module"))
ARMIES = sorted(library.shipped("openfire", "army"))
EVERYWHERE = [
    (name, mission, board)
    for name in MODULES
    for mission, board in product(find_module(name).missions, find_module(name).boards)
]


def profiles(name: str) -> dict[str, Any]:
    found: dict[str, Any] = find_module(name).value["units"]
    return found


def rule_names(name: str, codes: list[str], kind: str) -> set[str]:
    """The core rules that some codes stand for, those that come along included."""
    units, weapons = own_rules(find_module(name).value.get("special_rules", {}))
    return {one.rule.name for one in name_all(codes, units if kind == "unit" else weapons)}


@pytest.mark.clause("openfire.module.contents", "openfire.module.load-check")
@pytest.mark.parametrize("name", MODULES)
def test_the_rulebook_itself_finds_no_fault_with_a_shipped_module(name: str) -> None:
    assert module_faults(module_values(find_module(name))) == []


@pytest.mark.parametrize("name", MODULES)
def test_a_module_has_two_army_lists_of_eight_profiles_with_vehicles_transports_and_aircraft(
    name: str,
) -> None:
    units = profiles(name)
    factions = find_module(name).value["factions"]
    assert len(factions) == 2
    for faction in factions:
        assert sum(unit["faction"] == faction for unit in units.values()) >= 8
        rules = {
            rule
            for unit in units.values()
            if unit["faction"] == faction
            for model in unit["models"]
            for rule in rule_names(name, model["special"], "unit")
        }
        assert {"Vehicle", "Transport", "Aircraft"} <= rules


@pytest.mark.clause("openfire.module.special-list")
@pytest.mark.parametrize("name", MODULES)
def test_every_special_rule_of_the_core_occurs_in_each_module(name: str) -> None:
    module = find_module(name).value
    units = {
        rule
        for unit in module["units"].values()
        for model in unit["models"]
        for rule in rule_names(name, model["special"], "unit")
    }
    weapons = {
        rule
        for weapon in module["weapons"].values()
        for profile in weapon.get("profiles", (weapon,))
        for rule in rule_names(name, profile["special"], "weapon")
    }
    assert set(UNIT_RULES) - units == set()
    assert set(WEAPON_RULES) - weapons == set()
    carried = {w for u in module["units"].values() for m in u["models"] for w in m["weapons"]}
    assert carried == set(module["weapons"])


@pytest.mark.clause("openfire.module.ability-data")
@pytest.mark.parametrize("name", MODULES)
def test_every_ability_and_own_rule_of_a_module_is_used(name: str) -> None:
    module = find_module(name).value
    used = {ability for unit in module["units"].values() for ability in unit.get("abilities", ())}
    assert used == set(module["abilities"])
    codes = {code for u in module["units"].values() for m in u["models"] for code in m["special"]}
    codes |= {
        code
        for weapon in module["weapons"].values()
        for profile in weapon.get("profiles", (weapon,))
        for code in profile["special"]
    }
    assert {rule for rule in module["special_rules"] if not any(rule in c for c in codes)} == set()


def test_all_conditions_and_effects_occur_between_the_modules() -> None:
    rows = [row for name in MODULES for row in find_module(name).value["abilities"].values()]
    conditions = {one["if"] for row in rows for one in row.get("when", ())}
    effects = {one["do"] for row in rows for one in row["effects"]}
    assert conditions == {
        *("stress", "enemy", "no-enemy", "friend", "objective", "round"),
        *("damaged", "deployed", "embarked-aboard", "losses"),
    }
    assert effects == {"modify", "give", "stress", "heal", "hits", "score"}


@pytest.mark.clause("openfire.module.army-rules")
@pytest.mark.parametrize("army", ARMIES)
def test_every_ready_army_is_legal_and_costs_500_points(army: str) -> None:
    found = openfire.find("army", army)
    ready = read_army(found.module, found.content, "R")
    assert found.content.place.problems == []
    assert army_faults(found.module.army_rules, ready.setup) == []
    assert ready.points == 500


@pytest.mark.parametrize("name", MODULES)
def test_every_army_list_has_two_ready_armies_and_every_profile_is_in_one(name: str) -> None:
    module = find_module(name)
    ready = ready_armies(module).values()
    for faction in module.value["factions"]:
        assert sum(army.value["faction"] == faction for army in ready) >= 2
    fielded = {row["unit"] for army in ready for row in army.value["units"]}
    assert fielded == set(profiles(name))


@pytest.mark.clause("openfire.module.mission-data", "openfire.objective.victory-points")
@pytest.mark.parametrize("name", MODULES)
def test_a_module_has_four_missions_or_more_that_use_all_kinds_of_objective(name: str) -> None:
    missions = find_module(name).missions
    assert len(missions) >= 4
    kinds = {row["kind"] for mission in missions.values() for row in mission.value["objectives"]}
    assert kinds == {"control", "destroy", "access", "recover"}
    ways = {
        "zone" if isinstance(points, dict) else "fixed"
        for mission in missions.values()
        for points in mission.value["entry_points"].values()
    }
    assert ways == {"zone", "fixed"}


@pytest.mark.clause("openfire.setup.components", "openfire.setup.markers")
@pytest.mark.parametrize(("name", "mission", "board"), EVERYWHERE)
def test_every_mission_runs_on_every_board_of_its_module(
    name: str, mission: str, board: str
) -> None:
    setup = openfire.build_setup(mission=mission, map=board)
    battle = rulebooks.find("openfire").start(setup)
    assert setup["module"]["id"] == name
    plane = read_plane({key: one for key, one in setup["board"].items() if key != "name"})
    assert all(usable(plane, at) for at in battle.objectives_at)
    for entries in battle.entries:
        assert all(usable(plane, (x, y)) for _, x, y in entries)
        for _, x, y in entries:  # the table is open where units arrive
            west, east = max(0, x - 300), min(plane.width, x + 300)
            south, north = max(0, y - 300), min(plane.height, y + 300)
            for row in setup["board"]["parts"]:
                if row["keyword"] == "impassable":
                    inside = [west < a < east and south < b < north for a, b in row["outline"]]
                    assert not any(inside), (mission, board, row["name"])


@pytest.mark.clause("openfire.setup.terrain-mix", "openfire.module.terrain-data")
@pytest.mark.parametrize("name", MODULES)
def test_a_module_has_six_fair_boards_with_a_mix_of_terrain(name: str) -> None:
    boards = module_values(find_module(name))["terrain"]["boards"]
    assert len(boards) == 6
    for board in boards.values():
        assert board["table"] == [4800, 4800]
        solid = [row["height"] for row in board["parts"] if row.get("sight") == "solid"]
        levels = [150 * row["level"] for row in board["areas"]]
        assert max(solid + levels) >= 200
        assert min(solid) <= 100
        for key in ("areas", "parts"):
            shapes = [_shape(row["outline"]) for row in board[key]]
            turned = [_shape([[4800 - x, 4800 - y] for x, y in row]) for row in shapes]
            assert sorted(shapes) == sorted(turned), board["name"]


def _shape(outline: Any) -> list[tuple[int, int]]:
    return sorted((x, y) for x, y in outline)


@pytest.mark.clause("openfire.terrain.keyword-parts", "openfire.terrain.levels")
@pytest.mark.parametrize("name", MODULES)
def test_all_keywords_levels_and_kinds_of_sight_occur_on_the_boards(name: str) -> None:
    boards = module_values(find_module(name))["terrain"]["boards"].values()
    parts = [row for board in boards for row in board["parts"]]
    keywords = {row["keyword"] for row in parts} | {"clear"}
    assert keywords == {"clear", "climbable", "impassable", "barrier", "slow"}
    assert {row.get("sight", "none") for row in parts} == {"solid", "sparse", "none"}
    assert any(board["areas"] for board in boards)
    laid = {row["piece"] for one in find_module(name).boards.values() for row in one.value["lay"]}
    assert laid == set(find_module(name).pieces)
