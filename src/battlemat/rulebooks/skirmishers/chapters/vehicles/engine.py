"""Chapter "Vehicles", before the ride: who drives, what he may spend; engine and mode."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.questions import Choice
from battlemat.kernel.scene import Shape
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.chapters.acting import (
    Acting,
    Action,
    afford_refusal,
    at_once,
    end_bar,
    late_refusal,
    under_refusal,
)
from battlemat.rulebooks.skirmishers.chapters.vehicles.reach import rides
from battlemat.rulebooks.skirmishers.chapters.vehicles.ride import (
    ENGINE,
    open_modes,
    pick_mode,
    switch_engine,
)
from battlemat.rulebooks.skirmishers.screen.drawing import tile
from battlemat.rulebooks.skirmishers.screen.handles import offer
from battlemat.rulebooks.skirmishers.screen.parts import ON_OFF, UNIT, word_of
from battlemat.rulebooks.skirmishers.state.battle import MOVING, Battle, Unit
from battlemat.rulebooks.skirmishers.state.ground import MOVE_CAP
from battlemat.rulebooks.skirmishers.state.unit import Ride
from battlemat.rulebooks.skirmishers.state.vehicles import (
    MODE_AP,
    MODES,
    fastest,
    free_ap,
    needed,
)
from battlemat.rulebooks.skirmishers.state.words import mode_words


class Engine(NamedTuple):
    unit: int
    on: bool
    verb: str = "engine"


class Mode(NamedTuple):
    """The mode of this turn's ride."""

    unit: int
    mode: int
    verb: str = "mode"


def no_mode_refusal() -> Refusal:
    return Refusal(say("a mode must be picked first"), "skirmishers.vehicle.mode-choose")


def engine_off_refusal() -> Refusal:
    return Refusal(say("the engine is off"), "skirmishers.vehicle.engine")


class OfUnit(Protocol):
    """An option of one unit."""

    @property
    def unit(self) -> int: ...


Ridden = TypeVar("Ridden", bound=OfUnit)
Rule: TypeAlias = Callable[[Battle, Unit, Unit, Ridden], Refusal | None]
"""What bars an option of a rider, with his vehicle beside him."""
Bar: TypeAlias = Callable[[Battle, Acting, Ridden], Refusal | None]


# ---------------------------------------------------------------------- legality


def saddle_bar(battle: Battle, asked: Acting, unit: int) -> Refusal | None:
    """Why a unit drives nothing now; a pinned rider still may."""
    if unit != asked.unit:
        return end_bar(battle, asked, unit)
    man = battle.units[unit]
    if man.mount < 0:
        return Refusal(say("he is not riding a vehicle"), "skirmishers.vehicle.mount")
    if man.under:
        return under_refusal()
    if man.passenger:
        return Refusal(say("the rider drives"), "skirmishers.vehicle.rider-dot")
    return None if battle.stage == MOVING else late_refusal()


def may_spend(unit: Unit, ride: Ride, price: int) -> Refusal | None:
    """Within the mode, the AP left and the 8 AP of all movement."""
    if ride.spent + price > MODE_AP[ride.mode][1]:
        why = say(
            "{mode} mode takes at most {most} AP",
            mode=mode_words(MODES[ride.mode]),
            most=MODE_AP[ride.mode][1],
        )
        return Refusal(why, "skirmishers.vehicle.mode-table")
    if price > unit.ap - unit.spent:
        return afford_refusal()
    if price > MOVE_CAP - unit.walked:
        return Refusal(say("no more than 8 AP may be spent on movement"), "skirmishers.vehicle.cap")
    return None


def from_saddle(rule: Rule[Ridden]) -> Bar[Ridden]:
    """The bar of what only who drives may do: what keeps him from driving, then its own rule."""

    def bar(battle: Battle, asked: Acting, option: Ridden) -> Refusal | None:
        barred = saddle_bar(battle, asked, option.unit)
        if barred is not None:
            return barred
        rider = battle.units[option.unit]
        return rule(battle, rider, battle.units[rider.mount], option)

    return bar


@from_saddle
def _engine_bar(_battle: Battle, rider: Unit, vehicle: Unit, option: Engine) -> Refusal | None:
    ride = vehicle.ride
    if vehicle.motion or (ride is not None and (ride.left or ride.slowing)):
        return Refusal(say("in motion the engine stays on"), "skirmishers.vehicle.engine")
    if not option.on and needed(vehicle):
        why = say("the AP of the mode must be spent first")
        return Refusal(why, "skirmishers.vehicle.mode-choose")
    if vehicle.engine == option.on:
        state = "on" if option.on else "off"
        why = say("the engine is {state, select, on {on} other {off}} already", state=state)
        return Refusal(why, "skirmishers.vehicle.engine")
    return afford_refusal() if free_ap(vehicle, rider) < ENGINE else None


@from_saddle
def _mode_bar(_battle: Battle, rider: Unit, vehicle: Unit, option: Mode) -> Refusal | None:
    if vehicle.ride is not None:
        return Refusal(
            say("only one mode may be picked in a turn"), "skirmishers.vehicle.mode-choose"
        )
    if not vehicle.engine:
        return engine_off_refusal()
    if option.mode > fastest(vehicle):
        return Refusal(say("its damage does not allow that mode"), "skirmishers.vehicle.mode-limit")
    if option.mode not in open_modes(rider, vehicle):
        why = say("too few AP are left for the minimum of this mode")
        return Refusal(why, "skirmishers.vehicle.mode-choose")
    return None


# ---------------------------------------------------------------------- listing


def in_saddle(_battle: Battle, unit: Unit) -> bool:
    """Whether a unit is on a vehicle, so that driving comes up at all."""
    return unit.mount >= 0


def is_riding(battle: Battle, asked: Acting) -> bool:
    unit = battle.units[asked.unit]
    return unit.mount >= 0 and not unit.under and battle.stage == MOVING


def _engines(battle: Battle, asked: Acting) -> Sequence[Engine]:
    if not is_riding(battle, asked):
        return ()
    return (Engine(asked.unit, True), Engine(asked.unit, False))


def _modes(battle: Battle, asked: Acting) -> list[Mode]:
    if not is_riding(battle, asked):
        return []
    return [Mode(asked.unit, mode) for mode in MODE_AP]


# ---------------------------------------------------------------------- on screens


def _mode_covers(battle: Battle, _choice: Choice, option: Mode) -> list[Shape]:
    """Every dot that the front may reach in this mode, with its AP."""
    rider = battle.units[option.unit]
    vehicle = battle.units[rider.mount]
    fronts: dict[int, int] = {}
    for at, spent in rides(battle, vehicle, rider, option.mode).items():
        fronts[at.front] = min(spent, fronts.get(at.front, spent))
    board, because = battle.board, "skirmishers.vehicle.mode-table"
    mode = mode_words(MODES[option.mode])
    return [
        tile(
            "range",
            board,
            board.ground(dot),
            say("{mode}, {spent} AP", mode=mode, spent=spent),
            because,
        )
        for dot, spent in sorted(fronts.items())
    ]


# ---------------------------------------------------------------------- the verbs

ENGINE_VERB = Action(
    Engine,
    Template(Engine, "engine {unit} {on}", unit=UNIT, on=ON_OFF),
    says="turn the engine on or off",
    because="skirmishers.vehicle.engine",
    candidates=_engines,
    bar=_engine_bar,
    price=lambda _b, _a, _o: ENGINE,
    do=at_once(lambda b, o: switch_engine(b, b.units[o.unit], o.on)),
    tells="Turn the engine {on, select, on {on} other {off}}",
    handle=offer("Vehicle"),
    needs=("vehicles",),
)
MODE = Action(
    Mode,
    Template(
        Mode,
        "mode {unit} {mode}",
        unit=UNIT,
        mode=word_of("minimum, cruise or max", {MODES[mode]: mode for mode in MODE_AP}),
    ),
    says="pick the mode of this turn's ride",
    because="skirmishers.vehicle.mode-table",
    candidates=_modes,
    bar=_mode_bar,
    do=at_once(lambda b, o: pick_mode(b, b.units[o.unit], o.mode)),
    tells="Ride in {mode, select, minimum {minimum} cruise {cruise} other {maximum}} mode",
    handle=offer("Movement mode"),
    covers=_mode_covers,
    needs=("vehicles",),
)
