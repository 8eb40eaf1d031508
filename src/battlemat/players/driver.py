"""Plays a game: asks each player in turn until nothing is asked any more.

A reaction window (an optional choice) may be passed by policy before its player is asked: always
ask, ask when it can matter, or never.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

from battlemat.kernel.errors import RuleBug
from battlemat.kernel.events import Sink
from battlemat.kernel.game import Game
from battlemat.kernel.questions import PASS, Answer, Choice, Option, Question, Roll
from battlemat.kernel.rulebook import Result
from battlemat.players.lookahead import TooMany, bounded_odds
from battlemat.players.player import Player


class Windows(StrEnum):
    """When a player wants to be asked about an optional choice."""

    ALWAYS = "always"
    MATTER = "matter"
    NEVER = "never"

    def passes(self, game: Game[Any]) -> bool:
        """Whether the question that stands is a window that this policy passes by."""
        question = game.question
        if not isinstance(question, Choice) or not question.optional or self is Windows.ALWAYS:
            return False
        return self is Windows.NEVER or not matters(game, question)


MOST_WAYS = 500
"""Where finding out would cost more than this many ways, the player is asked."""


def matters(game: Game[Any], choice: Choice) -> bool:
    """Whether using a window could help.

    A rulebook may say that it cannot (`about["matters"]`). If dice lie on the table it is found
    out: an option matters if it could lead to another outcome than passing. Of other windows, such
    as a skill that only pays later, nobody but the player knows.
    """
    about = choice.about if isinstance(choice.about, Mapping) else {}
    if not about.get("matters", True):
        return False
    if not _has_dice(choice):
        return True
    others = [option for option in choice.listed if option != PASS]
    try:
        passed = bounded_odds(game, PASS, MOST_WAYS)
        return any(bounded_odds(game, option, MOST_WAYS) != passed for option in others)
    except TooMany:
        return True


class Declined:
    """Windows that players just passed: the same offer is not made to them again at once.

    An offer without dice (a skill that may be used at any time) comes up before every action. Who
    asked to be asked only when it matters and passed it is asked again after choosing something of
    another kind, such as the next unit to act.
    """

    def __init__(self) -> None:
        self._passed: dict[str, set[tuple[Option, ...]]] = {}
        self._kinds: dict[str, str] = {}

    def again(self, question: Question) -> bool:
        """Whether this window was just passed by its player."""
        if not isinstance(question, Choice) or not question.optional or _has_dice(question):
            return False
        return tuple(question.listed) in self._passed.get(question.player, ())

    def note(self, question: Question, answer: Answer) -> None:
        """Remember what a player was asked and answered."""
        if not isinstance(question, Choice):
            return
        player = question.player
        if not question.optional:
            if self._kinds.get(player) != question.kind:
                self._passed.pop(player, None)
            self._kinds[player] = question.kind
        elif answer == PASS:
            self._passed.setdefault(player, set()).add(tuple(question.listed))


def _has_dice(choice: Choice) -> bool:
    return isinstance(choice.about, Mapping) and bool(choice.about.get("faces"))


class Unfinished(RuleBug):
    """A game that went on for more answers than anybody wants to wait for."""


OnAnswer = Callable[[Game[Any], Question, Answer], None]


def play(
    game: Game[Any],
    players: Mapping[str, Player],
    *,
    windows: Mapping[str, Windows] | None = None,
    roller: Player | None = None,
    on_event: Sink | None = None,
    on_answer: OnAnswer | None = None,
    most: int | None = None,
) -> Result:
    """Play to the end and say how it ended.

    `roller` answers the rolls of a game without dice (default: whoever rolls). `on_answer` is
    called after each answer with the question it answered. `Unfinished` after `most` answers.
    """
    if on_event is not None:
        game.battle.sink = on_event
    policies = windows or {}
    declined = Declined()
    while (question := game.question) is not None:
        policy = policies.get(question.player, Windows.ALWAYS)
        repeated = policy is Windows.MATTER and declined.again(question)
        if repeated or policy.passes(game):
            answer: Answer = PASS
        else:
            asked = roller if roller and isinstance(question, Roll) else players[question.player]
            answer = asked.answer(game)
            question = game.question or question  # a person may have taken back an answer
            declined.note(question, answer)
        game.answer(answer)
        if on_answer is not None:
            on_answer(game, question, answer)
        if most is not None and len(game.answers) > most:
            raise Unfinished(f"the game did not end within {most} answers")
    result = game.result
    if result is None:
        raise RuleBug("the game is over without a result")
    return result
