"""Chapter "Vehicles", driving: engine, modes, segments dot by dot, turns, stopping, crashing."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.questions import Choice
from battlemat.kernel.scene import Shape
from battlemat.kernel.verbs import Verb
from battlemat.rulebooks.skirmishers.chapters.acting import (
    AFFORD,
    LATE,
    UNDER,
    Acting,
    alone,
    at_once,
    end_bar,
)
from battlemat.rulebooks.skirmishers.chapters.movement import unpaid
from battlemat.rulebooks.skirmishers.chapters.vehicle_reach import rides
from battlemat.rulebooks.skirmishers.chapters.vehicle_ride import (
    DRIVE,
    ENGINE,
    SLOW,
    STOP_BASE,
    begin_segment,
    crash,
    forward,
    lay_down,
    open_modes,
    pick_mode,
    ride_off,
    switch_engine,
)
from battlemat.rulebooks.skirmishers.screen.drawing import tile
from battlemat.rulebooks.skirmishers.screen.handles import offer
from battlemat.rulebooks.skirmishers.screen.manoeuvres import fails, held, machine, wreck
from battlemat.rulebooks.skirmishers.screen.notation import ON_OFF, UNIT, of_unit, word_of
from battlemat.rulebooks.skirmishers.state.battle import MOVING, Battle, Unit
from battlemat.rulebooks.skirmishers.state.ground import MOVE_CAP, move_budget
from battlemat.rulebooks.skirmishers.state.unit import Ride
from battlemat.rulebooks.skirmishers.state.vehicles import (
    MINIMUM,
    MODE_AP,
    MODES,
    fastest,
    free_ap,
    front_of,
    needed,
    ride_of,
    where,
)

RIDE_OFF = 1


class Engine(NamedTuple):
    unit: int
    on: bool
    verb: str = "engine"


class Mode(NamedTuple):
    """The mode of this turn's ride."""

    unit: int
    mode: int
    verb: str = "mode"


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


_SEGMENT = Refusal("a segment once begun is driven in full", "skirmishers.vehicle.segment")
NO_MODE = Refusal("a mode must be picked first", "skirmishers.vehicle.mode-choose")


# ---------------------------------------------------------------------- legality


def saddle_bar(battle: Battle, asked: Acting, unit: int) -> Refusal | None:
    """Why a unit drives nothing now; a pinned rider still may."""
    if unit != asked.unit:
        return end_bar(battle, asked, unit)
    man = battle.units[unit]
    if man.mount < 0:
        return Refusal("he rides no vehicle", "skirmishers.vehicle.mount")
    if man.under:
        return UNDER
    if man.passenger:
        return Refusal("the rider drives", "skirmishers.vehicle.rider-dot")
    return None if battle.stage == MOVING else LATE


def may_spend(unit: Unit, ride: Ride, price: int) -> Refusal | None:
    """Within the mode, the AP left and the 8 AP of all movement."""
    if ride.spent + price > MODE_AP[ride.mode][1]:
        why = f"{MODES[ride.mode]} mode takes at most {MODE_AP[ride.mode][1]} AP"
        return Refusal(why, "skirmishers.vehicle.mode-table")
    if price > unit.ap - unit.spent:
        return AFFORD
    if price > MOVE_CAP - unit.walked:
        return Refusal("no more than 8 AP may be spent on movement", "skirmishers.vehicle.cap")
    return None


def _engine_bar(battle: Battle, asked: Acting, option: Engine) -> Refusal | None:
    barred = saddle_bar(battle, asked, option.unit)
    if barred is not None:
        return barred
    unit = battle.units[option.unit]
    vehicle = battle.units[unit.mount]
    ride = vehicle.ride
    if vehicle.motion or (ride is not None and (ride.left or ride.slowing)):
        return Refusal("in motion the engine stays on", "skirmishers.vehicle.engine")
    if not option.on and needed(vehicle):
        why = "the AP of the mode must be spent first"
        return Refusal(why, "skirmishers.vehicle.mode-choose")
    if vehicle.engine == option.on:
        state = "on" if option.on else "off"
        return Refusal(f"the engine is {state} already", "skirmishers.vehicle.engine")
    return AFFORD if free_ap(vehicle, unit) < ENGINE else None


def _mode_bar(battle: Battle, asked: Acting, option: Mode) -> Refusal | None:
    barred = saddle_bar(battle, asked, option.unit)
    if barred is not None:
        return barred
    unit = battle.units[option.unit]
    vehicle = battle.units[unit.mount]
    if vehicle.ride is not None:
        return Refusal("one mode a turn", "skirmishers.vehicle.mode-choose")
    if not vehicle.engine:
        return Refusal("the engine is off", "skirmishers.vehicle.engine")
    if option.mode > fastest(vehicle):
        return Refusal("its damage does not allow that mode", "skirmishers.vehicle.mode-limit")
    if option.mode not in open_modes(unit, vehicle):
        why = "the AP left do not pay for the smallest amount of that mode"
        return Refusal(why, "skirmishers.vehicle.mode-choose")
    return None


def _between_bar(battle: Battle, asked: Acting, unit: int) -> Refusal | None:
    """What can only be done between two segments of a ride."""
    barred = saddle_bar(battle, asked, unit)
    if barred is not None:
        return barred
    ride = battle.units[battle.units[unit].mount].ride
    if ride is None:
        return NO_MODE
    return _SEGMENT if ride.left or ride.slowing else None


def _drive_bar(battle: Battle, asked: Acting, option: Drive) -> Refusal | None:
    barred = _between_bar(battle, asked, option.unit)
    if barred is not None:
        return barred
    unit = battle.units[option.unit]
    vehicle = battle.units[unit.mount]
    if not vehicle.engine:
        return Refusal("the engine is off", "skirmishers.vehicle.engine")
    return may_spend(unit, ride_of(vehicle), DRIVE)


def _slow_bar(battle: Battle, asked: Acting, option: Slow) -> Refusal | None:
    barred = _between_bar(battle, asked, option.unit)
    if barred is not None:
        return barred
    unit = battle.units[option.unit]
    vehicle = battle.units[unit.mount]
    ride = ride_of(vehicle)
    if not vehicle.motion:
        return Refusal("it is at a full stop", "skirmishers.vehicle.move-table")
    if ride.mode == MINIMUM:
        return Refusal("nobody stops in minimum mode", "skirmishers.vehicle.min-no-stop")
    return may_spend(unit, ride, SLOW)


def ahead(battle: Battle, unit: Unit) -> bool:
    """Whether the way ahead is free."""
    at = where(battle, battle.units[unit.mount])
    return battle.board.roads.forward(at, battle.occupied) is not None


def _segment_bar(battle: Battle, asked: Acting, unit: int) -> Refusal | None:
    """What can only be done within a segment."""
    barred = saddle_bar(battle, asked, unit)
    if barred is not None:
        return barred
    ride = battle.units[battle.units[unit].mount].ride
    if ride is None or not ride.left:
        return Refusal("a segment must be begun first", "skirmishers.vehicle.segment")
    return None


def _forward_bar(battle: Battle, asked: Acting, option: Forward) -> Refusal | None:
    barred = _segment_bar(battle, asked, option.unit)
    if barred is None and not ahead(battle, battle.units[option.unit]):
        return Refusal("the way ahead is barred", "skirmishers.vehicle.barred")
    return barred


def _crash_bar(battle: Battle, asked: Acting, option: Crash) -> Refusal | None:
    barred = _segment_bar(battle, asked, option.unit)
    if barred is None and ahead(battle, battle.units[option.unit]):
        return Refusal("nothing is in the way", "skirmishers.vehicle.crash")
    return barred


def _lay_down_bar(battle: Battle, asked: Acting, option: LayDown) -> Refusal | None:
    barred = _between_bar(battle, asked, option.unit)
    if barred is not None:
        return barred
    vehicle = battle.units[battle.units[option.unit].mount]
    if not vehicle.motion or not ride_of(vehicle).dots:
        why = "a vehicle is laid down at the end of a segment"
        return Refusal(why, "skirmishers.vehicle.wipe-causes")
    return None


def _ride_off_bar(battle: Battle, asked: Acting, option: RideOff) -> Refusal | None:
    barred = _between_bar(battle, asked, option.unit)
    if barred is not None:
        return barred
    unit = battle.units[option.unit]
    front = battle.board.ground(front_of(battle, battle.units[unit.mount]))
    if not battle.field.scenario.exits[unit.side] >> front & 1:
        return Refusal("there is no exit before its front dot", "skirmishers.map.edge")
    return unpaid(unit) if move_budget(unit) < RIDE_OFF else None


# ---------------------------------------------------------------------- listing


def _in_saddle(_battle: Battle, unit: Unit) -> bool:
    return unit.mount >= 0


def is_riding(battle: Battle, asked: Acting) -> bool:
    unit = battle.units[asked.unit]
    return unit.mount >= 0 and not unit.under and battle.stage == MOVING


def _engines(battle: Battle, asked: Acting) -> list[Engine]:
    if not is_riding(battle, asked):
        return []
    options = (Engine(asked.unit, True), Engine(asked.unit, False))
    return [option for option in options if _engine_bar(battle, asked, option) is None]


def _modes(battle: Battle, asked: Acting) -> list[Mode]:
    if not is_riding(battle, asked):
        return []
    options = [Mode(asked.unit, mode) for mode in MODE_AP]
    return [option for option in options if _mode_bar(battle, asked, option) is None]


# ---------------------------------------------------------------------- on screens


def _mode_covers(battle: Battle, _choice: Choice, option: Mode) -> list[Shape]:
    """Every dot that the front may reach in this mode, with its AP."""
    rider = battle.units[option.unit]
    vehicle = battle.units[rider.mount]
    fronts: dict[int, int] = {}
    for at, spent in rides(battle, vehicle, rider, option.mode).items():
        fronts[at.front] = min(spent, fronts.get(at.front, spent))
    board, because = battle.board, "skirmishers.vehicle.mode-table"
    return [
        tile("range", board, board.ground(dot), f"{MODES[option.mode]}, {spent} AP", because)
        for dot, spent in sorted(fronts.items())
    ]


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

ENGINE_VERB = Verb(
    Engine,
    Template(Engine, "engine {unit} {on}", unit=UNIT, on=ON_OFF),
    says="turn the engine on or off",
    because="skirmishers.vehicle.engine",
    offered=_engines,
    bar=_engine_bar,
    price=lambda _b, _a, _o: ENGINE,
    do=at_once(lambda b, o: switch_engine(b, b.units[o.unit], o.on)),
    handle=offer("Vehicle", lambda _b, o: f"Turn the engine {'on' if o.on else 'off'}"),
)
MODE = Verb(
    Mode,
    Template(
        Mode,
        "mode {unit} {mode}",
        unit=UNIT,
        mode=word_of("minimum, cruise or max", {MODES[mode]: mode for mode in MODE_AP}),
    ),
    says="pick the mode of this turn's ride",
    because="skirmishers.vehicle.mode-table",
    offered=_modes,
    bar=_mode_bar,
    do=at_once(lambda b, o: pick_mode(b, b.units[o.unit], o.mode)),
    handle=offer("Movement mode", lambda _b, o: f"Ride in {MODES[o.mode]} mode"),
    covers=_mode_covers,
)
DRIVE_VERB = Verb(
    Drive,
    of_unit(Drive),
    says="begin a segment",
    because="skirmishers.vehicle.segment",
    offered=alone(Drive, _drive_bar, when=_in_saddle),
    bar=_drive_bar,
    price=lambda _b, _a, _o: DRIVE,
    do=at_once(lambda b, o: begin_segment(b, b.units[o.unit])),
    handle=offer("Drive", "Drive a segment"),
    covers=_drive_covers,
)
SLOW_VERB = Verb(
    Slow,
    of_unit(Slow),
    says="begin the segment that slows down to a full stop",
    because="skirmishers.vehicle.move-table",
    offered=alone(Slow, _slow_bar, when=_in_saddle),
    bar=_slow_bar,
    price=lambda _b, _a, _o: SLOW,
    do=at_once(lambda b, o: begin_segment(b, b.units[o.unit], slowing=True)),
    handle=offer("Drive", "Slow to a full stop"),
    covers=_slow_covers,
)
FORWARD = Verb(
    Forward,
    of_unit(Forward),
    says="drive one dot straight on",
    because="skirmishers.vehicle.segment",
    offered=alone(Forward, _forward_bar, when=_in_saddle),
    bar=_forward_bar,
    do=lambda battle, option: forward(battle, battle.units[option.unit]),
    handle=offer("Drive", "One dot straight on"),
    covers=_forward_covers,
)
CRASH = Verb(
    Crash,
    of_unit(Crash),
    says="crash into what is in the way",
    because="skirmishers.vehicle.crash",
    offered=alone(Crash, _crash_bar, when=_in_saddle),
    bar=_crash_bar,
    do=lambda battle, option: crash(battle, battle.units[option.unit]),
    handle=offer("Drive", "Crash into what is in the way"),
    covers=lambda battle, _choice, option: _wrecked(battle, option.unit, crashing=True),
)


LAY_DOWN = Verb(
    LayDown,
    of_unit(LayDown),
    says="lay the vehicle down on purpose",
    because="skirmishers.vehicle.wipe-causes",
    offered=alone(LayDown, _lay_down_bar, when=_in_saddle),
    bar=_lay_down_bar,
    do=lambda battle, option: lay_down(battle, battle.units[option.unit]),
    handle=offer("Drive", "Lay the vehicle down"),
    covers=lambda battle, _choice, option: _wrecked(battle, option.unit, crashing=False),
)
RIDE_OFF_VERB = Verb(
    RideOff,
    of_unit(RideOff),
    says="ride off the map with everybody on the vehicle",
    because="skirmishers.map.edge",
    offered=alone(RideOff, _ride_off_bar, when=_in_saddle),
    bar=_ride_off_bar,
    price=lambda _b, _a, _o: RIDE_OFF,
    do=at_once(lambda b, o: ride_off(b, b.units[o.unit])),
    handle=offer("Leave the map"),
)
