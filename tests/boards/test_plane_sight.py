"""Sight and screening on the free table, with the numbers of the rulings."""

import pytest

from battlemat.boards.plane import Area, Base, Part, Plane, Point, Stand, look, screen
from battlemat.boards.plane.sight import Sight, sight_points

FOOT = Base.round(50, 120)
TANK = Base.rectangle(400, 200, 200)
VIEWER = Stand(FOOT, 1000, 1000)
TARGET = Stand(FOOT, 2000, 1000)


def counted(sight: Sight) -> tuple[int, int, int]:
    """How many lines are open, veiled and hidden."""
    hidden, obscured = sum(sight.hidden), sum(sight.obscured)
    return sight.lines - obscured, obscured - hidden, hidden


def block(x0: int, y0: int, x1: int, y1: int) -> tuple[Point, ...]:
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def table(x0: int, x1: int, height: int, sight: str = "solid", y0: int = 900) -> Plane:
    keyword = "slow" if sight == "sparse" else "impassable"
    part = Part("wall", keyword, block(x0, y0, x1, 2000 - y0), height=height, sight=sight)
    return Plane(4800, 4800, [part])


@pytest.mark.clause("openfire.los.sight-points")
@pytest.mark.parametrize(
    ("x", "y", "points"),
    [
        (2000, 1000, ((2000, 1050), (2000, 1000), (2000, 950))),
        (1300, 1400, ((1260, 1430), (1300, 1400), (1340, 1370))),
        (1600, 700, ((1622, 744), (1600, 700), (1578, 656))),
    ],
)
def test_a_round_base_is_seen_at_its_middle_and_both_rims(
    x: int, y: int, points: tuple[Point, ...]
) -> None:
    assert sight_points(VIEWER, Stand(FOOT, x, y)) == points


@pytest.mark.clause("openfire.los.sight-points")
def test_a_footprint_is_seen_at_nine_plan_points() -> None:
    points = sight_points(VIEWER, Stand(TANK, 2000, 1000))
    assert points[0] == (2000, 1000)
    assert set(points[1:5]) == set(block(1800, 900, 2200, 1100))
    assert set(points[5:]) == {(2200, 1000), (2000, 900), (1800, 1000), (2000, 1100)}


@pytest.mark.clause(
    "openfire.los.unobscured",
    "openfire.los.sight-line",
    "openfire.los.eye",
    "openfire.los.line-states",
    "openfire.los.sparse",
    "openfire.los.visible",
)
@pytest.mark.parametrize(
    ("x0", "x1", "height", "sight", "lines", "state"),
    [
        (1480, 1520, 200, "solid", (0, 0, 9), "blocked"),
        (1480, 1520, 120, "solid", (0, 0, 9), "blocked"),
        (1900, 1940, 60, "solid", (6, 0, 3), "obstructed"),
        (1060, 1100, 60, "solid", (9, 0, 0), "clear"),
        (1480, 1620, 300, "sparse", (0, 9, 0), "obstructed"),
        (1480, 1620, 300, "none", (9, 0, 0), "clear"),
    ],
)
def test_a_wall_hides_and_a_wood_veils_what_lies_behind(
    x0: int, x1: int, height: int, sight: str, lines: tuple[int, int, int], state: str
) -> None:
    sight_ = look(table(x0, x1, height, sight), VIEWER, TARGET)
    assert counted(sight_) == lines
    assert sight_.state == state
    assert [source.name for source in sight_.by] == ([] if state == "clear" else ["wall"])


@pytest.mark.clause("openfire.los.vehicle-half")
@pytest.mark.parametrize(("height", "hidden"), [(100, 9), (101, 12), (110, 18), (200, 27)])
def test_a_vehicle_is_hidden_line_by_line(height: int, hidden: int) -> None:
    sight = look(table(1700, 1740, height, y0=700), VIEWER, Stand(TANK, 2000, 1000))
    assert (sight.lines, sum(sight.hidden)) == (27, hidden)
    assert sight.is_visible is (hidden < 27)


@pytest.mark.clause("openfire.los.from-high-ground", "openfire.los.surface-height")
def test_a_hill_hides_the_feet_of_those_standing_back_from_its_edge() -> None:
    plane = Plane(4800, 4800, areas=[Area("hill", 1, block(1800, 500, 2600, 1500))])
    high = plane.put(FOOT, 2300, 1000)
    assert high.level == 1
    up, down = look(plane, VIEWER, high), look(plane, high, VIEWER)
    assert (counted(up), up.state) == ((6, 0, 3), "obstructed")
    assert (counted(down), down.state) == ((9, 0, 0), "clear")


@pytest.mark.clause("openfire.los.grazing")
def test_a_line_along_an_edge_or_level_with_a_top_is_not_cut() -> None:
    along = Part("wall", "impassable", block(1400, 1000, 1600, 1200), height=300, sight="solid")
    sight = look(Plane(4800, 4800, [along]), VIEWER, TARGET)
    assert sight.hidden == (3, 0, 0)  # the far rim is behind it, the middle runs along its edge
    eye_high = Base.round(50, 108, eye=108)
    flat = look(table(1400, 1600, 108), Stand(eye_high, 1000, 1000), Stand(eye_high, 2000, 1000))
    assert flat.hidden == (2, 2, 2)  # the top line passes exactly level with the wall


@pytest.mark.clause("openfire.los.grazing")
def test_a_line_through_the_notch_of_an_outline_is_cut_where_it_is_inside() -> None:
    notched = ((1400, 900), (1600, 900), (1600, 1100), (1500, 1000), (1400, 1100))
    tip = ((1400, 1200), (1500, 1000), (1600, 1200))
    for corners, middle in ((notched, 3), (tip, 0)):
        part = Part("rock", "impassable", corners, height=300, sight="solid")
        assert look(Plane(4800, 4800, [part]), VIEWER, TARGET).hidden[1] == middle


@pytest.mark.clause("openfire.los.sparse")
def test_a_viewer_inside_a_wood_looks_through_it() -> None:
    assert counted(look(table(900, 1100, 300, "sparse"), VIEWER, TARGET)) == (0, 9, 0)


@pytest.mark.clause("openfire.target.screen-exact")
@pytest.mark.parametrize(
    ("y", "body", "expected"),
    [(1000, 120, 0), (1074, 120, 0), (1076, 120, None), (1000, 800, None)],
)
def test_a_third_base_screens_when_a_line_passes_through_its_body(
    y: int, body: int, expected: int | None
) -> None:
    viewer = Stand(Base.round(50, body), 1000, 1000)
    assert screen(Plane(4800, 4800), viewer, TARGET, [Stand(FOOT, 1500, y)]) == expected


@pytest.mark.clause("openfire.target.screen-exact")
def test_a_line_that_touches_a_body_or_passes_level_with_its_top_is_not_screened() -> None:
    plane, target = Plane(4800, 4800), Stand(Base.round(0, 120), 1600, 1800)
    # The line runs along (3, 4), so 50 square to it from its middle is (-40, 30).
    for x, expected in ((1260, None), (1261, 0)):
        assert screen(plane, VIEWER, target, [Stand(FOOT, x, 1430)]) == expected
    target = Stand(Base.round(0, 120), 2000, 1000)
    # From the eye at 108 to the ground, the lowest line is 54 high halfway.
    for body, expected in ((54, None), (55, 0)):
        third = Stand(Base.round(50, body), 1500, 1000)
        assert screen(plane, VIEWER, target, [third]) == expected


@pytest.mark.clause("openfire.target.screen-exact")
def test_a_footprint_screens_where_a_line_runs_inside_it() -> None:
    plane = Plane(4800, 4800)
    # The line to the far rim (2000, 1050) is 25 up at 1500 and 35 up at 1700.
    assert screen(plane, VIEWER, TARGET, [Stand(TANK, 1500, 1134)]) == 0
    assert screen(plane, VIEWER, TARGET, [Stand(TANK, 1500, 1135)]) is None
    assert screen(plane, VIEWER, TARGET, [Stand(FOOT, 3000, 3000), Stand(TANK, 1500, 1000)]) == 1


@pytest.mark.clause("openfire.target.screen-exact")
def test_lines_that_terrain_hides_cannot_be_screened() -> None:
    third = [Stand(FOOT, 1500, 1000)]
    assert screen(table(1700, 1720, 300), VIEWER, TARGET, third) is None
    # Only the tops are seen over the wall, and those lines pass above a low third body.
    low = Stand(Base.round(50, 60), 1800, 1000)
    assert screen(Plane(4800, 4800), VIEWER, TARGET, [low]) == 0
    assert screen(table(1900, 1940, 100), VIEWER, TARGET, [low]) is None


def test_what_was_seen_once_is_remembered_for_that_eye_alone() -> None:
    plane = table(1480, 1520, 200)
    assert look(plane, VIEWER, TARGET) is look(plane, Stand(FOOT, 1000, 1000, 90), TARGET)
    tall = Stand(Base.round(50, 2000), 1000, 1000)
    assert look(plane, tall, TARGET).is_visible
