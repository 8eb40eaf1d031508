"""Where a page's requests come in and its answers go out, all of them as JSON text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from battlemat.anywhere.house import House, Work
from battlemat.anywhere.routes import find_route
from battlemat.tables.problems import Problem


def ask(house: House, method: str, path: str, query: str, body: str) -> str:
    """Answer a request (see `House.reply`), or hand out the work that must be done first."""
    try:
        route, at = find_route(method, path)
        found = route(house, at, _mapping(query), _mapping(body))
    except Problem as problem:
        return house.reply(problem.status, json.dumps(problem.body()))
    except (KeyError, TypeError, ValueError) as error:
        invalid = Problem(422, "invalid", f"this request is not whole: {error}")
        return house.reply(422, json.dumps(invalid.body()))
    return house.hand_out(found) if isinstance(found, Work) else house.reply(200, found)


def _mapping(text: str) -> Mapping[str, Any]:
    found = json.loads(text) if text else {}
    return found if isinstance(found, dict) else {}
