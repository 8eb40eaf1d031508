"""Routes of lessons: the courses, a board as a game, and how it stands."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from battlemat.lessons import desk
from battlemat.server.beside import for_request
from battlemat.server.guard import address_of
from battlemat.server.hosting.creation import open_board
from battlemat.server.quick_json import dumps
from battlemat.server.routes.dependencies import (
    ACTING,
    LOOKING,
    TheAsker,
    TheServices,
    TheTable,
    send_json,
    show_new,
    while_present,
)
from battlemat.server.routes.learning import responses
from battlemat.server.routes.responses import State
from battlemat.tables.lesson_tables import lesson_row, stands
from battlemat.tables.making import find_rulebook

router = APIRouter(prefix="/api")
_MOST = 100


class LessonWish(BaseModel):
    """A board of a lesson that shall be played."""

    model_config = ConfigDict(extra="forbid", strict=True)
    lesson: Annotated[str, Field(max_length=80)]
    board: Annotated[int, Field(ge=0, le=_MOST)] = 0


@router.get("/learn", response_model=responses.Courses, responses=LOOKING)
def all_courses(services: TheServices) -> Response:
    """The courses of all rulebooks that have one."""
    catalogue = services.tables.catalogue
    books: list[Any] = [catalogue.find(name) for name in catalogue.names()]
    return send_json(dumps(desk.courses(books)))


@router.post("/learn/{rulebook}", status_code=201, response_model=State, responses=ACTING)
async def begin_board(
    rulebook: Annotated[str, Path(max_length=40)],
    wish: LessonWish,
    services: TheServices,
    asker: TheAsker,
    request: Request,
) -> Response:
    """Open a board of a lesson as a practice game, in the learner's seat."""
    book = find_rulebook(services.tables.catalogue, rulebook)
    address = address_of(request.scope)
    services.rates.game(address)
    row = await for_request(lesson_row, book, wish.lesson, wish.board)
    opening = open_board(services.tables, row, asker.holder, address)
    return await show_new(services, await while_present(request, opening), asker)


@router.get("/games/{game}/lesson", response_model=responses.LessonStanding, responses=LOOKING)
async def standing(
    table: TheTable,
    lesson: Annotated[str, Query(max_length=80)],
    board: Annotated[int, Query(ge=0, le=_MOST)] = 0,
) -> Response:
    """How a board of a lesson stands in a game that was begun for it."""
    return send_json(dumps(await for_request(stands, table, lesson, board)))
