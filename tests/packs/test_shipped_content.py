"""All that is shipped: every file is clean, every squad legal, every mission runs on every map."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

import battlemat.packs
from battlemat.boards.squares import Board, members
from battlemat.packs import checks, library
from battlemat.packs.skirm import setups as skirm
from battlemat.packs.skirm.checks import squad_report
from battlemat.packs.skirm.files import content, gear_tables
from battlemat.packs.skirm.squads import read_squad
from battlemat.packs.skirm.words import EDITIONS

CONTENT = Path(battlemat.packs.__file__).parent / "content"
FILES = sorted(CONTENT.rglob("*.yaml"))
EVERYWHERE = [
    (rulebook, mission.id, ground.id)
    for rulebook in EDITIONS
    for mission, ground in product(library.missions(rulebook), library.maps(rulebook))
]
SQUADS = [(rulebook, squad.id) for rulebook in EDITIONS for squad in library.squads(rulebook)]
MAPS = [(rulebook, ground.id) for rulebook in EDITIONS for ground in library.maps(rulebook)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(CONTENT)))
def test_every_shipped_file_checks_clean_and_is_named_after_its_id(file: Path) -> None:
    assert checks.check_file(file) == []
    assert f"\nid: {file.stem}\n" in file.read_text(encoding="utf-8")


@pytest.mark.clause("skirm3.squad.cap", "skirm3.setup.squad-size", "skirm3.squad.gear")
@pytest.mark.parametrize(("rulebook", "squad"), SQUADS)
def test_every_shipped_squad_is_legal_and_of_the_meant_size(rulebook: str, squad: str) -> None:
    report = squad_report(squad, rulebook)
    assert (report.problems, report.warnings) == ((), ())
    if rulebook == "skirm3":
        assert 92 <= report.total <= report.cap == 100
        assert 5 <= len(report.units) <= 7
    else:
        assert len(report.units) == 6
        assert report.total <= report.cap == 10


@pytest.mark.parametrize("rulebook", EDITIONS)
def test_every_faction_has_a_leader_and_two_squads(rulebook: str) -> None:
    factions = library.factions(rulebook)
    assert len(factions) == (5 if rulebook == "skirm3" else 3)
    for faction in factions:
        value = content(rulebook, "faction", faction.id).value
        leaders = [
            name
            for name, unit in value["units"].items()
            if any(code.startswith("LD") for code in unit.get("special", ()))
        ]
        assert leaders, faction.id
        assert len(value["units"]) >= 5
        squads = [
            squad.id
            for squad in library.squads(rulebook)
            if content(rulebook, "squad", squad.id).value["faction"] == faction.id
        ]
        assert len(squads) >= 2, faction.id


@pytest.mark.clause("skirm3.squad.faction")
def test_the_five_factions_of_the_third_edition_are_there() -> None:
    assert {faction.name for faction in library.factions("skirm3")} == {
        "Shock Troops",
        "Coven Of War",
        "StoneKin",
        "Ankh Revenants",
        "The Swarm",
    }


@pytest.mark.clause("skirm3.card.codes", "skirm2.card.codes", "skirm1.card.codes")
@pytest.mark.parametrize("rulebook", EDITIONS)
def test_every_special_rule_of_an_edition_occurs_in_its_factions(rulebook: str) -> None:
    units: set[str] = set()
    weapons: set[str] = set()
    for faction in library.factions(rulebook):
        value = content(rulebook, "faction", faction.id).value
        for unit in value["units"].values():
            units.update(unit.get("special", ()))
            units.update(unit.get("options", {}).get("from", ()))
        for weapon in value.get("weapons", {}).values():
            weapons.update(weapon.get("special", ()))
    words = EDITIONS[rulebook]
    assert _families(units, words.unit_codes) == set(words.unit_codes)
    assert _families(weapons, words.weapon_codes) == set(words.weapon_codes)


def _families(used: set[str], codes: tuple[str, ...]) -> set[str]:
    return {code if code in codes else re.sub(r"\d+$", "x", code) for code in used}


@pytest.mark.clause("skirm3.mission.defines", "skirm3.setup.map", "skirm3.setup.deploy-squares")
@pytest.mark.parametrize(("rulebook", "mission", "ground"), EVERYWHERE)
def test_every_mission_runs_on_every_map(rulebook: str, mission: str, ground: str) -> None:
    squads = [squad.id for squad in library.squads(rulebook)]
    setup = skirm.build_setup(rulebook, mission=mission, map=ground, red=squads[0], blue=squads[-1])
    board = Board.parse(setup["map"]["drawing"])
    barred = {board.name(square) for square in members(board.impassable)}
    zones = [set(zone) for zone in setup["mission"]["zones"].values()]
    assert len(zones) == 2
    assert not zones[0] & zones[1]
    for zone in zones:
        assert {board.name(board.square(square)) for square in zone} == zone
        assert len(zone - barred) == len(zone) >= 12
    spots = [*setup["mission"].get("objectives", ()), *setup["mission"].get("markers", ())]
    squares = [spot["square"] for spot in spots]
    assert len(set(squares)) == len(squares)
    assert not barred & {board.name(board.square(square)) for square in squares}
    assert {spot["side"] for spot in spots if "side" in spot} <= set(setup["mission"]["zones"])
    for squares in setup["map"]["areas"].values():
        assert all(board.name(board.square(square)) == square for square in squares)


@pytest.mark.clause("skirm3.map.size", "skirm2.map.size", "skirm1.map.size")
@pytest.mark.parametrize(("rulebook", "ground"), MAPS)
def test_every_map_is_fair_drawn_as_canonical_and_of_the_edition_s_size(
    rulebook: str, ground: str
) -> None:
    value = content(rulebook, "map", ground).value
    board = Board.parse(value["drawing"])
    size = EDITIONS[rulebook].map_size
    assert (board.width, board.height) == (size, size)
    assert value["drawing"].rstrip("\n") == board.draw()

    def turned(square: int) -> int:
        return board.size - 1 - square

    def side(one: tuple[int, int]) -> tuple[int, int]:
        return (turned(one[1]), turned(one[0]))

    assert board.levels == board.levels[::-1]
    for mask in (board.stairs, board.difficult, board.impassable):
        assert {turned(square) for square in members(mask)} == set(members(mask))
    assert {side(one): height for one, height in board.walls.items()} == dict(board.walls)
    assert {side(one) for one in board.doors} == set(board.doors)
    assert {side(one) for one in board.climbable} == set(board.climbable)
    sites = value["places"]["sites"]
    for here, there in (("north", "south"), ("west", "east"), ("centre-west", "centre-east")):
        assert turned(board.square(sites[here])) == board.square(sites[there])


@pytest.mark.parametrize(("rulebook", "ground"), MAPS)
def test_every_square_of_a_map_can_be_walked_to_once_its_doors_are_open(
    rulebook: str, ground: str
) -> None:
    board = Board.parse(content(rulebook, "map", ground).value["drawing"])
    terrain = board.terrain((1 << len(board.doors)) - 1)
    free = board.all_squares & ~board.impassable
    allowance = 3 if rulebook == "skirm3" else 4
    reached, fresh = 1, [0]
    while fresh:
        here = fresh.pop()
        near = terrain.reach(
            here, allowance, blocked=board.impassable, no_stop=0, halt=0, occupied=0
        )
        for square in members(near & ~reached):
            reached |= 1 << square
            fresh.append(square)
    assert [board.name(square) for square in members(free & ~reached)] == []


def test_maps_have_height_walls_doors_and_rough_ground_between_them() -> None:
    for rulebook in EDITIONS:
        boards = [
            Board.parse(content(rulebook, "map", ground.id).value["drawing"])
            for ground in library.maps(rulebook)
        ]
        assert len(boards) >= (6 if rulebook == "skirm3" else 3)
        for board in boards:
            assert any(board.levels)
            assert board.walls
        for count in ("doors", "climbable", "stairs", "difficult", "impassable"):
            assert sum(bool(getattr(board, count)) for board in boards) >= 2, count


@pytest.mark.clause("skirm3.mission.events", "skirm3.mission.points")
@pytest.mark.parametrize("rulebook", EDITIONS)
def test_four_missions_and_six_environments_are_shipped(rulebook: str) -> None:
    assert {mission.name for mission in library.missions(rulebook)} == {
        "Secure",
        "Kill",
        "Infiltrate",
        "Recon",
    }
    assert {one.name for one in library.environments(rulebook)} == {
        "Derelict Ship",
        "Factorium",
        "Urban Center",
        "Hekatron Throne World",
        "Abandoned Temple",
        "Death World",
    }
    aims = set()
    for mission in library.missions(rulebook):
        value = content(rulebook, "mission", mission.id).value
        actions = tuple(action["id"] for action in value.get("actions", ()))
        rules = tuple((rule["score"], rule["when"]) for rule in value["scoring"])
        aims.add((rules, actions))
    assert len(aims) == 4


@pytest.mark.clause("skirm3.card.sample", "skirm3.card.ep")
def test_the_sample_card_stands_in_the_list_as_the_book_has_it() -> None:
    squad = read_squad("skirm3", content("skirm3", "squad", "tolands-line"))
    toland = squad.members[0]
    gear = gear_tables(squad.faction.value)
    assert toland.card["stats"] == {"act": 3, "arm": 4, "msk": 4, "rsk": 5}
    assert toland.special == ["LD2", "UNQ"]
    assert (squad.unit_ep(toland), squad.gear_ep(toland)) == (14, 10)
    sword, reaper = gear["vorpil-sword"][1], gear["reaper"][1]
    assert (sword["type"], sword["roa"], sword["dam"], sword["special"]) == ("melee", 2, 2, ["RND"])
    assert (reaper["roa"], reaper["dam"], reaper["special"]) == (3, 1, ["2RC", "PRC", "RND"])
    assert [gear[item][1]["ep"] for item in toland.gear] == [4, 4, 1, 1, 0, 0, 0]
    assert gear["rally-cry"][1]["cost"] == gear["scan-battlefield"][1]["cost"] == {"to": 1}
    assert gear["strategise"][1]["cost"] == {"act": 1}
