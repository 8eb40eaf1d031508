"""Chapter "Vehicles", driving: segments dot by dot, stopping, crashing, riding off."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from battlemat.kernel.errors import Refusal
from battlemat.kernel.questions import Choice
from battlemat.kernel.scene import Shape
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.chapters.acting import (
    Action,
    alone,
    at_once,
)
from battlemat.rulebooks.skirmishers.chapters.moving.movement import unpaid
from battlemat.rulebooks.skirmishers.chapters.vehicles.engine import (
    Bar,
    Ridden,
    Rule,
    engine_off_refusal,
    from_saddle,
    in_saddle,
    may_spend,
    no_mode_refusal,
)
from battlemat.rulebooks.skirmishers.chapters.vehicles.ride import (
    DRIVE,
    SLOW,
    STOP_BASE,
    begin_segment,
    crash,
    forward,
    lay_down,
    ride_off,
)
from battlemat.rulebooks.skirmishers.screen.handles import offer
from battlemat.rulebooks.skirmishers.screen.manoeuvres import fails, held, machine, wreck
from battlemat.rulebooks.skirmishers.screen.parts import of_unit
from battlemat.rulebooks.skirmishers.state.battle import Battle, Unit
from battlemat.rulebooks.skirmishers.state.ground import move_budget
from battlemat.rulebooks.skirmishers.state.vehicles import (
    MINIMUM,
    front_of,
    ride_of,
    where,
)

RIDE_OFF = 1


class Drive(NamedTuple):
    """The beginning of a segment."""

    unit: int
    verb: str = "drive"


class Slow(NamedTuple):
    """The beginning of the segment that slows down to a full stop."""

    unit: int
    verb: str = "slow"


class Forward(NamedTuple):
    unit: int
    verb: str = "forward"


class Crash(NamedTuple):
    unit: int
    verb: str = "crash"


class LayDown(NamedTuple):
    unit: int
    verb: str = "laydown"


class RideOff(NamedTuple):
    unit: int
    verb: str = "rideoff"


def _segment_refusal() -> Refusal:
    return Refusal(
        say("a segment that was begun must be driven in full"), "skirmishers.vehicle.segment"
    )


# ---------------------------------------------------------------------- legality


def between_segments(rule: Rule[Ridden]) -> Bar[Ridden]:
    """The bar of what only who drives may do, between two segments of a ride."""

    def bar(battle: Battle, rider: Unit, vehicle: Unit, option: Ridden) -> Refusal | None:
        if vehicle.ride is None:
            return no_mode_refusal()
        if vehicle.ride.left or vehicle.ride.slowing:
            return _segment_refusal()
        return rule(battle, rider, vehicle, option)

    return from_saddle(bar)


def ahead(battle: Battle, unit: Unit) -> bool:
    """Whether the way ahead is free."""
    at = where(battle, battle.units[unit.mount])
    return battle.board.roads.forward(at, battle.occupied) is not None


def in_segment(rule: Rule[Ridden]) -> Bar[Ridden]:
    """The bar of what only who drives may do, within a segment."""

    def bar(battle: Battle, rider: Unit, vehicle: Unit, option: Ridden) -> Refusal | None:
        if vehicle.ride is None or not vehicle.ride.left:
            return Refusal(say("a segment must be begun first"), "skirmishers.vehicle.segment")
        return rule(battle, rider, vehicle, option)

    return from_saddle(bar)


@between_segments
def _drive_bar(_battle: Battle, rider: Unit, vehicle: Unit, _option: Drive) -> Refusal | None:
    if not vehicle.engine:
        return engine_off_refusal()
    return may_spend(rider, ride_of(vehicle), DRIVE)


@between_segments
def _slow_bar(_battle: Battle, rider: Unit, vehicle: Unit, _option: Slow) -> Refusal | None:
    ride = ride_of(vehicle)
    if not vehicle.motion:
        return Refusal(say("it is at a full stop"), "skirmishers.vehicle.move-table")
    if ride.mode == MINIMUM:
        return Refusal(say("nobody stops in minimum mode"), "skirmishers.vehicle.min-no-stop")
    return may_spend(rider, ride, SLOW)


@in_segment
def _forward_bar(battle: Battle, rider: Unit, _vehicle: Unit, _option: Forward) -> Refusal | None:
    if not ahead(battle, rider):
        return Refusal(say("the way ahead is barred"), "skirmishers.vehicle.barred")
    return None


@in_segment
def _crash_bar(battle: Battle, rider: Unit, _vehicle: Unit, _option: Crash) -> Refusal | None:
    if ahead(battle, rider):
        return Refusal(say("nothing is in the way"), "skirmishers.vehicle.crash")
    return None


@between_segments
def _lay_down_bar(_battle: Battle, _rider: Unit, vehicle: Unit, _option: LayDown) -> Refusal | None:
    if not vehicle.motion or not ride_of(vehicle).dots:
        why = say("a vehicle is laid down at the end of a segment")
        return Refusal(why, "skirmishers.vehicle.wipe-causes")
    return None


@between_segments
def _ride_off_bar(battle: Battle, rider: Unit, vehicle: Unit, _option: RideOff) -> Refusal | None:
    front = battle.board.ground(front_of(battle, vehicle))
    if not battle.field.scenario.exits[rider.side] >> front & 1:
        return Refusal(say("there is no exit before its front dot"), "skirmishers.map.edge")
    return unpaid(rider) if move_budget(rider) < RIDE_OFF else None


# ---------------------------------------------------------------------- on screens


def _forward_covers(battle: Battle, _choice: Choice, option: Forward) -> list[Shape]:
    return _driven(battle, battle.units[option.unit], dots=1)


def _drive_covers(battle: Battle, _choice: Choice, option: Drive) -> list[Shape]:
    rider = battle.units[option.unit]
    begin_segment(battle, rider)
    return _driven(battle, rider)


def _slow_covers(battle: Battle, _choice: Choice, option: Slow) -> list[Shape]:
    rider = battle.units[option.unit]
    vehicle = battle.units[rider.mount]
    begin_segment(battle, rider, slowing=True)
    found = _driven(battle, rider)
    if vehicle.ride is not None and not vehicle.ride.left:
        chance = fails(battle, vehicle, STOP_BASE[0])
        found += wreck(battle, vehicle, chance, mode=vehicle.ride.mode)
    return found


def _driven(battle: Battle, rider: Unit, dots: int = 99) -> list[Shape]:
    """The rest of the segment straight on, its fire; or the crash that it ends in."""
    vehicle = battle.units[rider.mount]
    found: list[Shape] = []
    while vehicle.ride is not None and vehicle.ride.left and dots:
        dots -= 1
        if not ahead(battle, rider):
            ride = vehicle.ride
            wrecked = wreck(battle, vehicle, Fraction(1), mode=ride.mode, dots=ride.left)
            return [*found, machine(battle, vehicle, where(battle, vehicle)), *wrecked]
        found += held(battle, lambda: forward(battle, rider))
    found.append(machine(battle, vehicle, where(battle, vehicle)))
    return found


def _wrecked(battle: Battle, unit: int, *, crashing: bool) -> list[Shape]:
    vehicle = battle.units[battle.units[unit].mount]
    ride = ride_of(vehicle)
    dots = ride.left if crashing else None
    return wreck(battle, vehicle, Fraction(1), mode=ride.mode, dots=dots)


# ---------------------------------------------------------------------- the verbs

DRIVE_VERB = Action(
    Drive,
    of_unit(Drive),
    says="begin a segment",
    because="skirmishers.vehicle.segment",
    candidates=alone(Drive, when=in_saddle),
    bar=_drive_bar,
    price=lambda _b, _a, _o: DRIVE,
    do=at_once(lambda b, o: begin_segment(b, b.units[o.unit])),
    tells="Drive a segment",
    handle=offer("Drive"),
    covers=_drive_covers,
    needs=("vehicles",),
)
SLOW_VERB = Action(
    Slow,
    of_unit(Slow),
    says="begin the segment that slows down to a full stop",
    because="skirmishers.vehicle.move-table",
    candidates=alone(Slow, when=in_saddle),
    bar=_slow_bar,
    price=lambda _b, _a, _o: SLOW,
    do=at_once(lambda b, o: begin_segment(b, b.units[o.unit], slowing=True)),
    tells="Slow to a full stop",
    handle=offer("Drive"),
    covers=_slow_covers,
    needs=("vehicles",),
)
FORWARD = Action(
    Forward,
    of_unit(Forward),
    says="drive one dot straight on",
    because="skirmishers.vehicle.segment",
    candidates=alone(Forward, when=in_saddle),
    bar=_forward_bar,
    do=lambda battle, option: forward(battle, battle.units[option.unit]),
    tells="Drive one dot straight on",
    handle=offer("Drive"),
    covers=_forward_covers,
    needs=("vehicles",),
)
CRASH = Action(
    Crash,
    of_unit(Crash),
    says="crash into what is in the way",
    because="skirmishers.vehicle.crash",
    candidates=alone(Crash, when=in_saddle),
    bar=_crash_bar,
    do=lambda battle, option: crash(battle, battle.units[option.unit]),
    tells="Crash into what is in the way",
    handle=offer("Drive"),
    covers=lambda battle, _choice, option: _wrecked(battle, option.unit, crashing=True),
    needs=("vehicles",),
)


LAY_DOWN = Action(
    LayDown,
    of_unit(LayDown),
    says="lay the vehicle down on purpose",
    because="skirmishers.vehicle.wipe-causes",
    candidates=alone(LayDown, when=in_saddle),
    bar=_lay_down_bar,
    do=lambda battle, option: lay_down(battle, battle.units[option.unit]),
    tells="Lay the vehicle down",
    handle=offer("Drive"),
    covers=lambda battle, _choice, option: _wrecked(battle, option.unit, crashing=False),
    needs=("vehicles",),
)
RIDE_OFF_VERB = Action(
    RideOff,
    of_unit(RideOff),
    says="ride off the map with everybody on the vehicle",
    because="skirmishers.map.edge",
    candidates=alone(RideOff, when=in_saddle),
    bar=_ride_off_bar,
    price=lambda _b, _a, _o: RIDE_OFF,
    do=at_once(lambda b, o: ride_off(b, b.units[o.unit])),
    tells="Ride off the map",
    handle=offer("Leave the map"),
    needs=("vehicles",),
)
