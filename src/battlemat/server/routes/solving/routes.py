"""Routes of puzzles: the list, the daily one, a position, and what an answer to it is worth."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Path, Response
from pydantic import BaseModel, ConfigDict, Field

from battlemat.kernel.errors import Refused
from battlemat.puzzles import desk
from battlemat.server.beside import for_request
from battlemat.server.quick_json import dumps
from battlemat.server.routes.dependencies import ACTING, LOOKING, TheServices, send_json
from battlemat.server.routes.solving import responses
from battlemat.tables.making import find_rulebook
from battlemat.tables.problems import Problem, refused

router = APIRouter(prefix="/api/puzzles")
Name = Annotated[str, Path(max_length=40)]
Id = Annotated[str, Path(max_length=80)]
_LONGEST = 2000


class PuzzleAnswer(BaseModel):
    """An answer to a puzzle, as it is typed."""

    model_config = ConfigDict(extra="forbid", strict=True)
    text: Annotated[str, Field(max_length=_LONGEST)]


@router.get("", response_model=responses.Puzzles, responses=LOOKING)
async def every_puzzle() -> Response:
    """All puzzles, and the one of this day."""
    today = datetime.now(UTC).date().isoformat()
    return send_json(dumps(await for_request(lambda: desk.every(today))))


@router.get("/{rulebook}/{id}", response_model=responses.PuzzleShown, responses=LOOKING)
async def one_puzzle(rulebook: Name, id: Id, services: TheServices) -> Response:
    """A puzzle: its board, its goal, its answers; not which of them is right."""
    name = find_rulebook(services.tables.catalogue, rulebook).name
    return send_json(dumps(await for_request(_found, lambda: desk.shown(name, id))))


@router.post("/{rulebook}/{id}/answers", response_model=responses.PuzzleVerdict, responses=ACTING)
async def answer_puzzle(
    rulebook: Name, id: Id, given: PuzzleAnswer, services: TheServices
) -> Response:
    """What an answer is worth, beside the best one."""
    rules = find_rulebook(services.tables.catalogue, rulebook)
    try:
        found = await for_request(_found, lambda: desk.answered(rules.name, id, given.text))
    except Refused as error:
        raise refused(error, rules, 0) from None
    return send_json(dumps(found))


def _found(work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    try:
        return work()
    except desk.NoSuchPuzzle as error:
        raise Problem(404, "unknown-puzzle", str(error)) from None
