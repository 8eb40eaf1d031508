"""Vehicles as they are: their card, who is on them, where they stand, what is left of a ride.

A vehicle is a unit whose place is its rear dot; `heading` (0 to 5) points from rear to front. Those
on it share its rear dot and hold no dot of their own.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, TypeAlias

from battlemat.boards.dots import HEADINGS, Vehicle
from battlemat.kernel.errors import SetupError
from battlemat.rulebooks.skirmishers.state.armory import Armory
from battlemat.rulebooks.skirmishers.state.battle import ABLE, DEAD, NOTHING, Arc, Battle, Unit
from battlemat.rulebooks.skirmishers.state.cards import (
    NO_JET,
    VEHICLE,
    Card,
    known,
    refuse_foreign,
    skill_of,
)
from battlemat.rulebooks.skirmishers.state.setup import UnitSetup
from battlemat.rulebooks.skirmishers.state.switches import Switch
from battlemat.rulebooks.skirmishers.state.tracks import Column, Track
from battlemat.rulebooks.skirmishers.state.unit import Ride
from battlemat.rulebooks.skirmishers.state.weapons import CREW, GUN, LAUNCHER, UNLIMITED, Weapon

MINIMUM, CRUISE, MAX = 1, 2, 3

MODES = ("stopped", "minimum", "cruise", "max")

MODE_AP = {MINIMUM: (1, 1), CRUISE: (2, 4), MAX: (5, 8)}
"""`skirmishers.vehicle.mode-table`: the smallest and the largest amount of AP."""

_MODS = (0, 4, 3, 3, 2, 2, 2, 1, 1, 0, 0, 0, 0)

VEHICLE_TRACK = Track(
    12,
    tuple(Column(None if cell == 0 else 0, mod) for cell, mod in enumerate(_MODS)),
    tuple(str(cell) for cell in range(13)),
)
"""`skirmishers.vehicle.card`; modes are told by `fastest`."""


class VehicleType(NamedTuple):
    """What a type of vehicle is like, where its card says nothing else."""

    armor: int
    speed: int
    handling: int
    signature: int
    seats: int
    weapons: tuple[str, ...] = ()


TYPES = {
    "scout": VehicleType(4, 3, 0, -1, 1),
    "assault": VehicleType(8, 2, 1, -2, 2, ("light-machine-gun", "light-machine-gun")),
}
"""`skirmishers.vehicle.standard-values`; the skill of a vehicle has no rules
(`skirmishers.vehicle.ammo`).
"""

MOUNTINGS = {
    "forward": 0,
    "forward-right": 2,
    "right": 3,
    "rear-right": 4,
    "rear": 6,
    "rear-left": 8,
    "left": 9,
    "forward-left": 10,
}
"""Where a mounted weapon points, in headings clockwise from that of the vehicle."""
MOUNTED_ARC = 30
"""`skirmishers.vehicle.mounted-arc`; an arc of 30 degrees has one shot times the multiplier."""


def can_be_mounted(weapon: Weapon) -> bool:
    """Whether a vehicle's card has a box for it: what shoots, suits' own weapons left out."""
    return weapon.kind in (GUN, CREW, LAUNCHER) and weapon.slot != "suit"


VEHICLE_KEYS = frozenset(
    (
        *("id", "name", "vehicle", "front", "direction", "engine", "weapons", "in_motion"),
        *("armor", "speed", "handling", "signature", "squad", "text", "mounts", "mount_ammo"),
    )
)


def read_vehicle(setup: UnitSetup, side: int, armory: Armory, switches: Collection[Switch]) -> Card:
    """A vehicle's card, or `SetupError`."""
    del switches  # mounted weapons need no switch of their own (skirmishers.option.switches)
    where = f"unit {setup.id}"
    refuse_foreign(setup, VEHICLE_KEYS, "a vehicle has")
    name = known(setup.vehicle, TYPES, f"{where}, vehicle")
    usual = TYPES[name]
    if isinstance(setup.armor, str):
        raise SetupError(f"{where}: a vehicle's armor is a number of cells, not {setup.armor!r}")
    mounted = usual.weapons if setup.weapons is None else setup.weapons
    carries, ammo, mounts = _mountings(setup, mounted, armory)
    return Card(
        id=setup.id,
        name=setup.name or setup.id,
        kind=VEHICLE,
        side=side,
        squad=setup.squad,
        rank="",
        skill=skill_of(setup),
        leadership=0,
        track=VEHICLE_TRACK,
        base_ap=0,
        armor=usual.armor if setup.armor is None else setup.armor,
        armor_name=f"{name} vehicle",
        plates=0,
        carries=carries,
        ammo=ammo,
        grenades=(0, 0, 0),
        hand=armory.fists,
        jet=NO_JET,
        sneaks=False,
        written=setup,
        type=name,
        speed=usual.speed if setup.speed is None else setup.speed,
        handling=usual.handling if setup.handling is None else setup.handling,
        signature=usual.signature if setup.signature is None else setup.signature,
        seats=usual.seats,
        mounts=mounts,
    )


Three: TypeAlias = tuple[int, int, int]


def _mountings(
    setup: UnitSetup, mounted: Sequence[str], armory: Armory
) -> tuple[Three, Three, Three]:
    """The boxes for mounted weapons: which, how many rounds, and where they point."""
    where = f"unit {setup.id}"
    if max(len(mounted), len(setup.mounts), len(setup.mount_ammo)) > 3:
        raise SetupError(f"{where}: {len(mounted)} mounted weapons; there is room for 3")
    carries, ammo, mounts = [NOTHING] * 3, [UNLIMITED] * 3, [0] * 3
    for slot, id in enumerate(mounted):
        weapon = armory.find(id, f"{where}, weapons")
        if not can_be_mounted(weapon):
            raise SetupError(f"{where}: no vehicle has a box for {id}", "skirmishers.vehicle.ammo")
        carries[slot], ammo[slot] = weapon.number, weapon.ammo
    for slot, word in enumerate(setup.mounts):
        mounts[slot] = MOUNTINGS[known(word, MOUNTINGS, f"{where}, mounts")]
    for slot, rounds in enumerate(setup.mount_ammo):
        if ammo[slot] != UNLIMITED and rounds >= 0:
            ammo[slot] = rounds
    return _three(carries), _three(ammo), _three(mounts)


def _three(values: list[int]) -> Three:
    return values[0], values[1], values[2]


def mount_name(card: Card, slot: int) -> str:
    """Where a mounted weapon points, in a word."""
    return next(word for word, by in MOUNTINGS.items() if by == card.mounts[slot])


def mount_heading(vehicle: Unit, slot: int) -> int:
    """Where a mounted weapon points; direction n of a vehicle is heading 2n - 2."""
    return (2 * vehicle.heading + vehicle.card.mounts[slot]) % HEADINGS


def mounted_arc(battle: Battle, vehicle: Unit, slot: int) -> Arc:
    """The arc of a mounted weapon, along its mounting."""
    weapon = battle.weapon(vehicle.carries[slot])
    return Arc(weapon.number, mount_heading(vehicle, slot), MOUNTED_ARC, weapon.shots)


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
    return unit.card.speed


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
    """Put a vehicle and everybody on it somewhere; the rear follows from front and heading.

    Arcs do not travel (`skirmishers.vehicle.passenger`).
    """
    rear = battle.board.ground(battle.board.roads.rear(to))
    vehicle.place, vehicle.heading = rear, to.heading
    vehicle.arcs, vehicle.exploded = (), 0
    for unit in riders(battle, vehicle):
        unit.place, unit.arcs = rear, ()
    battle.count_masks()


def is_manned(battle: Battle, vehicle: Unit) -> bool:
    """Whether somebody rides who can fire mounted weapons (`skirmishers.vehicle.passenger`)."""
    return any(man.state == ABLE and not man.under for man in riders(battle, vehicle))


def needed(vehicle: Unit) -> int:
    """AP that must be kept for the smallest amount of the mode that was picked; of the smallest
    mode where one must still be picked, in motion (`skirmishers.vehicle.in-motion`).
    """
    ride = vehicle.ride
    if ride is None:
        return MODE_AP[MINIMUM][0] if vehicle.motion else 0
    return max(0, MODE_AP[ride.mode][0] - ride.spent)


def free_ap(vehicle: Unit, rider: Unit) -> int:
    """AP that the rider may spend on something else than driving."""
    return rider.ap - rider.spent - needed(vehicle)


def may_end(battle: Battle, unit: Unit) -> bool:
    """Whether the movement of somebody on a vehicle may end: no segment is open, and the smallest
    amount is spent by who drives.
    """
    if unit.mount < 0 or unit.under:
        return True
    vehicle = battle.units[unit.mount]
    ride = vehicle.ride
    if ride is not None and (ride.left or ride.slowing):
        return False
    if unit.passenger:
        return True
    return not vehicle.motion if ride is None else not needed(vehicle)


def vehicle_under(battle: Battle, unit: Unit) -> Unit | None:
    """The vehicle that fire at a unit has to do with: itself, or the one he is on."""
    if unit.is_vehicle:
        return unit
    return battle.units[unit.mount] if unit.mount >= 0 else None


def own_places(battle: Battle, shooter: Unit) -> int:
    """The dots of the vehicle a shooter is on, which give its targets no cover."""
    if shooter.card.kind == VEHICLE:
        return battle.footprint(shooter)
    return battle.footprint(battle.units[shooter.mount]) if shooter.mount >= 0 else 0
