"""Units drawn on a map of squares; the drawing without them reads as before.

A unit's id stands in its square, behind the level and marks if there are any: `A`, `2B`, `1~C`.
A drawing without a single `+` is a plain field, its squares parted by spaces:

    A . . 1 B
"""

from __future__ import annotations

import re
from itertools import pairwise

from battlemat.boards.squares import square_name

_UNIT = re.compile(r"[A-Za-z][A-Za-z0-9]*")
_PLAIN = re.compile(r"(\d+|\.)?([/~#]*)([A-Za-z][A-Za-z0-9]*)?")


def lift_units(drawing: str) -> tuple[str, dict[str, list[str]]]:
    """The drawing without units, and the squares where each of them was drawn."""
    if "+" not in drawing:
        drawing = _draw_plain(drawing)
    lines = drawing.splitlines()
    found: dict[str, list[str]] = {}
    top = next((n for n, line in enumerate(lines) if "+" in line), len(lines))
    posts = [n for n, glyph in enumerate(lines[top]) if glyph == "+"] if top < len(lines) else []
    number = top + 1
    while number + 1 < len(lines) and "+" in lines[number + 1]:
        row = (number - top - 1) // 2
        for x, (left, right) in enumerate(pairwise(posts)):
            cell = lines[number][left + 1 : right]
            unit = _UNIT.search(cell)
            if unit is not None:
                found.setdefault(unit[0], []).append(square_name(x, row))
                rest = cell[: unit.start()] + " " * len(unit[0]) + cell[unit.end() :]
                if not rest.strip():
                    rest = rest[: unit.start()] + "." + rest[unit.start() + 1 :]
                lines[number] = lines[number][: left + 1] + rest + lines[number][right:]
        number += 2
    return "\n".join(lines) + "\n", found


def _draw_plain(text: str) -> str:
    """A plain field with the corners of its squares drawn; what is no field comes back as it is."""
    rows = [line.split() for line in text.splitlines() if line.strip()]
    cells = [cell for row in rows for cell in row]
    if not rows or len({len(row) for row in rows}) != 1:
        return text
    if not all(_PLAIN.fullmatch(cell) for cell in cells):
        return text
    room = max(3, *map(len, cells))
    line = "  +" + (" " * room + "+") * len(rows[0])
    drawn = [line]
    for row in rows:
        drawn += ["   " + " ".join(cell.ljust(room) for cell in row), line]
    return "\n".join(drawn) + "\n"
