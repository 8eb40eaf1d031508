"""What a faction, force or module offers and what it costs: lists for who builds a squad."""

from __future__ import annotations

from battlemat.packs import registry
from battlemat.packs.prices import PriceList
from battlemat.packs.problems import Problem, WrongChoice, nearest
from battlemat.packs.shipped import is_path


def price_lists(rulebook: str) -> tuple[PriceList, ...]:
    """The lists of all that is shipped for a rulebook, in the order of ids."""
    return tuple(price_list(rulebook, name) for name in _names(rulebook))


def price_list(rulebook: str, name: str) -> PriceList:
    """One of them by its id, or that of a file; `WrongChoice` names the nearest."""
    readers = registry.pack_of(rulebook).readers()
    known = _names(rulebook)
    if readers.prices is None or (name not in known and not is_path(name)):
        what = f"{rulebook} has no {listed(rulebook)} '{name}'{nearest(name, known)}"
        raise WrongChoice([Problem(rulebook, 0, "", what)])
    return readers.prices(rulebook, name)


def listed(rulebook: str) -> str:
    """What a rulebook calls that which has a list: a faction, a force, a module."""
    return registry.pack_of(rulebook).listed


def _names(rulebook: str) -> tuple[str, ...]:
    return tuple(registry.book(rulebook).shipped.files(listed(rulebook)))
