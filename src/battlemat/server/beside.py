"""Work beside the event loop: the one place that knows how a host does it.

A server has threads for what waits (locks, the store) and processes for what thinks. A host that
has neither chooses `INLINE` before it opens anything: the same work is then done where it is asked
for, and the loop waits for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from enum import Enum
from typing import ParamSpec, TypeVar

from anyio import to_thread
from starlette.concurrency import run_in_threadpool

P = ParamSpec("P")
T = TypeVar("T")


class Way(Enum):
    """How work is done beside the loop."""

    THREADS = "threads"
    INLINE = "inline"


_way = Way.THREADS


def choose(way: Way) -> None:
    """Choose for this process, before anything is opened."""
    global _way
    _way = way


@contextmanager
def chosen(way: Way) -> Iterator[None]:
    """Choose for as long as the block runs."""
    before = _way
    choose(way)
    try:
        yield
    finally:
        choose(before)


def is_inline() -> bool:
    """Whether this host has neither threads nor processes."""
    return _way is Way.INLINE


async def beside(work: Callable[P, T], /, *args: P.args, **named: P.kwargs) -> T:
    """Do something that may wait, while the loop goes on."""
    if is_inline():
        return work(*args, **named)
    return await asyncio.to_thread(work, *args, **named)


async def for_request(work: Callable[P, T], /, *args: P.args, **named: P.kwargs) -> T:
    """The same for somebody who waits for a response: requests have threads of their own."""
    if is_inline():
        return work(*args, **named)
    return await run_in_threadpool(work, *args, **named)


def limit_requests(threads: int) -> None:
    """Let requests have so many threads; in the event loop."""
    to_thread.current_default_thread_limiter().total_tokens = threads


def begin(work: Callable[P, object], /, *args: P.args, **named: P.kwargs) -> None:
    """Begin something and go on; in the event loop. What it raises is told to nobody."""
    hands = None if not is_inline() else _Inline()
    asyncio.get_running_loop().run_in_executor(hands, lambda: work(*args, **named))


class Hands:
    """A few threads that work at one thing alone, so that nothing else keeps it waiting."""

    def __init__(self, threads: int, name: str) -> None:
        self._executor: Executor = _Inline() if is_inline() else ThreadPoolExecutor(threads, name)
        self.begin: Callable[..., object] = self._executor.submit  # and go on; from any thread

    async def do(self, work: Callable[P, T], /, *args: P.args, **named: P.kwargs) -> T:
        """Do something beside the loop."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._executor, lambda: work(*args, **named))

    def close(self) -> None:
        """Do what is begun, and no more."""
        self._executor.shutdown(cancel_futures=True)


class _Inline(Executor):
    """Does everything at once, where it is asked for."""

    def submit(self, work: Callable[P, T], /, *args: P.args, **named: P.kwargs) -> Future[T]:
        return done(work, *args, **named)


def done(work: Callable[P, T], /, *args: P.args, **named: P.kwargs) -> Future[T]:
    """What came of something that is done here and now."""
    future: Future[T] = Future()
    try:
        future.set_result(work(*args, **named))
    except BaseException as error:  # it is told to whoever asks for the result
        future.set_exception(error)
    return future
