"""Whether a condition of a lesson holds at a moment of its game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from battlemat.kernel.errors import BattlematError
from battlemat.kernel.events import Event
from battlemat.kernel.expectations import differences
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.kernel.scene import Fact
from battlemat.packs.teaching.conditions import ANYBODY, Condition

_PARTING = re.compile(r"[\s,;:|>]+|(?<=\w)-(?=\w+\d)")


class Moment(NamedTuple):
    """A game, and what was answered and told since the step began."""

    game: Game[Any]
    answers: Sequence[str]
    told: Sequence[Event]


def holds(condition: Condition, moment: Moment) -> bool:
    """Whether it holds now."""
    match condition.word:
        case "all":
            return all(holds(one, moment) for one in condition.below)
        case "any":
            return any(holds(one, moment) for one in condition.below)
        case "not":
            return not holds(condition.below[0], moment)
        case "facts":
            return next(iter(differences(moment.game, condition.facts, ())), None) is None
        case "used":
            return len(moment.answers) >= condition.number
        case "answered":
            return bool(moment.answers) and names(moment.answers[-1], *condition.names)
        case "asks":
            question = moment.game.question
            return isinstance(question, Choice) and question.kind == condition.names[0]
        case "over":
            result, (winner,) = moment.game.result, condition.names
            return result is not None and winner in (ANYBODY, result.winner)
        case "near":
            return _is_near(moment.game, condition)
        case _:
            return any(_is_told(condition, event) for event in moment.told)


def _is_near(game: Game[Any], condition: Condition) -> bool:
    """Whether a ruler tells a distance that is not longer; what is gone is near to nothing."""
    start, end = condition.names
    try:
        reading = game.rulebook.measure(game.battle, start, end)
    except BattlematError:
        return False
    return any(fact.name == "distance" and _within(fact, condition) for fact in reading.facts)


def _within(fact: Fact, condition: Condition) -> bool:
    return isinstance(fact.value, (int, float)) and fact.value <= condition.number


def names(text: str, word: str, *things: str) -> bool:
    """Whether an answer begins with a word and names all of these: `shoot A B rifle` names B."""
    first, _, rest = text.partition(" ")
    named = {*_PARTING.split(rest), *rest.split()}
    return first == word and named.issuperset(things)


def _is_told(condition: Condition, event: Event) -> bool:
    facts = event.facts
    parts = condition.parts or {}
    return event.kind == condition.names[0] and all(
        str(facts.get(key)) == str(value) for key, value in parts.items()
    )
