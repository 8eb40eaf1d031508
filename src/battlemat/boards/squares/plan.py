"""What a map of squares shows, as plain values, and how its squares are named.

A square is an int, `y * width + x`, counted from the north-west corner; a set of squares is one int
whose bit n is square n. A side is the pair of the two squares that share it, lower one first.
Everything else about squares is worked out from a `Plan`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from battlemat.kernel.memo import Memo

Side = tuple[int, int]

_NAME = re.compile(r"([a-z]+)([1-9]\d*)")
_PAIR = re.compile(r"\(\s*(\d+)\s*,\s*(\d+)\s*\)")


class MapError(ValueError):
    """A map or a name of a square that cannot be read: what is wrong, where, and what would do.

    A drawing has all its `faults` told at once; the message is the first of them.
    """

    def __init__(self, *faults: str) -> None:
        super().__init__(faults[0])
        self.faults = faults


class Plan(NamedTuple):
    """A map's facts as plain values, in a fixed order: equal maps have equal plans."""

    width: int
    height: int
    levels: tuple[int, ...]
    walls: tuple[tuple[Side, int], ...]
    doors: tuple[Side, ...]
    doors_open: int
    climbable: tuple[Side, ...]
    stairs: int
    difficult: int
    impassable: int

    @property
    def size(self) -> int:
        """How many squares there are."""
        return self.width * self.height

    @property
    def all_squares(self) -> int:
        """The mask of all squares."""
        return (1 << self.size) - 1

    def xy(self, square: int) -> tuple[int, int]:
        """Column and row of a square, counted from 0."""
        return square % self.width, square // self.width


def column_name(x: int) -> str:
    """The letters of a column: a to z, then aa, ab and so on."""
    letters = ""
    x += 1
    while x:
        x, letter = divmod(x - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return letters


@Memo("the square", bound=4096)
def square_name(x: int, y: int) -> str:
    """The name of the square in column `x` and row `y`, both counted from 0."""
    return f"{column_name(x)}{y + 1}"


def square_xy(name: str, width: int, height: int) -> tuple[int, int]:
    """Column and row of a square written `c4` or `(2,3)`; MapError if there is none such."""
    text = name.strip().lower()
    if pair := _PAIR.fullmatch(text):
        x, y = int(pair[1]), int(pair[2])
    elif word := _NAME.fullmatch(text):
        x = 0
        for letter in word[1]:
            x = x * 26 + ord(letter) - ord("a") + 1
        x, y = x - 1, int(word[2]) - 1
    else:
        raise MapError(f"{name!r} is not a square; write c4 or (2,3)")
    if x >= width or y >= height:
        last = square_name(width - 1, height - 1)
        raise MapError(f"{name!r} is not on the map, which runs from a1 to {last}")
    return x, y


def members(mask: int) -> Iterator[int]:
    """The squares of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
