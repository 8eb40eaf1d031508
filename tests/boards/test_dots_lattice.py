"""The lattice of dots: coordinates, names, distance, rings and firing arcs."""

import math
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from battlemat.boards.dots import DIRECTIONS, Board, MapError, Plan, each
from battlemat.boards.dots.lattice import axial, in_arc, line

BOARD = Board.build(Plan(9, 8))
dots = st.integers(0, BOARD.size - 1)


@pytest.mark.clause("skirmishers.map.coordinates")
def test_printed_columns_become_axial_coordinates() -> None:
    assert axial(3, 4) == (1, 4)
    assert axial(0, 3) == (-1, 3)
    assert BOARD.axial(BOARD.place("d5")) == (1, 4)


@pytest.mark.clause("skirmishers.map.directions")
def test_the_six_directions_run_clockwise_from_east() -> None:
    centre = BOARD.place("(2,3)")
    around = [BOARD.axial(dot) for dot in BOARD.neighbours[centre]]
    assert around == [(3, 3), (2, 4), (1, 4), (1, 3), (2, 2), (3, 2)]


@pytest.mark.clause("skirmishers.map.lattice", "skirmishers.map.adjacent")
def test_an_inner_dot_has_six_neighbours_and_they_have_it() -> None:
    assert sorted(near >= 0 for near in BOARD.neighbours[BOARD.place("e4")]) == [True] * 6
    for dot in range(BOARD.size):
        for direction, near in enumerate(BOARD.neighbours[dot]):
            if near >= 0:
                assert BOARD.neighbours[near][(direction + 3) % 6] == dot
                assert BOARD.distance(dot, near) == 1


@pytest.mark.clause("skirmishers.map.edge")
def test_beyond_the_edge_there_are_no_dots() -> None:
    assert BOARD.neighbours[BOARD.place("a1")] == (
        BOARD.place("b1"),
        BOARD.place("a2"),
        -1,
        -1,
        -1,
        -1,
    )


@pytest.mark.clause("skirmishers.map.distance", "skirmishers.fire.range")
@pytest.mark.parametrize(
    ("a", "b", "steps"), [("(0,2)", "(3,1)", 3), ("(0,0)", "(2,2)", 4), ("(4,0)", "(1,5)", 5)]
)
def test_distance_is_counted_in_steps(a: str, b: str, steps: int) -> None:
    assert BOARD.distance(BOARD.place(a), BOARD.place(b)) == steps


@pytest.mark.clause("skirmishers.map.distance", "skirmishers.map.adjacent")
@given(dots)
def test_rings_hold_the_dots_of_their_distance(dot: int) -> None:
    for distance in range(12):
        ring = [other for other in range(BOARD.size) if BOARD.distance(dot, other) == distance]
        assert each(BOARD.ring(dot, distance)) == ring
    assert BOARD.disc(dot, 20) == BOARD.all_dots


@pytest.mark.clause("skirmishers.map.reading-order")
def test_counting_up_is_reading_order() -> None:
    seen = [BOARD.axial(dot) for dot in range(BOARD.size)]
    assert seen == sorted(seen, key=lambda dot: (dot[1], dot[0]))


@given(st.integers(1, 60), st.integers(1, 12), st.data())
def test_names_read_back(width: int, height: int, data: st.DataObject) -> None:
    board = Board.build(Plan(width, height))
    dot = data.draw(st.integers(0, board.size - 1))
    assert board.place(board.name(dot)) == dot
    q, r = board.axial(dot)
    assert board.place(f"({q},{r})") == dot


def test_columns_after_z_have_two_letters() -> None:
    board = Board.build(Plan(54, 1))
    assert [board.name(column) for column in (0, 25, 26, 51, 52)] == [
        "a1",
        "z1",
        "aa1",
        "az1",
        "ba1",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("4c", "'4c' is no dot: write column and row such as c4, with its level such as c4@1"),
        ("C4", "'C4' is no dot: write column and row such as c4, with its level such as c4@1"),
        ("a9", "'a9' is off the map: its dots are a1 to i8"),
        ("(9,0)", "'(9,0)' is off the map: its dots are a1 to i8"),
        ("a1@1", "'a1@1' is in the air: that dot offers level 0"),
        ("a1@t", "'a1@t' is in the air: that dot offers level 0"),
    ],
)
def test_a_wrong_name_is_told_what_is_right(text: str, message: str) -> None:
    with pytest.raises(MapError) as caught:
        BOARD.place(text)
    assert str(caught.value) == message


# ------------------------------------------------------------------------------------------ lines


@pytest.mark.clause("skirmishers.los.path")
@given(st.integers(-30, 30), st.integers(-30, 30))
def test_a_line_is_a_chain_of_adjacent_dots_and_runs_back_on_the_other_side(q: int, r: int) -> None:
    if (q, r) == (0, 0):
        return
    ways = line(q, r)
    for way in ways:
        steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(way)]
        assert all(step in DIRECTIONS for step in steps)
        assert len(steps) == max(abs(q), abs(r), abs(q + r))
    back = [tuple((dq + q, dr + r) for dq, dr in reversed(way)) for way in line(-q, -r)]
    assert list(ways) == back[::-1]


# ------------------------------------------------------------------------------------------ arcs


@pytest.mark.clause(
    "skirmishers.arc.boundary", "skirmishers.arc.test-even", "skirmishers.arc.test-odd"
)
@pytest.mark.parametrize(
    ("degrees", "heading", "inside", "outside"),
    [
        (60, 0, [(1, 1), (2, -1)], []),
        (60, 1, [(1, 0), (0, 1)], [(1, -1), (-1, 1)]),
        (30, 0, [(1, 0), (3, 1)], [(2, 1)]),
        (150, 0, [(0, 1), (1, -1)], [(-1, 2)]),
        (30, 1, [(1, 1), (2, 1)], [(1, 0), (0, 1)]),
        (150, 1, [(2, -1), (-1, 2)], [(1, -1)]),
    ],
)
def test_the_arcs_of_the_cases(
    degrees: int, heading: int, inside: list[tuple[int, int]], outside: list[tuple[int, int]]
) -> None:
    assert all(in_arc(*dot, heading, degrees) for dot in inside)
    assert not any(in_arc(*dot, heading, degrees) for dot in outside)


@pytest.mark.clause("skirmishers.arc.headings", "skirmishers.arc.rotate", "skirmishers.arc.vertex")
@given(
    st.integers(-40, 40), st.integers(-40, 40), st.integers(0, 11), st.sampled_from((30, 60, 150))
)
@example(0, 0, 1, 60)
@example(0, 0, 1, 150)
def test_an_arc_holds_the_bearings_within_half_its_width(
    q: int, r: int, heading: int, degrees: int
) -> None:
    if (q, r) == (0, 0):
        assert not in_arc(q, r, heading, degrees)
        return
    bearing = math.degrees(math.atan2(r * math.sqrt(3) / 2, q + r / 2))
    off = abs((bearing - 30 * heading + 180) % 360 - 180)
    # bearings on an edge are inside, and no other bearing of a dot comes this near to one
    assert in_arc(q, r, heading, degrees) == (off <= degrees / 2 + 1e-7)


@pytest.mark.clause("skirmishers.arc.headings", "skirmishers.arc.length", "skirmishers.arc.levels")
@given(dots, st.integers(0, 11), st.sampled_from((30, 60, 150)))
def test_an_arc_on_a_board_is_every_dot_that_passes_the_test(
    dot: int, heading: int, degrees: int
) -> None:
    q, r = BOARD.axial(dot)
    inside = [
        other
        for other in range(BOARD.size)
        if in_arc(BOARD.axial(other)[0] - q, BOARD.axial(other)[1] - r, heading, degrees)
    ]
    assert each(BOARD.arc(dot, heading, degrees)) == inside
    assert BOARD.arc(BOARD.at(dot, BOARD.sky), heading, degrees) == BOARD.arc(dot, heading, degrees)


@pytest.mark.clause("skirmishers.arc.table")
@pytest.mark.parametrize("heading", [0, 1])
def test_there_is_no_arc_of_any_other_width(heading: int) -> None:
    with pytest.raises(ValueError, match="no arc of 90 degrees"):
        BOARD.arc(20, heading, 90)
