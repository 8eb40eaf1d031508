"""Chapter "Game Loop", its verbs: which unit is activated, and when its activation ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from battlemat.kernel.errors import Refusal
from battlemat.kernel.memo import Memo
from battlemat.kernel.questions import Choice
from battlemat.kernel.scene import Shape
from battlemat.kernel.verbs import Ask, Verb, Verbs
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.chapters.acting import Acting, Action, alone, end_bar
from battlemat.rulebooks.skirmishers.chapters.firing.reactions import ACTIVATE as TRIGGER
from battlemat.rulebooks.skirmishers.chapters.firing.reactions import Chance
from battlemat.rulebooks.skirmishers.screen.handles import at_itself, offer
from battlemat.rulebooks.skirmishers.screen.parts import of_unit
from battlemat.rulebooks.skirmishers.screen.ways import fire_here
from battlemat.rulebooks.skirmishers.state.battle import ABLE, DEAD, UNCONSCIOUS, Battle, Unit
from battlemat.rulebooks.skirmishers.state.cards import VEHICLE
from battlemat.rulebooks.skirmishers.state.vehicles import rider_of


class Activate(NamedTuple):
    unit: int
    verb: str = "activate"


class End(NamedTuple):
    unit: int
    verb: str = "end"


def ready_units(battle: Battle) -> list[Unit]:
    """Who must still be activated: able troopers; passengers go with their riders."""
    side = battle.to_move
    return [
        unit
        for unit in battle.units
        if unit.side == side
        and not unit.activated
        and unit.state == ABLE
        and unit.card.kind != VEHICLE
        and (not unit.passenger or _is_ready(battle, unit))
    ]


def activations(units: list[Unit]) -> list[Activate]:
    """The options that activate each of some units."""
    return [_activate(unit.index) for unit in units]


_activate = Memo("the number of the unit", bound=256)(Activate)


def _is_ready(battle: Battle, unit: Unit) -> bool:
    if unit.activated:
        return False
    if not unit.passenger or unit.under:
        return True
    rider = rider_of(battle, battle.units[unit.mount])
    return rider is None or rider.activated


def _activate_bar(battle: Battle, side: int, option: Activate) -> Refusal | None:
    unit = battle.units[option.unit]
    if unit.side != side:
        return Refusal(say("that unit belongs to the other side"), "skirmishers.setup.sides")
    if unit.state in (UNCONSCIOUS, DEAD):
        why = say("the dead and the unconscious are never activated")
        return Refusal(why, "skirmishers.turn.unconscious-skip")
    if unit.activated:
        why = say("that unit has been activated this turn")
        return Refusal(why, "skirmishers.turn.all-activate")
    if unit.state != ABLE or unit.is_vehicle:
        return Refusal(say("only troopers on the map are activated"), "skirmishers.turn.step-units")
    if not _is_ready(battle, unit):
        why = say("a passenger is activated together with his rider")
        return Refusal(why, "skirmishers.vehicle.passenger")
    return None


def _end_bar(battle: Battle, asked: Acting, option: End) -> Refusal | None:
    return end_bar(battle, asked, option.unit)


def _activate_covers(battle: Battle, _choice: Choice, option: Activate) -> Sequence[Shape]:
    unit = battle.units[option.unit]
    battle.fired = 0
    return fire_here(battle, Chance(unit, TRIGGER)) if unit.mount < 0 else ()


ACTIVATE = Verb(
    Activate,
    of_unit(Activate),
    says="activate a unit that has not acted this turn",
    because="skirmishers.turn.step-units",
    candidates=lambda battle, _side: activations(ready_units(battle)),
    bar=_activate_bar,
    tells="Activate {unit}",
    handle=offer("Activate", at_itself),
    covers=_activate_covers,
)
END = Action(
    End,
    of_unit(End),
    says="end the activation",
    because="skirmishers.turn.activation-sequence",
    candidates=alone(End),
    bar=_end_bar,
    tells="End the activation of {unit}",
    handle=offer("End activation"),
    fights=True,
)


def _ready(battle: Battle, _side: int) -> Mapping[str, object]:
    return {"ready": len(ready_units(battle))}


ACTIVATION: Ask[Battle, int, Activate] = Ask(
    "activate",
    "Which of your units acts now? {ready, plural, one {# is ready} other {# are ready}}.",
    "skirmishers.turn.step-units",
    Verbs(ACTIVATE),
    parts=_ready,
    own=True,
)
