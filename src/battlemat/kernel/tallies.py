"""Counted parts of rules: their distributions, added up and kept within bounds.

Numbers stay integers over one denominator, so that nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import gcd
from sys import getsizeof
from typing import NamedTuple, Protocol, TypeAlias, TypeVar, runtime_checkable

from battlemat.kernel.questions import Answer, Counted

FINEST = 10**18
"""A way that is rarer than one in this is left out, and so counts as missing."""

Sent: TypeAlias = Answer | Counted | None
"""What a walk that counts is sent; None lets a tally run in place."""
S = TypeVar("S", bound=Sent)
Ways: TypeAlias = tuple[Sequence[tuple[S, int]], int]
"""What may be sent, with the ways of each, and how many ways there are in all."""
Place: TypeAlias = tuple[Hashable, int]
"""The key of a tally, and how deep chains are followed inside it."""


class Known(NamedTuple):
    """A tally that has been counted, and what it and those inside it cost, in ways walked."""

    ways: Ways[Counted]
    costs: Mapping[Place, int]


@runtime_checkable
class Weighed(Protocol):
    """What holds more than it shows, and knows how much."""

    def weight(self) -> int:
        """About how many bytes it takes."""


_FREE = frozenset({bool, str, type(None)})  # such as there is one of, whoever holds it


def weight_of(thing: object) -> int:
    """About how many bytes a key or a value takes; what others may hold too is counted as well."""
    kind = type(thing)
    if kind in _FREE:
        return 0
    if kind is int:
        return 0 if -6 < thing < 257 else getsizeof(thing)  # type: ignore[operator]
    if isinstance(thing, tuple):
        return 56 + 8 * len(thing) + sum(map(weight_of, thing))
    return 64 + thing.weight() if isinstance(thing, Weighed) else getsizeof(thing)


_PLACE, _VALUE, _COST = 320, 160, 100
"""Bytes beside the key, beside each value with its ways, and for each cost."""


class Shelf:
    """Tallies that have been counted. When they get too heavy, all are dropped."""

    MOST = 24_000_000
    """In bytes."""

    def __init__(self) -> None:
        self._known: dict[Place, Known] = {}
        self.weight = 0

    def get(self, place: Place) -> Known | None:
        return self._known.get(place)

    def put(self, place: Place, known: Known) -> None:
        weight = self._weigh(place, known)
        if self.weight + weight > self.MOST:
            self.clear()
        self._known[place] = known
        self.weight += weight

    def _weigh(self, place: Place, known: Known) -> int:
        values, of = known.ways
        held = sum([weight_of(counted.value) for counted, _ in values])
        each = _VALUE + of.bit_length() // 8
        return _PLACE + weight_of(place) + held + each * len(values) + _COST * len(known.costs)

    def clear(self) -> None:
        self._known.clear()
        self.weight = 0


def added(one: Ways[Counted], other: Ways[Counted]) -> Ways[Counted]:
    """The distribution of the sum of two values that do not touch each other."""
    sums: dict[Hashable, int] = {}
    for first, ways in one[0]:
        for second, weight in other[0]:
            total = first.value + second.value
            sums[total] = sums.get(total, 0) + ways * weight
    of = one[1] * other[1]
    kept = {total: ways for total, ways in sums.items() if ways * FINEST >= of}
    common = gcd(of, *kept.values())
    return [(Counted(total), ways // common) for total, ways in kept.items()], of // common
