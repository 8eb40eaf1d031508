"""What changes a game: answers, offers, settings, its end."""

from __future__ import annotations

import json
from typing import Any

from battlemat.anywhere.house import House
from battlemat.anywhere.keeping import GUEST, HERE
from battlemat.anywhere.routes.given import At, Given, below
from battlemat.kernel.words import say
from battlemat.tables import agreeing
from battlemat.tables.ledger.agreements import Concede
from battlemat.tables.ledger.talk import Join, Policy
from battlemat.tables.making import branched_row, rematch_row
from battlemat.tables.problems import Problem
from battlemat.tables.seats.viewers import must_not_pose
from battlemat.tables.table import Table


def answer(house: House, at: At, _query: Given, body: Given) -> str:
    """Answer the question that stands."""
    table = house.table(at["game"])
    who, play = house.viewer(table), table.play
    if play.question is not None and who.seats.isdisjoint(play.answerers()):
        raise Problem(403, "not-your-seat", say("another seat is asked now"))
    number, text = int(body["number"]), str(body["text"])
    return house.act(table, lambda: table.answer(number, text, "person"))


def take_up(house: House, at: At, _query: Given, body: Given) -> str:
    """Take up an offer that was passed, while nothing has happened since."""
    table = house.table(at["game"])
    who, number, text = house.viewer(table), int(body["number"]), str(body["text"])
    return house.act(table, lambda: table.take_up(number, text, who.seats))


def undo(house: House, at: At, _query: Given, body: Given) -> str:
    """Take your last answer back."""
    table = house.table(at["game"])
    who, player = house.viewer(table), body.get("player")
    return house.act(table, lambda: agreeing.undo(table, who, player))


def offer(house: House, at: At, _query: Given, body: Given) -> str:
    """Offer a draw or a rematch."""
    table = house.table(at["game"])
    who = house.viewer(table)
    player, kind = who.acting(body.get("player")), str(body["kind"])
    return house.act(table, lambda: agreeing.offer(table, who, player, kind, _rematch(house)))


def answer_offer(house: House, at: At, _query: Given, body: Given) -> str:
    """Accept or decline an offer."""
    table = house.table(at["game"])
    who, number = house.viewer(table), int(at["number"])

    def do() -> Any:
        player, yes = body.get("player"), bool(body["accept"])
        return agreeing.answer_offer(table, who, number, player, _rematch(house), accept=yes)

    return house.act(table, do)


def _rematch(house: House) -> agreeing.Rematch:
    def begin(table: Table) -> str:
        row = rematch_row(table)
        again = house.begin(row, sorted(table.held.get(HERE, set()) - {""}))
        guests = sorted(table.held.get(GUEST, ()))
        for player in guests:
            again.chairs.claim(player, GUEST)
        if guests:
            again.await_nonces(again.people())
        return again.id

    return begin


def concede(house: House, at: At, _query: Given, body: Given) -> str:
    """Give the game up."""
    table = house.table(at["game"])
    player = house.viewer(table).acting(body.get("player"))
    return house.act(table, lambda: table.end(Concede(player)))


def join(house: House, at: At, _query: Given, body: Given) -> str:
    """Take a seat by the token of its invitation, from another page."""
    table = house.table(at["game"])
    opened = house.links.opens(table, str(body["token"]))
    if opened is None:
        raise Problem(403, "bad-link", say("this link opens no seat of this game"))
    player, name = opened[1], str(body.get("name") or "")
    must_not_pose(name, table.rulebook.players)
    if player not in house.viewer(table).seats:
        if player in table.claimed:
            raise Problem(409, "seat-taken", say("somebody has taken this seat"))
        table.chairs.claim(player, house.holder)
        house.act(table, lambda: table.say(Join(player, name)))
        if body.get("nonce") is not None and table.row.seed is not None:
            house.act(table, lambda: table.add_nonce(player, str(body["nonce"])))
    return house.state(table)


def nonce(house: House, at: At, _query: Given, body: Given) -> str:
    """Mix something of your own into all dice to come."""
    table = house.table(at["game"])
    player = house.viewer(table).acting(body.get("player"))
    return house.act(table, lambda: table.add_nonce(player, str(body["nonce"])))


def policy(house: House, at: At, _query: Given, body: Given) -> str:
    """When a seat wants to be asked at optional windows."""
    table = house.table(at["game"])
    player = house.viewer(table).acting(body.get("player"))
    return house.act(table, lambda: table.say(Policy(player, str(body["policy"]))))


def forget(house: House, at: At, _query: Given, _body: Given) -> str:
    """Remove a game."""
    house.forget(at["game"])
    return json.dumps({"removed": True})


def practice(house: House, at: At, _query: Given, body: Given) -> str:
    """Branch off a practice copy."""
    row = branched_row(house.table(at["game"]), body.get("step"))
    mine = [seat.player for seat in row.seats if seat.kind == "person"]
    return house.state(house.begin(row, mine))


def mutes(_house: House, _at: At, _query: Given, _body: Given) -> str:
    """Whom this person does not want to hear: there is nobody else."""
    return json.dumps({"muted": []})


ROUTES = below(
    "/api/games/{game}",
    [
        ("GET", "/mutes", mutes),
        ("POST", "/answers", answer),
        ("POST", "/armed", take_up),
        ("POST", "/undo", undo),
        ("POST", "/offers", offer),
        ("POST", "/offers/{number}", answer_offer),
        ("POST", "/concede", concede),
        ("POST", "/join", join),
        ("POST", "/nonce", nonce),
        ("POST", "/policy", policy),
        ("POST", "/forget", forget),
        ("POST", "/practice", practice),
    ],
)
