"""Formation: keeping bases near and in sight of a leader, and finding places for them.

Places are tried in one fixed order, so that every machine proposes the same ones. How
far, what is banned and what else must hold come in from the caller.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import NamedTuple

from battlemat.boards.plane.board import Plane
from battlemat.boards.plane.exact import Box, Point
from battlemat.boards.plane.measure import within
from battlemat.boards.plane.shapes import Base, Stand, first_standing_overlap
from battlemat.boards.plane.sight import look
from battlemat.kernel.memo import Memo

FAR, UNSEEN = "far", "unseen"
PITCH = 25  # how far apart the points of the lattice lie
RING = 100  # how much further each batch of lattice points reaches


class Formation(NamedTuple):
    """How a unit keeps together: the reach from its leader, less so much for each level between."""

    reach: int
    per_level: int
    banned: frozenset[str]
    """The keywords of parts that no member may stand on."""

    def reaches(self, leader: Stand, member: Stand) -> bool:
        """True if a member is near enough to its leader; the gap is measured on the flat."""
        levels = abs(leader.level - member.level)
        return within(leader, member, self.reach - levels * self.per_level)


def formation_fault(plane: Plane, leader: Stand, member: Stand, formation: Formation) -> str | None:
    """Why a member is out of formation: too far from the leader, unseen by it, or None."""
    if not formation.reaches(leader, member):
        return FAR
    return None if look(plane, leader, member).is_visible else UNSEEN


class Rings:
    """The points (pitch·i, pitch·j) within `limit` of 0 on each axis, ring by ring around a point.

    Each ring is sorted by distance to that point, then lower y, then lower x. A ring is made when
    it is first asked for: places near the wanted point are usually free.
    """

    __slots__ = ("_furthest", "_nearest", "_rings", "_xs", "_ys")

    def __init__(self, around: Point, pitch: int, limit: int) -> None:
        steps = range(-(limit // pitch), limit // pitch + 1)
        self._xs = [(pitch * i, (pitch * i - around[0]) ** 2) for i in steps]
        self._ys = [(pitch * j, (pitch * j - around[1]) ** 2) for j in steps]
        self._furthest = max(d for _, d in self._xs) + max(d for _, d in self._ys)
        self._nearest = min(d for _, d in self._xs) + min(d for _, d in self._ys)
        self._rings: list[list[Point]] = []

    def ring(self, number: int) -> list[Point] | None:
        """The points of one ring, perhaps none; None beyond the last."""
        while number >= len(self._rings):
            made = len(self._rings)
            inner = self._nearest + (made * RING) ** 2 if made else -1
            if inner >= self._furthest:
                return None
            outer = self._nearest + ((made + 1) * RING) ** 2
            batch = [
                (dx + dy, y, x)
                for y, dy in self._ys
                if dy <= outer
                for x, dx in self._xs
                if inner < dx + dy <= outer
            ]
            batch.sort()
            self._rings.append([(x, y) for _, y, x in batch])
        return self._rings[number]


rings = Memo("the pattern alone, wherever it is laid", bound=512)(Rings)
"""The rings around a point, kept: units try the same pattern wherever they go."""


def lattice(origin: Point, wanted: Point, pitch: int, limit: int) -> Iterator[Point]:
    """The points origin + (pitch·i, pitch·j) within `limit` of the origin on each axis.

    They come sorted by distance to the wanted point, then lower y, then lower x.
    """
    ox, oy = origin
    around = rings((wanted[0] - ox, wanted[1] - oy), pitch, limit)
    for number in count():
        ring = around.ring(number)
        if ring is None:
            return
        for x, y in ring:
            yield ox + x, oy + y


class Room:
    """The ground around a leader and what stands on it; what is far away is left out once.

    No place is given that overlaps a base, ground that is banned or a level edge, lies off the
    table, or is out of reach or sight of the leader.
    """

    __slots__ = (
        "_angular",
        "_banned",
        "_blind",
        "_rough",
        "_round",
        "_walls",
        "formation",
        "leader",
        "plane",
    )

    def __init__(
        self,
        plane: Plane,
        leader: Stand,
        bases: Sequence[Base],
        others: Sequence[Stand],
        formation: Formation,
    ) -> None:
        self.plane, self.leader, self.formation = plane, leader, formation
        size = max((2 * base.radius + base.length + base.width for base in bases), default=0)
        reach = formation.reach + size
        west, south, east, north = leader.box
        west, south, east, north = west - reach, south - reach, east + reach, north + reach
        box = (west, south, east, north)
        self._round: list[tuple[int, int, int]] = []
        self._angular: list[Stand] = []
        for other in others:
            w, s, e, n = other.box
            if w < east and e > west and s < north and n > south:
                self.take(other)
        if leader.corners:
            self._angular.append(leader)
        self._banned = plane.parts_near(formation.banned, box)
        self._walls = [part.outline.box for part in self._banned if part.outline.is_box]
        self._rough = bool(self._banned) or any(_meet(edge.box, box) for edge in plane.edges)
        self._blind = plane.hides_in(box)

    def take(self, stand: Stand) -> None:
        """Put a base down, so that nobody else stands there."""
        if stand.corners:
            self._angular.append(stand)
        else:
            self._round.append((stand.x, stand.y, stand.base.radius))

    def find(
        self,
        base: Base,
        wanted: Point | None,
        pitch: int,
        allowed: Callable[[Stand], bool] | None,
    ) -> Stand | None:
        """The first place for a base: at the wanted point, or else on the lattice around it."""
        leader = self.leader
        lx, ly = leader.x, leader.y
        off = (0, 0) if wanted is None else (wanted[0] - lx, wanted[1] - ly)
        if wanted is not None:
            found = self._first(base, [off], allowed)
            if found is not None:
                return found
        # No centre further off can be in reach: half-sides bound a footprint generously.
        sizes = sum(b.radius + (b.length + b.width) // 2 for b in (leader.base, base))
        around = rings(off, pitch, self.formation.reach + sizes + pitch)
        for number in count():
            ring = around.ring(number)
            if ring is None:
                return None
            found = self._first(base, ring, allowed)
            if found is not None:
                return found
        return None

    def _first(
        self, base: Base, offsets: Sequence[Point], allowed: Callable[[Stand], bool] | None
    ) -> Stand | None:
        """The first of some places, given from the leader's centre, that is free."""
        if base.length or self.leader.corners:
            return self._first_of_any_form(base, offsets, allowed)
        plane, leader = self.plane, self.leader
        lx, ly, radius = leader.x, leader.y, base.radius
        east, north = plane.width - radius, plane.height - radius
        least = (leader.base.radius + radius) ** 2
        most = (self.formation.reach + leader.base.radius + radius) ** 2
        taken, walls = self._round, self._walls
        for dx, dy in offsets:
            if not least <= dx * dx + dy * dy <= most:
                continue
            x, y = lx + dx, ly + dy
            if x < radius or y < radius or x > east or y > north:
                continue
            if walls and _is_over(x, y, radius, walls):
                continue
            for ox, oy, r in taken:
                ox -= x
                oy -= y
                r += radius
                if ox * ox + oy * oy < r * r:
                    break
            else:
                stand = plane.put(base, x, y, leader.facing)
                if self._is_open(stand, allowed):
                    return stand
        return None

    def _first_of_any_form(
        self, base: Base, offsets: Sequence[Point], allowed: Callable[[Stand], bool] | None
    ) -> Stand | None:
        plane, leader = self.plane, self.leader
        down = [Stand(Base.round(r), x, y) for x, y, r in self._round]
        if not leader.corners:
            down.append(leader)
        for dx, dy in offsets:
            stand = plane.put(base, leader.x + dx, leader.y + dy, leader.facing)
            if (
                plane.holds(stand.box)
                and self.formation.reaches(leader, stand)
                and first_standing_overlap(stand, down) is None
                and self._is_open(stand, allowed)
            ):
                return stand
        return None

    def _is_open(self, stand: Stand, allowed: Callable[[Stand], bool] | None) -> bool:
        """The rest of what a place must be, once it is free of round bases, in reach and on the
        table."""
        plane, leader = self.plane, self.leader
        if self._angular and first_standing_overlap(stand, self._angular) is not None:
            return False
        if stand.level != leader.level and not self.formation.reaches(leader, stand):
            return False
        if self._rough:
            near = self._banned if not stand.corners else None
            if plane.ground_stop(stand, self.formation.banned, near) is not None:
                return False
        if allowed is not None and not allowed(stand):
            return False
        return not self._blind or look(plane, leader, stand).is_visible


def _is_over(x: int, y: int, radius: int, walls: Sequence[Box]) -> bool:
    """True if a round base lies over an upright rectangle, its corners apart: most that do, do so
    beside an edge, which is found without measuring."""
    for west, south, east, north in walls:
        near = west - radius < x < east + radius and south - radius < y < north + radius
        if near and (west < x < east or south < y < north):
            return True
    return False


def _meet(one: Box, two: Box) -> bool:
    return one[0] < two[2] and one[2] > two[0] and one[1] < two[3] and one[3] > two[1]
