"""The nearest place for a base, found exactly: no point of the table is left out.

The ground is looked at in square cells. A cell of which every point is closed is dropped whole, any
other is cut in four, down to single points, those nearest to the wanted point first. So a gap that
is just as wide as a base is found, and where nothing is found it is known whether that is certain.
"""

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from typing import NamedTuple, Protocol

from battlemat.boards.plane.board import Plane
from battlemat.boards.plane.exact import Point, root_up
from battlemat.boards.plane.formation import Formation
from battlemat.boards.plane.measure import within
from battlemat.boards.plane.shapes import Base, Stand, first_standing_overlap
from battlemat.boards.plane.sight import look

BLURRED = 8
"""So wide is a cell that is dropped for what its middle cannot see: sight has no bound for cells.
What is dropped so is not certain."""


class Limit(Protocol):
    """What else closes places: told of one base, and of all bases in a cell at once."""

    def shuts(self, stand: Stand) -> bool:
        """True if a base may not stand there."""
        ...

    def shuts_all(self, inner: Stand, outer: Stand, /) -> bool:
        """True if no base may stand that holds `inner` and lies within `outer`.

        The bases are on the level of `inner`, which is nowhere near if their levels differ or they
        share no ground.
        """
        ...


class Effort:
    """How many cells may still be looked at; shared by searches that belong together."""

    __slots__ = ("left",)

    def __init__(self, most: int) -> None:
        self.left = most


class Nearest(NamedTuple):
    """What was found; without a place `certain` says that there is none."""

    stand: Stand | None
    certain: bool


class Space:
    """Where one base may stand, given the bases that are down and, for a follower, its leader.

    `allowed` says of a point whether the base may be on the surface under it. `facings` are tried
    in turn; with `any_facing` the base may have others, too, so that nothing is certain of a
    rectangular one.
    """

    def __init__(
        self,
        plane: Plane,
        base: Base,
        facings: Sequence[int],
        down: Sequence[Stand],
        banned: frozenset[str],
        *,
        any_facing: bool = False,
        limits: Sequence[Limit] = (),
        leader: Stand | None = None,
        formation: Formation | None = None,
        allowed: Callable[[int, int], bool] | None = None,
    ) -> None:
        self.plane, self.base, self.banned, self.limits = plane, base, banned, limits
        self.facings = facings if base.length else facings[:1]
        self.exact = base.is_round or not any_facing
        self.leader, self.formation, self.allowed = leader, formation, allowed
        # Every facing of a base holds its inner disc and lies in its outer one.
        self.inner, self.outer = base.radius, base.radius
        if base.length:
            self.inner = max(0, min(base.length, base.width) // 2 - 1)
            self.outer = root_up((base.length // 2) ** 2 + (base.width // 2) ** 2) + 1
        self._discs = [(s.x, s.y, s.base.radius) for s in down if not s.corners]
        self._angular = [s for s in down if s.corners]
        self._down = down

    # ------------------------------------------------------------------ cells

    def _is_shut(self, x: int, y: int, slack: int) -> bool:
        """True if no centre within `slack` of the point is open to the base."""
        plane, inner = self.plane, self.inner
        if (
            x + slack < inner
            or y + slack < inner
            or x - slack > plane.width - inner
            or y - slack > plane.height - inner
        ):
            return True
        least = inner - slack
        for ox, oy, radius in self._discs:
            radius += least
            if radius > 0 and (ox - x) ** 2 + (oy - y) ** 2 < radius * radius:
                return True
        core = Stand(Base.round(max(0, least)), x, y)
        if least > 0 and (
            (self._angular and first_standing_overlap(core, self._angular) is not None)
            or plane.ground_stop(core, self.banned) is not None
        ):
            return True
        return self._is_out_of_reach(x, y, slack)

    def _is_out_of_reach(self, x: int, y: int, slack: int) -> bool:
        """True if the leader, the level or a limit closes all centres within `slack`."""
        plane, leader, formation = self.plane, self.leader, self.formation
        even = self._is_even(x, y, slack)
        hull = Stand(Base.round(self.outer + slack), x, y, 0, plane.level_at(x, y) if even else 0)
        if leader and formation:
            if not within(leader, hull, formation.reach):
                return True
            if even and not formation.reaches(leader, hull):
                return True
        if even and self.allowed is not None and not self.allowed(x, y):
            return True
        core = NOWHERE
        if even and self.inner > slack:
            core = Stand(Base.round(self.inner - slack), x, y, 0, hull.level)
        return any(limit.shuts_all(core, hull) for limit in self.limits)

    def _is_even(self, x: int, y: int, slack: int) -> bool:
        """True if all points so near lie on one surface."""
        west, south, east, north = x - slack, y - slack, x + slack, y + slack
        return slack == 0 or not any(
            w <= east and e >= west and s <= north and n >= south
            for _, (w, s, e, n), _, _ in self.plane.edges
        )

    # ------------------------------------------------------------------ points

    def _firm(self, x: int, y: int) -> list[Stand]:
        """The base at a point, by each facing in which nothing but sight may be amiss."""
        if self._is_shut(x, y, 0):
            return []
        found = []
        for facing in self.facings:
            stand = self.plane.put(self.base, x, y, facing)
            if (
                self.plane.place_stop(stand, self._down, self.banned) is None
                and self._is_reached(stand)
                and not any(limit.shuts(stand) for limit in self.limits)
            ):
                found.append(stand)
        return found

    def _is_reached(self, stand: Stand) -> bool:
        leader, formation = self.leader, self.formation
        return leader is None or formation is None or formation.reaches(leader, stand)

    def _is_seen(self, stand: Stand) -> bool:
        return self.leader is None or look(self.plane, self.leader, stand).is_visible

    # ------------------------------------------------------------------ searching

    def nearest(self, wanted: Point, around: Point, limit: int, effort: Effort) -> Nearest:
        """The open place nearest to a point, of those within `limit` of another on each axis."""
        size = 1
        while size < 2 * limit + 1:
            size *= 2
        heap: list[tuple[int, int, int, int]] = []
        _push(heap, wanted, around[0] - limit, around[1] - limit, size)
        certain = True
        while heap:
            if effort.left <= 0:
                return Nearest(None, False)
            effort.left -= 1
            _, y, x, size = heappop(heap)
            half = size // 2
            if self._is_shut(x + half, y + half, root_up(2 * half * half)):
                continue
            if size <= BLURRED:
                firm = self._firm(x + half, y + half)
                found = next((stand for stand in firm if self._is_seen(stand)), None)
                if size == 1:
                    if found is not None:
                        return Nearest(found, True)
                    certain = certain and self.exact
                    continue
                if firm and found is None:
                    certain = False
                    continue
            for south in (y, y + half):
                for west in (x, x + half):
                    _push(heap, wanted, west, south, half)
        return Nearest(None, certain)


NOWHERE = Stand(Base.round(0), -(10**9), -(10**9))
"""Stands for what all bases in a cell have in common, if there is no such thing."""


def _push(heap: list[tuple[int, int, int, int]], at: Point, x: int, y: int, size: int) -> None:
    """Put a cell in its order: by how near its nearest point is, then lower y, then lower x."""
    dx = max(x - at[0], 0, at[0] - (x + size - 1))
    dy = max(y - at[1], 0, at[1] - (y + size - 1))
    heappush(heap, (dx * dx + dy * dy, y, x, size))
