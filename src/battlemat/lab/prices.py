"""What units should cost, from what it costs a squad to fight without one of them.

A squad plays against itself without a unit. How much that tips the scales (the log-odds of the
share of points) is taken to be in proportion to what the unit is worth, as it is when costs are
fair. The other units of the squad say how much a point tips them; so a suggestion is relative to
them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, log, sqrt
from statistics import NormalDist

from battlemat.kernel.errors import BattlematError


class NoPrice(BattlematError):
    """Costs that cannot be suggested from what was played."""


@dataclass(frozen=True, slots=True)
class Tip:
    """How far the scales tip without a unit: log-odds, and their standard error."""

    value: float
    error: float


@dataclass(frozen=True, slots=True)
class Price:
    """What a unit costs, what it should, and by how much that may be wrong, either way."""

    cost: int
    fair: float
    error: float

    @property
    def is_wrong(self) -> bool:
        """Whether the cost lies outside the error of the suggestion."""
        return abs(self.cost - self.fair) > self.error


def tip(shares: Sequence[float]) -> Tip:
    """The log-odds of the mean of shares from 0 to 1, one for each mirrored pair.

    Half a pair won and half a pair lost are added, so that it stays finite.
    """
    count = len(shares) + 1
    mean = (sum(shares) + 0.5) / count
    spread = (sum((share - mean) ** 2 for share in shares) + 0.25) / count
    return Tip(log(mean / (1 - mean)), sqrt(spread / count) / (mean * (1 - mean)))


def prices(
    tips: Mapping[str, Tip], costs: Mapping[str, int], confidence: float = 0.95
) -> dict[str, Price]:
    """A suggestion for every unit that was left out, each held against the others.

    The error has two parts: the chance of the games, and how far the others disagree on what a
    point is worth.
    """
    if len(tips) < 2:
        raise NoPrice("a cost is suggested beside others; two kinds of unit are needed at least")
    sigma = NormalDist().inv_cdf((1 + confidence) / 2)
    found = {}
    for unit, own in tips.items():
        rate = _rate({name: one for name, one in tips.items() if name != unit}, costs)
        if rate.value <= 0:  # in these games the others make no difference
            found[unit] = Price(costs[unit], 0.0, inf)
            continue
        fair = own.value / rate.value
        error = sqrt(own.error**2 + (fair * rate.error) ** 2) / rate.value
        found[unit] = Price(costs[unit], fair, sigma * error)
    return found


def _rate(tips: Mapping[str, Tip], costs: Mapping[str, int]) -> Tip:
    """How far one point of cost tips the scales: a line through nothing, weighted by certainty."""
    weights = {name: (costs[name] / one.error) ** 2 for name, one in tips.items()}
    total = sum(weights.values())
    if not total:
        raise NoPrice("the other units of this squad cost nothing")
    each = {name: one.value / costs[name] for name, one in tips.items() if costs[name]}
    value = sum(weights[name] * rate for name, rate in each.items()) / total
    by_chance = 1 / total
    spread = sum(weights[name] * (rate - value) ** 2 for name, rate in each.items()) / total
    disagreement = spread / (len(each) - 1) if len(each) > 1 else 0.0
    return Tip(value, sqrt(max(by_chance, disagreement)))
