"""All that a page keeps as the text of one file: games, and what the page keeps beside them.

A file is taken in whole or not at all. Its second line is a digest of the rest, so that damage
shows; a game that is here already stays as it is, unless the file knows how it went on.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, NoReturn

from battlemat.anywhere.house import House
from battlemat.anywhere.keeping import HERE, PageKeeper
from battlemat.kernel.words import say
from battlemat.tables.ledger.keeper import Conflict
from battlemat.tables.problems import Problem

FORMAT = "battlemat everything 1"


def write_all(house: House, own: Mapping[str, str]) -> str:
    """Everything, with what the page keeps itself by its names."""
    body = json.dumps({"rows": house.keeper.rows(), "own": dict(own)}, ensure_ascii=True, indent=0)
    return f"{FORMAT}\n{_digest(body)}\n{body}\n"


def take_in(house: House, text: str) -> dict[str, Any]:
    """Take a file in: how many games were `added`, how many were `kept`, and the page's `own`."""
    kept, own = _read(text)
    added = 0
    for id, row in kept.games.items():
        there, here = list(kept.entries(id)), list(house.keeper.entries(id))
        known = house.keeper.games.get(id)
        if known is not None and (len(there) <= len(here) or there[: len(here)] != here):
            continue
        if known is not None:
            house.forget(id)
        seats = kept.held(id)
        house.keeper.begin(row, sorted(seats.pop(HERE, set()) - {""}))
        for holder, players in seats.items():
            for player in sorted(players):
                house.keeper.claim(id, player, holder)
        for entry in there:
            house.keeper.append(id, entry)
        added += 1
    return {"added": added, "kept": len(kept.games) - added, "own": own}


def _read(text: str) -> tuple[PageKeeper, dict[str, str]]:
    """What stands in a file, once all of it was found to be whole."""
    head, _, rest = text.lstrip("\ufeff").replace("\r\n", "\n").partition("\n")
    digest, _, body = rest.partition("\n")
    if head.strip() != FORMAT:
        _refuse(say("this is no file with everything of a table; nothing was changed"))
    if digest.strip() != _digest(body.rstrip("\n")):
        _refuse(say("this file is damaged or not whole; nothing was changed"))
    found = PageKeeper()
    try:
        told = json.loads(body)
        found.restore(told["rows"])
        own = {str(name): str(value) for name, value in told["own"].items()}
    except (ValueError, KeyError, TypeError, AttributeError, Conflict):
        _refuse(say("this file is damaged or not whole; nothing was changed"))
    return found, own


def _refuse(message: str) -> NoReturn:
    raise Problem(422, "bad-file", message)


def _digest(body: str) -> str:
    return "sha256 " + hashlib.sha256(body.encode()).hexdigest()
