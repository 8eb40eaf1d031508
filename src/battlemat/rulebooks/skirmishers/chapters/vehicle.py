"""Chapter "Vehicles", the machine: its card, who is on it, damage, wipe-outs.

A vehicle is a unit whose place is its rear dot; `heading` (0 to 5) points from rear to front. Those
on it share its rear dot and hold no dot of their own. Its one rule: whatever stops a ride short
ends in `wipe_out`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from battlemat.boards.dots.board import Skid, Vehicle
from battlemat.kernel.errors import SetupError
from battlemat.kernel.questions import Alike, Flow, roll
from battlemat.rulebooks.skirmishers.chapters.aiming import check
from battlemat.rulebooks.skirmishers.chapters.damage import die, hurt
from battlemat.rulebooks.skirmishers.state.armory import Armory, nearest
from battlemat.rulebooks.skirmishers.state.battle import (
    ABLE,
    DEAD,
    NOTHING,
    PLAYERS,
    Battle,
    Unit,
)
from battlemat.rulebooks.skirmishers.state.cards import NO_JET, VEHICLE, Card, known
from battlemat.rulebooks.skirmishers.state.tracks import Column, Marks, Track, mark
from battlemat.rulebooks.skirmishers.state.unit import Ride

MINIMUM, CRUISE, MAX = 1, 2, 3
MODES = ("stopped", "minimum", "cruise", "max")
MODE_AP = {MINIMUM: (1, 1), CRUISE: (2, 4), MAX: (5, 8)}
"""`skirmishers.vehicle.mode-table`: the smallest and the largest amount of AP."""
RAM_DAMAGE = {MINIMUM: 1, CRUISE: 3, MAX: 5}
"""`skirmishers.vehicle.ram-damage`"""
WIPE_DAMAGE = {MINIMUM: 0, CRUISE: 1, MAX: 2}
"""`skirmishers.vehicle.wipe-damage`, and what speed adds to a blow
(`skirmishers.vehicle.melee-damage`)."""
SKID_SEGMENTS = {MINIMUM: 0, CRUISE: 1, MAX: 2}
"""`skirmishers.vehicle.skid`"""

_MODS = (0, 4, 3, 3, 2, 2, 2, 1, 1, 0, 0, 0, 0)
TRACK = Track(
    12,
    tuple(Column(None if cell == 0 else 0, mod) for cell, mod in enumerate(_MODS)),
    tuple(str(cell) for cell in range(13)),
)
"""`skirmishers.vehicle.card`; modes are told by `fastest`."""

TYPES = {
    "scout": {"armor": 4, "speed": 3, "handling": 0, "signature": -1, "weapons": []},
    "assault": {
        "armor": 8,
        "speed": 2,
        "handling": 1,
        "signature": -2,
        "weapons": ["light-machine-gun", "light-machine-gun"],
    },
}
"""`skirmishers.vehicle.standard-values`; skill and spare ammunition have no rules
(`skirmishers.vehicle.ammo`).
"""
SEATS = {"scout": 1, "assault": 2}

_CELLS: Alike = tuple((total,) for total in range(2, 13))

VEHICLE_KEYS = frozenset(
    (
        *("id", "name", "vehicle", "front", "direction", "engine", "weapons", "in_motion"),
        *("armor", "speed", "handling", "signature", "squad", "text"),
    )
)


# ---------------------------------------------------------------------- the card


def read_vehicle(
    values: Mapping[str, Any], side: int, armory: Armory, switches: Collection[str]
) -> Card:
    """A vehicle's card, or `SetupError`."""
    del switches  # mounted weapons need no switch of their own (skirmishers.option.switches)
    where = f"unit {values['id']}"
    for key in values:
        if key not in VEHICLE_KEYS:
            keys = sorted(VEHICLE_KEYS)
            raise SetupError(f"{where}: a vehicle has no {key!r}; {nearest(key, keys)}")
    type_ = known(values["vehicle"], TYPES, f"{where}, vehicle")
    more = {key: values.get(key, default) for key, default in TYPES[type_].items()}
    guns = [armory.find(id, f"{where}, weapons").number for id in more["weapons"]]
    if len(guns) > 3:
        raise SetupError(f"{where}: {len(guns)} mounted weapons; there is room for 3")
    carries = (*guns, *[NOTHING] * (3 - len(guns)))
    return Card(
        id=str(values["id"]),
        name=str(values.get("name", values["id"])),
        kind=VEHICLE,
        side=side,
        squad=str(values.get("squad", "")),
        rank="",
        skill="regular",
        leadership=0,
        track=TRACK,
        base_ap=0,
        armor=int(more["armor"]),
        armor_name=f"{type_} vehicle",
        plates=0,
        carries=(carries[0], carries[1], carries[2]),
        ammo=(-1, -1, -1),
        grenades=(0, 0, 0),
        hand=armory.fists,
        jet=NO_JET,
        sneaks=False,
        more=more | {"type": type_, "seats": SEATS[type_]},
        values=values,
    )


def fastest(unit: Unit) -> int:
    """`skirmishers.vehicle.mode-limit`: the fastest mode that its damage allows, 0 for none."""
    if unit.state == DEAD or unit.hp < 1:
        return 0
    return MINIMUM if unit.hp <= 2 else CRUISE if unit.hp <= 5 else MAX


def ride_of(vehicle: Unit) -> Ride:
    """The ride that is going on."""
    assert vehicle.ride is not None, "nobody has picked a mode"
    return vehicle.ride


def speed(unit: Unit) -> int:
    """`skirmishers.vehicle.speed`: dots of one segment."""
    return int(unit.card.more["speed"])


# ---------------------------------------------------------------------- who is on it


def riders(battle: Battle, vehicle: Unit) -> list[Unit]:
    """Everybody on a vehicle, or under it, the rider first."""
    found = [unit for unit in battle.units if unit.mount == vehicle.index]
    return sorted(found, key=lambda unit: unit.passenger)


def rider_of(battle: Battle, vehicle: Unit) -> Unit | None:
    """Who controls a vehicle (`skirmishers.vehicle.rider-dot`)."""
    found = [u for u in riders(battle, vehicle) if not u.passenger and not u.under]
    return found[0] if found else None


def front_of(battle: Battle, vehicle: Unit) -> int:
    """The front dot of a vehicle (`skirmishers.vehicle.two-dots`)."""
    return battle.board.neighbours[vehicle.place % battle.board.size][vehicle.heading]


def where(battle: Battle, vehicle: Unit) -> Vehicle:
    """A vehicle as the board knows it."""
    return Vehicle(front_of(battle, vehicle), vehicle.heading)


def set_vehicle(battle: Battle, vehicle: Unit, to: Vehicle) -> None:
    """Put a vehicle and everybody on it somewhere; the rear follows from front and heading."""
    rear = battle.board.ground(battle.board.roads.rear(to))
    vehicle.place, vehicle.heading = rear, to.heading
    for unit in riders(battle, vehicle):
        unit.place = rear
    battle.count_masks()


# ---------------------------------------------------------------------- damage


def hurt_vehicle(
    battle: Battle, unit: Unit, lethal: int, bludgeon: int, because: str
) -> Flow[None]:
    """`skirmishers.vehicle.damage`: armor first, 2D6 only for the rest; bludgeoning does nothing
    (`skirmishers.vehicle.bludgeon`).
    """
    marks = unit.marks
    soaked = min(marks.armor, lethal)
    rest = lethal - soaked
    unit.marks = marks._replace(armor=marks.armor - soaked)
    faces: tuple[int, ...] = ()
    if rest:
        faces = yield from roll(
            PLAYERS[1 - unit.side],
            2,
            6,
            because="skirmishers.vehicle.damage",
            alike=_CELLS,
            total=True,
        )
        full = mark(Marks(marks.full, 0, 0), faces[0] + faces[1], rest, 0).full
        unit.marks = unit.marks._replace(full=full)
        unit.refresh()
    battle.tell(
        "damage",
        (because, "skirmishers.vehicle.damage"),
        unit=unit.id,
        points=f"{lethal}X" if lethal else f"{bludgeon}B",
        faces=list(faces),
        cell=sum(faces) if faces else "-",
        hp=max(0, unit.hp),
        ap=0,
        mod=unit.mod,
        armor=unit.marks.armor,
    )


# ---------------------------------------------------------------------- wipe-outs


def control_check(battle: Battle, vehicle: Unit, base: int, because: str) -> Flow[bool]:
    """`skirmishers.vehicle.control-check`: base, handling, rider's wounds, vehicle's modifier."""
    rider = rider_of(battle, vehicle)
    wounds = rider.mod if rider is not None else 0
    # skirmishers.vehicle.handling, skirmishers.vehicle.mod-scope
    need = base + int(vehicle.card.more["handling"]) + wounds + vehicle.mod
    return (
        yield from check(battle, vehicle.side, need, f"control of {vehicle.id}", because=because)
    )


def skid_of(
    battle: Battle, vehicle: Unit, *, mode: int, turned: int = 0, dots: int | None = None
) -> Skid:
    """Where a wipe-out takes a vehicle: straight on in the direction it travelled.

    `turned` are sixths of a turn that failed; the rear is set as for 60 degrees less
    (`skirmishers.vehicle.wipe-turn`). `dots` replaces the length of the skid, for a crash.
    """
    less = 1 if turned > 0 else -1 if turned < 0 else 0
    at = battle.board.roads.swung(where(battle, vehicle), turned - less)
    far = SKID_SEGMENTS[mode] * speed(vehicle) if dots is None else dots
    others = battle.occupied & ~battle.footprint(vehicle)
    return battle.board.roads.skid(at, vehicle.heading, far, others)


def wipe_out(
    battle: Battle, vehicle: Unit, *, mode: int, turned: int = 0, dots: int | None = None
) -> Flow[None]:
    """The vehicle goes down and skids as `skid_of` says; all on it come to lie under it."""
    skid = skid_of(battle, vehicle, mode=mode, turned=turned, dots=dots)
    on_it = [unit for unit in riders(battle, vehicle) if not unit.under]
    vehicle.prone, vehicle.motion, vehicle.ride, vehicle.arcs = True, 0, None, ()
    for unit in on_it:
        unit.under, unit.arcs = True, ()  # skirmishers.vehicle.under
    set_vehicle(battle, vehicle, skid.vehicle)
    battle.tell(
        "wipe-out",
        ("skirmishers.vehicle.wipe-causes", "skirmishers.vehicle.skid"),
        unit=vehicle.id,
        mode=MODES[mode],
        dots=skid.dots,
        place=battle.board.name(vehicle.place),
    )
    hit = skid.stopped in ("obstacle", "unit")
    points = RAM_DAMAGE[mode] if hit else WIPE_DAMAGE[mode]
    because = "skirmishers.vehicle.skid-hit" if hit else "skirmishers.vehicle.wipe-damage"
    struck = [u for u in battle.units if _holds(battle, u) and battle.footprint(u) & skid.struck]
    victims = [vehicle, *on_it, *(struck if hit else ())]
    for unit in victims:
        if points and unit.state != DEAD:
            yield from hurt(battle, unit, points, 0, because)
    finish_wrecks(battle)


def _holds(battle: Battle, unit: Unit) -> bool:
    return unit.place >= 0 and battle.holds_place(unit) and unit.mount < 0


def finish_wrecks(battle: Battle) -> None:
    """`skirmishers.vehicle.destroyed`: a wreck stays as an obstacle; the dead leave their seat."""
    for unit in battle.units:
        if unit.is_vehicle and unit.hp < 0 and unit.state != DEAD:
            die(battle, unit, "skirmishers.vehicle.destroyed")
        if unit.state == DEAD and unit.mount >= 0:
            unit.mount, unit.under, unit.passenger = NOTHING, False, False
    battle.count_masks()


def settle_vehicles(battle: Battle) -> Flow[None]:
    """After any harm: vehicles that cannot go on wipe out (`skirmishers.vehicle.wipe-causes`).

    Outside a ride only a dead or unconscious rider, or a vehicle at HP 0, causes one.
    """
    for vehicle in battle.units:
        if not vehicle.is_vehicle or vehicle.prone or vehicle.state != ABLE:
            continue
        rider = next((u for u in riders(battle, vehicle) if not u.passenger and not u.under), None)
        ride = vehicle.ride
        mode = ride.mode if ride is not None else vehicle.motion or MINIMUM
        moving = bool(vehicle.motion or ride)
        lost = rider is not None and rider.state != ABLE
        if (
            lost
            or (vehicle.hp < 1 and (moving or rider is not None))
            or (ride and rider is not None and _cannot_complete(vehicle, rider))
        ):
            yield from wipe_out(battle, vehicle, mode=mode)
    finish_wrecks(battle)


def _cannot_complete(vehicle: Unit, rider: Unit) -> bool:
    """`skirmishers.vehicle.fire-consequence`: too fast now, or too few AP for the mode."""
    ride = ride_of(vehicle)
    if ride.mode > fastest(vehicle):
        return True
    return rider.ap - rider.spent < MODE_AP[ride.mode][0] - ride.spent
