"""The free table: a rectangle with level areas and terrain parts, in hundredths of an inch.

A plane is made once and never changes, so what it works out may be kept on it. It knows
where things are and what they overlap; what that means is said by the caller.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from battlemat.boards.plane.exact import Box, Edge, Point, edge_box, point_segment
from battlemat.boards.plane.shapes import (
    Base,
    Outline,
    Stand,
    Sweep,
    first_standing_overlap,
)
from battlemat.kernel.memo import Memo, Table

KEYWORDS = ("clear", "climbable", "impassable", "barrier", "slow")
SIGHTS = ("solid", "sparse", "none")
GROUND = -1  # the surface of the table itself, beside the numbers of the level areas
_STANDS = Memo("the table and the base; four of five are put down again", bound=32_768)
_SIGHTS = Memo("the table, the viewer's eye and the target", bound=50_000)


class Part:
    """A piece of terrain with one keyword, standing on one level."""

    __slots__ = ("height", "keyword", "level", "levels", "name", "outline", "sight")

    def __init__(
        self,
        name: str,
        keyword: str,
        corners: Sequence[Point],
        *,
        height: int = 0,
        sight: str = "none",
        levels: int = 0,
        level: int = 0,
    ) -> None:
        self.name, self.keyword, self.outline = name, keyword, Outline(corners)
        self.height, self.sight, self.levels, self.level = height, sight, levels, level

    def __repr__(self) -> str:
        return f"<{self.keyword} part {self.name!r}>"


class Area:
    """Ground on a higher level; the edges named by number can be climbed, the others are walls."""

    __slots__ = ("climbable", "level", "name", "outline", "parent")

    def __init__(
        self, name: str, level: int, corners: Sequence[Point], climbable: Iterable[int] = ()
    ) -> None:
        self.name, self.level, self.outline = name, level, Outline(corners)
        self.climbable = frozenset(climbable)
        self.parent = GROUND
        """The number of the area around this one; the plane sets it."""

    def __repr__(self) -> str:
        return f"<level {self.level} area {self.name!r}>"


class LevelEdge(NamedTuple):
    """One side of a level area, as a thing to bump into."""

    edge: Edge
    box: Box
    area: Area
    number: int


class Obstacle(NamedTuple):
    """Something that a line of sight may meet: seen from above, and how high it stands."""

    west: int
    south: int
    east: int
    north: int
    top: int
    solid: bool
    corners: tuple[Point, ...]
    source: Part | Area
    is_box: bool = False


class Stop(NamedTuple):
    """Why a base may not be or go somewhere.

    `reason` is table, base, part or edge; `leg` is the step of the path (-1 for a place). For a
    base `number` is its place among those given; for an edge it is the edge's number in its area.
    """

    reason: str
    leg: int = -1
    source: Part | Area | Stand | None = None
    number: int = -1

    @property
    def name(self) -> str:
        """The name of the ground that is in the way; nothing for a base or the table's edge."""
        return self.source.name if isinstance(self.source, Part | Area) else ""

    @property
    def keyword(self) -> str:
        """The keyword of the terrain part that is in the way; nothing for anything else."""
        return self.source.keyword if isinstance(self.source, Part) else ""


class Plane:
    """A table with its terrain. Make it with `read_plane` unless the values are known good.

    It tells each part its level and each area what lies around it, so they belong to one plane.
    """

    __slots__ = (
        "_by_keywords",
        "_joined",
        "_stands",
        "_tops",
        "areas",
        "edges",
        "height",
        "obstacles",
        "parts",
        "sight_rows",
        "sights",
        "step",
        "walls",
        "width",
    )

    def __init__(
        self,
        width: int,
        height: int,
        parts: Sequence[Part] = (),
        areas: Sequence[Area] = (),
        step: int = 150,
    ) -> None:
        self.width, self.height, self.step = width, height, step
        self.parts, self.areas = tuple(parts), tuple(areas)
        self._tops = [
            (*area.outline.box, area.level, number, area.outline)
            for number, area in enumerate(self.areas)
        ]
        for number, area in enumerate(self.areas):
            area.parent = self._parent_of(number)
        for part in self.parts:
            part.level = self.level_at(*part.outline.corners[0])
        self.edges = tuple(
            LevelEdge(edge, edge_box(edge), area, number)
            for area in self.areas
            for number, edge in enumerate(area.outline.edges)
        )
        """Every side of every level area."""
        self.walls = tuple(e for e in self.edges if e.number not in e.area.climbable)
        """The sides that cannot be climbed."""
        self.obstacles = tuple(self._obstacles())
        self.sight_rows = tuple(
            (o.west, o.south, o.east, o.north, o.top, o.south + o.north, o.west + o.east, o)
            for o in self.obstacles
        )
        """The obstacles with what every sight line needs of their boxes: twice their middles."""
        self._joined = self._join()
        self._by_keywords: dict[frozenset[str], list[tuple[int, int, int, int, Part]]] = {}
        self._stands: Table[tuple[int, int, int, Base], Stand] = _STANDS.table()
        self.sights: Table[tuple[object, ...], object] = _SIGHTS.table()
        """What sight has worked out; `plane.sight` alone reads and writes it."""

    def surface_at(self, x: int, y: int) -> int:
        """The number of the innermost level area that holds a point, or GROUND."""
        best, level = GROUND, 0
        for west, south, east, north, high, number, outline in self._tops:
            if (
                west <= x <= east
                and south <= y <= north
                and high > level
                and (outline.is_box or outline.side_of(x, y) >= 0)
            ):
                best, level = number, high
        return best

    def level_at(self, x: int, y: int) -> int:
        """The level of a point; an outline belongs to the higher level."""
        surface = self.surface_at(x, y) if self.areas else GROUND
        return 0 if surface == GROUND else self.areas[surface].level

    def put(self, base: Base, x: int, y: int, facing: int = 0) -> Stand:
        """The base standing there, on the level under its centre."""
        key = (x, y, facing, base)
        found = self._stands.get(key)
        if found is None:
            made = Stand(base, x, y, facing, self.level_at(x, y) if self.areas else 0)
            found = self._stands.keep(key, made)
        return found

    def floor(self, level: int) -> int:
        """How high a level lies above the table."""
        return level * self.step

    def rise(self, one: Stand, two: Stand) -> int:
        """The difference in height of the surfaces under two bases."""
        return abs(one.level - two.level) * self.step

    def holds(self, box: Box) -> bool:
        """True if a box lies wholly on the table; touching its edge is on it."""
        return box[0] >= 0 and box[1] >= 0 and box[2] <= self.width and box[3] <= self.height

    def connected(self, one: int, two: int) -> bool:
        """True if climbable edges lead from one surface to the other, over others if need be."""
        return self._joined[one + 1] == self._joined[two + 1]

    def parts_near(self, keywords: frozenset[str], box: Box) -> list[Part]:
        """The parts with any of the keywords whose box overlaps this one, in board order."""
        rows = self._by_keywords.get(keywords)
        if rows is None:
            rows = [(*p.outline.box, p) for p in self.parts if p.keyword in keywords]
            self._by_keywords[keywords] = rows
        if not rows:
            return []
        west, south, east, north = box
        return [
            part for w, s, e, n, part in rows if w < east and e > west and s < north and n > south
        ]

    def hides_in(self, box: Box) -> bool:
        """Whether anything that stands in the way of sight reaches into a box."""
        west, south, east, north = box
        for w, s, e, n, _, _, _, _ in self.sight_rows:
            if w < east and e > west and s < north and n > south:
                return True
        return False

    def part_over(self, x: int, y: int, keywords: frozenset[str]) -> Part | None:
        """The first part with any of the keywords that a point lies strictly inside."""
        for part in self.parts_near(keywords, (x, y, x, y)):
            if part.outline.side_of(x, y) > 0:
                return part
        return None

    def place_stop(
        self, stand: Stand, others: Sequence[Stand], banned: frozenset[str]
    ) -> Stop | None:
        """Why a base may not stand there, or None.

        It must lie on the table, overlap none of the other bases and no part with a banned
        keyword, and have no level edge under its inside.
        """
        if not self.holds(stand.box):
            return Stop("table")
        other = first_standing_overlap(stand, others)
        if other is not None:
            return Stop("base", -1, others[other], other)
        return self.ground_stop(stand, banned)

    def ground_stop(
        self, stand: Stand, banned: frozenset[str], near: Sequence[Part] | None = None
    ) -> Stop | None:
        """What ground a base may not stand on: a part with a banned keyword, or a level edge.

        `near` are the banned parts, for a caller who asks about many places and knows which are in
        question.
        """
        if near is None:
            near = self.parts_near(banned, stand.box)
        if not near and not self.edges:
            return None
        if not stand.corners:
            return self._disc_stop(stand, near)
        sweep = Sweep.of(stand)
        for part in near:
            if sweep.overlaps_outline(part.outline):
                return Stop("part", -1, part)
        return self.edge_stop(sweep, self.edges, -1)

    def _disc_stop(self, stand: Stand, near: Sequence[Part]) -> Stop | None:
        """What ground stops a standing round base: the same answer without making a sweep."""
        x, y, radius = stand.x, stand.y, stand.base.radius
        for part in near:
            if part.outline.overlaps_disc(x, y, radius):
                return Stop("part", -1, part)
        west, south, east, north = stand.box
        square = radius * radius
        for edge, (w, s, e, n), area, number in self.edges:
            if w < east and e > west and s < north and n > south:
                num, den = point_segment(x, y, edge)
                if num < square * den:
                    return Stop("edge", -1, area, number)
        return None

    @staticmethod
    def edge_stop(sweep: Sweep, edges: Sequence[LevelEdge], leg: int) -> Stop | None:
        """The first of the level edges that passes under the inside of a swept base."""
        west, south, east, north = sweep.box
        for edge, (w, s, e, n), area, number in edges:
            near = w < east and e > west and s < north and n > south
            if near and sweep.overlaps_edge(edge):
                return Stop("edge", leg, area, number)
        return None

    def _parent_of(self, number: int) -> int:
        area = self.areas[number]
        around = [
            other
            for other, outer in enumerate(self.areas)
            if outer.level < area.level and outer.outline.side_of(*area.outline.corners[0]) >= 0
        ]
        return max(around, key=lambda other: self.areas[other].level, default=GROUND)

    def _obstacles(self) -> Iterable[Obstacle]:
        for area in self.areas:
            top = self.floor(area.level)
            outline = area.outline
            yield Obstacle(*outline.box, top, True, outline.corners, area, outline.is_box)
        for part in self.parts:
            if part.sight != "none" and part.height:
                top = self.floor(part.level) + part.height
                solid, outline = part.sight == "solid", part.outline
                yield Obstacle(*outline.box, top, solid, outline.corners, part, outline.is_box)

    def _join(self) -> list[int]:
        """A mark for every surface (the ground first): equal where climbing leads across."""
        marks = list(range(len(self.areas) + 1))
        for number, area in enumerate(self.areas):
            if area.climbable:
                old, new = marks[number + 1], marks[area.parent + 1]
                marks = [new if mark == old else mark for mark in marks]
        return marks
