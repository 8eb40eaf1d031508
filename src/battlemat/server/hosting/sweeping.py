"""Games whose time has run out end, also while they sleep and nobody looks at them.

A server that has a game awake looks at its clock when it is due. What sleeps is found in the store,
woken, and ended by the same rule; of several servers that find it one writes it down.
"""

from __future__ import annotations

import asyncio
import logging

from battlemat.server.beside import beside
from battlemat.server.hosting.live import LiveTables
from battlemat.server.store.due_store import DueStore
from battlemat.tables.ledger.keeper import StoreAway
from battlemat.tables.problems import Problem

_LOG = logging.getLogger("battlemat.server")
_EVERY = 60.0
_AT_ONCE = 50


class Sweeper:
    """Looks for games whose time has run out, now and then; lives in the event loop."""

    def __init__(self, tables: LiveTables) -> None:
        self._tables = tables
        self._due = DueStore(tables.store)

    async def run(self) -> None:
        """Go on for ever."""
        while True:
            await asyncio.sleep(_EVERY)
            try:
                await self.sweep()
            except StoreAway:
                pass  # they are found the next time
            except Exception:
                _LOG.exception("games whose time has run out could not be ended")

    async def sweep(self) -> None:
        """End the games whose time has run out."""
        tables = self._tables
        for game in await beside(self._due.before, tables.store.now(), _AT_ONCE):
            try:
                table = await tables.find(game)
                await beside(tables.act, table, lambda: None)
            except Problem:  # it cannot be played any more: nobody's time runs
                await beside(self._due.note, {game: None})
