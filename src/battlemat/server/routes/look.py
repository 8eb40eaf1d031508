"""Routes that look at a game and change nothing; watchers may use all of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Header, Path, Query, Request, Response
from fastapi.responses import StreamingResponse

from battlemat.kernel.errors import Refusal, Refused
from battlemat.kernel.words import say
from battlemat.server.beside import for_request
from battlemat.server.guard import address_of
from battlemat.server.packing import accepts_gzip
from battlemat.server.quick_json import drawn, dumps
from battlemat.server.routes import responses, scene_responses, study_responses
from battlemat.server.routes.dependencies import (
    LOOKING,
    Responses,
    TheHolder,
    TheServices,
    TheSight,
    TheTable,
    TheViewer,
    errors,
    send_json,
    send_sight,
    while_present,
)
from battlemat.server.routes.stream import Stream
from battlemat.server.workers.fair_queue import Standing
from battlemat.server.workers.pool import NotDone
from battlemat.tables.problems import Problem, refused
from battlemat.tables.table import Table
from battlemat.tables.view import looking, views, why
from battlemat.tables.view.board import Board
from battlemat.tables.view.ending import end_report, weighed
from battlemat.tables.work import tasks
from battlemat.tables.work.jobs import Place, place_before, place_of

router = APIRouter(prefix="/api/games/{game}")
_COUNTING = 6.0
_SHADING = 15.0
Number = Annotated[int, Query(ge=0, le=2**31 - 1)]
Said = Annotated[str, Query(max_length=2000)]


@router.get("", response_model=responses.State, responses=LOOKING)
async def state(services: TheServices, sight: TheSight, holder: TheHolder) -> Response:
    """The state, with the newest lines of the log."""
    return await send_sight(services, sight, holder)


_STREAM: Responses = {200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}}


@router.get("/events", response_class=StreamingResponse, responses={**LOOKING, **_STREAM})
async def events(
    request: Request,
    services: TheServices,
    sight: TheSight,
    holder: TheHolder,
    after: Number | None = None,
    changes: bool = False,
    last_event_id: Annotated[str | None, Header(max_length=20)] = None,
) -> StreamingResponse:
    """The stream of entries, as server-sent events; with `changes` no state is sent twice."""
    seen = after
    if last_event_id is not None and last_event_id.isascii() and last_event_id.isdecimal():
        seen = int(last_event_id)
    address = address_of(request.scope)
    services.rates.may_stream(address)
    if seen is None:
        seen = sight.snapshot.number if isinstance(sight, Board) else sight.play.number
    stream = Stream(services, sight.id, holder, seen, address, by_changes=changes)
    headers = {"cache-control": "no-store", "x-accel-buffering": "no", "vary": "accept-encoding"}
    told: AsyncIterator[str] | AsyncIterator[bytes] = stream.run()
    if accepts_gzip(request.headers) and services.packer.has_room:
        headers["content-encoding"] = "gzip"
        told = services.packer.run(stream.run())
    return StreamingResponse(told, media_type="text/event-stream", headers=headers)


@router.get("/log", response_model=responses.LogPage, responses=LOOKING)
def log(before: Number, table: TheTable) -> Response:
    """The lines of the log just before line `before`, at most a thousand."""
    with table.lock:
        found = views.log_page(table, before)
    return send_json(dumps(found))


@router.get("/options", response_model=scene_responses.Options, responses=LOOKING)
def options(after: Number, table: TheTable, who: TheViewer) -> Response:
    """More options of the question that stands, after so many, where a state leaves some out."""
    with table.lock:
        text = drawn(views.options(table, who, after))
    return send_json(text)


@router.get("/why", response_model=responses.Reasons, responses=LOOKING)
def why_not(
    table: TheTable,
    text: Said | None = None,
    piece: Said = "",
    target: Said = "",
    place: Said = "",
    group: Said = "",
) -> Response:
    """Why an answer is not legal, by its text or by what was pointed at."""
    with table.lock:
        found = looking.reasons(table, text, why.Pointed(piece, target, place, group))
    return send_json(found)


@router.get("/odds", response_model=responses.Odds, responses=LOOKING)
async def odds(
    request: Request, text: Said, services: TheServices, table: TheTable, armed: Said = ""
) -> Response:
    """Exact odds of an option; or as they would be if an offer that was passed were taken up."""
    counted = await for_request(_kept_odds, table, (text, armed))
    if counted is None:
        stands = await for_request(_place, table)
        place = await for_request(_before, table, armed) if armed else stands
        standing = Standing(party=address_of(request.scope), table=table.id)
        work = services.tables.pools.counters.run(
            tasks.count_odds,
            place,
            text,
            armed,
            timeout=_COUNTING,
            patience=_COUNTING,
            standing=standing,
        )
        try:
            counted = dict(await while_present(request, work))
        except NotDone as error:
            unknown = {"outcomes": [], "missing": 1.0, "reason": str(error), "aim": None}
            unknown["later"] = True
            return send_json(dumps({"text": text, "known": False, **unknown}))
        await for_request(_keep_odds, table, (text, armed), stands, counted)
    if "refused" in counted:
        reason, because = counted["refused"]
        refusal = Refusal(reason, because)
        raise refused(Refused(text, refusal, 0), table.rulebook, table.play.asked)
    return send_json(dumps(counted))


def _kept_odds(table: Table, asked: tuple[str, str]) -> dict[str, Any] | None:
    with table.lock:
        table.play.must_be_on()
        return table.view.findings.odds.get(asked)


def _keep_odds(table: Table, asked: tuple[str, str], place: Place, counted: dict[str, Any]) -> None:
    """Keep what was counted, for as long as the game stands there; 409 if it does not any more."""
    with table.lock:
        if table.torn or place_of(table).answers != place.answers:
            message = say("the game has moved on, or back, since this was asked")
            raise Problem(409, "conflict", message, number=table.play.asked)
        table.view.findings.odds.keep(asked, counted)


def _place(table: Table) -> Place:
    with table.lock:
        return place_of(table)


def _before(table: Table, armed: str) -> Place:
    with table.lock:
        return place_before(table, armed)


@router.get("/overlays", response_model=responses.Overlays, responses=LOOKING)
def overlays(piece: Said, table: TheTable) -> Response:
    """Reach, sight and threat of a piece, where the rulebook offers them."""
    with table.lock:
        found = looking.overlays(table, piece)
    return send_json(found)


@router.get("/preview", response_model=responses.Preview, responses=LOOKING)
def preview(text: Said, table: TheTable) -> Response:
    """What an option, listed or made up, would cover. Nothing where it is not legal."""
    with table.lock:
        found = looking.preview(table, text)
    return send_json(found)


@router.get("/area", response_model=responses.Area, responses=LOOKING)
async def area(request: Request, text: Said, services: TheServices, table: TheTable) -> Response:
    """Where an open answer would be legal: the outlines of all places for the gap `{here}` in its
    text. Nothing where that is not known in time."""
    found = await for_request(_kept_area, table, text)
    if found is None:
        place = await for_request(_place, table)
        standing = Standing(party=address_of(request.scope), table=table.id)
        work = services.tables.pools.counters.run(
            tasks.judge_area, place, text, timeout=_SHADING, patience=_SHADING, standing=standing
        )
        try:
            found = dict(await while_present(request, work))
        except NotDone:
            return send_json(dumps({"text": text, "outlines": []}))
        await for_request(_keep_area, table, text, place, found)
    return send_json(dumps(found))


def _kept_area(table: Table, text: str) -> dict[str, Any] | None:
    with table.lock:
        table.play.must_be_on()
        return table.view.findings.areas.get(text)


def _keep_area(table: Table, text: str, place: Place, found: dict[str, Any]) -> None:
    with table.lock:
        if not table.torn and place_of(table).answers == place.answers:
            table.view.findings.areas.keep(text, found)


@router.get("/clauses/{clause}", response_model=responses.ClauseText, responses=LOOKING)
def clause_as_read(clause: Annotated[str, Path(max_length=200)], table: TheTable) -> Response:
    """The text of a clause, and which of its readings this game follows if it has two."""
    with table.lock:
        found = looking.clause(table, clause)
    return send_json(found)


@router.get("/measure", response_model=scene_responses.Reading, responses=LOOKING)
def measure(start: Said, end: Said, table: TheTable) -> Response:
    """A ruler between two things on the table."""
    with table.lock:
        found = looking.ruler(table, start, end)
    return send_json(found)


@router.get("/positions/{step}", response_model=responses.Position, responses=LOOKING)
def position(step: Annotated[int, Path(ge=0, le=2**31 - 1)], table: TheTable) -> Response:
    """The position after so many answers."""
    with table.lock:
        found = looking.position(table, step)
    return send_json(found)


@router.get(
    "/record",
    response_class=Response,
    responses={**LOOKING, 200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
def record(table: TheTable) -> Response:
    """The record of the game as it stands. The seed is told when the game is over."""
    with table.lock:
        text = looking.record(table)
    name = f'attachment; filename="{table.row.rulebook}-{table.id}.txt"'
    headers = {"content-disposition": name}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


@router.get("/report", response_model=responses.Report, responses=LOOKING | errors(409))
async def report(services: TheServices, table: TheTable, request: Request) -> Response:
    """The report at the end of a game."""
    await for_request(_must_be_over, table)
    await while_present(request, services.reports.follow(table))
    return send_json(dumps(await for_request(_report, table)))


@router.get("/review", response_model=study_responses.Review, responses=LOOKING | errors(409))
async def review(services: TheServices, table: TheTable) -> Response:
    """What was choice in a finished game, and what was luck; empty until it is known."""
    found = await for_request(_review, table)
    if not found["ready"]:
        services.reports.look_over(table)
    return send_json(dumps(found))


def _review(table: Table) -> dict[str, object]:
    _must_be_over(table)
    with table.lock:
        return weighed(table)


def _must_be_over(table: Table) -> None:
    with table.lock:
        if table.play.ending is None:
            raise Problem(409, "not-over", say("the game is not over yet"))


def _report(table: Table) -> dict[str, object]:
    with table.lock:
        return end_report(table)
