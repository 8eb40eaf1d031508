"""The lines between the corners of two squares, whatever the map, in exact integers.

A `Fan` holds the sixteen lines from the corners of one square to the corners of another, for one
width of board and one rise: the height of the aim above the floor of the looking square, counted
in half levels, where the eye is at 3 (see the clauses los.body and los.parts). It says how high
the top of which side would have to be to interrupt which line, so that a map only has to compare
masks. A mask of sides has the bit `side_bit(x, y, lying)` for each side. What is worked out here
is drawn as if its north-west corner were (0,0); moving it over the map is a shift.
"""

from __future__ import annotations

from functools import reduce
from itertools import pairwise
from math import gcd
from operator import or_
from typing import NamedTuple

from battlemat.kernel.memo import Memo

Point = tuple[int, int]
Groups = tuple[tuple[int, int], ...]
Pinch = tuple[int, int, int]  # height, sides on the left, sides on the right
Row = tuple[int, int, tuple[int, ...]]

EYE = 3
LINES = tuple(1 << n for n in range(16))
"""The bits of the lines of a fan; one object each, since they stand in many rows."""

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


class _Track(NamedTuple):
    """What a line from (0,0) meets; a moment is a part of its length, numerator and denominator."""

    crossed: tuple[tuple[int, int, int, int, int], ...]  # x, y, lying, moment
    along: tuple[tuple[int, int, int, int, int], ...]  # x, y, lying, moment of its near end
    points: tuple[tuple[int, int, int, int], ...]  # x, y, moment
    squares: tuple[tuple[int, int, int, int, int], ...]  # x, y, moments in and out, denominator


class _Flight(NamedTuple):
    """A track at its heights, as masks."""

    way: Point  # its direction, as simple as _octant makes it
    stops: Groups  # (height, sides): a top of that height or more on a crossed side interrupts
    along: Groups  # the same for the sides that the line runs along
    pinches: tuple[Pinch, ...]
    under: Groups  # (level, squares): a unit on a floor of that level or more interrupts


def squares_on(frm: Point, to: Point) -> tuple[Point, ...]:
    """The squares that a line between two corner points crosses, in order."""
    track = _track(to[0] - frm[0], to[1] - frm[1])
    return tuple((frm[0] + x, frm[1] + y) for x, y, *_ in track.squares)


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


@Memo("the line and the width of the board", bound=65_536)
def _flight(width: int, vx: int, vy: int, rise: int) -> _Flight:
    """A line in the box around it."""
    track = _track(vx, vy)
    left, top = -min(0, vx), -min(0, vy)
    stops: dict[int, int] = {}
    for x, y, lying, part, whole in track.crossed:
        _add(stops, _height(rise, part, whole), side_bit(width, left + x, top + y, lying))
    along: dict[int, int] = {}
    for x, y, lying, part, whole in track.along:
        low = min(_height(rise, part, whole), _height(rise, part + 1, whole))
        _add(along, low, side_bit(width, left + x, top + y, lying))
    pinches = []
    one, two = _beside(width, _octant((-vx, -vy)), _octant((vx, vy)))
    for x, y, part, whole in track.points:
        shift = _shift(width, left + x, top + y)
        pinches.append((_height(rise, part, whole), one << shift, two << shift))
    under: dict[int, int] = {}
    for x, y, enter, leave, whole in track.squares:
        drop = min((rise - EYE) * enter, (rise - EYE) * leave)
        _add(under, drop // (2 * whole) + 1, (top + y) * width + left + x)
    groups = (tuple(stops.items()), tuple(along.items()), tuple(pinches), tuple(under.items()))
    return _Flight(_octant((vx, vy)), *groups)


def _add(groups: dict[int, int], key: int, bit: int) -> None:
    groups[key] = groups.get(key, 0) | 1 << bit


def _shift(width: int, x: int, y: int) -> int:
    """How far a mask of sides is shifted to move it by x columns and y rows."""
    return 2 * (y * (width + 3) + x)


def _octant(way: Point) -> Point:
    """The simplest direction that lies with `way` to all straight and diagonal ones."""
    x, y = way
    sx, sy = (x > 0) - (x < 0), (y > 0) - (y < 0)
    return sx + sx * (abs(x) > abs(y)), sy + sy * (abs(y) > abs(x))


@Memo("the path and the width of the board", bound=16_384)
def _beside(width: int, back: Point, ahead: Point) -> tuple[int, int]:
    """The sides ending in the corner point (0,0), left and right of a path through it.

    The path comes from `back` and goes `ahead`, both directions away from the point. A side that
    it runs along is neither left nor right.
    """
    turn = _cross(back, ahead)
    if turn == 0 and _dot(back, ahead) > 0:
        return 0, 0  # the path turns on its heel: it parts nothing
    left = right = 0
    for ray, (x, y, lying) in _RAYS:
        after_back, before_ahead = _cross(back, ray), _cross(ray, ahead)
        if any(_cross(arm, ray) == 0 and _dot(arm, ray) > 0 for arm in (back, ahead)):
            continue
        if turn > 0:
            between = after_back > 0 and before_ahead > 0
        elif turn < 0:
            between = not (after_back < 0 and before_ahead < 0)
        else:
            between = after_back > 0
        bit = 1 << side_bit(width, x, y, lying)
        left, right = (left | bit, right) if between else (left, right | bit)
    return left, right


@Memo("the line and the width of the board", bound=16_384)
def _end(width: int, middle: Point, away: Point) -> tuple[int, int, int, bool]:
    """What stands at the end (0,0) of a line that goes `away`, its square's middle being `middle`.

    The sides of that square with the other end of the line beyond them; the sides left and right
    of the line, bent to the middle, if there are any on both; and whether these can interrupt it
    when the former do not.
    """
    own = 0
    if away[1] * middle[1] < 0:
        own |= 1 << side_bit(width, min(0, middle[0]), 0, 1)
    if away[0] * middle[0] < 0:
        own |= 1 << side_bit(width, 0, min(0, middle[1]), 0)
    left, right = _beside(width, middle, away)
    if not left or not right:
        return own, 0, 0, False
    return own, left, right, bool(left & ~own and right & ~own)


def _cross(u: Point, v: Point) -> int:
    return u[0] * v[1] - u[1] * v[0]


def _dot(u: Point, v: Point) -> int:
    return u[0] * v[0] + u[1] * v[1]


class Fan:
    """The sixteen lines between two squares `dx` columns and `dy` rows apart.

    Line `4 * i + j` runs from corner i of the one to corner j of the other. From a corner point
    shared by both squares to itself there is no line, and no bit in `lines_mask`.
    """

    __slots__ = (
        "_shelter",
        "_under",
        "a",
        "b",
        "b_sides",
        "crossed",
        "floors",
        "known",
        "lines_mask",
        "pairs",
        "pinches",
        "rise",
        "side_shift",
        "square_shift",
        "stops",
        "width",
    )

    def __init__(self, width: int, dx: int, dy: int, rise: int) -> None:
        self.width = width
        self.rise = rise
        self.a: Point = (max(0, -dx), max(0, -dy))
        self.b: Point = (max(0, dx), max(0, dy))
        # How far masks are shifted to move the north-west corner of the fan to that of square a.
        self.side_shift = _shift(width, *self.a)
        self.square_shift = self.a[1] * width + self.a[0]
        self.b_sides = self._sides_of(self.b)
        self.pairs = _pairs(dx, dy)
        self.lines_mask = 0
        # Over all lines, by level: where a unit on a floor of that level or more interrupts one.
        self.floors: dict[int, int] = {}
        self.crossed: list[int] = []
        stops: dict[int, list[int]] = {}
        pinches: dict[int, dict[tuple[int, int], int]] = {}
        for n, (frm, to) in enumerate(self.ends()):
            self._add_line(n, frm, to, stops, pinches)
        # (height, sides of all lines, sides of each): a top of that height or more interrupts.
        self.stops: tuple[Row, ...] = tuple(
            [(height, reduce(or_, row), tuple(row)) for height, row in stops.items()]
        )
        # (height, sides of all, then lines, left, right and so on): tops of that height or more on
        # left and on right interrupt the lines. Those are left out that interrupt only lines which
        # a stop interrupts as well. Fans are many, so that rows are flat.
        self.pinches: tuple[Row, ...] = tuple(
            [_pinch_row(height, found) for height, found in pinches.items()]
        )
        # Made when first asked for: only lines to a floor are asked what shelters there, and only
        # where floors differ is each line asked for the units under it.
        self._shelter: list[tuple[int, int, int, int, int]] | None = None
        self._under: list[Groups] | None = None
        # The fewest ways to look, by the lines that terrain leaves (see squares_sight).
        self.known: dict[int, tuple[int, ...]] = {}

    def ends(self) -> list[tuple[Point, Point]]:
        """The corner points that each line joins."""
        return [(frm, to) for frm in corners(*self.a) for to in corners(*self.b)]

    def _sides_of(self, square: Point) -> int:
        x, y = square
        found = ((x, y, 0), (x + 1, y, 0), (x, y, 1), (x, y + 1, 1))
        return sum(1 << side_bit(self.width, *side) for side in found)

    def _add_line(
        self,
        n: int,
        frm: Point,
        to: Point,
        all_stops: dict[int, list[int]],
        all_pinches: dict[int, dict[tuple[int, int], int]],
    ) -> None:
        if frm == to:
            self.crossed.append(0)
            return
        self.lines_mask |= LINES[n]
        stops, pinches = self._hindrances(frm, to)
        for height, sides in stops.items():
            all_stops.setdefault(height, [0] * 16)[n] = sides
        for height, left, right, vital in pinches:
            if vital:
                sides_of = all_pinches.setdefault(height, {})
                sides_of[left, right] = sides_of.get((left, right), 0) | LINES[n]
        self._add_squares(frm, to)

    def _hindrances(
        self, frm: Point, to: Point
    ) -> tuple[dict[int, int], list[tuple[int, int, int, bool]]]:
        """The stops of a line by height, and its pinches with whether no stop makes them idle."""
        ahead = (to[0] - frm[0], to[1] - frm[1])
        flight = _flight(self.width, *ahead, self.rise)
        shift = _shift(self.width, min(frm[0], to[0]), min(frm[1], to[1]))
        stops = {height: sides << shift for height, sides in flight.stops}
        if flight.along and self._parted(frm, ahead):
            for height, sides in flight.along:
                stops[height] = stops.get(height, 0) | sides << shift
        pinches = [
            (height, one << shift, two << shift, True) for height, one, two in flight.pinches
        ]
        x, y = flight.way
        for square, corner, away, moment in ((self.a, frm, (x, y), 0), (self.b, to, (-x, -y), 1)):
            middle = (2 * (square[0] - corner[0]) + 1, 2 * (square[1] - corner[1]) + 1)
            own, one, two, vital = _end(self.width, middle, away)
            height = _height(self.rise, moment, 1)
            shift = _shift(self.width, *corner)
            if own:
                stops[height] = stops.get(height, 0) | own << shift
            if one:
                pinches.append((height, one << shift, two << shift, vital))
        return stops, pinches

    def _parted(self, frm: Point, ahead: Point) -> bool:
        """Whether a line along the grid has the two squares on its two sides."""
        axis = 0 if ahead[0] == 0 else 1
        return (self.a[axis] < frm[axis]) != (self.b[axis] < frm[axis])

    def _add_squares(self, frm: Point, to: Point) -> None:
        crossed = 0
        for level, squares in self._squares(frm, to):
            self.floors[level] = self.floors.get(level, 0) | squares
            crossed |= squares
        self.crossed.append(crossed)

    def _squares(self, frm: Point, to: Point) -> Groups:
        """(level, squares): a unit on a floor of that level or more interrupts the line."""
        if frm == to:
            return ()
        (ax, ay), (bx, by) = self.a, self.b
        others = ~(1 << ay * self.width + ax | 1 << by * self.width + bx)
        shift = min(frm[1], to[1]) * self.width + min(frm[0], to[0])
        flight = _flight(self.width, to[0] - frm[0], to[1] - frm[1], self.rise)
        return tuple([(level, squares << shift & others) for level, squares in flight.under])

    def under(self) -> list[Groups]:
        """For each line, (level, squares): a unit on a floor of that level or more interrupts."""
        if self._under is None:
            self._under = [self._squares(frm, to) for frm, to in self.ends()]
        return self._under

    def shelter(self) -> list[tuple[int, int, int, int, int]]:
        """What interrupts lines at the aimed-at square, as (line, height, sides, left, right).

        `sides` are those of the aimed-at square. They interrupt alone if left is 0, and otherwise
        as a part of left and right.
        """
        if self._shelter is None:
            self._shelter = []
            for n, (frm, to) in enumerate(self.ends()):
                if frm == to:
                    continue
                stops, pinches = self._hindrances(frm, to)
                for height, sides in stops.items():
                    if own := sides & self.b_sides:
                        self._shelter.append((1 << n, height, own, 0, 0))
                for height, left, right, _ in pinches:
                    if own := (left | right) & self.b_sides:
                        self._shelter.append((1 << n, height, own, left, right))
        return self._shelter


def _pinch_row(height: int, found: dict[tuple[int, int], int]) -> Row:
    touched, row = 0, []
    for (left, right), lines in found.items():
        touched |= left | right
        row += [lines, left, right]
    return height, touched, tuple(row)


_PAIRS = {
    (first, second): (1 << first | 1 << second, first, second)
    for first in range(16)
    for second in range(first + 1, 16)
}


@Memo("the offset", bound=16_384)
def _pairs(dx: int, dy: int) -> tuple[tuple[int, int, int], ...]:
    """Two lines from one corner in two directions: their bits, and their places."""
    found = []
    for i, (x, y) in enumerate(corners(0, 0)):
        ways = [(u - x, v - y) for u, v in corners(dx, dy)]
        for j, one in enumerate(ways):
            for k, two in enumerate(ways[:j]):
                apart = _cross(one, two) != 0 or _dot(one, two) < 0
                if apart:
                    found.append(_PAIRS[4 * i + k, 4 * i + j])
    return tuple(found)


@Memo("the offset, its rise and the width of the board", bound=32_768)
def fan(width: int, dx: int, dy: int, rise: int) -> Fan:
    """The one fan of its kind."""
    return Fan(width, dx, dy, rise)


def fewest(masks: set[int]) -> tuple[int, ...]:
    """The masks that contain no other of them, smallest first."""
    kept: list[int] = []
    for mask in sorted(masks, key=int.bit_count):
        for other in kept:
            if not other & ~mask:
                break
        else:
            kept.append(mask)
    return tuple(kept)
