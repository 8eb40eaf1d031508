"""What is known after each pair of games, and whether that is enough.

Pairs are taken in the order of their numbers, so where it stops follows from the seed alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, TypeAlias

from battlemat.lab.certainty import Sequence
from battlemat.lab.duel import Pair
from battlemat.lab.summary import Range

Share: TypeAlias = Callable[[Pair], float]
"""Which part of a pair something took, from 0 to 1."""


class Standing(Protocol):
    """What the pairs of one meeting add up to."""

    @property
    def pairs(self) -> list[Pair]:
        """The pairs that were counted, in order."""

    @property
    def most(self) -> int:
        """So many pairs are counted at most."""

    @property
    def done(self) -> bool:
        """Whether nothing more need be played."""

    @property
    def left(self) -> int:
        """How many pairs are still wanted, as far as can be told."""

    def add(self, pair: Pair) -> None:
        """Count the next pair."""


@dataclass(slots=True)
class Counted:
    """A number of pairs that was fixed before."""

    most: int
    pairs: list[Pair] = field(default_factory=list)

    @property
    def done(self) -> bool:
        return len(self.pairs) >= self.most

    @property
    def left(self) -> int:
        return self.most - len(self.pairs)

    def add(self, pair: Pair) -> None:
        self.pairs.append(pair)


class Until(StrEnum):
    """What ends the playing, other than the most games that are wanted."""

    WIDTH = "width"
    SIDE = "side"
    EITHER = "either"
    BOUNDS = "bounds"


class Ended(StrEnum):
    """Why no more was played."""

    NARROW = "the range is as narrow as asked"
    DECIDED = "it is known on which side of 50 % it lies"
    WITHIN = "the range lies within the bounds"
    OUTSIDE = "the range lies outside the bounds"
    MOST = "no more games were asked for"
    STOPPED = "it was stopped"


@dataclass(frozen=True, slots=True)
class Aim:
    """How well a share is to be known: shares, widths and confidence from 0 to 1."""

    confidence: float = 0.95
    width: float = 0.1
    until: Until = Until.EITHER
    most: int = 500
    """Pairs."""
    bounds: tuple[float, float] = (0.4, 0.6)
    """Between which a share counts as fair."""

    def judged(self, found: Range) -> Ended | None:
        """Whether a range lies within the bounds or outside of them; None where it is open."""
        low, high = self.bounds
        if low <= found.low and found.high <= high:
            return Ended.WITHIN
        return Ended.OUTSIDE if found.high < low or found.low > high else None


class Estimate:
    """A share from 0 to 1, pair by pair, with the range in which it lies."""

    def __init__(self, share: Share, aim: Aim) -> None:
        self.aim = aim
        self.pairs: list[Pair] = []
        self.course: list[Range] = []
        """The range after each pair."""
        self._share = share
        self._sequence = Sequence(aim.confidence)

    def add(self, pair: Pair) -> None:
        self.pairs.append(pair)
        self._sequence.add(self._share(pair))
        self.course.append(self.range)

    @property
    def most(self) -> int:
        return self.aim.most

    @property
    def range(self) -> Range:
        return self._sequence.range

    @property
    def ended(self) -> Ended:
        """Why no more is played; `STOPPED` while more should be."""
        found, aim = self.range, self.aim
        if aim.until is Until.BOUNDS:
            if judged := aim.judged(found):
                return judged
        elif aim.until is not Until.SIDE and found.high - found.low <= aim.width:
            return Ended.NARROW
        elif aim.until is not Until.WIDTH and not found.low <= 0.5 <= found.high:
            return Ended.DECIDED
        return Ended.MOST if len(self.pairs) >= aim.most else Ended.STOPPED

    @property
    def done(self) -> bool:
        return self.ended is not Ended.STOPPED

    @property
    def left(self) -> int:
        """Widths shrink with the root of the number of pairs; the most is the most."""
        played, found = len(self.pairs), self.range
        if self.done:
            return 0
        if not played or self.aim.until in (Until.SIDE, Until.BOUNDS):
            return self.aim.most - played
        wanted = played * ((found.high - found.low) / self.aim.width) ** 2
        return max(1, min(self.aim.most, round(wanted)) - played)


def points_share(pair: Pair) -> float:
    """Which part of the points the first entrant took."""
    return pair.points / 2


def side_share(side: str) -> Share:
    """Which part of the points a side took, whoever played it."""

    def share(pair: Pair) -> float:
        won = 0.0
        for game in pair.games:
            winner = None if game.winner is None else game.sides[game.winner]
            won += 0.5 if winner is None else float(winner == side)
        return won / 2

    return share


def first_share(pair: Pair) -> float:
    """Which part of the points went to those who were asked the first choice."""
    won = sum(0.5 if g.winner is None else float(g.winner == g.first) for g in pair.games)
    return won / 2
