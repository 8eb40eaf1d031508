"""How sure a share is while games are still being played: a confidence sequence.

An interval for a number of games that was fixed before says too much when somebody looks at it
after every game and stops when it pleases. This one may be looked at as often as one likes: with
the asked confidence the truth lies inside it after every game, all at once. It is the hedged
capital process of Waudby-Smith and Ramdas, "Estimating means of bounded random variables by
betting" (Journal of the Royal Statistical Society B, 2024; arXiv 2010.09686), for values between
0 and 1 whatever their distribution. Each possible mean is an opponent who offers fair bets if it
is the true one; a mean that has let us multiply our stake by 1 / (1 - confidence) is refuted.
"""

from __future__ import annotations

from math import log, sqrt

from battlemat.lab.summary import Range

CELLS = 1000
"""Means are tried in steps of a thousandth; bounds are rounded outward to them."""
_BOLDEST = 0.75  # of what may be staked without risk of ruin; c in the paper, 1/2 or 3/4 there


class Sequence:
    """The mean of values between 0 and 1, with bounds that hold after every value."""

    def __init__(self, confidence: float = 0.95) -> None:
        if not 0 < confidence < 1:
            raise ValueError(f"a confidence lies between 0 and 1, not at {confidence}")
        self._alpha = 1 - confidence
        self.count = 0
        self._sum = 0.0
        self._spread = 0.25  # the sum of squared errors, with one guess to begin from
        self._low, self._high = 0, CELLS  # in cells; what is refuted stays refuted
        self._above = [0.0] * (CELLS + 1)  # log capital of betting that the mean lies above
        self._below = [0.0] * (CELLS + 1)

    def add(self, value: float) -> None:
        """Take the next value."""
        if not 0 <= value <= 1:
            raise ValueError(f"values lie between 0 and 1, not at {value}")
        self.count += 1
        stake = self._stake()
        goal = log(2 / self._alpha)
        for cell in range(self._low, self._high + 1):
            mean = cell / CELLS
            rise = min(stake, _BOLDEST / mean) if cell else stake
            fall = min(stake, _BOLDEST / (1 - mean)) if cell < CELLS else stake
            self._above[cell] += log(1 + rise * (value - mean))
            self._below[cell] += log(1 - fall * (value - mean))
        self._sum += value
        middle = (0.5 + self._sum) / (self.count + 1)
        self._spread += (value - middle) ** 2
        self._refute(goal)

    def _stake(self) -> float:
        """How much to bet, from what was seen before the value that is bet on."""
        spread = self._spread / self.count
        return sqrt(2 * log(2 / self._alpha) / (spread * self.count * log(self.count + 1)))

    def _refute(self, goal: float) -> None:
        """Drop the means at both ends that are refuted; the process is quasi-convex in the mean."""
        middle = min(CELLS, max(0, round(CELLS * self._sum / self.count)))
        while self._low < middle and self._above[self._low + 1] >= goal:
            self._low += 1
        while self._high > middle and self._below[self._high - 1] >= goal:
            self._high -= 1

    @property
    def range(self) -> Range:
        """The mean so far and its bounds; before the first value nothing is known."""
        if not self.count:
            return Range(0.5, 0.0, 1.0)
        low, high = self._low / CELLS, self._high / CELLS
        return Range(min(high, max(low, self._sum / self.count)), low, high)
