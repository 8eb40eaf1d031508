"""The tables that a server has in memory: which are live, who listens to them, what happens next.

Requests run in threads and work on a table under its lock; the event loop only carries messages.
Whoever changes a table calls `changed` (or goes through `act`, which does), and all who listen hear
of it. What other servers on the same store write is heard with every request, and by looking for
it now and then.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from typing import Any, TypeVar

from battlemat.server.beside import Hands, begin, beside
from battlemat.server.fitting_choices import PreparedChoices
from battlemat.server.hosting.flags import FlagTimers
from battlemat.server.hosting.resting import RestingGames
from battlemat.server.hosting.snapshots import SnapshotKeeper
from battlemat.server.metrics import resident
from battlemat.server.quick_json import QUICK
from battlemat.server.settings import Settings
from battlemat.server.store.notices import Ear
from battlemat.server.store.store import Store
from battlemat.server.workers.fair_queue import FairQueue, Rank, Standing
from battlemat.server.workers.pool import NotDone
from battlemat.server.workers.pools import WorkerPools
from battlemat.tables.catalogue import Catalogue
from battlemat.tables.ledger.keeper import StoreAway
from battlemat.tables.ledger.rows import Asleep, GameRow
from battlemat.tables.opening import is_game_id, open_table, unknown_game
from battlemat.tables.problems import Problem
from battlemat.tables.seats.links import Links
from battlemat.tables.table import Table
from battlemat.tables.view.board import Board, take, unpack

T = TypeVar("T")
_LOG = logging.getLogger("battlemat.server")
_WAKERS = 2
_ACTORS = 6
"""Threads that wait for the store: enough for its delays, few enough to leave the loop its turn."""
_MOST_WAITING = 100_000
_LOOK_FOR_STORE = 0.5
_SELDOM = 5.0
"""Seconds after which all ledgers are looked at, even if the store tells what is new."""
_ALL = ""
_FEW = 4
_GLANCE, _REST = 0.1, 10.0
"""Seconds between two looks at how much memory the process holds, and after it was too much."""


class Listener:
    """One stream that wants to hear of a table. It lives in the event loop."""

    def __init__(self) -> None:
        self._news = False
        self._waits: asyncio.Future[bool] | None = None

    def tell(self) -> None:
        """Something changed."""
        self._news = True
        self._wake()

    def _wake(self) -> None:
        if self._waits is not None and not self._waits.done():
            self._waits.set_result(True)

    def tell_in(self, seconds: float) -> None:
        """Have it look again after a while."""
        asyncio.get_running_loop().call_later(seconds, self.tell)

    async def wait(self, seconds: float) -> bool:
        """Wait for news; False if there were none for so long."""
        if not self._news:
            loop = asyncio.get_running_loop()
            self._waits = loop.create_future()
            enough = loop.call_later(seconds, self._wake)
            try:
                await self._waits
            finally:
                enough.cancel()
                self._waits = None
        news, self._news = self._news, False
        return news


class LiveTables:
    """The live tables. `on_change` is called in the event loop after each change of a table."""

    def __init__(self, settings: Settings, catalogue: Catalogue, store: Store) -> None:
        self.settings = settings
        self.catalogue = catalogue
        self.fitting = PreparedChoices(catalogue)
        self.store = store
        self.links = Links(store.secret(), settings.prefix)
        self.pools = WorkerPools(catalogue, settings)
        self.on_change: Callable[[Table], None] = lambda _table: None
        self.busy: Callable[[str], bool] = lambda _game: False
        self.ending = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._lock = Lock()
        self.resting = RestingGames(catalogue, store, settings, self.pools.wakers)
        self._snapshots = SnapshotKeeper(store)
        self._flags = FlagTimers(lambda id: self._tables.get(id), self._look_at_flag)
        self._wakers = Hands(_WAKERS, "waking")
        self._actors = Hands(_ACTORS, "acting")
        self._turns = FairQueue(_WAKERS, _MOST_WAITING)
        self._waking: dict[str, asyncio.Task[Table]] = {}
        self._listeners: dict[str, set[Listener]] = {}
        self._hearing: asyncio.Task[None] | None = None
        self._ear: Ear | None = None
        self._told_of: set[str] = set()
        self._news = asyncio.Event()
        self._look_at_memory = 0.0

    def open(self) -> None:
        """Begin; to be called in the event loop."""
        self._loop = asyncio.get_running_loop()
        self._ear = self.store.listen(self._heard)
        self._hearing = self._loop.create_task(self._hear_others())
        self._snapshots.open()

    async def close(self) -> None:
        """End the workers, store the last snapshots and let go of the store."""
        if self._hearing is not None:
            self._hearing.cancel()
            await asyncio.gather(self._hearing, return_exceptions=True)
        if self._ear is not None:
            await beside(self._ear.close)
        self._loop = None
        self._flags.close()
        for waking in list(self._waking.values()):
            waking.cancel()
        await self._snapshots.close()
        self.pools.close()
        self.resting.close()
        self._wakers.close()
        self._actors.close()
        self.store.close()

    # ------------------------------------------------------------------ tables

    async def find(self, id: str) -> Table:
        """The table of a game, or a 404. A game that was not live wakes up, once for all who ask.

        Waking has threads of its own, so that it keeps no other request waiting; games that wait
        for a person wake first.
        """
        found = self.live(id)
        return found if found is not None else await asyncio.shield(self._wakes(id, Rank.PERSON))

    def rouse(self, board: Board) -> None:
        """Let a game wake that goes on by itself, when those who wait for theirs have it."""
        if board.driven and self.live(board.id) is None:
            self._wakes(board.id, Rank.WATCHER if board.people() else Rank.NOBODY)

    def _wakes(self, id: str, rank: Rank) -> asyncio.Task[Table]:
        waking = self._waking.get(id)
        if waking is None:
            waking = self._waking[id] = asyncio.create_task(self._wake_in_turn(id, rank))
            waking.add_done_callback(lambda done: self._woken(id, done))
        return waking

    async def look(self, id: str) -> Table | Board:
        """A game as it stands: its table if it is awake, or else its board; or a 404."""
        found = self.live(id)
        if found is not None:
            await beside(self.hear, found)
            return found
        board = await self.resting.by_snapshot(id)
        if board is None and len(self._waking) >= _WAKERS:  # a process may have more time for it
            with suppress(NotDone):
                board = await self.resting.played(id)
        return board if board is not None else await self.find(id)

    def live(self, id: str) -> Table | None:
        """The table of a game, if it is awake."""
        with self._lock:
            found = self._tables.get(id)
            if found is not None:
                self._tables.move_to_end(id)
            return found

    def _woken(self, id: str, done: asyncio.Task[Table]) -> None:
        del self._waking[id]
        if not done.cancelled():
            done.exception()  # it is told to whoever asked; nobody may be left by now

    async def _wake_in_turn(self, id: str, rank: Rank) -> Table:
        await self._turns.take(Standing(rank, table=id))
        try:
            return await self._wakers.do(self._wake, id)
        finally:
            self._turns.give_back()

    def _wake(self, id: str) -> Table:
        found = self.live(id)  # it may have come to be while this waited
        if found is not None:
            return found
        asleep = self.store.asleep(id) if is_game_id(id) else None
        if asleep is None:
            raise unknown_game()
        try:
            table = self.seat(asleep.row, quietly=True)
        except Problem as problem:
            if problem.error == "other-version":  # what a snapshot shows of it is no game any more
                self.store.drop_snapshot(id)
                self._call_in_loop(self.tell_listeners, id)
            raise
        with table.lock:
            table.revised = self._was_shown_wrong(table, asleep)
        self.changed(table)
        return table

    def _was_shown_wrong(self, table: Table, asleep: Asleep) -> bool:
        """Whether a snapshot told something else than the ledger, which alone is right."""
        kept = unpack(asleep, table.rulebook)
        if kept is None or kept.number != table.play.number:
            return False
        stands = take(table, [], log=False)
        same = (kept.step, kept.scene, kept.question) == (
            stands.step,
            stands.scene,
            stands.question,
        )
        if not same:
            _LOG.error("the snapshot of game %s was not of its ledger", table.id)
        return not same

    def seat(self, row: GameRow, *, quietly: bool = False) -> Table:
        """Make a stored game live. Nothing happens at it `quietly`, until it is told of."""
        table = open_table(self.catalogue, self.store, row, writer=QUICK)
        with table.lock:
            table.pass_windows()  # the server may have ended before it could
        with self._lock:
            self._tables[row.id] = table
            self._make_room()
        if not quietly:
            self.changed(table)
        return table

    def drop(self, id: str) -> None:
        """A game was removed: let go of it, and let its streams end. From any thread."""
        with self._lock:
            self._tables.pop(id, None)
        self._call_in_loop(self.tell_listeners, id)

    def _make_room(self) -> None:
        """Let the tables sleep that nobody used for longest and nobody listens to.

        Where the process holds too much, half of all go, listened to or not: a page that listens
        to a game that sleeps loses nothing.
        """
        spare = len(self._tables) - self.settings.live_tables
        crowded = self._is_crowded()
        if crowded:
            spare = max(spare, len(self._tables) // 2)
        for id in list(self._tables)[:-1]:
            if spare <= 0:
                break
            if (crowded or not self._listeners.get(id)) and not self.busy(id):
                del self._tables[id]
                spare -= 1
        if crowded:
            gc.collect()  # a table is a ring of objects

    def _is_crowded(self) -> bool:
        """Whether the process holds too much; looked at now and then, and not by every request."""
        now = time.monotonic()
        if now < self._look_at_memory or len(self._tables) < _FEW:
            return False
        crowded = (resident() or 0) > self.settings.limits.memory
        self._look_at_memory = now + (_REST if crowded else _GLANCE)
        return crowded

    # ------------------------------------------------------------------ news

    def changed(self, table: Table) -> None:
        """Tell everyone that a table changed. From any thread."""
        self._call_in_loop(self.tell, table)

    def _call_in_loop(self, what: Callable[..., None], *args: Any) -> None:
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(what, *args)

    def tell(self, table: Table) -> None:
        """Tell everyone that a table changed; in the event loop."""
        self.tell_listeners(table.id)
        self._snapshots.note(table)
        self._flags.note(table)
        self.on_change(table)

    def end_streams(self) -> None:
        """The server is about to end: let every stream come to its end. In the event loop."""
        self.ending = True
        for id in list(self._listeners):
            self.tell_listeners(id)

    def gauges(self) -> dict[str, float]:
        """What there is at the moment, for whoever watches over the server; in the event loop."""
        pools = vars(self.pools).items()
        return {
            "tables_live": len(self._tables),
            "tables_waking": len(self._waking),
            "streams_open": sum(map(len, self._listeners.values())),
            "store_away": float(self.store.away),
            **{f"waiting_for_{name}": pool.waiting for name, pool in pools},
        }

    def is_watched(self, id: str) -> bool:
        """Whether anybody listens to a table."""
        return bool(self._listeners.get(id))

    def tell_listeners(self, id: str) -> None:
        """Wake the streams of a table; in the event loop."""
        for listener in self._listeners.get(id, ()):
            listener.tell()

    @contextmanager
    def listening(self, id: str) -> Iterator[Listener]:
        """Hear of a table for as long as the block runs; in the event loop."""
        listener = Listener()
        self._listeners.setdefault(id, set()).add(listener)
        try:
            yield listener
        finally:
            listeners = self._listeners[id]
            listeners.discard(listener)
            if not listeners:
                del self._listeners[id]

    def act(self, table: Table, deed: Callable[[], Any]) -> Any:
        """Change a table under its lock, then tell everyone."""
        with table.lock:
            table.mend()
            table.fall()
            result = deed()
            table.pass_windows()
        self.changed(table)
        return result

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Work at a table, which may wait for its lock and for the store, beside the loop."""
        return await self._actors.do(work)

    def _look_at_flag(self, table: Table) -> None:
        """The time of a table is due; in the event loop."""
        if self._loop is not None:
            begin(self._fall, table)

    def _fall(self, table: Table) -> None:
        with suppress(Problem, StoreAway):  # whoever comes next looks again
            self.hear(table)
            self.act(table, lambda: None)

    # ------------------------------------------------------------------ other servers

    def hear(self, table: Table) -> None:
        """Hear out what other servers wrote into a game, and tell everyone."""
        with table.lock:
            if not table.catch_up():
                return
            table.pass_windows()
        self.changed(table)

    async def _hear_others(self) -> None:
        """Look, for all tables that are listened to, whether another server wrote into them."""
        while True:
            games = await self._games_to_look_at()
            if games:
                try:
                    await beside(self._hear_all, games)
                except StoreAway:
                    await self._wait_for_store()
                except Exception:
                    _LOG.exception("other servers could not be heard")
            elif self.store.away:
                await self._wait_for_store()

    async def _games_to_look_at(self) -> list[str]:
        """Wait until the store has told of games, or it is time to look at all."""
        told = self._ear is not None and self._ear.hears and not self.store.away
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), _SELDOM if told else self.settings.hearing)
            self._news.clear()
            games, self._told_of = self._told_of, set()
            if _ALL not in games:
                return [id for id in games if id in self._listeners]
        return list(self._listeners)

    def _heard(self, game: str | None) -> None:
        """The store tells of a game. In a thread of its own: the loop is not woken for others'."""
        if game is None or game in self._listeners:
            self._call_in_loop(self._note, game)

    def _note(self, game: str | None) -> None:
        self._told_of.add(_ALL if game is None else game)
        self._news.set()

    async def _wait_for_store(self) -> None:
        """Look for the store until it is back; said in the log when it goes and when it comes."""
        _LOG.error("the store is away; answers are refused until it is back")
        while not await beside(self.store.look):
            await asyncio.sleep(_LOOK_FOR_STORE)
        _LOG.error("the store is back")

    def _hear_all(self, games: list[str]) -> None:
        newest = self.store.newest(games)
        with self._lock:
            tables = {id: self._tables.get(id) for id in games}
        for id, table in tables.items():
            if table is not None:
                if newest.get(id, 0) > table.play.number:
                    self.hear(table)
            elif newest.get(id, 0) > self.resting.shown.get(id, newest.get(id, 0)):
                self._call_in_loop(self.tell_listeners, id)
