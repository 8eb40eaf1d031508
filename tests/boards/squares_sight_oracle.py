"""Sight straight from the clauses, slow and plain: fractions, whole levels, every side of the map.

It shares no code with the board's own sight: sides are pairs of corner points, a line is worked
out against each of them in turn, and nothing is remembered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import inf

from battlemat.boards.squares import Board

Point = tuple[int, int]
Segment = tuple[Point, Point]
Height = Fraction | float

EYE, LEGS, TORSO, HEAD = Fraction(3, 2), Fraction(0), Fraction(1, 2), Fraction(1)


@dataclass(frozen=True)
class Ray:
    """A line in space from one corner point at a height to another."""

    start: Point
    end: Point
    low: Fraction
    high: Fraction

    def height(self, t: Fraction) -> Fraction:
        return self.low + (self.high - self.low) * t

    def along(self, t: Fraction) -> tuple[Fraction, Fraction]:
        (px, py), (qx, qy) = self.start, self.end
        return px + (qx - px) * t, py + (qy - py) * t

    @property
    def way(self) -> Point:
        return self.end[0] - self.start[0], self.end[1] - self.start[1]


def cross(u: Point, v: Point) -> int:
    return u[0] * v[1] - u[1] * v[0]


def dot(u: Point, v: Point) -> int:
    return u[0] * v[0] + u[1] * v[1]


def minus(p: Point, q: Point) -> Point:
    return p[0] - q[0], p[1] - q[1]


def corners(square: Point) -> list[Point]:
    x, y = square
    return [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]


def borders(square: Point) -> list[Segment]:
    x, y = square
    return [
        ((x, y), (x + 1, y)),
        ((x, y + 1), (x + 1, y + 1)),
        ((x, y), (x, y + 1)),
        ((x + 1, y), (x + 1, y + 1)),
    ]


class SightOracle:
    """The clauses of the chapters los and cover over one board and one state of its doors."""

    def __init__(self, board: Board, doors_open: int) -> None:
        self.board = board
        self.tops: dict[Segment, Height] = {}
        for square in range(board.size):
            for segment in borders(board.xy(square)):
                floor = board.levels[square]
                self.tops[segment] = max(floor, self.tops.get(segment, 0))
        for (a, b), wall in board.walls.items():
            self.tops[self.between(a, b)] += wall
        for n, (a, b) in enumerate(board.doors):
            if not doors_open >> n & 1:
                self.tops[self.between(a, b)] = inf

    def between(self, a: int, b: int) -> Segment:
        (segment,) = set(borders(self.board.xy(a))) & set(borders(self.board.xy(b)))
        return segment

    # ---------------------------------------------------------- one line

    def stopping_sides(self, a: int, b: int, ray: Ray) -> set[Segment]:
        """Every side that has a part in interrupting the line from square a to square b."""
        found = set(self.crossed_sides(ray))
        found |= set(self.sides_run_along(a, b, ray))
        found |= set(self.own_sides(a, b, ray))
        for point, before, after, t in self.points_on(a, b, ray):
            found |= self.pinching_sides(point, before, after, ray.height(t))
        return found

    def crossed_sides(self, ray: Ray) -> Iterator[Segment]:
        for side, top in self.tops.items():
            (x, y), (x2, _) = side
            axis, base = (0, y) if x == x2 else (1, x)
            at = (x, y)[axis]
            if ray.way[axis] == 0:
                continue
            t = Fraction(at - ray.start[axis], ray.way[axis])
            where = ray.along(t)[1 - axis]
            if 0 < t < 1 and base < where < base + 1 and ray.height(t) < top:
                yield side

    def sides_run_along(self, a: int, b: int, ray: Ray) -> Iterator[Segment]:
        for axis in (0, 1):
            if ray.way[axis] != 0:
                continue
            line = ray.start[axis]
            if (self.board.xy(a)[axis] < line) == (self.board.xy(b)[axis] < line):
                continue
            for side, top in self.tops.items():
                if any(end[axis] != line for end in side):
                    continue
                moments = [
                    Fraction(end[1 - axis] - ray.start[1 - axis], ray.way[1 - axis]) for end in side
                ]
                if all(0 <= t <= 1 for t in moments) and min(map(ray.height, moments)) < top:
                    yield side

    def own_sides(self, a: int, b: int, ray: Ray) -> Iterator[Segment]:
        for square, corner, other, t in (
            (a, ray.start, ray.end, Fraction(0)),
            (b, ray.end, ray.start, Fraction(1)),
        ):
            own = self.board.xy(square)
            for side in borders(own):
                if corner not in side or self.tops[side] <= ray.height(t):
                    continue
                axis = 0 if side[0][0] == side[1][0] else 1
                line = corner[axis]
                beyond = other[axis] > line if own[axis] < line else other[axis] < line
                if beyond:
                    yield side

    def points_on(self, a: int, b: int, ray: Ray) -> Iterator[tuple[Point, Point, Point, Fraction]]:
        """The corner points on a line with the directions in which it comes and goes there."""
        for x in range(self.board.width + 1):
            for y in range(self.board.height + 1):
                here = minus((x, y), ray.start)
                if cross(here, ray.way) != 0:
                    continue
                t = Fraction(dot(here, ray.way), dot(ray.way, ray.way))
                if 0 < t < 1:
                    yield (x, y), ray.way, ray.way, t
        yield ray.start, self.from_middle(a, ray.start), ray.way, Fraction(0)
        (bx, by), (x, y) = self.from_middle(b, ray.end), ray.way
        yield ray.end, (x, y), (-bx, -by), Fraction(1)

    def from_middle(self, square: int, corner: Point) -> Point:
        x, y = self.board.xy(square)
        return 2 * (corner[0] - x) - 1, 2 * (corner[1] - y) - 1

    def pinching_sides(
        self, point: Point, before: Point, after: Point, height: Fraction
    ) -> set[Segment]:
        turn = cross(before, after)
        if turn == 0 and dot(before, after) < 0:
            return set()
        left: set[Segment] = set()
        right: set[Segment] = set()
        for side, top in self.tops.items():
            if point not in side or top <= height:
                continue
            out = minus(side[1] if side[0] == point else side[0], point)
            back = (-before[0], -before[1])
            if any(cross(arm, out) == 0 and dot(arm, out) > 0 for arm in (after, back)):
                continue
            of_before, of_after = cross(before, out) > 0, cross(after, out) > 0
            is_left = of_before and of_after if turn > 0 else of_before or of_after
            (left if is_left else right).add(side)
        return left | right if left and right else set()

    def is_crossed(self, ray: Ray, square: Point) -> tuple[Fraction, Fraction] | None:
        """The moments at which a line enters and leaves the inside of a square."""
        enter, leave = Fraction(0), Fraction(1)
        for axis in (0, 1):
            step = ray.way[axis]
            low, high = square[axis], square[axis] + 1
            if step == 0:
                if not low < ray.start[axis] < high:
                    return None
                continue
            moments = sorted(Fraction(edge - ray.start[axis], step) for edge in (low, high))
            enter, leave = max(enter, moments[0]), min(leave, moments[1])
        return (enter, leave) if enter < leave else None

    def stopped_by_unit(self, a: int, b: int, ray: Ray, standing: int) -> bool:
        for square in range(self.board.size):
            if not standing >> square & 1 or square in (a, b):
                continue
            moments = self.is_crossed(ray, self.board.xy(square))
            top = self.board.levels[square] + Fraction(3, 2)
            if moments and min(map(ray.height, moments)) < top:
                return True
        return False

    # ---------------------------------------------------------- whole squares

    def rays(self, a: int, b: int, corner: Point, part: Fraction) -> list[Ray]:
        eye, aim = self.board.levels[a] + EYE, self.board.levels[b] + part
        ends = [end for end in corners(self.board.xy(b)) if end != corner]
        return [Ray(corner, end, eye, aim) for end in ends]

    def clear_rays(self, a: int, b: int, corner: Point, part: Fraction, standing: int) -> list[Ray]:
        return [
            ray
            for ray in self.rays(a, b, corner, part)
            if not self.stopping_sides(a, b, ray) and not self.stopped_by_unit(a, b, ray, standing)
        ]

    def seen_from(self, a: int, b: int, corner: Point, part: Fraction, standing: int) -> bool:
        clear = self.clear_rays(a, b, corner, part, standing)
        return any(
            cross(one.way, two.way) != 0 or dot(one.way, two.way) < 0
            for n, one in enumerate(clear)
            for two in clear[:n]
        )

    def part_seen(self, a: int, b: int, part: Fraction, standing: int) -> bool:
        return any(
            self.seen_from(a, b, corner, part, standing) for corner in corners(self.board.xy(a))
        )

    def in_cover(self, a: int, b: int, standing: int) -> bool:
        seeing = [
            corner
            for corner in corners(self.board.xy(a))
            if any(self.seen_from(a, b, corner, part, standing) for part in (LEGS, TORSO, HEAD))
        ]
        return bool(seeing) and all(
            not self.seen_from(a, b, corner, LEGS, standing) and self.sheltered(a, b, corner)
            for corner in seeing
        )

    def sheltered(self, a: int, b: int, corner: Point) -> bool:
        own = {side for side in borders(self.board.xy(b)) if self.tops[side] > self.board.levels[b]}
        return any(self.stopping_sides(a, b, ray) & own for ray in self.rays(a, b, corner, LEGS))

    def base_hidden(self, a: int, b: int, standing: int) -> bool:
        return not any(
            len(self.clear_rays(a, b, corner, LEGS, standing)) == len(self.rays(a, b, corner, LEGS))
            for corner in corners(self.board.xy(a))
        )
