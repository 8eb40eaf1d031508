"""Looks at a game, which change nothing."""

from __future__ import annotations

import json

from battlemat.anywhere.house import House
from battlemat.anywhere.routes.given import At, Given, below
from battlemat.tables.view import looking, views
from battlemat.tables.view.why import Pointed


def state(house: House, at: At, _query: Given, _body: Given) -> str:
    """The state, with the newest lines of the log."""
    return house.state(house.table(at["game"]))


def log(house: House, at: At, query: Given, _body: Given) -> str:
    """The lines of the log before one of them."""
    return json.dumps(views.log_page(house.table(at["game"]), int(query["before"])))


def options(house: House, at: At, query: Given, _body: Given) -> str:
    """More options of the question that stands."""
    table = house.table(at["game"])
    found = views.options(table, house.viewer(table), int(query.get("after", 0)))
    return table.writer.drawn(found)


def why(house: House, at: At, query: Given, _body: Given) -> str:
    """Why an answer is not legal."""
    parts = [str(query.get(name, "")) for name in ("piece", "target", "place", "group")]
    return looking.reasons(house.table(at["game"]), query.get("text"), Pointed(*parts))


def overlays(house: House, at: At, query: Given, _body: Given) -> str:
    """Reach, sight and threat of a piece."""
    return looking.overlays(house.table(at["game"]), str(query.get("piece", "")))


def preview(house: House, at: At, query: Given, _body: Given) -> str:
    """What an option would cover."""
    return looking.preview(house.table(at["game"]), str(query.get("text", "")))


def measure(house: House, at: At, query: Given, _body: Given) -> str:
    """A ruler between two things."""
    table = house.table(at["game"])
    return looking.ruler(table, str(query.get("start", "")), str(query.get("end", "")))


def clause_as_read(house: House, at: At, _query: Given, _body: Given) -> str:
    """A clause as this game reads it."""
    return looking.clause(house.table(at["game"]), at["clause"])


def position(house: House, at: At, _query: Given, _body: Given) -> str:
    """The position after so many answers."""
    return looking.position(house.table(at["game"]), int(at["step"]))


def record_text(house: House, at: At, _query: Given, _body: Given) -> str:
    """The record of the game as it stands, as a text in JSON."""
    return json.dumps(looking.record(house.table(at["game"])))


ROUTES = below(
    "/api/games/{game}",
    [
        ("GET", "", state),
        ("GET", "/log", log),
        ("GET", "/options", options),
        ("GET", "/why", why),
        ("GET", "/overlays", overlays),
        ("GET", "/preview", preview),
        ("GET", "/measure", measure),
        ("GET", "/clauses/{clause}", clause_as_read),
        ("GET", "/positions/{step}", position),
        ("GET", "/record", record_text),
    ],
)
