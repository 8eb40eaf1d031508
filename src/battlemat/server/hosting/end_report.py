"""The report at the end of a game: score by turn, the chance to win, what was choice and what luck.

A worker plays the game once more for turns and scores and the chance to win, while whoever asked is
there; another looks over every choice, while clients ask again.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from battlemat.server.beside import beside
from battlemat.server.hosting.live import LiveTables
from battlemat.server.workers.fair_queue import Rank, Standing
from battlemat.server.workers.pool import NotDone, TooBusy
from battlemat.tables.table import Table
from battlemat.tables.work.course import Course, retell
from battlemat.tables.work.jobs import Place
from battlemat.tables.work.tasks import Looked, look_over, not_looked

_RETELLING = 60.0
"""Seconds that playing a game once more may take; else nothing is told of its course."""
_REVIEW = 120.0
"""Seconds that looking over all choices of a game may take; else nothing is told of them."""


@dataclass(slots=True)
class _Following:
    """A course that is being told, and how many wait for it."""

    task: asyncio.Task[None]
    count: int = 0


class Reports:
    """Reports of finished games; each is counted once and kept with its table."""

    def __init__(self, tables: LiveTables) -> None:
        self._tables = tables
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._following: dict[str, _Following] = {}

    async def close(self) -> None:
        """Stop counting."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def followers(self, game: str) -> int:
        """How many wait for the course of a game to be told."""
        following = self._following.get(game)
        return following.count if following is not None else 0

    async def follow(self, table: Table) -> None:
        """Have the course of a game told, once for all who ask at the same time.

        It is given up when the last of them has gone.
        """
        if table.view.findings.course is not None:
            return
        following = self._following.get(table.id)
        if following is None:
            following = self._following[table.id] = _Following(
                asyncio.create_task(self._follow(table))
            )
        following.count += 1
        try:
            await asyncio.shield(following.task)
        finally:
            following.count -= 1
            if not following.count:
                following.task.cancel()
                self._following.pop(table.id, None)

    async def _follow(self, table: Table) -> None:
        answers, row = await beside(_answers, table), table.row
        findings = table.view.findings
        place = Place(f"course:{row.id}", row.rulebook, row.setup, answers)
        standing = Standing(Rank.PERSON, table.party, table.id)
        run = self._tables.pools.reporters.run
        try:
            found: Course = await run(
                retell, place, timeout=_RETELLING, patience=_RETELLING, standing=standing
            )
        except TooBusy:
            return  # whoever asks again may find somebody
        except NotDone:
            found = {"turns": [], "curve": []}
        findings.course = found

    def look_over(self, table: Table) -> None:
        """Weigh the choices of a game, unless that is done or under way; in the event loop."""
        key = f"review of {table.id}"
        if table.view.findings.review is None and key not in self._tasks:
            task = self._tasks[key] = asyncio.create_task(self._look_over(table))
            task.add_done_callback(lambda _done: self._tasks.pop(key, None))

    async def _look_over(self, table: Table) -> None:
        answers, row = await beside(_answers, table), table.row
        findings = table.view.findings
        place = Place(f"review:{row.id}", row.rulebook, row.setup, answers)
        try:
            found: Looked = await self._tables.pools.reporters.run(
                look_over, place, timeout=_REVIEW
            )
        except NotDone:
            found = not_looked()
        findings.review = found


def _answers(table: Table) -> tuple[Any, ...]:
    with table.lock:
        return tuple(table.play.history.game.answers)
