"""Formation: keeping bases near and in sight of a leader, and finding places for them.

One rule: places are tried in one fixed order, so that every machine proposes the same ones. How
far, what is banned and what else must hold come in from the caller.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from battlemat.boards.plane import Plane
from battlemat.boards.plane_exact import Point
from battlemat.boards.plane_measure import within
from battlemat.boards.plane_shapes import Base, Stand
from battlemat.boards.plane_sight import look

FAR, UNSEEN = "far", "unseen"
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


def lattice(origin: Point, wanted: Point, pitch: int, limit: int) -> Iterator[Point]:
    """The points origin + (pitch·i, pitch·j) within `limit` of the origin on each axis.

    They come sorted by distance to the wanted point, then lower y, then lower x.
    """
    ox, oy = origin
    wx, wy = wanted
    steps = range(-(limit // pitch), limit // pitch + 1)
    xs = [(ox + pitch * i, (ox + pitch * i - wx) ** 2) for i in steps]
    ys = [(oy + pitch * j, (oy + pitch * j - wy) ** 2) for j in steps]
    furthest = max(d for _, d in xs) + max(d for _, d in ys)
    nearest = min(d for _, d in xs) + min(d for _, d in ys)
    inner, radius = -1, 0
    while inner < furthest:
        radius += RING
        outer = nearest + radius * radius
        batch = [
            (dx + dy, y, x)
            for y, dy in ys
            if dy <= outer
            for x, dx in xs
            if inner < dx + dy <= outer
        ]
        batch.sort()
        for _, y, x in batch:
            yield x, y
        inner = outer


def propose(
    plane: Plane,
    leader: Stand,
    members: Sequence[tuple[Base, Point | None]],
    others: Sequence[Stand],
    formation: Formation,
    *,
    pitch: int = 25,
    allowed: Callable[[Stand], bool] | None = None,
) -> list[Stand | None]:
    """A place for each member in turn, given those already put down; None where there is none.

    A member's wanted point is tried first, then the lattice around the leader's centre (the wanted
    point is that centre if it has none). All face as the leader does. `allowed` may turn a place
    down for reasons of its own.
    """
    down = [*others, leader]
    places: list[Stand | None] = []
    for base, wanted in members:
        found = None
        for x, y in _candidates(leader, base, wanted, formation.reach, pitch):
            stand = plane.put(base, x, y, leader.facing)
            if (
                formation.reaches(leader, stand)
                and plane.place_stop(stand, down, formation.banned) is None
                and (allowed is None or allowed(stand))
                and look(plane, leader, stand).is_visible
            ):
                found = stand
                down.append(stand)
                break
        places.append(found)
    return places


def _candidates(
    leader: Stand, base: Base, wanted: Point | None, reach: int, pitch: int
) -> Iterator[Point]:
    if wanted is not None:
        yield wanted
    # No centre further off than this can be in reach: half-sides bound a footprint generously.
    limit = reach + sum(b.radius + (b.length + b.width) // 2 for b in (leader.base, base)) + pitch
    centre = (leader.x, leader.y)
    yield from lattice(centre, wanted or centre, pitch, limit)
