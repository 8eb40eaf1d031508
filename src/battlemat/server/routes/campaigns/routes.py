"""Routes of campaigns: a ledger comes in, a ledger and what it comes to go out, nothing is kept."""

from __future__ import annotations

import secrets
from typing import Any

from fastapi import APIRouter, Request, Response

from battlemat.campaigns import desk
from battlemat.kernel.words import say
from battlemat.server.beside import beside, for_request
from battlemat.server.guard import address_of
from battlemat.server.hosting.creation import create_game
from battlemat.server.quick_json import dumps
from battlemat.server.routes import responses as games
from battlemat.server.routes.campaigns import responses
from battlemat.server.routes.campaigns.requests import (
    Begin,
    CampaignFile,
    Decision,
    Kept,
    Merge,
    OpenBattle,
)
from battlemat.server.routes.dependencies import (
    ACTING,
    LOOKING,
    Services,
    TheAsker,
    TheServices,
    send_json,
    show_new,
)
from battlemat.server.routes.worked import Refusals, worked_out
from battlemat.server.workers import campaigning
from battlemat.tables.making import Wanted, WantedSeat

router = APIRouter(prefix="/api/campaigns")
_WORKING = 20.0


@router.get("", response_model=responses.ShippedCampaigns, responses=LOOKING)
async def shelf() -> Response:
    """The campaigns that are shipped."""
    return send_json(dumps(await beside(desk.shelf)))


@router.post("/file", response_model=responses.ShippedCampaign, responses=ACTING)
async def brought(asked: CampaignFile, services: TheServices, request: Request) -> Response:
    """What a campaign file is, and who may play it."""
    return send_json(dumps(await _work(services, request, "brought", asked.model_dump())))


@router.post("/begin", response_model=responses.CampaignLedger, responses=ACTING)
async def begin(asked: Begin, services: TheServices, request: Request) -> Response:
    """A new ledger of a campaign; its dice follow from a seed that is drawn here."""
    wanted = {**asked.model_dump(), "seed": secrets.token_hex(8)}
    return send_json(dumps(await _work(services, request, "begin", wanted)))


@router.post("/look", response_model=responses.CampaignLedger, responses=ACTING)
async def look(asked: Kept, services: TheServices, request: Request) -> Response:
    """How a campaign stands."""
    return send_json(dumps(await _work(services, request, "look", asked.model_dump())))


@router.post("/decide", response_model=responses.CampaignLedger, responses=ACTING)
async def decide(asked: Decision, services: TheServices, request: Request) -> Response:
    """The ledger with one more entry."""
    return send_json(dumps(await _work(services, request, "decide", asked.model_dump())))


@router.post("/merge", response_model=responses.CampaignLedger, responses=ACTING)
async def merge(asked: Merge, services: TheServices, request: Request) -> Response:
    """Two ledgers of one campaign as one."""
    return send_json(dumps(await _work(services, request, "merge", asked.model_dump())))


@router.post("/table", status_code=201, response_model=games.State, responses=ACTING)
async def table(
    asked: OpenBattle, services: TheServices, asker: TheAsker, request: Request
) -> Response:
    """The next battle at a table, against a machine, or with a free seat for a friend."""
    address = address_of(request.scope)
    services.rates.game(address)
    wish = {"ledger": asked.ledger, "at": asked.at, "lead": asked.lead}
    found = await _work(services, request, "battle", wish)
    other = WantedSeat("machine", machine=found["machine"] or asked.machine)
    if found["foe"] != "machine":
        other = WantedSeat("friend")
    seats = {found["mine"]: WantedSeat("me", asked.name), found["theirs"]: other}
    wanted = Wanted(found["rulebook"], seats=seats, nonces=asked.nonces, setup=found["setup"])
    made = await for_request(create_game, services.tables, wanted, asker.holder)
    made.address = address
    return await show_new(services, made, asker)


async def _work(services: Services, request: Request, do: str, asked: dict[str, Any]) -> Any:
    """What a worker makes of it, within its bounds; a 422 says in one line what is wrong."""
    refusals = Refusals(
        "bad-campaign",
        busy=say("too many campaigns are being read; try again"),
        long=say("this campaign takes longer to read than a server has time for"),
    )
    work = campaigning.campaign
    return await worked_out(services, request, work, do, asked, seconds=_WORKING, refusals=refusals)
