"""Places and angles in answer texts: inches with two decimals, whole degrees.

All places and lengths are whole hundredths of an inch (`openfire.geometry.hundredths`), all angles
whole degrees (`openfire.geometry.facing-angle`). `12.50,8.00` is measured from the south-west
corner and `face 90` is north (`openfire.geometry.axes`). Screens draw with y to the south and
compass bearings, so a text that ends in `from north` is read that way round. Only the first form is
ever written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from battlemat.boards.plane import Point
from battlemat.rulebooks.openfire.state.cards import INCH

_NUMBER = re.compile(r"^(-?)(\d+)(?:\.(\d{1,2}))?$")
FROM_NORTH = "from north"


def hundredths(text: str) -> int | None:
    """A length in inches as whole hundredths; None if it is none."""
    match = _NUMBER.match(text)
    if match is None:
        return None
    value = int(match[2]) * INCH + int((match[3] or "0").ljust(2, "0"))
    return -value if match[1] else value


def inches(value: int) -> str:
    """Whole hundredths as inches with two decimals."""
    sign = "-" if value < 0 else ""
    return f"{sign}{abs(value) // INCH}.{abs(value) % INCH:02d}"


def place(x: int, y: int) -> str:
    """A place as it is written."""
    return f"{inches(x)},{inches(y)}"


class Words:
    """The words of an answer, read one after another. Reading past the end gives ''."""

    def __init__(self, text: str, height: int) -> None:
        text = " ".join(text.split())
        self.flipped = text.casefold().endswith(FROM_NORTH)
        if self.flipped:
            text = text[: -len(FROM_NORTH)]
        self.words = text.split()
        self.height = height
        self.next = 0

    @property
    def here(self) -> str:
        """The word that comes next, in small letters."""
        return self.words[self.next].casefold() if self.next < len(self.words) else ""

    def take(self) -> str:
        """The next word as it was written, and go on."""
        word = self.words[self.next] if self.next < len(self.words) else ""
        self.next += 1
        return word

    def word(self, *wanted: str) -> bool:
        """True, and go on, if one of these words comes next."""
        if self.here in wanted:
            self.next += 1
            return True
        return False

    @property
    def done(self) -> bool:
        return self.next >= len(self.words)

    def place(self) -> Point | None:
        """A place, and go on; None if no place comes next."""
        x, comma, y = self.here.partition(",")
        east, north = hundredths(x), hundredths(y)
        if not comma or east is None or north is None:
            return None
        self.next += 1
        return (east, self.height - north) if self.flipped else (east, north)

    def places(self) -> tuple[Point, ...]:
        """All places that come next."""
        found = []
        while (point := self.place()) is not None:
            found.append(point)
        return tuple(found)

    def length(self) -> int | None:
        """A length, and go on."""
        value = hundredths(self.here)
        if value is not None:
            self.next += 1
        return value

    def number(self) -> int | None:
        """A whole number, and go on."""
        word = self.here
        if word.isascii() and word.isdecimal():
            self.next += 1
            return int(word)
        return None

    def facing(self) -> int | None:
        """`face` and whole degrees, and go on; None if that does not come next."""
        return self.angle("face")

    def angle(self, word: str) -> int | None:
        """A word and whole degrees, and go on; None if that does not come next."""
        if self.here != word:
            return None
        self.next += 1
        degrees = self.number()
        if degrees is None:
            self.next -= 1
            return None
        return (90 - degrees) % 360 if self.flipped else degrees % 360


def listing(numbers: Sequence[int]) -> str:
    """Roster numbers as they are written: `1,2,4`."""
    return ",".join(str(number + 1) for number in numbers)


def rows(numbers: Sequence[int]) -> str:
    """Roster numbers in order, those in a row as one: `1-3,7`."""
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][-1] == number - 1:
            found[-1][1:] = [number]
        else:
            found.append([number])
    return ",".join("-".join(str(number + 1) for number in row) for row in found)


def read_row(word: str) -> range:
    """The numbers of one word, `7` or `1-3`, counted from 0; none if it is neither."""
    first, dash, last = word.partition("-")
    ends = (first, last if dash else first)
    if not all(end.isascii() and end.isdecimal() and len(end) <= 4 for end in ends):
        return range(0)
    low, high = (int(end) - 1 for end in ends)
    return range(low, high + 1) if low >= 0 else range(0)
