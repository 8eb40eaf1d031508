"""Flags: games end when the time of whoever is asked has run out.

Whatever is done at a table finds the flag fallen if it has; and a server that has the table awake
looks at it when the time is due, so that those who listen are told. Servers agree, because all of
them count by the ledger; one of them writes it down.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from battlemat.tables.play.clocks import later
from battlemat.tables.table import Table

_SELDOM = 3600.0


def due_at(table: Table) -> str | None:
    """When the time of whoever is asked runs out, as the store writes times; None if never."""
    with table.lock:
        clock, now = table.play.clock, table.keeper.now()
        seconds = clock.falls_in(now) if clock is not None and table.play.ending is None else None
    return None if seconds is None else later(now, seconds)


class FlagTimers:
    """Looks at tables when their time is due; lives in the event loop."""

    def __init__(self, awake: Callable[[str], Table | None], due: Callable[[Table], None]) -> None:
        self._awake = awake
        self._due = due
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def note(self, table: Table) -> None:
        """A table has changed: look at it again when its time is due."""
        timer = self._timers.pop(table.id, None)
        if timer is not None:
            timer.cancel()
        clock = table.play.clock
        seconds = clock.falls_in(table.keeper.now()) if clock is not None else None
        if seconds is None or table.play.ended is not None:
            return
        wait = min(_SELDOM, max(0.0, float(seconds)))
        loop = asyncio.get_running_loop()
        self._timers[table.id] = loop.call_later(wait, self._look, table.id)

    def _look(self, id: str) -> None:
        self._timers.pop(id, None)
        table = self._awake(id)  # one that sleeps is looked at when it wakes
        if table is not None:
            self._due(table)

    def close(self) -> None:
        """Look at nothing any more."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
