"""What installed packages bring, found by their entry points.

A package names what it brings in its metadata, in the group `battlemat.rulebooks` or
`battlemat.players`. What does not load is told in one line and left out: nobody's game fails to
start because of a package that another game needs.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")
_LOG = logging.getLogger("battlemat")  # without any set-up its warnings are lines on stderr


def brought(group: str, taken: Callable[[str, Any], Mapping[str, T]]) -> dict[str, T]:
    """What packages bring in a group, by name.

    `taken` says what an object stands for, by the name of its entry point; whatever it raises is
    told, and the object left out. Of two with one name the first in the order of names is taken.
    """
    found: dict[str, T] = {}
    for point in _points(group):
        try:
            things = taken(point.name, point.load())
            if twice := sorted(found.keys() & things):
                raise ValueError(f"another package brings '{twice[0]}' already")
        except Exception as error:  # it is the code of others: anything may be wrong with it
            _LOG.warning(_told(point, error))
            continue
        found.update(things)
    return found


def _points(group: str) -> list[EntryPoint]:
    from importlib.metadata import entry_points  # takes longer to load than most commands run

    return sorted(entry_points(group=group), key=lambda point: (point.name, point.value))


def _told(point: EntryPoint, error: Exception) -> str:
    package = point.dist.name if point.dist else "an installed package"
    what = next(iter(str(error).splitlines()), "") or "no reason given"
    return (
        f"'{point.name}' of {package} is left out: "
        f"{point.value} does not load ({type(error).__name__}: {what})"
    )
