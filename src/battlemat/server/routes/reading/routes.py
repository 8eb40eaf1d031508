"""Routes of the rules reader: a book, a board beside a clause, and that board as a game."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from battlemat.kernel.near import did_you_mean
from battlemat.kernel.rulebook import Rulebook
from battlemat.kernel.scene import as_json
from battlemat.reader.book import book
from battlemat.reader.recording import Recording, deciding, recorded
from battlemat.reader.reference import reference_sheet
from battlemat.reader.shelf import BoardFile, shelf
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
from battlemat.tables.making import find_rulebook, practice_row
from battlemat.tables.problems import Problem

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
    found = book(find_rulebook(services.tables.catalogue, rulebook))
    chapters = [
        {"id": one.id, "title": one.title, "clauses": [_entry(entry) for entry in one.clauses]}
        for one in found.chapters
    ]
    return send_json(dumps({"name": found.name, "title": found.title, "chapters": chapters}))


def _entry(entry: Any) -> dict[str, Any]:
    told = asdict(entry)
    told["readings"] = entry.readings._asdict() if entry.readings else None
    told["boards"] = [one._asdict() for one in entry.boards]
    told["editions"] = [
        {**one._asdict(), "pieces": [piece._asdict() for piece in one.pieces]}
        for one in entry.editions
    ]
    return told


@router.get("/{rulebook}/board", response_model=responses.ClauseBoard, responses=LOOKING)
def one_board(rulebook: Name, services: TheServices, id: Id) -> Response:
    """A board beside a clause, recorded: its frames, the decision, and the dice that decide."""
    rules = find_rulebook(services.tables.catalogue, rulebook)
    board = _find(rules, id)
    shown = recorded(rules, board)
    told = {
        "id": board.id,
        "name": board.name,
        "rulebook": rules.name,
        "clauses": list(board.clauses),
        "players": list(shown.players),
        "frames": [_frame(frame) for frame in shown.frames],
        "decision": shown.decision,
        "tries": [one._asdict() for one in shown.tries],
        "dice": [
            {**die._asdict(), "outcomes": [one._asdict() for one in die.outcomes]}
            for die in deciding(rules, board)
        ],
        "scenario": board.text(),
    }
    return send_json(dumps(told))


def _frame(frame: Any) -> dict[str, Any]:
    return {
        "step": frame.step,
        "answer": frame.answer,
        "note": frame.note,
        "lines": [{"text": one.text, "clauses": list(one.clauses)} for one in frame.lines],
        "scene": as_json(frame.scene),
        "player": frame.player,
        "asks": frame.asks,
        "because": frame.because,
    }


def _find(rules: Rulebook[Any], id: str) -> BoardFile:
    boards = shelf(rules.name)
    if id not in boards:
        near = did_you_mean(id[:80], boards, listing=False)
        raise Problem(404, "unknown-board", f"{rules.name} has no board '{id[:80]}'{near}")
    return boards[id]


@router.post("/{rulebook}/play", status_code=201, response_model=State, responses=ACTING)
async def play_board(
    rulebook: Name, wish: BoardWish, services: TheServices, asker: TheAsker, request: Request
) -> Response:
    """Open a board as a practice game, at its decision or after so many answers."""
    rules = find_rulebook(services.tables.catalogue, rulebook)
    board = _find(rules, wish.board)
    address = address_of(request.scope)
    services.rates.game(address)
    shown: Recording = await for_request(recorded, rules, board)
    step = shown.frames[shown.decision].step if wish.step is None else wish.step
    row = practice_row(rules, dict(shown.setup), shown.answers[:step], None)
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
