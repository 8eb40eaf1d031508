"""Ways and hindrances: the same answers as reach and sight, with what led to them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlemat.boards.squares import Board, Crowd, Step, way
from boards.squares_boards import board, odd_boards


@pytest.mark.clause("skirm3.move.difficult", "skirm3.move.climb-up")
def test_a_way_tells_what_each_step_costs() -> None:
    ground = board(4, 1, levels={(3, 0): 1}, difficult=[(1, 0)])
    found = way(ground.terrain(0), 0, 3, 5, Crowd(0, 0, 0, 0))
    assert found == (Step(1, 1), Step(2, 2), Step(3, 2))
    assert way(ground.terrain(0), 0, 3, 4, Crowd(0, 0, 0, 0)) == ()


def test_a_way_goes_round_an_enemy_and_through_a_friend() -> None:
    ground = board(3, 2)
    enemy = Crowd(blocked=1 << 1, no_stop=0, halt=0, occupied=1 << 1)
    assert [step.square for step in way(ground.terrain(0), 0, 2, 4, enemy)] == [3, 4, 5, 2]
    friend = Crowd(blocked=0, no_stop=1 << 1, halt=0, occupied=1 << 1)
    assert [step.square for step in way(ground.terrain(0), 0, 2, 4, friend)] == [1, 2]
    assert way(ground.terrain(0), 0, 1, 4, friend) == ()


@settings(deadline=None, max_examples=100)
@given(odd_boards(), st.data())
def test_there_is_a_way_to_what_can_be_reached_and_to_nothing_else(
    ground: Board, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, ground.size - 1))
    units = st.integers(0, ground.all_squares)
    masks = [data.draw(units) & data.draw(units) & ~(1 << start) for _ in range(3)]
    blocked, friends, halt = masks[0], masks[1] & ~masks[0], masks[2]
    budget, ranger = data.draw(st.integers(0, 6)), data.draw(st.booleans())
    discount = data.draw(st.booleans())
    terrain = ground.terrain(ground.doors_open)
    crowd = Crowd(blocked, friends, halt, blocked | friends)
    ends = terrain.reach(
        start, budget, **crowd._asdict(), ranger=ranger, climb_down_discount=discount
    )
    for end in range(ground.size):
        if end == start:
            continue
        found = way(terrain, start, end, budget, crowd, ranger=ranger, climb_down_discount=discount)
        assert bool(found) == bool(ends >> end & 1)
        if found:
            squares = [start, *(step.square for step in found)]
            assert squares[-1] == end
            assert sum(step.cost for step in found) <= budget
            assert not any(blocked >> square & 1 for square in squares)
            assert not any(halt >> square & 1 for square in squares[1:-1])
            for (a, b), step in zip(pairwise(squares), found, strict=True):
                price = terrain.step_cost(a, b, ranger=ranger, climb_down_discount=discount)
                assert price == step.cost


@pytest.mark.clause("skirm3.los.cross", "skirm3.los.edge-top")
def test_a_hidden_line_tells_the_side_that_hides_it() -> None:
    ground = board(6, 1, walls={((4, 0), (5, 0)): 2})
    found = ground.terrain(0).hindrances(0, 5)
    assert len(found) == 12  # those along the edge of the map run on to the far corners
    assert {side for one in found for side in one.sides} == {(4, 5)}


@settings(deadline=None, max_examples=100)
@given(odd_boards(), st.data(), st.booleans())
def test_every_line_is_either_clear_or_hindered(
    ground: Board, data: st.DataObject, downed: bool
) -> None:
    squares = st.integers(0, ground.size - 1)
    a, b = data.draw(squares), data.draw(squares)
    terrain = ground.terrain(ground.doors_open)
    clear = {(line.frm, line.to) for line in terrain.lines(a, b, downed=downed)}
    hindered = {(one.frm, one.to) for one in terrain.hindrances(a, b, downed=downed)}
    corners = [[(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)] for x, y in map(ground.xy, (a, b))]
    assert not clear & hindered
    assert clear | hindered == {(p, q) for p in corners[0] for q in corners[1] if p != q}
    for one in terrain.hindrances(a, b, downed=downed):
        assert all(ground.side(*side) == side for side in one.sides)


def test_a_way_goes_round_a_square_that_would_end_it() -> None:
    ground = board(3, 2)
    terrain = ground.terrain(0)
    start, halt, beside, end = (ground.at(*at) for at in ((0, 0), (1, 0), (1, 1), (2, 0)))
    crowd = Crowd(blocked=0, no_stop=0, halt=1 << halt, occupied=0)
    assert way(terrain, start, end, 2, crowd) == (Step(beside, 1), Step(end, 1))
    assert way(terrain, start, halt, 2, crowd) == (Step(halt, 1),)
    leaving = Crowd(blocked=0, no_stop=0, halt=1 << start, occupied=0)
    assert way(terrain, start, end, 2, leaving)[-1] == Step(end, 1)
