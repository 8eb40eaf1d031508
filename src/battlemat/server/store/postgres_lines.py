"""Ledgers on PostgreSQL by the shortest way: one statement, one journey to the database and back.

A row of a ledger and the notice of it are one statement, which is a transaction of its own. Lines
to the database are kept open and used again; one that the database has closed meanwhile is not.
"""

from __future__ import annotations

import select
import sys
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event as sa_event
from sqlalchemy.exc import DisconnectionError

_COLUMNS = ("game", "number", "question", "kind", "player", "by", "text", "extra", "at")
_NAMES = ", ".join(f'"{name}"' for name in _COLUMNS)
_VALUES = ", ".join(f"%({name})s" for name in _COLUMNS)
_APPEND = (
    f"WITH put AS (INSERT INTO entries ({_NAMES}) VALUES ({_VALUES}) RETURNING 1) "
    "SELECT pg_notify(%(channel)s, %(notice)s) FROM put"
)
_TYPES = {"number": "int", "question": "int"}
_ARRAYS = ", ".join(f"%({name})s::{_TYPES.get(name, 'text')}[]" for name in (*_COLUMNS, "told"))
_APPEND_ALL = (
    f"WITH given AS (SELECT * FROM unnest({_ARRAYS}) AS rows({_NAMES}, told)), "
    f"put AS (INSERT INTO entries ({_NAMES}) SELECT {_NAMES} FROM given "
    "ON CONFLICT DO NOTHING RETURNING game) "
    "SELECT game, pg_notify(%(channel)s, told) FROM put JOIN given USING (game)"
)
_ENTRIES = f"SELECT {_NAMES} FROM entries WHERE game = %s AND number > %s ORDER BY number"


class LineLost(Exception):
    """The database cannot be reached, or cannot write."""


class Taken(Exception):
    """There is such a row already, or no such game."""


class PostgresLines:
    """Open lines to one database; safe to use from any thread."""

    def __init__(self, engine: sa.Engine, patience: int) -> None:
        """A new line must be there within so many seconds. Connections that the engine hands out
        are looked at as well, so that none is closed already.
        """
        sa_event.listen(engine, "checkout", _look_at)
        plain = engine.url.set(drivername="postgresql")
        self._address = plain.render_as_string(hide_password=False)
        self._patience = patience
        self._keeps = not isinstance(engine.pool, sa.NullPool)
        self._free: deque[Any] = deque()

    def append(self, row: Mapping[str, Any], notice: tuple[str, str]) -> None:
        """Add a row of a ledger and tell of it: `notice` is the channel and what is told there."""
        channel, told = notice
        with self._line() as line:
            line.execute(_APPEND, {**row, "channel": channel, "notice": told}, prepare=True)

    def append_all(
        self, rows: Sequence[Mapping[str, Any]], notices: Sequence[tuple[str, str]]
    ) -> list[bool]:
        """Add rows of ledgers of several games and tell of each; which were added."""
        given: dict[str, Any] = {name: [row[name] for row in rows] for name in _COLUMNS}
        given["told"], given["channel"] = [told for _, told in notices], notices[0][0]
        with self._line() as line:
            found = line.execute(_APPEND_ALL, given, prepare=True).fetchall()
        added = {game for game, _ in found}
        return [row["game"] in added for row in rows]

    def entries(self, game: str, after: int) -> list[dict[str, Any]]:
        """The rows of a ledger after a number, in order, by the names of their columns."""
        with self._line() as line:
            rows = line.execute(_ENTRIES, (game, after), prepare=True).fetchall()
        return [dict(zip(_COLUMNS, row, strict=True)) for row in rows]

    def close(self) -> None:
        """Close all lines; who uses one still closes it when giving it back."""
        self._keeps = False
        self._let_go()

    def _let_go(self) -> None:
        while self._free:
            self._free.pop().close()

    @contextmanager
    def _line(self) -> Iterator[Any]:
        import psycopg  # only stores on PostgreSQL need it

        try:
            line = self._take(psycopg)
            try:
                yield line
            finally:
                if not line.closed:
                    self._free.append(line)
                if not self._keeps:
                    self._let_go()
        except psycopg.IntegrityError as error:
            raise Taken(str(error)) from None
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            raise LineLost(str(error)) from error

    def _take(self, psycopg: Any) -> Any:
        """The line that was used last, or a new one."""
        while self._free:
            try:
                line = self._free.pop()
            except IndexError:  # another thread was quicker
                break
            if not _has_news(line):
                return line
            line.close()
        return psycopg.connect(self._address, autocommit=True, connect_timeout=self._patience)


def _has_news(line: Any) -> bool:
    """Whether something came over a line on which nothing was asked: mostly, that it was closed."""
    if sys.platform == "win32":
        return bool(select.select([line.fileno()], [], [], 0)[0])
    poll = select.poll()  # which knows no largest number of a file
    poll.register(line.fileno(), select.POLLIN)
    return bool(poll.poll(0))


def _look_at(connection: Any, _record: Any, _proxy: Any) -> None:
    if _has_news(connection):
        raise DisconnectionError("the database has closed this connection")
