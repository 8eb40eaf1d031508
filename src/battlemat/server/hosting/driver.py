"""Answers for those who are not people: machines think, and windows pass by policy.

For each table at most one driver runs, in the event loop; the thinking itself is done by worker
processes. A table never stays stuck on a machine: thinking that fails or is cancelled ends in a
quick move.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from battlemat.server.beside import beside
from battlemat.server.hosting.live import LiveTables
from battlemat.server.workers.fair_queue import Rank, Standing
from battlemat.server.workers.pool import NotDone, TooBusy
from battlemat.tables.ledger.keeper import StoreAway
from battlemat.tables.ledger.rows import now
from battlemat.tables.problems import Problem
from battlemat.tables.table import Table
from battlemat.tables.work import tasks
from battlemat.tables.work.jobs import MACHINE, QUICK, Job, give, next_job, pass_window, seed_of

_LOG = logging.getLogger("battlemat.server")
_LONGEST = 60.0
_WINDOW = 5.0
_STORE_AWAY = 1.0
_SEEN = 0.15
"""Seconds after which pages are told that a machine thinks; most answers are there before."""
_PATIENCE = 2.0
"""Seconds that machines among themselves wait in the queue before their standing is looked at."""


class Driver:
    """Drives all live tables."""

    def __init__(self, tables: LiveTables, secret: bytes) -> None:
        self._tables = tables
        self._secret = secret
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._thoughts: dict[str, tuple[int, int]] = {}  # work and question number, by game
        self._unwatched: set[str] = set()
        self.share: Callable[[int], int] = lambda most: most  # of what all servers may do
        tables.on_change = self.look
        tables.busy = self._tasks.__contains__

    async def close(self) -> None:
        """Stop driving."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def look(self, table: Table) -> None:
        """A table changed: see whether it needs an answer, or a thought is no longer wanted."""
        self._again.add(table.id)
        thought = self._thoughts.get(table.id)
        if thought is not None and thought[1] != table.play.asked:
            self._tables.pools.thinkers.cancel(thought[0])
        running = self._tasks.get(table.id)
        if running is None or running.done():
            if self._is_idle(table):
                self._again.discard(table.id)
                return
            self._tasks[table.id] = task = asyncio.create_task(self._drive(table))
            task.add_done_callback(lambda done: self._forget(table.id, done))

    @staticmethod
    def _is_idle(table: Table) -> bool:
        """Whether nothing is to be done at a table, as far as can be said without waiting."""
        if not table.lock.acquire(blocking=False):
            return False
        try:
            return not table.torn and not table.is_driven
        finally:
            table.lock.release()

    def _forget(self, game: str, done: asyncio.Task[None]) -> None:
        self._unwatched.discard(game)
        if self._tasks.get(game) is done:
            del self._tasks[game]

    def cancel(self, game: str) -> bool:
        """Stop the thinking at a table; False if nobody thinks there."""
        thought = self._thoughts.get(game)
        if thought is None:
            return False
        self._tables.pools.thinkers.cancel(thought[0])
        return True

    async def _drive(self, table: Table) -> None:
        while table.id in self._again:
            self._again.discard(table.id)
            try:
                job = await self._next(table)
                while job is not None and self._may_go_on(table, job):
                    await (self._think(table, job) if job.machine else self._window(table, job))
                    job = await self._next(table)
            except StoreAway:  # nothing is lost: go on where the ledger stands, once it can be read
                self._again.add(table.id)
                await asyncio.sleep(_STORE_AWAY)
            except Exception as error:  # a rule's own bug stops this table alone
                if isinstance(error, Problem) and error.status == 404:
                    return  # it was removed
                _LOG.exception("game %s cannot go on", table.id)

    def _may_go_on(self, table: Table, job: Job) -> bool:
        """Whether a game is driven on: of those that nobody watches, so many and no more."""
        self._unwatched.discard(table.id)
        if not job.machine or self._standing(table).rank is not Rank.NOBODY:
            return True
        if len(self._unwatched) >= self.share(self._tables.settings.limits.unwatched):
            return False  # a stream that is opened has it looked at again
        self._unwatched.add(table.id)
        return True

    def _standing(self, table: Table) -> Standing:
        """On whose behalf a machine thinks: a person's, a watcher's, or nobody's."""
        if table.people():
            rank = Rank.PERSON
        else:
            rank = Rank.WATCHER if self._tables.is_watched(table.id) else Rank.NOBODY
        return Standing(rank, table.party, table.id)

    async def _next(self, table: Table) -> Job | None:
        """What must be answered now; found out here where nothing is to be waited for."""
        if table.lock.acquire(blocking=False):
            try:
                if not table.torn and not table.can_begin:
                    return next_job(table)
            finally:
                table.lock.release()
        return await beside(self._job, table)

    def _job(self, table: Table) -> Job | None:
        """What must be answered now, or weighed; the first dice fall if nothing is left to wait
        for.
        """
        with table.lock:
            table.mend()
            if table.can_begin:
                self._begin(table)
            return next_job(table)

    def _begin(self, table: Table) -> None:
        try:
            self._tables.act(table, table.begin)
        except Problem as problem:  # another server has begun
            if problem.status != 409:
                raise

    # ------------------------------------------------------------------ machines

    async def _think(self, table: Table, job: Job) -> None:
        tables, begun = self._tables, time.monotonic()
        number = tables.pools.thinkers.number()
        self._thoughts[table.id] = (number, job.number)
        table.thinking = (job.player, now())
        loop = asyncio.get_running_loop()
        telling = loop.call_later(_SEEN, tables.tell_listeners, table.id)
        by, text = MACHINE, None
        try:
            text = await self._thought(table, job, number)
            rest = table.row.pace / 1000 - (time.monotonic() - begun)
            if rest > 0:
                await asyncio.sleep(rest)
        except NotDone:
            by = QUICK
        finally:
            telling.cancel()
            table.thinking = None
            self._thoughts.pop(table.id, None)
        await beside(self._give, table, job, text, by)

    async def _thought(self, table: Table, job: Job, number: int) -> str:
        """The text of a machine's answer, once a process has had the time."""
        think, seed = self._tables.pools.thinkers.run, seed_of(self._secret, job)
        while True:
            standing = self._standing(table)
            patience = None if standing.rank is Rank.PERSON else _PATIENCE
            try:
                found = await think(
                    tasks.think,
                    job.place,
                    job.machine,
                    seed,
                    number=number,
                    timeout=_LONGEST,
                    patience=patience,
                    standing=standing,
                )
            except TooBusy:  # it may be watched by now, and stand better
                await asyncio.sleep(_PATIENCE / 10)
                continue
            return str(found["text"])

    def _give(self, table: Table, job: Job, text: str | None, by: str) -> None:
        """Put an answer on the table, unless the question was answered or taken back meanwhile."""
        tables = self._tables
        try:
            tables.act(table, lambda: give(table, job, text, by, seed_of(self._secret, job)))
            if tables.is_watched(table.id):
                self._paint(table)
        except Problem as problem:
            if problem.status != 409:
                raise

    @staticmethod
    def _paint(table: Table) -> None:
        """Draw the board once, here, for all pages that look."""
        with table.lock:
            if not table.torn and not table.play.undecided:
                table.view.paint()

    # ------------------------------------------------------------------ windows

    async def _window(self, table: Table, job: Job) -> None:
        try:
            passed = await self._tables.pools.counters.run(
                tasks.passes,
                job.place,
                job.policy,
                timeout=_WINDOW,
                patience=_WINDOW,
                standing=Standing(Rank.PERSON, table.party, table.id),
            )
        except NotDone:
            passed = False  # in doubt a person is asked
        if passed:
            await beside(self._pass, table, job)
        else:
            await beside(self._let_ask, table, job)
            self._tables.tell_listeners(table.id)

    def _let_ask(self, table: Table, job: Job) -> None:
        with table.lock:
            table.play.let_ask(job.number)

    def _pass(self, table: Table, job: Job) -> None:
        try:
            self._tables.act(table, lambda: pass_window(table, job))
        except Problem as problem:
            if problem.status != 409:
                raise
