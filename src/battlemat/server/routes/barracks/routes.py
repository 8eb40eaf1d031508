"""Routes of the barracks: squads are built here, and nothing of them is kept.

What goes back and forth is the text of a squad; the page keeps it.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from battlemat.kernel.words import say
from battlemat.server.beside import beside
from battlemat.server.quick_json import dumps
from battlemat.server.routes.barracks import responses
from battlemat.server.routes.barracks.requests import Draft, Meeting, Work
from battlemat.server.routes.dependencies import (
    ACTING,
    LOOKING,
    Services,
    TheServices,
    send_json,
)
from battlemat.server.routes.worked import Refusals, worked_out
from battlemat.tables import building
from battlemat.tables.making import find_rulebook

router = APIRouter(prefix="/api/barracks")
_WORKING = 10.0
Name = Annotated[str, Path(max_length=40)]


@router.get("/{rulebook}", response_model=responses.SquadStarts, responses=LOOKING)
async def starts(rulebook: Name, services: TheServices, request: Request) -> Response:
    """What a squad of a rulebook can be begun from."""
    return await _work(services, request, "starts", rulebook, {})


@router.post("/{rulebook}", response_model=responses.SquadLook, responses=ACTING)
async def look(rulebook: Name, asked: Work, services: TheServices, request: Request) -> Response:
    """A squad as a builder shows it, after some changes."""
    return await _work(services, request, "look", rulebook, asked.model_dump())


@router.post("/{rulebook}/mend", response_model=responses.SquadMended, responses=ACTING)
async def mend(rulebook: Name, asked: Draft, services: TheServices, request: Request) -> Response:
    """The nearest legal change of a squad."""
    return await _work(services, request, "mend", rulebook, asked.model_dump())


@router.post("/{rulebook}/odds", response_model=responses.SquadOdds, responses=ACTING)
async def odds(rulebook: Name, asked: Meeting, services: TheServices, request: Request) -> Response:
    """The exact odds of two units, one against the other, on a plain table."""
    return await _work(services, request, "odds", rulebook, asked.model_dump())


@router.post("/{rulebook}/save", response_model=responses.SquadText, responses=ACTING)
async def save(rulebook: Name, asked: Draft, services: TheServices, request: Request) -> Response:
    """The text of a squad as it is saved: with the mark and the prices of today's content."""
    return await _work(services, request, "save", rulebook, asked.model_dump())


@router.post("/{rulebook}/sheet", response_model=responses.SquadSheet, responses=ACTING)
async def sheet(rulebook: Name, asked: Draft, services: TheServices, request: Request) -> Response:
    """The cards of a squad for print, with the mark of its content and its verdict."""
    return await _work(services, request, "sheet", rulebook, asked.model_dump())


async def _work(
    services: Services, request: Request, do: str, rulebook: str, asked: dict[str, Any]
) -> Response:
    """What a worker makes of it, within its bounds; a 422 says in one line what is wrong."""
    await beside(find_rulebook, services.tables.catalogue, rulebook)
    refusals = Refusals(
        "bad-squad",
        busy=say("too many squads are being built; try again"),
        long=say("this squad takes longer to build than a server has time for"),
    )
    work = building.build
    made = await worked_out(
        services, request, work, do, rulebook, asked, seconds=_WORKING, refusals=refusals
    )
    return send_json(dumps(made))
