"""What is asked of the active unit, and what bars every action alike.

An activation has two parts: movement and special actions in any order, then combat actions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from battlemat.kernel.errors import Refusal
from battlemat.kernel.memo import Memo
from battlemat.kernel.questions import Flow, Option, no_question
from battlemat.kernel.verbs import Verb
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.state.battle import FIGHTING, MOVING, Battle, Unit
from battlemat.rulebooks.skirmishers.state.switches import Switch
from battlemat.rulebooks.skirmishers.state.vehicles import may_end
from battlemat.rulebooks.skirmishers.state.words import switch_words

O = TypeVar("O")  # noqa: E741
P = TypeVar("P", bound=Option)


class Acting(NamedTuple):
    """Whose action is asked for."""

    unit: int


@dataclass(frozen=True, slots=True)
class Action(Verb[Battle, Acting, P]):
    """A verb of the question what the active unit does, and when it may have anything to offer."""

    needs: tuple[Switch, ...] = ()
    """The optional rules of which at least one is on."""
    fights: bool = False
    """Whether it is still offered after a combat action (`skirmishers.move.first`)."""
    at_guns: bool = False
    """Whether it takes a crew weapon that is set up, anybody's."""
    in_fire: bool = False
    """Whether it takes flames somewhere on the map."""


def afford_refusal() -> Refusal:
    return Refusal(say("too few AP are left for it"), "skirmishers.move.afford")


def late_refusal() -> Refusal:
    return Refusal(
        say("after a combat action there is no more movement this turn"), "skirmishers.move.first"
    )


def pinned_refusal() -> Refusal:
    return Refusal(say("a pinned trooper spends no AP this turn"), "skirmishers.morale.failure")


def under_refusal() -> Refusal:
    return Refusal(say("under a vehicle he can only crawl out"), "skirmishers.vehicle.under")


def _other_refusal() -> Refusal:
    return Refusal(say("it is not that unit's activation"), "skirmishers.turn.step-units")


def _ride_refusal() -> Refusal:
    return Refusal(
        say("the ride may not end before the AP of its mode are spent"),
        "skirmishers.vehicle.mode-choose",
    )


def _burns_refusal() -> Refusal:
    return Refusal(say("in flames he must stop first, with 'halt'"), "skirmishers.incendiary.end")


def mounted_refusal() -> Refusal:
    return Refusal(say("on a vehicle he must dismount first"), "skirmishers.vehicle.mount")


def switched_off(what: str, switch: str) -> Refusal:
    """Why something of an optional rule cannot be done in this battle."""
    return Refusal(
        say("{what}: the optional rule ''{rule}'' is off", what=what, rule=switch_words(switch)),
        "skirmishers.option.switches",
    )


def special_bar(battle: Battle, asked: Acting, unit: int) -> Refusal | None:
    """Why no movement or special action is possible now."""
    if unit != asked.unit:
        return _other_refusal()
    if battle.stage != MOVING:
        return late_refusal()
    return pinned_refusal() if battle.units[unit].pinned else None


def foot_bar(battle: Battle, asked: Acting, unit: int) -> Refusal | None:
    """The same for what is done on one's own feet."""
    barred = special_bar(battle, asked, unit)
    if barred is None and battle.units[unit].mount >= 0:
        return under_refusal() if battle.units[unit].under else mounted_refusal()
    return barred


def end_bar(battle: Battle, asked: Acting, unit: int) -> Refusal | None:
    """Why the movement, and with it the activation, cannot end now."""
    if unit != asked.unit:
        return _other_refusal()
    return None if may_end(battle, battle.units[unit]) else _ride_refusal()


def combat_bar(battle: Battle, asked: Acting, unit: int) -> Refusal | None:
    """Why no combat action is possible now."""
    barred = end_bar(battle, asked, unit)
    if barred is not None:
        return barred
    man = battle.units[unit]
    if burning(battle, man):
        return _burns_refusal()
    if man.under:
        return under_refusal()
    return pinned_refusal() if man.pinned else None


def burning(battle: Battle, unit: Unit) -> bool:
    """Whether the unit must first stop in the flames before it may fight."""
    return battle.stage == MOVING and battle.fire >> unit.place & 1 == 1


def at_once(
    rule: Callable[[Battle, Any], None], *, combat: bool = False
) -> Callable[[Battle, Any], Flow[None]]:
    """A rule that asks nothing, as a flow; a combat action ends the movement."""

    def do(battle: Battle, option: Any) -> Flow[None]:
        if combat:
            battle.stage = FIGHTING
        rule(battle, option)
        return no_question()

    return do


_ALONE = Memo("the number of the unit", bound=256)


def alone(
    option: Callable[[int], O], *, when: Callable[[Battle, Unit], object] | None = None
) -> Callable[[Battle, Acting], tuple[O, ...]]:
    """The one candidate of a verb that says nothing but whose action it is.

    `when` is a quick test that must hold before the rule is worth asking.
    """

    made = _ALONE(option)

    def candidates(battle: Battle, asked: Acting) -> tuple[O, ...]:
        if when is not None and not when(battle, battle.units[asked.unit]):
            return ()
        return (made(asked.unit),)

    return candidates
