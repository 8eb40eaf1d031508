"""The rules reader: a book, a board beside a clause, and that board as a game."""

from __future__ import annotations

import json

from battlemat.anywhere.house import House
from battlemat.anywhere.routes.given import At, Given, below
from battlemat.reader.reference import reference_sheet
from battlemat.tables.making import find_rulebook
from battlemat.tables.reading import board_row, told_board, told_book


def whole_book(house: House, at: At, _query: Given, _body: Given) -> str:
    """A rulebook, chapter by chapter."""
    return json.dumps(told_book(find_rulebook(house.catalogue, at["rulebook"])))


def one_board(house: House, at: At, query: Given, _body: Given) -> str:
    """A board beside a clause, with what can be tried on it and the dice that decide."""
    return json.dumps(told_board(find_rulebook(house.catalogue, at["rulebook"]), str(query["id"])))


def play_board(house: House, at: At, _query: Given, body: Given) -> str:
    """A board as a practice game."""
    rules = find_rulebook(house.catalogue, at["rulebook"])
    row = board_row(rules, str(body["board"]), body.get("step"))
    return house.state(house.begin(row, list(rules.players)))


def sheet(house: House, at: At, query: Given, _body: Given) -> str:
    """The reference sheet of a game for print, as a text in JSON."""
    rules = find_rulebook(house.catalogue, at["rulebook"])
    return json.dumps(reference_sheet(rules, "letter" if query.get("paper") == "letter" else "a4"))


ROUTES = below(
    "/api/rules/{rulebook}",
    [
        ("GET", "", whole_book),
        ("GET", "/board", one_board),
        ("POST", "/play", play_board),
        ("GET", "/sheet.html", sheet),
    ],
)
