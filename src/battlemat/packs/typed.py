"""What files say, once it is checked, as the typed values that rulebooks take."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from battlemat.kernel.errors import KeyFault, SetupError
from battlemat.kernel.plain import decode
from battlemat.packs.places import Lacking, Place, finish, lacks
from battlemat.packs.problems import ContentError

T = TypeVar("T")


def typed(kind: type[T], value: Any, place: Place | None = None) -> T:
    """A part of a file as its rulebook takes it, after the file's own check found no fault in it.

    Which keys there are, that check has settled. If one is missing or means nothing now, the check
    and the rulebook differ: a bug of ours (`TypeError`), which is never told as the writer's
    mistake. A value beyond the rulebook's bounds is told at its place (`ContentError`), or without
    one as the rulebook tells it (`SetupError`).
    """
    try:
        return decode(kind, value)
    except KeyFault as fault:
        if lacks(value) or (place is not None and not place.is_sound()):
            raise Lacking(str(fault)) from None  # the part was complained of
        raise TypeError(f"what was read for {kind.__name__} does not fit it: {fault}") from fault
    except SetupError as error:
        if place is None:
            raise
        finish(place)  # a file that is complained of has been told in its own words
        raise ContentError([place.source.problem(place.path, str(error))]) from None


def all_typed(kind: type[T], values: Iterable[Any], place: Place) -> tuple[T, ...]:
    """The entries of a list, each as its rulebook takes it."""
    return tuple(typed(kind, value, place / n) for n, value in enumerate(values))
