"""Lessons: the courses, a board as a game, and how it stands."""

from __future__ import annotations

import json
from typing import Any

from battlemat.anywhere.house import House
from battlemat.anywhere.routes.given import At, Given, below
from battlemat.lessons import desk
from battlemat.tables.lesson_tables import lesson_row, stands
from battlemat.tables.making import find_rulebook


def all_courses(house: House, _at: At, _query: Given, _body: Given) -> str:
    """The courses of all rulebooks that have one."""
    books: list[Any] = [house.catalogue.find(name) for name in house.catalogue.names()]
    return json.dumps(desk.courses(books))


def begin_board(house: House, at: At, _query: Given, body: Given) -> str:
    """A board of a lesson as a practice game, in the learner's seat."""
    book = find_rulebook(house.catalogue, at["rulebook"])
    row = lesson_row(book, str(body["lesson"]), int(body.get("board", 0)))
    mine = [seat.player for seat in row.seats if seat.kind != "machine"]
    return house.state(house.begin(row, mine))


def standing(house: House, at: At, query: Given, _body: Given) -> str:
    """How a board of a lesson stands in a game that was begun for it."""
    table = house.table(at["game"])
    return json.dumps(stands(table, str(query["lesson"]), int(query.get("board", 0))))


ROUTES = [
    *below("/api/learn", [("GET", "", all_courses), ("POST", "/{rulebook}", begin_board)]),
    *below("/api/games/{game}", [("GET", "/lesson", standing)]),
]
