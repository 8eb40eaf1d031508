"""What was worked out and is kept: a `Memo` says what it depends on, and how much may be kept.

    @Memo("the board and the squares, neither of which ever changes", bound=4096)
    def walking_distances(board: Board, squares: int) -> tuple[int, ...]: ...

A memo stands at the top of a module and keeps in one of three ways, each within its bound:

- as a decorator, the results of a function by its arguments, those of long ago dropped first;
- `table()`, a dictionary that its owner fills, emptied when it is full;
- `owned(make)`, one value for each of the last few owners, told apart by identity: what never
  changes in a battle (its field) is one object for all copies of it, so that machines that look at
  one battle a thousand times share what they found, and nothing outlives the battles of now.

What keeps by weight, as counted parts of rules do, brings a holder of its own (`watch`). Nothing
else in the project caches, so `Memo.all()` is all that a process keeps, and a test plays games of
every rulebook and looks whether the bounds hold.
"""

from __future__ import annotations

import sys
import weakref
from collections.abc import Callable
from functools import lru_cache
from typing import ClassVar, Generic, Literal, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
K = TypeVar("K")
V = TypeVar("V")
H = TypeVar("H")
Owner = TypeVar("Owner")
R_co = TypeVar("R_co", covariant=True)
_FEW = 16
"""So many holders are not looked through for those that are gone."""


class Kept(Protocol[P, R_co]):
    """A function whose results are kept."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co: ...
    def cache_clear(self) -> None:
        """Drop all results."""


class Memo:
    """A kind of results that are kept, and why they may be."""

    _every: ClassVar[list[Memo]] = []

    def __init__(
        self, depends: str, *, bound: int, unit: Literal["entries", "bytes"] = "entries"
    ) -> None:
        self.depends = depends
        """What a result depends on, and so why it may be given again."""
        self.bound = bound
        """How much one holder keeps at most, in `unit`s."""
        self.unit = unit
        self.module: str = sys._getframe(1).f_globals["__name__"]
        self.name = ""
        """The function whose results these are, if it is one."""
        self._holders: list[Callable[[], int | None]] = []
        """How much each keeps; None from one that is gone."""
        self._many = _FEW
        Memo._every.append(self)

    def __call__(self, make: Callable[P, V]) -> Kept[P, V]:
        """The same function, its results kept."""
        kept = lru_cache(maxsize=self.bound)(make)
        self.name = kept.__name__ if hasattr(kept, "__name__") else ""
        self.watch(kept, lambda one: one.cache_info().currsize)
        return kept

    def table(self) -> Table[K, V]:
        """An empty table, to be filled within the bound."""
        return self.watch(Table(self.bound), len)

    def owned(self, make: Callable[[Owner], V]) -> Owned[Owner, V]:
        """What makes and keeps one value for each of the last few owners."""
        return self.watch(Owned(make, self.bound), len)

    def watch(self, holder: H, size: Callable[[H], int]) -> H:
        """The holder, what it keeps being kept by this memo for as long as the holder lives."""
        reference = weakref.ref(holder)

        def now() -> int | None:
            one = reference()
            return None if one is None else size(one)

        self._holders.append(now)
        if len(self._holders) >= self._many:  # now and then, so that many holders cost little
            self._holders = [one for one in self._holders if one() is not None]
            self._many = max(_FEW, 2 * len(self._holders))
        return holder

    @property
    def sizes(self) -> list[int]:
        """How much each of its holders keeps now."""
        return [size for one in self._holders if (size := one()) is not None]

    @classmethod
    def all(cls) -> list[Memo]:
        """Every memo of the modules that are loaded."""
        return list(cls._every)

    def __repr__(self) -> str:
        where = f"{self.module}.{self.name}" if self.name else self.module
        return f"<Memo of {where}: {self.depends}; {self.sizes} of {self.bound} {self.unit}>"


class Table(dict[K, V]):
    """A dictionary that never holds more than its bound: when it is full, all is dropped."""

    __slots__ = ("__weakref__", "bound")

    def __init__(self, bound: int) -> None:
        super().__init__()
        self.bound = bound

    def keep(self, key: K, value: V) -> V:
        """Keep a value, and return it."""
        if len(self) >= self.bound:
            self.clear()
        self[key] = value
        return value


class Owned(Generic[Owner, V]):
    """One value for each of the last few owners."""

    def __init__(self, make: Callable[[Owner], V], most: int) -> None:
        self._make = make
        self._most = most
        self._kept: list[tuple[Owner, V]] = []  # the latest first

    def of(self, owner: Owner) -> V:
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

    def __len__(self) -> int:
        return len(self._kept)
