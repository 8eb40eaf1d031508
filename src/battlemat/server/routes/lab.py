"""The laboratory in the browser: two squads play until it is known which of them is stronger.

Pairs of games are played one after another in a worker that lets everything else go first. Whoever
asked is told after each; when they leave, the playing ends. A person has one run at a time.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from battlemat.kernel.errors import BattlematError
from battlemat.kernel.words import say
from battlemat.lab.duel import Pair
from battlemat.lab.squad_duel import (
    LabDuel,
    lab_duel,
    lab_levels,
    play_lab_pair,
    told_so_far,
)
from battlemat.lab.standing import Aim, Estimate, points_share
from battlemat.server.beside import for_request
from battlemat.server.guard import address_of
from battlemat.server.quick_json import dumps
from battlemat.server.routes import requests
from battlemat.server.routes.dependencies import (
    ACTING,
    Responses,
    Services,
    TheAsker,
    TheServices,
)
from battlemat.server.workers.fair_queue import Rank, Standing
from battlemat.server.workers.pool import NotDone
from battlemat.tables.making import checked_choices, find_rulebook
from battlemat.tables.problems import Problem

router = APIRouter(prefix="/api/lab")
_PAIR = 120.0
_WHOLE = 1800.0
"""Seconds that one pair, and a whole run, may take."""
_GLANCE = 0.25
"""Seconds after which it is looked whether somebody still listens."""
_LINES: Responses = {200: {"content": {"application/x-ndjson": {"schema": {"type": "string"}}}}}


@dataclass(frozen=True, slots=True)
class _Run:
    """One run: what is played, how much of it at most, and for whom."""

    services: Services
    request: Request
    found: LabDuel
    most: int
    holder: str
    address: str
    at_once: int

    async def lines(self) -> AsyncIterator[str]:
        """What is known, a line of JSON after each pair, and at last why it ended."""
        now = asyncio.get_running_loop().time
        until, tables = now() + _WHOLE, self.services.tables
        standing = Estimate(points_share, Aim(most=self.most))
        try:
            with self.services.lab_runs.begin(self.holder, self.address, self.at_once):
                begun = {"one": self.found.one, "other": self.found.other}
                yield _line("begin", **begun, games=2 * self.most)
                while not standing.done and not tables.ending and now() < until:
                    standing.add(await self._pair(len(standing.pairs)))
                    yield _line("pair", **told_so_far(standing))
        except (NotDone, Problem):
            pass  # games that take too long, a worker that died, another run, nobody who listens
        yield _line("end", why=standing.ended.name.lower())

    async def _pair(self, number: int) -> Pair:
        """One pair, which is given up when nobody listens any more or the server ends."""
        tables = self.services.tables
        party = Standing(Rank.WATCHER, self.address, self.holder)
        task: asyncio.Future[Pair] = asyncio.ensure_future(
            tables.pools.labs.run(
                play_lab_pair, None, self.found.duel, number, timeout=_PAIR, standing=party
            )
        )
        try:
            while not task.done():
                await asyncio.wait([task], timeout=_GLANCE)
                if not task.done() and (tables.ending or await self.request.is_disconnected()):
                    raise NotDone("nobody waits for it")
            return task.result()
        finally:
            task.cancel()


def _line(told: str, **more: Any) -> str:
    return dumps({"told": told, **more}) + "\n"


@router.post("/duel", response_class=StreamingResponse, responses={**ACTING, **_LINES})
async def duel(
    wish: requests.LabDuel, services: TheServices, asker: TheAsker, request: Request
) -> Response:
    """Play two squads against each other; a line of JSON after each two games."""
    limits, address = services.settings.limits, address_of(request.scope)
    if not limits.lab_games:
        raise Problem(403, "no-lab", say("this server has no laboratory"))
    if wish.level not in lab_levels():
        levels = ", ".join(lab_levels())
        raise Problem(
            422,
            "invalid",
            say(
                "the players of the laboratory are {levels}, not ''{level}''",
                levels=levels,
                level=wish.level,
            ),
        )
    at_once = services.rates.share(limits.labs)
    services.lab_runs.may_begin(asker.holder, address, at_once)
    found = await for_request(_duel, services, wish)
    most = max(1, min(wish.games, limits.lab_games) // 2)
    run = _Run(services, request, found, most, asker.holder, address, at_once)
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    told = StreamingResponse(run.lines(), media_type="application/x-ndjson", headers=headers)
    return asker.thank(told)


def _duel(services: Services, wish: requests.LabDuel) -> LabDuel:
    """What is to be played, or a Problem that says why it cannot be."""
    tables = services.tables
    rulebook = find_rulebook(tables.catalogue, wish.rulebook).name
    choices = checked_choices(tables.catalogue, rulebook, wish.choices)
    try:
        return lab_duel(tables.catalogue, rulebook, choices, wish.level, wish.seed)
    except BattlematError as error:
        message = tables.fitting.misfit(rulebook, choices, error)
        raise Problem(422, "bad-setup", message) from None
