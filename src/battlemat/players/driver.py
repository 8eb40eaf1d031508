"""Plays a game: asks each player in turn until nothing is asked any more.

A reaction window (an optional choice) may be passed by policy before its player is asked: always
ask, ask when it can matter, or never.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from enum import StrEnum
from typing import Any

from battlemat.kernel.errors import RuleBug
from battlemat.kernel.events import Sink
from battlemat.kernel.game import Game
from battlemat.kernel.questions import PASS, Answer, Choice, Question, Roll
from battlemat.kernel.rulebook import Result
from battlemat.players.alike import come_to_the_same
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
    """Whether using a window might change anything.

    If dice lie on the table it is found out: silent is only a window of which it is proved that
    every option comes to the same as passing. Of other windows, such as a skill that only pays
    later, nobody but the player knows.
    """
    return not _has_dice(choice) or not come_to_the_same(game, choice, MOST_WAYS)


class Declined:
    """Windows that players passed: the same offer is not made to them again.

    An offer without dice (a skill that may be used at any time) comes up before every action. Who
    asked to be asked only when it matters and passed it is asked again when something changed. A
    rulebook says what an offer rests on (`about["offer"]`): in whose activation it is made, and
    what could come of it. Where it says nothing, the offer is new once its player has chosen
    something of another kind, such as the next unit to act.
    """

    def __init__(self) -> None:
        self._passed: dict[str, set[Hashable]] = {}
        self._kinds: dict[str, str] = {}
        self._offers: dict[tuple[str, str], set[Hashable]] = {}

    def again(self, question: Question) -> bool:
        """Whether this window was passed by its player, and nothing has changed since."""
        if not isinstance(question, Choice) or not question.optional or _has_dice(question):
            return False
        return _offered(question) in self._known(question)

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
            self._known(question).add(_offered(question))

    def _known(self, question: Choice) -> set[Hashable]:
        """The offers of that kind that the player has passed."""
        if _rests_on(question) is None:
            return self._passed.setdefault(question.player, set())
        return self._offers.setdefault((question.player, question.kind), set())


def _rests_on(choice: Choice) -> Hashable:
    """What a rulebook says that an offer rests on."""
    return choice.about.get("offer") if isinstance(choice.about, Mapping) else None


def _offered(choice: Choice) -> Hashable:
    return (_rests_on(choice), *choice.listed)


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
            number = len(game.answers)
            answer = asked.answer(game)
            question = game.question or question  # a person may have taken back an answer
            if len(game.answers) < number:
                declined = Declined()  # and with it what was passed since
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
