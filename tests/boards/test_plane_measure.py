"""Footprints, distances and arcs on the free table, with the numbers of the rulings."""

from decimal import Decimal, getcontext

import pytest

from battlemat.boards.plane import (
    DIRECTIONS,
    Base,
    Stand,
    arc,
    closer,
    distance,
    facing_along,
    nearness,
    within,
)
from battlemat.boards.plane.measure import _reaches_quarter
from battlemat.boards.plane.shapes import footprint, millimetres
from boards.plane_shortcuts import overlaps

FOOT = Base.round(50, 120)
TANK = Base.rectangle(400, 200, 200)


def foot(x: int, y: int, level: int = 0) -> Stand:
    return Stand(FOOT, x, y, 0, level)


@pytest.mark.clause("openfire.geometry.facing-angle")
def test_a_facing_points_where_the_fixed_table_says() -> None:
    assert [DIRECTIONS[d] for d in (0, 30, 45, 90, 135)] == [
        (1000000, 0),
        (866025, 500000),
        (707107, 707107),
        (0, 1000000),
        (-707107, 707107),
    ]


def test_every_direction_is_the_rounded_sine_and_cosine() -> None:
    getcontext().prec = 40
    pi = Decimal("3.141592653589793238462643383279502884197")
    for degrees, (_, rise) in enumerate(DIRECTIONS):
        angle = pi * degrees / 180
        term = total = angle
        for k in range(1, 40):
            term = -term * angle * angle / ((2 * k) * (2 * k + 1))
            total += term
        assert abs(total * 1_000_000 - rise) < Decimal("0.5000001")
        assert DIRECTIONS[(degrees - 90) % 360][0] == rise


@pytest.mark.clause("openfire.geometry.round-base")
def test_round_bases_in_millimetres_have_the_listed_radii() -> None:
    sizes = (20, 25, 28, 30, 32, 40, 50, 60, 80, 100)
    assert [millimetres(mm) for mm in sizes] == [39, 49, 55, 59, 63, 79, 98, 118, 157, 197]


@pytest.mark.clause("openfire.geometry.footprint")
def test_a_footprint_is_its_rounded_corners() -> None:
    assert footprint(TANK, 1000, 1000, 0) == ((1200, 1100), (1200, 900), (800, 900), (800, 1100))
    assert footprint(TANK, 1000, 1000, 45) == ((1071, 1212), (1212, 1071), (929, 788), (788, 929))


@pytest.mark.clause("openfire.geometry.footprint")
def test_an_odd_footprint_is_refused() -> None:
    with pytest.raises(ValueError, match="even sides"):
        Base.rectangle(401, 200)


@pytest.mark.parametrize(("length", "width"), [(2, 2), (4, 2), (400, 2), (2, 300), (300, 200)])
def test_a_rounded_footprint_is_always_convex(length: int, width: int) -> None:
    base = Base.rectangle(length, width)
    for facing in range(360):
        c = footprint(base, 1000, 1000, facing)
        for i in range(4):
            (ax, ay), (bx, by), (cx, cy) = c[i - 2], c[i - 1], c[i]
            assert (bx - ax) * (cy - by) - (by - ay) * (cx - bx) < 0


@pytest.mark.clause("openfire.geometry.gap", "openfire.measure.base-to-base")
def test_the_gap_runs_between_the_nearest_points_of_two_bases() -> None:
    assert distance(foot(1000, 1000), foot(1300, 1400)) == 400
    assert distance(foot(1000, 1000), Stand(TANK, 1400, 1000)) == 150
    assert distance(foot(1000, 1000), foot(1050, 1000)) == 0


@pytest.mark.clause("openfire.geometry.level-inch")
def test_height_lengthens_the_distance_as_a_straight_line_in_space() -> None:
    assert distance(foot(1000, 1000), foot(1500, 1000, 2), rise=300) == 500
    assert distance(foot(1000, 1000), foot(1100, 1000, 1), rise=150) == 150


@pytest.mark.clause(
    "openfire.geometry.within-exact", "openfire.measure.within", "openfire.assault.range"
)
@pytest.mark.parametrize(
    ("apart", "rise", "reach", "expected"),
    [
        (1000, 0, 900, True),
        (1001, 0, 900, False),
        (500, 300, 500, True),
        (501, 300, 500, False),
        (200, 0, 100, True),
        (201, 0, 100, False),
        (100, 150, 100, False),
    ],
)
def test_within_counts_the_exact_distance(
    apart: int, rise: int, reach: int, expected: bool
) -> None:
    here, there = foot(1000, 1000), foot(1000 + apart, 1000)
    assert within(here, there, reach, rise) is expected
    assert nearness(here, there).within(reach, rise) is expected


@pytest.mark.clause("openfire.measure.more-than", "openfire.range.min-max")
def test_closer_than_leaves_the_exact_distance_out() -> None:
    assert not closer(foot(0, 0), foot(900, 0), 800)
    assert closer(foot(0, 0), foot(899, 0), 800)
    assert not closer(foot(0, 0), foot(500, 0), 500, rise=300)
    assert closer(foot(0, 0), foot(499, 0), 500, rise=300)


@pytest.mark.clause("openfire.reserve.whole-unit", "openfire.geometry.point-objects")
def test_a_point_and_a_marker_are_measured_like_bases() -> None:
    entry, marker = Stand(Base.round(0), 0, 2000), Stand(Base.round(79), 0, 0)
    assert within(entry, foot(650, 2000), 600)
    assert not within(entry, foot(651, 2000), 600)
    assert within(marker, foot(229, 0), 100)
    assert not within(marker, foot(230, 0), 100)


@pytest.mark.clause("openfire.geometry.overlap")
def test_touching_bases_do_not_overlap() -> None:
    assert not overlaps(foot(0, 0), foot(100, 0))
    assert overlaps(foot(0, 0), foot(99, 0))
    assert not overlaps(foot(0, 0), Stand(TANK, 250, 0))
    assert overlaps(foot(0, 0), Stand(TANK, 249, 0))
    assert not overlaps(Stand(TANK, 0, 0), Stand(TANK, 400, 0))
    assert overlaps(Stand(TANK, 0, 0), Stand(TANK, 399, 0))
    assert overlaps(Stand(TANK, 0, 0), Stand(TANK, 0, 0))


@pytest.mark.clause("openfire.geometry.overlap")
def test_a_small_base_inside_a_footprint_overlaps_it() -> None:
    dot = Stand(Base.round(5), 0, 0)
    assert overlaps(dot, Stand(TANK, 0, 0))
    assert overlaps(Stand(TANK, 0, 0), dot)
    assert overlaps(Stand(Base.rectangle(10, 10), 0, 0), Stand(TANK, 0, 0))


@pytest.mark.clause("openfire.facing.origin-exact", "openfire.facing.straddle")
@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [
        (4000, 4070, "front"),
        (4000, 4071, "left"),
        (2000, 3930, "left"),
        (2000, 3929, "rear"),
        (4000, 1930, "front"),
        (4000, 1929, "right"),
        (2000, 2070, "right"),
        (2000, 3000, "rear"),
    ],
)
def test_a_round_base_stands_in_the_front_most_arc_it_reaches(
    x: int, y: int, expected: str
) -> None:
    assert arc(foot(3000, 3000), foot(x, y)) == expected


@pytest.mark.clause("openfire.facing.origin-exact", "openfire.facing.straddle")
def test_a_footprint_stands_in_an_arc_if_any_point_of_it_does() -> None:
    target = foot(3000, 3000)
    # Its corner front right is (4200, y - 100): in front while y - 3100 is at most 1200.
    assert arc(target, Stand(TANK, 4000, 4300)) == "front"
    assert arc(target, Stand(TANK, 4000, 4301)) == "left"
    # Its corner (2200, y + 100) reaches the left side while y - 2900 is at least 800.
    assert arc(target, Stand(TANK, 2000, 3700)) == "left"
    assert arc(target, Stand(TANK, 2000, 3699)) == "rear"


@pytest.mark.clause("openfire.facing.straddle")
def test_an_edge_that_crosses_an_arc_reaches_it_without_a_corner_there() -> None:
    target, wide = foot(3000, 3000), Stand(Base.rectangle(2, 2000), 3200, 3000)
    assert arc(target, wide) == "front"
    assert arc(foot(3000, 3000).turned(180), wide) == "left"


@pytest.mark.clause("openfire.facing.left-right")
def test_a_centre_on_the_line_behind_counts_as_left() -> None:
    wide = Base.rectangle(2, 2000)
    assert arc(foot(3000, 3000), Stand(wide, 2800, 3000)) == "left"
    assert arc(foot(3000, 3000), Stand(wide, 2800, 2999)) == "right"


@pytest.mark.clause("openfire.move.final-facing")
def test_a_displacement_has_its_nearest_whole_degree() -> None:
    assert [facing_along(*d) for d in ((5, 0), (0, 3), (-7, 0), (10, -10), (0, 0))] == [
        0,
        90,
        180,
        315,
        0,
    ]
    assert facing_along(1000, 17) == 1


@pytest.mark.clause("openfire.facing.straddle")
def test_an_edge_that_leaves_the_line_of_an_arc_before_it_gets_there_does_not_reach_it() -> None:
    # In the frame of a quarter: from a corner on its side line, below it, the edge leads away.
    assert not _reaches_quarter([(0, -5), (-5, 3), (-5, -5)])
    assert not _reaches_quarter([(-5, 3), (0, -5), (-5, -5)])
    assert _reaches_quarter([(0, -5), (0, 3), (-5, -5)])
