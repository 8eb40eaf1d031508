"""What players agree on: answers taken back, draws, rematches; what they ask for and what follows.

All functions want the table's lock held. A rematch is another game, which only a host can begin.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from battlemat.kernel.words import say
from battlemat.tables.ledger.agreements import (
    Accept,
    Decline,
    Draw,
    OfferDraw,
    OfferRematch,
    OfferUndo,
)
from battlemat.tables.ledger.told import Told
from battlemat.tables.problems import Problem
from battlemat.tables.seats.viewers import Viewer
from battlemat.tables.table import Table

Rematch: TypeAlias = Callable[[Table], str]
"""Begins the rematch of a game; the id of the new one."""


def undo(table: Table, who: Viewer, player: str | None) -> Told:
    """Take your last answer back, or ask the others to agree to it."""
    table.play.must_be_on()
    how, keep = table.play.undo_for(set(who.seats))
    if how == "none":
        raise Problem(409, "nothing-to-undo", say("you have no answer to take back"))
    asks = player or table.play.line[keep].player
    if how == "free":
        return table.take_back(asks, keep, fresh=False)
    _no_offer_stands(table)
    return table.say(OfferUndo(asks))


def offer(table: Table, who: Viewer, player: str, kind: str, rematch: Rematch) -> Told:
    """Offer a draw or a rematch. Machines, and seats of your own, answer at once."""
    if kind == OfferDraw.what:
        table.play.must_be_on()
    elif table.play.ending is None:
        raise Problem(409, "not-over", say("a rematch can be offered when the game is over"))
    _no_offer_stands(table)
    told = table.say(OfferDraw(player) if kind == OfferDraw.what else OfferRematch(player))
    others = [seat for seat in table.row.seats if seat.player != player]
    mine = [seat for seat in others if seat.player in who.seats]
    for seat in others:
        if seat.kind == "machine" or seat in mine:
            yes = seat in mine or _machine_agrees(table, seat.player, player)
            _settle(table, seat.player, rematch, accept=yes)
            break
    return told


def _no_offer_stands(table: Table) -> None:
    if table.play.offer is not None:
        raise Problem(409, "offer-stands", say("another offer stands; it must be answered first"))


def _machine_agrees(table: Table, machine: str, other: str) -> bool:
    """A machine plays again any time, and takes a draw when it does not stand better."""
    if table.play.offer is not None and table.play.offer.kind == OfferRematch.what:
        return True
    battle, worth = table.play.history.game.battle, table.rulebook.worth
    return worth(battle, machine) <= worth(battle, other)


def answer_offer(
    table: Table, who: Viewer, number: int, player: str | None, rematch: Rematch, *, accept: bool
) -> Told:
    """Accept or decline an offer."""
    who.acting(next(iter(who.seats), None))
    standing = table.play.offer
    if standing is None or standing.number != number:
        raise Problem(404, "unknown-offer", say("this offer does not stand any more"))
    able = sorted(who.seats - {standing.player})
    if not able:
        raise Problem(403, "not-your-seat", say("the other side must answer your offer"))
    acting = who.acting(player) if player else able[0]
    if acting == standing.player:
        raise Problem(403, "not-your-seat", say("the other side must answer your offer"))
    return _settle(table, acting, rematch, accept=accept)


def _settle(table: Table, player: str, rematch: Rematch, *, accept: bool) -> Told:
    """Answer the offer that stands, and do what was agreed."""
    standing = table.play.offer
    assert standing is not None  # the callers have looked
    if not accept:
        return table.say(Decline(player, standing.kind))
    if standing.kind == OfferRematch.what:
        return table.say(Accept(player, standing.kind, rematch(table)))
    _, keep = table.play.undo_for({standing.player})
    told = table.say(Accept(player, standing.kind))
    if standing.kind == OfferDraw.what:
        table.end(Draw(player))
    else:
        table.take_back(standing.player, keep, fresh=True)
    return told
