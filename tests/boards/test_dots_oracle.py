"""The dot board told twice: slow answers written straight from the clauses, for the fast ones to be
compared with.

Nothing here uses masks, tables or the board's own geometry: it reads the plain plan of a map, and
measures with fractions.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import strategies as st

from battlemat.boards.dots import Board, Building, Feature, Mark, Plan
from battlemat.boards.dots.check import faults

Dot = tuple[int, int]
Spot = tuple[int, int, int]  # q, r, level
STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
TUNNEL = -1
LOW = (Feature.WINDOW, Feature.LOW_WALL, Feature.FURNITURE)
COVER = (*LOW, Feature.VEGETATION)


class Oracle:
    """A map of dots that answers slowly."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.dots = [(c - r // 2, r) for r in range(plan.height) for c in range(plan.width)]
        self.index = {dot: i for i, dot in enumerate(self.dots)}
        self.height = {dot: plan.heights.get(i, 0) for i, dot in enumerate(self.dots)}
        self.building: dict[Dot, Building] = {
            self.dots[i]: building for building in plan.buildings for i in building.dots
        }
        self.marks = {(mark, self.dots[i], level) for mark, i, level in plan.marks}
        self.links = {
            (frozenset((self.dots[i], self.dots[j])), level): feature
            for (i, j, level), feature in plan.links.items()
        }

    def levels(self, dot: Dot) -> list[int]:
        storeys = self.building[dot].storeys if dot in self.building else 0
        levels = [self.height[dot] + n for n in range(storeys + 1)]
        return levels + [TUNNEL] * ((Mark.TUNNEL, dot, TUNNEL) in self.marks)

    def spots(self) -> list[Spot]:
        return [(*dot, level) for dot in self.dots for level in self.levels(dot)]

    def roof(self, dot: Dot) -> int:
        return max(self.levels(dot))

    def feature(self, a: Dot, b: Dot, level: int) -> Feature | None:
        drawn = self.links.get((frozenset((a, b)), level))
        if drawn is not None:
            return drawn
        if self.building.get(a) == self.building.get(b):
            return None
        for dot in (a, b):
            if dot in self.building and self.height[dot] <= level < self.roof(dot):
                return Feature.HIGH_WALL
        return None

    def distance(self, a: Dot, b: Dot) -> int:
        dq, dr = b[0] - a[0], b[1] - a[1]
        return max(abs(dq), abs(dr), abs(dq + dr))

    # ---------------------------------------------------------------- straight lines

    def ways(self, a: Dot, b: Dot) -> list[list[Dot]]:
        """The left way and the right way of a straight line (the same one twice without ties)."""
        n = self.distance(a, b)
        dq, dr = b[0] - a[0], b[1] - a[1]
        left, right = [a], [a]
        for i in range(1, n):
            point = (a[0] + Fraction(dq * i, n), a[1] + Fraction(dr * i, n))
            near = _nearest(point)
            side = {dot: dq * (dot[1] - point[1]) - dr * (dot[0] - point[0]) for dot in near}
            left.append(min(near, key=side.__getitem__))
            right.append(max(near, key=side.__getitem__))
        return [[*left, b], [*right, b]]

    def cover(
        self,
        a: Spot,
        b: Spot,
        *,
        prone: bool = False,
        target_prone: bool = False,
        standing: frozenset[Spot] = frozenset(),
        lying: frozenset[Spot] = frozenset(),
        fire: frozenset[Spot] = frozenset(),
        smoke: frozenset[Spot] = frozenset(),
    ) -> int | None:
        """Total cover modifier of the better way, smoke at 3; None without sight."""
        if a[:2] == b[:2] or self._floors_between(a, b):
            return None
        totals = []
        for way in self.ways(a[:2], b[:2]):
            if not self._is_open(way, a, b, prone, target_prone):
                continue
            total = 0
            for i, (one, two) in enumerate(pairwise(way), 1):
                if i > 1 and self.feature(one, two, self._link_level(way, i, a, b)) in COVER:
                    total += 1
            for i in range(1, len(way)):
                spot = (*way[i], self._dot_level(way, i, a, b))
                soft = any(
                    (mark, way[i], spot[2]) in self.marks for mark in (Mark.VEGETATION, Mark.SWAMP)
                )
                total += soft or spot in fire
                total += 3 * (spot in smoke)
                if i < len(way) - 1:
                    total += spot in standing or (prone and spot in lying)
            totals.append(total)
        return min(totals, default=None)

    def is_blast_open(self, a: Spot, b: Spot, prone: bool) -> bool:
        """Whether one way from the centre to the unit is open."""
        if a == b:
            return True
        in_one = self._floors_between(a, b) and TUNNEL not in (a[2], b[2])
        if in_one:
            ways = []
            if self._joined(a[:2], a[2], b[2]):
                ways.append(((*a[:2], b[2]), b))
            if self._joined(b[:2], a[2], b[2]):
                ways.append((a, (*b[:2], a[2])))
            return any(self.is_blast_open(one, two, prone) for one, two in ways)
        if a[:2] == b[:2] or self._floors_between(a, b):
            return False
        for way in self.ways(a[:2], b[:2]):
            low = any(
                self.feature(one, two, self._link_level(way, i, a, b)) in LOW
                for i, (one, two) in enumerate(pairwise(way), 1)
            )
            if self._is_open(way, a, b, False, False) and not (prone and low):
                return True
        return False

    def _joined(self, dot: Dot, one: int, two: int) -> bool:
        return all(
            (Mark.STAIRS, dot, level) in self.marks or (Mark.LADDER, dot, level) in self.marks
            for level in range(min(one, two), max(one, two))
        )

    def _floors_between(self, a: Spot, b: Spot) -> bool:
        if a[2] == b[2]:
            return False
        if TUNNEL in (a[2], b[2]):
            return True
        return a[:2] in self.building and self.building[a[:2]] == self.building.get(b[:2])

    def _is_open(self, way: list[Dot], a: Spot, b: Spot, prone: bool, target_prone: bool) -> bool:
        if any(dot not in self.index for dot in way):
            return False
        features = [
            self.feature(one, two, self._link_level(way, i, a, b))
            for i, (one, two) in enumerate(pairwise(way), 1)
        ]
        if Feature.HIGH_WALL in features:
            return False
        for i in range(1, len(way) - 1):
            if (Mark.TREE, way[i], self._dot_level(way, i, a, b)) in self.marks:
                return False
            if a[2] == TUNNEL and (Mark.TUNNEL, way[i], TUNNEL) not in self.marks:
                return False
            if a[2] != TUNNEL and self.height[way[i]] > max(a[2], b[2]):
                return False
        if a[2] != b[2]:
            for end, beside in ((a, way[1]), (b, way[-2])):
                under = end[2] < self.roof(end[:2])
                if under and self.building.get(beside) == self.building[end[:2]]:
                    return False
        return not (
            (prone and features[0] in LOW)
            or (target_prone and features[-1] in LOW)
            or (prone and target_prone and any(feature in LOW for feature in features))
        )

    def _link_level(self, way: list[Dot], i: int, a: Spot, b: Spot) -> int:
        """Link i joins dot i-1 to dot i."""
        lower_end = i == (1 if a[2] < b[2] else len(way) - 1)
        return min(a[2], b[2]) if lower_end else max(a[2], b[2])

    def _dot_level(self, way: list[Dot], i: int, a: Spot, b: Spot) -> int:
        if i == len(way) - 1:
            return b[2]
        beside_lower = i == (1 if a[2] < b[2] else len(way) - 2)
        return min(a[2], b[2]) if beside_lower else max(a[2], b[2])


def _nearest(point: tuple[Fraction, Fraction]) -> list[Dot]:
    """The dots nearest to a point, by true distance."""
    q0, r0 = int(point[0] // 1), int(point[1] // 1)
    around = [(q0 + i, r0 + j) for i in range(-1, 3) for j in range(-1, 3)]

    def away(dot: Dot) -> Fraction:
        dq, dr = dot[0] - point[0], dot[1] - point[1]
        return dq * dq + dq * dr + dr * dr

    least = min(map(away, around))
    return [dot for dot in around if away(dot) == least]


# ---------------------------------------- maps


def field(
    *,
    width: int = 12,
    height: int = 4,
    marks: dict[str, Mark] | None = None,
    links: dict[str, Feature] | None = None,
    buildings: dict[str, tuple[int, str]] | None = None,
    heights: dict[str, int] | None = None,
) -> Board:
    """A field told by axial coordinates: marks {"(1,0)@0": ...}, links {"(0,0)-(1,0)@0": ...}."""
    blank = Board.build(Plan(width, height))

    def spot(text: str) -> tuple[int, int]:
        dot, _, level = text.partition("@")
        return blank.place(dot), int(level or 0)

    plan = Plan(width, height)
    plan.heights = {spot(text)[0]: value for text, value in (heights or {}).items()}
    plan.buildings = tuple(
        Building(name, storeys, frozenset(spot(text)[0] for text in dots.split()))
        for name, (storeys, dots) in (buildings or {}).items()
    )
    plan.marks = frozenset((mark, *spot(text)) for text, mark in (marks or {}).items())
    found = {}
    for text, feature in (links or {}).items():
        one, two = text.split("-(")
        far, level = spot("(" + two)
        a, b = sorted((blank.place(one), far))
        found[(a, b, level)] = feature
    plan.links = found
    return Board.build(plan)


def units(board: Board, *names: str) -> int:
    """The mask of some named places."""
    return sum(1 << board.place(name) for name in names)


@st.composite
def plans(draw: st.DrawFn, *, hills: bool = True, tunnels: bool = True) -> Plan:
    """Small maps with everything on them, whether it looks sensible or not."""
    width, height = draw(st.integers(2, 6)), draw(st.integers(2, 6))
    size = width * height
    plan = Plan(width, height)
    dot = st.integers(0, size - 1)
    if hills and draw(st.booleans()):
        plan.heights = draw(st.dictionaries(dot, st.integers(1, 2), max_size=5))
    plan.buildings = _buildings(draw, plan)
    marks: set[tuple[Mark, int, int]] = set()
    if tunnels:
        for i in draw(st.sets(dot, max_size=6)):
            marks.add((Mark.TUNNEL, i, TUNNEL))
            if draw(st.booleans()):
                marks.add((Mark.MOUTH, i, TUNNEL))
    kinds = st.sampled_from([mark for mark in Mark if mark not in (Mark.TUNNEL, Mark.MOUTH)])
    for entry in draw(st.lists(st.tuples(kinds, dot, st.integers(0, 4)), max_size=12)):
        plan.marks = frozenset(marks | {entry})
        if not list(faults(plan)):
            marks.add(entry)
    plan.marks = frozenset(marks)
    plan.links = _links(draw, plan)
    return plan


def _buildings(draw: st.DrawFn, plan: Plan) -> tuple[Building, ...]:
    size = plan.width * plan.height
    free = set(range(size))
    found = []
    for name in "AB":
        dots = draw(st.sets(st.integers(0, size - 1), max_size=5)) & free
        level = [
            i for i in sorted(dots) if plan.heights.get(i, 0) == plan.heights.get(min(dots), 0)
        ]
        if level:
            found.append(Building(name, draw(st.integers(1, 2)), frozenset(level)))
            free -= set(level)
    return tuple(found)


def _links(draw: st.DrawFn, plan: Plan) -> dict[tuple[int, int, int], Feature]:
    every = list(links_of(plan))
    entry = st.tuples(st.sampled_from(every), st.integers(-1, 4), st.sampled_from(Feature))
    kept: dict[tuple[int, int, int], Feature] = {}
    for (a, b), level, feature in draw(st.lists(entry, max_size=16)):
        trial = Plan(
            plan.width,
            plan.height,
            plan.heights,
            plan.buildings,
            plan.marks,
            {(a, b, level): feature},
        )
        if not list(faults(trial)):
            kept[(a, b, level)] = feature
    return kept


def links_of(plan: Plan) -> Iterator[tuple[int, int]]:
    """Every pair of adjacent dots."""
    dots = [(c - r // 2, r) for r in range(plan.height) for c in range(plan.width)]
    index = {dot: i for i, dot in enumerate(dots)}
    for (q, r), i in index.items():
        for dq, dr in STEPS[:3]:
            if (q + dq, r + dr) in index:
                yield i, index[(q + dq, r + dr)]


def place_of(board: Board, spot: Spot) -> int:
    """The board's number for a spot."""
    dot = board.dot_at(spot[0], spot[1])
    assert dot is not None
    return board.at(dot, spot[2])


def mask_of(board: Board, spots: Iterable[Spot]) -> int:
    """The mask of some spots."""
    return sum(1 << place_of(board, spot) for spot in set(spots))


@pytest.mark.clause("skirmishers.los.tie")
def test_the_slow_line_between_two_dots_has_a_left_and_a_right_way() -> None:
    assert Oracle(Plan(3, 3)).ways((0, 0), (1, 1)) == [
        [(0, 0), (1, 0), (1, 1)],
        [(0, 0), (0, 1), (1, 1)],
    ]
