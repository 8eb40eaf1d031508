"""Bases, where they stand, and the ground that they sweep.

A rectangular base is the whole-number polygon of its rounded corners, never the ideal
rectangle, so that what one test calls touching no other test calls overlapping.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from battlemat.boards.plane.exact import (
    Box,
    Edge,
    Point,
    box_of,
    convex_hull,
    convex_overlaps,
    cores_squared,
    enters_convex,
    loop,
    point_segment,
    round_half_away,
    segments_closer,
    side_of,
)

UNIT = 1_000_000  # a direction is a pair of millionths

# Millionths of the sine of 0 to 90 degrees: written out, so that no machine's sine is asked.
# fmt: off
_SINES = (
    0, 17452, 34899, 52336, 69756, 87156, 104528, 121869, 139173, 156434,
    173648, 190809, 207912, 224951, 241922, 258819, 275637, 292372, 309017, 325568,
    342020, 358368, 374607, 390731, 406737, 422618, 438371, 453990, 469472, 484810,
    500000, 515038, 529919, 544639, 559193, 573576, 587785, 601815, 615661, 629320,
    642788, 656059, 669131, 681998, 694658, 707107, 719340, 731354, 743145, 754710,
    766044, 777146, 788011, 798636, 809017, 819152, 829038, 838671, 848048, 857167,
    866025, 874620, 882948, 891007, 898794, 906308, 913545, 920505, 927184, 933580,
    939693, 945519, 951057, 956305, 961262, 965926, 970296, 974370, 978148, 981627,
    984808, 987688, 990268, 992546, 994522, 996195, 997564, 998630, 999391, 999848,
    1000000,
)
# fmt: on


def _sine(degrees: int) -> int:
    degrees %= 360
    if degrees >= 180:
        return -_sine(degrees - 180)
    return _SINES[min(degrees, 180 - degrees)]


DIRECTIONS: tuple[Point, ...] = tuple((_sine(d + 90), _sine(d)) for d in range(360))
"""The direction of each facing, counter-clockwise from east, in millionths."""


def facing_along(dx: int, dy: int) -> int:
    """The whole degree nearest to a displacement; the lower one between two; 0 for none."""
    if not dx and not dy:
        return 0
    # The quarter first, then by halves to the last direction that is not beyond it.
    low = (0 if dx > 0 else 90) if dy >= 0 else (180 if dx < 0 else 270)
    high = low + 90
    while high - low > 1:
        middle = (low + high) // 2
        ux, uy = DIRECTIONS[middle % 360]
        if ux * dy - uy * dx >= 0:
            low = middle
        else:
            high = middle
    # The displacement lies between these two but for rounding, which is far less than a degree.
    low, high = low % 360, high % 360
    (ax, ay), (bx, by) = DIRECTIONS[low], DIRECTIONS[high]
    lead = dx * (ax - bx) + dy * (ay - by)
    return low if lead > 0 or (lead == 0 and low < high) else high


@dataclass(frozen=True, slots=True)
class Base:
    """A base's form and the body on it, in hundredths of an inch.

    A round base has a radius (0 makes it a point); a rectangular one has an even length along its
    facing and an even width across it.
    """

    radius: int = 0
    length: int = 0
    width: int = 0
    height: int = 0
    eye: int = 0
    _hash: int = field(init=False, repr=False, compare=False)  # made once: bases key many tables

    def __post_init__(self) -> None:
        made = hash((self.radius, self.length, self.width, self.height, self.eye))
        object.__setattr__(self, "_hash", made)

    def __hash__(self) -> int:
        return self._hash

    @classmethod
    def round(cls, radius: int, height: int = 0, eye: int | None = None) -> "Base":
        """A round base; the eye is at nine tenths of the body unless told."""
        return cls(radius=radius, height=height, eye=height * 9 // 10 if eye is None else eye)

    @classmethod
    def rectangle(cls, length: int, width: int, height: int = 0, eye: int | None = None) -> "Base":
        """A rectangular footprint; both sides must be even and above 0."""
        if length < 2 or width < 2 or length % 2 or width % 2:
            raise ValueError(f"a footprint needs even sides of 2 or more, not {length} x {width}")
        eye = height * 9 // 10 if eye is None else eye
        return cls(length=length, width=width, height=height, eye=eye)

    @property
    def is_round(self) -> bool:
        """True for a circle or a point."""
        return self.length == 0


def millimetres(across: int) -> int:
    """The radius in hundredths of an inch of a round base so many millimetres across."""
    return round_half_away(across * 500, 254)


def footprint(base: Base, x: int, y: int, facing: int) -> tuple[Point, ...]:
    """The corners: front left, front right, rear right, rear left."""
    ux, uy = DIRECTIONS[facing]
    ahead, side = base.length // 2, base.width // 2
    return tuple(
        (
            round_half_away(x * UNIT + a * ahead * ux - s * side * uy, UNIT),
            round_half_away(y * UNIT + a * ahead * uy + s * side * ux, UNIT),
        )
        for a, s in ((1, 1), (1, -1), (-1, -1), (-1, 1))
    )


class Stand:
    """A base put down: its place, facing and level. A value: never changed, equal by content."""

    __slots__ = ("base", "box", "corners", "facing", "key", "level", "x", "y")

    def __init__(self, base: Base, x: int, y: int, facing: int = 0, level: int = 0) -> None:
        self.base, self.x, self.y, self.facing, self.level = base, x, y, facing, level
        self.key = (x, y, facing, level, base)
        self.corners: tuple[Point, ...] = ()
        """The rounded corners of a rectangular base; empty for a round one."""
        if base.length:
            self.corners = footprint(base, x, y, facing)
            self.box: Box = box_of(self.corners)
        else:
            r = base.radius
            self.box = (x - r, y - r, x + r, y + r)

    @property
    def core(self) -> tuple[Point, ...]:
        """The figure that distances are taken from, before the radius: centre or footprint."""
        return self.corners or ((self.x, self.y),)

    def turned(self, degrees: int) -> "Stand":
        """The same base turned on the spot, counter-clockwise for positive degrees."""
        if not degrees:
            return self
        return Stand(self.base, self.x, self.y, (self.facing + degrees) % 360, self.level)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Stand) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"Stand({self.base!r}, {self.x}, {self.y}, {self.facing}, {self.level})"


class Outline:
    """A simple polygon with whole corners, in the order they were written."""

    __slots__ = ("box", "corners", "edges", "is_box")

    def __init__(self, corners: Sequence[Point]) -> None:
        self.corners = tuple(corners)
        self.edges = loop(self.corners)
        self.box = box_of(self.corners)
        west, south, east, north = self.box
        self.is_box = len(self.corners) == 4 and {*self.corners} == {
            (west, south),
            (east, south),
            (east, north),
            (west, north),
        }
        """True for an upright rectangle, about which most questions have short answers."""

    def side_of(self, x: int, y: int) -> int:
        """1 strictly inside, 0 on the outline, -1 outside."""
        west, south, east, north = self.box
        if x < west or x > east or y < south or y > north:
            return -1
        return side_of(x, y, self.edges)

    def overlaps_disc(self, x: int, y: int, radius: int) -> bool:
        """True if the inside of the outline and a standing round base share a point."""
        west, south, east, north = self.box
        if x + radius <= west or x - radius >= east or y + radius <= south or y - radius >= north:
            return False
        square = radius * radius
        if self.is_box and radius:
            dx = west - x if x < west else x - east if x > east else 0
            dy = south - y if y < south else y - north if y > north else 0
            return dx * dx + dy * dy < square
        for edge in self.edges:
            num, den = point_segment(x, y, edge)
            if num < square * den:
                return True
        return side_of(x, y, self.edges) > 0


class Sweep:
    """The ground that a base covers standing still or moving straight.

    Round bases sweep all that is within the radius of the leg; rectangular ones the smallest
    convex shape around the footprints before and after. Touching is not overlapping.
    """

    __slots__ = ("box", "core", "hull", "leg", "radius")

    def __init__(self, start: Stand, end: Stand) -> None:
        self.leg: Edge = (start.x, start.y, end.x, end.y)
        self.radius = start.base.radius
        (w, s, e, n), (west, south, east, north) = start.box, end.box
        self.box: Box = (
            w if w < west else west,
            s if s < south else south,
            e if e > east else east,
            n if n > north else north,
        )
        self.hull: tuple[Point, ...] = ()
        if not start.corners:
            still = start.x == end.x and start.y == end.y
            self.core: tuple[Point, ...] = (
                (self.leg[:2],)
                if still
                else (
                    self.leg[:2],
                    self.leg[2:],
                )
            )
        else:
            if start.corners == end.corners:
                self.hull = start.corners[::-1]
            else:
                self.hull = convex_hull(start.corners + end.corners)
            self.core = self.hull

    @classmethod
    def of(cls, stand: Stand) -> "Sweep":
        """The ground under a base that stands still."""
        return cls(stand, stand)

    def near(self, box: Box) -> bool:
        """False if the boxes do not even overlap, so that nothing inside them can."""
        west, south, east, north = self.box
        return box[0] < east and box[2] > west and box[1] < north and box[3] > south

    def overlaps_edge(self, edge: Edge) -> bool:
        """True if a line on the ground passes under the inside of the swept base."""
        if self.hull:
            return enters_convex(edge, self.hull)
        return segments_closer(self.leg, edge, self.radius * self.radius)

    def overlaps_outline(self, outline: Outline) -> bool:
        """True if the swept base and the inside of a polygon share a point."""
        if not self.near(outline.box):
            return False
        if self.hull:
            return convex_overlaps(self.hull, outline.edges)
        ax, ay, bx, by = self.leg
        dx, dy = bx - ax, by - ay
        if not dx and not dy:
            return outline.overlaps_disc(ax, ay, self.radius)
        square = self.radius * self.radius
        # Cheap and exact: a polygon wholly on one side of the line, r or more away, is clear.
        across = [dx * (y - ay) - dy * (x - ax) for x, y in outline.corners]
        least = max(min(across), -max(across))
        if least > 0 and least * least >= square * (dx * dx + dy * dy):
            return False
        return any(segments_closer(self.leg, edge, square) for edge in outline.edges) or (
            side_of(ax, ay, outline.edges) > 0
        )

    def overlaps_stand(self, other: Stand) -> bool:
        """True if the swept base and another base share an inside point."""
        if not self.near(other.box):
            return False
        if not other.corners:
            r = other.base.radius
            if not self.hull:
                reach = self.radius + r
                num, den = point_segment(other.x, other.y, self.leg)
            else:
                reach = r
                num, den = cores_squared(self.hull, ((other.x, other.y),))
            return num < reach * reach * den
        if self.hull:
            return convex_overlaps(self.hull, loop(other.corners))
        num, den = cores_squared(self.core, other.corners)
        return num < self.radius * self.radius * den

    def first_overlap(self, others: Sequence[Stand]) -> int | None:
        """The place in the list of the first base that the swept base overlaps, or None."""
        west, south, east, north = self.box
        for number, other in enumerate(others):
            box = other.box
            near = box[0] < east and box[2] > west and box[1] < north and box[3] > south
            if near and self.overlaps_stand(other):
                return number
        return None


def first_standing_overlap(stand: Stand, others: Sequence[Stand]) -> int | None:
    """The place in the list of the first base that a standing base overlaps, or None.

    The same answer as a sweep's, without making one where circles alone are compared.
    """
    if stand.corners:
        return Sweep.of(stand).first_overlap(others)
    x, y, radius = stand.x, stand.y, stand.base.radius
    for number, other in enumerate(others):
        if other.corners:
            if Sweep.of(stand).overlaps_stand(other):
                return number
            continue
        dx, dy, reach = x - other.x, y - other.y, radius + other.base.radius
        if dx * dx + dy * dy < reach * reach:
            return number
    return None
