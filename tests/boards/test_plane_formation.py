"""Formation on the free table, with the numbers of the rulings."""

from itertools import islice

import pytest

from battlemat.boards.plane import (
    Area,
    Base,
    Formation,
    Part,
    Plane,
    Stand,
    formation_fault,
    lattice,
)
from boards.plane_shortcuts import propose

FOOT = Base.round(50, 120)
CLOSE = Formation(400, 100, frozenset({"impassable", "barrier", "climbable"}))
OPEN = Plane(4800, 4800)
LEADER = Stand(FOOT, 1000, 1000)


@pytest.mark.clause("openfire.formation.range", "openfire.special.skirmishers")
def test_members_stay_within_reach_of_their_leader() -> None:
    assert formation_fault(OPEN, LEADER, Stand(FOOT, 1500, 1000), CLOSE) is None
    assert formation_fault(OPEN, LEADER, Stand(FOOT, 1501, 1000), CLOSE) == "far"
    loose = CLOSE._replace(reach=800)
    assert formation_fault(OPEN, LEADER, Stand(FOOT, 1501, 1000), loose) is None


@pytest.mark.clause("openfire.formation.height")
def test_each_level_between_takes_an_inch_of_the_reach() -> None:
    assert CLOSE.reaches(LEADER, Stand(FOOT, 1400, 1000, 0, 1))
    assert not CLOSE.reaches(LEADER, Stand(FOOT, 1400, 1000, 0, 2))
    assert not CLOSE.reaches(LEADER, Stand(FOOT, 1001, 1000, 0, 5))


@pytest.mark.clause("openfire.formation.sight")
def test_a_leader_must_see_some_part_of_each_member() -> None:
    corners = ((1200, 500), (1220, 500), (1220, 1500), (1200, 1500))
    member = Stand(FOOT, 1300, 1000)
    for height, expected in ((300, "unseen"), (60, None)):
        wall = Part("wall", "impassable", corners, height=height, sight="solid")
        assert formation_fault(Plane(4800, 4800, [wall]), LEADER, member, CLOSE) == expected


def test_lattice_points_come_nearest_first_then_south_then_west() -> None:
    assert list(islice(lattice((100, 100), (100, 100), 25, 50), 6)) == [
        (100, 100),
        (100, 75),
        (75, 100),
        (125, 100),
        (100, 125),
        (75, 75),
    ]


@pytest.mark.parametrize("wanted", [(1000, 1000), (1013, 911), (3000, 200)])
def test_the_lattice_is_whole_and_sorted_however_far_the_wanted_point(
    wanted: tuple[int, int],
) -> None:
    points = list(lattice((1000, 1000), wanted, 25, 300))
    order = [((x - wanted[0]) ** 2 + (y - wanted[1]) ** 2, y, x) for x, y in points]
    assert order == sorted(order)
    assert set(points) == {
        (1000 + 25 * i, 1000 + 25 * j) for i in range(-12, 13) for j in range(-12, 13)
    }


@pytest.mark.clause("openfire.formation.proposal")
def test_a_follower_goes_along_with_its_leader_or_to_the_nearest_free_point() -> None:
    leader = Stand(FOOT, 1600, 1000, 90)
    free = propose(OPEN, leader, [(FOOT, (1600, 1150))], [], CLOSE)
    assert free == [Stand(FOOT, 1600, 1150, 90)]
    enemy = Stand(FOOT, 1600, 1150)
    assert propose(OPEN, leader, [(FOOT, (1600, 1150))], [enemy], CLOSE) == [
        Stand(FOOT, 1500, 1150, 90)
    ]


@pytest.mark.clause("openfire.formation.proposal")
def test_followers_make_room_for_each_other_in_turn() -> None:
    places = propose(OPEN, LEADER, [(FOOT, None), (FOOT, None)], [], CLOSE)
    assert places == [Stand(FOOT, 1000, 900), Stand(FOOT, 900, 1000)]


@pytest.mark.clause("openfire.formation.cannot-place", "openfire.formation.legal-place")
def test_a_follower_without_room_gets_no_place() -> None:
    cell = Plane(230, 130)
    leader = Stand(FOOT, 60, 60)
    assert propose(cell, leader, [(FOOT, None)] * 2, [], CLOSE) == [Stand(FOOT, 160, 60), None]


@pytest.mark.clause("openfire.formation.proposal", "openfire.transport.wreck-search")
def test_the_caller_may_turn_places_down() -> None:
    east = propose(OPEN, LEADER, [(FOOT, None)], [], CLOSE, allowed=lambda s: s.x > 1000)
    assert east == [Stand(FOOT, 1100, 1000)]


@pytest.mark.clause("openfire.formation.legal-place")
def test_followers_are_not_put_across_a_level_edge() -> None:
    hill = Area("hill", 1, ((1110, 500), (2000, 500), (2000, 1500), (1110, 1500)), range(4))
    plane = Plane(4800, 4800, areas=[hill])
    (place,) = propose(plane, LEADER, [(FOOT, (1120, 1000))], [], CLOSE)
    # The foot of the hill is too near: up on it is nearer to the wanted point than back from it.
    assert place == Stand(FOOT, 1175, 1000, 0, 1)


@pytest.mark.clause("openfire.formation.height", "openfire.formation.proposal")
def test_a_follower_is_not_put_so_far_below_its_leader_that_the_height_takes_its_reach() -> None:
    tower = Area("tower", 3, ((1100, 900), (1300, 900), (1300, 1100), (1100, 1100)), range(4))
    plane = Plane(4800, 4800, areas=[tower])
    leader = Stand(FOOT, 1200, 1000, 0, 3)
    for wanted in ((1200, 780), (1200, 1220)):  # 70 below the edge, 120 from the leader's base
        (place,) = propose(plane, leader, [(FOOT, wanted)], [], CLOSE)
        assert place is None or place.level == 3 or CLOSE.reaches(leader, place)
    (below,) = propose(plane, leader, [(FOOT, (1200, 780))], [], CLOSE)
    assert below is None
