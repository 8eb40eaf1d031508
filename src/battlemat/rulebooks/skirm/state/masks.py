"""Sets of squares as bits of a number."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import TypeVar

T = TypeVar("T")

_DIGITS = bytes.maketrans(b"01", b"\0\1")
_BITS = [tuple(i for i in range(8) if byte >> i & 1) for byte in range(256)]


def squares_in(mask: int) -> list[int]:
    """The squares of a mask, in order."""
    found: list[int] = []
    base = 0
    for byte in mask.to_bytes((mask.bit_length() + 7) // 8, "little"):
        if byte:
            for bit in _BITS[byte]:
                found.append(base + bit)
        base += 8
    return found


def picked(row: Sequence[T], mask: int) -> list[T]:
    """What a row, which holds something for each square, holds for the squares of a mask."""
    first = (mask & -mask).bit_length() - 1
    if first < 0:
        return []
    digits = f"{mask >> first:b}"[::-1].encode().translate(_DIGITS)
    return list(compress(row[first : first + len(digits)], digits))
