"""The front door: what can be played, clause texts, and new games."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from battlemat.anywhere.house import House
from battlemat.anywhere.routes.given import At, Given, below
from battlemat.anywhere.telling import told_catalogue
from battlemat.kernel.errors import BattlematError
from battlemat.kernel.record import FORMAT, read, record, resume
from battlemat.kernel.words import say
from battlemat.tables.catalogue import SquadFaults
from battlemat.tables.making import (
    Wanted,
    WantedSeat,
    brought_squads,
    find_rulebook,
    new_row,
    practice_row,
)
from battlemat.tables.problems import Problem
from battlemat.tables.view import views
from battlemat.tables.view.board import board_of
from battlemat.tables.view.rule_text import clause_text, ranked

_MOST_CLAUSES = 20


def catalogue(house: House, _at: At, _query: Given, _body: Given) -> str:
    """Rulebooks with what may be chosen, and machine players."""
    return json.dumps(told_catalogue(house.catalogue))


def choices(house: House, at: At, _query: Given, _body: Given) -> str:
    """The choices once one is decided."""
    rulebook = find_rulebook(house.catalogue, at["rulebook"]).name
    return json.dumps({"choices": house.fitting.beside(rulebook, at["key"], at["option"])})


def clause(house: House, at: At, _query: Given, _body: Given) -> str:
    """The text of a clause."""
    return json.dumps(clause_text(find_rulebook(house.catalogue, at["rulebook"]), at["clause"]))


def clauses(house: House, at: At, query: Given, _body: Given) -> str:
    """Clauses by words, best first."""
    book = find_rulebook(house.catalogue, at["rulebook"])
    best = ranked(book.register, str(query.get("search", "")))[:_MOST_CLAUSES]
    return json.dumps({"clauses": [clause_text(book, one.id) for one in best]})


def games(house: House, _at: At, _query: Given, _body: Given) -> str:
    """The games of this page, the newest first."""
    found, outlived = [], []
    for row in sorted(house.keeper.games.values(), key=lambda one: one.created, reverse=True):
        try:
            table = house.table(row.id)
        except Problem:
            outlived.append({"id": row.id, "rulebook": row.rulebook, "created": row.created})
            continue
        found.append(views.summary(board_of(table, [], log=False), house.viewer(table)))
    return json.dumps({"games": found, "outlived": outlived})


def new_game(house: House, _at: At, _query: Given, body: Given) -> str:
    """Make a game."""
    seats = {
        player: WantedSeat(seat["kind"], seat.get("name") or "", seat.get("machine"))
        for player, seat in (body.get("seats") or {}).items()
    }
    typed = body.get("dice") == "typed"
    wanted = Wanted(body.get("rulebook"), body.get("choices"), seats, typed, body.get("pace"))
    if body.get("squads"):
        wanted = replace(wanted, setup=_setup_of(house, wanted, body["squads"]))
    row, mine = new_row(house.fitting, wanted)
    table = house.begin(row, mine)
    if any(seat.kind == "friend" for seat in seats.values()):  # who plays from another page
        table.await_nonces(table.people())
    return house.state(table)


def _setup_of(house: House, wanted: Wanted, texts: Given) -> Mapping[str, Any]:
    """The battle with the squads that somebody brings along, as texts."""
    rulebook, terms, squads = brought_squads(house.catalogue, wanted, texts)
    try:
        return house.catalogue.muster(rulebook, terms, squads)[0]
    except SquadFaults as error:
        raise Problem(422, "bad-squad", "\n".join(error.faults)) from None
    except BattlematError as error:
        raise Problem(422, "bad-squad", str(error)) from None
    except Exception:  # a file that nobody checked: whatever trips over it, the file is at fault
        raise Problem(422, "bad-squad", say("this file makes no squad")) from None


def open_file(house: House, _at: At, _query: Given, body: Given) -> str:
    """Open a record or a scenario as a practice game."""
    text = str(body.get("text", "")).lstrip("\ufeff")
    try:
        if text.startswith(FORMAT):
            saved = read(text)
            game = resume(house.catalogue.find(saved.rulebook), saved)
        else:
            game = house.catalogue.open_scenario(text)
        texts = tuple(one for _, one in record(game, traced=False).answers)
    except BattlematError as error:
        line = " / ".join(str(error).splitlines())[:1000]
        raise Problem(422, "bad-file", line) from None
    row = practice_row(game.rulebook, dict(game.setup), texts, None)
    return house.state(house.begin(row, list(game.rulebook.players)))


ROUTES = below(
    "/api",
    [
        ("GET", "/catalogue", catalogue),
        ("GET", "/rulebooks/{rulebook}/choices/{key}/{option}", choices),
        ("GET", "/rulebooks/{rulebook}/clauses/{clause}", clause),
        ("GET", "/rulebooks/{rulebook}/clauses", clauses),
        ("GET", "/games", games),
        ("POST", "/games", new_game),
        ("POST", "/open", open_file),
    ],
)
