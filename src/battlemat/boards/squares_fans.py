"""The lines between the corners of two squares, whatever the map. Its one rule: exact integers.

A `Fan` holds the sixteen lines from the corners of one square to the corners of another, for one
width of board and one rise: the height of the aim above the floor of the looking square, counted
in half levels, where the eye is at 3 (see the clauses los.body and los.parts). It says how high
the top of which side would have to be to interrupt which line, so that a map only has to compare
masks. A mask of sides has the bit `side_bit(x, y, lying)` for each side; a fan is drawn as if the
north-west corner of the box around both squares were (0,0), and moving it over the map is a shift.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import gcd
from typing import NamedTuple

Point = tuple[int, int]
Groups = tuple[tuple[int, int], ...]

EYE = 3

# The four sides that end in a corner point: the way they run, and where side_bit finds them.
_RAYS = (((1, 0), (0, 0, 1)), ((-1, 0), (-1, 0, 1)), ((0, 1), (0, 0, 0)), ((0, -1), (0, -1, 0)))


def corners(x: int, y: int) -> tuple[Point, Point, Point, Point]:
    """The corner points of a square."""
    return (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)


def side_bit(width: int, x: int, y: int, lying: int) -> int:
    """The bit number of the side running south (or, lying, east) from the corner point (x, y).

    Sides just beyond the edge of the map have numbers too, so that a fan never looks for one in
    vain; no map raises them.
    """
    return 2 * ((y + 1) * (width + 3) + x + 1) + lying


class Pinch(NamedTuple):
    """A corner point on a line: shut by tops of `height` or more on its left and on its right."""

    height: int
    left: int
    right: int


class Line(NamedTuple):
    """One line of a fan. Masks of sides and of squares are those of its fan."""

    frm: Point
    to: Point
    stops: Groups  # (height, sides): a top of that height or more on one of them interrupts
    pinches: tuple[Pinch, ...]
    under: Groups  # (level, squares): a unit on a floor of that level or more interrupts


class _Track(NamedTuple):
    """What a line from (0,0) meets; a moment is a part of its length, numerator and denominator."""

    crossed: tuple[tuple[int, int, int, int, int], ...]  # x, y, lying, moment
    along: tuple[tuple[int, int, int, int, int], ...]  # x, y, lying, moment of its near end
    points: tuple[tuple[int, int, int, int], ...]  # x, y, moment
    squares: tuple[tuple[int, int, int, int, int], ...]  # x, y, moments in and out, denominator


def squares_on(frm: Point, to: Point) -> tuple[Point, ...]:
    """The squares that a line between two corner points crosses, in order."""
    track = _track(to[0] - frm[0], to[1] - frm[1])
    return tuple((frm[0] + x, frm[1] + y) for x, y, *_ in track.squares)


@cache
def _track(vx: int, vy: int) -> _Track:
    """The sides, corner points and squares that a line with this vector meets."""
    nx, ny, common = abs(vx), abs(vy), gcd(vx, vy)
    sx, sy = (vx > 0) - (vx < 0), (vy > 0) - (vy < 0)
    points = tuple((vx // common * i, vy // common * i, i, common) for i in range(1, common))
    if not nx or not ny:
        count = nx + ny
        along = tuple(
            (min(sx * i, sx * (i + 1)), min(sy * i, sy * (i + 1)), int(not ny), i, count)
            for i in range(count)
        )
        return _Track((), along, points, ())
    upright = [(sx * i, vy * i // nx, 0, i, nx) for i in range(1, nx) if vy * i % nx]
    lying = [(vx * i // ny, sy * i, 1, i, ny) for i in range(1, ny) if vx * i % ny]
    moments = sorted({i * ny for i in range(nx + 1)} | {i * nx for i in range(ny + 1)})
    whole = nx * ny
    squares = tuple(
        (vx * (i + j) // (2 * whole), vy * (i + j) // (2 * whole), i, j, whole)
        for i, j in pairwise(moments)
    )
    return _Track(tuple(upright + lying), (), points, squares)


def _height(rise: int, part: int, whole: int) -> int:
    """The lowest whole top that is above a line at this moment of its length."""
    return (EYE * whole + (rise - EYE) * part) // (2 * whole) + 1


def _rays_beside(back: Point, ahead: Point) -> tuple[list[int], list[int]]:
    """The places in _RAYS left and right of a path that comes from `back` and goes `ahead`.

    Both are directions away from the point. A ray that the path runs along is neither.
    """
    left: list[int] = []
    right: list[int] = []
    turn = _cross(back, ahead)
    if turn == 0 and back[0] * ahead[0] + back[1] * ahead[1] > 0:
        return [], []  # the path turns on its heel: it parts nothing
    for place, (ray, _) in enumerate(_RAYS):
        after_back, before_ahead = _cross(back, ray), _cross(ray, ahead)
        if (before_ahead == 0 and _dot(ray, ahead) > 0) or (
            after_back == 0 and _dot(ray, back) > 0
        ):
            continue
        if turn > 0:
            between = after_back > 0 and before_ahead > 0
        elif turn < 0:
            between = not (after_back < 0 and before_ahead < 0)
        else:
            between = after_back > 0
        (left if between else right).append(place)
    return left, right


def _cross(u: Point, v: Point) -> int:
    return u[0] * v[1] - u[1] * v[0]


def _dot(u: Point, v: Point) -> int:
    return u[0] * v[0] + u[1] * v[1]


def _pinch(width: int, at: Point, back: Point, ahead: Point, height: int) -> Pinch | None:
    masks = [
        sum(
            1 << side_bit(width, at[0] + _RAYS[n][1][0], at[1] + _RAYS[n][1][1], _RAYS[n][1][2])
            for n in places
        )
        for places in _rays_beside(back, ahead)
    ]
    return Pinch(height, masks[0], masks[1]) if masks[0] and masks[1] else None


class Fan:
    """The sixteen lines between two squares `dx` columns and `dy` rows apart.

    Line `4 * i + j` runs from corner i of the one to corner j of the other. From a corner point
    shared by both squares to itself there is no line, and no bit in `lines_mask`.
    """

    __slots__ = (
        "a", "b", "b_sides", "heights", "known", "lines", "lines_mask", "pairs", "rise", "touched",
        "under", "width",
    )  # fmt: skip

    def __init__(self, width: int, dx: int, dy: int, rise: int) -> None:
        self.width = width
        self.rise = rise
        self.a: Point = (max(0, -dx), max(0, -dy))
        self.b: Point = (self.a[0] + dx, self.a[1] + dy)
        self.b_sides = self._sides_of(self.b)
        self.lines: tuple[Line | None, ...] = tuple(
            self._line(frm, to) if frm != to else None
            for frm in corners(*self.a)
            for to in corners(*self.b)
        )
        there = [line for line in self.lines if line]
        self.lines_mask = sum(1 << n for n, line in enumerate(self.lines) if line)
        self.pairs: tuple[tuple[int, int, int], ...] = tuple(self._pairs())
        heights = {stop[0] for line in there for stop in line.stops}
        heights |= {pinch.height for line in there for pinch in line.pinches}
        self.heights: tuple[int, ...] = tuple(sorted(heights))
        self.touched = 0
        under: dict[int, int] = {}
        for line in there:
            for _, sides in line.stops:
                self.touched |= sides
            for pinch in line.pinches:
                self.touched |= pinch.left | pinch.right
            for level, squares in line.under:
                under[level] = under.get(level, 0) | squares
        self.under: Groups = tuple(under.items())
        self.known: dict[int, tuple[int, ...]] = {}

    def _sides_of(self, square: Point) -> int:
        x, y = square
        found = ((x, y, 0), (x + 1, y, 0), (x, y, 1), (x, y + 1, 1))
        return sum(1 << side_bit(self.width, *side) for side in found)

    def _pairs(self) -> list[tuple[int, int, int]]:
        """Two lines from one corner in two directions: their bits, and their places."""
        found = []
        for first in range(16):
            for second in range(first + 1, first // 4 * 4 + 4):
                one, two = self.lines[first], self.lines[second]
                if one and two and not _same_way(one, two):
                    found.append((1 << first | 1 << second, first, second))
        return found

    def _line(self, frm: Point, to: Point) -> Line:
        ahead = (to[0] - frm[0], to[1] - frm[1])
        track = _track(*ahead)
        stops: dict[int, int] = {}

        def stop(height: int, x: int, y: int, lying: int) -> None:
            stops[height] = stops.get(height, 0) | 1 << side_bit(self.width, x, y, lying)

        for x, y, lying, part, whole in track.crossed:
            stop(_height(self.rise, part, whole), frm[0] + x, frm[1] + y, lying)
        if self._parted_by_own_line(frm, ahead):
            for x, y, lying, part, whole in track.along:
                low = min(_height(self.rise, part, whole), _height(self.rise, part + 1, whole))
                stop(low, frm[0] + x, frm[1] + y, lying)
        back = (-ahead[0], -ahead[1])
        pinches = [
            _pinch(self.width, (frm[0] + x, frm[1] + y), back, ahead, _height(self.rise, i, n))
            for x, y, i, n in track.points
        ]
        for square, corner, away, moment in ((self.a, frm, ahead, 0), (self.b, to, back, 1)):
            height = _height(self.rise, moment, 1)
            middle = (2 * (square[0] - corner[0]) + 1, 2 * (square[1] - corner[1]) + 1)
            if away[1] * middle[1] < 0:
                stop(height, square[0], corner[1], 1)
            if away[0] * middle[0] < 0:
                stop(height, corner[0], square[1], 0)
            pinches.append(_pinch(self.width, corner, middle, away, height))
        real = tuple(pinch for pinch in pinches if pinch)
        return Line(frm, to, tuple(sorted(stops.items())), real, self._under(frm, track))

    def _parted_by_own_line(self, frm: Point, ahead: Point) -> bool:
        """Whether a line along the grid has the two squares on its two sides."""
        axis = 0 if ahead[0] == 0 else 1
        return (self.a[axis] < frm[axis]) != (self.b[axis] < frm[axis])

    def _under(self, frm: Point, track: _Track) -> Groups:
        under: dict[int, int] = {}
        for x, y, enter, leave, whole in track.squares:
            square = (frm[0] + x, frm[1] + y)
            if square not in (self.a, self.b):
                drop = min((self.rise - EYE) * enter, (self.rise - EYE) * leave)
                level = drop // (2 * whole) + 1
                under[level] = under.get(level, 0) | 1 << square[1] * self.width + square[0]
        return tuple(under.items())


def _same_way(one: Line, two: Line) -> bool:
    u = (one.to[0] - one.frm[0], one.to[1] - one.frm[1])
    v = (two.to[0] - two.frm[0], two.to[1] - two.frm[1])
    return _cross(u, v) == 0 and _dot(u, v) > 0


@cache
def fan(width: int, dx: int, dy: int, rise: int) -> Fan:
    """The one fan of its kind."""
    return Fan(width, dx, dy, rise)


def fewest(masks: set[int]) -> tuple[int, ...]:
    """The masks that contain no other of them, smallest first."""
    kept: list[int] = []
    for mask in sorted(masks, key=int.bit_count):
        if all(other & ~mask for other in kept):
            kept.append(mask)
    return tuple(kept)
