"""Routes of claims: a game that is lost by time, or whose other player has gone."""

from __future__ import annotations

from fastapi import APIRouter, Response

from battlemat.server.hosting.absence import not_yet
from battlemat.server.quick_json import dumps
from battlemat.server.routes import lobby_responses, requests, responses
from battlemat.server.routes.dependencies import (
    ACTING,
    LOOKING,
    Services,
    TheServices,
    TheTable,
    TheViewer,
    deed,
    send_json,
)
from battlemat.tables.ledger.agreements import Flag
from battlemat.tables.ledger.told import Told

router = APIRouter(prefix="/api/games/{game}")


@router.get("/absence", response_model=lobby_responses.Absence, responses=LOOKING)
def absence(services: TheServices, table: TheTable, who: TheViewer) -> Response:
    """For whom your game waits, and for how long they have been gone."""
    with table.lock:
        found = services.absences.of(table, who)
    told = {"player": found.player, "gone": found.gone, "patience": found.patience}
    return send_json(dumps({**told, "may_claim": found.may_claim}))


@router.post("/claim", status_code=201, response_model=responses.Entry, responses=ACTING)
def claim(
    given: requests.Claim, services: TheServices, table: TheTable, who: TheViewer
) -> Response:
    """Claim a game that is lost by time or by absence, or let a machine play on for who is gone."""

    def do() -> Told:
        if given.what == "time":
            who.must_belong()
            if table.play.told and table.play.told[-1].entry.kind == Flag.kind:
                return table.play.told[-1]  # it fell as soon as somebody looked
            table.play.must_be_on()
            raise not_yet()
        machine = _usual_machine(services) if given.what == "machine" else None
        return services.absences.claim(table, who, machine)

    return deed(services, table, do)


def _usual_machine(services: Services) -> str:
    machines = services.tables.catalogue.machines()
    usual = next((one for one in machines if one["default"]), next(iter(machines)))
    return str(usual["name"])
