"""Measuring between bases, and the arc one stands in.

Within includes the exact distance, closer than does not. A distance as a number is
rounded up to a whole hundredth, which answers every "within so many hundredths" exactly.
"""

from collections.abc import Sequence
from math import isqrt
from typing import NamedTuple

from battlemat.boards.plane.exact import Point, boxes_apart, core_edges, cores_squared, root_up
from battlemat.boards.plane.shapes import DIRECTIONS, UNIT, Stand

FRONT, LEFT, RIGHT, REAR = "front", "left", "right", "rear"


class Nearness(NamedTuple):
    """How near two bases are: the squared distance between their cores, and both radii."""

    num: int
    den: int
    radii: int

    def within(self, reach: int, rise: int = 0) -> bool:
        """True if the line in space between the nearest points is not longer than `reach`."""
        flat = reach * reach - rise * rise
        if flat < 0 or reach < 0:
            return False
        over = self.num - (flat + self.radii * self.radii) * self.den
        if over <= 0:
            return True
        side = self.radii * self.den
        return over * over <= 4 * side * side * flat

    def closer(self, reach: int, rise: int = 0) -> bool:
        """True if that line is shorter than `reach`."""
        flat = reach * reach - rise * rise
        if flat <= 0 or reach < 0:
            return False
        over = self.num - (flat + self.radii * self.radii) * self.den
        if over < 0:
            return True
        side = self.radii * self.den
        return over * over < 4 * side * side * flat

    def rounded_up(self, rise: int = 0) -> int:
        """The smallest whole reach that is still within."""
        gap = max(isqrt(self.num // self.den) - self.radii, 0)
        reach = isqrt(gap * gap + rise * rise)
        while not self.within(reach, rise):
            reach += 1
        return reach


def nearness(one: Stand, two: Stand) -> Nearness:
    """How near two bases are, seen from above."""
    if one.corners or two.corners:
        num, den = cores_squared(one.core, two.core)
        return Nearness(num, den, one.base.radius + two.base.radius)
    dx, dy = one.x - two.x, one.y - two.y
    return Nearness(dx * dx + dy * dy, 1, one.base.radius + two.base.radius)


def within(one: Stand, two: Stand, reach: int, rise: int = 0) -> bool:
    """True if two bases are not further apart than `reach`, with surfaces `rise` apart."""
    if not (one.corners or two.corners or rise) and reach >= 0:
        dx, dy = one.x - two.x, one.y - two.y
        most = reach + one.base.radius + two.base.radius
        return dx * dx + dy * dy <= most * most
    if boxes_apart(one.box, two.box, reach):
        return False
    return nearness(one, two).within(reach, rise)


def closer(one: Stand, two: Stand, reach: int, rise: int = 0) -> bool:
    """True if two bases are less than `reach` apart; exactly that far is not closer."""
    return nearness(one, two).closer(reach, rise)


def distance(one: Stand, two: Stand, rise: int = 0) -> int:
    """The distance between two bases, rounded up to a whole hundredth."""
    if not (one.corners or two.corners or rise):
        dx, dy = one.x - two.x, one.y - two.y
        return max(0, root_up(dx * dx + dy * dy) - one.base.radius - two.base.radius)
    return nearness(one, two).rounded_up(rise)


def arc(target: Stand, other: Stand) -> str:
    """The arc of the target in which the other base stands: the front-most that it reaches.

    The lines between arcs belong to both. A side is left if the other's centre is left of the
    target's facing line or on it.
    """
    ux, uy = DIRECTIONS[target.facing]
    dx, dy = other.x - target.x, other.y - target.y
    ahead, left = dx * ux + dy * uy, ux * dy - uy * dx
    side = LEFT if left >= 0 else RIGHT
    if other.corners:
        turned = [
            (
                (x - target.x) * ux + (y - target.y) * uy,
                ux * (y - target.y) - uy * (x - target.x),
            )
            for x, y in other.corners
        ]
        if _reaches_quarter([(a - b, a + b) for a, b in turned]):
            return FRONT
        if _reaches_quarter([(b - a, b + a) for a, b in turned]) or _reaches_quarter(
            [(-b - a, a - b) for a, b in turned]
        ):
            return side
        return REAR
    most = 2 * (other.base.radius * UNIT) ** 2  # the square of the radius times the root of two
    for gap, name in ((abs(left) - ahead, FRONT), (-ahead - abs(left), side)):
        if gap <= 0 or gap * gap <= most:
            return name
    return REAR


def _reaches_quarter(corners: Sequence[Point]) -> bool:
    """True if an outline has a point with neither coordinate below 0.

    The quarter has no end and the outline has one, so if they meet the outline's edges do.
    """
    for ax, ay, bx, by in core_edges(corners):
        if (ax < 0 and bx < 0) or (ay < 0 and by < 0):
            continue
        if (ax >= 0 and ay >= 0) or (bx >= 0 and by >= 0):
            return True
        # One end lacks the one coordinate, the other end the other: compare the two crossings.
        if ax < 0:
            ax, ay, bx, by = bx, by, ax, ay
        # Now a has x >= 0 > y and b has x < 0 <= y: y must reach 0 before x leaves it.
        if -ay * (ax - bx) <= ax * (by - ay):
            return True
    return False
