"""Every rulebook by its name. `PACKS` is the one line where a shipped rulebook is registered.

A pack is light until its rules or its readers are asked for, so a command that wants one rulebook
pays for none of the others. Installed packages bring more, by the entry points `GROUP`; they are
looked for only when a name is not shipped, or when all rulebooks are listed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from battlemat.installed import brought
from battlemat.kernel.clauses import Register
from battlemat.kernel.errors import BattlematError
from battlemat.kernel.memo import Memo
from battlemat.kernel.near import did_you_mean
from battlemat.kernel.words import say
from battlemat.packs.openfire.pack import PACK as OPENFIRE
from battlemat.packs.pack import Book, Pack
from battlemat.packs.skirm.pack import PACK as SKIRM
from battlemat.packs.skirmishers.pack import PACK as SKIRMISHERS

if TYPE_CHECKING:
    from battlemat.kernel.rulebook import Rulebook

PACKS = (SKIRM, OPENFIRE, SKIRMISHERS)

SHIPPED: dict[str, Pack] = {name: pack for pack in PACKS for name in pack.books}

GROUP = "battlemat.rulebooks"
"""The entry points by which a package brings a `Pack`."""


class _ByName(Mapping[str, Pack]):
    """The packs by the names of their rulebooks: what is shipped, then what is installed."""

    def __getitem__(self, name: str) -> Pack:
        return SHIPPED[name] if name in SHIPPED else installed()[name]

    def __iter__(self) -> Iterator[str]:
        return iter((*SHIPPED, *installed()))

    def __len__(self) -> int:
        return len(SHIPPED) + len(installed())


BY_NAME: Mapping[str, Pack] = _ByName()


class UnknownRulebook(BattlematError):
    """A name that no rulebook has; the nearest is told."""


_INSTALLED: dict[str, Mapping[str, Pack]] = {}


def installed() -> Mapping[str, Pack]:
    """What installed packages bring; one that is not sound is told in a line and left out."""
    if GROUP not in _INSTALLED:
        _INSTALLED[GROUP] = {}  # what a pack imports while it is loaded may ask for names itself
        _INSTALLED[GROUP] = brought(GROUP, _taken)
    return _INSTALLED[GROUP]


def _taken(_point: str, pack: Any) -> Mapping[str, Pack]:
    """A pack by the names of its rulebooks, once all that could fail later has been loaded."""
    if not isinstance(pack, Pack):
        raise TypeError(f"a battlemat.packs.pack.Pack is wanted, not a {type(pack).__name__}")
    for name in pack.books:
        if name in SHIPPED:
            raise ValueError(f"a rulebook '{name}' is shipped already")
        _check_rulebook(name, pack.rulebook(name))
        pack.register(name)
    pack.readers()
    return dict.fromkeys(pack.books, pack)


def _check_rulebook(name: str, rulebook: Any) -> None:
    from battlemat.kernel.rulebook import Rulebook  # whoever installs nothing needs no kernel here

    members = {*Rulebook.__annotations__, *vars(Rulebook)}
    lacking = sorted(m for m in members if m[0] != "_" and not hasattr(rulebook, m))
    if lacking:
        raise TypeError(f"its rulebook lacks {', '.join(lacking)}; is it for another Battlemat?")
    if rulebook.name != name:
        raise ValueError(f"its rulebook '{name}' calls itself '{rulebook.name}'")


def names() -> tuple[str, ...]:
    """The names of all rulebooks, the one for newcomers first."""
    return tuple(BY_NAME)


def pack_of(name: str) -> Pack:
    """The pack that holds a rulebook."""
    pack = BY_NAME.get(name.lower())
    if pack is None:
        hint = did_you_mean(name.lower(), BY_NAME, cutoff=0.4)
        raise UnknownRulebook(say("there is no rulebook ''{name}''{hint}", name=name, hint=hint))
    return pack


def book(name: str) -> Book:
    """What is shipped for a rulebook."""
    return pack_of(name).books[name.lower()]


def find(name: str) -> Rulebook[Any]:
    """The rulebook of a name; an unknown name is answered with the nearest."""
    return pack_of(name).rulebook(name.lower())


@Memo("shipped files", bound=64)
def register(name: str) -> Register:
    """The clauses of a rulebook, without loading its rules."""
    return pack_of(name).register(name.lower())
