"""What many games add up to: wins, scores, and whether going first helps.

An estimate is given with the range in which the truth lies 95 times of 100.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from battlemat.lab.duel import UNFINISHED, Outcome

Z95 = 1.959964


@dataclass(frozen=True, slots=True)
class Range:
    """An estimate and the 95 per cent range around it."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Summary:
    """The results of a duel; entrants and sides in their order.

    `edge` is how much more often the first to choose wins than loses, from -1 to 1. Games that
    did not end are in `games` and `unfinished`; rates, scores and edge are of those that did.
    """

    games: int
    unfinished: int
    wins: tuple[int, int]
    draws: int
    win_rates: tuple[Range, Range]
    side_wins: dict[str, int]
    side_rates: dict[str, Range]
    mean_scores: tuple[float, float]
    edge: Range
    decisions: int
    rolls: int


def summarise(outcomes: Sequence[Outcome]) -> Summary:
    """Add up games; there must be one at least."""
    ended = [o for o in outcomes if o.reason != UNFINISHED]
    count = len(ended)
    wins = sum(o.winner == 0 for o in ended), sum(o.winner == 1 for o in ended)
    side_wins = dict.fromkeys(sorted(outcomes[0].sides, reverse=True), 0)
    for outcome in ended:
        if outcome.winner is not None:
            side_wins[outcome.sides[outcome.winner]] += 1
    points = [0 if o.winner is None else 1 if o.winner == o.first else -1 for o in ended]
    return Summary(
        len(outcomes),
        len(outcomes) - count,
        wins,
        count - sum(wins),
        (wilson(wins[0], count), wilson(wins[1], count)),
        side_wins,
        {side: wilson(won, count) for side, won in side_wins.items()},
        (
            sum(o.scores[0] for o in ended) / max(1, count),
            sum(o.scores[1] for o in ended) / max(1, count),
        ),
        mean_range(points),
        sum(o.decisions for o in outcomes),
        sum(o.rolls for o in outcomes),
    )


def wilson(wins: int, games: int) -> Range:
    """The share of wins with Wilson's range, which stays sound for few games and shares near 0."""
    if not games:
        return Range(0.0, 0.0, 1.0)
    share = wins / games
    square = Z95 * Z95
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = Z95 * sqrt(share * (1 - share) / games + square / (4 * games * games))
    half /= 1 + square / games
    return Range(share, max(0.0, middle - half), min(1.0, middle + half))


def mean_range(values: Sequence[float]) -> Range:
    """The mean of values from -1 to 1 with its normal range; one value alone tells nothing."""
    count = len(values)
    mean = sum(values) / max(1, count)
    if count < 2:
        return Range(mean, -1.0, 1.0)
    spread = sqrt(sum((value - mean) ** 2 for value in values) / (count - 1))
    half = Z95 * spread / sqrt(count)
    return Range(mean, max(-1.0, mean - half), min(1.0, mean + half))
