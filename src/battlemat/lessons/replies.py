"""What is said to a wrong answer: the lesson's words, and what the rules make of it.

What it leads to is what was told when it was tried, and the exact odds of it; the clause is the
lesson's, or the one that the rules cite. Nothing here knows a rule.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.lessons.conditions import names
from battlemat.lessons.judging import Given
from battlemat.packs.teaching.lessons import ELSE, LessonBoard, Reply
from battlemat.players.lookahead import TooMany, bounded_odds

_MOST_WAYS = 4_000
_MOST_LINES = 3
_MOST_OUTCOMES = 4


class Outcome(NamedTuple):
    """Something that an answer may come to, and how likely it is."""

    words: str
    chance: float


class Said(NamedTuple):
    """A reply to a wrong answer."""

    answer: str
    """The answer in words."""
    say: str
    leads: tuple[str, ...]
    """What was told of it."""
    odds: tuple[Outcome, ...]
    """All that might have come of it, the likeliest first; none where that is too much to count."""
    clause: str


def reply_to(board: LessonBoard, text: str) -> Reply | None:
    """The reply that speaks of an answer; the more it names, the sooner it is taken."""
    own = [one for one in board.replies if one.to != ELSE]
    fitting = [one for one in own if names(text, one.to, *one.names.split())]
    best = max(fitting, key=lambda one: len(one.names.split()), default=None)
    return best or next((one for one in board.replies if one.to == ELSE), None)


def said_to(board: LessonBoard, given: Given) -> Said:
    """What is said to a wrong answer."""
    game, reply = given.before, reply_to(board, given.text)
    option = game.read(given.text)
    lines = [event.told() for event in given.told if event.role != "price"]
    return Said(
        game.tell(option),
        reply.say if reply else "",
        tuple(lines[:_MOST_LINES]),
        _odds(game, given.text),
        (reply.clause if reply else "") or _clause(given),
    )


def _odds(game: Game[Any], text: str) -> tuple[Outcome, ...]:
    try:
        found = bounded_odds(game, game.read(text), _MOST_WAYS)
    except TooMany:
        return ()
    ranked = found.ranked()[:_MOST_OUTCOMES]
    return tuple(Outcome(str(what), float(chance)) for what, chance in ranked)


def _clause(given: Given) -> str:
    """The clause that the rules cite: of what happened, else of the question."""
    full = given.before.rulebook.register.full
    for event in given.told:
        if event.because and event.role != "price":
            return full(event.because[0])
    question = given.before.question
    return full(question.because) if isinstance(question, Choice) else ""
