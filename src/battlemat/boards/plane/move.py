"""Paths over the plane: what a moving base meets, crosses and pays.

The whole base decides what stops it, its centre alone decides what it pays for. Prices
and bans come in as a `Gait`; nothing here knows whose rules they are.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from battlemat.boards.plane.board import Area, Part, Plane, Stop
from battlemat.boards.plane.exact import (
    Edge,
    Point,
    Span,
    boxes_apart,
    convex_hull,
    cores_squared,
    covered_spans,
    edge_box,
    inside_spans,
    root_up,
    round_half_away,
)
from battlemat.boards.plane.measure import Nearness
from battlemat.boards.plane.shapes import DIRECTIONS, UNIT, Stand, Sweep

ZERO, ONE = Fraction(0), Fraction(1)
Piece = tuple[Fraction, Fraction, int]  # a stretch of a leg, from and to (0 to 1), and its level
FLAT: tuple[Piece, ...] = ((ZERO, ONE, 0),)


@dataclass(frozen=True, slots=True)
class Gait:
    """How something moves: what it may not overlap on its way, and what it pays for.

    Prices are in hundredths. `up` is paid for each level gained and `down` for every two full
    levels lost; a part that is climbed over costs both for its levels.
    """

    stopped_by: frozenset[str] = frozenset({"impassable"})
    slowed_by: frozenset[str] = frozenset({"slow"})
    tolls: tuple[tuple[frozenset[str], int], ...] = ((frozenset({"barrier"}), 100),)
    climbed_over: frozenset[str] = frozenset({"climbable"})
    climbs: bool = True  # may cross the climbable edges of level areas
    flies: bool = False  # level edges neither stop it nor cost anything
    leaves_table: bool = False
    up: int = 100
    down: int = 100
    charged: frozenset[str] = field(init=False)
    """Every keyword that it pays for."""

    def __post_init__(self) -> None:
        tolls = (keywords for keywords, _ in self.tolls)
        every = self.slowed_by.union(self.climbed_over, *tolls)
        object.__setattr__(self, "charged", every)


class Charge(NamedTuple):
    """One item of a path's cost: distance, slow, toll, over, up or down."""

    kind: str
    leg: int
    amount: int
    source: Part | Area | None = None


class Leg(NamedTuple):
    """One straight stretch or turn of a path; `levels` are its pieces by the centre's level."""

    start: Stand
    end: Stand
    sweep: Sweep
    levels: tuple[Piece, ...]


@dataclass(slots=True)
class Path:
    """A path as far as it is legal: its legs, charges, and what stopped it, if anything did."""

    end: Stand
    legs: list[Leg]
    charges: list[Charge]
    turns: int = 0
    stop: Stop | None = None

    @property
    def cost(self) -> int:
        """All charges together; turns are not among them."""
        return sum(charge.amount for charge in self.charges)


class Turn(NamedTuple):
    """A turn on the spot by whole degrees, counter-clockwise if positive."""

    degrees: int


class Go(NamedTuple):
    """A straight run along the facing; a negative length runs backward."""

    length: int


def walk(
    plane: Plane,
    start: Stand,
    points: Sequence[Point],
    gait: Gait,
    blockers: Sequence[Stand] = (),
) -> Path:
    """Follow straight legs from point to point; the facing stays as it was."""
    path = Path(start, [], [])
    for number, (x, y) in enumerate(points):
        end = plane.put(start.base, x, y, start.facing)
        if not _take(plane, path, number, end, gait, blockers, None):
            break
    return path


def drive(
    plane: Plane,
    start: Stand,
    steps: Sequence[Turn | Go],
    gait: Gait,
    blockers: Sequence[Stand] = (),
) -> Path:
    """Follow turns and runs. A run costs its own length; turns are counted, not charged.

    Of a turn only the footprint after it is tested, not the swing.
    """
    path = Path(start, [], [])
    for number, step in enumerate(steps):
        here = path.end
        if isinstance(step, Turn):
            end = here.turned(step.degrees)
            sweep = Sweep.of(end)
            path.stop = way_stop(plane, sweep, gait, blockers, number)
            if path.stop:
                break
            path.legs.append(Leg(here, end, sweep, ((ZERO, ONE, end.level),)))
            path.turns += 1
            path.end = end
        else:
            x, y = ahead(here.x, here.y, here.facing, step.length)
            end = plane.put(here.base, x, y, here.facing)
            if not _take(plane, path, number, end, gait, blockers, abs(step.length)):
                break
    return path


def ahead(x: int, y: int, facing: int, length: int) -> Point:
    """The point so far along a facing, each coordinate rounded, halves away from zero."""
    ux, uy = DIRECTIONS[facing]
    return (
        round_half_away(x * UNIT + length * ux, UNIT),
        round_half_away(y * UNIT + length * uy, UNIT),
    )


def way_stop(
    plane: Plane, sweep: Sweep, gait: Gait, blockers: Sequence[Stand], leg: int
) -> Stop | None:
    """What a swept base may not overlap but does: the table's edge, a base, a part, an edge."""
    if not gait.leaves_table and not plane.holds(sweep.box):
        return Stop("table", leg)
    stop = sweep.first_overlap(blockers)
    if stop is not None:
        return Stop("base", leg, blockers[stop], stop)
    for part in plane.parts_near(gait.stopped_by, sweep.box):
        if sweep.overlaps_outline(part.outline):
            return Stop("part", leg, part)
    if gait.flies or not plane.edges:
        return None
    return plane.edge_stop(sweep, plane.walls if gait.climbs else plane.edges, leg)


def leg_cost(leg: Edge, slow: Fraction = ZERO, length: int | None = None) -> int:
    """The cost of a straight leg, of which the slow fraction counts twice, rounded up.

    The distance is that between the ends unless a length is given.
    """
    dx, dy = leg[2] - leg[0], leg[3] - leg[1]
    if not slow:
        return root_up(dx * dx + dy * dy) if length is None else length
    more, whole = slow.numerator + slow.denominator, slow.denominator
    if length is not None:
        return -(-length * more // whole)
    square = (dx * dx + dy * dy) * more * more
    return root_up(-(-square // (whole * whole)))


def slow_fraction(plane: Plane, leg: Edge, keywords: frozenset[str]) -> Fraction:
    """The fraction of a leg on which the centre is strictly inside a part with such a keyword."""
    whole = (leg[2] - leg[0]) ** 2 + (leg[3] - leg[1]) ** 2
    if whole == 0:
        return ZERO
    found: list[Span] = []
    for part in plane.parts_near(keywords, edge_box(leg)):
        for start, end in inside_spans(*leg, part.outline.corners):
            ends = end if end[0] < whole * end[1] else (whole, 1)
            found.append((start if start[0] > 0 else (0, 1), ends))
    if not found:
        return ZERO
    if len(found) == 1:
        (n0, d0), (n1, d1) = found[0]
        return Fraction(n1 * d0 - n0 * d1, d0 * d1 * whole)
    total, reached = ZERO, ZERO
    for low, high in sorted((Fraction(*start), Fraction(*end)) for start, end in found):
        if high > reached:
            total += high - max(low, reached)
            reached = high
    return total / whole


def entries(leg: Edge, part: Part) -> int:
    """How often a centre on this leg goes from not strictly inside a part to strictly inside."""
    return sum(start[0] >= 0 for start, _ in inside_spans(*leg, part.outline.corners))


def level_pieces(plane: Plane, leg: Edge) -> tuple[Piece, ...]:
    """The leg cut at every level outline: from, to (0 to 1) and the level of each piece.

    Neighbouring pieces of the same level are one. An outline belongs to the higher level.
    """
    whole = (leg[2] - leg[0]) ** 2 + (leg[3] - leg[1]) ** 2
    covers: list[Piece] = []
    if whole:
        box = edge_box(leg)
        for area in plane.areas:
            if boxes_apart(area.outline.box, box):
                continue
            for start, end in covered_spans(*leg, area.outline.corners):
                low, high = Fraction(*start) / whole, Fraction(*end) / whole
                covers.append((max(low, ZERO), min(high, ONE), area.level))
    if not covers:
        level = 0 if whole else plane.level_at(leg[0], leg[1])
        return ((ZERO, ONE, level),) if level else FLAT
    marks = sorted({ZERO, ONE, *(c[0] for c in covers), *(c[1] for c in covers)})
    pieces: list[Piece] = []
    for low, high in pairwise(marks):
        level = max((c[2] for c in covers if c[0] <= low and high <= c[1]), default=0)
        if pieces and pieces[-1][2] == level:
            pieces[-1] = (pieces[-1][0], high, level)
        else:
            pieces.append((low, high, level))
    return tuple(pieces)


def comes_within(plane: Plane, path: Path, other: Stand, reach: int) -> bool:
    """True if the moving base is within `reach` of another at any point of its path.

    On each piece of the path the height is that of the surface under the moving centre; a piece
    counts with both its ends.
    """
    for leg in path.legs:
        if boxes_apart(leg.sweep.box, other.box, reach):
            continue
        if any(_piece_within(plane, leg, piece, other, reach) for piece in leg.levels):
            return True
    return False


def _piece_within(plane: Plane, leg: Leg, piece: Piece, other: Stand, reach: int) -> bool:
    low, high, level = piece
    rise = abs(level - other.level) * plane.step
    if rise > reach:
        return False
    radii = leg.sweep.radius + other.base.radius
    if high - low == 1:
        return Nearness(*cores_squared(leg.sweep.core, other.core), radii).within(reach, rise)
    # Cut pieces end between the hundredths: magnify everything until they do not.
    scale = low.denominator * high.denominator
    core: list[Point] = []
    for at in (int(low * scale), int(high * scale)):
        for (ax, ay), (bx, by) in zip(leg.start.core, leg.end.core, strict=True):
            core.append((ax * scale + (bx - ax) * at, ay * scale + (by - ay) * at))
    swept = convex_hull(core) if len(core) > 2 else core
    far = [(x * scale, y * scale) for x, y in other.core]
    near = Nearness(*cores_squared(swept, far), radii * scale)
    return near.within(reach * scale, rise * scale)


def _take(
    plane: Plane,
    path: Path,
    number: int,
    end: Stand,
    gait: Gait,
    blockers: Sequence[Stand],
    length: int | None,
) -> bool:
    """Add one straight leg to the path, or what stops it."""
    sweep = Sweep(path.end, end)
    path.stop = way_stop(plane, sweep, gait, blockers, number)
    if path.stop:
        return False
    leg = sweep.leg
    plain = leg_cost(leg, length=length)
    path.charges.append(Charge("distance", number, plain))
    near = plane.parts_near(gait.charged, edge_box(leg)) if gait.charged else ()
    if near:
        path.charges += _crossings(plane, leg, near, number, gait, plain, length)
    levels = level_pieces(plane, leg) if plane.areas else FLAT
    if plane.areas and not gait.flies:
        _charge_climbs(path, number, levels, gait)
    path.legs.append(Leg(path.end, end, sweep, levels))
    path.end = end
    return True


def _crossings(
    plane: Plane,
    leg: Edge,
    near: Sequence[Part],
    number: int,
    gait: Gait,
    plain: int,
    length: int | None,
) -> Iterator[Charge]:
    """What the parts along a leg cost beside the distance."""
    slow = slow_fraction(plane, leg, gait.slowed_by) if gait.slowed_by else ZERO
    if slow:
        yield Charge("slow", number, leg_cost(leg, slow, length) - plain)
    for keywords, toll in gait.tolls:
        for part in near:
            times = entries(leg, part) if part.keyword in keywords else 0
            if times:
                yield Charge("toll", number, times * toll, part)
    for part in near:
        times = entries(leg, part) if part.keyword in gait.climbed_over else 0
        if times:
            price = part.levels * gait.up + part.levels // 2 * gait.down
            yield Charge("over", number, times * price, part)


def _charge_climbs(path: Path, number: int, levels: Sequence[Piece], gait: Gait) -> None:
    """Charge each change of level between pieces, also from the leg before to this one."""
    before = path.legs[-1].levels[-1][2] if path.legs else levels[0][2]
    for _, _, level in levels:
        if level > before:
            path.charges.append(Charge("up", number, (level - before) * gait.up))
        elif level < before:
            path.charges.append(Charge("down", number, (before - level) // 2 * gait.down))
        before = level
