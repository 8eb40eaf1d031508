"""Routes of the lobby: seats that are open to anybody."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from battlemat.kernel.words import say
from battlemat.server.beside import for_request
from battlemat.server.guard import address_of
from battlemat.server.hosting.lobby import MOST_PAGES
from battlemat.server.quick_json import dumps
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
from battlemat.server.store.conduct_store import Report
from battlemat.tables.opening import is_game_id, unknown_game
from battlemat.tables.problems import Problem

router = APIRouter(prefix="/api/lobby")
_MOST_REPORTS = 1
"""So often one person may report one offer."""


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
    given: requests.SitDown,
    services: TheServices,
    table: TheTable,
    asker: TheAsker,
    request: Request,
) -> Response:
    """Take an open seat."""
    services.rates.sit(address_of(request.scope), asker.holder)
    await for_request(services.lobby.sit, table, asker.holder, given.name, given.nonce)
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


@router.post(
    "/{game}/complaints",
    status_code=201,
    response_model=lobby_responses.Reported,
    responses=ACTING,
)
def report(
    game: GameId, given: requests.OfferComplaint, services: TheServices, asker: TheAsker
) -> Response:
    """Report an offer to the host: its name and its words are kept with the report."""
    if not is_game_id(game):
        raise unknown_game()
    seat, words = services.lobby.owner(game)
    if seat.holder == asker.holder:
        raise Problem(422, "invalid", say("this offer is yours; withdraw it"))
    told = Report(
        *(game, f"offer of {seat.player}"[:40], None, given.reason, words, given.text),
        asker.holder,
        (seat.holder,),
    )
    if not services.conduct.report(told, _MOST_REPORTS):
        raise Problem(409, "enough-said", say("you have reported this offer already"))
    return asker.thank(send_json(dumps({"reported": True}), 201))
