"""Cover by terrain on the target's side (third edition), and hidden bases (first edition)."""

from __future__ import annotations

import pytest

from battlemat.boards.squares import Board
from boards.squares_boards import Point, board, line_of_walls, mask


def in_cover(ground: Board, a: Point, b: Point, *, standing: int = 0, downed: bool = False) -> bool:
    return ground.terrain(0).in_cover(
        ground.at(*a), ground.at(*b), standing=standing, downed=downed
    )


def base_hidden(ground: Board, a: Point, b: Point, *, standing: int = 0) -> bool:
    return ground.terrain(0).base_hidden(ground.at(*a), ground.at(*b), standing=standing)


def parts(ground: Board, a: Point, b: Point) -> tuple[bool, bool, bool]:
    return ground.terrain(0).parts_seen(ground.at(*a), ground.at(*b), standing=0)


WEST = ((4, 0), (5, 0))


@pytest.mark.clause("skirm3.cover.terrain-side")
def test_terrain_away_from_the_targets_square_gives_no_cover() -> None:
    far = board(walls=line_of_walls(0, 3, 1))
    assert not parts(far, (0, 0), (5, 0))[0]
    assert not in_cover(far, (0, 0), (5, 0))


@pytest.mark.clause("skirm3.cover.terrain-side")
def test_a_crate_in_front_of_the_target_gives_cover() -> None:
    crate = board(levels={(4, 0): 1})
    assert parts(crate, (0, 0), (5, 0)) == (False, False, True)
    assert in_cover(crate, (0, 0), (5, 0))


@pytest.mark.clause("skirm3.cover.terrain-side")
def test_the_edge_of_a_roof_is_no_terrain_on_the_square_behind_it() -> None:
    roof = board(levels={(5, 0): 2, (6, 0): 2})
    assert not parts(roof, (0, 0), (6, 0))[0]
    assert not in_cover(roof, (0, 0), (6, 0))


@pytest.mark.clause("skirm3.cover.full-view")
@pytest.mark.clause("skirm3.cover.parts")
def test_a_target_seen_in_full_is_not_in_cover() -> None:
    near = board(levels={(0, 0): 2}, walls={((2, 0), (3, 0)): 1})
    assert not in_cover(near, (0, 0), (3, 0))
    far = board(levels={(0, 0): 2}, walls={((3, 0), (4, 0)): 1})
    assert in_cover(far, (0, 0), (4, 0))


@pytest.mark.clause("skirm3.cover.no-view")
def test_a_target_not_seen_is_not_in_cover_either() -> None:
    hidden = board(walls={WEST: 2})
    assert parts(hidden, (0, 0), (5, 0)) == (False, False, False)
    assert not in_cover(hidden, (0, 0), (5, 0))


@pytest.mark.clause("skirm3.cover.corner-choice")
def test_the_attacker_takes_a_corner_without_cover() -> None:
    wall = board(walls={WEST: 1})
    assert in_cover(wall, (0, 3), (5, 0))
    assert not in_cover(wall, (0, 4), (5, 0))


@pytest.mark.clause("skirm3.cover.corner-choice")
def test_a_unit_in_the_way_of_the_better_corner_leaves_the_target_in_cover() -> None:
    wall = board(walls={WEST: 1})
    between = mask([(4, 2)])
    assert wall.terrain(0).sees(wall.at(0, 4), wall.at(5, 0), standing=between)
    assert in_cover(wall, (0, 4), (5, 0), standing=between)


@pytest.mark.clause("skirm3.cover.units")
def test_a_unit_gives_no_cover() -> None:
    ground = board()
    for unit in [(3, 0), (3, 1), (4, 1), (2, 1)]:
        assert not in_cover(ground, (0, 0), (5, 1), standing=mask([unit]))


@pytest.mark.clause("skirm3.cover.downed")
def test_a_downed_unit_is_never_in_cover() -> None:
    wall = board(walls={WEST: 1})
    assert in_cover(wall, (0, 3), (5, 0))
    assert not in_cover(wall, (0, 3), (5, 0), downed=True)


# ------------------------------------------------------------------ first edition


@pytest.mark.clause("skirm1.cover.definition")
def test_a_base_is_hidden_by_any_terrain_on_the_way_to_it() -> None:
    assert base_hidden(board(walls={WEST: 1}), (0, 0), (5, 0))
    assert base_hidden(board(walls=line_of_walls(0, 3, 1)), (0, 0), (5, 0))
    assert base_hidden(board(walls={WEST: 1}), (0, 4), (5, 0))


@pytest.mark.clause("skirm1.cover.definition")
def test_a_base_is_seen_over_the_wall_in_front_of_the_attacker_and_along_a_corridor() -> None:
    assert not base_hidden(board(walls={((0, 0), (1, 0)): 1}), (0, 0), (5, 0))
    assert not base_hidden(board(walls=line_of_walls(1, 1, 3)), (0, 0), (5, 0))
    assert not base_hidden(board(), (0, 0), (1, 1))


@pytest.mark.clause("skirm1.cover.units")
def test_standing_agents_hide_a_base() -> None:
    assert base_hidden(board(), (0, 0), (5, 0), standing=mask([(3, 0)]))
    assert not base_hidden(board(), (0, 0), (5, 0), standing=0)
    roof = board(levels={(0, 0): 9})
    assert not base_hidden(roof, (0, 0), (5, 0), standing=mask([(1, 0)]))
