"""The exact arithmetic of the plane where yes turns into no: touching, grazing, running along."""

from fractions import Fraction

import pytest

from battlemat.boards.plane import (
    Base,
    Gait,
    Part,
    Plane,
    Point,
    Stand,
    arc,
    inside_spans,
    root_up,
    walk,
)
from battlemat.boards.plane.exact import (
    Edge,
    convex_hull,
    convex_overlaps,
    cores_squared,
    covered_spans,
    enters_convex,
    loop,
    round_half_away,
    segments_touch,
    side_of,
)
from battlemat.boards.plane.shapes import Sweep

SQUARE = ((0, 0), (100, 0), (100, 100), (0, 100))
STAIR = ((0, 0), (300, 0), (300, 200), (200, 200), (200, 100), (0, 100))
FOOT = Base.round(50, 120)


def test_roots_round_up_and_halves_round_away_from_zero() -> None:
    assert [root_up(n) for n in (0, 1, 2, 4, 5, 10**20, 10**20 + 1)] == [
        0,
        1,
        2,
        2,
        3,
        10**10,
        10**10 + 1,
    ]
    assert [round_half_away(n, 4) for n in (1, 2, 3, -1, -2, -3)] == [0, 1, 1, 0, -1, -1]


@pytest.mark.clause("openfire.geometry.overlap")
@pytest.mark.parametrize(
    ("edge", "expected"),
    [
        ((-50, 50, 50, 150), False),  # touches a corner
        ((-50, 100, 150, 100), False),  # runs along a side
        ((20, 100, 80, 100), False),  # lies in a side
        ((-50, 50, 0, 50), False),  # ends on a side
        ((-50, 50, 1, 50), True),
        ((0, 50, 100, 50), True),  # from side to side
        ((0, 0, 100, 100), True),  # from corner to corner
        ((40, 40, 60, 60), True),  # wholly inside
        ((50, 50, 50, 50), True),  # a point inside
        ((-50, 49, 51, 150), True),  # cuts a corner by a hair
    ],
)
def test_a_segment_enters_a_convex_shape_only_through_its_inside(
    edge: Edge, expected: bool
) -> None:
    assert enters_convex(edge, SQUARE) is expected
    assert enters_convex((*edge[2:], *edge[:2]), SQUARE) is expected


@pytest.mark.clause("openfire.geometry.overlap")
def test_convex_shapes_sharing_a_slanted_side_do_not_overlap() -> None:
    one = convex_hull([(0, 0), (300, 400), (-100, 75), (200, 475)])
    two = loop(((0, 0), (300, 400), (400, 325), (100, -75)))
    assert not convex_overlaps(one, two)
    assert convex_overlaps(one, [(ax - 1, ay, bx - 1, by) for ax, ay, bx, by in two])


def spans(found: list[tuple[tuple[int, int], tuple[int, int]]], whole: int) -> list[list[Fraction]]:
    return sorted([Fraction(*low) / whole, Fraction(*high) / whole] for low, high in found)


@pytest.mark.clause("openfire.los.grazing", "openfire.terrain.barrier")
@pytest.mark.parametrize("corners", [STAIR, STAIR[::-1], STAIR[3:] + STAIR[:3]])
def test_a_line_along_a_step_is_inside_only_where_both_its_sides_are(
    corners: tuple[Point, ...],
) -> None:
    # Along y = 100 the stair's tread lies from 0 to 200, and its inside from 200 to 300.
    line = (-100, 100, 400, 100)
    assert spans(inside_spans(*line, corners), 250000) == [[Fraction(3, 5), Fraction(4, 5)]]
    covered = spans(covered_spans(*line, corners), 250000)
    assert covered[0][0] == Fraction(1, 5)
    assert max(high for _, high in covered) == Fraction(4, 5)
    assert spans(inside_spans(400, 100, -100, 100, corners), 250000) == [
        [Fraction(1, 5), Fraction(2, 5)]
    ]


@pytest.mark.clause("openfire.terrain.barrier")
def test_a_notch_that_touches_the_line_parts_the_stretch_in_two() -> None:
    notched = ((0, 0), (400, 0), (400, 200), (200, 100), (0, 200))
    found = spans(inside_spans(-100, 100, 500, 100, notched), 360000)
    assert found == [[Fraction(1, 6), Fraction(1, 2)], [Fraction(1, 2), Fraction(5, 6)]]
    plane = Plane(4800, 4800, [Part("fence", "barrier", notched)])
    path = walk(plane, Stand(FOOT, 50, 100), [(350, 100)], Gait(leaves_table=True))
    assert path.cost == 400  # begun inside, it enters once more after the notch


def test_points_are_inside_on_or_outside_an_outline() -> None:
    edges = loop(STAIR)
    for inside in ((100, 50), (250, 150), (250, 100)):
        assert side_of(*inside, edges) == 1
    for on in ((0, 0), (200, 100), (100, 100), (200, 150), (300, 200), (300, 10), (150, 0)):
        assert side_of(*on, edges) == 0
    for outside in ((100, 150), (-1, 100), (301, 200), (199, 101), (100, 200), (-50, 0)):
        assert side_of(*outside, edges) == -1


def test_segments_touch_at_ends_and_along_each_other() -> None:
    assert segments_touch((0, 0, 10, 0), (10, 0, 20, 5))
    assert segments_touch((0, 0, 10, 0), (5, 0, 25, 0))
    assert segments_touch((0, 0, 10, 10), (0, 10, 10, 0))
    assert not segments_touch((0, 0, 10, 0), (11, 0, 20, 0))
    assert not segments_touch((0, 0, 10, 0), (5, 1, 5, 9))


@pytest.mark.clause("openfire.move.sweep", "openfire.move.enemy-bases")
@pytest.mark.parametrize(("shift", "expected"), [(0, False), (1, True)])
def test_a_slanted_leg_may_touch_what_lies_exactly_its_radius_away(
    shift: int, expected: bool
) -> None:
    # The leg runs along (3, 4), so (-4, 3) is square to it: whole numbers at exact distances.
    sweep = Sweep(Stand(FOOT, 0, 0), Stand(FOOT, 300, 400))
    assert sweep.overlaps_stand(Stand(FOOT, 70 + shift, 260)) is expected
    tank = Stand(Base.rectangle(100, 200), 60 + shift, 330)  # its corner is (110, 230)
    assert sweep.overlaps_stand(tank) is expected
    part = Part("rock", "impassable", ((110 + shift, 230), (20, 500), (-100, 300)))
    assert sweep.overlaps_outline(part.outline) is expected
    assert sweep.overlaps_edge((110 + shift, 230, -100, 300)) is expected
    parallel = (-40 + shift, 30, 260 + shift, 430)
    assert sweep.overlaps_edge(parallel) is expected


@pytest.mark.clause("openfire.geometry.overlap")
def test_a_round_base_may_touch_the_slanted_side_of_a_footprint() -> None:
    tank = Stand(Base.rectangle(400, 200), 1000, 1000, 45)
    (ax, ay), (bx, by) = tank.corners[3], tank.corners[0]
    # Its left side runs along (1, 1): 141 and 142 off each axis lie on either side of r = 200.
    mx, my = (ax + bx) // 2, (ay + by) // 2
    for off, expected in ((141, True), (142, False)):
        round_base = Stand(Base.round(200), mx - off, my + off)
        assert Sweep.of(round_base).overlaps_stand(tank) is expected
        assert Sweep.of(tank).overlaps_stand(round_base) is expected


@pytest.mark.clause("openfire.facing.straddle")
def test_an_edge_through_the_very_centre_reaches_every_arc() -> None:
    target = Stand(Base.round(0), 3000, 3000)
    assert arc(target, Stand(Base.rectangle(400, 200), 2800, 3000)) == "front"
    assert arc(target, Stand(Base.rectangle(398, 200), 2800, 3000)) == "left"


@pytest.mark.parametrize(
    ("one", "two", "square"),
    [
        (((0, 0),), ((300, 400),), 250_000),
        (((-300, 0),), ((0, 0),), 90_000),
        (((0, 0), (100, 0)), ((50, 70),), 4_900),
        (((50, 0),), ((0, 0), (100, 0)), 0),
        (SQUARE, ((50, 50),), 0),
        (SQUARE, ((130, 140),), 2_500),
        (((0, 0), (100, 100)), ((0, 100), (100, 0)), 0),
    ],
)
def test_figures_are_as_far_apart_as_they_look(
    one: tuple[Point, ...], two: tuple[Point, ...], square: int
) -> None:
    for here, there in ((one, two), (two, one)):
        num, den = cores_squared(here, there)
        assert Fraction(num, den) == square
