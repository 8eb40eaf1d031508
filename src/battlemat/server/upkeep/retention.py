"""Games that nobody has touched for long are removed, where a server is told to do so.

What is old is marked first, and removed when it is still old a day later, so that a host who reads
the log has a day to stop it. Nothing is removed while the time is not to be believed: when the
clock has jumped, or when nothing at all has happened in any game for longer than is plausible.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from battlemat.server.beside import beside
from battlemat.server.hosting.live import LiveTables
from battlemat.server.store.forgetting import forget, mark_old, marked_before, newest_of_all
from battlemat.server.upkeep.steady_time import STAY, SteadyTime, read_time, write_time
from battlemat.tables.ledger.keeper import StoreAway

_LOG = logging.getLogger("battlemat.server")
_AT_ONCE = 200
_BREATH, _HOUR = 1.0, 3600.0
_DAY = 24 * 3600.0
_PLAUSIBLE = 7 * _DAY
"""Seconds after the newest entry of all games after which a clock is taken to be wrong."""
_NAMED = 10


async def keep_for(days: int, tables: LiveTables, time: SteadyTime) -> None:
    """Remove what has been still for so many days, now and every hour; for ever."""
    while True:
        removed = 0
        try:
            if not time.doubted:
                removed = await beside(remove_old, tables, days)
        except StoreAway:
            pass
        except Exception:
            _LOG.exception("old games could not be removed")
        await asyncio.sleep(_BREATH if removed == _AT_ONCE else _HOUR)


def remove_old(tables: LiveTables, days: int) -> int:
    """Mark games, some at a time, in which nothing happened for so many days, and remove those that
    were marked a day ago and are still old; how many were removed.
    """
    store, now = tables.store, read_time(tables.store.now())
    newest = newest_of_all(store)
    if newest is not None and now - read_time(newest) > _PLAUSIBLE:
        told = "it is %s, and the newest entry of all games is of %s: no old game is removed"
        _LOG.error(f"{told} before something happens", write_time(now), newest)
        return 0
    before = write_time(now - days * _DAY)
    marked = mark_old(store, before, write_time(now), _AT_ONCE)
    if marked:
        _LOG.warning("to be removed in a day, still since %s: %s", before, _names(marked))
    old = marked_before(store, write_time(now - STAY), _AT_ONCE)
    for id in old:
        forget(store, id)
        tables.drop(id)
    if old:
        _LOG.warning("removed, still since %s and marked a day ago: %s", before, _names(old))
    return len(old)


def _names(some: Sequence[str]) -> str:
    more = f" and {len(some) - _NAMED} more" if len(some) > _NAMED else ""
    return f"{len(some)} games ({', '.join(some[:_NAMED])}{more})"
