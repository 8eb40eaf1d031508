"""Routes of the rules reader: a book, a board beside a clause, and that board as a game."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from battlemat.reader.reference import reference_sheet
from battlemat.server.beside import for_request
from battlemat.server.guard import address_of
from battlemat.server.hosting.creation import open_board
from battlemat.server.quick_json import dumps
from battlemat.server.routes.dependencies import (
    ACTING,
    LOOKING,
    TheAsker,
    TheServices,
    send_json,
    show_new,
    while_present,
)
from battlemat.server.routes.reading import responses
from battlemat.server.routes.responses import State
from battlemat.tables.making import find_rulebook
from battlemat.tables.reading import board_row, find_board, told_board, told_book

router = APIRouter(prefix="/api/rules")
Name = Annotated[str, Path(max_length=40)]
Id = Annotated[str, Query(max_length=120)]


class BoardWish(BaseModel):
    """A board that shall be played: from its decision, or after so many answers."""

    model_config = ConfigDict(extra="forbid", strict=True)
    board: Annotated[str, Field(max_length=120)]
    step: Annotated[int, Field(ge=0, le=10_000)] | None = None


@router.get("/{rulebook}", response_model=responses.RuleBook, responses=LOOKING)
def whole_book(rulebook: Name, services: TheServices) -> Response:
    """A rulebook, chapter by chapter."""
    return send_json(dumps(told_book(find_rulebook(services.tables.catalogue, rulebook))))


@router.get("/{rulebook}/board", response_model=responses.ClauseBoard, responses=LOOKING)
def one_board(rulebook: Name, services: TheServices, id: Id) -> Response:
    """A board beside a clause, recorded: its frames, the decision, and the dice that decide."""
    rules = find_rulebook(services.tables.catalogue, rulebook)
    return send_json(dumps(told_board(rules, id)))


@router.post("/{rulebook}/play", status_code=201, response_model=State, responses=ACTING)
async def play_board(
    rulebook: Name, wish: BoardWish, services: TheServices, asker: TheAsker, request: Request
) -> Response:
    """Open a board as a practice game, at its decision or after so many answers."""
    rules = find_rulebook(services.tables.catalogue, rulebook)
    find_board(rules, wish.board)
    address = address_of(request.scope)
    services.rates.game(address)
    row = await for_request(board_row, rules, wish.board, wish.step)
    opening = open_board(services.tables, row, asker.holder, address)
    return await show_new(services, await while_present(request, opening), asker)


@router.get(
    "/{rulebook}/sheet.html",
    response_class=Response,
    responses={**LOOKING, 200: {"content": {"text/html": {"schema": {"type": "string"}}}}},
)
def sheet(rulebook: Name, services: TheServices, paper: Literal["a4", "letter"] = "a4") -> Response:
    """The reference sheet of a game, for print."""
    text = reference_sheet(find_rulebook(services.tables.catalogue, rulebook), paper)
    return Response(text, media_type="text/html; charset=utf-8")
