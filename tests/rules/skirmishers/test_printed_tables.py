"""The numbers of the code against the tables of the register, row by row.

A constant that is one off changes a game that nobody may have played in a test; against its
printed table it is seen at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from battlemat.rulebooks.skirmishers.chapters import gear, morale, power
from battlemat.rulebooks.skirmishers.chapters.crewed_weapons import work
from battlemat.rulebooks.skirmishers.chapters.explosives import bursts
from battlemat.rulebooks.skirmishers.chapters.firing import arcs
from battlemat.rulebooks.skirmishers.chapters.moving import jet
from battlemat.rulebooks.skirmishers.chapters.vehicles import machine, ride
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from battlemat.rulebooks.skirmishers.state import cards, ground, suits, vehicles
from battlemat.rulebooks.skirmishers.state.tracks import TROOPER
from battlemat.rulebooks.skirmishers.state.weapons import BOOK, UNLIMITED

Rows = list[Mapping[str, Any]]
MODES = {"Minimum": vehicles.MINIMUM, "Cruise": vehicles.CRUISE, "Max": vehicles.MAX}


def rows(clause: str) -> Rows:
    return [dict(row) for row in SKIRMISHERS.register.clauses[f"skirmishers.{clause}"].table]


def prices(clause: str) -> list[int]:
    """The AP column, `4 each` read as 4."""
    return [int(str(row["ap"]).split()[0]) for row in rows(clause)]


def by_mode(clause: str) -> dict[int, int]:
    return {MODES[row["mode"]]: int(str(row["damage"]).rstrip("X")) for row in rows(clause)}


PRICED: dict[str, list[int]] = {
    "action.table": [gear.CHANGE, gear.EXCHANGE],
    "crew.cost-table": [work.WORK, work.WORK, work.TAKE_OVER, work.TURN],
    "jet.costs": [jet.ACTIVATE_PRICE, gear.WEAR, gear.EXCHANGE],
    "vehicle.action-table": [ride.MOUNT, ride.ENGINE],
    "vehicle.move-table": [ride.START, ride.SLOW, ride.DRIVE],
    "vehicle.under": [ride.CRAWL, ride.LIFT],
}


@pytest.mark.parametrize("clause", PRICED)
def test_actions_cost_what_is_printed(clause: str) -> None:
    assert PRICED[clause] == prices(clause)


@pytest.mark.parametrize(
    ("clause", "code"),
    [
        ("vehicle.wipe-damage", machine.WIPE_DAMAGE),
        ("vehicle.melee-damage", machine.WIPE_DAMAGE),
        ("vehicle.ram-damage", machine.RAM_DAMAGE),
    ],
)
def test_vehicles_do_the_printed_damage_by_mode(clause: str, code: Mapping[int, int]) -> None:
    assert by_mode(clause) == code


def test_skids_are_none_one_and_two_segments_long() -> None:
    rule = SKIRMISHERS.register.clauses["skirmishers.vehicle.skid"].rule
    assert "0 dots in minimum mode, one segment in cruise, two segments in max" in rule
    skids = machine.SKID_SEGMENTS
    assert [skids[mode] for mode in MODES.values()] == [0, 1, 2]


def test_modes_and_turns_cost_and_need_what_is_printed() -> None:
    modes = {
        MODES[row["mode"]]: (row["ap_min"], row["ap_max"]) for row in rows("vehicle.mode-table")
    }
    assert modes == vehicles.MODE_AP
    assert {row["turn"] // 60: row["ap"] for row in rows("vehicle.turn-cost")} == ride.TURN_AP
    bases = {row["turn"] // 60: row["target"] or 0 for row in rows("vehicle.turn-check")}
    assert bases == ride.TURN_BASE
    stops = {
        0 if row["turn"] == "none" else int(row["turn"]) // 60: row["target"]
        for row in rows("vehicle.brake-check")
    }
    assert stops == ride.STOP_BASE


def test_the_types_of_vehicles_are_as_printed() -> None:
    for row in rows("vehicle.standard-values"):
        kind = vehicles.TYPES[row["type"]]
        assert (kind.armor, kind.speed, kind.handling, kind.signature) == (
            *(row["armor"], row["speed"], row["handling"], row["signature"]),
        )
        assert len(kind.weapons) == int(str(row["weapons"]).split()[0])
    for row in rows("vehicle.card"):
        column = vehicles.VEHICLE_TRACK.columns[row["hp"]]
        assert column.mod == (row["mod"] or 0)


def test_the_tracks_of_troopers_and_suits_are_as_printed() -> None:
    for row in rows("card.hp-track"):
        column = TROOPER.columns[row["hp"]]
        if row["hp"]:
            assert (column.ap, column.mod) == (row["ap"], row["mod"])
        else:
            assert column.ap is None
    printed = rows("power.card")
    track = suits.SUIT_TRACK
    assert [row["cell"] for row in reversed(printed)] == list(track.names)
    for bit, row in enumerate(reversed(printed)):
        assert (track.columns[bit].ap, track.columns[bit].mod) == (row["ap"], row["mod"])
        assert bool(track.significant >> bit & 1) == row["significant"]
    assert track.names[suits.FIRST_NUMBERED + 2] == "2"
    assert power.KNOCK_DOWN == 9


def test_suits_armor_and_experience_are_as_printed() -> None:
    assert {
        row["type"]: (row["armor"], row["primary"], row["jet_pack"]) for row in rows("power.armor")
    } == suits.SUITS
    worn = {row["type"].lower(): (row["cells"], -row["ap"]) for row in rows("armor.types")}
    assert {"none": (0, 0), **worn} == cards.ARMOR
    skills = {row["experience"].lower(): row["ap"] for row in rows("experience.ap")}
    assert skills == cards.EXPERIENCE
    targets = {row["experience"].lower(): row["target"] for row in rows("morale.table")}
    assert targets == morale.TARGETS


def test_arcs_are_as_printed() -> None:
    printed = rows("arc.table")
    assert {row["degrees"]: row["ap"] for row in printed} == arcs.ARC_PRICES
    assert {row["degrees"]: row["shots"] for row in printed} == arcs.ARC_SHOTS


def test_structures_stand_what_is_printed() -> None:
    stand = [bursts.TREE_TOUGHNESS, *bursts.TOUGHNESS.values()]
    assert [row["toughness"] for row in rows("large.toughness")] == stand


def test_steps_cost_what_is_printed() -> None:
    basic, hard = ground.BASIC, ground.prices_of({"advanced-terrain"}, "swimmer", False)
    plain = [basic.step, basic.obstructed, basic.door, basic.window, basic.level]
    posture = [ground.GO_PRONE, ground.STAND_UP, {2: "double"}[basic.crawl]]
    assert [row["ap"] for row in rows("move.cost-table")] == [*plain, *posture]
    assert [row["ap"] for row in rows("terrain.table")] == [
        *(hard.contour, hard.rough, hard.swamp, hard.wire, hard.climb),
        *(hard.tunnel, hard.trench, hard.shallow, hard.swim),
    ]


WEAPON_TABLES = (
    *("weapon.primary-table", "weapon.secondary-table", "weapon.melee-table", "crew.table"),
    *("weapon.explosive-table", "launcher.table", "incendiary.table", "power.weapon-table"),
)
COLUMNS: dict[str, Callable[[Any], Any]] = {
    "shots": lambda weapon: "unlimited" if weapon.shots == UNLIMITED else weapon.shots,
    "short": lambda weapon: weapon.short,
    "long": lambda weapon: weapon.long or None,
    "pv": lambda weapon: weapon.pv or None,
    "crew": lambda weapon: weapon.crew,
}


@pytest.mark.parametrize("clause", WEAPON_TABLES)
def test_weapons_are_as_printed(clause: str) -> None:
    for row in rows(clause):
        name = row["weapon"].split("/")[0].split(" or ")[0].split(",")[0]
        weapon = next(w for w in BOOK if w.name == name and w.because == f"skirmishers.{clause}")
        for key, value in COLUMNS.items():
            if row.get(key) not in (None, "AP"):
                assert value(weapon) == row[key], (name, key)
        if isinstance(row["damage"], list):
            assert list(weapon.rings) == row["damage"], name
        elif "max AP" not in row["damage"]:
            assert weapon.damage == row["damage"], name
        if isinstance(row.get("ammo"), int):
            assert weapon.ammo == row["ammo"], name
        if isinstance(row.get("ap"), int):
            assert weapon.ap == row["ap"], name
