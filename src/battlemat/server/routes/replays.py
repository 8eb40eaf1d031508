"""Routes for games whose rules have changed: look at them again, and agree to go on."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Path, Response
from pydantic import BaseModel

from battlemat.kernel.words import say
from battlemat.server.beside import for_request
from battlemat.server.quick_json import dumps
from battlemat.server.replays import renewal
from battlemat.server.replays.older_boards import as_of_today
from battlemat.server.routes import requests
from battlemat.server.routes.dependencies import (
    ACTING,
    LOOKING,
    GameId,
    Services,
    TheHolder,
    TheServices,
    send_json,
)
from battlemat.server.routes.scene_responses import Scene
from battlemat.server.store.board_store import BoardStore
from battlemat.tables.ledger.proof import RulesDiffer
from battlemat.tables.opening import is_game_id, unknown_game
from battlemat.tables.problems import Problem
from battlemat.tables.view import replay

router = APIRouter(prefix="/api/games/{game}")


class KeptLine(BaseModel):
    kind: str
    text: str
    clauses: list[str]


class KeptEntry(BaseModel):
    number: int
    kind: str
    player: str
    by: str
    text: str
    at: str
    dice: list[list[int]]
    lines: list[KeptLine]


class KeptSeat(BaseModel):
    player: str
    kind: str


class Differs(BaseModel):
    answer: int
    message: str


class Replay(BaseModel):
    id: str
    rulebook: str
    version: int
    created: str
    seats: list[KeptSeat]
    entries: list[KeptEntry]
    boards: list[int]
    differs: Differs | None
    agreed: list[str]
    awaited: list[str]
    renewed: str | None


class KeptBoard(BaseModel):
    number: int
    scene: Scene


class Renewal(BaseModel):
    agreed: list[str]
    awaited: list[str]
    game: str | None


@router.get("/replay", response_model=Replay, responses=LOOKING)
async def show(game: GameId, services: TheServices) -> Response:
    """The game as it was told, from what is stored of it: also where its rules have changed."""
    return send_json(dumps(await _replay(services, game)))


@router.get(
    "/replay.txt",
    response_class=Response,
    responses={**LOOKING, 200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def as_text(game: GameId, services: TheServices) -> Response:
    """The same as a text for people."""
    text = replay.as_text(await _replay(services, game))
    return Response(text, media_type="text/plain; charset=utf-8")


@router.get("/replay/{number}", response_model=KeptBoard, responses=LOOKING)
def board(
    game: GameId, number: Annotated[int, Path(ge=0, le=2**31 - 1)], services: TheServices
) -> Response:
    """The board as it was after an entry, or at the last pause before it."""
    kept = BoardStore(services.tables.store).at(game, number) if is_game_id(game) else None
    if kept is None:
        raise Problem(404, "unknown-step", say("no board of this game was kept from that early on"))
    return send_json(f'{{"number":{kept.number},"scene":{as_of_today(kept.scene)}}}')


@router.post("/renewal", response_model=Renewal, responses=ACTING)
async def renew(
    game: GameId, given: requests.Acting, services: TheServices, holder: TheHolder
) -> Response:
    """Say yes to going on under today's rules, from where they begin to differ."""
    differs = await _differs(services, game)
    if differs is None:
        raise Problem(
            409, "same-rules", say("this game simply goes on: its rules have not changed")
        )
    found = await for_request(renewal.agree, services.tables, game, holder, given.player, differs)
    return send_json(dumps(found))


async def _differs(services: Services, game: str) -> RulesDiffer | None:
    try:
        await services.tables.find(game)
    except RulesDiffer as differs:
        return differs
    return None


async def _replay(services: Services, game: str) -> dict[str, Any]:
    differs = None
    with suppress(Problem):  # whatever keeps it from being played, it is looked at
        differs = await _differs(services, game)
    return await for_request(_stored, services, game, differs)


def _stored(services: Services, game: str, differs: RulesDiffer | None) -> dict[str, Any]:
    store = services.tables.store
    asleep = store.asleep(game) if is_game_id(game) else None
    if asleep is None:
        raise unknown_game()
    boards = BoardStore(store).numbers(game)
    return replay.replay(asleep, store.entries(game), boards, differs)
