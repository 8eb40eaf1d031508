"""Routes about how people behave: whom you do not want to hear, and reports to the host."""

from __future__ import annotations

from fastapi import APIRouter, Response

from battlemat.kernel.words import say
from battlemat.server.hosting.muting import muted_players
from battlemat.server.quick_json import dumps
from battlemat.server.routes import lobby_responses, requests
from battlemat.server.routes.dependencies import (
    ACTING,
    LOOKING,
    TheHolder,
    TheServices,
    TheSight,
    TheTable,
    TheViewer,
    send_json,
)
from battlemat.server.store.conduct_store import Report
from battlemat.tables.problems import Problem
from battlemat.tables.seats.viewers import Viewer
from battlemat.tables.table import Table

router = APIRouter(prefix="/api/games/{game}")
_MOST_REPORTS = 20
"""So many reports one person may make about one game."""


@router.get("/mutes", response_model=lobby_responses.Muted, responses=LOOKING)
def mutes(services: TheServices, sight: TheSight, holder: TheHolder) -> Response:
    """The players of this game whom you do not want to hear."""
    return send_json(dumps({"muted": muted_players(services.conduct, sight, holder)}))


@router.post("/mutes", response_model=lobby_responses.Muted, responses=ACTING)
def mute(given: requests.Mute, services: TheServices, table: TheTable, who: TheViewer) -> Response:
    """Hear no more of a player, in any game, or hear them again: you are not sent their words."""
    who.must_belong()
    assert who.holder is not None  # who belongs to a game is known by a cookie
    others = _sitting(table, who, given.player)
    if given.muted:
        services.conduct.mute(who.holder, others)
    else:
        services.conduct.unmute(who.holder, others)
    return send_json(dumps({"muted": muted_players(services.conduct, table, who.holder)}))


def _sitting(table: Table, who: Viewer, player: str) -> list[str]:
    """The holders of another person's seat, or the watcher who wrote under this name."""
    with table.lock:
        if player in table.play.gallery.spoke:
            return [table.play.gallery.spoke[player]]
        table.play.seat(player)
        others = [holder for holder, seats in table.held.items() if player in seats]
    if player in who.seats or not others:
        raise Problem(422, "invalid", say("player: nobody else sits there"))
    return others


@router.post(
    "/complaints",
    status_code=201,
    response_model=lobby_responses.Reported,
    responses=ACTING,
)
def report(
    given: requests.Complaint, services: TheServices, table: TheTable, who: TheViewer
) -> Response:
    """Report a player, or something they said, to the host."""
    who.must_belong()
    assert who.holder is not None  # who belongs to a game is known by a cookie
    others = _sitting(table, who, given.player)
    said = _said(table, given.player, given.number) if given.number is not None else ""
    told = Report(
        table.id,
        given.player,
        given.number,
        given.reason,
        said,
        given.text,
        who.holder,
        tuple(sorted(others)),
    )
    if not services.conduct.report(told, _MOST_REPORTS):
        raise Problem(409, "enough-said", say("you have reported enough of this game"))
    return send_json(dumps({"reported": True}), 201)


def _said(table: Table, player: str, number: int) -> str:
    """What a player said as entry `number`; 404 if nothing."""
    with table.lock:
        for told in table.play.told[max(0, number - 1) : number]:
            if told.is_said and told.entry.player == player:
                return told.entry.text
    raise Problem(
        404,
        "not-found",
        say("entry {number} is nothing that {player} said", player=player, number=number),
    )
