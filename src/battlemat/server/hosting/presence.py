"""Who is at which game, as far as open streams tell; noted in the store now and then.

Many streams cost one transaction. Other servers read it there, so what they know of somebody is a
little old.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from battlemat.server.beside import beside
from battlemat.server.store.lobby_store import LobbyStore
from battlemat.tables.ledger.keeper import StoreAway

_LOG = logging.getLogger("battlemat.server")
EVERY = 20.0
"""Seconds between two notes of who is there."""


class Presence:
    """The holders whose streams are open at this server; lives in the event loop."""

    def __init__(self, store: LobbyStore) -> None:
        self._store = store
        self._streams: Counter[tuple[str, str]] = Counter()
        self._left: dict[tuple[str, str], str] = {}  # and when they went

    @contextmanager
    def here(self, game: str, holder: str | None) -> Iterator[None]:
        """Count a holder as being at a game for as long as the block runs."""
        if holder is None:
            yield
            return
        self._streams[game, holder] += 1
        try:
            yield
        finally:
            self._streams[game, holder] -= 1
            if not self._streams[game, holder]:
                del self._streams[game, holder]
                self._left[game, holder] = self._store.now()

    def is_here(self, game: str, holder: str) -> bool:
        """Whether a holder has a stream of a game open at this server."""
        return self._streams[game, holder] > 0

    async def run(self) -> None:
        """Note in the store who is there, for ever."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.note()
            except StoreAway:
                pass  # it is noted the next time
            except Exception:
                _LOG.exception("who is at which game could not be noted")

    async def note(self) -> None:
        """Note in the store who is there, and who has gone since the last time."""
        left, self._left = self._left, {}
        here = dict.fromkeys(self._streams, self._store.now())
        await beside(self._store.see, left | here)
