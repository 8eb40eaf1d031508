"""Sight: lines from one eye to the sight points of a base, and what cuts or screens them.

A line that touches an outline, runs along it or passes exactly level with a top is not
cut. What hides a point hides every point below it, so each plan line is walked once.
"""

from collections.abc import Sequence
from math import isqrt
from typing import NamedTuple, cast

from battlemat.boards.plane.board import Area, Obstacle, Part, Plane
from battlemat.boards.plane.exact import Point, Ratio, Span, inside_spans, less
from battlemat.boards.plane.shapes import Stand

CLEAR, OBSTRUCTED, BLOCKED = "clear", "obstructed", "blocked"


class Sight(NamedTuple):
    """What one eye sees of one base.

    `points` are the plan points; each is looked at in three heights. For each plan point `hidden`
    says how many of its heights, from the lowest, are hidden, and `obscured` how many are hidden or
    veiled. `by` names what hides or veils, in the order of the board; what lies behind something
    that already hides a whole plan line is not looked for.
    """

    points: tuple[Point, ...]
    hidden: tuple[int, ...]
    obscured: tuple[int, ...]
    by: tuple[Part | Area, ...]

    @property
    def lines(self) -> int:
        """How many sight lines there are."""
        return 3 * len(self.points)

    @property
    def is_visible(self) -> bool:
        """True if at least one line is not hidden."""
        return sum(self.hidden) < 3 * len(self.hidden)

    @property
    def state(self) -> str:
        """Clear if every line is open, blocked if every line is hidden, else obstructed."""
        if not any(self.obscured):
            return CLEAR
        return OBSTRUCTED if self.is_visible else BLOCKED


def sees_all(plane: Plane, viewer: Stand, targets: Sequence[Stand]) -> bool:
    """True if nothing is in the way to any of some bases, so that each is seen whole.

    They are taken for one large base around them all: nothing that may meet a line to one of them
    keeps clear of that one. False says nothing.
    """
    ex, ey = viewer.x, viewer.y
    west, south, east, north = targets[0].box
    level = viewer.level
    for target in targets:
        w, s, e, n = target.box
        west, south = w if w < west else west, s if s < south else south
        east, north = e if e > east else east, n if n > north else north
        level = target.level if target.level < level else level
    low = plane.floor(level)
    # Twice the middle of the box as seen from the eye, and twice what its sides come to.
    dx, dy = west + east - 2 * ex, south + north - 2 * ey
    size = east - west + north - south + 4
    long, wide = abs(dx), abs(dy)
    slack = size * (long + wide + 1)
    west, south = west if west < ex else ex, south if south < ey else ey
    east, north = east if east > ex else ex, north if north > ey else ey
    for w, s, e, n, top, up, across, _ in plane.sight_rows:
        if (
            w < east
            and e > west
            and s < north
            and n > south
            and top > low
            and abs(dx * (up - 2 * ey) - dy * (across - 2 * ex))
            < long * (n - s) + wide * (e - w) + slack
        ):
            return False
    return True


def look(plane: Plane, viewer: Stand, target: Stand) -> Sight:
    """What the viewer's eye sees of the target, as terrain alone decides it."""
    key = (viewer.x, viewer.y, viewer.level, viewer.base.eye, target.key)
    known = plane.sights.get(key)
    if known is not None:
        return cast(Sight, known)
    found = _look(plane, viewer, target)
    plane.sights.keep(key, found)
    return found


def sight_points(viewer: Stand, target: Stand) -> tuple[Point, ...]:
    """The plan points at which a base is seen.

    A round base: one rim, the centre, the other rim, at right angles to the view. A footprint: its
    centre, its corners and the middles of its edges, rounded down.
    """
    x, y = target.x, target.y
    if target.corners:
        c = target.corners
        middles = tuple(
            ((ax + bx) // 2, (ay + by) // 2)
            for (ax, ay), (bx, by) in zip(c, c[1:] + c[:1], strict=True)
        )
        return ((x, y), *c, *middles)
    dx, dy, square = x - viewer.x, y - viewer.y, target.base.radius**2
    span = dx * dx + dy * dy
    if span == 0:
        return (x, y), (x, y), (x, y)
    s, t = isqrt(square * dy * dy // span), isqrt(square * dx * dx // span)
    s, t = s if dy >= 0 else -s, t if dx >= 0 else -t
    return (x - s, y + t), (x, y), (x + s, y - t)


def screen(plane: Plane, viewer: Stand, target: Stand, others: Sequence[Stand]) -> int | None:
    """The place in the list of the first other base whose body the view passes through, or None.

    Only lines that terrain does not hide count. Of those over one plan point the lowest is the
    only one that needs a look, because the others pass above it.
    """
    ex, ey = viewer.x, viewer.y
    ez = plane.floor(viewer.level) + viewer.base.eye
    west, south = min(ex, target.box[0]), min(ey, target.box[1])
    east, north = max(ex, target.box[2]), max(ey, target.box[3])
    near = [
        (number, other)
        for number, other in enumerate(others)
        if other.box[0] < east
        and other.box[2] > west
        and other.box[1] < north
        and other.box[3] > south
    ]
    if not near:
        return None
    sight = look(plane, viewer, target)
    heights = _heights(plane, target)
    lines = [
        (px, py, heights[hidden])
        for (px, py), hidden in zip(sight.points, sight.hidden, strict=True)
        if hidden < 3
    ]
    for number, other in near:
        top = plane.floor(other.level) + other.base.height
        if any(_meets(ex, ey, ez, px, py, pz, other, top) for px, py, pz in lines):
            return number
    return None


def _heights(plane: Plane, target: Stand) -> tuple[int, int, int]:
    floor, body = plane.floor(target.level), target.base.height
    return floor, floor + body // 2, floor + body


def _look(plane: Plane, viewer: Stand, target: Stand) -> Sight:
    ex, ey = viewer.x, viewer.y
    ez = plane.floor(viewer.level) + viewer.base.eye
    points = sight_points(viewer, target)
    heights = _heights(plane, target)
    seen = _in_the_way(plane, viewer, target, min(ez, heights[0]))
    if not seen:
        none = (0,) * len(points)
        return Sight(points, none, none, ())
    hidden: list[int] = []
    obscured: list[int] = []
    by: list[Part | Area] = []
    for px, py in points:
        cut = veiled = 0
        dx, dy = px - ex, py - ey
        long, wide = abs(dx), abs(dy)
        for obstacle, across, along, deep, broad in seen:
            # Twice the distance of the box's middle from the line, against twice its half-width.
            if abs(dx * across - dy * along) >= long * deep + wide * broad:
                continue
            if obstacle.is_box:
                height = _box_heights(ex, ey, ez, dx, dy, heights, obstacle)
            else:
                height = _cut_heights(ex, ey, ez, dx, dy, heights, obstacle)
            if not height:
                continue
            if obstacle.source not in by:
                by.append(obstacle.source)
            if not obstacle.solid:
                veiled = max(veiled, height)
            elif height > cut:
                cut = height
                if cut == 3:
                    break
        hidden.append(cut)
        obscured.append(max(cut, veiled))
    return Sight(points, tuple(hidden), tuple(obscured), tuple(by))


def _in_the_way(
    plane: Plane, viewer: Stand, target: Stand, low: int
) -> list[tuple[Obstacle, int, int, int, int]]:
    """The obstacles that some line to a base may meet and that rise above `low`.

    With each come twice its middle as seen from the eye (y, then x) and its sides: an obstacle is
    out of the way if its box keeps the target's size or more from the line between the centres.
    """
    ex, ey = viewer.x, viewer.y
    dx, dy, base = target.x - ex, target.y - ey, target.base
    long, wide = abs(dx), abs(dy)
    slack = (2 * base.radius + base.length + base.width + 4) * (long + wide + 1)
    w, s, e, n = target.box
    west, south = w if w < ex else ex, s if s < ey else ey
    east, north = e if e > ex else ex, n if n > ey else ey
    found = []
    for w, s, e, n, top, up, across, obstacle in plane.sight_rows:
        if w < east and e > west and s < north and n > south and top > low:
            up, across, deep, broad = up - 2 * ey, across - 2 * ex, n - s, e - w
            if abs(dx * up - dy * across) < long * deep + wide * broad + slack:
                found.append((obstacle, up, across, deep, broad))
    return found


def _cut_heights(
    ex: int,
    ey: int,
    ez: int,
    dx: int,
    dy: int,
    heights: tuple[int, int, int],
    obstacle: Obstacle,
) -> int:
    """How many of the three lines over one plan line, from the lowest, an obstacle cuts."""
    spans = _one_span(ex, ey, dx, dy, obstacle.corners)
    if spans is None:
        spans = inside_spans(ex, ey, ex + dx, ey + dy, obstacle.corners)
    if not spans:
        return 0
    whole, top = dx * dx + dy * dy, obstacle.top
    if ez < top and heights[2] < top:  # nowhere does any of the lines pass above it
        return 3
    for count in (3, 2, 1):
        fall = heights[count - 1] - ez
        spare = (ez - top) * whole
        for (n0, d0), (n1, d1) in spans:
            # The line is straight, so it is lowest at one end of the stretch, cut to the line.
            start = spare * d0 + fall * n0 if n0 > 0 else spare
            end = spare * d1 + fall * n1 if n1 < whole * d1 else spare + fall * whole
            if start < 0 or end < 0:
                return count
    return 0


def _one_span(
    ex: int, ey: int, dx: int, dy: int, corners: Sequence[Point]
) -> Sequence[Span] | None:
    """What `inside_spans` gives where a line cuts an outline twice and meets no corner, or never.

    None stands for all other cases, which are rare and longer to think about.
    """
    px, py = corners[-1]
    before = dx * (py - ey) - dy * (px - ex)
    cuts: list[Ratio] = []
    for x, y in corners:
        side = dx * (y - ey) - dy * (x - ex)
        if side == 0:
            return None
        if (before > 0) != (side > 0):
            ahead = dx * (x - ex) + dy * (y - ey)
            behind = dx * (px - ex) + dy * (py - ey)
            num, den = ahead * before - behind * side, before - side
            cuts.append((num, den) if den > 0 else (-num, -den))
        before, px, py = side, x, y
    if not cuts:
        return ()
    if len(cuts) > 2:
        return None
    start, end = cuts if less(cuts[0], cuts[1]) else (cuts[1], cuts[0])
    inside = end[0] > 0 and start[0] < (dx * dx + dy * dy) * start[1]
    return ((start, end),) if inside else ()


def _box_heights(
    ex: int,
    ey: int,
    ez: int,
    dx: int,
    dy: int,
    heights: tuple[int, int, int],
    obstacle: Obstacle,
) -> int:
    """The same for an upright rectangle, whose stretch lies between two fractions of the line."""
    west, south, east, north, top = obstacle[:5]
    n0, d0, n1, d1 = 0, 1, 1, 1
    for step, low, high in ((dx, west - ex, east - ex), (dy, south - ey, north - ey)):
        if step == 0:
            if low >= 0 or high <= 0:
                return 0
            continue
        if step < 0:
            step, low, high = -step, -high, -low
        if low * d0 > n0 * step:
            n0, d0 = low, step
        if high * d1 < n1 * step:
            n1, d1 = high, step
    if n0 * d1 >= n1 * d0:
        return 0
    spare = ez - top
    if spare < 0 and heights[2] < top:
        return 3
    for count in (3, 2, 1):
        fall = heights[count - 1] - ez
        if spare * d0 + fall * n0 < 0 or spare * d1 + fall * n1 < 0:
            return count
    return 0


def _meets(ex: int, ey: int, ez: int, px: int, py: int, pz: int, other: Stand, top: int) -> bool:
    """True if one sight line passes through a body."""
    dx, dy = px - ex, py - ey
    whole = dx * dx + dy * dy
    if other.corners:
        for (n0, d0), (n1, d1) in inside_spans(ex, ey, px, py, other.corners):
            spare, fall = (ez - top) * whole, pz - ez
            start = spare * d0 + fall * n0 if n0 > 0 else spare
            end = spare * d1 + fall * n1 if n1 < whole * d1 else spare + fall * whole
            if start < 0 or end < 0:
                return True
        return False
    qx, qy = other.x - ex, other.y - ey
    along = qx * dx + qy * dy
    if not 0 < along < whole:
        return False
    across = qx * dy - qy * dx
    if across * across >= other.base.radius**2 * whole:
        return False
    return (ez - top) * whole + (pz - ez) * along < 0
