"""Every rulebook by its name. `PACKS` is the one line where a rulebook is registered.

A pack is light until its rules or its readers are asked for, so a command that wants one rulebook
pays for none of the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from battlemat.kernel.clauses import Register
from battlemat.kernel.errors import BattlematError
from battlemat.kernel.near import did_you_mean
from battlemat.packs.openfire.pack import PACK as OPENFIRE
from battlemat.packs.pack import Book, Pack
from battlemat.packs.skirm.pack import PACK as SKIRM
from battlemat.packs.skirmishers.pack import PACK as SKIRMISHERS

if TYPE_CHECKING:
    from battlemat.kernel.rulebook import Rulebook

PACKS = (SKIRM, OPENFIRE, SKIRMISHERS)

BY_NAME: Mapping[str, Pack] = {name: pack for pack in PACKS for name in pack.books}


class UnknownRulebook(BattlematError):
    """A name that no rulebook has; the nearest is told."""


def names() -> tuple[str, ...]:
    """The names of all rulebooks, the one for newcomers first."""
    return tuple(BY_NAME)


def pack_of(name: str) -> Pack:
    """The pack that holds a rulebook."""
    pack = BY_NAME.get(name.lower())
    if pack is None:
        hint = did_you_mean(name.lower(), BY_NAME, cutoff=0.4)
        raise UnknownRulebook(f"there is no rulebook '{name}'{hint}")
    return pack


def book(name: str) -> Book:
    """What is shipped for a rulebook."""
    return pack_of(name).books[name.lower()]


def find(name: str) -> Rulebook[Any]:
    """The rulebook of a name; an unknown name is answered with the nearest."""
    return pack_of(name).rulebook(name.lower())


@cache
def register(name: str) -> Register:
    """The clauses of a rulebook, without loading its rules."""
    return pack_of(name).register(name.lower())
