"""Sets of squares as bits of a number."""

from __future__ import annotations

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
