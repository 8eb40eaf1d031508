"""Where dots, links and cones are drawn.

A dot is drawn as the hexagon around it; what lies between two dots is the side their hexagons
share.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin, sqrt

from battlemat.boards.dots import Board
from battlemat.kernel.memo import Memo
from battlemat.kernel.scene import Point, Shape
from battlemat.kernel.words import say

ROW = sqrt(3) / 2

SIDE = 1 / sqrt(3)
"""The radius of the hexagon around a dot whose neighbours are one step away."""


def point(board: Board, place: int) -> Point:
    """Where a dot is drawn: adjacent dots one unit apart (`skirmishers.map.adjacent`), odd rows
    half a step further east (`skirmishers.map.lattice`, `skirmishers.map.coordinates`).

    The unit is a step, an inch or 2.5 metres; no rule asks which (`skirmishers.map.scale`).
    """
    return _point(place % board.size, board.width)


@Memo("the dot and the width of the board", bound=20_000)
def _point(dot: int, width: int) -> Point:
    row, column = divmod(dot, width)
    return (round(column + 0.5 + 0.5 * (row % 2), 3), round(row * ROW + SIDE, 3))


def hexagon(board: Board, place: int, size: float = SIDE) -> Sequence[Point]:
    return _hexagon(*point(board, place), size)


@Memo("the middle and the size", bound=20_000)
def _hexagon(x: float, y: float, size: float) -> tuple[Point, ...]:
    return tuple(
        (round(x + size * sin(k * pi / 3), 3), round(y - size * cos(k * pi / 3), 3))
        for k in range(6)
    )


def edge(board: Board, a: int, b: int) -> list[Point]:
    """The side that the hexagons of two adjacent dots share."""
    (ax, ay), (bx, by) = point(board, a), point(board, b)
    mx, my = (ax + bx) / 2, (ay + by) / 2
    dx, dy = (by - ay) * SIDE / 2, (ax - bx) * SIDE / 2
    return [(round(mx + dx, 3), round(my + dy, 3)), (round(mx - dx, 3), round(my - dy, 3))]


def above(board: Board, place: int) -> int:
    """How many storeys a place is above the ground of its dot."""
    return max(0, board.level(place) - board.heights[place % board.size])


def cone(board: Board, place: int, heading: int, degrees: int, reach: int) -> list[Point]:
    """The outline of an arc, as far as the weapon or the map goes."""
    x, y = point(board, place)
    far = min(reach, board.width + board.height)
    middle, half = heading * pi / 6, degrees * pi / 360
    outline = [(x, y)]
    steps = max(2, degrees // 15)
    for k in range(steps + 1):
        angle = middle - half + 2 * half * k / steps
        outline.append(_clipped(board, (x, y), (cos(angle), sin(angle)), far))
    return [*outline, (x, y)]


def _clipped(board: Board, start: Point, way: Point, far: float) -> Point:
    """How far a ray goes before it leaves the map."""
    width, height = board.width + 0.5, (board.height - 1) * ROW + 2 * SIDE
    length = far
    for at, along, most in ((start[0], way[0], width), (start[1], way[1], height)):
        if along > 1e-9:
            length = min(length, (most - at) / along)
        elif along < -1e-9:
            length = min(length, -at / along)
    return round(start[0] + way[0] * length, 3), round(start[1] + way[1] * length, 3)


def tile(
    kind: str, board: Board, place: int, label: str = "", because: str = "", brief: str = ""
) -> Shape:
    """The hexagon of a place, named on its label; `brief` is what fits into it, else the label."""
    name = board.name(place)
    level = above(board, place)
    full = say("{place} {what}", place=name, what=label) if label else name
    return Shape(
        kind, "polygon", hexagon(board, place), 0.0, 0.0, level, full, because, brief or label
    )
