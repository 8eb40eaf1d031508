"""The time of a server: it goes on as seconds pass, whatever the machine's clock is set to.

Flags, absence and removal go by the times that are stored. So that a clock which jumps decides no
game, the clock is asked once, when the server starts, and from then on the seconds are counted that
have passed. A clock that jumps is told in the log, and believed when it has stood by it for a day.
One that is a day and more away from where the last server stopped is not believed at the start
either: until it is, time goes on from there.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime

import sqlalchemy as sa

from battlemat.server.beside import beside
from battlemat.server.store.schema import TICKS, insert_into
from battlemat.server.store.store import Store
from battlemat.tables.ledger.keeper import StoreAway
from battlemat.tables.ledger.rows import TIME_FORM

_LOG = logging.getLogger("battlemat.server")
_EVERY = 20.0
_SLIGHT = 5.0
"""Seconds by which a clock may be put right at once."""
STAY = 24 * 3600.0
"""Seconds for which a clock must say the same before a jump of it is believed."""
_NAME = "server"


def write_time(seconds: float) -> str:
    """A time as it is stored."""
    return datetime.fromtimestamp(seconds, UTC).strftime(TIME_FORM)


def read_time(text: str) -> float:
    """The same as seconds."""
    return datetime.strptime(text, TIME_FORM).replace(tzinfo=UTC).timestamp()


class SteadyTime:
    """The time of one server; `doubted` tells that the machine's clock says another."""

    def __init__(
        self,
        clock: Callable[[], float] = time.time,
        passed: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock, self._passed = clock, passed
        self._offset = clock() - passed()
        self._jump: tuple[float, float] | None = None  # by how much it is off, and since when

    def seconds(self) -> float:
        """The time in seconds."""
        return self._passed() + self._offset

    def now(self) -> str:
        """The time, as it is written into rows."""
        return write_time(self.seconds())

    @property
    def doubted(self) -> bool:
        """Whether the clock of the machine says another time, and is not believed."""
        return self._jump is not None

    def go_on_from(self, last: str | None) -> None:
        """Go on from where the last server stopped, if the clock is far away from it."""
        if last is None or abs(self.seconds() - read_time(last)) < STAY:
            return
        self._offset = read_time(last) - self._passed()
        self.look()

    def look(self) -> None:
        """Look at the clock: whether it has jumped, or has said the same for long enough."""
        off = self._clock() - self.seconds()
        if abs(off) <= _SLIGHT:
            self._offset += off
            self._jump = None
        elif self._jump is None or abs(off - self._jump[0]) > _SLIGHT:
            self._jump = off, self._passed()
            told = "the clock says %s, and by the seconds that have passed it is %s; it is believed"
            _LOG.error(f"{told} if it says so for a day", write_time(self._clock()), self.now())
        elif self._passed() - self._jump[1] >= STAY:
            self._offset += off
            self._jump = None
            _LOG.error("the clock has said the same for a day: it is %s", self.now())

    async def run(self, store: Store) -> None:
        """Look at the clock, and note in the store what time it is; for ever."""
        while True:
            await asyncio.sleep(_EVERY)
            self.look()
            with suppress(StoreAway):  # it is noted the next time
                await beside(tick, store)


def tick(store: Store) -> None:
    """Note in a store what time it is there."""
    insert = insert_into(store.engine, TICKS).values(name=_NAME, at=store.now())
    put = insert.on_conflict_do_update(
        index_elements=[TICKS.c.name], set_={"at": insert.excluded.at}
    )
    with store.transaction() as db:
        db.execute(put)


def last_tick(store: Store) -> str | None:
    """When a server was last known to run on a store; None if that was never noted."""
    with store.transaction() as db:
        found: str | None = db.scalar(sa.select(TICKS.c.at).where(TICKS.c.name == _NAME))
    return found
