"""Answers to many games, given together: one journey to the store for all that wait.

While one batch is on its way to the store the next is judged, so that the more is asked of a
server, the less each answer costs it. What cannot be done at once (a table that somebody else works
at, an answer that is refused, a game whose board takes long to draw) is done alone, beside others.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from threading import Lock
from typing import NamedTuple, TypeAlias
from weakref import WeakSet

from battlemat.kernel.errors import Refused
from battlemat.kernel.words import say
from battlemat.server.beside import Hands
from battlemat.server.hosting.live import LiveTables
from battlemat.server.quick_json import dumps
from battlemat.server.routes.requests import GivenAnswer
from battlemat.tables.ledger.keeper import Conflict, StoreAway
from battlemat.tables.ledger.rows import Entry
from battlemat.tables.ledger.told import Adding, Told, stored
from battlemat.tables.problems import Problem, refused
from battlemat.tables.seats.viewers import viewer
from battlemat.tables.table import Table
from battlemat.tables.view import views

_LOG = logging.getLogger("battlemat.server")
_THREADS = 2
_MOST = 16
_LONG = 0.03
"""Seconds after which an answer takes too long to keep others waiting: its table goes alone."""


class _Given(NamedTuple):
    """An answer that waits. `told` gets its entry as JSON text, or None if it must go alone."""

    table: Table
    holder: str | None
    answer: GivenAnswer
    told: asyncio.Future[str | None]


class _Begun(NamedTuple):
    """An answer that is applied and not stored; the lock of its table is held."""

    given: _Given
    steps: Adding
    entry: Entry


_Outcome: TypeAlias = tuple[_Given, str | Exception | None]


class AnswerBatches:
    """Gives answers."""

    def __init__(self, tables: LiveTables) -> None:
        self._tables = tables
        self._waiting: deque[_Given] = deque()
        self._lock = Lock()
        self._running = 0
        self._slow: WeakSet[Table] = WeakSet()
        self._threads = Hands(_THREADS, "answering")

    @property
    def waiting(self) -> int:
        """How many answers wait until a thread takes them."""
        return len(self._waiting)

    def close(self) -> None:
        """Give no more answers."""
        self._threads.close()

    async def give(self, table: Table, holder: str | None, answer: GivenAnswer) -> str:
        """Answer the question that stands, and tell everyone; the entry as JSON text, once it is
        stored. In the event loop.
        """
        text = None
        if table not in self._slow:
            loop = asyncio.get_running_loop()
            given = _Given(table, holder, answer, loop.create_future())
            with self._lock:
                self._waiting.append(given)
                idle = self._running < _THREADS
                self._running += idle
            if idle:
                self._threads.begin(self._run, loop)
            text = await given.told
        if text is None:
            tables = self._tables
            text = await tables.in_thread(lambda: _alone(tables, table, holder, answer))
            tables.tell(table)
        return text

    def _told(self, outcomes: Sequence[_Outcome]) -> None:
        """Tell everyone what came of answers; in the event loop."""
        for given, found in outcomes:
            if isinstance(found, str):
                try:
                    self._tables.tell(given.table)
                except Exception:  # the answer is stored, and whoever gave it is told so
                    _LOG.exception("game %s has changed, and not all heard of it", given.table.id)
            if given.told.done():
                continue  # they have gone away
            if isinstance(found, Exception):
                given.told.set_exception(found)
            else:
                given.told.set_result(found)

    # ------------------------------------------------------------------ in a thread

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        """Give what waits until nothing does."""
        while batch := self._take():
            try:
                outcomes = self._give(batch)
            except Exception as error:  # of our own making: nobody is left waiting for it
                outcomes = [(given, error) for given in batch]
            with suppress(RuntimeError):  # the server has ended, and nobody is left to be told
                loop.call_soon_threadsafe(self._told, outcomes)

    def _take(self) -> list[_Given]:
        with self._lock:
            waiting = self._waiting
            batch = [waiting.popleft() for _ in range(min(_MOST, len(waiting)))]
            if not batch:
                self._running -= 1
            return batch

    def _give(self, batch: Sequence[_Given]) -> list[_Outcome]:
        """Give what can be given together; at most one answer to each game."""
        outcomes: list[_Outcome] = []
        begun: list[_Begun] = []
        locked: dict[str, Table] = {}
        try:
            for given in batch:
                table = given.table
                if table.id in locked or not table.lock.acquire(blocking=False):
                    outcomes.append((given, None))
                    continue
                locked[table.id] = table
                found = self._begin(given)
                if isinstance(found, _Begun):
                    begun.append(found)
                else:
                    locked.pop(table.id).lock.release()
                    outcomes.append((given, found))
            return outcomes + self._store(begun)
        finally:
            for one in begun:
                with suppress(Exception):  # it is torn then, and mended by whoever comes next
                    one.steps.close()
            for table in locked.values():
                table.lock.release()

    def _begin(self, given: _Given) -> _Begun | Exception | None:
        """Apply an answer. The lock of its table is held, and must be so until it has ended."""
        start = time.thread_time()
        try:
            steps = _judged(given.table, given.holder, given.answer)
            return _Begun(given, steps, next(steps))
        except (Problem, Refused):
            return None  # it is judged again alone, with what other servers may have written
        except Exception as error:
            return error
        finally:
            self._note(given.table, start)

    def _store(self, begun: Sequence[_Begun]) -> list[_Outcome]:
        """Store what is begun, and let all of it come to its end."""
        if not begun:
            return []
        failures: Sequence[Exception | None]
        try:
            rows = [(one.given.table.id, one.entry) for one in begun]
            landed = self._tables.store.append_all(rows)
            if len(landed) != len(rows):
                raise StoreAway("it does not say which rows landed")
            failures = [None if one else Conflict() for one in landed]
        except Exception as error:
            failures = [error] * len(begun)
        paired = zip(begun, failures, strict=True)
        return [(one.given, self._end(one, failure)) for one, failure in paired]

    def _end(self, one: _Begun, failure: Exception | None) -> str | Exception | None:
        start = time.thread_time()
        try:
            told = _ended(one.steps, failure)
            return None if told is None else _told_of(self._tables, one.given.table, told)
        except Problem as problem:
            return problem if problem.status == 404 else None
        except Exception as error:
            return error
        finally:
            self._note(one.given.table, start)

    def _note(self, table: Table, start: float) -> None:
        if time.thread_time() - start > _LONG:
            self._slow.add(table)


def _ended(steps: Adding, failure: Exception | None) -> Told | None:
    """What became of an answer that was stored, or was not; None if it must be judged again."""
    try:
        if failure is None:
            next(steps)
        else:
            steps.throw(failure)
    except StopIteration as done:
        told: Told = done.value
        return told
    steps.close()  # it would be stored after what another server wrote: judged alone
    return None


def _alone(tables: LiveTables, table: Table, holder: str | None, answer: GivenAnswer) -> str:
    """Give one answer. If it would be refused, hear first what other servers wrote."""
    known = table.play.number
    try:
        return _give(tables, table, holder, answer)
    except Problem:
        tables.hear(table)
        if table.play.number == known:
            raise
    return _give(tables, table, holder, answer)


def _give(tables: LiveTables, table: Table, holder: str | None, answer: GivenAnswer) -> str:
    with table.lock:
        try:
            steps = _judged(table, holder, answer)
            told = stored(steps, lambda entry: tables.store.append(table.id, entry))
        except Refused as refusal:
            raise refused(refusal, table.rulebook, table.play.asked) from None
        return _told_of(tables, table, told)


def _judged(table: Table, holder: str | None, answer: GivenAnswer) -> Adding:
    """An answer that somebody may give, before it is read; a 403 or a 409 if they may not.

    The lock of the table is held from here until the answer is stored.
    """
    table.mend()
    table.fall()
    if holder is not None:
        table.chairs.meet(holder)
    who, play = viewer(table, holder), table.play
    if not who.seats:
        who.acting(None)
    question = play.question
    asked = question.player if question is not None and answer.number == play.asked else None
    if asked is not None and who.seats.isdisjoint(play.answerers()):
        message = say("{player} is asked, not you", player=play.name(asked))
        raise Problem(403, "not-your-seat", message)
    return table.answering(answer.number, answer.text, "person")


def _told_of(tables: LiveTables, table: Table, told: Told) -> str:
    """The entry of an answer that is stored, as JSON text; the board is drawn for who watches."""
    table.pass_windows()
    if tables.is_watched(table.id) and not table.play.undecided:
        table.view.paint()
    return dumps(views.entry(told))
