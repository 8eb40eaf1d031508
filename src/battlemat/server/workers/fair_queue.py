"""A queue for few slots and many askers: by rank, then by party in turn, then by table in turn.

One party that asks for two hundred things and another that asks for one are served alternately, so
the one waits for at most one thing of the other. Everything here happens in the event loop.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias


class Rank(IntEnum):
    """Who waits for an answer; lower ranks go first."""

    PERSON = 0
    WATCHER = 1
    NOBODY = 2


@dataclass(frozen=True, slots=True)
class Standing:
    """On whose behalf something is asked: rank, party (an address or a person) and table."""

    rank: Rank = Rank.PERSON
    party: str = ""
    table: str = ""


class Full(Exception):
    """A party has as much waiting as it may."""


_Waiters: TypeAlias = "OrderedDict[str, OrderedDict[str, deque[asyncio.Future[None]]]]"


class FairQueue:
    """So many slots; `take` waits for one, `give_back` hands it to whoever is next."""

    def __init__(self, slots: int, most_waiting: int = 1_000) -> None:
        self._free = slots
        self._most = most_waiting
        self._waiting: dict[Rank, _Waiters] = {rank: OrderedDict() for rank in Rank}
        self._counts: dict[str, int] = {}

    def __len__(self) -> int:
        return sum(self._counts.values())

    async def take(self, standing: Standing) -> None:
        """Wait for a slot; `Full` at once if the party has too much waiting."""
        if self._free:
            self._free -= 1
            return
        if self._counts.get(standing.party, 0) >= self._most:
            raise Full(f"{self._most} pieces of work are waiting already")
        waiter = asyncio.get_running_loop().create_future()
        parties = self._waiting[standing.rank]
        parties.setdefault(standing.party, OrderedDict()).setdefault(
            standing.table, deque()
        ).append(waiter)
        self._counts[standing.party] = self._counts.get(standing.party, 0) + 1
        try:
            await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled():
                self.give_back()  # the slot came at the same moment
            raise
        finally:
            self._counts[standing.party] -= 1
            if not self._counts[standing.party]:
                del self._counts[standing.party]

    def give_back(self) -> None:
        """A slot is free again."""
        waiter = self._next()
        if waiter is None:
            self._free += 1
        else:
            waiter.get_loop().call_soon_threadsafe(self._hand, waiter)

    def _hand(self, waiter: asyncio.Future[None]) -> None:
        if waiter.done():  # whoever waited has just gone away
            self.give_back()
        else:
            waiter.set_result(None)

    def _next(self) -> asyncio.Future[None] | None:
        for parties in self._waiting.values():
            while parties:
                party, tables = parties.popitem(last=False)
                table, waiters = tables.popitem(last=False)
                waiter = waiters.popleft()
                if waiters:
                    tables[table] = waiters
                if tables:
                    parties[party] = tables
                if not waiter.done():  # done: whoever waited has gone away
                    return waiter
        return None
