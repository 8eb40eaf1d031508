"""The plane's exact answers against shapely's floating ones, over thousands of random figures.

Half of the figures lie on a coarse grid, where touching, running along edges and meeting at corners
are common. An answer may differ from shapely's only where shapely's own number is within a hair of
the line between yes and no.
"""

from importlib import import_module
from itertools import pairwise
from math import ceil, cos, hypot, pi, sin
from random import Random
from typing import Any

import pytest

from battlemat.boards.plane import (
    DIRECTIONS,
    Area,
    Base,
    Gait,
    Go,
    Part,
    Plane,
    Point,
    Stand,
    Turn,
    arc,
    comes_within,
    distance,
    drive,
    inside_spans,
    look,
    outline_faults,
    screen,
    walk,
)
from battlemat.boards.plane.exact import covered_spans
from battlemat.boards.plane.move import level_pieces
from battlemat.boards.plane.sight import sight_points
from boards.plane_shortcuts import overlaps

shapely: Any = import_module("shapely")  # it ships no types
HAIR = 1e-6
SIZE = 2400


def corners(rng: Random, grid: int, size: int = 400) -> tuple[Point, ...]:
    """A random simple polygon, often with notches."""
    while True:
        count = rng.randrange(3, 9)
        mx, my = rng.randrange(size, SIZE - size), rng.randrange(size, SIZE - size)
        angles = sorted(rng.uniform(0, 2 * pi) for _ in range(count))
        ring = [(a, rng.uniform(0.2, 1) * size) for a in angles]
        points = [(mx + r * cos(a), my + r * sin(a)) for a, r in ring]
        made = tuple((round(x / grid) * grid, round(y / grid) * grid) for x, y in points)
        if not any(outline_faults(made)) and shapely.Polygon(made).is_valid:
            return made


def point(rng: Random, grid: int) -> Point:
    return rng.randrange(SIZE // grid) * grid, rng.randrange(SIZE // grid) * grid


def stand(rng: Random, grid: int, level: int = 0) -> Stand:
    if rng.random() < 0.5:
        base = Base.round(rng.choice((25, 50, 79, 100)), rng.randrange(50, 200))
    else:
        sides = rng.randrange(20, 400, 2), rng.randrange(20, 300, 2)
        base = Base.rectangle(*sides, rng.randrange(50, 300))
    facing = rng.choice((0, 90, 180, 45)) if grid > 1 else rng.randrange(360)
    return Stand(base, *point(rng, grid), facing, level)


def shape(stand: Stand) -> Any:
    """What distances are taken from, for shapely."""
    return shapely.Polygon(stand.corners) if stand.corners else shapely.Point(stand.x, stand.y)


def rounds(count: int, seed: int) -> list[tuple[Random, int]]:
    rng = Random(seed)
    return [(rng, 50 if i % 2 else 1) for i in range(count)]


def test_stretches_inside_an_outline_have_the_length_shapely_finds() -> None:
    for rng, fine in rounds(3000, 1):
        grid = 1 if fine == 1 else 200  # so coarse that lines along edges are everyday
        made, a, b = corners(rng, grid), point(rng, grid), point(rng, grid)
        if a == b:
            continue
        line, polygon = shapely.LineString([a, b]), shapely.Polygon(made)
        covered = line.intersection(polygon).length
        along = line.intersection(polygon.exterior).length
        whole = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
        inside = [
            (max(n0 / d0, 0), min(n1 / d1, whole))
            for (n0, d0), (n1, d1) in inside_spans(*a, *b, made)
        ]
        strict = sum(high - low for low, high in inside) / whole * line.length
        assert strict == pytest.approx(covered - along, abs=HAIR), (made, a, b)
        closed = [
            shapely.box(max(n0 / d0, 0), 0, min(n1 / d1, whole), 1)
            for (n0, d0), (n1, d1) in covered_spans(*a, *b, made)
        ]
        total = shapely.union_all(closed).area / whole * line.length
        assert total == pytest.approx(covered, abs=HAIR), (made, a, b)


@pytest.mark.clause("openfire.geometry.gap", "openfire.geometry.level-inch")
def test_distances_are_shapelys_rounded_up() -> None:
    for rng, grid in rounds(3000, 2):
        one, two, rise = stand(rng, grid), stand(rng, grid), rng.choice((0, 0, 150, 300))
        gap = max(shape(one).distance(shape(two)) - one.base.radius - two.base.radius, 0)
        exact = hypot(gap, rise)
        assert exact - HAIR <= distance(one, two, rise) <= ceil(exact + HAIR), (one, two, rise)


@pytest.mark.clause("openfire.geometry.overlap")
def test_bases_overlap_where_shapely_says_so() -> None:
    seen = set()
    for rng, grid in rounds(4000, 3):
        one, two = stand(rng, grid), stand(rng, grid)
        if rng.random() < 0.7:  # bring most pairs close together
            near = (one.x + rng.randrange(-8, 9) * 25, one.y + rng.randrange(-8, 9) * 25)
            two = Stand(two.base, *near, two.facing)
        radii = one.base.radius + two.base.radius
        if radii:
            gap = shape(one).distance(shape(two)) - radii
            expected = None if abs(gap) < HAIR else gap < 0
        else:
            expected = shape(one).relate_pattern(shape(two), "T********")
        if expected is not None:
            assert overlaps(one, two) is expected, (one, two)
            assert overlaps(two, one) is expected, (one, two)
            seen.add((bool(one.corners), bool(two.corners), expected))
    assert len(seen) == 8


@pytest.mark.clause("openfire.move.sweep", "openfire.vehicle.sweep", "openfire.terrain.impassable")
def test_a_leg_is_stopped_where_the_swept_base_overlaps_for_shapely() -> None:
    seen = set()
    gait = Gait(climbs=False, leaves_table=True)
    for rng, grid in rounds(4000, 4):
        made, here, enemy = corners(rng, grid), stand(rng, grid), stand(rng, grid)
        length = rng.choice((0, 100, 500, 900))
        plane = Plane(SIZE, SIZE, [Part("rock", "impassable", made)])
        if here.corners:
            path = drive(plane, here, [Go(length)], gait, [enemy])
            end = drive(Plane(9, 9), here, [Go(length)], gait).end
            swept = shapely.MultiPoint(here.corners + end.corners).convex_hull
        else:
            to = point(rng, grid) if length else (here.x, here.y)
            path = walk(plane, here, [to], gait, [enemy])
            swept = shapely.LineString([(here.x, here.y), to])
        verdicts = []
        for other, radius in ((shape(enemy), enemy.base.radius), (shapely.Polygon(made), 0)):
            reach = here.base.radius + radius
            if reach:
                gap = swept.distance(other) - reach
                verdicts.append(None if abs(gap) < HAIR else gap < 0)
            else:
                verdicts.append(swept.relate_pattern(other, "T********"))
        if None in verdicts:
            continue
        expected = "base" if verdicts[0] else "part" if verdicts[1] else None
        assert (path.stop.reason if path.stop else None) == expected, (here, enemy, made, path)
        seen.add((bool(here.corners), expected))
    assert len(seen) == 6


@pytest.mark.clause("openfire.terrain.wall-edge", "openfire.formation.legal-place")
def test_level_edges_are_overlapped_where_shapely_says_so() -> None:
    seen = set()
    for rng, grid in rounds(3000, 5):
        made, here = corners(rng, grid), stand(rng, grid)
        plane = Plane(SIZE, SIZE, areas=[Area("hill", 1, made)])
        if not plane.holds(here.box):
            continue
        ring = shapely.LinearRing(made)
        if here.corners:
            # The ring meets the inside of the footprint; boundaries alone may touch.
            expected = shape(here).relate_pattern(ring, "T********")
        else:
            gap = shape(here).distance(ring) - here.base.radius
            expected = None if abs(gap) < HAIR else gap < 0
        if expected is not None:
            stop = plane.place_stop(here, [], frozenset())
            assert (stop is not None) is expected, (here, made)
            seen.add((bool(here.corners), expected))
    assert len(seen) == 4


@pytest.mark.clause("openfire.terrain.slow", "openfire.move.leg-cost", "openfire.terrain.overlaps")
def test_the_cost_of_a_path_is_shapelys_length_rounded_up() -> None:
    for rng, grid in rounds(1500, 6):
        outlines = [corners(rng, grid) for _ in range(3)]
        plane = Plane(SIZE, SIZE, [Part("mud", "slow", made) for made in outlines])
        points = [point(rng, grid) for _ in range(3)]
        start = Stand(Base.round(1), *points[0])
        path = walk(plane, start, points[1:], Gait(leaves_table=True))
        mud = shapely.union_all([shapely.Polygon(made) for made in outlines])
        edges = shapely.union_all([shapely.LinearRing(made) for made in outlines])
        low = high = 0.0
        for a, b in pairwise(points):
            line = shapely.LineString([a, b])
            slow = line.intersection(mud).length
            # Along an edge the centre is strictly inside no part, or inside another one: a range.
            along = line.intersection(edges).length
            low += ceil(line.length + slow - along - HAIR)
            high += ceil(line.length + slow + HAIR)
        assert low <= path.cost <= high, (outlines, points)


@pytest.mark.clause("openfire.terrain.barrier")
def test_a_centre_enters_a_part_as_often_as_shapely_counts_pieces() -> None:
    counts = set()
    for rng, _ in rounds(2000, 7):
        made, a, b = corners(rng, 1), point(rng, 1), point(rng, 1)
        plane = Plane(SIZE, SIZE, [Part("fence", "barrier", made)])
        path = walk(plane, Stand(Base.round(1), *a), [b], Gait(leaves_table=True))
        inside = shapely.LineString([a, b]).intersection(shapely.Polygon(made))
        pieces = len([p for p in getattr(inside, "geoms", [inside]) if p.length > HAIR])
        begun = shapely.Polygon(made).contains(shapely.Point(a))
        tolls = sum(c.amount for c in path.charges if c.kind == "toll")
        assert tolls == 100 * (pieces - begun), (made, a, b)
        counts.add(tolls)
    assert counts >= {0, 100, 200}


@pytest.mark.clause("openfire.terrain.climb-crossing", "openfire.terrain.levels")
def test_every_piece_of_a_leg_has_the_level_shapely_finds_under_it() -> None:
    for rng, grid in rounds(1500, 8):
        made, a, b = corners(rng, grid), point(rng, grid), point(rng, grid)
        plane = Plane(SIZE, SIZE, areas=[Area("hill", 2, made)])
        pieces = level_pieces(plane, (*a, *b))
        assert [p[0] for p in pieces[1:]] == [p[1] for p in pieces[:-1]]
        assert pieces[0][0] == 0
        assert pieces[-1][1] == 1
        hill = shapely.Polygon(made)
        for low, high, level in pieces:
            for share in (0.01, 0.37, 0.5, 0.99):
                t = float(low) + float(high - low) * share
                spot = shapely.Point(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)
                if hill.exterior.distance(spot) > HAIR:
                    assert level == (2 if hill.contains(spot) else 0), (made, a, b)


def hidden_by_shapely(
    plane: Plane, viewer: Stand, target: Stand, polygons: list[Any]
) -> tuple[int, int] | None:
    """How many lines are hidden, and how many hidden or veiled; None if a hair decides."""
    ez = viewer.level * plane.step + viewer.base.eye
    foot, body = target.level * plane.step, target.base.height
    hidden = obscured = 0
    for px, py in sight_points(viewer, target):
        line = shapely.LineString([(viewer.x, viewer.y), (px, py)])
        crossed = []
        for obstacle, polygon in zip(plane.obstacles, polygons, strict=True):
            piece = line.intersection(polygon)
            for stretch in getattr(piece, "geoms", [piece]):
                if 0 < stretch.length < 0.01:
                    return None
                if stretch.length:
                    ends = [line.project(shapely.Point(c)) for c in stretch.coords]
                    crossed.append((obstacle, min(ends) / line.length, max(ends) / line.length))
        for pz in (foot, foot + body // 2, foot + body):
            solid = veil = False
            for obstacle, low, high in crossed:
                lowest = min(ez + (pz - ez) * low, ez + (pz - ez) * high)
                if abs(lowest - obstacle.top) < HAIR:
                    return None
                if lowest < obstacle.top:
                    solid, veil = solid or obstacle.solid, True
            hidden += solid
            obscured += veil
    return hidden, obscured


@pytest.mark.clause("openfire.los.sight-line", "openfire.los.sparse", "openfire.los.line-states")
def test_lines_are_hidden_and_veiled_where_shapely_says_so() -> None:
    compared, seen = 0, set()
    for rng, _ in rounds(1200, 9):
        parts = [
            Part("p", "slow", corners(rng, 1), height=rng.randrange(20, 300), sight=sight)
            for sight in ("solid", "sparse", "solid")
        ]
        plane = Plane(SIZE, SIZE, parts)
        viewer, target = stand(rng, 1, rng.randrange(2)), stand(rng, 1, rng.randrange(2))
        polygons = [shapely.Polygon(part.outline.corners) for part in parts]
        expected = hidden_by_shapely(plane, viewer, target, polygons)
        if expected is None:
            continue
        compared += 1
        sight = look(plane, viewer, target)
        found = (sum(sight.hidden), sum(sight.obscured))
        assert found == expected, (viewer, target, parts)
        seen.add(sight.state)
    assert compared > 400
    assert seen == {"clear", "obstructed", "blocked"}


@pytest.mark.clause("openfire.target.screen-exact")
def test_a_body_screens_where_shapely_finds_a_line_through_it() -> None:
    seen = set()
    plane = Plane(SIZE, SIZE)
    for rng, _ in rounds(2500, 10):
        viewer, target, third = (stand(rng, 1) for _ in range(3))
        expected: bool | None = False
        for px, py in sight_points(viewer, target):
            line = shapely.LineString([(viewer.x, viewer.y), (px, py)])
            if line.length == 0:
                continue
            if third.corners:
                piece = line.intersection(shape(third))
                ends = [line.project(shapely.Point(c)) for c in piece.coords]
                spots = ends if piece.length else []
                close = 0 < piece.length < 0.01
            else:
                at = line.project(shape(third))
                gap = line.distance(shape(third)) - third.base.radius
                spots = [at] if gap < 0 and 0 < at < line.length else []
                close = abs(gap) < HAIR
            # The lowest line runs from the eye to the ground.
            heights = [viewer.base.eye * (1 - spot / line.length) for spot in spots]
            if close or any(abs(height - third.base.height) < HAIR for height in heights):
                expected = None
                break
            expected = expected or any(height < third.base.height for height in heights)
        if expected is not None:
            found = screen(plane, viewer, target, [third]) is not None
            assert found is expected, (viewer, target, third)
            seen.add((bool(third.corners), expected))
    assert len(seen) == 4


@pytest.mark.clause("openfire.facing.arcs", "openfire.facing.origin-exact")
def test_arcs_are_reached_where_shapely_finds_them_reached() -> None:
    seen = set()
    for rng, _ in rounds(3000, 11):
        target, other = stand(rng, 1), stand(rng, 1)
        ux, uy = (c / 1e6 for c in DIRECTIONS[target.facing])
        far = 10 * SIZE
        origin = (target.x, target.y)

        def quarter(
            ax: float, ay: float, origin: Point = origin, far: int = far
        ) -> Any:  # the quarter of the plane around a direction
            left = (origin[0] + far * (ax - ay), origin[1] + far * (ay + ax))
            right = (origin[0] + far * (ax + ay), origin[1] + far * (ay - ax))
            return shapely.Polygon([origin, right, left])

        quarters = [quarter(ux, uy), quarter(-uy, ux), quarter(uy, -ux)]
        gaps = [q.distance(shape(other)) - other.base.radius for q in quarters]
        near = hypot(other.x - target.x, other.y - target.y) < 2 * other.base.radius
        if near or any(0 < abs(gap) < 1e-3 for gap in gaps):
            continue
        left = ux * (other.y - target.y) - uy * (other.x - target.x) >= 0
        side = "left" if left else "right"
        expected = "front" if gaps[0] <= 0 else side if min(gaps[1:]) <= 0 else "rear"
        assert arc(target, other) == expected, (target, other)
        seen.add((bool(other.corners), expected))
    assert len(seen) == 8


@pytest.mark.clause("openfire.assault.leave-trigger")
def test_a_path_comes_within_reach_where_shapely_says_so() -> None:
    seen = set()
    gait = Gait(frozenset(), frozenset(), (), frozenset(), flies=True, leaves_table=True)
    for rng, grid in rounds(1500, 12):
        made, here = corners(rng, grid), stand(rng, grid)
        plane = Plane(SIZE, SIZE, areas=[Area("mesa", 1, made)], step=100)
        here = plane.put(here.base, here.x, here.y, here.facing)
        other = stand(rng, grid, rng.randrange(2))
        reach = rng.choice((50, 100, 100, 160))
        path = drive(plane, here, [Turn(30), Go(600)], gait)
        radii = here.base.radius + other.base.radius
        swept = [(shape(here.turned(30)), here.level)]
        leg = path.legs[1]
        for t0, t1, level in leg.levels:
            ends = [
                (ax + (bx - ax) * float(t), ay + (by - ay) * float(t))
                for t in (t0, t1)
                for (ax, ay), (bx, by) in zip(leg.start.core, leg.end.core, strict=True)
            ]
            swept.append((shapely.MultiPoint(ends).convex_hull, level))
        apart = min(
            hypot(max(ground.distance(shape(other)) - radii, 0), (level - other.level) * 100)
            for ground, level in swept
        )
        if abs(apart - reach) > HAIR:
            assert comes_within(plane, path, other, reach) is (apart < reach), (here, other, made)
            seen.add(apart < reach)
    assert len(seen) == 2
