"""Routes of one's own games as puzzles: a choice that cost chances, and what another is worth."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from battlemat.kernel.errors import Refusal, Refused
from battlemat.kernel.words import say
from battlemat.lessons.own import Cost
from battlemat.puzzles import own_games
from battlemat.server.beside import for_request
from battlemat.server.guard import address_of
from battlemat.server.quick_json import dumps
from battlemat.server.routes.dependencies import (
    LOOKING,
    TheServices,
    TheTable,
    errors,
    send_json,
    while_present,
)
from battlemat.server.routes.solving import responses
from battlemat.server.workers.fair_queue import Standing
from battlemat.server.workers.pool import NotDone
from battlemat.tables.problems import Problem, refused
from battlemat.tables.table import Table
from battlemat.tables.work.jobs import Place, place_of

router = APIRouter(prefix="/api/games/{game}")
Step = Annotated[int, Path(ge=1, le=2**31 - 1)]
_WEIGHING = 20.0


@router.get(
    "/mistakes/{step}", response_model=responses.PuzzleShown, responses=LOOKING | errors(409)
)
async def mistake(table: TheTable, step: Step) -> Response:
    """A choice of a finished game as it was asked, to be made once more."""
    return send_json(dumps(await for_request(_shown, table, step)))


@router.get(
    "/mistakes/{step}/worth",
    response_model=responses.PuzzleVerdict,
    responses=LOOKING | errors(409, 422, 503),
)
async def worth(
    request: Request,
    services: TheServices,
    table: TheTable,
    step: Step,
    text: Annotated[str, Query(max_length=2000)],
) -> Response:
    """What another answer to that choice is worth, beside the best that was found."""
    cost, place = await for_request(_to_weigh, table, step)
    standing = Standing(party=address_of(request.scope), table=table.id)
    work = services.tables.pools.counters.run(
        own_games.answered,
        place,
        step,
        list(cost),
        text,
        timeout=_WEIGHING,
        patience=_WEIGHING,
        standing=standing,
    )
    try:
        found = await while_present(request, work)
    except NotDone:
        raise Problem(503, "busy", say("this could not be worked out now; try again")) from None
    if "refused" in found:
        reason, because = found["refused"]
        raise refused(Refused(text, Refusal(reason, because), 0), table.rulebook, step)
    return send_json(dumps(found))


def _shown(table: Table, step: int) -> dict[str, object]:
    with table.lock:
        return own_games.shown(table, step)


def _to_weigh(table: Table, step: int) -> tuple[Cost, Place]:
    with table.lock:
        return own_games.cost(table, step), place_of(table)
