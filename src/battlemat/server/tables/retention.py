"""Games that nobody has touched for long are removed, where a server is told to do so."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime, timedelta

from battlemat.server.forgetting import forget, older_than
from battlemat.server.store import StoreAway
from battlemat.server.tables.live import LiveTables

_LOG = logging.getLogger("battlemat.server")
_AT_ONCE = 200
_BREATH, _HOUR = 1.0, 3600.0


async def keep_for(days: int, tables: LiveTables) -> None:
    """Remove what has been still for so many days, now and every hour; for ever."""
    while True:
        try:
            removed = await asyncio.to_thread(remove_old, tables, datetime.now(UTC), days)
        except StoreAway:
            removed = 0
        except Exception:
            _LOG.exception("old games could not be removed")
            removed = 0
        await asyncio.sleep(_BREATH if removed == _AT_ONCE else _HOUR)


def remove_old(tables: LiveTables, today: datetime, days: int) -> int:
    """Remove games, some at a time, in which nothing happened for so many days; how many."""
    before = (today - timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")
    old = older_than(tables.store, before, _AT_ONCE)[:_AT_ONCE]
    for id in old:
        forget(tables.store, id)
        tables.drop(id)
    return len(old)
