"""Two-dot vehicles and fliers over dots."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlemat.boards.dots import Board, Feature, Mark, Plan, Vehicle, each
from battlemat.boards.dots.fly import outlets
from boards.test_dots_oracle import field, plans, units

E, SE, SW, W, NW, NE = range(6)


def bike(board: Board, front: str, heading: int) -> Vehicle:
    return Vehicle(board.place(front) % board.size, heading)


def dots_of(board: Board, vehicle: Vehicle) -> list[tuple[int, int]]:
    """Front and rear."""
    return [board.axial(vehicle.front), board.axial(board.roads.rear(vehicle))]


@pytest.mark.clause("skirmishers.vehicle.two-dots")
def test_a_vehicle_holds_its_front_dot_and_the_dot_behind() -> None:
    board = field()
    scout = bike(board, "(5,1)", E)
    assert dots_of(board, scout) == [(5, 1), (4, 1)]
    assert board.roads.footprint(scout) == units(board, "(5,1)", "(4,1)")


@pytest.mark.clause("skirmishers.vehicle.turn-pivot", "skirmishers.vehicle.turn-cost")
@pytest.mark.parametrize(
    ("sixths", "heading", "rear"),
    [(1, SE, (5, 0)), (2, SW, (6, 0)), (3, W, (6, 1)), (-1, NE, (4, 2))],
)
def test_in_a_turn_the_front_stays_and_the_rear_swings(
    sixths: int, heading: int, rear: tuple[int, int]
) -> None:
    board = field()
    turned = board.roads.turn(bike(board, "(5,1)", E), sixths)
    assert turned is not None
    assert turned.heading == heading
    assert dots_of(board, turned) == [(5, 1), rear]


@pytest.mark.clause("skirmishers.vehicle.turn-pivot")
def test_a_turn_needs_a_free_dot_and_an_open_link_for_the_rear() -> None:
    scout = bike(field(), "(5,1)", E)
    assert field().roads.turn(scout, 1, units(field(), "(5,0)")) is None
    assert field().roads.turn(scout, 1, units(field(), "(5,1)", "(4,1)")) is not None
    assert field(links={"(5,0)-(5,1)": Feature.LOW_WALL}).roads.turn(scout, 1) is None
    assert field(marks={"(5,0)": Mark.TREE}).roads.turn(scout, 1) is None
    edge = field()
    assert edge.roads.turn(bike(edge, "(5,0)", E), 1) is None


@pytest.mark.clause("skirmishers.vehicle.segment", "skirmishers.vehicle.barred")
def test_a_vehicle_drives_on_with_its_rear_following() -> None:
    board = field(links={"(6,1)-(7,1)": Feature.VEGETATION}, marks={"(7,1)": Mark.SWAMP})
    ahead: Vehicle | None = bike(board, "(5,1)", E)
    for front in ((6, 1), (7, 1)):
        assert ahead is not None
        ahead = board.roads.forward(ahead)
        assert ahead is not None
        assert dots_of(board, ahead) == [front, (front[0] - 1, 1)]


@pytest.mark.clause("skirmishers.vehicle.barred", "skirmishers.vehicle.crash")
@pytest.mark.parametrize(
    "board",
    [
        field(links={"(5,1)-(6,1)": Feature.HIGH_WALL}),
        field(links={"(5,1)-(6,1)": Feature.LOW_WALL}),
        field(links={"(5,1)-(6,1)": Feature.FURNITURE}),
        field(links={"(5,1)-(6,1)": Feature.WINDOW}),
        field(marks={"(6,1)": Mark.TREE}),
        field(marks={"(6,1)": Mark.TRENCH}),
        field(marks={"(6,1)": Mark.DEEP}),
        field(buildings={"A": (1, "(6,1)")}, links={"(5,1)-(6,1)": Feature.DOOR}),
        field(heights={"(6,1)": 2}),
        field(width=6),
    ],
)
def test_what_a_vehicle_cannot_enter_bars_it(board: Board) -> None:
    assert board.roads.forward(bike(board, "(5,1)", E)) is None


@pytest.mark.clause("skirmishers.vehicle.barred")
def test_one_contour_line_per_dot_and_soft_or_open_things_can_be_driven_over() -> None:
    for board in (
        field(heights={"(6,1)": 1}),
        field(links={"(5,1)-(6,1)": Feature.DOOR}),
        field(marks={"(6,1)": Mark.SHALLOW}),
        field(marks={"(6,1)": Mark.WIRE}),
    ):
        assert board.roads.forward(bike(board, "(5,1)", E)) is not None
    board = field()
    assert board.roads.forward(bike(board, "(5,1)", E), units(board, "(6,1)")) is None


@pytest.mark.clause("skirmishers.vehicle.skid", "skirmishers.vehicle.wipe-turn")
def test_a_skid_shifts_both_dots_along_the_old_direction() -> None:
    board = field(width=14)
    scout = bike(board, "(5,1)", E)
    laid = board.roads.swung(scout, 1)
    assert dots_of(board, laid) == [(5, 1), (5, 0)]
    cruise, full = board.roads.skid(laid, E, 3), board.roads.skid(laid, E, 6)
    assert dots_of(board, cruise.vehicle) == [(8, 1), (8, 0)]
    assert dots_of(board, full.vehicle) == [(11, 1), (11, 0)]
    assert (cruise.stopped, cruise.dots, cruise.vehicle.heading) == ("", 3, SE)


@pytest.mark.clause("skirmishers.vehicle.skid-hit", "skirmishers.map.edge")
def test_either_dot_may_be_the_one_that_hits() -> None:
    board = field(marks={"(8,0)": Mark.TREE})
    laid = board.roads.swung(bike(board, "(5,1)", E), 1)
    skid = board.roads.skid(laid, E, 6)
    assert (skid.stopped, skid.dots, skid.struck) == ("obstacle", 2, 0)
    assert dots_of(board, skid.vehicle) == [(7, 1), (7, 0)]
    victim = units(board, "(6,0)")
    struck = board.roads.skid(laid, E, 6, victim | board.roads.footprint(laid))
    assert (struck.stopped, struck.dots, struck.struck) == ("unit", 0, victim)
    off = field(width=7)
    assert off.roads.skid(off.roads.swung(bike(off, "(5,1)", E), 1), E, 6)[1:] == (1, "edge", 0)
    first = off.roads.skid(bike(off, "(1,0)", W), W, 6)
    assert (dots_of(off, first.vehicle)[0], first.stopped) == ((0, 0), "edge")


@pytest.mark.clause("skirmishers.vehicle.wipe-turn")
def test_a_failed_turn_is_made_by_the_next_smaller_one_that_there_is_room_for() -> None:
    board = field()
    scout = bike(board, "(5,1)", E)
    assert [board.roads.fallen(scout, sixths).heading for sixths in (3, 2, 1, -1, -2, -3)] == [
        *(SW, SE, E, E, NE, NW),
    ]
    man = units(board, "(6,0)")
    assert board.roads.fallen(scout, 3, man).heading == SE
    assert board.roads.fallen(scout, 3, man | units(board, "(5,0)")) == scout
    assert board.roads.fallen(bike(board, "(5,0)", E), 3) == bike(board, "(5,0)", E)


@pytest.mark.clause("skirmishers.vehicle.skid-hit", "skirmishers.vehicle.barred")
def test_a_wall_that_would_part_front_and_rear_stops_a_skid() -> None:
    board = field(links={"(7,0)-(7,1)": Feature.HIGH_WALL})
    laid = board.roads.swung(bike(board, "(5,1)", E), 1)
    skid = board.roads.skid(laid, E, 6)
    assert (skid.stopped, skid.dots, skid.struck) == ("obstacle", 1, 0)


@pytest.mark.clause("skirmishers.vehicle.wipe-turn", "skirmishers.vehicle.skid")
@settings(max_examples=60, deadline=None)
@given(plans(), st.data())
def test_on_odd_maps_a_failed_turn_ends_where_a_vehicle_can_stand(
    plan: Plan, data: st.DataObject
) -> None:
    board = Board.build(plan)
    roads = board.roads
    others = sum(1 << place for place in data.draw(st.sets(st.integers(0, board.size - 1))))
    for front in range(board.size):
        for heading in range(6):
            at = Vehicle(front, heading)
            if not roads.can_stand(at, others):
                continue
            for sixths in (-3, -2, -1, 1, 2, 3):
                laid = roads.fallen(at, sixths, others)
                assert roads.can_stand(laid, others)
                for dots in (0, 3, 6):
                    assert roads.can_stand(roads.skid(laid, heading, dots, others).vehicle, others)


# ------------------------------------------------------------------------------------------ flights


@pytest.mark.clause("skirmishers.jet.distance")
def test_a_flight_covers_six_dots_at_least_and_may_bend() -> None:
    board = field(width=20, height=9)
    start = board.place("(2,4)")
    flight = board.flight(start, shortest=6, longest=16, dots_a_level=3)
    assert flight.landings >> board.place("(3,4)") & 1
    assert len(flight.path(board.place("(3,4)"))) in (6, 7)
    near = board.flight(start, shortest=6, longest=6, dots_a_level=3)
    assert near.landings >> board.place("(8,4)") & 1
    assert not near.landings >> board.place("(9,4)") & 1


@pytest.mark.clause("skirmishers.jet.climb", "skirmishers.jet.overfly")
def test_three_dots_flown_buy_one_level() -> None:
    board = field(width=20, buildings={"A": (2, "(6,0)"), "B": (3, "(8,0)"), "C": (4, "(14,0)")})
    start = board.place("(0,0)")

    def lands(roof: str, dots: int) -> bool:
        flight = board.flight(start, shortest=6, longest=dots, dots_a_level=3)
        return bool(flight.landings >> board.place(roof) & 1)

    assert lands("(6,0)@2", 6)
    assert not lands("(8,0)@3", 8)
    assert lands("(8,0)@3", 9)
    assert not lands("(14,0)@4", 14)  # straight on, the roof of B is still too high
    assert lands("(14,0)@4", 15)


@pytest.mark.clause("skirmishers.jet.overfly")
def test_a_flight_passes_over_trees_and_walls_but_not_through_what_is_still_too_high() -> None:
    board = field(
        width=9,
        height=1,
        marks={"(1,0)": Mark.TREE},
        links={"(4,0)-(5,0)": Feature.HIGH_WALL},
        buildings={"A": (1, "(3,0)")},
    )
    flight = board.flight(board.place("(0,0)"), shortest=6, longest=6, dots_a_level=3)
    assert flight.landings >> board.place("(6,0)") & 1
    assert flight.fault((1, 2, 3, 4, 5, 6)) is None
    early = board.flight(board.place("(1,0)"), shortest=6, longest=6, dots_a_level=3)
    assert not early.landings >> board.place("(7,0)") & 1
    assert early.fault((2, 3, 4, 5, 6, 7)) == "height"
    assert early.fault((2, 4, 5, 6, 7, 8)) == "gap"


@pytest.mark.clause("skirmishers.jet.outdoors")
def test_from_indoors_a_flight_starts_through_a_door_or_window() -> None:
    board = field(
        width=12,
        height=3,
        buildings={"A": (2, "(1,1) (2,1)")},
        links={"(2,1)-(3,1)@1": Feature.WINDOW},
    )
    inside = board.place("(2,1)@1")
    assert outlets(board.terrain, inside) == units(board, "(3,1)")
    flight = board.flight(inside, shortest=6, longest=6, dots_a_level=3)
    assert flight.path(board.place("(8,1)"))[0] == board.place("(3,1)")
    assert not flight.is_shut_in
    assert flight.fault((board.place("(2,0)"),)) == "wall"
    assert flight.fault((board.place("(3,1)"),)) is None
    deep = board.flight(board.place("(1,1)@1"), shortest=6, longest=6, dots_a_level=3)
    assert (deep.landings, deep.is_shut_in) == (0, True)
    assert not flight.landings & board.marked[Mark.TREE]


@pytest.mark.clause(
    "skirmishers.jet.outdoors", "skirmishers.jet.distance", "skirmishers.jet.overfly"
)
@settings(max_examples=40, deadline=None)
@given(plans(), st.data())
def test_on_odd_maps_every_landing_has_a_flight_that_may_be_flown(
    plan: Plan, data: st.DataObject
) -> None:
    board = Board.build(plan)
    start = data.draw(st.sampled_from(each(board.surfaces)))
    flight = board.flight(start, shortest=2, longest=4, dots_a_level=2)
    danger = data.draw(st.integers(0, board.all_dots))
    level = board.level(start)
    for place in each(flight.landings):
        way = flight.path(place, danger)
        assert flight.fault(way) is None
        assert 2 <= len(way) <= 4
        assert board.top(way[-1]) == place
        assert board.is_outdoors(place)
        assert abs(board.level(place) - level) <= len(way) // 2
        for n, dot in enumerate(way, 1):
            assert board.levels[dot].stop - 1 <= level + n // 2


def test_no_flight_lands_where_none_reaches() -> None:
    board = field()
    flight = board.flight(board.place("a1"), shortest=2, longest=2, dots_a_level=3)
    with pytest.raises(ValueError, match="no flight lands on f1"):
        flight.path(board.place("f1"))
    assert flight.fault((5,)) == "gap"
