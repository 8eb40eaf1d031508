"""Routes that change a game: answers, seats, offers, settings.

Each says for whom it acts and is checked against the cookie's seats; the table does the rest.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from battlemat.kernel.words import say
from battlemat.server.beside import for_request
from battlemat.server.guard import address_of
from battlemat.server.hosting.creation import branch, play_again
from battlemat.server.quick_json import dumps
from battlemat.server.replays import removal
from battlemat.server.routes import requests, responses
from battlemat.server.routes.dependencies import (
    ACTING,
    GameId,
    Services,
    TheAsker,
    TheHolder,
    TheServices,
    TheTable,
    TheViewer,
    deed,
    send_json,
    send_state,
    show_new,
)
from battlemat.server.routes.talk import empty
from battlemat.server.store.forgetting import forget, leave, leave_to
from battlemat.tables import agreeing
from battlemat.tables.ledger.agreements import Concede
from battlemat.tables.ledger.keeper import Conflict
from battlemat.tables.ledger.proof import RulesDiffer
from battlemat.tables.ledger.talk import Join, Policy, Relink
from battlemat.tables.ledger.told import Told
from battlemat.tables.problems import Problem
from battlemat.tables.seats.viewers import Viewer, must_not_pose, viewer
from battlemat.tables.table import Table

router = APIRouter(prefix="/api/games/{game}")


@router.post("/join", response_model=responses.State, responses=ACTING)
async def join(
    given: requests.Join, services: TheServices, table: TheTable, asker: TheAsker
) -> Response:
    """Take a seat by the token of its link."""
    await for_request(_sit, services, table, given, asker.holder)
    return asker.thank(await send_state(services, table, asker.holder))


def _sit(services: Services, table: Table, given: requests.Join, holder: str) -> None:
    opened = services.tables.links.opens(table, given.token)
    if opened is None:
        raise Problem(403, "bad-link", say("this link opens no seat of this game"))
    purpose, player = opened
    must_not_pose(given.name, table.rulebook.players)

    def sit() -> None:
        if player in table.held.get(holder, ()):
            return
        if purpose == "seat":
            if player not in table.claimed:
                raise Problem(
                    403, "bad-link", say("nobody has taken this seat yet; use the invitation")
                )
            table.chairs.hold(player, holder)
        else:
            try:
                table.chairs.claim(player, holder)
            except Conflict:
                raise Problem(409, "seat-taken", say("somebody has taken this seat")) from None
            table.say(Join(player, given.name))
            if given.nonce is not None and table.row.seed is not None:
                table.add_nonce(player, given.nonce)

    services.tables.act(table, sit)


# ---------------------------------------------------------------------- taking back and agreeing


@router.post("/armed", status_code=201, response_model=responses.Entry, responses=ACTING)
def take_up(
    given: requests.GivenAnswer, services: TheServices, table: TheTable, who: TheViewer
) -> Response:
    """Take up an offer that you passed, while nothing has happened since."""
    who.acting(next(iter(who.seats), None))
    return deed(services, table, lambda: table.take_up(given.number, given.text, who.seats))


@router.post("/undo", status_code=201, response_model=responses.Entry, responses=ACTING)
def undo(
    given: requests.Acting, services: TheServices, table: TheTable, who: TheViewer
) -> Response:
    """Take your last answer back, or ask the others to agree to it."""
    who.acting(given.player or next(iter(who.seats), None))
    return deed(services, table, lambda: agreeing.undo(table, who, given.player))


@router.post("/offers", status_code=201, response_model=responses.Entry, responses=ACTING)
def offer(
    given: requests.NewOffer,
    services: TheServices,
    table: TheTable,
    who: TheViewer,
    request: Request,
) -> Response:
    """Offer a draw or a rematch. Machines, and seats of your own, answer at once."""
    player, rematch = who.acting(given.player), _rematch(services, request)
    return deed(services, table, lambda: agreeing.offer(table, who, player, given.kind, rematch))


def _rematch(services: Services, request: Request) -> agreeing.Rematch:
    """Begins a rematch on the account of whoever agrees to it."""

    def begin(table: Table) -> str:
        address = address_of(request.scope)
        services.rates.game(address)
        again = play_again(services.tables, table)
        again.address = address
        return again.id

    return begin


@router.post("/offers/{number}", status_code=201, response_model=responses.Entry, responses=ACTING)
def answer_offer(
    number: Annotated[int, Path(ge=0, le=2**31 - 1)],
    given: requests.OfferAnswer,
    services: TheServices,
    table: TheTable,
    who: TheViewer,
    request: Request,
) -> Response:
    """Accept or decline an offer."""
    rematch = _rematch(services, request)
    return deed(
        services,
        table,
        lambda: agreeing.answer_offer(
            table, who, number, given.player, rematch, accept=given.accept
        ),
    )


@router.post("/concede", status_code=201, response_model=responses.Entry, responses=ACTING)
def concede(
    given: requests.Acting, services: TheServices, table: TheTable, who: TheViewer
) -> Response:
    """Give the game up."""
    return deed(services, table, lambda: table.end(Concede(who.acting(given.player))))


# ---------------------------------------------------------------------- settings and the end


@router.post("/nonce", status_code=201, response_model=responses.Entry, responses=ACTING)
def nonce(
    given: requests.Nonce, services: TheServices, table: TheTable, who: TheViewer
) -> Response:
    """Mix something of your own into all dice to come."""
    player = who.acting(given.player)
    return deed(services, table, lambda: table.add_nonce(player, given.nonce))


@router.post("/policy", status_code=201, response_model=responses.Entry, responses=ACTING)
def policy(
    given: requests.PolicyChange, services: TheServices, table: TheTable, who: TheViewer
) -> Response:
    """When your seat wants to be asked at optional windows."""
    player = who.acting(given.player)
    return deed(services, table, lambda: table.say(Policy(player, given.policy)))


@router.post("/relink", status_code=201, response_model=responses.Entry, responses=ACTING)
def relink(
    given: requests.Acting, services: TheServices, table: TheTable, who: TheViewer
) -> Response:
    """Make the links to a seat of yours anew: old ones open nothing, and it is yours alone."""
    player, holder = who.acting(given.player), who.holder
    assert holder is not None  # who has a seat is known by a cookie

    def do() -> Told:
        told = table.say(Relink(player))
        leave_to(services.tables.store, table.id, player, holder)
        table.chairs.look()
        return told

    return deed(services, table, do)


@router.post("/forget", response_model=responses.Forgotten, responses=ACTING)
async def forget_game(
    _given: requests.Nothing, game: GameId, services: TheServices, holder: TheHolder
) -> Response:
    """Remove a game of yours; where another person has a seat in it, leave it to them."""
    try:
        table = await services.tables.find(game)
    except RulesDiffer:
        removed = await for_request(removal.remove, services.tables.store, game, holder)
    else:
        removed = await for_request(_forget, services, table, holder)
    return send_json(dumps({"removed": removed}))


def _forget(services: Services, table: Table, holder: str | None) -> bool:
    store = services.tables.store
    services.tables.hear(table)
    with table.lock:
        if holder is not None:
            table.chairs.meet(holder)
        who = viewer(table, holder)
        who.must_belong()
        assert who.holder is not None  # who belongs to a game is known by a cookie
        others = _seats_of_others(table, who)
        if others and who.seats and table.play.ending is None:
            raise Problem(
                409, "not-over", say("you are playing against somebody: end the game first")
            )
        if others and who.seats:
            empty(store, table, sorted(who.seats))
        if others and leave(store, table.id, who.holder, who.seats):
            table.chairs.look()
        else:  # nobody else has a seat in it, or all have left it
            others = set()
            forget(store, table.id)
            services.tables.drop(table.id)
    if others:
        services.tables.changed(table)
    return not others


def _seats_of_others(table: Table, who: Viewer) -> set[str]:
    """The seats that another person took and has not left."""
    table.chairs.look()
    held = {player for seats in table.held.values() for player in seats if player}
    return held - who.seats


@router.post("/cancel", response_model=responses.State, responses=ACTING)
async def cancel(
    _given: requests.Nothing, services: TheServices, table: TheTable, who: TheViewer
) -> Response:
    """Stop the machine's thinking; it makes a quick move."""
    who.must_belong()
    if not services.driver.cancel(table.id):
        raise Problem(409, "not-thinking", say("no machine is thinking at this table"))
    return await send_state(services, table, who.holder)


@router.post("/practice", status_code=201, response_model=responses.State, responses=ACTING)
async def practice(
    given: requests.Branch,
    services: TheServices,
    table: TheTable,
    asker: TheAsker,
    request: Request,
) -> Response:
    """Branch off a practice copy in which every seat is yours."""
    services.rates.game(address_of(request.scope))
    board = await branch(services.tables, table, given.step, asker.holder)
    return await show_new(services, board, asker)
