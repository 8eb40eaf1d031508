"""Where a page's requests come in and its answers go out, all of them as JSON text."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from battlemat.anywhere.house import Found, House
from battlemat.anywhere.interface import find_route, for_guests
from battlemat.anywhere.keeping import GUEST, HERE
from battlemat.kernel.words import say
from battlemat.tables.problems import Problem


def ask(house: House, method: str, path: str, query: str, body: str) -> str:
    """Answer a request (see `House.reply`), or hand out the work that must be done first."""

    def found() -> Found:
        route, at = find_route(method, path)
        return route(house, at, _mapping(query), _mapping(body))

    return reply(house, found)


def ask_guest(house: House, game: str, method: str, path: str, query: str, body: str) -> str:
    """Answer what another page asks: of one game and its rematches, nothing of this page's own."""
    if not house.is_sequel(for_guests(method, path), game):
        refused = Problem(403, "not-for-guests", say("only whoever has this table can do that"))
        return house.reply(refused.status, json.dumps(refused.body()))
    house.holder = GUEST
    try:
        return ask(house, method, path, query, body)
    finally:
        house.holder = HERE


def reply(house: House, do: Callable[[], Found]) -> str:
    """What something comes to, or the problem with it."""
    try:
        return house.answer(do())
    except Problem as problem:
        return house.reply(problem.status, json.dumps(problem.body()))
    except (KeyError, TypeError, ValueError) as error:
        invalid = Problem(422, "invalid", say("this request is not whole: {error}", error=error))
        return house.reply(422, json.dumps(invalid.body()))


def _mapping(text: str) -> Mapping[str, Any]:
    found = json.loads(text) if text else {}
    return found if isinstance(found, dict) else {}
