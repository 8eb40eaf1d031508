"""Chapter "Vehicles", the ride: mounting, modes, segments dot by dot, turns, and stopping.

Each dot driven and each turn is an action of the rider, so that he may ram, strike and shoot where
the book lets him. A segment once begun is driven in full, or it ends in a crash.
"""

from __future__ import annotations

from battlemat.boards.dots import Mark
from battlemat.kernel.questions import Flow
from battlemat.rulebooks.skirmishers.chapters.firing.damage import hurt
from battlemat.rulebooks.skirmishers.chapters.firing.reactions import MOVE, Chance
from battlemat.rulebooks.skirmishers.chapters.firing.shots import reaction
from battlemat.rulebooks.skirmishers.chapters.moving.steps import (
    leave_dot,
    pay,
    set_down,
    suffer_dot,
)
from battlemat.rulebooks.skirmishers.chapters.vehicles.machine import (
    control_check,
    settle_vehicles,
    wipe_out,
)
from battlemat.rulebooks.skirmishers.state import events
from battlemat.rulebooks.skirmishers.state.battle import (
    ABLE,
    LEFT,
    NOTHING,
    OFF_MAP,
    UNCONSCIOUS,
    Battle,
    Unit,
)
from battlemat.rulebooks.skirmishers.state.ground import MOVE_CAP
from battlemat.rulebooks.skirmishers.state.unit import Ride
from battlemat.rulebooks.skirmishers.state.vehicles import (
    CRUISE,
    MAX,
    MINIMUM,
    MODE_AP,
    MODES,
    fastest,
    front_of,
    ride_of,
    rider_of,
    riders,
    set_vehicle,
    speed,
    where,
)

MOUNT, ENGINE, CRAWL, LIFT = 2, 1, 3, 3
"""`skirmishers.vehicle.action-table`, `skirmishers.vehicle.under`, `skirmishers.vehicle.lift`"""
START, DRIVE, SLOW = 1, 1, 2
"""`skirmishers.vehicle.move-table`"""
TURN_AP = {1: 0, 2: 1, 3: 2}
TURN_BASE = {1: 0, 2: 6, 3: 9}
"""`skirmishers.vehicle.turn-cost`, `skirmishers.vehicle.turn-check`, by sixths of a circle."""
STOP_BASE = {0: 4, 1: 4, 2: 6, 3: 8}
"""`skirmishers.vehicle.brake-check`"""
TURNS = (-2, -1, 1, 2, 3, -3)


# ---------------------------------------------------------------------- on foot


def open_modes(unit: Unit, vehicle: Unit) -> list[int]:
    """The modes that a rider may pick: AP for the smallest amount, and a vehicle fit for it."""
    left = min(unit.ap - unit.spent, MOVE_CAP - unit.walked)
    return [
        mode
        for mode in (MINIMUM, CRUISE, MAX)
        if mode <= fastest(vehicle) and MODE_AP[mode][0] <= left
    ]


def mount(battle: Battle, unit: Unit, vehicle: Unit) -> Flow[None]:
    """Moving onto the rear dot; it draws fire. Whoever mounts an abandoned vehicle has it."""
    pay(unit, MOUNT, walking=True)
    leave_dot(battle, unit)
    if vehicle.side != unit.side:
        vehicle.side = unit.side
        vehicle.arcs, vehicle.ride, vehicle.exploded = (), None, 0
    unit.passenger = rider_of(battle, vehicle) is not None
    unit.mount, unit.place = vehicle.index, vehicle.place
    battle.count_masks()
    battle.entered, battle.fired = True, 0
    battle.tell(events.Mounts, "skirmishers.vehicle.mount", unit=unit.id, vehicle=vehicle.id)
    yield from scorch(battle, [unit])
    if unit.state == ABLE:
        yield from reaction(battle, Chance(unit, MOVE))
    yield from settle_vehicles(battle)


def scorch(battle: Battle, units: list[Unit]) -> Flow[None]:
    """What a burning dot does to those on a vehicle whose rear dot enters it."""
    for unit in units:
        if unit.place >= 0 and battle.fire >> unit.place & 1 and unit.state <= UNCONSCIOUS:
            yield from hurt(battle, unit, 1, 0, "skirmishers.incendiary.enter")


def lift(battle: Battle, unit: Unit, vehicle: Unit) -> None:
    """Upright again, at a full stop, its engine as it was."""
    pay(unit, LIFT)
    vehicle.prone = False
    battle.count_masks()
    battle.tell(events.Righted, "skirmishers.vehicle.lift", unit=unit.id, vehicle=vehicle.id)


def crawl_out(battle: Battle, unit: Unit, standing: bool) -> Flow[None]:
    """`skirmishers.vehicle.under`: still on that dot, prone or standing as he likes."""
    pay(unit, CRAWL, walking=True)
    unit.mount, unit.under, unit.passenger = NOTHING, False, False
    unit.prone = not standing
    battle.count_masks()
    battle.tell(events.CrawlsOut, "skirmishers.vehicle.under", unit=unit.id)
    if standing:
        yield from reaction(battle, Chance(unit, "skirmishers.fire.trigger-stand"))


# ---------------------------------------------------------------------- in the saddle


def ride_off(battle: Battle, unit: Unit) -> None:
    """`skirmishers.map.edge`: the vehicle and all on it are gone, and safe."""
    pay(unit, 1, walking=True)
    vehicle = battle.units[unit.mount]
    for one in (vehicle, *riders(battle, vehicle)):
        one.arcs, one.ride, one.passenger, one.motion = (), None, False, 0
        one.state, one.place = LEFT, OFF_MAP
        battle.tell(events.Leaves, "skirmishers.map.edge", unit=one.id)
    battle.count_masks()


def dismount_places(battle: Battle, vehicle: Unit) -> int:
    board = battle.board
    barred = battle.occupied | board.marked[Mark.TREE] | board.marked[Mark.DEEP]
    return board.terrain.beside(vehicle.place) & ~barred


# ---------------------------------------------------------------------- doing


def switch_engine(battle: Battle, unit: Unit, on: bool) -> None:
    """`skirmishers.vehicle.engine`: it stays on until somebody turns it off."""
    pay(unit, ENGINE)
    vehicle = battle.units[unit.mount]
    vehicle.engine = on
    state = "on" if on else "off"
    battle.tell(events.Engine, "skirmishers.vehicle.engine", vehicle=vehicle.id, state=state)


def pick_mode(battle: Battle, unit: Unit, mode: int) -> None:
    vehicle = battle.units[unit.mount]
    vehicle.ride = Ride(mode)
    battle.tell(events.Mode, "skirmishers.vehicle.mode-table", vehicle=vehicle.id, mode=MODES[mode])


def dismount(battle: Battle, unit: Unit, place: int) -> Flow[None]:
    """Off to a free dot beside the rear; it is entered like any other."""
    pay(unit, MOUNT, walking=True)
    vehicle = battle.units[unit.mount]
    unit.mount, unit.passenger = NOTHING, False
    set_down(battle, unit, place)
    battle.count_masks()
    battle.tell(events.Dismounts, "skirmishers.vehicle.mount", unit=unit.id, vehicle=vehicle.id)
    yield from suffer_dot(battle, unit)
    yield from reaction(battle, Chance(unit, MOVE))


def take_controls(battle: Battle, unit: Unit) -> None:
    """A passenger drives where nobody does; seats share a dot, so no AP are spent."""
    unit.passenger = False
    vehicle = battle.units[unit.mount]
    battle.tell(events.Controls, "skirmishers.vehicle.passenger", unit=unit.id, vehicle=vehicle.id)


def begin_segment(battle: Battle, unit: Unit, *, slowing: bool = False) -> None:
    """`skirmishers.vehicle.segment`: starting, each AP of moving, and slowing are one each."""
    vehicle = battle.units[unit.mount]
    ride = ride_of(vehicle)
    price = SLOW if slowing else DRIVE
    pay(unit, price, walking=True)  # skirmishers.vehicle.mode-counts
    vehicle.motion = ride.mode
    vehicle.ride = ride._replace(
        spent=ride.spent + price,
        left=speed(vehicle),
        slowing=slowing,
        front=front_of(battle, vehicle),
        heading=vehicle.heading,
        fired=0,
    )
    told = events.Slow if slowing else events.Drive
    battle.tell(told, "skirmishers.vehicle.move-table", vehicle=vehicle.id, ap=price)


def forward(battle: Battle, unit: Unit) -> Flow[None]:
    """One dot straight on, the rear following the front; the last one ends the segment."""
    vehicle = battle.units[unit.mount]
    ride = ride_of(vehicle)
    ahead = battle.board.roads.forward(where(battle, vehicle), battle.occupied)
    assert ahead is not None, "the way ahead is barred"
    set_vehicle(battle, vehicle, ahead)
    ride = ride._replace(left=ride.left - 1, since=ride.since + 1, dots=ride.dots + 1)
    vehicle.ride = ride
    battle.entered = True
    name = battle.board.name(battle.board.ground(ahead.front))
    battle.tell(events.Forward, "skirmishers.vehicle.segment", vehicle=vehicle.id, place=name)
    yield from scorch(battle, riders(battle, vehicle))
    yield from settle_vehicles(battle)
    if vehicle.ride and not ride.left and not ride.slowing:
        yield from end_segment(battle, vehicle)


def end_segment(battle: Battle, vehicle: Unit) -> Flow[None]:
    """The enemy's fire comes when the segment is done (`skirmishers.vehicle.fire-segment`)."""
    battle.fired = 0
    yield from reaction(battle, Chance(vehicle, "skirmishers.vehicle.fire-segment"))
    yield from settle_vehicles(battle)


def veer(battle: Battle, unit: Unit, sixths: int) -> Flow[None]:
    """`skirmishers.vehicle.turn-pivot`: the front dot stays, the rear swings."""
    vehicle = battle.units[unit.mount]
    ride = ride_of(vehicle)
    size = abs(sixths)
    pay(unit, TURN_AP[size], walking=True)
    vehicle.ride = ride._replace(spent=ride.spent + TURN_AP[size], since=0)
    if TURN_BASE[size]:
        because = "skirmishers.vehicle.turn-check"
        if not (yield from control_check(battle, vehicle, TURN_BASE[size], because)):
            yield from wipe_out(battle, vehicle, mode=ride.mode, turned=sixths)
            return
    set_vehicle(battle, vehicle, battle.board.roads.swung(where(battle, vehicle), sixths))
    battle.tell(
        events.Veers, "skirmishers.vehicle.turn-cost", vehicle=vehicle.id, degrees=60 * abs(sixths)
    )
    yield from scorch(battle, riders(battle, vehicle))
    yield from settle_vehicles(battle)


def stop(battle: Battle, unit: Unit, sixths: int) -> Flow[None]:
    """The check at the end of the slowing segment, a turn built in or not."""
    vehicle = battle.units[unit.mount]
    ride = ride_of(vehicle)
    price = TURN_AP.get(abs(sixths), 0)
    pay(unit, price, walking=True)
    because = "skirmishers.vehicle.brake-check"
    if not (yield from control_check(battle, vehicle, STOP_BASE[abs(sixths)], because)):
        yield from wipe_out(battle, vehicle, mode=ride.mode, turned=sixths)
        return
    if sixths:
        set_vehicle(battle, vehicle, battle.board.roads.swung(where(battle, vehicle), sixths))
        yield from scorch(battle, riders(battle, vehicle))
    vehicle.motion = 0
    vehicle.ride = ride._replace(spent=ride.spent + price, slowing=False, since=0)
    battle.tell(events.Stops, "skirmishers.vehicle.move-table", vehicle=vehicle.id)
    yield from end_segment(battle, vehicle)


def crash(battle: Battle, unit: Unit) -> Flow[None]:
    """`skirmishers.vehicle.crash`: straight on into what is in the way."""
    vehicle = battle.units[unit.mount]
    ride = ride_of(vehicle)
    yield from wipe_out(battle, vehicle, mode=ride.mode, dots=ride.left)


def lay_down(battle: Battle, unit: Unit) -> Flow[None]:
    """On purpose, as if a check without a turn had failed."""
    vehicle = battle.units[unit.mount]
    yield from wipe_out(battle, vehicle, mode=ride_of(vehicle).mode)


def begin_ride(battle: Battle, unit: Unit) -> Flow[None]:
    """At activation: a vehicle in motion that can pick no mode wipes out (`vehicle.in-motion`)."""
    vehicle = battle.units[unit.mount]
    vehicle.ride = None
    if vehicle.motion and not (vehicle.engine and open_modes(unit, vehicle)):
        yield from wipe_out(battle, vehicle, mode=vehicle.motion)
