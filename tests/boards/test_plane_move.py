"""Paths on the free table: sweeps, costs, climbs and stops, with the numbers of the rulings."""

from dataclasses import replace
from fractions import Fraction

import pytest

from battlemat.boards.plane import (
    GROUND,
    Area,
    Base,
    Gait,
    Go,
    Part,
    Path,
    Plane,
    Point,
    Stand,
    Turn,
    comes_within,
    drive,
    walk,
)
from battlemat.boards.plane.move import leg_cost, level_pieces

FOOT = Base.round(50, 120)
TANK = Base.rectangle(400, 200, 200)
ON_FOOT = Gait()
ON_TRACKS = Gait(stopped_by=frozenset({"impassable", "climbable"}), climbs=False)
ON_WINGS = Gait(frozenset(), frozenset(), (), frozenset(), flies=True)
BANNED = frozenset({"impassable", "barrier", "climbable"})
OPEN = Plane(4800, 4800)


def block(x0: int, y0: int, x1: int, y1: int) -> tuple[Point, ...]:
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def part(keyword: str, *box: int, levels: int = 0) -> Part:
    return Part(keyword, keyword, block(*box), levels=levels)


def go(plane: Plane, *points: Point, gait: Gait = ON_FOOT, others: tuple[Stand, ...] = ()) -> Path:
    return walk(plane, plane.put(FOOT, *points[0]), points[1:], gait, others)


def reason(path: Path) -> str | None:
    return path.stop.reason if path.stop else None


@pytest.mark.clause("openfire.move.leg-cost", "openfire.move.polyline")
def test_each_leg_costs_its_length_rounded_up() -> None:
    assert leg_cost((0, 0, 300, 400)) == 500
    assert leg_cost((0, 0, 100, 100)) == 142
    assert leg_cost((7, 7, 7, 7)) == 0
    assert go(OPEN, (1000, 1000), (1300, 1000), (1300, 1201)).cost == 501
    assert go(OPEN, (1000, 1000), (1100, 1100), (1200, 1200)).cost == 284


@pytest.mark.clause("openfire.move.board-edge")
def test_a_base_may_touch_the_edge_of_the_table_but_not_pass_it() -> None:
    assert go(OPEN, (500, 500), (50, 500)).stop is None
    path = go(OPEN, (500, 500), (400, 500), (49, 500))
    assert (reason(path), path.stop and path.stop.leg) == ("table", 1)
    assert path.end == OPEN.put(FOOT, 400, 500)


@pytest.mark.clause("openfire.move.enemy-bases", "openfire.move.sweep")
def test_a_moving_base_may_brush_another_but_not_overlap_it() -> None:
    touched, crossed = Stand(FOOT, 1300, 1100), Stand(FOOT, 1300, 1099)
    assert go(OPEN, (1000, 1000), (1600, 1000), others=(touched,)).stop is None
    stop = go(OPEN, (1000, 1000), (1600, 1000), others=(touched, crossed)).stop
    assert stop is not None
    assert (stop.reason, stop.source, stop.number) == ("base", crossed, 1)


@pytest.mark.clause("openfire.terrain.impassable")
def test_a_moving_base_may_brush_an_impassable_part_but_not_overlap_it() -> None:
    plane = Plane(4800, 4800, [part("impassable", 1300, 1050, 1400, 1200)])
    assert go(plane, (1000, 1000), (1700, 1000)).stop is None
    stop = go(plane, (1000, 1001), (1700, 1001)).stop
    assert stop is not None
    assert (stop.reason, stop.source) == ("part", plane.parts[0])


@pytest.mark.clause("openfire.terrain.impassable")
def test_a_base_lost_inside_a_huge_part_overlaps_it_far_from_its_edges() -> None:
    plane = Plane(4800, 4800, [part("impassable", 500, 500, 4000, 4000)])
    assert reason(go(plane, (2000, 2000), (2100, 2000))) == "part"
    assert plane.place_stop(plane.put(FOOT, 2000, 2000), (), BANNED) is not None
    assert plane.place_stop(plane.put(TANK, 2000, 2000, 30), (), BANNED) is not None


def test_a_point_lies_on_a_part_only_strictly_inside_it() -> None:
    plane = Plane(4800, 4800, [part("barrier", 1300, 900, 1400, 1100)])
    assert plane.part_over(1301, 901, BANNED) is plane.parts[0]
    assert plane.part_over(1300, 1000, BANNED) is None
    assert plane.part_over(1301, 901, frozenset({"slow"})) is None


@pytest.mark.clause("openfire.terrain.barrier")
def test_crossing_a_barrier_costs_a_toll_and_ending_on_it_is_banned() -> None:
    plane = Plane(4800, 4800, [part("barrier", 1300, 0, 1320, 2000)])
    path = go(plane, (1200, 500), (1600, 500))
    assert [(c.kind, c.amount) for c in path.charges] == [("distance", 400), ("toll", 100)]
    assert plane.place_stop(path.end, (), BANNED) is None
    stop = plane.place_stop(plane.put(FOOT, 1369, 500), (), BANNED)
    assert stop is not None
    assert (stop.reason, stop.source) == ("part", plane.parts[0])
    assert plane.place_stop(plane.put(FOOT, 1370, 500), (), BANNED) is None


@pytest.mark.clause("openfire.terrain.barrier")
def test_a_centre_pays_each_time_it_goes_inside_and_never_for_touching() -> None:
    plane = Plane(4800, 4800, [part("barrier", 1300, 200, 1400, 2000)])
    along = go(plane, (1300, 300), (1300, 900))
    corner = go(plane, (1200, 300), (1400, 100))
    stay = go(plane, (1200, 300), (1350, 300), (1380, 300), (1500, 300))
    rest = go(plane, (1350, 300), (1400, 300), (1350, 400))  # out to the edge, and in again
    assert [p.cost - sum(leg_cost(leg.sweep.leg) for leg in p.legs) for p in (along, corner)] == [
        0,
        0,
    ]
    assert sum(c.kind == "toll" for c in stay.charges) == 1
    assert sum(c.kind == "toll" for c in rest.charges) == 1


@pytest.mark.clause("openfire.terrain.climb-over", "openfire.terrain.overlaps")
def test_climbing_over_a_part_costs_its_levels_up_and_half_down() -> None:
    plane = Plane(4800, 4800, [part("climbable", 1100, 0, 1120, 2000, levels=3)])
    assert go(plane, (1000, 1000), (1200, 1000)).cost == 600
    both = Plane(4800, 4800, [*plane.parts, part("barrier", 1105, 0, 1125, 2000)])
    assert go(both, (1000, 1000), (1200, 1000)).cost == 700


@pytest.mark.clause("openfire.terrain.slow")
def test_the_slow_fraction_of_a_leg_counts_twice() -> None:
    plane = Plane(4800, 4800, [part("slow", 1200, 0, 1400, 4000)])
    assert go(plane, (1000, 1000), (1600, 1000)).cost == 800
    diagonal = Plane(4800, 4800, [part("slow", 1100, 0, 1200, 4000)])
    assert go(diagonal, (1000, 1000), (1300, 1300)).cost == 566
    rugged = replace(ON_FOOT, slowed_by=frozenset())
    assert go(plane, (1000, 1000), (1600, 1000), gait=rugged).cost == 600


@pytest.mark.clause("openfire.terrain.overlaps", "openfire.terrain.slow")
def test_overlapping_slow_parts_count_once_and_edges_do_not_count() -> None:
    parts = [part("slow", 1200, 0, 1400, 4000), part("slow", 1300, 500, 1500, 4000)]
    plane = Plane(4800, 4800, parts)
    assert go(plane, (1000, 1000), (1600, 1000)).cost == 900
    assert go(plane, (1200, 1000), (1200, 2000)).cost == 1000


HILL = Area("hill", 1, block(2000, 100, 3000, 1100), [3])  # its west side alone


@pytest.mark.clause("openfire.terrain.wall-edge", "openfire.terrain.ascend")
def test_a_level_is_entered_over_its_climbable_edge_alone() -> None:
    plane = Plane(4800, 4800, areas=[HILL])
    path = go(plane, (1800, 600), (2100, 600))
    assert (reason(path), path.cost, path.end.level) == (None, 400, 1)
    near = go(plane, (1800, 1070), (2100, 1070)).stop
    assert near is not None
    assert (near.reason, near.source, near.number) == ("edge", HILL, 2)
    assert reason(go(plane, (2500, 1300), (2500, 1000))) == "edge"
    assert go(plane, (1800, 1150), (2900, 1150)).stop is None  # brushing the wall


@pytest.mark.clause("openfire.terrain.climb-up", "openfire.terrain.climb-down")
@pytest.mark.parametrize(("level", "up", "down"), [(1, 100, 0), (2, 200, 100), (3, 300, 100)])
def test_climbing_costs_an_inch_a_level_up_and_an_inch_for_two_down(
    level: int, up: int, down: int
) -> None:
    area = Area("tower", level, block(2000, 100, 3000, 1100), range(4))
    plane = Plane(4800, 4800, areas=[area])
    assert go(plane, (1900, 600), (2200, 600)).cost == 300 + up
    assert go(plane, (2200, 600), (1900, 600)).cost == 300 + down
    assert go(plane, (1900, 600), (3100, 600)).cost == 1200 + up + down


@pytest.mark.clause("openfire.terrain.climb-crossing", "openfire.terrain.levels")
def test_a_climb_at_the_joint_of_two_legs_is_paid_once() -> None:
    tower = Area("tower", 2, block(2000, 100, 3000, 1100), range(4))
    plane = Plane(4800, 4800, areas=[tower])
    joint = go(plane, (1800, 600), (2000, 600), (2200, 600))
    assert [c for c in joint.charges if c.kind != "distance"] == [("up", 1, 200, None)]
    assert go(plane, (1800, 600), (2000, 600), (1800, 600)).cost == 400
    assert plane.level_at(2000, 600) == 2


@pytest.mark.clause("openfire.terrain.climb-down", "openfire.terrain.levels")
def test_two_single_drops_are_free_and_the_innermost_area_decides() -> None:
    low = Area("low", 1, block(1000, 100, 4000, 3000), range(4))
    high = Area("high", 2, block(2000, 1000, 3000, 2000), range(4))
    plane = Plane(4800, 4800, areas=[high, low])
    assert plane.level_at(2500, 1500) == 2
    assert go(plane, (2500, 1500), (500, 1500)).cost == 2000
    assert go(plane, (500, 1500), (2500, 1500)).cost == 2200
    pieces = level_pieces(plane, (500, 1500, 2500, 1500))
    assert pieces == (
        (Fraction(0), Fraction(1, 4), 0),
        (Fraction(1, 4), Fraction(3, 4), 1),
        (Fraction(3, 4), Fraction(1), 2),
    )


@pytest.mark.clause("openfire.terrain.climb-complete", "openfire.formation.legal-place")
def test_no_base_may_rest_across_a_level_edge() -> None:
    plane = Plane(4800, 4800, areas=[Area("hill", 1, block(2000, 100, 3000, 1100), range(4))])
    stop = plane.place_stop(plane.put(FOOT, 2049, 500), (), BANNED)
    assert stop is not None
    assert (stop.reason, stop.number) == ("edge", 3)
    assert plane.place_stop(plane.put(FOOT, 2050, 500), (), BANNED) is None
    assert plane.place_stop(plane.put(TANK, 2199, 500), (), BANNED) is not None
    assert plane.place_stop(plane.put(TANK, 2200, 500), (), BANNED) is None


@pytest.mark.clause("openfire.formation.legal-place")
def test_a_place_is_refused_off_the_table_and_on_another_base() -> None:
    there = Stand(FOOT, 1000, 1000)
    for x, y, expected in ((49, 500, "table"), (1099, 1000, "base"), (1100, 1000, None)):
        stop = OPEN.place_stop(OPEN.put(FOOT, x, y), (there,), BANNED)
        assert (stop.reason if stop else None) == expected


@pytest.mark.clause("openfire.special.flying", "openfire.special.flying-height")
def test_a_flyer_crosses_walls_and_levels_for_the_distance_alone() -> None:
    areas = [Area("mesa", 3, block(1300, 100, 3000, 2000))]
    plane = Plane(4800, 4800, [part("impassable", 1100, 0, 1200, 2000)], areas)
    assert reason(go(plane, (1000, 1000), (1500, 1000))) == "part"
    path = go(plane, (1000, 1000), (1500, 1000), gait=ON_WINGS)
    assert (path.stop, path.cost, path.end.level) == (None, 500, 3)
    assert reason(go(plane, (1000, 1000), (20, 1000), gait=ON_WINGS)) == "table"


@pytest.mark.clause("openfire.formation.follower-levels")
def test_surfaces_are_connected_by_climbable_edges_also_over_others() -> None:
    low = Area("low", 1, block(1000, 100, 4000, 3000), [0])
    high = Area("high", 2, block(2000, 1000, 3000, 2000), [1])
    cliff = Area("cliff", 1, block(100, 3500, 900, 4500))
    plane = Plane(4800, 4800, areas=[low, high, cliff])
    assert plane.surface_at(2500, 1500) == 1
    assert plane.surface_at(50, 50) == GROUND
    assert plane.connected(GROUND, 1)
    assert plane.connected(0, 1)
    assert not plane.connected(GROUND, 2)
    assert not plane.connected(1, 2)


@pytest.mark.clause("openfire.vehicle.steps")
def test_a_run_ends_at_the_rounded_point_and_costs_its_own_length() -> None:
    for facing, length, centre in ((30, 500, (1433, 1250)), (45, 300, (1212, 1212))):
        path = drive(OPEN, Stand(TANK, 1000, 1000, facing), [Go(length)], ON_TRACKS)
        assert ((path.end.x, path.end.y), path.cost) == (centre, length)
    back = drive(OPEN, Stand(TANK, 1000, 1000, 30), [Go(-500)], ON_TRACKS)
    assert ((back.end.x, back.end.y), back.cost, back.end.facing) == ((567, 750), 500, 30)


@pytest.mark.clause("openfire.vehicle.manoeuvre", "openfire.vehicle.extra-manoeuvre")
def test_turns_are_counted_and_runs_are_charged() -> None:
    steps: list[Turn | Go] = [Turn(45), Go(400), Turn(-45), Go(400)]
    path = drive(OPEN, Stand(TANK, 1000, 1000, 350), steps, ON_TRACKS)
    assert (path.cost, path.turns, path.end.facing, path.stop) == (800, 2, 350, None)
    assert [leg.end.facing for leg in path.legs] == [35, 35, 350, 350]


@pytest.mark.clause("openfire.vehicle.manoeuvre")
def test_only_the_footprint_after_a_turn_is_tested() -> None:
    post = part("impassable", 1174, 1112, 1184, 1122)
    plane = Plane(4800, 4800, [post])
    start = Stand(TANK, 1000, 1000)
    assert drive(plane, start, [Turn(45)], ON_TRACKS).stop is None
    stop = drive(plane, start, [Turn(10)], ON_TRACKS).stop
    assert stop is not None
    assert (stop.reason, stop.leg, stop.source) == ("part", 0, post)


@pytest.mark.clause("openfire.vehicle.sweep", "openfire.vehicle.no-climb")
@pytest.mark.parametrize("keyword", ["impassable", "climbable"])
def test_a_swept_footprint_may_brush_parts_but_not_overlap_them(keyword: str) -> None:
    for south, expected in ((1100, None), (1099, "part")):
        plane = Plane(4800, 4800, [part(keyword, 1500, south, 1510, 1500, levels=1)])
        assert reason(drive(plane, Stand(TANK, 1000, 1000), [Go(1000)], ON_TRACKS)) == expected


@pytest.mark.clause("openfire.vehicle.sweep")
def test_a_swept_footprint_stops_at_bases_level_edges_and_the_table() -> None:
    start = Stand(TANK, 1000, 1000)
    for y, expected in ((1150, None), (1149, "base")):
        enemy = Stand(FOOT, 1600, y)
        assert reason(drive(OPEN, start, [Go(1000)], ON_TRACKS, [enemy])) == expected
    for x, expected in ((1800, None), (1799, "base")):
        enemy = Stand(TANK, x, 1150)
        assert reason(drive(OPEN, start, [Go(400)], ON_TRACKS, [enemy])) == expected
    hill = Plane(4800, 4800, areas=[Area("hill", 1, block(1700, 100, 3000, 2000), range(4))])
    assert drive(hill, start, [Go(500)], ON_TRACKS).stop is None
    assert reason(drive(hill, start, [Go(501)], ON_TRACKS)) == "edge"
    assert reason(drive(OPEN, start, [Go(-801)], ON_TRACKS)) == "table"
    gone = drive(OPEN, start, [Go(-801)], replace(ON_WINGS, leaves_table=True))
    assert gone.stop is None
    assert not OPEN.holds(gone.end.box)


@pytest.mark.clause("openfire.vehicle.barrier", "openfire.vehicle.steps")
def test_a_vehicle_pays_for_barriers_and_slow_ground_under_its_centre() -> None:
    parts = [part("barrier", 1300, 0, 1320, 2000), part("slow", 1400, 0, 1500, 2000)]
    plane = Plane(4800, 4800, parts)
    assert drive(plane, Stand(TANK, 1000, 1000), [Go(1000)], ON_TRACKS).cost == 1200


@pytest.mark.clause("openfire.assault.leave-passing", "openfire.assault.leave-trigger")
def test_a_path_comes_within_reach_at_its_nearest_point() -> None:
    path = go(OPEN, (1000, 1000), (2000, 1000))
    assert comes_within(OPEN, path, Stand(FOOT, 1500, 1200), 100)
    assert not comes_within(OPEN, path, Stand(FOOT, 1500, 1201), 100)
    run = drive(OPEN, Stand(TANK, 1000, 1000), [Go(1000)], ON_TRACKS)
    assert comes_within(OPEN, run, Stand(FOOT, 1500, 1250), 100)
    assert not comes_within(OPEN, run, Stand(FOOT, 1500, 1251), 100)


@pytest.mark.clause("openfire.assault.leave-trigger", "openfire.special.flying-assault")
def test_along_a_path_the_height_is_that_of_the_ground_below() -> None:
    plane = Plane(4800, 4800, areas=[Area("mesa", 1, block(1400, 100, 1700, 2000))])
    path = go(plane, (1000, 1000), (1500, 1000), gait=ON_WINGS)
    # From the last of the low ground, x = 1400, the gap is the root of 100² + 170² less both radii.
    low = Stand(FOOT, 1500, 1170)
    assert comes_within(plane, path, low, 98)
    assert not comes_within(plane, path, low, 97)
    assert comes_within(plane, path, Stand(FOOT, 1500, 1170, 0, 1), 70)


@pytest.mark.clause("openfire.geometry.level-inch")
def test_a_height_above_the_reach_is_never_within_it() -> None:
    plane = Plane(4800, 4800, areas=[Area("mesa", 1, block(1400, 100, 1700, 2000))])
    path = go(plane, (1550, 1000), (1550, 1500), gait=ON_WINGS)
    assert not comes_within(plane, path, Stand(FOOT, 1350, 1200), 149)
    assert comes_within(plane, path, Stand(FOOT, 1450, 1200), 150)
