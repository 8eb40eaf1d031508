"""The server put together: `make_app` gives an ASGI application for any catalogue and any store."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from anyio import to_thread
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import Response

from battlemat import __version__
from battlemat.server.catalogue import Catalogue
from battlemat.server.collecting import Collector
from battlemat.server.guard import Guard, Rates
from battlemat.server.metrics import Metrics
from battlemat.server.packing import PackedAnswers
from battlemat.server.problems import Problem
from battlemat.server.routes import (
    claims,
    conduct,
    home,
    lobby,
    look,
    musters,
    pages,
    pictures,
    play,
)
from battlemat.server.routes.dependencies import Services, send_json
from battlemat.server.sealing import Sealer
from battlemat.server.settings import Settings
from battlemat.server.store import Store, StoreAway
from battlemat.server.tables.driver import Driver
from battlemat.server.tables.live import LiveTables
from battlemat.server.tables.retention import keep_for
from battlemat.server.tables.views import dumps

_LOG = logging.getLogger("battlemat.server")
_THREADS = 12
"""Threads for requests: enough to wait for the store, few enough to leave the loop its turn."""


def make_app(settings: Settings, catalogue: Catalogue, *, alone: bool = False) -> FastAPI:
    """The application. It opens its store when it starts and closes it when it ends.

    Where it is `alone` in its process, it chooses when to collect rubbish (see `collecting`), and
    loads all rules before somebody waits for them.
    """
    rates, metrics = Rates(settings.limits), Metrics()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        to_thread.current_default_thread_limiter().total_tokens = _THREADS
        store = Store(settings.db, Sealer(settings.key) if settings.key else None)
        tables = LiveTables(settings, catalogue, store)
        driver = Driver(tables, store.secret())
        services = app.state.services = Services(settings, tables, driver, rates)
        tables.open()
        chores = [asyncio.create_task(services.presence.run())]
        if alone:
            chores.append(asyncio.create_task(Collector(metrics.count).run()))
            chores.append(asyncio.create_task(asyncio.to_thread(_load, catalogue)))
        if settings.keep_days:
            chores.append(asyncio.create_task(keep_for(settings.keep_days, tables)))
        try:
            yield
        finally:
            for chore in chores:
                chore.cancel()
            await asyncio.gather(*chores, return_exceptions=True)
            await driver.close()
            await services.reports.close()
            await tables.close()

    app = FastAPI(
        title="Battlemat",
        version=__version__,
        description="Games over HTTP: see docs/api.md.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        middleware=[
            Middleware(Guard, settings=settings, rates=rates, metrics=metrics),
            Middleware(PackedAnswers),
        ],
    )
    app.state.settings = settings
    app.state.draining = False
    app.state.metrics = metrics
    app.state.static = settings.static or pages.BUILT
    routed = (claims, conduct, home, lobby, look, musters, pictures, play, pages)
    for router in (one.router for one in routed):
        app.include_router(router)
    app.add_exception_handler(Problem, _problem)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(StoreAway, _away)
    app.add_exception_handler(HTTPException, _plain)
    app.add_exception_handler(Exception, _bug)
    return app


def _load(catalogue: Catalogue) -> None:
    for name in catalogue.names():
        catalogue.find(name)


async def _problem(_request: Request, problem: Any) -> Response:
    return send_json(dumps(problem.body()), problem.status, problem.headers)


async def _invalid(request: Request, error: Any) -> Response:
    """The first thing that is wrong, in one line."""
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        problem = Problem(400, "malformed", "the body is not JSON")
    else:
        where = ".".join(str(part) for part in first["loc"][1:]) or "the body"
        problem = Problem(422, "invalid", f"{where}: {first['msg']}"[:500])
    return await _problem(request, problem)


async def _plain(request: Request, error: Any) -> Response:
    """What the framework refuses by itself."""
    words = {404: "not-found", 405: "wrong-method", 400: "malformed"}
    word = words.get(error.status_code, "refused-request")
    problem = Problem(error.status_code, word, str(error.detail), headers=dict(error.headers or {}))
    return await _problem(request, problem)


async def _away(request: Request, _error: Exception) -> Response:
    """The store could not be asked. Sending the same again does no harm: it lands once."""
    message = "the games cannot be reached at the moment; nothing that was told is lost; try again"
    return await _problem(
        request, Problem(503, "store-away", message, headers={"retry-after": "2"})
    )


async def _bug(request: Request, error: Exception) -> Response:
    _LOG.error("a request failed", exc_info=error)
    problem = Problem(500, "server-bug", "the server made a mistake; nothing was changed")
    return await _problem(request, problem)
