"""The shelf: every rulebook by its name."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from battlemat.kernel.errors import BattlematError
from battlemat.kernel.rulebook import Rulebook
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from battlemat.rulebooks.skirm.rulebook import SKIRM1, SKIRM2, SKIRM3
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS

_BOOKS: dict[str, Rulebook[Any]] = {
    book.name: book for book in (SKIRM3, SKIRM2, SKIRM1, OPENFIRE, SKIRMISHERS)
}


def names() -> tuple[str, ...]:
    """The names of all rulebooks, the one for newcomers first."""
    return tuple(_BOOKS)


def find(name: str) -> Rulebook[Any]:
    """The rulebook of that name; an unknown name is answered with the nearest."""
    book = _BOOKS.get(name.lower())
    if book is None:
        near = get_close_matches(name.lower(), _BOOKS, n=1, cutoff=0.4)
        hint = f"did you mean '{near[0]}'?" if near else "known are " + ", ".join(_BOOKS)
        raise BattlematError(f"there is no rulebook '{name}'; {hint}")
    return book
