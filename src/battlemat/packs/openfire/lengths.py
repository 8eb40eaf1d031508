"""Lengths as people write them; files hold inches, games hold whole hundredths.

`openfire.geometry.hundredths`: a length with more than two decimals is refused, never rounded.
"""

from __future__ import annotations

from typing import Any

from battlemat.boards.plane import outline_faults
from battlemat.packs import shapes
from battlemat.packs.places import Place
from battlemat.packs.schema import Check, Shaped, by_hand, kind_of, list_of, shape_of, then

INCH = 100
WIDEST = 240  # inches; twenty feet are more than any table


def hundredths(value: Any) -> int | None:
    """A length in inches as whole hundredths; None if it is no such length."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    exact = round(value * INCH)
    return exact if abs(value * INCH - exact) < 1e-6 else None


def inches(least: float = 0, most: float = WIDEST) -> Check:
    """A length in inches with at most two decimals, given back in hundredths."""

    @by_hand({"type": "number", "minimum": least, "maximum": most})
    def check(value: Any, place: Place) -> Any:
        found = hundredths(value)
        if found is None:
            place.complain(
                f"inches with at most two decimals are wanted, as in 12.5, not {kind_of(value)}"
            )
            return 0
        if not least * INCH <= found <= most * INCH:
            place.complain(f"{value} inches are out of bounds; {least:g} to {most:g} are allowed")
        return found

    return check


def point(least: float = 0) -> Check:
    """A place on the table: [x, y] in inches from the south-west corner."""
    one = inches(least)

    def check(value: Any, place: Place) -> Any:
        if not isinstance(value, list) or len(value) != 2:
            place.complain(f"a place [x, y] in inches is wanted, not {kind_of(value)}")
            return []
        return [one(part, place / n) for n, part in enumerate(value)]

    return Shaped(check, lambda d: shapes.exactly(shape_of(one, d), 2))


def outline(least: float = 0) -> Check:
    """The corners of a simple polygon, in order around it."""
    corners = list_of(point(least), least=3)

    def simple(value: Any, place: Place) -> Any:
        place.need_sound()
        for fault in outline_faults([(x, y) for x, y in value]):
            place.complain(f"this outline {in_inches(fault)}")
        return value

    return then(corners, simple)


def in_inches(fault: str) -> str:
    """A sentence about hundredths as one about inches: `(1200, 50)` becomes `(12, 0.5)`."""
    words = fault.split(" ")
    for n, word in enumerate(words):
        bare = word.strip("(),.:;")
        if bare.lstrip("-").isdecimal() and _is_length(words, n):
            words[n] = word.replace(bare, f"{int(bare) / INCH:g}")
    return " ".join(words)


def _is_length(words: list[str], n: int) -> bool:
    """Whether the number stands in brackets (x, y) or in a size a x b."""
    around = (words[n - 1] if n else "", words[n], words[n + 1] if n + 1 < len(words) else "")
    in_pair = around[1].startswith("(") and around[1].endswith(",")
    in_pair = in_pair or (around[1].rstrip(".:;,").endswith(")") and around[0].startswith("("))
    return in_pair or "x" in (around[0], around[2])
