"""Ratings from games between many: Bradley and Terry's model on the scale of Elo.

Players who are 400 points apart score ten to one. The mean of all is `MEAN`. Ranges come from
drawing the mirrored pairs anew, since the two games of a pair share their dice and are not two
independent results.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log10
from random import Random
from typing import TypeAlias

from battlemat.lab.summary import Range

MEAN = 1500.0
PER_TENFOLD = 400.0
_ROUNDS = 200  # of the fit; it has long settled by then
_DRAWN_ANEW = 400
_GIVEN = 0.5  # of a drawn game between any two who met, so that nobody is rated without end

Pairs: TypeAlias = Mapping[tuple[str, str], Sequence[float]]
"""For two players what the first scored in each mirrored pair, from 0 to 2."""


def ratings(names: Sequence[str], pairs: Pairs) -> dict[str, float]:
    """The rating of each player; who never played has the mean."""
    points = dict.fromkeys(names, 0.0)
    games: dict[tuple[str, str], float] = {}
    for (one, other), scores in pairs.items():
        if not scores:
            continue
        count = 2 * len(scores) + 2 * _GIVEN
        games[one, other] = count
        points[one] += sum(scores) + _GIVEN
        points[other] += count - sum(scores) - _GIVEN
    strength = dict.fromkeys(names, 1.0)
    for _ in range(_ROUNDS):
        weights = dict.fromkeys(names, 0.0)
        for (one, other), count in games.items():
            share = count / (strength[one] + strength[other])
            weights[one] += share
            weights[other] += share
        strength = {name: points[name] / weights[name] if weights[name] else 1.0 for name in names}
    found = {name: PER_TENFOLD * log10(strength[name]) for name in names}
    middle = sum(found.values()) / len(found)
    return {name: MEAN + value - middle for name, value in found.items()}


def rating_ranges(names: Sequence[str], pairs: Pairs, seed: str = "1") -> dict[str, Range]:
    """The ratings with the ranges in which the truth lies 95 times of 100."""
    best = ratings(names, pairs)
    chance = Random(f"ratings:{seed}")
    drawn: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(_DRAWN_ANEW):
        again = {
            met: [scores[int(chance.random() * len(scores))] for _ in scores]
            for met, scores in pairs.items()
        }
        for name, value in ratings(names, again).items():
            drawn[name].append(value)
    edge = _DRAWN_ANEW // 40
    found = {}
    for name, values in drawn.items():
        values.sort()
        low, high = values[edge], values[-1 - edge]
        found[name] = Range(best[name], min(low, best[name]), max(high, best[name]))
    return found
