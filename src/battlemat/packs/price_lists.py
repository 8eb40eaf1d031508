"""What a faction, force or module offers and what it costs: lists for who builds a squad."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from battlemat.packs import registry
from battlemat.packs.problems import ContentError, Problem, nearest


class Priced(NamedTuple):
    """One thing of a list; what cannot be bought has no price."""

    id: str
    name: str
    price: int | None
    text: str = ""


class PriceList(NamedTuple):
    """A faction, a force or a module: its things, part by part."""

    id: str
    name: str
    text: str
    unit: str
    """What prices are counted in."""
    parts: Mapping[str, Sequence[Priced]]

    def as_json(self) -> dict[str, Any]:
        """The list as plain values."""
        parts = {part: [one._asdict() for one in things] for part, things in self.parts.items()}
        return {**self._asdict(), "parts": parts}


def price_lists(rulebook: str) -> tuple[PriceList, ...]:
    """The lists of all that is shipped for a rulebook, in the order of ids."""
    return tuple(price_list(rulebook, name) for name in _names(rulebook))


def price_list(rulebook: str, name: str) -> PriceList:
    """One of them by its id, or that of a file; `ContentError` names the nearest."""
    from battlemat.packs.shipped import is_path

    readers = registry.pack_of(rulebook).readers()
    known = _names(rulebook)
    if readers.prices is None or (name not in known and not is_path(name)):
        what = f"{rulebook} has no {listed(rulebook)} '{name}'{nearest(name, known)}"
        raise ContentError([Problem(rulebook, 0, "", what)])
    return readers.prices(rulebook, name)


def listed(rulebook: str) -> str:
    """What a rulebook calls that which has a list: a faction, a force, a module."""
    return registry.pack_of(rulebook).listed


def _names(rulebook: str) -> tuple[str, ...]:
    return tuple(registry.book(rulebook).shipped.files(listed(rulebook)))
