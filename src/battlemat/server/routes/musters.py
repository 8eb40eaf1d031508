"""Routes of musters: a game that is agreed on, to which each player brings a squad unseen.

Before the game begins nothing of a squad is told to anybody but whoever brought it.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from battlemat.kernel.dice import commitment
from battlemat.kernel.words import say
from battlemat.server.beside import for_request
from battlemat.server.guard import address_of
from battlemat.server.hosting.musters import Bringing, Muster, WantedMuster
from battlemat.server.quick_json import dumps
from battlemat.server.routes import requests, responses
from battlemat.server.routes.dependencies import (
    ACTING,
    LOOKING,
    Services,
    TheAsker,
    TheServices,
    errors,
    send_json,
    while_present,
)
from battlemat.server.routes.fitted import fit_lead
from battlemat.tables.catalogue import Brought
from battlemat.tables.problems import Problem

router = APIRouter(prefix="/api/musters")
_MOST = 20
MusterId = Annotated[str, Path(max_length=40)]


@router.get("", response_model=responses.Musters, responses=errors(400, 405, 429, 503))
async def my_musters(services: TheServices, asker: TheAsker, request: Request) -> Response:
    """The musters that you made or brought something to, and that are no game yet."""
    found, address = [], address_of(request.scope)
    if asker.fresh is None:
        musters = services.musters
        ids = await for_request(musters.store.waiting_for, asker.holder, _MOST)
        for id in ids:
            one = await for_request(musters.find, id)
            found.append(await _tell(services, one, asker.holder, address))
    return send_json(dumps({"musters": found}))


@router.post("", status_code=201, response_model=responses.Muster, responses=ACTING)
async def new_muster(
    wish: requests.NewMuster, services: TheServices, asker: TheAsker, request: Request
) -> Response:
    """Agree on a game to which each player brings a squad of their own choice."""
    services.rates.game(address_of(request.scope))
    wanted = WantedMuster(wish.rulebook, wish.choices, wish.seat, wish.dice == "typed")
    made = await for_request(services.musters.create, wanted, asker.holder)
    told = await _tell(services, made, asker.holder, address_of(request.scope))
    return asker.thank(send_json(dumps(told), 201))


@router.get("/{muster}", response_model=responses.Muster, responses=LOOKING)
async def muster(
    muster: MusterId, services: TheServices, asker: TheAsker, request: Request
) -> Response:
    """What was agreed, and who has brought something."""
    address = address_of(request.scope)
    found = await services.musters.go_on(muster, address)
    return send_json(dumps(await _tell(services, found, asker.holder, address)))


@router.post("/{muster}/join", response_model=responses.Muster, responses=ACTING)
async def join(
    muster: MusterId,
    given: requests.Bring,
    services: TheServices,
    asker: TheAsker,
    request: Request,
) -> Response:
    """Bring a squad; with the last one the game begins, and everything is shown."""
    address = address_of(request.scope)
    services.rates.verb(address, "join")
    if (given.shipped is None) == (given.file is None):
        raise Problem(422, "invalid", say("bring either a `shipped` squad or a `file`"))
    bringing = Bringing(given.token, given.name, Brought(given.shipped or "", given.file or ""))
    work = services.musters.bring(muster, bringing, asker.holder, address)
    found = await while_present(request, work)
    told = await _tell(services, found, asker.holder, address)
    return asker.thank(send_json(dumps(told)))


async def _tell(
    services: Services, muster: Muster, holder: str | None, address: str
) -> dict[str, Any]:
    await fit_lead(services.tables, muster.row.rulebook, muster.row.terms, address)
    return await for_request(_told, services, muster, holder)


def _told(services: Services, muster: Muster, holder: str | None) -> dict[str, Any]:
    row, musters, mine = muster.row, services.musters, muster.seats_of(holder)
    return {
        "id": row.id,
        "rulebook": row.rulebook,
        "title": muster.rulebook.title,
        "created": row.created,
        "dice": "typed" if row.seed is None else "server",
        "commitment": commitment(row.seed) if row.seed is not None else None,
        "terms": musters.terms(muster),
        "seats": [_seat(muster, player, player in mine) for player in muster.rulebook.players],
        "invites": musters.invites(muster, holder),
        "squads": musters.squads(muster),
        "game": row.id if muster.begun else None,
    }


def _seat(muster: Muster, player: str, yours: bool) -> dict[str, Any]:
    """Who sits where; what was brought is told to whoever brought it alone."""
    brought = muster.brought.get(player)
    return {
        "player": player,
        "name": brought.name if brought else "",
        "host": player == muster.row.host,
        "yours": yours,
        "brought": brought is not None,
        "squad": brought.called if brought and yours else None,
    }
