"""Pools of worker processes, seen from the server, so that nothing heavy runs in the event loop.

A caller gets its result, or `NotDone` once its time is up; a worker that dies takes no game along.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import count
from threading import Lock
from typing import Any

from battlemat.server.catalogue import Catalogue
from battlemat.server.workers import process
from battlemat.server.workers.process import Place

_LOG = logging.getLogger("battlemat.server")
_RING = 128


class NotDone(Exception):
    """The work was cancelled, took too long, or its worker died."""


class WorkerPool:
    """A pool of processes. They start with the first piece of work."""

    def __init__(self, catalogue: Catalogue, processes: int) -> None:
        self._catalogue = catalogue
        self._processes = processes
        self._context = multiprocessing.get_context("spawn")
        self._cancelled = self._context.RawArray("q", _RING)  # one writer, whole words: no lock
        self._numbers = count(1)
        self._lock = Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._running: set[int] = set()
        self._closed = False

    def number(self) -> int:
        """A number for a piece of work, by which it can be cancelled."""
        return next(self._numbers)

    def cancel(self, number: int) -> None:
        """Take a piece of work away; its caller gets `NotDone` soon."""
        self._cancelled[number % _RING] = number

    async def run(
        self,
        function: Callable[..., Any],
        place: Place,
        *args: Any,
        number: int | None = None,
        timeout: float | None = None,
    ) -> Any:
        """Do `function(catalogue, game, *args)` in a worker."""
        task = self.number() if number is None else number
        self._running.add(task)
        try:
            future = await asyncio.to_thread(self._submit, task, function, place, args)
            result = await asyncio.wait_for(asyncio.wrap_future(future), timeout)
        except TimeoutError:
            self.cancel(task)
            raise NotDone("it took too long") from None
        except asyncio.CancelledError:
            self.cancel(task)
            raise
        except (BrokenProcessPool, CancelledError, RuntimeError) as error:
            self._drop_broken()
            raise NotDone(str(error)) from error
        except Exception as error:
            _LOG.exception("a worker failed at game %s", place.game)
            raise NotDone(str(error)) from error
        finally:
            self._running.discard(task)
        if result == process.CANCELLED:
            raise NotDone("it was cancelled")
        return result

    def _submit(
        self, task: int, function: Callable[..., Any], place: Place, args: tuple[Any, ...]
    ) -> Future[Any]:
        with self._lock:
            if self._closed:
                raise RuntimeError("the server is closing")
            if self._pool is None:
                self._pool = ProcessPoolExecutor(
                    self._processes,
                    mp_context=self._context,
                    initializer=process.begin,
                    initargs=(self._catalogue, self._cancelled),
                )
            return self._pool.submit(process.run, task, function, place, args)

    def _drop_broken(self) -> None:
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """Stop all work and end the processes."""
        with self._lock:
            self._closed = True
            pool, self._pool = self._pool, None
        for task in list(self._running):
            self.cancel(task)
        if pool is not None:
            pool.shutdown(wait=True, cancel_futures=True)
