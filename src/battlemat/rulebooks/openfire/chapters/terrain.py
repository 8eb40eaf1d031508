"""Boards that the program makes: some terrain in every part of the table, tall and low.

A board is made from the numbers that the caller draws, so the same numbers make the
same board. There is always something tall that blocks sight and something low that gives cover
(`openfire.setup.terrain-mix`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from battlemat.boards.plane import Plane
from battlemat.rulebooks.openfire.state.cards import INCH

TALL, LOW = 200, 100

_PIECES: tuple[tuple[str, str, int, str, int, int], ...] = (
    ("ruin", "impassable", 300, "solid", 500, 400),
    ("wall", "barrier", 60, "solid", 500, 40),
    ("wood", "slow", 300, "sparse", 600, 500),
    ("rocks", "impassable", 100, "solid", 200, 200),
    ("hedge", "barrier", 80, "solid", 40, 500),
)
"""Name, keyword, height, sight, width, depth. The first is tall and the second low."""


def make_board(width: int, height: int, below: Callable[[int], int]) -> dict[str, Any]:
    """The values of a board with about one piece in each field of 12 by 12 inches.

    `below(n)` draws a number from 0 to n - 1. The board looks the same from either end: each piece
    has a twin, half a turn around the middle. The edges of the table stay free, so that units can
    come in anywhere.
    """
    side = 12 * INCH
    fields = [(x, y) for x in range(0, width, side) for y in range(0, height, side)]
    parts: list[dict[str, Any]] = []
    for number, (x, y) in enumerate(fields[: (len(fields) + 1) // 2]):
        piece = _PIECES[number] if number < 2 else _PIECES[below(len(_PIECES))]
        name, keyword, tall, sight, wide, deep = piece
        west = _somewhere(x, min(x + side, width), wide, width, below)
        south = _somewhere(y, min(y + side, height), deep, height, below)
        box = (west, south, west + wide, south + deep)
        twin = (width - box[2], height - box[3], width - box[0], height - box[1])
        if not _apart(box, twin):  # in the middle of the table, where it is its own twin
            west, south = (width - wide) // 2, (height - deep) // 2
            box = twin = (west, south, west + wide, south + deep)
        for one in dict.fromkeys((box, twin)):
            if all(_apart(one, other["box"]) for other in parts):
                parts.append(
                    {
                        "name": f"{name} {len(parts) + 1}",
                        "keyword": keyword,
                        "height": tall,
                        "sight": sight,
                        "box": list(one),
                    }
                )
    return {"name": "a board of the program", "table": [width, height], "parts": parts}


def _apart(one: Sequence[int], two: Sequence[int]) -> bool:
    return one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1]


def _somewhere(low: int, high: int, size: int, whole: int, below: Callable[[int], int]) -> int:
    """A place for something so wide in its field, two inches off the table's edges."""
    free = 2 * INCH
    first = max(low, free)
    last = min(high, whole - free) - size
    return first + below(max(1, last - first))


def mix_faults(plane: Plane) -> list[str]:
    """What a board lacks of the mix that the book advises; nothing if it has both."""
    solid = [part.height for part in plane.parts if part.sight == "solid"]
    levels = [plane.floor(area.level) for area in plane.areas]
    found = []
    if not any(height >= TALL for height in (*solid, *levels)):
        found.append("the board has nothing solid of 2 inches or more that blocks sight")
    if not any(0 < height <= LOW for height in solid):
        found.append("the board has nothing solid of 1 inch or less that gives cover")
    return found
