"""Boards that the program makes: some terrain in every part of the table, tall and low.

A board is made from the numbers that the caller draws, so the same numbers make the
same board. There is always something tall that blocks sight and something low that gives cover
(`openfire.setup.terrain-mix`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from battlemat.rulebooks.openfire.state.cards import INCH
from battlemat.rulebooks.openfire.state.setup import BoardSetup, PartSetup

PIECES: tuple[tuple[str, str, int, str, int, int], ...] = (
    ("ruin", "impassable", 300, "solid", 500, 400),
    ("wall", "barrier", 60, "solid", 500, 40),
    ("wood", "slow", 300, "sparse", 600, 500),
    ("rocks", "impassable", 100, "solid", 200, 200),
    ("hedge", "barrier", 80, "solid", 40, 500),
)
"""Name, keyword, height, sight, width, depth. The first is tall and the second low."""


def make_board(width: int, height: int, below: Callable[[int], int]) -> BoardSetup:
    """A board with about one piece in each field of 12 by 12 inches.

    `below(n)` draws a number from 0 to n - 1. The board looks the same from either end: each piece
    has a twin, half a turn around the middle. The edges of the table stay free, so that units can
    come in anywhere.
    """
    side = 12 * INCH
    fields = [(x, y) for x in range(0, width, side) for y in range(0, height, side)]
    parts: list[PartSetup] = []
    laid: list[tuple[int, int, int, int]] = []
    for number, (x, y) in enumerate(fields[: (len(fields) + 1) // 2]):
        piece = PIECES[number] if number < 2 else PIECES[below(len(PIECES))]
        name, keyword, tall, sight, wide, deep = piece
        west = _somewhere(x, min(x + side, width), wide, width, below)
        south = _somewhere(y, min(y + side, height), deep, height, below)
        box = (west, south, west + wide, south + deep)
        twin = (width - box[2], height - box[3], width - box[0], height - box[1])
        if not _apart(box, twin):  # in the middle of the table, where it is its own twin
            west, south = (width - wide) // 2, (height - deep) // 2
            box = twin = (west, south, west + wide, south + deep)
        for one in dict.fromkeys((box, twin)):
            if all(_apart(one, other) for other in laid):
                title = f"{name} {len(parts) + 1}"
                laid.append(one)
                parts.append(PartSetup(keyword, title, tall, sight, box=one))
    return BoardSetup((width, height), "a board of the program", parts=tuple(parts))


def _apart(one: Sequence[int], two: Sequence[int]) -> bool:
    return one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1]


def _somewhere(low: int, high: int, size: int, whole: int, below: Callable[[int], int]) -> int:
    """A place for something so wide in its field, two inches off the table's edges."""
    free = 2 * INCH
    first = max(low, free)
    last = min(high, whole - free) - size
    return first + below(max(1, last - first))
