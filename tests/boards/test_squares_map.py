"""Squares, names, distances and who is Adjacent to whom."""

from __future__ import annotations

import copy
import pickle

import pytest

from battlemat.boards.squares import Board, MapError, distance, distance_with_height
from boards.squares_boards import board, mask


def adjacent(ground: Board, a: tuple[int, int], b: tuple[int, int], doors_open: int = 0) -> bool:
    terrain = ground.terrain(doors_open)
    one, two = ground.at(*a), ground.at(*b)
    both = bool(terrain.adjacent[one] >> two & 1), bool(terrain.adjacent[two] >> one & 1)
    assert both[0] == both[1]
    return both[0]


@pytest.mark.clause("skirm1.map.coordinates", "skirm2.map.coordinates", "skirm3.map.coordinates")
def test_x_grows_to_the_east_and_y_to_the_south() -> None:
    ground = board(12, 10)
    assert ground.at(2, 3) == 3 * 12 + 2
    assert ground.xy(38) == (2, 3)
    assert ground.name(38) == "c4"
    assert ground.square("c4") == ground.square(" (2, 3) ") == ground.square("C4") == 38
    assert ground.name(0) == "a1"
    assert ground.name(119) == "l10"


def test_columns_after_z_have_two_letters() -> None:
    ground = board(30, 2)
    assert [ground.name(n) for n in (25, 26, 29)] == ["z1", "aa1", "ad1"]
    assert all(ground.square(ground.name(n)) == n for n in range(ground.size))


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("m1", "'m1' is not on the map, which runs from a1 to l12"),
        ("a13", "'a13' is not on the map, which runs from a1 to l12"),
        ("(12,0)", "'(12,0)' is not on the map, which runs from a1 to l12"),
        ("4c", "'4c' is not a square; write c4 or (2,3)"),
        ("a0", "'a0' is not a square; write c4 or (2,3)"),
        ("", "'' is not a square; write c4 or (2,3)"),
    ],
)
@pytest.mark.clause("skirm1.map.edge", "skirm2.map.edge", "skirm3.map.edge")
def test_a_wrong_name_is_refused_with_what_would_do(name: str, reason: str) -> None:
    with pytest.raises(MapError) as refused:
        board().square(name)
    assert str(refused.value) == reason


def test_coordinates_beyond_the_edge_are_refused() -> None:
    with pytest.raises(MapError, match=r"\(-1,0\) is not on the map of 12 by 12 squares"):
        board().at(-1, 0)


@pytest.mark.clause("skirm1.map.grid", "skirm2.map.grid", "skirm3.map.grid")
@pytest.mark.clause("skirm1.map.size", "skirm2.map.size", "skirm3.map.size")
def test_a_board_may_have_any_size() -> None:
    for width, height in ((12, 12), (16, 16), (1, 7), (9, 1), (24, 18)):
        ground = Board.build(width, height)
        assert (ground.width, ground.height, ground.size) == (width, height, width * height)
        assert ground.all_squares.bit_count() == width * height
        assert distance(ground, 0, ground.size - 1) == max(width, height) - 1


# ------------------------------------------------------------------ values


def test_boards_with_the_same_facts_are_one_value() -> None:
    one = board(4, 3, levels={(1, 1): 2}, walls={((0, 0), (1, 0)): 1}, doors=[((2, 0), (3, 0))])
    two = Board.build(4, 3, levels=[0] * 5 + [2] + [0] * 6, walls={(1, 0): 1}, doors=[(3, 2)])
    other = Board.build(4, 3, levels={5: 2}, walls={(0, 1): 2}, doors=[(2, 3)])
    assert one == two
    assert hash(one) == hash(two)
    assert one != other
    assert len({one, two, other}) == 2


def test_a_board_travels_to_another_process_and_back() -> None:
    ground = board(4, 3, levels={(1, 1): 2}, doors=[((2, 0), (3, 0))])
    assert pickle.loads(pickle.dumps(ground)) == ground
    terrain = pickle.loads(pickle.dumps(ground.terrain(1)))
    assert Board(terrain.plan) == ground
    assert terrain.doors_open == 1
    assert copy.deepcopy(ground) is copy.copy(ground) is ground


def test_a_board_is_shown_as_what_makes_it() -> None:
    ground = board(2, 2, walls={((0, 0), (1, 0)): 1})
    assert eval(repr(ground)) == ground


def test_a_terrain_is_made_once_for_each_state_of_the_doors() -> None:
    ground = board(3, 1, doors=[((0, 0), (1, 0)), ((1, 0), (2, 0))])
    assert ground.doors == ((0, 1), (1, 2))
    assert ground.terrain(2) is ground.terrain(2)
    assert ground.terrain(2) is not ground.terrain(1)
    with pytest.raises(MapError, match="no such state of 2 doors: 4"):
        ground.terrain(4)


@pytest.mark.clause("skirm1.map.walls", "skirm2.map.walls", "skirm3.map.walls")
@pytest.mark.clause("skirm1.map.levels", "skirm2.map.levels", "skirm3.map.levels")
def test_a_board_that_cannot_be_is_refused() -> None:
    for facts, reason in (
        ({"levels": {3: -1}}, "level -1 is below the ground"),
        ({"levels": {9: 1}}, "square 9 has a level, but the map has 9 squares"),
        ({"levels": [1, 2]}, "2 levels for 9 squares"),
        ({"walls": {(0, 1): 0}}, "wall of height 0"),
        ({"walls": {(0, 4): 1}}, "is not a side"),
        ({"walls": {(2, 3): 1}}, "is not a side"),
        ({"climbable": [(8, 11)]}, "is not a side"),
        ({"walls": {(0, 1): 1}, "doors": [(0, 1)]}, "holds a wall and a door"),
        ({"open_doors": [(0, 1)]}, "is an open door, but no door"),
        ({"stairs": 1 << 9}, "stairs squares beyond the 9 squares"),
    ):
        with pytest.raises(MapError, match=reason):
            Board.build(3, 3, **facts)
    with pytest.raises(MapError, match="has no square"):
        Board.build(0, 3)


def test_a_side_is_named_by_its_two_squares() -> None:
    ground = board(3, 3)
    assert ground.side(4, 1) == (1, 4)
    with pytest.raises(MapError, match="is not a side"):
        ground.side(2, 3)


# ------------------------------------------------------------------ distance


@pytest.mark.clause("skirm3.range.distance")
def test_distance_leaves_height_out() -> None:
    ground = board(levels={(4, 3): 4})
    assert distance(ground, ground.at(2, 3), ground.at(4, 3)) == 2


@pytest.mark.clause("skirm1.range.distance", "skirm2.range.distance")
@pytest.mark.clause("skirm1.range.limit", "skirm2.range.limit")
def test_distance_with_height_is_the_higher_of_the_two_measures() -> None:
    ground = board(levels={(4, 3): 4, (7, 3): 2, (2, 0): 4})
    assert distance_with_height(ground, ground.at(2, 3), ground.at(4, 3)) == 4
    assert distance_with_height(ground, ground.at(2, 3), ground.at(7, 3)) == 5
    assert distance_with_height(ground, ground.at(0, 0), ground.at(2, 0)) == 4


@pytest.mark.clause("skirm1.range.diagonal", "skirm2.range.diagonal", "skirm3.range.diagonal")
@pytest.mark.clause("skirm3.range.limit")
def test_a_diagonal_counts_as_one() -> None:
    ground = board()
    for measure in (distance, distance_with_height):
        assert measure(ground, ground.at(2, 3), ground.at(7, 6)) == 5
        assert measure(ground, ground.at(2, 3), ground.at(5, 0)) == 3
        assert measure(ground, ground.at(0, 0), ground.at(6, 4)) == 6
        assert measure(ground, ground.at(0, 0), ground.at(7, 0)) == 7


@pytest.mark.clause("skirm1.range.walls", "skirm2.range.walls", "skirm3.range.walls")
def test_distance_goes_through_everything() -> None:
    ground = board(walls={((3, 3), (4, 3)): 5}, impassable=[(5, 3)])
    assert distance(ground, ground.at(3, 3), ground.at(6, 3)) == 3


# ------------------------------------------------------------------ Adjacent


@pytest.mark.clause("skirm1.map.adjacent", "skirm2.map.adjacent", "skirm3.map.adjacent")
def test_the_eight_squares_around_are_adjacent() -> None:
    ground = board()
    assert adjacent(ground, (4, 4), (5, 5))
    assert not adjacent(ground, (4, 4), (6, 4))
    assert not adjacent(ground, (4, 4), (4, 4))
    around = ground.terrain(0).adjacent
    assert around[ground.at(4, 4)].bit_count() == 8
    assert around[ground.at(0, 0)] == mask([(1, 0), (0, 1), (1, 1)])


@pytest.mark.clause(
    "skirm1.map.adjacent-height", "skirm2.map.adjacent-height", "skirm3.map.adjacent-height"
)
def test_more_than_one_level_parts_neighbours() -> None:
    ground = board(levels={(5, 4): 1, (4, 5): 2})
    assert adjacent(ground, (4, 4), (5, 4))
    assert not adjacent(ground, (4, 4), (4, 5))


@pytest.mark.clause(
    "skirm1.map.adjacent-wall", "skirm2.map.adjacent-wall", "skirm3.map.adjacent-wall"
)
@pytest.mark.clause("skirm1.map.doors", "skirm2.map.doors", "skirm3.map.doors")
def test_a_high_wall_and_a_closed_door_part_neighbours() -> None:
    side = ((4, 4), (5, 4))
    assert adjacent(board(walls={side: 1}), *side)
    assert not adjacent(board(walls={side: 2}), *side)
    door = board(doors=[side])
    assert adjacent(door, *side, doors_open=1)
    assert not adjacent(door, *side, doors_open=0)


@pytest.mark.clause(
    "skirm1.map.adjacent-diagonal", "skirm2.map.adjacent-diagonal", "skirm3.map.adjacent-diagonal"
)
def test_diagonal_neighbours_are_adjacent_if_one_way_round_is_open() -> None:
    east, west = ((4, 4), (5, 4)), ((4, 5), (5, 5))
    assert adjacent(board(walls={east: 2}), (4, 4), (5, 5))
    assert not adjacent(board(walls={east: 2, west: 2}), (4, 4), (5, 5))
    assert adjacent(board(walls={east: 1, west: 1}), (4, 4), (5, 5))
    assert not adjacent(board(levels={(5, 4): 2, (4, 5): 2}), (4, 4), (5, 5))
    # A top one above the higher of the two floors leaves the way open.
    assert adjacent(board(levels={(5, 4): 2, (4, 5): 2, (5, 5): 1}), (4, 4), (5, 5))
