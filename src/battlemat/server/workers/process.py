"""The inside of a worker process: the games it keeps, the work at hand, how that is cancelled.

A worker is told the answers of a game and never its seed, so no machine can know a die before it
falls. What it is asked to do stands in `tasks` and `course`; `pool` asks it.
"""

from __future__ import annotations

import os
import signal
from _thread import interrupt_main
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import connection, parent_process
from pathlib import Path
from threading import Thread
from typing import Any

try:
    import resource
except ImportError:  # Windows has no such limits; there the time limits of the pool must do
    resource = None  # type: ignore[assignment]

from battlemat.kernel.errors import RuleBug
from battlemat.kernel.game import Game
from battlemat.kernel.words import ENGLISH, speak
from battlemat.kernel.words import Catalogue as Words
from battlemat.tables.catalogue import Catalogue
from battlemat.tables.work.jobs import Place


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one piece of work may use: processor seconds, and bytes beyond what the worker has.

    A worker that uses more processor time dies; one that wants more memory gets `MemoryError`.
    One that is `nice` lets others go first, as the system counts it.
    """

    seconds: int = 70
    memory: int = 2 * 2**30
    nice: int = 0


class Cancelled(BaseException):
    """The work is not wanted any more. Not an `Exception`, so that no player swallows it."""


class Worker:
    """What a worker knows: its catalogue, its games, and what it is doing."""

    def __init__(self, catalogue: Catalogue, cancelled: Any, bounds: Bounds) -> None:
        self.catalogue = catalogue
        self.cancelled = cancelled
        self.bounds = bounds
        self.current = 0
        self.games: OrderedDict[str, Game[Any]] = OrderedDict()

    def at(self, place: Place) -> Game[Any]:
        """The game at a place; the last few games are kept and played on."""
        game = self.games.pop(place.game, None)
        if game is None or tuple(game.answers) != place.answers[: len(game.answers)]:
            game = Game(self.catalogue.find(place.rulebook), place.setup)
        for answer in place.answers[len(game.answers) :]:
            game.answer(answer)
        self.games[place.game] = game
        while len(self.games) > _MOST_GAMES:
            self.games.popitem(last=False)
        return game

    def do(self, work: Callable[..., Any], place: Place | None, args: tuple[Any, ...]) -> Any:
        """Do one piece of work: `work(catalogue, game, *args)`, or without a game."""
        if place is None:
            return work(self.catalogue, *args)
        return work(self.catalogue, self.at(place), *args)

    def watch(self) -> None:
        """End with the server, also when it was killed; pass on that work is cancelled.

        Work that does not listen is ended with its process.
        """
        parent = parent_process()
        told, task = 0, 0
        while True:
            gone = (
                connection.wait([parent.sentinel], 0.05 if self.current else 0.5) if parent else 0
            )
            if gone:
                os._exit(1)
            if self.current and self.current in self.cancelled[:]:
                told = told + 1 if task == self.current else 0
                task = self.current
                if told > _DEAF:
                    os._exit(1)
                interrupt_main(signal.SIGINT)

    def interrupt(self, _number: int, _frame: Any) -> None:
        """Runs in the main thread, so the work that it ends is the work that is cancelled."""
        if self.current and self.current in self.cancelled[:]:
            raise Cancelled


_MOST_GAMES = 24
_DEAF = 40  # twentieths of a second for which work may overhear that it is cancelled
_worker: Worker | None = None


def begin(catalogue: Catalogue, cancelled: Any, bounds: Bounds, spoken: Words = ENGLISH) -> None:
    """Make this process a worker, who speaks as the server does."""
    global _worker
    speak(spoken)
    _worker = Worker(catalogue, cancelled, bounds)
    if resource is not None:
        _limit(resource.RLIMIT_CORE, 0)
        os.nice(bounds.nice)
    signal.signal(signal.SIGINT, _worker.interrupt)
    Thread(target=_worker.watch, daemon=True).start()


def _limit(what: int, most: int) -> None:
    """Lower a limit of this process; what may not be raised again stays as it is."""
    hard = resource.getrlimit(what)[1]
    resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _limit_time(seconds: int) -> None:
    """Let this process die once it has used so much more processor time."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    _limit(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime) + 1 + seconds)


@contextmanager
def memory_within(more: int) -> Iterator[None]:
    """Let this process have so many bytes more than it has now, and no more, for a while.

    A limit that is narrower already stays. Systems without such limits go on as they are.
    """
    has = _memory()
    if resource is None or has is None:
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)[0]
    within = has + more
    _limit(resource.RLIMIT_AS, within if before == resource.RLIM_INFINITY else min(before, within))
    try:
        yield
    finally:
        _limit(resource.RLIMIT_AS, before)


def _memory() -> int | None:
    """How much memory this process has asked its system for; None where that is not told."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")


def run(task: int, work: Callable[..., Any], place: Place | None, args: tuple[Any, ...]) -> Any:
    """Do one piece of work: `work(catalogue, game, *args)`; `CANCELLED` if it is taken away."""
    if _worker is None:
        raise RuleBug("this process is not a worker")
    if resource is not None:
        _limit_time(_worker.bounds.seconds)
    _worker.current = task
    try:
        with memory_within(_worker.bounds.memory):
            return _worker.do(work, place, args)
    except Cancelled:
        if place is not None:
            _worker.games.pop(place.game, None)  # it may be half-way through an answer
        return CANCELLED
    except StopIteration as error:  # asyncio cannot carry it: whoever waits would wait for ever
        raise RuleBug("a flow was driven past its end") from error
    finally:
        _worker.current = 0


CANCELLED = "cancelled"  # an exception would travel too, but with a traceback nobody reads
