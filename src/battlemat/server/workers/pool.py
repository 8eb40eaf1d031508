"""Pools of worker processes, seen from the server, so that nothing heavy runs in the event loop.

A caller gets its result, or `NotDone` once its time is up; a worker that dies takes no game along.
Work waits in a fair queue until a process is free, and work that nobody watches makes room for work
that a person waits for. All methods are called in the event loop.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import count
from threading import Lock
from typing import Any

from battlemat.kernel.words import say, spoken
from battlemat.server.beside import beside, done, is_inline
from battlemat.server.workers import process
from battlemat.server.workers.fair_queue import FairQueue, Full, Rank, Standing
from battlemat.server.workers.process import Bounds
from battlemat.tables.catalogue import Catalogue
from battlemat.tables.work.jobs import Place

_LOG = logging.getLogger("battlemat.server")
_RING = 128


class NotDone(Exception):
    """The work was cancelled, took too long, or its worker died."""


class TooBusy(NotDone):
    """The work was never begun: too much of its party waits already, or nobody had time for it."""


@dataclass(slots=True)
class _Running:
    """A piece of work in a process; one that nobody watches may have to make room."""

    number: int
    rank: Rank
    preempted: bool = False


class WorkerPool:
    """A pool of processes. They start with the first piece of work."""

    def __init__(
        self,
        catalogue: Catalogue,
        processes: int,
        *,
        bounds: Bounds | None = None,
        most_waiting: int = 1_000,
    ) -> None:
        self._catalogue = catalogue
        self._processes = processes
        self._bounds = bounds or Bounds()
        self._context = multiprocessing.get_context("spawn")
        self._cancelled = self._context.RawArray("q", _RING)  # one writer, whole words: no lock
        self._numbers = count(1)
        self._lock = Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._queue = FairQueue(processes, most_waiting)
        self._waiting: dict[int, asyncio.Task[None]] = {}
        self._running: dict[int, _Running] = {}
        self._taken_away: set[int] = set()
        self._closed = False
        self._here = process.Worker(catalogue, self._cancelled, self._bounds)

    @property
    def waiting(self) -> int:
        """How many pieces of work wait for a process."""
        return len(self._waiting)

    def number(self) -> int:
        """A number for a piece of work, by which it can be cancelled."""
        return next(self._numbers)

    def cancel(self, number: int) -> None:
        """Take a piece of work away; its caller gets `NotDone` soon."""
        if number not in self._waiting and number not in self._running:
            return
        self._taken_away.add(number)
        self._cancelled[number % _RING] = number
        waiter = self._waiting.get(number)
        if waiter is not None:
            waiter.cancel()

    async def run(
        self,
        function: Callable[..., Any],
        place: Place | None,
        *args: Any,
        number: int | None = None,
        timeout: float | None = None,
        patience: float | None = None,
        standing: Standing | None = None,
    ) -> Any:
        """Do `function(catalogue, game, *args)` in a worker, or without `game` where no place is.

        It may take `timeout` seconds once a process is free, and wait `patience` seconds for one.
        """
        task = self.number() if number is None else number
        standing = standing or Standing()
        try:
            while True:
                await self._turn(task, standing, patience)
                running = self._running[task] = _Running(task, standing.rank)
                try:
                    return await self._do(task, function, place, args, timeout)
                except NotDone:
                    if not running.preempted or task in self._taken_away:
                        raise
                    self._cancelled[task % _RING] = 0  # it made room, and waits for its turn again
                finally:
                    del self._running[task]
        finally:
            self._taken_away.discard(task)

    async def _turn(self, task: int, standing: Standing, patience: float | None) -> None:
        """Wait until a process is free."""
        if standing.rank is Rank.PERSON:
            self._make_room()
        waiter = self._waiting[task] = asyncio.ensure_future(self._queue.take(standing))
        try:
            done, _ = await asyncio.wait([waiter], timeout=patience)
        except asyncio.CancelledError:  # not this work, but whoever wants it, is taken away
            self._leave_queue(waiter)
            raise
        finally:
            del self._waiting[task]
        if not done:
            self._leave_queue(waiter)
            raise TooBusy(say("the server was too busy for it"))
        if waiter.cancelled():
            raise NotDone(say("it was cancelled"))
        if isinstance(full := waiter.exception(), Full):
            raise TooBusy(str(full))

    def _leave_queue(self, waiter: asyncio.Task[None]) -> None:
        if not waiter.done():
            waiter.cancel()
        elif not waiter.cancelled() and waiter.exception() is None:
            self._queue.give_back()  # the slot came at the same moment

    def _make_room(self) -> None:
        """Take one process back from work that nobody watches, if all are at work."""
        if len(self._running) < self._processes:
            return
        for running in self._running.values():
            if running.rank is Rank.NOBODY and not running.preempted:
                running.preempted = True
                self._cancelled[running.number % _RING] = running.number
                return

    async def _do(
        self,
        task: int,
        function: Callable[..., Any],
        place: Place | None,
        args: tuple[Any, ...],
        timeout: float | None,
    ) -> Any:
        """The work itself. Its slot is given back when its process is free again, and no sooner."""
        loop = asyncio.get_running_loop()
        try:
            future = await beside(self._submit, task, function, place, args)
        except BaseException as error:
            self._queue.give_back()
            if isinstance(error, RuntimeError):
                raise NotDone(str(error)) from error
            raise
        future.add_done_callback(lambda _done: _tell(loop, self._queue.give_back))
        try:
            result = await asyncio.wait_for(asyncio.wrap_future(future), timeout)
        except TimeoutError:
            self.cancel(task)
            raise NotDone(say("it took too long")) from None
        except asyncio.CancelledError:
            self.cancel(task)
            raise
        except (BrokenProcessPool, CancelledError, RuntimeError) as error:
            raise NotDone(str(error)) from error
        except Exception as error:
            _LOG.exception("a worker failed at %s", place.game if place else function.__name__)
            raise NotDone(str(error)) from error
        if result == process.CANCELLED:
            raise NotDone(say("it was cancelled"))
        return result

    def _submit(
        self, task: int, function: Callable[..., Any], place: Place | None, args: tuple[Any, ...]
    ) -> Future[Any]:
        with self._lock:
            if self._closed:
                raise RuntimeError("the server is closing")
            if is_inline():
                return done(self._here.do, function, place, args)
            try:
                return self._processes_now().submit(process.run, task, function, place, args)
            except BrokenProcessPool:  # a worker died since; those who wait need not know
                self._drop_broken()
                return self._processes_now().submit(process.run, task, function, place, args)

    def _processes_now(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._processes,
                mp_context=self._context,
                initializer=process.begin,
                initargs=(self._catalogue, self._cancelled, self._bounds, spoken()),
            )
        return self._pool

    def _drop_broken(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """Stop all work and end the processes."""
        with self._lock:
            self._closed = True
            pool, self._pool = self._pool, None
        for task in [*self._waiting, *self._running]:
            self.cancel(task)
        if pool is not None:
            pool.shutdown(wait=True, cancel_futures=True)


def _tell(loop: asyncio.AbstractEventLoop, what: Callable[[], None]) -> None:
    """Call something in the event loop, or here if that has ended."""
    if loop.is_closed():
        what()
    else:
        loop.call_soon_threadsafe(what)
