"""What other servers on one PostgreSQL write is heard at once: the store tells (LISTEN/NOTIFY).

Every ledger row is told with the transaction that stores it. Whoever hears nothing for a while has
missed nothing: after a lost connection everything is looked at once, and all ledgers are looked at
now and then in any case.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import Any

import sqlalchemy as sa

_LOG = logging.getLogger("battlemat.server")
_CHANNEL = "battlemat_entries"
_PATIENCE = 0.5
"""Seconds after which it is looked whether the server has ended, or tried again to connect."""
_GATHERING = 0.01
"""Seconds for which what is told gathers after something was heard. A store tells its own server as
well, hundreds of times a second when much is played, and each time this thread would want its turn.
"""


def notice(teller: str, game: str) -> tuple[str, str]:
    """The channel, and what is told there of a game that has a new row."""
    return _CHANNEL, f"{teller} {game}"


def tell(db: sa.Connection, teller: str, game: str) -> None:
    """Tell all who listen, once this transaction is through, that a game has a new row."""
    if db.dialect.name == "postgresql":
        db.execute(sa.select(sa.func.pg_notify(*notice(teller, game))))


class Ear:
    """A thread that hears what others tell. `hears` says whether it does at the moment."""

    def __init__(self, url: sa.URL, teller: str, heard: Callable[[str | None], None]) -> None:
        """`heard` is called with the id of a game, or None when anything may have been missed."""
        self._url = url
        self._teller = teller
        self._heard = heard
        self._enough = Event()
        self._thread = Thread(target=self._run, name="ear", daemon=True)
        self.hears = False
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._enough.set()
        self._thread.join()

    def _run(self) -> None:
        import psycopg  # only stores on PostgreSQL need it

        address = self._url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self._enough.is_set():
            with (
                suppress(psycopg.Error, OSError),
                psycopg.connect(address, autocommit=True, connect_timeout=5) as line,
            ):
                line.execute(f"LISTEN {_CHANNEL}")
                self._listen(line)
            self.hears = False
            self._enough.wait(_PATIENCE)

    def _listen(self, line: Any) -> None:
        self._heard(None)  # whatever was told before
        self.hears = True
        while not self._enough.is_set():
            heard = line.notifies(timeout=_PATIENCE, stop_after=1)
            told = [one.payload.partition(" ") for one in heard]
            for game in {game for teller, _, game in told if teller != self._teller}:
                self._heard(game)
            self._enough.wait(_GATHERING)
