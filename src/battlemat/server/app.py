"""The server put together: `make_app` gives an ASGI application for any catalogue and any store."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware

from battlemat import __version__
from battlemat.server.beside import beside, limit_requests
from battlemat.server.fellows import Fellows
from battlemat.server.guard import Guard, Rates
from battlemat.server.hosting.driver import Driver
from battlemat.server.hosting.live import LiveTables
from battlemat.server.hosting.sweeping import Sweeper
from battlemat.server.metrics import Metrics
from battlemat.server.packing import PackedAnswers
from battlemat.server.routes import (
    answering,
    claims,
    conduct,
    failures,
    gallery,
    hints,
    home,
    lab,
    lobby,
    look,
    musters,
    pages,
    pictures,
    play,
    replays,
    talk,
)
from battlemat.server.routes.barracks import routes as barracks
from battlemat.server.routes.campaigns import routes as campaigns
from battlemat.server.routes.dependencies import Services
from battlemat.server.routes.learning import routes as learning
from battlemat.server.routes.reading import routes as reading
from battlemat.server.routes.solving import own_games
from battlemat.server.routes.solving import routes as puzzles
from battlemat.server.settings import Settings
from battlemat.server.store.sealing import Sealer
from battlemat.server.store.store import Store
from battlemat.server.upkeep.collecting import Collector
from battlemat.server.upkeep.retention import keep_for
from battlemat.server.upkeep.steady_time import SteadyTime, last_tick, tick
from battlemat.tables.catalogue import Catalogue
from battlemat.tables.ledger.keeper import StoreAway
from battlemat.tables.problems import Problem

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
        limit_requests(_THREADS)
        store = Store(settings.db, Sealer(settings.key) if settings.key else None)
        steady = app.state.time = SteadyTime()
        steady.go_on_from(await beside(last_tick, store))
        store.now = steady.now
        await beside(tick, store)
        tables = LiveTables(settings, catalogue, store)
        driver = Driver(tables, store.secret())
        services = app.state.services = Services(settings, tables, driver, rates)
        driver.share = rates.share
        fellows, sweeper = Fellows(store, rates), Sweeper(tables)
        app.state.fellows, app.state.sweeper = fellows, sweeper
        await beside(fellows.note)
        tables.open()
        runs = (services.presence.run(), fellows.run(), sweeper.run(), steady.run(store))
        chores = [asyncio.create_task(run) for run in runs]
        if alone:
            chores.append(asyncio.create_task(Collector(metrics.count).run()))
            chores.append(asyncio.create_task(beside(_load, catalogue)))
        if settings.keep_days:
            chores.append(asyncio.create_task(keep_for(settings.keep_days, tables, steady)))
        try:
            yield
        finally:
            for chore in chores:
                chore.cancel()
            await asyncio.gather(*chores, return_exceptions=True)
            await beside(fellows.leave)
            await driver.close()
            await beside(services.answers.close)
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
            Middleware(answering.QuickAnswers),
        ],
    )
    app.state.settings = settings
    app.state.draining = False
    app.state.metrics = metrics
    app.state.static = settings.static or pages.BUILT
    routed = (
        *(answering, barracks, campaigns, claims, conduct, gallery, hints, home, lab, learning),
        *(lobby, look, musters, own_games, pictures, play, puzzles, reading, replays, talk, pages),
    )
    # What is known of a request stands in its route, which holds no state: all applications of a
    # process share the routes, and none of them reads each signature anew.
    for one in routed:
        app.router.routes.extend(one.router.routes)
    app.add_exception_handler(Problem, failures.on_problem)
    app.add_exception_handler(RequestValidationError, failures.on_invalid)
    app.add_exception_handler(StoreAway, failures.on_store_away)
    app.add_exception_handler(HTTPException, failures.on_plain)
    app.add_exception_handler(Exception, failures.on_bug)
    return app


def _load(catalogue: Catalogue) -> None:
    for name in catalogue.names():
        catalogue.find(name)
