"""Chapter "Vehicles", those who are activated together: rider and passenger.

Each has an activation of his own, with his own AP and his own movement before combat
(`skirmishers.vehicle.passenger`). `battle.active` is the one who acted last; how far the others
have come waits in `battle.together`, and whoever acts next is turned to. What one of them may do is
asked as if he were alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from battlemat.kernel.errors import Refusal
from battlemat.kernel.verbs import Ask, Quick, Verb, Verbs
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.chapters.acting import Acting
from battlemat.rulebooks.skirmishers.screen.parts import called
from battlemat.rulebooks.skirmishers.state.battle import ABLE, Battle, Companion, Unit

T = TypeVar("T")


def join(battle: Battle, man: Unit) -> None:
    """Activate somebody together with the active unit."""
    man.activated = True
    battle.together = (*battle.together, Companion(man.index))


def turn_to(battle: Battle, unit: int) -> None:
    """Make one of those who act together the active one."""
    if unit == battle.active:
        return
    mine = _active(battle)
    other = next(one for one in battle.together if one.unit == unit)
    battle.together = tuple(mine if one is other else one for one in battle.together)
    _act_as(battle, other)


def hand_over(battle: Battle) -> bool:
    """The active unit has ended: the next of those who act together goes on, if there is one."""
    for one in battle.together:
        if battle.units[one.unit].state == ABLE:
            battle.together = tuple(other for other in battle.together if other is not one)
            _act_as(battle, one)
            return True
    return False


def _active(battle: Battle) -> Companion:
    return Companion(battle.active, battle.stage, battle.entered, battle.shot_here, battle.fired)


def _act_as(battle: Battle, one: Companion) -> None:
    battle.active, battle.stage, battle.entered, battle.shot_here, battle.fired = one


def is_stuck(unit: Unit) -> bool:
    """Whether a unit can do nothing more but end; a pinned rider still drives."""
    drives = unit.mount >= 0 and not unit.under and not unit.passenger
    return unit.halted or (unit.pinned and not drives)


# ---------------------------------------------------------------------- asking


def together_ask(
    ask: Ask[Battle, Acting, Any], alone: Callable[[Battle], Ask[Battle, Acting, Any]]
) -> Ask[Battle, Acting, Any]:
    """A question that whoever acts together may answer; `alone` is the one for the active unit."""

    def listed(battle: Battle, _asked: Acting) -> list[Any]:
        found: list[Any] = []
        for unit in _who(battle):
            found += _as_active(battle, unit, lambda: alone(battle).listed(battle, _me(battle)))
        return found

    # This list is here for its order, one unit after the other; its gain was never measured.
    verbs = tuple(_for_all(verb) for verb in ask.verbs)
    return replace(ask, verbs=Verbs(*verbs, quick=[Quick(verbs, listed, gain=1.0)]))


def _who(battle: Battle) -> list[int]:
    """Who may act now: the active one, and those of the others who are able."""
    others = [battle.units[one.unit] for one in battle.together]
    able = [unit.index for unit in others if unit.state == ABLE and not unit.halted]
    return [battle.active, *able]


def _for_all(verb: Verb[Battle, Acting, Any]) -> Verb[Battle, Acting, Any]:
    """The verb, asked for whoever acts together as if he were alone."""

    def offered(battle: Battle, _asked: Acting) -> Sequence[Any]:
        return [
            option
            for unit in _who(battle)
            for option in _as_active(battle, unit, lambda: [*verb.candidates(battle, _me(battle))])
        ]

    def bar(battle: Battle, asked: Acting, option: Any) -> Refusal | None:
        unit = option.unit if option.unit in _who(battle) else asked.unit
        return _as_active(battle, unit, lambda: verb.bar(battle, _me(battle), option))

    mine = Verbs(verb)

    def tells(battle: Battle, asked: Acting, option: Any) -> str:
        phrase = mine.tell(battle, asked, option)
        if option.unit == asked.unit:
            return phrase
        return say("{unit}: {phrase}", unit=called(battle, option.unit), phrase=phrase)

    return replace(verb, candidates=offered, bar=bar, tells=tells)


def _me(battle: Battle) -> Acting:
    return Acting(battle.active)


def _as_active(battle: Battle, unit: int, rule: Callable[[], T]) -> T:
    """What a rule says while this one is active; everything is put back."""
    before = battle.active
    turn_to(battle, unit)
    try:
        return rule()
    finally:
        turn_to(battle, before)
