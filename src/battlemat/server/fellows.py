"""How many servers are on one store, so that each lets its share of the limits through.

Every server says now and then that it is there. One that was killed is counted for a minute longer;
so for a while there is a little less for everybody, and never more than the limits say for long.
"""

from __future__ import annotations

import asyncio
import logging

import sqlalchemy as sa

from battlemat.server.beside import beside
from battlemat.server.guard import Rates
from battlemat.server.store.schema import SERVERS, insert_into
from battlemat.server.store.store import Store
from battlemat.tables.ledger.keeper import StoreAway
from battlemat.tables.play.clocks import later

_LOG = logging.getLogger("battlemat.server")
_EVERY = 15.0
_GONE = 60
"""Seconds after which a server that says nothing is taken to be gone."""


class Fellows:
    """This server among those on its store."""

    def __init__(self, store: Store, rates: Rates) -> None:
        self._store = store
        self._rates = rates

    async def run(self) -> None:
        """Say for ever that this server is there."""
        while True:
            await asyncio.sleep(_EVERY)
            try:
                await beside(self.note)
            except StoreAway:
                pass  # the next time
            except Exception:
                _LOG.exception("other servers could not be counted")

    def note(self) -> None:
        """Say that this server is there, and count all that are."""
        now = self._store.now()
        insert = insert_into(self._store.engine, SERVERS)
        put = insert.on_conflict_do_update(
            index_elements=[SERVERS.c.name], set_={"at": insert.excluded.at}
        )
        with self._store.transaction() as db:
            db.execute(SERVERS.delete().where(SERVERS.c.at < later(now, -_GONE)))
            db.execute(put, {"name": self._store.name, "at": now})
            count = db.scalar(sa.select(sa.func.count()).select_from(SERVERS)) or 1
        self._rates.servers = count

    def leave(self) -> None:
        """This server ends: leave its share to the others."""
        try:
            with self._store.transaction() as db:
                db.execute(SERVERS.delete().where(SERVERS.c.name == self._store.name))
        except StoreAway:
            pass  # it is forgotten after a while
