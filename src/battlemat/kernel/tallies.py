"""Counted parts of rules: their distributions, added up and kept within bounds.

Numbers stay integers over one denominator, so that nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import gcd
from typing import Any, NamedTuple, TypeAlias

from battlemat.kernel.questions import Counted

FINEST = 10**18
"""A way that is rarer than one in this is left out, and so counts as missing."""

Ways: TypeAlias = tuple[Sequence[tuple[Any, int]], int]
"""What may be sent, with the ways of each, and how many ways there are in all."""
Place: TypeAlias = tuple[Hashable, int]
"""The key of a tally, and how deep chains are followed inside it."""


class Known(NamedTuple):
    """A tally that has been counted, and what it and those inside it cost, in ways walked."""

    ways: Ways
    costs: Mapping[Place, int]


class Shelf:
    """Tallies that have been counted. When they get too heavy, all are dropped."""

    MOST = 200_000
    """In values of about a hundred bytes."""

    def __init__(self) -> None:
        self._known: dict[Place, Known] = {}
        self.weight = 0

    def get(self, place: Place) -> Known | None:
        return self._known.get(place)

    def put(self, place: Place, known: Known) -> None:
        values, of = known.ways
        weight = len(values) * (1 + of.bit_length() // 256) + len(known.costs) + 1
        if self.weight + weight > self.MOST:
            self.clear()
        self._known[place] = known
        self.weight += weight

    def clear(self) -> None:
        self._known.clear()
        self.weight = 0


def added(one: Ways, other: Ways) -> Ways:
    """The distribution of the sum of two values that do not touch each other."""
    sums: dict[Any, int] = {}
    for first, ways in one[0]:
        for second, weight in other[0]:
            total = first.value + second.value
            sums[total] = sums.get(total, 0) + ways * weight
    of = one[1] * other[1]
    kept = {total: ways for total, ways in sums.items() if ways * FINEST >= of}
    common = gcd(of, *kept.values())
    return [(Counted(total), ways // common) for total, ways in kept.items()], of // common
