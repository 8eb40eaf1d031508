"""Chapter "Vehicles", turning: in the ride, and built into the stop."""

from __future__ import annotations

from typing import NamedTuple

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.questions import Flow
from battlemat.kernel.scene import Shape
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.chapters.acting import Acting, Action
from battlemat.rulebooks.skirmishers.chapters.vehicles.engine import (
    from_saddle,
    is_riding,
    may_spend,
    no_mode_refusal,
)
from battlemat.rulebooks.skirmishers.chapters.vehicles.machine import (
    control_numbers,
    control_words,
)
from battlemat.rulebooks.skirmishers.chapters.vehicles.ride import (
    STOP_BASE,
    TURN_AP,
    TURN_BASE,
    TURNS,
    stop,
    veer,
)
from battlemat.rulebooks.skirmishers.screen.aims import told
from battlemat.rulebooks.skirmishers.screen.handles import offer
from battlemat.rulebooks.skirmishers.screen.manoeuvres import fails, machine, wreck
from battlemat.rulebooks.skirmishers.screen.parts import UNIT, word_of
from battlemat.rulebooks.skirmishers.state.battle import Battle, Unit
from battlemat.rulebooks.skirmishers.state.vehicles import MINIMUM, ride_of, where


class Veer(NamedTuple):
    """A turn by sixths of a circle; to the right where they are positive."""

    unit: int
    sixths: int
    verb: str = "veer"


class Stop(NamedTuple):
    """The end of slowing down, a turn built in or not."""

    unit: int
    sixths: int = 0
    verb: str = "stop"


def _turn_bar(battle: Battle, unit: Unit, sixths: int) -> Refusal | None:
    """What bars a turn wherever it is made: at least one dot before it, price, mode, room."""
    vehicle = battle.units[unit.mount]
    ride = ride_of(vehicle)
    if ride.since < 1:
        why = say("at least one dot is driven before each turn")
        return Refusal(why, "skirmishers.vehicle.turn-forward")
    size = abs(sixths)
    if size > 1 and ride.mode == MINIMUM:
        return Refusal(say("minimum mode turns by 60 degrees"), "skirmishers.vehicle.turn-minimum")
    barred = may_spend(unit, ride, TURN_AP[size]) if size > 1 else None
    if (
        barred is None
        and battle.board.roads.turn(where(battle, vehicle), sixths, battle.occupied) is None
    ):
        return Refusal(say("there is no room for that turn"), "skirmishers.vehicle.turn-pivot")
    return barred


@from_saddle
def _veer_bar(battle: Battle, rider: Unit, vehicle: Unit, option: Veer) -> Refusal | None:
    ride = vehicle.ride
    if ride is None:
        return no_mode_refusal()
    if not vehicle.motion:
        return Refusal(say("it is at a full stop"), "skirmishers.vehicle.turn-forward")
    if ride.slowing and not ride.left:
        return Refusal(say("that turn is built into the stop"), "skirmishers.vehicle.brake-turn")
    return _turn_bar(battle, rider, option.sixths)


@from_saddle
def _stop_bar(battle: Battle, rider: Unit, vehicle: Unit, option: Stop) -> Refusal | None:
    ride = vehicle.ride
    if ride is None or not ride.slowing or ride.left:
        why = say("one stops at the end of the slowing segment")
        return Refusal(why, "skirmishers.vehicle.brake-check")
    return _turn_bar(battle, rider, option.sixths) if option.sixths else None


def _veers(battle: Battle, asked: Acting) -> list[Veer]:
    if not is_riding(battle, asked):
        return []
    return [Veer(asked.unit, sixths) for sixths in TURNS]


def _stops(battle: Battle, asked: Acting) -> list[Stop]:
    if not is_riding(battle, asked):
        return []
    return [Stop(asked.unit, sixths) for sixths in (0, *TURNS)]


def _turned(battle: Battle, option: Veer | Stop, base: int) -> list[Shape]:
    """A turn, in the ride or built into the stop."""
    vehicle = battle.units[battle.units[option.unit].mount]
    chance = fails(battle, vehicle, base)
    turned = battle.board.roads.swung(where(battle, vehicle), option.sixths)
    note = told(1 - chance) if chance else ""
    found = [machine(battle, vehicle, turned, note=note)]
    mode = ride_of(vehicle).mode
    return found + wreck(battle, vehicle, chance, mode=mode, turned=option.sixths)


SIDES = {
    "right 60": 1,
    "right 120": 2,
    "around right": 3,
    "around": 3,
    "around left": -3,
    "left 60": -1,
    "left 120": -2,
}

SIXTHS = word_of(
    "to which side and how far: right 60, right 120, around, around left, left 60, left 120",
    SIDES,
    pattern=r"(?:right|left) +\d+|around(?: +(?:left|right))?",
)


def turn_words(sixths: int) -> str:
    """A turn in words, by its sixths of a circle, to the right where they are more than 0."""
    if abs(sixths) == 3:
        return say("{side, select, left {left} other {right}} about", side=_side_of(sixths))
    return say(
        "{side, select, left {left} other {right}} by {degrees} degrees",
        side=_side_of(sixths),
        degrees=60 * abs(sixths),
    )


def _side_of(sixths: int) -> str:
    return "left" if sixths < 0 else "right"


def _veer(battle: Battle, option: Veer) -> Flow[None]:
    return veer(battle, battle.units[option.unit], option.sixths)


def _ridden(battle: Battle, option: Veer | Stop) -> Unit:
    return battle.units[battle.units[option.unit].mount]


def _veer_words(battle: Battle, _asked: Acting, option: Veer) -> str:
    phrase = say("Turn {how}", how=turn_words(option.sixths))
    base = TURN_BASE[abs(option.sixths)]
    return control_words(battle, _ridden(battle, option), base, phrase)


def _stop_words(battle: Battle, _asked: Acting, option: Stop) -> str:
    phrase = say("Stop")
    if option.sixths:
        phrase = say("Stop, turned {how}", how=turn_words(option.sixths))
    base = STOP_BASE[abs(option.sixths)]
    return control_words(battle, _ridden(battle, option), base, phrase)


VEER = Action(
    Veer,
    Template(Veer, "veer {unit} {sixths}", unit=UNIT, sixths=SIXTHS),
    says="turn on the front dot",
    because="skirmishers.vehicle.turn-cost",
    candidates=_veers,
    bar=_veer_bar,
    price=lambda _b, _a, option: TURN_AP.get(abs(option.sixths)),
    numbers=lambda b, _a, o: control_numbers(b, _ridden(b, o), TURN_BASE[abs(o.sixths)]),
    do=_veer,
    tells=_veer_words,
    handle=offer("Turn"),
    covers=lambda b, _choice, o: _turned(b, o, TURN_BASE[abs(o.sixths)]),
    needs=("vehicles",),
)

STOP = Action(
    Stop,
    Template(Stop, "stop {unit}[ {sixths}]", unit=UNIT, sixths=SIXTHS),
    says="come to a full stop, with or without a turn",
    because="skirmishers.vehicle.brake-check",
    candidates=_stops,
    bar=_stop_bar,
    price=lambda _b, _a, option: TURN_AP.get(abs(option.sixths), 0),
    numbers=lambda b, _a, o: control_numbers(b, _ridden(b, o), STOP_BASE[abs(o.sixths)]),
    do=lambda battle, option: stop(battle, battle.units[option.unit], option.sixths),
    tells=_stop_words,
    handle=offer("Drive"),
    covers=lambda b, _choice, o: _turned(b, o, STOP_BASE[abs(o.sixths)]),
    needs=("vehicles",),
)
