"""Learning from one's own games: the choices that cost most, each to be made once more.

What a choice cost is what the review of the game says (`players/coach.py`); another answer to the
same question is weighed by the same look, and by no second judgement.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from battlemat.kernel.game import Game
from battlemat.kernel.questions import Answer
from battlemat.kernel.rulebook import Rulebook, Setup
from battlemat.players.coach import Move, Review, Watch, review, weighed

LEAST = 0.03
"""Chances to win; a choice that cost less is nothing to learn from."""
ALIKE = 0.01
"""Answers that are so near to the best are as good."""


class Cost(NamedTuple):
    """What was played, the best that was found instead, and the chances to win that this cost."""

    played: str
    made: float
    best: str
    lost: float

    @classmethod
    def of(cls, move: Move) -> Cost:
        """What a review says of a choice."""
        return cls(move.text, move.made, move.best.text, move.lost)


class Mistake(NamedTuple):
    """A choice of somebody that cost chances, and the question as it stood."""

    game: Game[Any]
    move: Move

    @property
    def kind(self) -> str:
        """The kind of choice, in words."""
        return self.move.kind


class Verdict(NamedTuple):
    """What another answer is worth: chances more than what was played, and whether it is right."""

    gain: float
    right: bool


class Given(NamedTuple):
    """What one kind of choice cost in all."""

    kind: str
    lost: float
    times: int


def mistakes(
    rulebook: Rulebook[Any],
    setup: Setup,
    answers: Sequence[Answer],
    player: str,
    watch: Watch | None = None,
) -> list[Mistake]:
    """The choices of a player that cost most, the dearest first."""
    found = review(rulebook, setup, answers, watch=watch)
    own = [move for move in dearest(found) if move.player == player]
    return [Mistake(before(rulebook, setup, answers, move.number), move) for move in own]


def dearest(found: Review) -> list[Move]:
    """The choices of a game that are worth another look, those that cost most first."""
    return sorted((one for one in found.moves if one.lost >= LEAST), key=lambda one: -one.lost)


def before(
    rulebook: Rulebook[Any], setup: Setup, answers: Sequence[Answer], number: int
) -> Game[Any]:
    """A game as it stood when an answer was asked for, the first being number 1."""
    game: Game[Any] = Game(rulebook, setup)
    for answer in answers[: number - 1]:
        game.answer(answer)
    return game


def judge(game: Game[Any], cost: Cost, text: str) -> Verdict:
    """What an answer is worth beside what was played; `Refused` if it is not legal."""
    option = game.read(text)
    written = game.write(option)
    if written == cost.best:
        return Verdict(cost.lost, right=True)
    if written == cost.played:
        return Verdict(0.0, right=False)
    gain = weighed(game, option) - cost.made
    return Verdict(gain, right=gain >= cost.lost - ALIKE)


def by_kind(found: Iterable[Mistake]) -> list[Given]:
    """What was given away by kind of choice, the dearest kind first."""
    lost: dict[str, list[float]] = {}
    for one in found:
        lost.setdefault(one.kind, []).append(one.move.lost)
    told = [Given(kind, sum(costs), len(costs)) for kind, costs in lost.items()]
    return sorted(told, key=lambda one: -one.lost)
