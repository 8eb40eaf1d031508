"""Missions laid on maps with two forces; units take a zone's dots in their order.

Whoever rides begins on his vehicle. What does not fit (a zone too small, a force without a leader
where the leader's death decides, a limit passed) is told in the file that is to blame.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import partial
from typing import Any

from battlemat.packs.places import Place, finish, go_on
from battlemat.packs.problems import nearest
from battlemat.packs.skirmishers.forces import Force, check_switches, force_setup
from battlemat.packs.skirmishers.maps import Ground
from battlemat.packs.skirmishers.schema import SIDES, areas_named
from battlemat.packs.typed import typed
from battlemat.rulebooks.skirmishers.state.armory import Armory
from battlemat.rulebooks.skirmishers.state.cards import hand_of
from battlemat.rulebooks.skirmishers.state.position_setup import (
    ArcSetup,
    PositionSetup,
    UnitPosition,
)
from battlemat.rulebooks.skirmishers.state.setup import (
    ScenarioSetup,
    SkirmishersSetup,
    SquadSetup,
    UnitSetup,
    WeaponSetup,
)
from battlemat.rulebooks.skirmishers.state.weapons import GUN

Squads = Mapping[str, SquadSetup]

LETTERS = {"red": "A", "blue": "B"}


def mission_setup(
    value: Mapping[str, Any],
    place: Place,
    ground: Ground,
    forces: Mapping[str, Force],
    *,
    free: bool = False,
) -> SkirmishersSetup:
    """The setup of a battle; `ContentError` where mission, map and forces do not fit.

    Players may agree to be `free` of what the mission allows forces to be worth.
    """
    check_names(value, place, ground)
    finish(place)
    squads = {}
    for side in SIDES:
        force = forces[side]
        check_switches(force, value["switches"], value["name"])
        limit = None if free else _limit(value, side)
        _check_limit(force, limit, value["name"])
        finish(force.place)
        squad = force_setup(force, LETTERS[side])
        units = _deploy(squad.units, value["deploy"][side], ground, place / "deploy" / side)
        squads[side] = squad._replace(units=units, pv_limit=limit)
    scenario = _scenario(value, place, ground, squads)
    weapons = _weapons(forces)
    position = _position(value, place, squads, Armory(weapons))
    finish(place)
    return SkirmishersSetup(
        ground.setup,
        scenario,
        squads,
        switches=tuple(value["switches"]),
        weapons=weapons or None,
        position=position,
    )


def _limit(value: Mapping[str, Any], side: str) -> int | None:
    limit = value.get("pv")
    return limit[side] if isinstance(limit, Mapping) else limit


def _check_limit(force: Force, limit: int | None, mission: str) -> None:
    if limit is not None and force.total > limit:
        what = f"the force is worth {force.total} PV; {mission} allows {limit}"
        (force.place / "units").complain(what)


def check_names(value: Mapping[str, Any], place: Place, ground: Ground) -> None:
    """Complain of every place that a mission speaks of and its map does not have."""
    for side in SIDES:
        for key in ("zone", "vehicles"):
            go_on(place, partial(_check_zone, value, side, key, place, ground))
    go_on(place, lambda: _check_exits(value, place, ground))
    areas_named(value, place, ground.areas)


def _check_zone(
    value: Mapping[str, Any], side: str, key: str, place: Place, ground: Ground
) -> None:
    name = value["deploy"][side].get(key)
    if name is not None and name not in ground.zones:
        what = f"the map {ground.name} has no zone '{name}'{nearest(name, ground.zones)}"
        (place / "deploy" / side / key).complain(what)


def _check_exits(value: Mapping[str, Any], place: Place, ground: Ground) -> None:
    for side, name in value.get("exits", {}).items():
        if name not in ground.areas:
            what = f"the map {ground.name} has no area '{name}'{nearest(name, ground.areas)}"
            (place / "exits" / side).complain(what)


# ------------------------------------------------------------------ who begins where


def _deploy(
    units: tuple[UnitSetup, ...], how: Mapping[str, Any], ground: Ground, place: Place
) -> tuple[UnitSetup, ...]:
    """The units, each on its dot, in the order of the force and of the zone."""
    walkers = [unit for unit in units if unit.vehicle is None and unit.rides is None]
    dots = ground.zones[how["zone"]]
    if len(walkers) > len(dots):
        what = f"'{how['zone']}' has {len(dots)} dots; the force has {len(walkers)} on foot"
        (place / "zone").complain(what)
    placed = {unit.id: unit for unit in units}
    for unit, dot in zip(walkers, dots, strict=False):
        lies = how.get("prone") or None
        placed[unit.id] = unit._replace(at=dot, prone=lies if unit.prone is None else unit.prone)
    parked = [unit for unit in units if unit.vehicle is not None]
    if parked and "vehicles" not in how:
        place.complain("'vehicles' is missing: the zone where the force's vehicles begin")
        return units
    fronts = ground.zones[how["vehicles"]] if parked else []
    if len(parked) > len(fronts):
        what = f"'{how['vehicles']}' has {len(fronts)} dots; the force has {len(parked)} vehicles"
        (place / "vehicles").complain(what)
    for unit, dot in zip(parked, fronts, strict=False):
        placed[unit.id] = unit._replace(
            front=dot,
            direction=how.get("direction", 1),
            engine=how.get("engine"),
            in_motion=how.get("in_motion"),
        )
    return tuple(placed.values())


def _position(
    value: Mapping[str, Any], place: Place, squads: Squads, armory: Armory
) -> PositionSetup | None:
    """Firing arcs that stand from the start; with none, the game begins as any other."""
    units: dict[str, UnitPosition] = {}
    for side in SIDES:
        arc = value["deploy"][side].get("arc")
        if arc is None:
            continue
        if "first" not in value:
            (place / "deploy" / side / "arc").complain(
                "arcs that stand from the start need 'first', the side that moves first"
            )
        standing = typed(ArcSetup, arc, place / "deploy" / side / "arc")
        for unit in squads[side].units:
            if _can_aim(unit, armory):
                units[unit.id] = UnitPosition(arc=standing)
    if not units:
        return None
    return PositionSetup(to_move=value.get("first", "red"), first=value.get("first"), units=units)


def _can_aim(unit: UnitSetup, armory: Armory) -> bool:
    """Whether the weapon in a trooper's hand can have an arc."""
    if unit.vehicle is not None or unit.suit is not None or unit.rides is not None:
        return False
    primary, secondary = (
        armory.by_id[name] if name is not None else None for name in (unit.primary, unit.secondary)
    )
    if unit.active is None:
        weapon = primary or secondary
    elif unit.active in ("primary", "secondary"):
        weapon = primary if unit.active == "primary" else secondary
    else:
        carries = (primary.number if primary else -1, secondary.number if secondary else -1, -1)
        weapon = armory[hand_of(unit.active, carries, (1, 1, 1), armory, unit.id)]
    return weapon is not None and weapon.kind == GUN


# ------------------------------------------------------------------ how it is won


def _scenario(
    value: Mapping[str, Any], place: Place, ground: Ground, squads: Squads
) -> ScenarioSetup:
    kept = ("id", "name", "briefing", "rounds", "first", "wins", "points", "texts")
    scenario = {key: deepcopy(value[key]) for key in kept if key in value}
    for key in ("wins", "points"):
        for rule, at in _units_named(scenario.get(key, []), place / key):
            _name_leader(rule, at, squads)
    if "exits" in value:
        scenario["exits"] = {
            side: list(ground.areas[name]) for side, name in value["exits"].items()
        }
    finish(place)
    return typed(ScenarioSetup, scenario, place)


def _units_named(value: Any, place: Place) -> Iterator[tuple[dict[str, Any], Place]]:
    if isinstance(value, dict):
        if "unit" in value:
            yield value, place / "unit"
        for key, part in value.items():
            yield from _units_named(part, place / key)
    elif isinstance(value, list):
        for n, part in enumerate(value):
            yield from _units_named(part, place / n)


def _name_leader(rule: dict[str, Any], place: Place, squads: Squads) -> None:
    """Put a unit's id where the mission says 'blue leader'; an id must be one of the units."""
    name = rule["unit"]
    side, _, word = name.partition(" ")
    if word == "leader":
        leader = next((one.id for one in squads[side].units if one.leader), None)
        if leader is None:
            place.complain(f"the force of {side} has no leader; give one unit 'leader: true'")
        rule["unit"] = leader
        return
    ids = [unit.id for squad in squads.values() for unit in squad.units]
    if name not in ids:
        place.complain(f"there is no unit '{name}'{nearest(name, ids)}")


def _weapons(forces: Mapping[str, Force]) -> dict[str, WeaponSetup]:
    """What both files add to the book's weapons; one id cannot mean two weapons."""
    found: dict[str, WeaponSetup] = {}
    for side in SIDES:
        for name, card in forces[side].weapons.items():
            if found.setdefault(name, card) != card:
                what = f"the other force has another weapon '{name}'; rename one of them"
                (forces[side].place / "weapons" / name).complain(what)
        finish(forces[side].place)
    return found
