"""Routes of the lobby: seats that are open to anybody."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi.concurrency import run_in_threadpool

from battlemat.server.routes import lobby_responses, requests, responses
from battlemat.server.routes.dependencies import (
    ACTING,
    LOOKING,
    GameId,
    TheAsker,
    TheHolder,
    TheServices,
    TheTable,
    send_json,
    send_state,
)
from battlemat.server.tables.lobby import MOST_PAGES
from battlemat.server.tables.opening import is_game_id, unknown_game
from battlemat.server.tables.views import dumps

router = APIRouter(prefix="/api/lobby")


@router.get("", response_model=lobby_responses.OpenSeats, responses=LOOKING)
def open_seats(
    services: TheServices,
    holder: TheHolder,
    page: Annotated[int, Query(ge=0, lt=MOST_PAGES)] = 0,
) -> Response:
    """The seats that are open to anybody, newest first, forty on a page."""
    return send_json(dumps(services.lobby.page(page, holder)))


@router.get("/{game}", response_model=lobby_responses.MaybeOpenSeat, responses=LOOKING)
def open_seat(game: GameId, services: TheServices, holder: TheHolder) -> Response:
    """The open seat of one game, if it is to be had."""
    known = services.lobby.of_game(game, holder) if is_game_id(game) else None
    return send_json(dumps({"seat": known}))


@router.post("/{game}/sit", response_model=responses.State, responses=ACTING)
async def sit(
    given: requests.SitDown, services: TheServices, table: TheTable, asker: TheAsker
) -> Response:
    """Take an open seat."""
    await run_in_threadpool(services.lobby.sit, table, asker.holder, given.name, given.nonce)
    return asker.thank(await send_state(services, table, asker.holder))


@router.post("/{game}/withdraw", response_model=lobby_responses.Withdrawn, responses=ACTING)
def withdraw(
    game: GameId, _given: requests.Nothing, services: TheServices, asker: TheAsker
) -> Response:
    """Offer a seat of yours to strangers no longer."""
    if not is_game_id(game):
        raise unknown_game()
    services.lobby.withdraw(game, asker.holder)
    return send_json(dumps({"withdrawn": True}))
