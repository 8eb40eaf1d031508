"""Routes of musters: a game that is agreed on, to which each player brings a squad unseen.

Before the game begins nothing of a squad is told to anybody but whoever brought it.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from fastapi.concurrency import run_in_threadpool

from battlemat.kernel.dice import commitment
from battlemat.server.catalogue import Brought
from battlemat.server.guard import address_of
from battlemat.server.problems import Problem
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
from battlemat.server.tables import views
from battlemat.server.tables.musters import Bringing, Muster, WantedMuster

router = APIRouter(prefix="/api/musters")
_MOST = 20
MusterId = Annotated[str, Path(max_length=40)]


@router.get("", response_model=responses.Musters, responses=errors(400, 405, 429, 503))
def my_musters(services: TheServices, asker: TheAsker) -> Response:
    """The musters that you made or brought something to, and that are no game yet."""
    found = []
    if asker.fresh is None:
        musters = services.musters
        for id in musters.store.waiting_for(asker.holder, _MOST):
            found.append(_told(services, musters.find(id), asker.holder))
    return send_json(views.dumps({"musters": found}))


@router.post("", status_code=201, response_model=responses.Muster, responses=ACTING)
async def new_muster(
    wish: requests.NewMuster, services: TheServices, asker: TheAsker, request: Request
) -> Response:
    """Agree on a game to which each player brings a squad of their own choice."""
    services.rates.game(address_of(request.scope))
    wanted = WantedMuster(wish.rulebook, wish.choices, wish.seat, wish.dice == "typed")
    made = await run_in_threadpool(services.musters.create, wanted, asker.holder)
    return asker.thank(await _send(services, made, asker.holder, 201))


@router.get("/{muster}", response_model=responses.Muster, responses=LOOKING)
async def muster(
    muster: MusterId, services: TheServices, asker: TheAsker, request: Request
) -> Response:
    """What was agreed, and who has brought something."""
    found = await services.musters.go_on(muster, address_of(request.scope))
    return await _send(services, found, asker.holder)


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
        raise Problem(422, "invalid", "bring either a `shipped` squad or a `file`")
    bringing = Bringing(given.token, given.name, Brought(given.shipped or "", given.file or ""))
    work = services.musters.bring(muster, bringing, asker.holder, address)
    found = await while_present(request, work)
    return asker.thank(await _send(services, found, asker.holder))


async def _send(
    services: Services, muster: Muster, holder: str | None, status: int = 200
) -> Response:
    told = await run_in_threadpool(_told, services, muster, holder)
    return send_json(views.dumps(told), status)


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
