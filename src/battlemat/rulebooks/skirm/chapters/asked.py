"""What a question asks: of whom an action is wanted, and on what terms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from battlemat.kernel.errors import Refusal
from battlemat.kernel.memo import Memo
from battlemat.kernel.questions import Option
from battlemat.kernel.verbs import Verb
from battlemat.rulebooks.skirm.chapters.reasons import refuse
from battlemat.rulebooks.skirm.state.battle import STANDING, Battle, Field, Unit

SENTRY_KINDS = ("dash", "shoot", "blast", "melee")


class Acting(NamedTuple):
    """An action is wanted of one of several units, paid for or free."""

    moment: str  # "action", "sentry", "command", "attack", "free move"
    units: tuple[int, ...]
    paid: bool = False
    attacks: str = "any"  # "ranged", "melee" or any
    squares: int = 0  # how far a free move goes
    extra_dice: int = 0  # what a skill adds to an attack
    extra_skill: int = 0
    due: int = 0  # what is still to be paid for what lets it attack


O = TypeVar("O", bound=Option)  # noqa: E741


@dataclass(frozen=True, slots=True)
class Action(Verb[Battle, Acting, O]):
    """A verb of the question what a unit does."""

    states: tuple[int, ...] = (STANDING,)
    """The states in which a unit may have anything to do with it."""


@Memo("the number of the unit", bound=256)
def own_action(index: int) -> Acting:
    """The active unit is asked for an action that it pays for; kept, because it is asked often."""
    return Acting("action", (index,), paid=True)


def between_actions(field: Field, side: int) -> Acting:
    """A side is asked whether any of its units uses a skill; kept, because it is asked often."""
    return _between_actions(*((0, field.red) if side == 0 else (field.red, len(field.cards))))


@Memo("the numbers of the units", bound=64)
def _between_actions(first: int, last: int) -> Acting:
    return Acting("skill", tuple(range(first, last)))


def actors(battle: Battle, asked: Acting) -> list[Unit]:
    """Those who may act and stand."""
    units = battle.units
    return [units[index] for index in asked.units if units[index].state == STANDING]


def actor_bar(battle: Battle, asked: Acting, index: int, word: str) -> Refusal | None:
    """Why a unit may not take that kind of action now, whatever it costs."""
    unit = battle.units[index]
    if asked.moment == "sentry":
        return _sentry_bar(asked, unit, word)
    if index not in asked.units:
        return refuse("activation.alternate" if asked.paid else _elsewhere(asked))
    if unit.state != STANDING:
        return refuse("damage.downed-actions" if battle.edition.recovers else "activation.downed")
    return None


def _elsewhere(asked: Acting) -> str:
    return "special.command" if asked.moment == "command" else "card.skills"


def _sentry_bar(asked: Acting, unit: Unit, word: str) -> Refusal | None:
    if unit.square >= 0 and unit.state != STANDING:
        return refuse("activation.downed")
    if word not in SENTRY_KINDS:
        return refuse("activation.sentry-kinds")
    if unit.index in asked.units:
        return None
    return refuse("activation.sentry-once" if unit.sentry else "activation.alternate")


class Waiting(NamedTuple):
    """A side is asked: for its zone, its next unit to place or to activate."""

    side: int


SIDES = (Waiting(0), Waiting(1))
