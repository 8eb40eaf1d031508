"""Skirmishers as it is shipped: maps, forces and missions, each whole and all of them played."""

from __future__ import annotations

import subprocess
import sys

import pytest

from battlemat.boards.dots import Board, Mark
from battlemat.kernel.plain import decode
from battlemat.packs import library, setups
from battlemat.packs.skirmishers import setups as skirmishers
from battlemat.packs.skirmishers.checks import force_report
from battlemat.packs.skirmishers.maps import Ground
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from battlemat.rulebooks.skirmishers.state.armory import Armory
from battlemat.rulebooks.skirmishers.state.cards import force_value
from battlemat.rulebooks.skirmishers.state.ground import BASIC
from battlemat.rulebooks.skirmishers.state.setup import SquadSetup
from battlemat.rulebooks.skirmishers.state.switches import SWITCHES
from battlemat.rulebooks.skirmishers.state.weapons import BOOK
from battlemat.testing import check
from sampling import by_time

MISSIONS = [entry.id for entry in library.missions("skirmishers")]
MAPS = [entry.id for entry in library.maps("skirmishers")]
FORCES = [entry.id for entry in library.squads("skirmishers")]


FREE = ("fists", "knife", "bayonet")


def ground(name: str) -> Ground:
    return skirmishers.legal_map(skirmishers.find("map", name))


# ------------------------------------------------------------------ missions


@pytest.mark.clause("skirmishers.option.switches", "skirmishers.setup.scenario")
def test_the_missions_stand_on_seven_maps_and_together_use_every_switch() -> None:
    values = [library.load("skirmishers", "mission", name).value for name in MISSIONS]
    assert len(values) == 10
    assert {value["map"] for value in values} == set(MAPS)
    assert len(MAPS) == 7
    assert {switch for value in values for switch in value["switches"]} == set(SWITCHES)
    assert [] in [value["switches"] for value in values]  # somewhere to begin


@pytest.mark.clause("skirmishers.setup.scenario", "skirmishers.victory.scenario")
def test_every_mission_is_won_in_its_own_way() -> None:
    ways = set()
    for name in MISSIONS:
        value = library.load("skirmishers", "mission", name).value
        ways.add(repr((value.get("wins"), value["points"], value.get("exits"))))
        assert value["texts"], name
    assert len(ways) == len(MISSIONS)


@pytest.mark.clause(
    "skirmishers.setup.sides", "skirmishers.setup.scenario", "skirmishers.option.switches"
)
@pytest.mark.parametrize("mission", MISSIONS)
def test_every_mission_builds_a_setup_that_the_engine_starts(mission: str) -> None:
    setup = setups.build_setup("skirmishers", mission=mission)
    battle = SKIRMISHERS.start(setup)
    assert battle.field.switches == frozenset(setup["switches"])
    on_foot = [unit for unit in battle.units if not unit.is_vehicle and unit.mount < 0]
    assert len({unit.place for unit in on_foot}) == len(on_foot)
    for side in (0, 1):
        assert sum(unit.side == side and not unit.is_vehicle for unit in battle.units) >= 3


@pytest.mark.clause("skirmishers.points.pv", "skirmishers.points.ammo-included")
@pytest.mark.parametrize("mission", MISSIONS)
def test_the_two_forces_of_a_mission_are_worth_nearly_the_same(mission: str) -> None:
    squads = setups.build_setup("skirmishers", mission=mission)["squads"]
    armory = Armory()
    red, blue = (force_value(decode(SquadSetup, squads[side]), armory) for side in ("red", "blue"))
    assert max(red, blue) <= squads["red"]["pv_limit"] == squads["blue"]["pv_limit"]
    assert min(red, blue) >= 0.9 * max(red, blue)


@pytest.mark.longer
@pytest.mark.clause("skirmishers.victory.scenario", "skirmishers.turn.alternate")
@pytest.mark.parametrize("mission", MISSIONS)
def test_a_random_game_of_every_mission_ends_and_keeps_the_contract(mission: str) -> None:
    setup = setups.build_setup("skirmishers", mission=mission)
    setup["scenario"]["rounds"] = min(by_time(4, 2), setup["scenario"]["rounds"])
    game = check(SKIRMISHERS, setup, f"shipped {mission}", every=199).game
    assert game.result is not None
    assert set(game.result.scores) == {"red", "blue"}


def test_a_battle_needs_no_choice_and_takes_what_is_chosen() -> None:
    setup = setups.build_setup("skirmishers")
    assert setup["scenario"]["name"] == "Chance Meeting"
    assert [squad["name"] for squad in setup["squads"].values()] == ["Road Patrol", "Border Scouts"]
    other = setups.build_setup("skirmishers", red="street-cordon", blue=None)
    assert other["squads"]["red"]["name"] == "Street Cordon"
    assert [unit["id"] for unit in other["squads"]["red"]["units"]][:2] == ["A1", "A2"]
    assert list(setups.choices("skirmishers")) == ["mission", "map", "red", "blue"]


@pytest.mark.clause("skirmishers.setup.active-weapon", "skirmishers.arc.headings")
def test_an_ambush_begins_with_its_arcs_set_and_the_column_to_move() -> None:
    battle = SKIRMISHERS.start(setups.build_setup("skirmishers", mission="forest-ambush"))
    armed = [unit for unit in battle.units if unit.side == 1 and unit.arcs]
    assert [(unit.arcs[0].degrees, unit.arcs[0].heading) for unit in armed] == [(60, 3)] * 5
    assert all(unit.prone for unit in battle.units if unit.side == 1)
    assert (battle.to_move, battle.round) == (0, 1)


# ------------------------------------------------------------------ forces


@pytest.mark.parametrize("force", FORCES)
def test_every_force_has_a_leader_and_a_report_without_problems(force: str) -> None:
    report = force_report(force)
    assert report.problems == ()
    assert report.total == sum(worth for _, worth in report.units) > 0
    assert f"{report.total} PV" in str(report).splitlines()[0]
    rows = library.load("skirmishers", "force", force).value["units"]
    assert sum(row.get("leader", False) for row in rows) == 1


@pytest.mark.clause(
    "skirmishers.weapon.primary-table",
    "skirmishers.weapon.secondary-table",
    "skirmishers.weapon.melee-table",
    "skirmishers.weapon.explosive-table",
    "skirmishers.crew.table",
    "skirmishers.launcher.table",
    "skirmishers.incendiary.table",
    "skirmishers.power.weapon-table",
)
def test_every_weapon_of_the_book_is_carried_by_some_shipped_force() -> None:
    carried: set[str] = set()
    for name in FORCES:
        for row in library.load("skirmishers", "force", name).value["units"]:
            carried.update(row[slot] for slot in ("primary", "secondary") if slot in row)
            carried.update(row.get("primaries", ()))
            carried.update(f"{kind}-grenade" for kind in row.get("grenades", ()))
    assert {weapon.id for weapon in BOOK} - set(FREE) - carried == set()


@pytest.mark.clause("skirmishers.vehicle.standard-values", "skirmishers.vehicle.passenger")
def test_a_convoy_begins_in_the_saddle_with_engines_on() -> None:
    battle = SKIRMISHERS.start(setups.build_setup("skirmishers", mission="convoy"))
    by_id = {unit.id: unit for unit in battle.units}
    assert [battle.units[by_id[rider].mount].id for rider in ("A1", "A2", "A3")] == [
        "V1",
        "V2",
        "V1",
    ]
    assert (by_id["V1"].engine, by_id["V1"].heading, battle.board.name(by_id["V1"].place)) == (
        True,
        0,
        "b7",
    )
    guns = [battle.weapon(index).id for index in by_id["V1"].carries if index >= 0]
    assert guns == ["light-machine-gun"] * 2


# ------------------------------------------------------------------ maps


@pytest.mark.clause("skirmishers.map.lattice", "skirmishers.map.levels")
@pytest.mark.parametrize("name", MAPS)
def test_every_map_is_drawn_as_canonical_and_has_a_house_of_several_floors(name: str) -> None:
    found = ground(name)
    board = Board.parse(found.drawing)
    assert found.drawing.strip() == board.draw().strip()
    assert max(building.storeys for building in board.buildings) >= 2
    assert len(found.zones) >= 2
    for dots in found.zones.values():
        assert len(set(dots)) == len(dots)


@pytest.mark.clause("skirmishers.move.door", "skirmishers.map.stairs", "skirmishers.move.level")
@pytest.mark.parametrize("name", MAPS)
def test_every_floor_and_roof_of_a_map_can_be_walked_to(name: str) -> None:
    found = ground(name)
    board = found.board
    start = board.place(next(iter(found.zones.values()))[0])
    reached = 0
    for layer in board.walk(BASIC).reach(start, 400).layers:
        reached |= layer
    wanted = board.surfaces & ~board.marked[Mark.TREE] & ~board.marked[Mark.DEEP]
    missed = wanted & ~reached
    assert [board.name(at) for at in range(missed.bit_length()) if missed >> at & 1] == []


def test_checking_content_needs_nothing_else_to_be_open() -> None:
    """Chapters of the engine make themselves known on import; content must not rely on others."""
    code = (
        "from battlemat.packs.skirmishers import checks, setups;"
        "print(checks.force_report('drop-troop').problems);"
        "print(len(setups.build_setup(mission='iron-rain')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["()", "5"]
