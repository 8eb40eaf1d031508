"""Routes of hints: what a strong level would do, where nobody plays against you, or all agreed.

Between people a hint is help from outside. It is off until everybody who plays has agreed to it,
and each one that is taken is told to all of them.
"""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from battlemat.kernel.questions import Choice
from battlemat.kernel.words import say
from battlemat.server.beside import for_request
from battlemat.server.guard import address_of
from battlemat.server.quick_json import dumps
from battlemat.server.routes import requests, responses
from battlemat.server.routes.dependencies import (
    ACTING,
    LOOKING,
    Services,
    TheServices,
    TheTable,
    TheViewer,
    deed,
    errors,
    send_json,
    while_present,
)
from battlemat.server.workers.fair_queue import Standing
from battlemat.server.workers.pool import NotDone
from battlemat.tables.ledger.talk import ALLOW, FORBID, Hint, HintsMay
from battlemat.tables.problems import Problem
from battlemat.tables.seats.viewers import Viewer, hints_given, others_than, viewer
from battlemat.tables.table import Table
from battlemat.tables.view.board import Board
from battlemat.tables.work import tasks
from battlemat.tables.work.jobs import Place, place_of

router = APIRouter(prefix="/api/games/{game}")
HINTED = {**LOOKING, **errors(403)}
_THINKING = 20.0
_MOST_BRANCHES = 8
"""So many practice copies of practice copies are followed to the game that they come from."""


@router.get("/hint", response_model=responses.Hint, responses=HINTED)
async def hint(
    request: Request, services: TheServices, table: TheTable, who: TheViewer
) -> Response:
    """What a strong level would do, and why; for whoever must choose."""
    await _must_not_help_elsewhere(services, table, who)
    place = await for_request(_place_to_choose, services, table, who)
    standing = Standing(party=address_of(request.scope), table=table.id)
    work = services.tables.pools.thinkers.run(
        tasks.give_hint, place, timeout=_THINKING, patience=_THINKING, standing=standing
    )
    try:
        found = await while_present(request, work)
    except NotDone as error:
        raise Problem(503, "busy", say("there is no hint now: {error}", error=error)) from None
    return send_json(dumps(found))


@router.post("/hints", status_code=201, response_model=responses.Entry, responses=ACTING)
def agree(
    given: requests.HintsMay, services: TheServices, table: TheTable, who: TheViewer
) -> Response:
    """Agree to hints in this game, or not any more; they are given while all people agree."""
    player = who.acting(given.player)
    said = ALLOW if given.agree else FORBID
    return deed(services, table, lambda: table.say(HintsMay(player, said)))


def _place_to_choose(services: Services, table: Table, who: Viewer) -> Place:
    """What is to be thought about, once everybody has been told that a hint is taken."""

    def take() -> Place:
        table.play.must_be_on()
        question = table.play.question
        if not isinstance(question, Choice):
            raise Problem(409, "not-asked", say("there is nothing to choose now"))
        player = who.acting(question.player)
        if not hints_given(table, who, table.play.gallery.hinting):
            raise _off("hints are off between people, unless all of them agree")
        findings = table.view.findings
        if others_than(table, who) and not findings.hint_told:
            table.say(Hint(player))
            findings.hint_told = True
        return place_of(table)

    found: Place = services.tables.act(table, take)
    return found


async def _must_not_help_elsewhere(services: Services, table: Table, who: Viewer) -> None:
    """409 in a practice copy of a game that still goes on between people."""
    row = table.row
    for _ in range(_MOST_BRANCHES):
        if not row.practice or row.parent is None:
            return
        try:
            sight = await services.tables.look(str(row.parent["game"]))
        except Problem:  # it was removed, or its rules have changed: nobody plays it
            return
        row = sight.row
        if not row.practice:
            others = others_than(sight, viewer(sight, who.holder))
            if others and not _is_over(sight):
                raise _off("this is a copy of a game that goes on between people")
            return
    raise _off("this is a copy of too many copies")


def _is_over(sight: Table | Board) -> bool:
    if isinstance(sight, Board):
        return sight.snapshot.result is not None
    with sight.lock:
        return sight.play.ending is not None


def _off(message: str) -> Problem:
    return Problem(409, "hints-off", message)
