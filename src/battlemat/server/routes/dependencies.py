"""What all routes depend on: the tables, who is asking, how answers are sent, which errors."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, TypeAlias, TypeVar

from fastapi import Depends, Path, Request, Response

from battlemat.kernel.errors import Refused
from battlemat.kernel.words import say
from battlemat.server.beside import for_request
from battlemat.server.board_pictures import BoardPictures
from battlemat.server.guard import Rates
from battlemat.server.hosting.absence import Absences
from battlemat.server.hosting.driver import Driver
from battlemat.server.hosting.end_report import Reports
from battlemat.server.hosting.gallery import Gallery
from battlemat.server.hosting.live import LiveTables
from battlemat.server.hosting.lobby import Lobby
from battlemat.server.hosting.musters import Musters
from battlemat.server.hosting.muting import holds_words, muted_players, without_words
from battlemat.server.hosting.presence import Presence
from battlemat.server.packing import StreamPacker
from battlemat.server.quick_json import dumps
from battlemat.server.routes.answer_batches import AnswerBatches
from battlemat.server.routes.responses import Error
from battlemat.server.settings import Settings
from battlemat.server.store.conduct_store import ConductStore
from battlemat.server.store.gallery_store import GalleryStore
from battlemat.server.store.lobby_store import LobbyStore
from battlemat.tables.problems import Problem, refused, too_many
from battlemat.tables.seats.links import holder_of, new_token
from battlemat.tables.seats.viewers import Viewer, viewer
from battlemat.tables.table import Table
from battlemat.tables.view import views
from battlemat.tables.view.board import Board
from battlemat.tables.view.shown import Shown

T = TypeVar("T")
COOKIE = "battlemat"
"""The cookie that holds the token of a browser."""
FRAME = "battlemat-frame"
"""The header in which a page that stands in a frame says a token that it made for itself: no cookie
reaches it there, and whoever's page it stands in shall not play in their seats. Pages of other
sites cannot send it."""
_YEAR = 365 * 24 * 3600
_GLANCE = 0.25
"""Seconds after which it is looked whether whoever asked is still there."""
WEIGHING = 6.0
"""Seconds after which a window is asked, if nobody could say whether it matters."""


class LabRuns:
    """Who has a run in the laboratory under way; in the event loop."""

    def __init__(self) -> None:
        self._holders: set[str] = set()
        self._addresses: dict[str, int] = {}

    def may_begin(self, holder: str, address: str, most: int) -> None:
        """429 for a person who has a run already, or an address that has `most` of them."""
        if holder in self._holders:
            raise too_many(say("you have a run in the laboratory already; stop it first"), 5)
        if self._addresses.get(address, 0) >= most:
            raise too_many(say("too many runs in the laboratory from this address"), 30)

    @contextmanager
    def begin(self, holder: str, address: str, most: int) -> Iterator[None]:
        """Count a run for as long as the block runs, if it may begin."""
        self.may_begin(holder, address, most)
        self._holders.add(holder)
        self._addresses[address] = self._addresses.get(address, 0) + 1
        try:
            yield
        finally:
            self._holders.discard(holder)
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]


class Services:
    """Everything that a route may need, made once for each server."""

    def __init__(
        self, settings: Settings, tables: LiveTables, driver: Driver, rates: Rates
    ) -> None:
        self.settings = settings
        self.tables = tables
        self.driver = driver
        self.rates = rates
        self.reports = Reports(tables)
        self.musters = Musters(tables)
        open_seats = LobbyStore(tables.store)
        self.lobby = Lobby(tables, open_seats)
        self.gallery = Gallery(tables, GalleryStore(tables.store))
        self.presence = Presence(open_seats)
        self.conduct = ConductStore(tables.store)
        self.absences = Absences(open_seats, self.presence)
        self.packer = StreamPacker()
        self.boards = BoardPictures(tables.catalogue)
        self.lab_runs = LabRuns()
        self.answers = AnswerBatches(tables)


async def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


TheServices = Annotated[Services, Depends(_services)]
GameId = Annotated[str, Path(max_length=40)]


async def _table(game: GameId, services: TheServices) -> Table:
    table = await services.tables.find(game)
    await for_request(services.tables.hear, table)
    return table


TheTable = Annotated[Table, Depends(_table)]


async def _sight(game: GameId, services: TheServices) -> Table | Board:
    return await services.tables.look(game)


TheSight = Annotated[Table | Board, Depends(_sight)]
"""A game to be shown: its table if it is awake, and else its board."""


def token_of(request: Request) -> str | None:
    """The token of whoever asks, if they have one."""
    return request.headers.get(FRAME) or request.cookies.get(COOKIE)


async def _holder(request: Request) -> str | None:
    return holder_of(token_of(request))


TheHolder = Annotated[str | None, Depends(_holder)]


def _viewer(request: Request, table: TheTable) -> Viewer:
    holder = holder_of(token_of(request))
    if holder is not None:
        _meet(table, holder)
    return viewer(table, holder)


TheViewer = Annotated[Viewer, Depends(_viewer)]


class Asker:
    """Who asks, by their token. Someone without one gets a cookie with the response."""

    def __init__(self, request: Request, services: TheServices) -> None:
        holder = holder_of(token_of(request))
        self.fresh: str | None = None
        if holder is None:
            self.fresh = new_token()
            holder = holder_of(self.fresh)
        assert holder is not None  # a fresh token always names a holder
        self.holder = holder
        self._path = services.settings.prefix or "/"
        self._secure = services.settings.secure or request.url.scheme == "https"

    def thank(self, response: Response) -> Response:
        """Put a fresh token into the browser's cookie."""
        if self.fresh is not None:
            response.set_cookie(
                COOKIE,
                self.fresh,
                max_age=_YEAR,
                httponly=True,
                samesite="strict",
                secure=self._secure,
                path=self._path,
            )
        return response


TheAsker = Annotated[Asker, Depends(Asker)]


def send_json(text: str, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A response of JSON text."""
    return Response(text, status, headers, media_type="application/json")


async def send_state(
    services: Services, table: Table, holder: str | None, status: int = 200
) -> Response:
    """The whole state, as its viewer sees it, once no window hangs in the balance."""
    loop, tables = asyncio.get_running_loop(), services.tables
    until = loop.time() + WEIGHING
    with tables.listening(table.id) as listener:
        while True:
            late = loop.time() >= until
            text = await for_request(_state, services, table, holder, late)
            if text is not None:
                return send_json(text, status)
            await listener.wait(max(0.01, until - loop.time()))


def _state(services: Services, table: Table, holder: str | None, late: bool) -> str | None:
    with table.lock:
        if table.play.undecided:
            if not late:
                return None
            table.play.let_ask(table.play.asked)
        shown = views.state(table, viewer(table, holder), services.tables.links, log=True)
    return _hushed(services, table, holder, shown)


def _hushed(services: Services, sight: Table | Board, holder: str | None, shown: Shown) -> str:
    """What is shown, without the words of those whom this viewer muted."""
    if holds_words(shown):
        shown = without_words(shown, muted_players(services.conduct, sight, holder))
    return shown.whole()


async def send_sight(
    services: Services, sight: Table | Board, holder: str | None, status: int = 200
) -> Response:
    """The whole state of a game, which need not be awake for it."""
    if isinstance(sight, Board):
        if not sight.snapshot.undecided:
            services.tables.rouse(sight)
            who = viewer(sight, holder)
            at = services.tables.store.now()
            shown = views.show(sight, who, services.tables.links, at=at)
            if not holds_words(shown):
                return send_json(shown.whole(), status)
            text = await for_request(_hushed, services, sight, holder, shown)
            return send_json(text, status)
        sight = await services.tables.find(sight.id)
    if holder is not None and holder not in sight.held:
        await for_request(_meet, sight, holder)
    return await send_state(services, sight, holder, status)


def _meet(table: Table, holder: str) -> None:
    with table.lock:
        table.chairs.meet(holder)


async def show_new(services: Services, made: Table | Board, asker: Asker) -> Response:
    """A new game as it was before its first die, and only then let things happen at it."""
    if isinstance(made, Board):
        return asker.thank(await send_sight(services, made, asker.holder, 201))
    response = await send_state(services, made, asker.holder, 201)
    services.tables.changed(made)
    return asker.thank(response)


async def while_present(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """The result of some work, which is given up when whoever asked for it has gone away."""
    task = asyncio.ensure_future(work)
    try:
        while not task.done():
            await asyncio.wait([task], timeout=_GLANCE)
            if not task.done() and await request.is_disconnected():
                raise Problem(400, "malformed", say("whoever asked has gone away"))
        return task.result()
    finally:
        task.cancel()


def deed(services: Services, table: Table, do: Any) -> Response:
    """Do something at a table and answer with the entry that it made."""
    try:
        told = services.tables.act(table, do)
    except Refused as refusal:
        raise refused(refusal, table.rulebook, table.play.asked) from None
    return send_json(dumps(views.entry(told)), 201)


_MEANING = {
    400: "The body is not JSON, or the server is not called by that name",
    403: "Not your seat, a wrong link, or a page of another site",
    404: "There is no such thing",
    405: "The method is not allowed here",
    409: "It no longer stands so: see `error`",
    408: "The body did not come in time",
    413: "The body is too large",
    415: "The body is not sent as JSON",
    422: "The answer is not legal, or a field is wrong",
    429: "Too many requests",
    503: "The games cannot be reached at the moment",
}


Responses: TypeAlias = dict[int | str, dict[str, Any]]


def errors(*codes: int) -> Responses:
    """The errors that a route may answer with, for its description."""
    return {code: {"model": Error, "description": _MEANING[code]} for code in codes}


LOOKING = errors(400, 404, 405, 409, 422, 429, 503)
ACTING = errors(400, 403, 404, 405, 408, 409, 413, 415, 422, 429, 503)
