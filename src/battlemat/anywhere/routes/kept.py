"""Games whose rules have changed: looked at from what is stored of them, and gone on with."""

from __future__ import annotations

import json

from battlemat.anywhere.house import House
from battlemat.anywhere.keeping import HERE
from battlemat.anywhere.routes.given import At, Given, below
from battlemat.kernel.words import say
from battlemat.tables.ledger.agreements import Renewed
from battlemat.tables.ledger.proof import RulesDiffer
from battlemat.tables.ledger.rows import Asleep, now
from battlemat.tables.making import renewal_told, renewed_row
from battlemat.tables.opening import rulebook_of, unknown_game
from battlemat.tables.problems import Problem
from battlemat.tables.seats.links import new_game_id
from battlemat.tables.table import Table
from battlemat.tables.view import replay


def show(house: House, at: At, _query: Given, _body: Given) -> str:
    """The game as it was told, also where its rules have changed."""
    return json.dumps(_replay(house, at["game"]))


def as_text(house: House, at: At, _query: Given, _body: Given) -> str:
    """The same as a text for people, in JSON."""
    return json.dumps(replay.as_text(_replay(house, at["game"])))


def renew(house: House, at: At, _query: Given, _body: Given) -> str:
    """Go on under today's rules, from where they begin to differ: nobody else is to be asked."""
    id = at["game"]
    asleep = _asleep(house, id)
    differs = _differs(house, id)
    if differs is None:
        same = say("this game goes on by itself: its rules are as they were")
        raise Problem(409, "same-rules", same)
    entries = house.keeper.entries(id)
    if replay.is_over(entries):
        raise Problem(409, "game-over", say("the game is over"))
    game = replay.renewed(entries) or _begin_again(house, asleep, differs)
    mine = sorted(asleep.held.get(HERE, set()) - {""})
    return json.dumps({"agreed": mine, "awaited": [], "game": game})


def _begin_again(house: House, asleep: Asleep, differs: RulesDiffer) -> str:
    rulebook = rulebook_of(house.catalogue, asleep.row)
    before = Table(house.keeper, rulebook, asleep.row, until=differs.entry - 1)
    row = renewed_row(before, new_game_id(), now())
    again = house.begin(row, [one for one in before.people() if one in before.claimed])
    again.say(Renewed("", renewal_told(before)))
    old = Renewed("", game=row.id)
    number = len(house.keeper.entries(asleep.row.id)) + 1
    house.keeper.append(asleep.row.id, old.as_entry(number, now(), "server"))
    return row.id


def _replay(house: House, id: str) -> dict[str, object]:
    try:
        differs = _differs(house, id)
    except Problem:  # whatever keeps it from being played, it is looked at
        differs = None
    return replay.replay(_asleep(house, id), house.keeper.entries(id), [], differs)


def _differs(house: House, id: str) -> RulesDiffer | None:
    try:
        house.table(id)
    except RulesDiffer as differs:
        return differs
    return None


def _asleep(house: House, id: str) -> Asleep:
    row, keeper = house.keeper.games.get(id), house.keeper
    if row is None:
        raise unknown_game()
    newest = next(iter(keeper.entries(id)[-1:]), None)
    return Asleep(row, newest, keeper.claimed(id), keeper.held(id), None)


ROUTES = below(
    "/api/games/{game}",
    [("GET", "/replay", show), ("GET", "/replay.txt", as_text), ("POST", "/renewal", renew)],
)
