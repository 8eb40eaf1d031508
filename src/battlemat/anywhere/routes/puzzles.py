"""Puzzles: the list and the daily one, a position, and what an answer to it is worth."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from battlemat.anywhere.house import House
from battlemat.anywhere.routes.given import At, Given, below
from battlemat.kernel.errors import Refused
from battlemat.puzzles import desk
from battlemat.tables.making import find_rulebook
from battlemat.tables.problems import Problem, refused


def every(_house: House, _at: At, _query: Given, _body: Given) -> str:
    """All puzzles, and the one of this day."""
    return json.dumps(desk.every(datetime.now(UTC).date().isoformat()))


def one(house: House, at: At, _query: Given, _body: Given) -> str:
    """A puzzle without its solution."""
    name = find_rulebook(house.catalogue, at["rulebook"]).name
    return json.dumps(_found(lambda: desk.shown(name, at["id"])))


def answer(house: House, at: At, _query: Given, body: Given) -> str:
    """What an answer is worth, beside the best one."""
    rules = find_rulebook(house.catalogue, at["rulebook"])
    try:
        found = _found(lambda: desk.answered(rules.name, at["id"], str(body["text"])))
    except Refused as error:
        raise refused(error, rules, 0) from None
    return json.dumps(found)


def _found(work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    try:
        return work()
    except desk.NoSuchPuzzle as error:
        raise Problem(404, "unknown-puzzle", str(error)) from None


ROUTES = below(
    "/api/puzzles",
    [
        ("GET", "", every),
        ("GET", "/{rulebook}/{id}", one),
        ("POST", "/{rulebook}/{id}/answers", answer),
    ],
)
