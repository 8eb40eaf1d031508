"""Why one place of a board of dots is not seen from another: asked when a player asks, so it may
take its time.

It agrees with sight: whatever sight leaves open has no reason here, whatever it
closes has one.
"""

from itertools import pairwise
from typing import NamedTuple

from battlemat.boards.dots.features import SOLID_LOW, TUNNEL_LEVEL, Feature, Mark
from battlemat.boards.dots.sight import Sight

REASONS = ("same-dot", "earth", "floor", "roof", "edge", "wall", "tree", "hill", "low")
"""Lies on the same dot; earth, the floors of one building or a roof over one end come between; the
line leaves the map; a high wall, a trunk, higher ground or something low before the prone is in it.
"""


class Blind(NamedTuple):
    """What closes a line: a reason, and the one or two dots where it is met."""

    reason: str
    dots: tuple[int, ...]


def why_unseen(
    sight: Sight, a: int, b: int, *, prone: bool = False, target_prone: bool = False
) -> Blind | None:
    """The first thing that closes the line from a to b, on its left way if both are closed; None if
    it is open.
    """
    places = sight.places
    if sight.sees(a, b, prone=prone, target_prone=target_prone):
        return None
    here, there = a % places.size, b % places.size
    if here == there:
        return Blind("same-dot", (here,))
    if places.level(a) != places.level(b) and sight.is_parted(a, b):
        underground = TUNNEL_LEVEL in (places.level(a), places.level(b))
        return Blind("earth" if underground else "floor", (here, there))
    found = [_first(sight, a, b, side, prone, target_prone) for side in (0, 1)]
    on_map = [blind for blind in found if blind.reason != "edge"]
    return (on_map or found)[0]


def _first(sight: Sight, a: int, b: int, side: int, prone: bool, target_prone: bool) -> Blind:
    """The first obstacle on one side of a line that is known to be closed there."""
    places = sight.places
    way = sight.way(a, b, side)
    for one, two in pairwise(way):
        if two not in places.neighbours[one]:
            return Blind("edge", (one,))
    if places.level(a) != places.level(b):
        for end, beside in ((a, way[1]), (b, way[-2])):
            own = places.building_at[end % places.size]
            if own and own == places.building_at[beside] and not places.is_outdoors(end):
                return Blind("roof", (end % places.size,))
    for i, (one, two) in enumerate(pairwise(way), 1):
        feature = sight.terrain.feature(one, two, sight.level_of_link(a, b, i))
        if feature is Feature.HIGH_WALL:
            return Blind("wall", (one, two))
        before_prone = (prone and i == 1) or (target_prone and i == len(way) - 1)
        if feature in SOLID_LOW and (before_prone or (prone and target_prone)):
            return Blind("low", (one, two))
        if i < len(way) - 1:
            reason = _on_dot(sight, a, b, i, two)
            if reason:
                return Blind(reason, (two,))
    raise AssertionError("a closed line has something in it")


def _on_dot(sight: Sight, a: int, b: int, i: int, dot: int) -> str:
    """What stands on dot i of the way and closes it."""
    places = sight.places
    level = sight.level_of_dot(a, b, i)
    if level == TUNNEL_LEVEL:
        return "" if sight.terrain.marked[Mark.TUNNEL] >> places.at(dot, level) & 1 else "earth"
    if sight.terrain.marked[Mark.TREE] >> places.at(dot, level) & 1:
        return "tree"
    return "hill" if places.heights[dot] > max(places.level(a), places.level(b)) else ""
