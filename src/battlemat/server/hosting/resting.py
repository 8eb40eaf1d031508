"""Boards of games that are not awake: shown from a snapshot, or played through in a worker.

Nothing heavy happens in this process. Reading a snapshot has threads of its own, few of them, so
that the event loop always gets its turn; playing a ledger has processes of its own. Pages of one
game that ask at the same time share the work.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any

from battlemat.server.beside import Hands
from battlemat.server.hosting import waking
from battlemat.server.quick_json import QUICK
from battlemat.server.settings import Settings
from battlemat.server.store.store import Store
from battlemat.server.workers.fair_queue import Standing
from battlemat.server.workers.pool import WorkerPool
from battlemat.tables.catalogue import Catalogue
from battlemat.tables.opening import is_game_id, rulebook_of, unknown_game
from battlemat.tables.play.clocks import with_machine
from battlemat.tables.problems import Problem
from battlemat.tables.view.board import Board, unpack

_READERS = 2
_LONGEST = 60.0
_MOST_SHOWN = 20_000


class RestingGames:
    """The boards of games that are not awake. `shown` tells up to which entry each was shown."""

    def __init__(
        self, catalogue: Catalogue, store: Store, settings: Settings, pool: WorkerPool
    ) -> None:
        self._catalogue = catalogue
        self._store = store
        self._where = settings.db, settings.key
        self._pool = pool
        self._readers = Hands(_READERS, "boards")
        self._asked: dict[tuple[str, str], asyncio.Task[Board | None]] = {}
        self.shown: OrderedDict[str, int] = OrderedDict()

    def close(self) -> None:
        """Stop reading."""
        for task in list(self._asked.values()):
            task.cancel()
        self._readers.close()

    async def by_snapshot(self, id: str) -> Board | None:
        """The board of a game, or a 404; None if it has no snapshot that can be believed.

        409 if its rules are not those of this server.
        """
        return await self._shared("read", id, lambda: self._read(id))

    async def played(self, id: str, pool: WorkerPool | None = None, party: str = "") -> Board:
        """The board of a game, played by a process of `pool`, or where games are usually woken.

        `NotDone` if no process could.
        """
        board = await self._shared("play", id, lambda: self._play(id, pool or self._pool, party))
        assert board is not None  # it is played, or it is said why not
        return board

    async def _shared(
        self, how: str, id: str, find: Callable[[], Coroutine[Any, Any, Board | None]]
    ) -> Board | None:
        """What one search finds for all who ask while it goes on."""
        task = self._asked.get((how, id))
        if task is None:
            task = self._asked[how, id] = asyncio.create_task(find())
            task.add_done_callback(lambda done: self._found(how, id, done))
        return await asyncio.shield(task)

    def _found(self, how: str, id: str, done: asyncio.Task[Board | None]) -> None:
        del self._asked[how, id]
        if done.cancelled() or done.exception() is not None:
            return  # it is told to whoever asked; nobody may be left by now
        board = done.result()
        if board is not None:
            self.shown.pop(id, None)
            self.shown[id] = board.snapshot.number
            if len(self.shown) > _MOST_SHOWN:
                self.shown.popitem(last=False)

    async def _play(self, id: str, pool: WorkerPool, party: str) -> Board:
        told = await pool.run(
            waking.play, None, *self._where, id, timeout=_LONGEST, standing=Standing(party=party)
        )
        if isinstance(told, Board):
            return told
        raise Problem(*told)

    async def _read(self, id: str) -> Board | None:
        return await self._readers.do(self._look, id)

    def _look(self, id: str) -> Board | None:
        asleep = self._store.asleep(id) if is_game_id(id) else None
        if asleep is None:
            raise unknown_game()
        rulebook = rulebook_of(self._catalogue, asleep.row)
        snapshot = unpack(asleep, rulebook)
        if snapshot is None:
            return None
        row = asleep.row
        for player, machine in snapshot.stand_ins.items():
            row = with_machine(row, player, machine)
        return Board(QUICK, row, rulebook.title, asleep.claimed, asleep.held, snapshot)
