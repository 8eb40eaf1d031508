"""The report at the end of a game: score by turn, luck, key moments.

A worker plays the game once more for turns and scores and the chance to win, while whoever asked is
there; luck is counted by a worker, action by action, while clients ask again.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Any

from battlemat.server.hosting.live import LiveTables
from battlemat.server.workers.fair_queue import Rank, Standing
from battlemat.server.workers.pool import NotDone, TooBusy
from battlemat.tables.table import Table
from battlemat.tables.view.views import ending
from battlemat.tables.work import luck_report
from battlemat.tables.work.course import Course, retell
from battlemat.tables.work.jobs import Place
from battlemat.tables.work.tasks import look_over

_MOMENTS = 6
_RETELLING = 20.0
"""Seconds that playing a game once more may take; else nothing is told of its course."""
_ACTION = 4.0
_WHOLE = 40.0
"""Seconds that one action, and a whole report, may take; `rolls` says how many were counted."""
_REVIEW = 60.0
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

    def begin(self, table: Table) -> None:
        """Count the luck of a game, unless that is done or under way; in the event loop."""
        if table.view.findings.luck is None and table.id not in self._tasks:
            task = self._tasks[table.id] = asyncio.create_task(self._count(table))
            task.add_done_callback(lambda _done: self._tasks.pop(table.id, None))

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
        answers, row = await asyncio.to_thread(_answers, table), table.row
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
        answers, row = await asyncio.to_thread(_answers, table), table.row
        findings = table.view.findings
        place = Place(f"review:{row.id}", row.rulebook, row.setup, answers)
        try:
            found = await self._tables.pools.reporters.run(look_over, place, timeout=_REVIEW)
        except NotDone:
            found = {}
        findings.review = found

    async def _count(self, table: Table) -> None:
        answers = await asyncio.to_thread(_answers, table)
        row, at, findings = table.row, table.play.history.begun, table.view.findings
        actions: list[dict[str, Any]] = []
        run = self._tables.pools.reporters.run
        until = time.monotonic() + _WHOLE
        while at < len(answers) and time.monotonic() < until:
            place = Place(f"luck:{row.id}", row.rulebook, row.setup, answers[:at])
            try:
                action = await run(luck_report.weigh_action, place, answers[at:], timeout=_ACTION)
            except NotDone:
                action = {"used": 1, "rolls": []}
            at += max(1, action["used"])
            if action["rolls"]:
                actions.append({"step": at, **action})
        findings.luck = await self._sum_up(table, answers, actions)

    async def _sum_up(
        self, table: Table, answers: tuple[Any, ...], actions: list[dict[str, Any]]
    ) -> dict[str, Any]:
        row, players = table.row, table.rulebook.players
        sides = {
            player: [roll[player] for one in actions for roll in one["rolls"]] for player in players
        }
        place = Place(f"luck:{row.id}", row.rulebook, row.setup, answers)
        try:
            found = await self._tables.pools.reporters.run(luck_report.percentiles, place, sides)
        except NotDone:
            found = dict.fromkeys(players, 50.0)
        rolls = sum(len(one["rolls"]) for one in actions)
        return {
            "luck": {
                player: {"percentile": round(share, 1), "rolls": rolls}
                for player, share in found.items()
            },
            "moments": _moments(actions),
        }


def _answers(table: Table) -> tuple[Any, ...]:
    with table.lock:
        return tuple(table.play.history.game.answers)


def _moments(actions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The actions whose dice moved the game most, each answer once, in the order of the game."""
    told: dict[str, dict[str, Any]] = {}
    for one in actions:
        if "text" not in one:
            continue  # dice that no choice brought about
        player = one["player"]
        swing = sum(
            worth - luck_report.mean(ways) for worth, ways in (r[player] for r in one["rolls"])
        )
        kept = told.get(one["text"])
        if kept is None or abs(swing) > abs(kept["swing"]):
            words = {key: one[key] for key in ("step", "player", "text", "outcome", "chance")}
            told[one["text"]] = {**words, "swing": round(swing, 2)}
    most = sorted(told.values(), key=lambda one: -abs(one["swing"]))[:_MOMENTS]
    return sorted((one for one in most if one["swing"]), key=lambda one: one["step"])


def weighed(table: Table) -> dict[str, Any]:
    """What choices and dice came to, as far as it is known; with the lock held."""
    found = table.view.findings.review
    return {"ready": found is not None, "players": found or {}}


def end_report(table: Table) -> dict[str, Any]:
    """The report as far as it is counted; with the lock held."""
    findings = table.view.findings
    course: Course = findings.course or Course(turns=[], curve=[])
    counted = findings.luck
    return {
        "ready": counted is not None,
        "result": ending(table.play.ending),
        "turns": course["turns"],
        "curve": [*course["curve"], _outcome(table)],
        "luck": counted["luck"] if counted else {},
        "moments": counted["moments"] if counted else [],
    }


def _outcome(table: Table) -> tuple[int, float]:
    """What became of the first player's chance to win."""
    won = table.play.ending.winner if table.play.ending is not None else None
    return table.play.history.step, 0.5 if won is None else float(won == table.rulebook.players[0])
