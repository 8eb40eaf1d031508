"""The map of a campaign: its points in layers, so that every way leads downward where it can."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from battlemat.campaigns.state import Standing
from battlemat.packs.campaigns.values import KINDS, Point, leads

HERE, PASSED, AHEAD, CLOSED = "here", "passed", "ahead", "closed"


class Spot(NamedTuple):
    """A point on the map: its layer from the top, its place in it, and where ways lead from it."""

    id: str
    kind: str
    name: str
    layer: int
    place: int
    state: str
    leads: tuple[str, ...]
    taken: tuple[str, ...]
    """Those of them that were gone."""


def drawn(standing: Standing) -> list[Spot]:
    """Every point of a campaign on its map, layer by layer.

    Points that cannot be reached any more are closed.
    """
    points = standing.campaign.points
    layers = _layers(points, standing.campaign.start)
    open_ = _reached(points, standing.at)
    gone = set(pairwise(standing.been))
    found = []
    for layer in sorted(set(layers.values())):
        for place, id in enumerate(one for one in points if layers[one] == layer):
            state = _state(standing, id, open_)
            then = tuple(dict.fromkeys(to for to, _ in leads(points[id])))
            taken = tuple(to for to in then if (id, to) in gone)
            kind, name = KINDS[type(points[id])], points[id].name
            found.append(Spot(id, kind, name, layer, place, state, then, taken))
    return found


def _state(standing: Standing, id: str, open_: set[str]) -> str:
    if id == standing.at:
        return HERE
    if id in standing.been:
        return PASSED
    return AHEAD if id in open_ else CLOSED


def _reached(points: Mapping[str, Point], start: str) -> set[str]:
    found, left = {start}, [start]
    while left:
        more = {to for to, _ in leads(points[left.pop()])} - found
        found |= more
        left += more
    return found


def _layers(points: Mapping[str, Point], start: str) -> dict[str, int]:
    """How deep each point lies: below everything that leads to it, but for ways that lead back."""
    depth = {start: 0}
    for _ in points:
        for id, point in points.items():
            for to, _ in leads(point):
                if id in depth and depth.get(to, -1) <= depth[id] < len(points):
                    if not _leads_back(points, to, id):
                        depth[to] = depth[id] + 1
                    else:
                        depth.setdefault(to, depth[id] + 1)
    return depth


def _leads_back(points: Mapping[str, Point], later: str, earlier: str) -> bool:
    return earlier in _reached(points, later)
