"""Routes that change a game: answers, seats, offers, words.

Each says for whom it acts and is checked against the cookie's seats; the table does the rest.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from battlemat.server import models, wishes
from battlemat.server.desk import (
    ACTING,
    Desk,
    TheAsker,
    TheDesk,
    TheTable,
    TheViewer,
    deed,
    send_state,
    show_new,
)
from battlemat.server.founding import branch, play_again
from battlemat.server.guard import address_of
from battlemat.server.problems import Problem
from battlemat.server.store import Conflict
from battlemat.server.table import Table, Told

router = APIRouter(prefix="/api/games/{game}")


@router.post("/answers", status_code=201, response_model=models.Entry, responses=ACTING)
def answer(given: wishes.GivenAnswer, desk: TheDesk, table: TheTable, who: TheViewer) -> Response:
    """Answer the question that stands."""

    def do() -> Told:
        if not who.seats:
            who.acting(None)
        allowed = [player for player in table.answerers() if player in who.seats]
        if table.question is not None and given.number == table.asked and not allowed:
            asked = table.question.player
            raise Problem(403, "not-your-seat", f"{table.name(asked)} is asked, not you")
        return table.answer(given.number, given.text, "person")

    return deed(desk, table, do)


@router.post("/join", response_model=models.State, responses=ACTING)
def join(given: wishes.Join, desk: TheDesk, table: TheTable, asker: TheAsker) -> Response:
    """Take a seat by the token of its link."""
    opened = desk.house.links.opens(table, given.token)
    if opened is None:
        raise Problem(403, "bad-link", "this link opens no seat of this game")
    purpose, player = opened

    def sit() -> None:
        if player in table.held.get(asker.holder, ()):
            return
        if purpose == "seat":
            if player not in table.claimed:
                raise Problem(403, "bad-link", "nobody has taken this seat yet; use the invite")
            table.store.hold(table.id, player, asker.holder)
        else:
            try:
                table.store.claim(table.id, player, asker.holder)
            except Conflict:
                raise Problem(409, "seat-taken", "somebody has taken this seat") from None
            table.claimed.add(player)
            table.say("join", player, given.name)
        table.held.setdefault(asker.holder, set()).add(player)

    desk.house.act(table, sit)
    return asker.thank(send_state(desk, table, asker.holder))


# ---------------------------------------------------------------------- taking back and agreeing


@router.post("/undo", status_code=201, response_model=models.Entry, responses=ACTING)
def undo(given: wishes.Acting, desk: TheDesk, table: TheTable, who: TheViewer) -> Response:
    """Take your last answer back, or ask the others to agree to it."""
    who.acting(given.player or next(iter(who.seats), None))

    def do() -> Told:
        table.must_be_on()
        how, keep = table.undo_for(set(who.seats))
        if how == "none":
            raise Problem(409, "nothing-to-undo", "you have no answer to take back")
        asks = given.player or table.line[keep].player
        if how == "free":
            return table.take_back(asks, keep)
        _no_offer_stands(table)
        return table.say("offer-undo", asks)

    return deed(desk, table, do)


@router.post("/offers", status_code=201, response_model=models.Entry, responses=ACTING)
def offer(given: wishes.NewOffer, desk: TheDesk, table: TheTable, who: TheViewer) -> Response:
    """Offer a draw or a rematch. Machines, and seats of your own, answer at once."""
    player = who.acting(given.player)

    def do() -> Told:
        if given.kind == "draw":
            table.must_be_on()
        elif table.ending is None:
            raise Problem(409, "not-over", "a rematch can be offered when the game is over")
        _no_offer_stands(table)
        told = table.say(f"offer-{given.kind}", player)
        others = [seat for seat in table.row.seats if seat.player != player]
        mine = [seat for seat in others if seat.player in who.seats]
        for seat in others:
            if seat.kind == "machine" or seat in mine:
                yes = seat in mine or _machine_agrees(table, seat.player, player)
                _settle(desk, table, seat.player, accept=yes)
                break
        return told

    return deed(desk, table, do)


def _no_offer_stands(table: Table) -> None:
    if table.offer is not None:
        raise Problem(409, "offer-stands", "another offer stands; it must be answered first")


def _machine_agrees(table: Table, machine: str, other: str) -> bool:
    """A machine plays again any time, and takes a draw when it does not stand better."""
    if table.offer is not None and table.offer.kind == "rematch":
        return True
    battle, worth = table.course.game.battle, table.rulebook.worth
    return worth(battle, machine) <= worth(battle, other)


@router.post("/offers/{number}", status_code=201, response_model=models.Entry, responses=ACTING)
def answer_offer(
    number: Annotated[int, Path(ge=0, le=2**31 - 1)],
    given: wishes.OfferAnswer,
    desk: TheDesk,
    table: TheTable,
    who: TheViewer,
) -> Response:
    """Accept or decline an offer."""

    def do() -> Told:
        who.acting(next(iter(who.seats), None))
        standing = table.offer
        if standing is None or standing.number != number:
            raise Problem(404, "unknown-offer", "this offer does not stand any more")
        able = sorted(who.seats - {standing.player})
        if not able:
            raise Problem(403, "not-your-seat", "the other side must answer your offer")
        player = who.acting(given.player) if given.player else able[0]
        if player == standing.player:
            raise Problem(403, "not-your-seat", "the other side must answer your offer")
        return _settle(desk, table, player, accept=given.accept)

    return deed(desk, table, do)


def _settle(desk: Desk, table: Table, player: str, *, accept: bool) -> Told:
    """Answer the offer that stands, and do what was agreed."""
    standing = table.offer
    assert standing is not None  # the callers have looked
    if not accept:
        return table.say("decline", player, standing.kind)
    if standing.kind == "rematch":
        again = play_again(desk.house, table)
        return table.say("accept", player, standing.kind, game=again.id)
    _, keep = table.undo_for({standing.player})
    told = table.say("accept", player, standing.kind)
    if standing.kind == "draw":
        table.end("draw", player)
    else:
        table.take_back(standing.player, keep)
    return told


@router.post("/concede", status_code=201, response_model=models.Entry, responses=ACTING)
def concede(given: wishes.Acting, desk: TheDesk, table: TheTable, who: TheViewer) -> Response:
    """Give the game up."""
    return deed(desk, table, lambda: table.end("concede", who.acting(given.player)))


# ---------------------------------------------------------------------- words and settings


@router.post("/chat", status_code=201, response_model=models.Entry, responses=ACTING)
def chat(given: wishes.Chat, desk: TheDesk, table: TheTable, who: TheViewer) -> Response:
    """Say something to the table."""
    player = who.acting(given.player or next(iter(sorted(who.seats)), None))
    return deed(desk, table, lambda: table.say("chat", player, given.text))


@router.post("/policy", status_code=201, response_model=models.Entry, responses=ACTING)
def policy(given: wishes.PolicyChange, desk: TheDesk, table: TheTable, who: TheViewer) -> Response:
    """When your seat wants to be asked at optional windows."""
    player = who.acting(given.player)
    return deed(desk, table, lambda: table.say("policy", player, given.policy))


@router.post("/cancel", response_model=models.State, responses=ACTING)
def cancel(_given: wishes.Nothing, desk: TheDesk, table: TheTable, who: TheViewer) -> Response:
    """Stop the machine's thinking; it makes a quick move."""
    who.must_belong()
    if not desk.driver.cancel(table.id):
        raise Problem(409, "not-thinking", "no machine is thinking at this table")
    return send_state(desk, table, who.holder)


@router.post("/practice", status_code=201, response_model=models.State, responses=ACTING)
def practice(
    given: wishes.Branch, desk: TheDesk, table: TheTable, asker: TheAsker, request: Request
) -> Response:
    """Branch off a practice copy in which every seat is yours."""
    desk.rates.game(address_of(request.scope))
    return show_new(desk, branch(desk.house, table, given.step, asker.holder), asker)
