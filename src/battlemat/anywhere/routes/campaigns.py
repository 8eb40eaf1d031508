"""Campaigns: a ledger comes in, a ledger and what it comes to go out; the page keeps it."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from typing import Any

from battlemat.anywhere.house import House
from battlemat.anywhere.routes.given import At, Given, Route, below
from battlemat.campaigns import desk
from battlemat.kernel.errors import BattlematError
from battlemat.tables.making import Wanted, WantedSeat, new_row
from battlemat.tables.problems import Problem


def shelf(_house: House, _at: At, _query: Given, _body: Given) -> str:
    """The campaigns that are shipped."""
    return json.dumps(desk.shelf())


def _worked(do: Callable[..., Any], body: Given) -> Any:
    """What the desk makes of it; a 422 says in one line what is wrong."""
    try:
        return do(**body)
    except BattlematError as error:
        line = " / ".join(str(error).splitlines())[:1000]
        raise Problem(422, "bad-campaign", line) from None


def _told(do: Callable[..., Any]) -> Route:
    return lambda _house, _at, _query, body: json.dumps(_worked(do, body))


def begin(_house: House, _at: At, _query: Given, body: Given) -> str:
    """A new ledger of a campaign; its dice follow from a seed that is drawn here."""
    return json.dumps(_worked(desk.begin, {**body, "seed": secrets.token_hex(8)}))


def table(house: House, _at: At, _query: Given, body: Given) -> str:
    """The next battle at a table, against a machine, or with both seats here."""
    wish = {key: body.get(key, "") for key in ("ledger", "at", "lead")}
    found = _worked(desk.battle, wish)
    other = WantedSeat("machine", machine=found["machine"] or body.get("machine"))
    if found["foe"] != "machine":
        other = WantedSeat("me")
    own = WantedSeat("me", body.get("name") or "")
    seats = {found["mine"]: own, found["theirs"]: other}
    wanted = Wanted(found["rulebook"], seats=seats, setup=found["setup"])
    row, mine = new_row(house.fitting, wanted)
    return house.state(house.begin(row, mine))


ROUTES = below(
    "/api/campaigns",
    [
        ("GET", "", shelf),
        ("POST", "/file", _told(desk.brought)),
        ("POST", "/begin", begin),
        ("POST", "/look", _told(desk.look)),
        ("POST", "/decide", _told(desk.decide)),
        ("POST", "/merge", _told(desk.merge)),
        ("POST", "/table", table),
    ],
)
