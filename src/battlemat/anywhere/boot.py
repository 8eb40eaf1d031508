"""What the page's workers call: one house or one thinker for each engine, by texts and numbers."""

from __future__ import annotations

import json

from battlemat.anywhere import desk
from battlemat.anywhere.house import House
from battlemat.anywhere.keeping import GUEST
from battlemat.anywhere.thinker import Thinker
from battlemat.tables.shipped_catalogue import ShippedCatalogue

_houses: list[House] = []
_thinkers: list[Thinker] = []


def open_house(secret: str, prefix: str, rows: str) -> str:
    """Begin with what the page has stored."""
    house = House(ShippedCatalogue(), bytes.fromhex(secret), prefix)
    house.restore(rows)
    _houses[:] = [house]
    return "null"


def ask(method: str, path: str, query: str, body: str) -> str:
    """Answer a request."""
    return desk.ask(_houses[0], method, path, query, body)


def ask_guest(game: str, method: str, path: str, query: str, body: str) -> str:
    """Answer a request of whoever plays in a game from another page."""
    return desk.ask_guest(_houses[0], game, method, path, query, body)


def finish(ticket: int, found: str) -> str:
    """The reply to a request whose work is done."""
    return _houses[0].finish(ticket, found)


def job(game: str) -> str:
    """What a machine must think about next."""
    return _houses[0].job(game)


def thought(ticket: int, found: str) -> str:
    """Put what was thought on the table."""
    return _houses[0].thought(ticket, found)


def follow(game: str, after: int) -> str:
    """Begin to follow a table."""
    return str(_houses[0].follow(game, after))


def follow_guest(game: str, after: int) -> str:
    """Begin to follow a table for whoever plays there from another page."""
    return str(_houses[0].follow(game, after, GUEST))


def news(stream: int) -> str:
    """What happened since the last look."""
    return _houses[0].news(stream)


def unfollow(stream: int) -> str:
    """Nobody listens any more."""
    _houses[0].unfollow(stream)
    return "null"


def write_all(own: str) -> str:
    """Everything that is kept, as the text of one file."""
    from battlemat.anywhere.everything import write_all

    return write_all(_houses[0], json.loads(own))


def take_in(text: str) -> str:
    """Take such a file in."""
    from battlemat.anywhere.everything import take_in

    return desk.reply(_houses[0], lambda: json.dumps(take_in(_houses[0], text)))


def open_thinker() -> str:
    """Begin to think."""
    _thinkers[:] = [Thinker(ShippedCatalogue())]
    return "null"


def work(given: str) -> str:
    """Work something out."""
    return _thinkers[0].work(given)
