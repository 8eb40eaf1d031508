"""Odd boards of squares for the tests, and short ways to build plain ones."""

from __future__ import annotations

from hypothesis import strategies as st

from battlemat.boards.squares import Board, Side

Point = tuple[int, int]
Wall = tuple[Point, Point]


def board(
    width: int = 12,
    height: int = 12,
    *,
    levels: dict[Point, int] | None = None,
    walls: dict[Wall, int] | None = None,
    doors: list[Wall] | None = None,
    climbable: list[Wall] | None = None,
    stairs: list[Point] | None = None,
    difficult: list[Point] | None = None,
    impassable: list[Point] | None = None,
) -> Board:
    """A board from coordinates, flat and open but for what is named."""

    def at(point: Point) -> int:
        return point[1] * width + point[0]

    def sides(walls: list[Wall] | None) -> list[Side]:
        return [(at(a), at(b)) for a, b in walls or []]

    return Board.build(
        width,
        height,
        levels={at(point): level for point, level in (levels or {}).items()},
        walls={(at(a), at(b)): wall for (a, b), wall in (walls or {}).items()},
        doors=sides(doors),
        climbable=sides(climbable),
        stairs=mask(stairs or [], width),
        difficult=mask(difficult or [], width),
        impassable=mask(impassable or [], width),
    )


def mask(points: list[Point], width: int = 12) -> int:
    """The mask of some squares."""
    return sum(1 << y * width + x for x, y in set(points))


def line_of_walls(axis: int, at: int, wall: int, count: int = 12) -> dict[Wall, int]:
    """Walls along the whole grid line before column (axis 0) or row (axis 1) `at`."""
    if axis == 0:
        return {((at - 1, n), (at, n)): wall for n in range(count)}
    return {((n, at - 1), (n, at)): wall for n in range(count)}


def all_sides(width: int, height: int) -> list[Side]:
    """Every side of a map."""
    size = width * height
    beside = [(s, s + 1) for s in range(size) if (s + 1) % width]
    return sorted(beside + [(s, s + width) for s in range(size - width)])


@st.composite
def odd_boards(draw: st.DrawFn, longest: int = 6, tallest: int = 3) -> Board:
    """Small boards with anything on them, often crowded."""
    width = draw(st.integers(1, longest))
    height = draw(st.integers(1, longest))
    size = width * height
    crowd = draw(st.integers(0, 6))
    flat = (
        st.just(0) if crowd < 3 else st.sampled_from([0] * (8 - crowd) + list(range(tallest + 1)))
    )
    levels = draw(st.lists(flat, min_size=size, max_size=size))
    kinds = st.sampled_from(["", "", "", "", "", "", "", "wall", "wall", "low", "door", "ladder"])
    walls, doors, climbable = {}, [], []
    for side in all_sides(width, height):
        kind = draw(kinds)
        if kind in ("wall", "low"):
            walls[side] = 1 if kind == "low" else draw(st.integers(1, 3))
        if kind == "door":
            doors.append(side)
        if kind == "ladder" or (kind == "wall" and draw(st.booleans())):
            climbable.append(side)
    masks = st.integers(0, (1 << size) - 1)
    return Board.build(
        width,
        height,
        levels=levels,
        walls=walls,
        doors=doors,
        open_doors=[door for door in doors if draw(st.booleans())],
        climbable=climbable,
        stairs=draw(masks) & draw(masks),
        difficult=draw(masks) & draw(masks),
        impassable=draw(masks) & draw(masks) & draw(masks),
    )
