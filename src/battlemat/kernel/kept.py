"""Things worked out for an owner and kept while it is among the last few that were asked about.

Owners are told apart by identity: what never changes in a battle (its field) is one object for all
copies of it. So machines that look at one battle a thousand times share what they found, and
nothing outlives the battles that are played now.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Owner = TypeVar("Owner")
T = TypeVar("T")


class KeptFor(Generic[Owner, T]):
    """One `T` for each of the last few owners."""

    def __init__(self, make: Callable[[Owner], T], most: int = 8) -> None:
        self._make = make
        self._most = most
        self._kept: list[tuple[Owner, T]] = []  # the latest first

    def of(self, owner: Owner) -> T:
        """What is kept for an owner; made where there is none."""
        kept = self._kept
        if kept and kept[0][0] is owner:
            return kept[0][1]
        mine = next((one for one in kept if one[0] is owner), None) or (owner, self._make(owner))
        kept[:] = [mine, *(one for one in kept if one is not mine)][: self._most]
        return mine[1]

    def forget(self) -> None:
        """Drop everything: what is asked about next is worked out anew."""
        self._kept.clear()
