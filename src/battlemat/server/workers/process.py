"""The inside of a worker process: the games it keeps, the work at hand, how that is cancelled.

A worker is told the answers of a game and never its seed, so no machine can know a die before it
falls. What it is asked to do stands in `tasks` and `luck_report`; `pool` asks it.
"""

from __future__ import annotations

import os
import signal
from _thread import interrupt_main
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import connection, parent_process
from threading import Thread
from typing import Any

from battlemat.kernel.errors import RuleBug
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Answer
from battlemat.server.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class Place:
    """Where a game stands, for a process that does not have it."""

    game: str
    rulebook: str
    setup: dict[str, Any]
    answers: tuple[Answer, ...]


class Cancelled(BaseException):
    """The work is not wanted any more. Not an `Exception`, so that no player swallows it."""


class _Worker:
    """What one worker process knows: its catalogue, its games, and what it is doing."""

    def __init__(self, catalogue: Catalogue, cancelled: Any) -> None:
        self.catalogue = catalogue
        self.cancelled = cancelled
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

    def watch(self) -> None:
        """End with the server, also when it was killed; pass on that work is cancelled."""
        parent = parent_process()
        while True:
            gone = (
                connection.wait([parent.sentinel], 0.05 if self.current else 0.5) if parent else 0
            )
            if gone:
                os._exit(1)
            if self.current and self.current in self.cancelled[:]:
                interrupt_main(signal.SIGINT)

    def interrupt(self, _number: int, _frame: Any) -> None:
        """Runs in the main thread, so the work that it ends is the work that is cancelled."""
        if self.current and self.current in self.cancelled[:]:
            raise Cancelled


_MOST_GAMES = 24
_worker: _Worker | None = None


def begin(catalogue: Catalogue, cancelled: Any) -> None:
    """Make this process a worker."""
    global _worker
    _worker = _Worker(catalogue, cancelled)
    signal.signal(signal.SIGINT, _worker.interrupt)
    Thread(target=_worker.watch, daemon=True).start()


def run(task: int, work: Callable[..., Any], place: Place, args: tuple[Any, ...]) -> Any:
    """Do one piece of work: `work(catalogue, game, *args)`; `Cancelled` if it is taken away."""
    if _worker is None:
        raise RuleBug("this process is not a worker")
    _worker.current = task
    try:
        return work(_worker.catalogue, _worker.at(place), *args)
    except Cancelled:
        _worker.games.pop(place.game, None)  # it may be half-way through an answer
        return CANCELLED
    except StopIteration as error:  # asyncio cannot carry it: whoever waits would wait for ever
        raise RuleBug("a flow was driven past its end") from error
    finally:
        _worker.current = 0


CANCELLED = "cancelled"  # an exception would travel too, but with a traceback nobody reads
