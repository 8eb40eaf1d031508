"""What closes places for a reason of the moment: too far from something, or too near to somebody.

A bar says why one base may not stand somewhere, and of a whole cell of places whether they are all
closed (`battlemat.boards.plane.Limit`), so that a search can leave much ground out at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from battlemat.boards.plane import Limit, Stand, within
from battlemat.kernel.errors import Refusal
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.chapters.measure import bases_within, is_within
from battlemat.rulebooks.openfire.state.battle import Battle
from battlemat.rulebooks.openfire.state.inches import place


class Bar(Limit, Protocol):
    """Closes places, and says why."""

    def __call__(self, stand: Stand) -> Refusal | None:
        """Why a base may not stand there, or None."""
        ...


class NotFarFrom:
    """Closes what is not within so far of one thing."""

    def __init__(self, battle: Battle, thing: Stand, reach: int, named: str, because: str) -> None:
        self._battle, self._thing, self._reach = battle, thing, reach
        self._named, self._because = named, because

    def __call__(self, stand: Stand) -> Refusal | None:
        if is_within(self._battle, stand, self._thing, self._reach):
            return None
        text = say(
            "{place} is not within {named}", place=place(stand.x, stand.y), named=self._named
        )
        return Refusal(text, self._because)

    def shuts(self, stand: Stand) -> bool:
        return not is_within(self._battle, stand, self._thing, self._reach)

    def shuts_all(self, _inner: Stand, outer: Stand, /) -> bool:
        # Measured on the flat: a difference in height only adds to it.
        return not within(outer, self._thing, self._reach)


class NotNear:
    """Closes what is within so far of any of some bases."""

    def __init__(
        self, battle: Battle, bases: Sequence[Stand], reach: int, why: str, because: str
    ) -> None:
        self._battle, self._bases, self._reach = battle, bases, reach
        self._why, self._because = why, because

    def __call__(self, stand: Stand) -> Refusal | None:
        if not self.shuts(stand):
            return None
        text = say(
            "{place} {why, select, assault {is within assault range of an enemy} "
            "other {is not more than 12 inches from every enemy}}",
            place=place(stand.x, stand.y),
            why=self._why,
        )
        return Refusal(text, self._because)

    def shuts(self, stand: Stand) -> bool:
        return bases_within(self._battle, [stand], self._bases, self._reach)

    def shuts_all(self, inner: Stand, _outer: Stand, /) -> bool:
        return self.shuts(inner)


class Both:
    """Closes what either of two bars closes."""

    def __init__(self, one: Bar, two: Bar) -> None:
        self._one, self._two = one, two

    def __call__(self, stand: Stand) -> Refusal | None:
        return self._one(stand) or self._two(stand)

    def shuts(self, stand: Stand) -> bool:
        return self._one.shuts(stand) or self._two.shuts(stand)

    def shuts_all(self, inner: Stand, outer: Stand, /) -> bool:
        return self._one.shuts_all(inner, outer) or self._two.shuts_all(inner, outer)
