"""The exact arithmetic of the plane on figures so small that every touch and every miss occurs.

On a real table two lines hardly ever miss each other by one. So all lines between the points of a
small lattice are held against all outlines of a few forms, and each answer against one that is
found from the definition, with fractions.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise, product

import pytest

from battlemat.boards.plane import Point
from battlemat.boards.plane.exact import (
    Edge,
    convex_overlaps,
    cores_squared,
    covered_spans,
    enters_convex,
    inside_spans,
    loop,
    segments_touch,
    side_of,
)
from battlemat.boards.plane.measure import _reaches_quarter

LATTICE = [(x, y) for x in range(4) for y in range(4)]
LINES: list[Edge] = [
    (ax, ay, bx, by) for ax, ay in LATTICE for bx, by in LATTICE if (ax, ay) != (bx, by)
]
CONVEX: list[tuple[Point, ...]] = [
    ((1, 1), (2, 1), (2, 2), (1, 2)),
    ((0, 0), (3, 0), (0, 3)),
    ((0, 1), (2, 0), (3, 2), (1, 3)),
    ((1, 0), (3, 1), (2, 3)),
]
NOTCHED: list[tuple[Point, ...]] = [
    ((0, 0), (3, 0), (3, 3), (1, 1), (0, 3)),
    ((0, 0), (3, 0), (3, 2), (2, 2), (2, 1), (0, 1)),
    ((0, 0), (2, 1), (3, 0), (2, 3), (1, 1)),
]
OUTLINES = [*CONVEX, *NOTCHED, *(one[::-1] for one in NOTCHED)]
Part = tuple[Fraction, Fraction]


def side(x: Fraction, y: Fraction, corners: tuple[Point, ...]) -> int:
    """1 inside, 0 on the outline, -1 outside, by a ray to the east and by every edge."""
    inside = False
    for ax, ay, bx, by in loop(corners):
        level = min(ay, by) <= y <= max(ay, by) and min(ax, bx) <= x <= max(ax, bx)
        if level and (bx - ax) * (y - ay) == (by - ay) * (x - ax):
            return 0
        if (ay > y) != (by > y) and x < ax + (y - ay) * Fraction(bx - ax, by - ay):
            inside = not inside
    return 1 if inside else -1


def cuts(line: Edge, corners: tuple[Point, ...]) -> list[Fraction]:
    """Where a line, drawn on for ever, meets the outline; 0 is its beginning and 1 its end."""
    ax, ay, bx, by = line
    dx, dy = bx - ax, by - ay
    found = set()
    for cx, cy, ex, ey in loop(corners):
        ux, uy = ex - cx, ey - cy
        across = dx * uy - dy * ux
        if across:
            where = Fraction((cx - ax) * dy - (cy - ay) * dx, across)
            if 0 <= where <= 1:
                found.add(Fraction((cx - ax) * uy - (cy - ay) * ux, across))
        elif (cx - ax) * dy == (cy - ay) * dx:
            found |= {along(line, (cx, cy)), along(line, (ex, ey))}
    return sorted(found)


def along(line: Edge, point: Point) -> Fraction:
    """How far along a line a point lies that is on it."""
    ax, ay, bx, by = line
    dx, dy = bx - ax, by - ay
    return Fraction((point[0] - ax) * dx + (point[1] - ay) * dy, dx * dx + dy * dy)


def stretches(line: Edge, corners: tuple[Point, ...], least: int) -> Iterator[Part]:
    """The parts of the line between two cuts whose middle is inside, or not outside."""
    ax, ay, bx, by = line
    met = cuts(line, corners)
    for start, end in pairwise(met):
        middle = (start + end) / 2
        x, y = ax + middle * (bx - ax), ay + middle * (by - ay)
        if side(x, y, corners) >= least and end > 0 and start < 1:
            yield start, end


def parts(line: Edge, spans: list[tuple[tuple[int, int], tuple[int, int]]]) -> list[Part]:
    """Stretches as the boards tell them, from 0 to 1."""
    whole = (line[2] - line[0]) ** 2 + (line[3] - line[1]) ** 2
    return sorted((Fraction(*low) / whole, Fraction(*high) / whole) for low, high in spans)


def united(found: list[Part]) -> list[Part]:
    """What of the line itself lies in some stretches, those that meet made one."""
    whole: list[Part] = []
    for start, end in ((max(start, Fraction(0)), min(end, Fraction(1))) for start, end in found):
        if whole and start <= whole[-1][1]:
            start, end = whole[-1][0], max(end, whole.pop()[1])
        whole.append((start, end))
    return whole


def overlap(found: list[Part]) -> bool:
    """Whether one of the stretches has a point between the two ends of the line."""
    return any(start < 1 and end > 0 for start, end in found)


@pytest.mark.clause("openfire.los.grazing", "openfire.terrain.barrier")
@pytest.mark.parametrize("corners", OUTLINES)
def test_stretches_inside_a_small_outline_are_those_of_the_definition(
    corners: tuple[Point, ...],
) -> None:
    for line in LINES:
        inside, covered = list(stretches(line, corners, 1)), list(stretches(line, corners, 0))
        assert parts(line, inside_spans(*line, corners)) == inside, line
        assert united(parts(line, covered_spans(*line, corners))) == united(covered), line


@pytest.mark.clause("openfire.geometry.overlap")
@pytest.mark.parametrize("corners", CONVEX)
def test_a_small_segment_enters_where_a_stretch_of_it_is_inside(corners: tuple[Point, ...]) -> None:
    for line in LINES:
        assert enters_convex(line, corners) == overlap(list(stretches(line, corners, 1))), line
    for x, y in LATTICE:
        assert enters_convex((x, y, x, y), corners) == (side(Fraction(x), Fraction(y), corners) > 0)


@pytest.mark.parametrize("corners", OUTLINES)
def test_points_are_on_the_side_of_an_outline_that_a_ray_tells(corners: tuple[Point, ...]) -> None:
    for x, y in product(range(-1, 8), repeat=2):
        doubled = tuple((2 * cx, 2 * cy) for cx, cy in corners)
        assert side_of(x, y, loop(doubled)) == side(Fraction(x, 2), Fraction(y, 2), corners)


@pytest.mark.clause("openfire.geometry.overlap")
def test_small_convex_shapes_overlap_where_what_they_share_has_an_area() -> None:
    found = set()
    for hull, one, dx, dy in product(CONVEX, CONVEX, range(-3, 4), range(-3, 4)):
        two = tuple((x + dx, y + dy) for x, y in one)
        meets = shared(hull, two) > 0
        assert convex_overlaps(hull, loop(two)) == meets, (hull, two)
        found.add(meets)
    assert found == {True, False}


def shared(one: tuple[Point, ...], two: tuple[Point, ...]) -> Fraction:
    """Twice the area that two convex shapes share: the first, cut along each edge of the other."""
    left: list[tuple[Fraction, Fraction]] = [(Fraction(x), Fraction(y)) for x, y in one]
    for ax, ay, bx, by in loop(two):
        kept: list[tuple[Fraction, Fraction]] = []
        far = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in left]
        for number, ((x, y), here) in enumerate(zip(left, far, strict=True)):
            (px, py), there = left[number - 1], far[number - 1]
            if here * there < 0:
                share = there / (there - here)
                kept.append((px + share * (x - px), py + share * (y - py)))
            if here >= 0:
                kept.append((x, y))
        left = kept
    return sum(
        (left[n - 1][0] * y - left[n - 1][1] * x for n, (x, y) in enumerate(left)), Fraction(0)
    )


def test_small_segments_touch_where_they_share_a_point() -> None:
    def on(point: Point, edge: Edge) -> bool:
        ax, ay, bx, by = edge
        x, y = point
        flat = (bx - ax) * (y - ay) == (by - ay) * (x - ax)
        return flat and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by)

    def turns(edge: Edge, x: int, y: int) -> int:
        ax, ay, bx, by = edge
        return (bx - ax) * (y - ay) - (by - ay) * (x - ax)

    ones = [line for line in LINES if line[:2] == (1, 1) or line[:2] == (0, 2)]
    for one, two in product(ones, LINES):
        ends = on(two[:2], one) or on(two[2:], one) or on(one[:2], two) or on(one[2:], two)
        crossed = (
            turns(one, *two[:2]) * turns(one, *two[2:]) < 0
            and turns(two, *one[:2]) * turns(two, *one[2:]) < 0
        )
        assert segments_touch(one, two) == (ends or crossed), (one, two)
        apart = Fraction(*cores_squared((one[:2], one[2:]), (two[:2], two[2:])))
        assert (apart == 0) == (ends or crossed), (one, two)


@pytest.mark.clause("openfire.facing.straddle")
def test_a_small_outline_reaches_a_quarter_if_one_of_its_edges_does() -> None:
    spots = [(x - 2, y - 2) for x, y in LATTICE]
    for corners in combinations(spots, 3):
        (ax, ay), (bx, by), (cx, cy) = corners
        if (bx - ax) * (cy - ay) == (by - ay) * (cx - ax):
            continue
        meets = any(_enters_quarter(edge) for edge in loop(corners))
        for order in (corners, corners[1:] + corners[:1], corners[::-1]):
            assert _reaches_quarter(order) == meets, order


def _enters_quarter(edge: Edge) -> bool:
    """Whether a segment has a point with neither coordinate below 0, from the definition."""
    ax, ay, bx, by = edge
    low, high = Fraction(0), Fraction(1)
    for start, end in ((ax, bx), (ay, by)):
        if start < 0 and end < 0:
            return False
        if start < 0:
            low = max(low, Fraction(-start, end - start))
        elif end < 0:
            high = min(high, Fraction(start, start - end))
    return low <= high
