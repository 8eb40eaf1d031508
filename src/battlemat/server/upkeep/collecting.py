"""Python's search for rubbish in rings of objects, put off until nobody waits.

A full search stops every thread for as long as it takes to look at all that a server holds, a tenth
of a second and more. By itself it comes just when much happens. Here what is there at the start is
never looked at again, and the rest when the server has been quiet for a moment, or when it has
grown much.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

from battlemat.server.metrics import resident

_YOUNG = 10_000
_NEVER = 10**9
_LOOK = 1.0
_SELDOM = 60.0
"""Seconds between two searches while the server is never quiet, and only if it has grown."""
_GROWN = 1.25


def put_off() -> None:
    """Search only among young objects from now on, and never among those that there are."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, 10, _NEVER)


class Collector:
    """Searches when no request was counted for a second; lives in the event loop."""

    def __init__(self, count: Callable[[], int], held: Callable[[], int | None] = resident) -> None:
        self._count = count
        self._held = held
        self._seen = self._searched = count()
        self._before = held() or 0
        self._waited = 0.0

    async def run(self) -> None:
        """Go on for ever."""
        while True:
            await asyncio.sleep(_LOOK)
            self.look(_LOOK)

    def look(self, seconds: float) -> bool:
        """So many seconds have passed: search if it is time; whether it was."""
        count = self._count()
        quiet, self._seen = count == self._seen, count
        self._waited += seconds
        grown = self._waited >= _SELDOM and (self._held() or 0) > self._before * _GROWN
        if not grown and (count == self._searched or not quiet):
            return False
        gc.collect()
        self._searched, self._waited = count, 0.0
        self._before = self._held() or 0
        return True
