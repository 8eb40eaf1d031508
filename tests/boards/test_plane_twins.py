"""Short cuts on the plane against the long way round: they must agree wherever one looks."""

from __future__ import annotations

import random

import pytest

from battlemat.boards.plane import (
    DIRECTIONS,
    Base,
    Formation,
    Gait,
    Outline,
    Part,
    Plane,
    Point,
    Stand,
    distance,
    facing_along,
    formation_fault,
    inside_spans,
    lattice,
    nearness,
    walk,
)
from battlemat.boards.plane.board import Obstacle
from battlemat.boards.plane.exact import cores_squared, side_of
from battlemat.boards.plane.formation import _is_over
from battlemat.boards.plane.move import leg_cost
from battlemat.boards.plane.sight import _box_heights, _cut_heights, _one_span
from boards.plane_shortcuts import propose

FOOT = Base.round(50, 120)
BANNED = frozenset({"impassable", "barrier"})


def box(west: int, south: int, east: int, north: int) -> list[Point]:
    return [(west, south), (east, south), (east, north), (west, north)]


def on_grid(dice: random.Random, most: int = 20) -> Point:
    """A point on a coarse grid, where touching is common."""
    return 10 * dice.randint(0, most), 10 * dice.randint(0, most)


@pytest.mark.parametrize("seed", range(3))
def test_an_upright_rectangle_cuts_as_many_heights_as_any_outline_would(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(400):
        (west, south), (ex, ey), (px, py) = (on_grid(dice) for _ in range(3))
        corners = tuple(box(west, south, west + 10 * dice.randint(1, 6), south + 40))
        part = Part("wall", "barrier", corners)
        top, eye = dice.randint(0, 12) * 10, dice.randint(1, 12) * 10
        obstacle = Obstacle(*part.outline.box, top, True, corners, part, True)
        heights = (0, 5 * dice.randint(1, 20), 120)
        line = (ex, ey, eye, px - ex, py - ey, heights, obstacle)
        if (ex, ey) != (px, py):
            assert _box_heights(*line) == _cut_heights(*line), line


def test_a_single_stretch_is_the_one_that_the_long_way_finds() -> None:
    dice = random.Random(4)
    shapes = [
        [(40, 40), (160, 60), (120, 150)],
        [(40, 40), (160, 40), (160, 160), (100, 90), (40, 160)],
    ]
    short = 0
    for _ in range(600):
        (ax, ay), (bx, by), corners = on_grid(dice), on_grid(dice), dice.choice(shapes)
        found = _one_span(ax, ay, bx - ax, by - ay, corners)
        if found is not None and (ax, ay) != (bx, by):
            short += 1
            assert list(found) == inside_spans(ax, ay, bx, by, corners)
    assert short > 200


@pytest.mark.clause("openfire.geometry.overlap")
def test_a_round_base_overlaps_an_outline_if_its_middle_is_nearer_than_its_radius() -> None:
    dice = random.Random(5)
    shapes = [box(40, 40, 160, 100), [(40, 40), (160, 60), (120, 150)]]
    for _ in range(600):
        (x, y), corners, radius = on_grid(dice), dice.choice(shapes), 10 * dice.randint(0, 5)
        outline = Outline(corners)
        num, den = cores_squared(((x, y),), tuple(corners))
        inside = side_of(x, y, outline.edges) > 0
        assert outline.overlaps_disc(x, y, radius) == (inside or num < radius * radius * den)


def test_what_is_found_over_a_wall_without_measuring_overlaps_it() -> None:
    dice, over, wall = random.Random(6), 0, (40, 40, 160, 100)
    outline = Outline(box(*wall))
    for _ in range(600):
        (x, y), radius = on_grid(dice), 10 * dice.randint(0, 5)
        found = _is_over(x, y, radius, [wall])
        assert not found or outline.overlaps_disc(x, y, radius), (x, y, radius)
        over += found
    assert over > 50


@pytest.mark.clause("openfire.geometry.facing-angle")
def test_the_facing_along_a_displacement_is_the_nearest_of_all_degrees() -> None:
    dice = random.Random(6)
    points = [(dice.randint(-900, 900), dice.randint(-900, 900)) for _ in range(300)]
    for dx, dy in [*points, (5, 0), (-5, 0), (0, 5), (0, -5), (7, 7), (-7, 7)]:
        if dx or dy:
            best = max(
                range(360), key=lambda d: (dx * DIRECTIONS[d][0] + dy * DIRECTIONS[d][1], -d)
            )
            assert facing_along(dx, dy) == best


@pytest.mark.clause("openfire.geometry.gap")
def test_the_distance_between_round_bases_is_that_of_the_general_way() -> None:
    dice = random.Random(7)
    for _ in range(300):
        one, two = (Stand(Base.round(dice.randint(0, 80)), *on_grid(dice, 60)) for _ in range(2))
        assert distance(one, two) == nearness(one, two).rounded_up()


@pytest.mark.clause("openfire.formation.proposal")
def test_a_proposed_place_is_the_first_of_the_lattice_that_every_rule_allows() -> None:
    dice = random.Random(8)
    parts = [
        Part("rock", "impassable", box(1100, 900, 1180, 1300), height=300, sight="solid"),
        Part("hedge", "barrier", [(700, 700), (900, 740), (760, 860)], height=60, sight="solid"),
    ]
    plane = Plane(2000, 2000, parts)
    formation = Formation(400, 100, BANNED)
    for _ in range(12):
        leader = plane.put(FOOT, dice.randint(60, 1900), dice.randint(60, 1900))
        others = [plane.put(FOOT, *on_grid(dice, 200)) for _ in range(8)]
        if plane.place_stop(leader, others, BANNED) is not None:
            continue
        wanted = (leader.x + dice.randint(-300, 300), leader.y + dice.randint(-300, 300))
        (found,) = propose(plane, leader, [(FOOT, wanted)], others, formation)
        places = [wanted, *lattice((leader.x, leader.y), wanted, 25, 525)]
        legal = (
            stand
            for stand in (plane.put(FOOT, x, y) for x, y in places)
            if plane.place_stop(stand, [*others, leader], BANNED) is None
            and formation_fault(plane, leader, stand, formation) is None
        )
        assert found == next(legal, None)


@pytest.mark.clause("openfire.move.leg-cost")
def test_a_leg_over_plain_ground_costs_its_length_and_nothing_else() -> None:
    plane = Plane(2000, 2000, [Part("mud", "slow", box(900, 900, 1000, 1000))])
    for x, y in ((400, 300), (830, 110), (1500, 1500)):
        path = walk(plane, plane.put(FOOT, 100, 100), [(x, y)], Gait())
        plain = leg_cost((100, 100, x, y))
        crosses = (x, y) == (1500, 1500)
        assert (path.cost > plain) is crosses
        assert [charge.kind for charge in path.charges] == ["distance"] + ["slow"] * crosses
