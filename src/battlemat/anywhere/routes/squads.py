"""The barracks: squads are built here, and nothing of them is kept but what the page keeps."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from battlemat.anywhere.house import Found, House, Work
from battlemat.anywhere.routes.given import At, Given, Route, below
from battlemat.tables.building import build
from battlemat.tables.making import find_rulebook
from battlemat.tables.problems import Problem

_USUAL: Mapping[str, Any] = {"cap": None, "changes": []}


def _here(do: str) -> Route:
    """What is quick enough to be done at once."""

    def route(house: House, at: At, _query: Given, body: Given) -> Found:
        rulebook = find_rulebook(house.catalogue, at["rulebook"]).name
        return _told(build(house.catalogue, do, rulebook, {**_USUAL, **body}))

    return route


def _there(do: str) -> Route:
    """What takes its time, and is done by the other engine."""

    def route(house: House, at: At, _query: Given, body: Given) -> Found:
        rulebook = find_rulebook(house.catalogue, at["rulebook"]).name
        return Work("build", (do, rulebook, {**_USUAL, **body}), _told)

    return route


def _told(found: Mapping[str, Any]) -> str:
    if "problem" in found:
        raise Problem(422, "bad-squad", found["problem"])
    return json.dumps(found["made"])


ROUTES = below(
    "/api/barracks/{rulebook}",
    [
        ("GET", "", _here("starts")),
        ("POST", "", _here("look")),
        ("POST", "/mend", _there("mend")),
        ("POST", "/odds", _there("odds")),
        ("POST", "/save", _here("save")),
        ("POST", "/sheet", _here("sheet")),
    ],
)
