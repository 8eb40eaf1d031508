"""What all routes share: the house, who is asking, how answers are sent, which errors there are."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from fastapi import Depends, Path, Request, Response

from battlemat.kernel.errors import Refused
from battlemat.server import views
from battlemat.server.driver import Driver
from battlemat.server.guard import Rates
from battlemat.server.house import House
from battlemat.server.models import Error
from battlemat.server.problems import refused
from battlemat.server.reports import Reports
from battlemat.server.seats import COOKIE, Viewer, holder_of, new_token, viewer
from battlemat.server.settings import Settings
from battlemat.server.table import Table

_YEAR = 365 * 24 * 3600
WEIGHING = 6.0
"""Seconds after which a window is asked, if nobody could say whether it matters."""


class Desk:
    """Everything that a route may need, made once for each server."""

    def __init__(self, settings: Settings, house: House, driver: Driver, rates: Rates) -> None:
        self.settings = settings
        self.house = house
        self.driver = driver
        self.rates = rates
        self.reports = Reports(house)


def _desk(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


TheDesk = Annotated[Desk, Depends(_desk)]
GameId = Annotated[str, Path(max_length=40)]


def _table(game: GameId, desk: TheDesk) -> Table:
    table = desk.house.table(game)
    desk.house.hear(table)
    return table


TheTable = Annotated[Table, Depends(_table)]


def _viewer(request: Request, table: TheTable) -> Viewer:
    holder = holder_of(request.cookies.get(COOKIE))
    if holder is not None:
        with table.lock:
            table.meet(holder)
    return viewer(table, holder)


TheViewer = Annotated[Viewer, Depends(_viewer)]


class Asker:
    """Who asks, by cookie. Someone without one gets one with the response."""

    def __init__(self, request: Request, desk: TheDesk) -> None:
        token = request.cookies.get(COOKIE)
        holder = holder_of(token)
        self.fresh: str | None = None
        if holder is None:
            self.fresh = new_token()
            holder = holder_of(self.fresh)
        assert holder is not None  # a fresh token always names a holder
        self.holder = holder
        self._secure = desk.settings.secure or request.url.scheme == "https"

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
                path="/",
            )
        return response


TheAsker = Annotated[Asker, Depends(Asker)]


def send_json(text: str, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A response of JSON text."""
    return Response(text, status, headers, media_type="application/json")


def send_state(desk: Desk, table: Table, holder: str | None, status: int = 200) -> Response:
    """The whole state, as its viewer sees it."""
    with table.lock:
        table.wait_decided(WEIGHING)
        text = views.state(table, viewer(table, holder), desk.house.links, log=True)
    return send_json(text, status)


def show_new(desk: Desk, table: Table, asker: Asker) -> Response:
    """A new game as it was before its first die, and only then let things happen at it."""
    response = send_state(desk, table, asker.holder, 201)
    desk.house.changed(table)
    return asker.thank(response)


def deed(desk: Desk, table: Table, do: Any) -> Response:
    """Do something at a table and answer with the entry that it made."""
    try:
        told = desk.house.act(table, do)
    except Refused as refusal:
        raise refused(refusal, table.rulebook, table.asked) from None
    return send_json(views.dumps(views.entry(told)), 201)


_MEANING = {
    400: "The body is not JSON, or the server is not called by that name",
    403: "Not your seat, a wrong link, or a page of another site",
    404: "There is no such thing",
    405: "The method is not allowed here",
    409: "It no longer stands so: see `error`",
    413: "The body is too large",
    415: "The body is not sent as JSON",
    422: "The answer is not legal, or a field is wrong",
    429: "Too many requests",
}


Responses: TypeAlias = dict[int | str, dict[str, Any]]


def errors(*codes: int) -> Responses:
    """The errors that a route may answer with, for its description."""
    return {code: {"model": Error, "description": _MEANING[code]} for code in codes}


LOOKING = errors(400, 404, 405, 409, 422, 429)
ACTING = errors(400, 403, 404, 405, 409, 413, 415, 422, 429)
