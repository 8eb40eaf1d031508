"""What worker processes do: think for machines, count odds, weigh windows and luck.

This side runs in the worker. Its one rule: a worker is told the answers of a game and never its
seed, so no machine can know a die before it falls.
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

from battlemat.kernel.errors import Refused, RuleBug
from battlemat.kernel.game import Game
from battlemat.kernel.questions import PASS, Answer, Choice
from battlemat.players.driver import Windows
from battlemat.players.lookahead import TooMany, bounded_odds
from battlemat.server.shelf import Shelf

MOST_OUTCOMES = 60_000
"""Odds with more ways to come about are not counted for a page."""


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
    """What one worker process knows: its shelf, its games, and what it is doing."""

    def __init__(self, shelf: Shelf, cancelled: Any) -> None:
        self.shelf = shelf
        self.cancelled = cancelled
        self.current = 0
        self.games: OrderedDict[str, Game[Any]] = OrderedDict()

    def at(self, place: Place) -> Game[Any]:
        """The game at a place; the last few games are kept and played on."""
        game = self.games.pop(place.game, None)
        if game is None or tuple(game.answers) != place.answers[: len(game.answers)]:
            game = Game(self.shelf.find(place.rulebook), place.setup)
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


def begin(shelf: Shelf, cancelled: Any) -> None:
    """Make this process a worker."""
    global _worker
    _worker = _Worker(shelf, cancelled)
    signal.signal(signal.SIGINT, _worker.interrupt)
    Thread(target=_worker.watch, daemon=True).start()


def run(task: int, work: Callable[..., Any], place: Place, args: tuple[Any, ...]) -> Any:
    """Do one piece of work: `work(shelf, game, *args)`; `Cancelled` if it is taken away."""
    if _worker is None:
        raise RuleBug("this process is not a worker")
    _worker.current = task
    try:
        return work(_worker.shelf, _worker.at(place), *args)
    except Cancelled:
        _worker.games.pop(place.game, None)  # it may be half-way through an answer
        return CANCELLED
    finally:
        _worker.current = 0


CANCELLED = "cancelled"  # an exception would travel too, but with a traceback nobody reads


# ---------------------------------------------------------------------- pieces of work


def warm_up(_shelf: Shelf, _game: Game[Any]) -> None:
    """Nothing; the game is there now, and so are its modules."""


def think(shelf: Shelf, game: Game[Any], machine: str, seed: str) -> dict[str, str]:
    """The text of a machine's answer to the standing question."""
    answer = shelf.machine(machine, seed).answer(game)
    return {"text": game.write(answer)}


def passes(_shelf: Shelf, game: Game[Any], policy: str) -> bool:
    """Whether a policy passes the window that stands."""
    return Windows(policy).passes(game)


def count_odds(_shelf: Shelf, game: Game[Any], text: str) -> dict[str, Any]:
    """Exact odds of an answer, in the words of the rulebook."""
    try:
        option = game.read(text)
    except Refused as refused:
        return {"refused": tuple(refused.refusal)}
    if not isinstance(game.question, Choice):
        return _unknown(text, "a roll is not a choice")
    try:
        found = bounded_odds(game, option, MOST_OUTCOMES)
    except TooMany:
        return _unknown(text, "there are too many outcomes to count")
    except RuleBug as bug:
        return _unknown(text, str(bug))
    outcomes = [
        {"text": str(what), "chance": float(chance), "fraction": str(chance)}
        for what, chance in found.ranked()
    ]
    return {
        "text": game.write(option),
        "known": True,
        "outcomes": outcomes,
        "missing": float(found.missing),
        "reason": None,
    }


def _unknown(text: str, reason: str) -> dict[str, Any]:
    return {"text": text, "known": False, "outcomes": [], "missing": 1.0, "reason": reason}


def quick_move(game: Game[Any]) -> str:
    """A move without thinking: the rulebook's first advice, or to pass a window."""
    question = game.question
    if not isinstance(question, Choice):
        raise RuleBug("only a choice can be answered quickly")
    if question.optional:
        return game.write(PASS)
    return game.write(game.rulebook.advise(game.battle, question)[0])
