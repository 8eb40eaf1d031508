"""The fast board against the slow and plain reading of the clauses, on the oddest of boards."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from itertools import permutations, product
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlemat.boards.squares import Board, members
from boards.squares_boards import all_sides, board, mask, odd_boards
from boards.squares_sight_oracle import HEAD, LEGS, TORSO, SightOracle
from boards.squares_step_oracle import StepOracle


@pytest.mark.clause("skirm1.los.parts", "skirm2.los.parts", "skirm3.los.parts")
@pytest.mark.clause("skirm1.los.cross", "skirm2.los.cross", "skirm3.los.cross")
@pytest.mark.clause("skirm1.los.along", "skirm2.los.along", "skirm3.los.along")
@pytest.mark.clause("skirm1.los.grid-point", "skirm2.los.grid-point", "skirm3.los.grid-point")
@pytest.mark.clause("skirm1.los.own-side", "skirm2.los.own-side", "skirm3.los.own-side")
@pytest.mark.clause("skirm2.los.units", "skirm3.los.units")
@settings(deadline=None, max_examples=150)
@given(odd_boards(), st.data())
def test_sight_is_what_the_clauses_say(ground: Board, data: st.DataObject) -> None:
    squares = st.integers(0, ground.size - 1)
    a, b = data.draw(squares), data.draw(squares)
    units = st.integers(0, ground.all_squares)
    standing = data.draw(units) & data.draw(units)
    oracle = SightOracle(ground, ground.doors_open)
    terrain = ground.terrain(ground.doors_open)
    legs, torso, head = (oracle.part_seen(a, b, part, standing) for part in (LEGS, TORSO, HEAD))
    assert terrain.parts_seen(a, b, standing=standing) == (legs, torso, head)
    assert terrain.sees(a, b, standing=standing) == head
    assert terrain.sees(a, b, standing=standing, downed=True) == legs


@settings(deadline=None, max_examples=60)
@given(odd_boards(), st.booleans(), st.data())
def test_all_squares_in_sight_are_those_that_are_seen_one_by_one(
    ground: Board, downed: bool, data: st.DataObject
) -> None:
    a = data.draw(st.integers(0, ground.size - 1))
    units = st.integers(0, ground.all_squares)
    terrain = ground.terrain(ground.doors_open)
    for _ in range(3):  # what was settled by one look must hold for the next
        squares, standing = data.draw(units), data.draw(units) & data.draw(units)
        one_by_one = sum(
            1 << b for b in members(squares) if terrain.sees(a, b, standing=standing, downed=downed)
        )
        assert terrain.seen(a, squares, standing=standing, downed=downed) == one_by_one


@settings(deadline=None, max_examples=60)
@given(odd_boards(), st.data())
def test_a_door_changes_sight_as_if_the_map_were_new(ground: Board, data: st.DataObject) -> None:
    states = st.integers(0, (1 << len(ground.doors)) - 1)
    before, after = data.draw(states), data.draw(states)
    ground.terrain(before)
    new: Board = pickle.loads(pickle.dumps(ground))
    for a in range(ground.size):
        for b in range(ground.size):
            here, there = ground.terrain(after), new.terrain(after)
            seen = here.parts_seen(a, b, standing=0)
            assert seen == there.parts_seen(a, b, standing=0)
            standing = data.draw(st.integers(0, ground.all_squares)) if any(seen) else 0
            seen = here.parts_seen(a, b, standing=standing)
            assert seen == there.parts_seen(a, b, standing=standing)


@pytest.mark.clause("skirm3.cover.terrain-side", "skirm3.cover.corner-choice")
@pytest.mark.clause("skirm1.cover.definition", "skirm1.cover.units")
@settings(deadline=None, max_examples=100)
@given(odd_boards(), st.data())
def test_cover_is_what_the_clauses_say(ground: Board, data: st.DataObject) -> None:
    squares = st.integers(0, ground.size - 1)
    a, b = data.draw(squares), data.draw(squares)
    units = st.integers(0, ground.all_squares)
    standing = data.draw(units) & data.draw(units) & data.draw(units)
    oracle = SightOracle(ground, ground.doors_open)
    terrain = ground.terrain(ground.doors_open)
    assert terrain.in_cover(a, b, standing=standing) == oracle.in_cover(a, b, standing)
    assert terrain.base_hidden(a, b, standing=standing) == oracle.base_hidden(a, b, standing)


def test_sight_in_a_crowd_is_what_the_clauses_say() -> None:
    points = list(product(range(6), range(5)))
    for seed in range(8):
        chance = Random(seed)
        walls = {one: chance.randint(1, 2) for one in chance.sample(all_sides(6, 5), 5)}
        levels = [int(chance.random() < 0.1) for _ in points]
        ground = Board.build(6, 5, levels=levels, walls=walls)
        oracle, terrain = SightOracle(ground, 0), ground.terrain(0)
        a = chance.randrange(30)
        for _ in range(2):  # what was settled by one look must hold for the next
            standing = mask(chance.sample(points, 8), 6)
            seen = terrain.seen(a, ground.all_squares, standing=standing)
            for b in chance.sample(range(30), 3):
                assert (seen >> b & 1 == 1) == oracle.part_seen(a, b, HEAD, standing)


@pytest.mark.parametrize("a", [0, 3])
def test_one_unit_hides_a_floor_as_the_clauses_say(a: int) -> None:
    ground = board(3, 3)
    oracle, terrain = SightOracle(ground, 0), ground.terrain(0)
    for b, unit in permutations(set(range(9)) - {a}, 2):
        hidden = oracle.base_hidden(a, b, 1 << unit)
        assert terrain.base_hidden(a, b, standing=1 << unit) == hidden


@settings(deadline=None, max_examples=60)
@given(odd_boards(longest=5), st.data())
def test_lines_are_those_that_no_side_interrupts(ground: Board, data: st.DataObject) -> None:
    squares = st.integers(0, ground.size - 1)
    a, b = data.draw(squares), data.draw(squares)
    oracle = SightOracle(ground, ground.doors_open)
    found = ground.terrain(ground.doors_open).lines(a, b)
    x, y = ground.xy(a)
    expected = {
        (ray.start, ray.end): sum(
            1 << square
            for square in range(ground.size)
            if square not in (a, b) and oracle.is_crossed(ray, ground.xy(square))
        )
        for corner in ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
        for ray in oracle.rays(a, b, corner, HEAD)
        if not oracle.stopping_sides(a, b, ray)
    }
    assert {(line.frm, line.to): line.crossed for line in found} == expected


@pytest.mark.clause("skirm1.map.adjacent", "skirm2.map.adjacent", "skirm3.map.adjacent")
@pytest.mark.clause("skirm1.move.climb-over", "skirm2.move.climb-over", "skirm3.move.climb-over")
@settings(deadline=None)
@given(odd_boards(longest=4), st.booleans(), st.booleans())
def test_steps_and_neighbours_are_what_the_clauses_say(
    ground: Board, ranger: bool, discount: bool
) -> None:
    oracle = StepOracle(ground, ground.doors_open)
    terrain = ground.terrain(ground.doors_open)
    for a in range(ground.size):
        for b in range(ground.size):
            cost = terrain.step_cost(a, b, ranger=ranger, climb_down_discount=discount)
            assert cost == oracle.cost(a, b, ranger=ranger, discount=discount)
            assert bool(terrain.adjacent[a] >> b & 1) == oracle.adjacent(a, b)


class Walk(NamedTuple):
    """A movement to be compared: from where, how far, past whom, and at which prices."""

    start: int
    budget: int
    masks: Sequence[int]  # blocked, no_stop, halt, occupied
    ranger: bool
    discount: bool


def hold_reach(ground: Board, walk: Walk) -> None:
    """Compare where a movement may end with the slow reading, for its budget and within more."""
    start, budget, (blocked, no_stop, halt, occupied), ranger, discount = walk
    expected = StepOracle(ground, ground.doors_open).reach(
        start,
        budget,
        blocked=blocked,
        no_stop=no_stop,
        halt=halt,
        occupied=occupied,
        ranger=ranger,
        discount=discount,
    )
    terrain = ground.terrain(ground.doors_open)
    by_budget = terrain.reaches(
        start,
        budget + 2,
        blocked=blocked,
        no_stop=no_stop,
        halt=halt,
        occupied=occupied,
        ranger=ranger,
        climb_down_discount=discount,
    )
    found = terrain.reach(
        start,
        budget,
        blocked=blocked,
        no_stop=no_stop,
        halt=halt,
        occupied=occupied,
        ranger=ranger,
        climb_down_discount=discount,
    )
    assert set(members(found)) == expected
    assert by_budget[budget] == found


@pytest.mark.clause("skirm1.move.zone", "skirm2.move.zone", "skirm3.move.zone")
@pytest.mark.clause("skirm1.move.diagonal", "skirm2.move.diagonal", "skirm3.move.diagonal")
@settings(deadline=None)
@given(odd_boards(), st.integers(0, 6), st.data())
def test_reach_is_where_some_path_ends(ground: Board, budget: int, data: st.DataObject) -> None:
    some = st.integers(0, ground.all_squares)
    start = data.draw(st.integers(0, ground.size - 1))
    masks = [data.draw(some) & data.draw(some) for _ in range(4)]
    flags = data.draw(st.booleans()), data.draw(st.booleans())
    hold_reach(ground, Walk(start, budget, masks, *flags))


@pytest.mark.clause("skirm1.move.zone", "skirm2.move.zone", "skirm3.move.zone")
@pytest.mark.clause("skirm1.move.diagonal", "skirm2.move.diagonal", "skirm3.move.diagonal")
def test_reach_among_a_few_units_on_open_ground_is_where_some_path_ends() -> None:
    points = list(product(range(6), range(5)))
    for seed in range(40):
        chance = Random(seed)
        edge = chance.randint(1, 9)  # where a terrace begins, if on the board at all
        terrace = [(x, y) for x, y in points if x >= edge]
        ground = board(
            6,
            5,
            difficult=chance.sample(points, 2),
            levels=dict.fromkeys([*terrace, *chance.sample(points, 2)], 1),
            stairs=[(x, y) for x, y in points if x == edge and chance.random() < 0.8],
        )
        units = [mask(chance.sample(points, 3), 6) for _ in range(4)]
        flags = chance.random() < 0.3, chance.random() < 0.5
        hold_reach(ground, Walk(chance.randrange(30), chance.randint(1, 4), units, *flags))
