"""Snapshots of live tables, stored a little after each pause in play, many at a time.

Nothing waits for a snapshot, and nothing is lost with one: a server that is killed leaves older
ones behind, which nobody believes. With each the board is kept for good, so that the game can be
looked at again when its rules are others.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

from battlemat.server.beside import beside
from battlemat.server.hosting.flags import due_at
from battlemat.server.store.board_store import BoardRow, BoardStore
from battlemat.server.store.due_store import DueStore
from battlemat.server.store.store import Store
from battlemat.tables.ledger.keeper import StoreAway
from battlemat.tables.ledger.rows import SnapshotRow
from battlemat.tables.table import Table
from battlemat.tables.view.board import all_viewers, pack, take

_LOG = logging.getLogger("battlemat.server")
_LOOK = 1.0
_QUIET = 6.0
_LONGEST = 30.0
"""Seconds for which a table must be quiet, longer than most looks before an answer: a snapshot that
the next answer makes worthless costs more than the answer. And after which it is stored anyway."""
_AT_ONCE = 40


@dataclass(slots=True)
class _Changed:
    table: Table
    first: float
    last: float


class SnapshotKeeper:
    """Stores snapshots of tables that changed; lives in the event loop."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._boards = BoardStore(store)
        self._due = DueStore(store)
        self._changed: dict[str, _Changed] = {}
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin."""
        self._task = asyncio.get_running_loop().create_task(self._go_round())

    async def close(self) -> None:
        """Store what has changed, and end."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        while self._changed:
            await self._keep_some(list(self._changed))

    def note(self, table: Table) -> None:
        """A table has changed."""
        now = asyncio.get_running_loop().time()
        found = self._changed.get(table.id)
        if found is None or found.table is not table:
            self._changed[table.id] = _Changed(table, now, now)
        else:
            found.last = now

    async def _go_round(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(_LOOK)
            now = loop.time()
            due = [
                id
                for id, one in self._changed.items()
                if now - one.last >= _QUIET or now - one.first >= _LONGEST
            ]
            if due:
                await self._keep_some(due)

    async def _keep_some(self, due: list[str]) -> None:
        tables = [self._changed.pop(id).table for id in due[:_AT_ONCE]]
        try:
            await beside(self._keep, tables)
        except StoreAway:
            pass  # the ledger is all that counts, and the next change comes with a snapshot
        except Exception:  # a rule's own bug: the game is shown by playing it
            _LOG.exception("snapshots could not be stored")

    def _keep(self, tables: list[Table]) -> None:
        taken = [both for table in tables if (both := _taken(table)) is not None]
        self._store.keep_snapshots([row for row, _ in taken])
        self._boards.keep([board for _, board in taken])
        self._due.note({table.id: due_at(table) for table in tables})


def _taken(table: Table) -> tuple[SnapshotRow, BoardRow] | None:
    with table.lock:
        if table.torn:
            return None
        stands = take(table, all_viewers(table), log=True)
        return pack(table, stands), BoardRow(table.id, stands.number, stands.scene)
