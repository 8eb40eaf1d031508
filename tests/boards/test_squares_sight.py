"""Who sees whom: the cases of the clauses."""

from __future__ import annotations

import pytest

from battlemat.boards.squares import Board, distance, squares_crossed
from boards.squares_boards import Point, board, line_of_walls, mask

Parts = tuple[bool, bool, bool]
ALL: Parts = (True, True, True)
ONLY_HEAD: Parts = (False, False, True)
NOTHING: Parts = (False, False, False)


def sees(
    ground: Board, a: Point, b: Point, *, standing: int = 0, downed: bool = False, doors: int = 0
) -> bool:
    return ground.terrain(doors).sees(
        ground.at(*a), ground.at(*b), standing=standing, downed=downed
    )


def parts(ground: Board, a: Point, b: Point, *, standing: int = 0, downed: bool = False) -> Parts:
    return ground.terrain(0).parts_seen(
        ground.at(*a), ground.at(*b), standing=standing, downed=downed
    )


# ------------------------------------------------------------------ corners


@pytest.mark.clause("skirm1.los.corners", "skirm2.los.corners", "skirm3.los.corners")
def test_a_pillar_hides_what_is_straight_behind_it() -> None:
    assert sees(board(), (0, 0), (5, 0))
    pillar = board(levels={(3, 0): 3})
    assert not sees(pillar, (0, 0), (5, 0))
    assert sees(pillar, (0, 0), (5, 1))


@pytest.mark.clause("skirm2.los.corners", "skirm3.los.corners")
@pytest.mark.clause("skirm2.los.units", "skirm3.los.units")
def test_a_unit_hides_what_is_straight_behind_it() -> None:
    ground = board()
    assert not sees(ground, (0, 0), (5, 0), standing=mask([(3, 0)]))
    assert sees(ground, (0, 0), (5, 1), standing=mask([(3, 0)]))
    assert not sees(ground, (0, 0), (5, 1), standing=mask([(3, 0), (3, 1)]))


@pytest.mark.clause("skirm1.los.units")
def test_where_units_do_not_interrupt_the_caller_names_none() -> None:
    ground = board()
    assert sees(ground, (0, 0), (5, 0), standing=0)
    one, two = ground.at(0, 0), ground.at(5, 0)
    assert ground.terrain(0).base_hidden(one, two, standing=mask([(3, 0)]))


@pytest.mark.clause("skirm2.los.units", "skirm3.los.units")
def test_the_two_ends_never_interrupt() -> None:
    ground = board()
    ends = mask([(0, 0), (5, 2)])
    assert parts(ground, (0, 0), (5, 2), standing=ends) == ALL


@pytest.mark.clause("skirm1.los.one-way", "skirm2.los.one-way", "skirm3.los.one-way")
def test_sight_need_not_be_mutual() -> None:
    # The wall's free end is a corner of a1: one corner there sees two of d2, none of d2 sees two.
    ground = board(6, 5, walls={((0, 0), (1, 0)): 2})
    assert sees(ground, (0, 0), (3, 1))
    assert not sees(ground, (3, 1), (0, 0))


@pytest.mark.clause("skirm1.los.square", "skirm2.los.square", "skirm3.los.square")
def test_a_square_sees_itself_and_its_neighbours_in_any_crowd() -> None:
    ground = board(4, 4)
    for a in range(16):
        for b in range(16):
            near = distance(ground, a, b) <= 1
            seen = ground.terrain(0).parts_seen(a, b, standing=ground.all_squares)
            assert seen == (ALL if near else NOTHING)


# ------------------------------------------------------------------ bodies


@pytest.mark.clause("skirm1.los.body", "skirm2.los.body", "skirm3.los.body")
@pytest.mark.clause("skirm1.los.parts", "skirm2.los.parts", "skirm3.los.parts")
@pytest.mark.clause("skirm2.cover.effect")
def test_a_low_wall_hides_legs_and_torso_and_a_high_wall_everything() -> None:
    side = ((4, 0), (5, 0))
    assert parts(board(walls={side: 1}), (0, 0), (5, 0)) == ONLY_HEAD
    assert sees(board(walls={side: 1}), (0, 0), (5, 0))
    assert parts(board(walls={side: 2}), (0, 0), (5, 0)) == NOTHING
    assert not sees(board(walls={side: 2}), (0, 0), (5, 0))


@pytest.mark.clause("skirm1.los.edge-top", "skirm2.los.edge-top", "skirm3.los.edge-top")
@pytest.mark.clause("skirm1.map.doors", "skirm2.map.doors", "skirm3.map.doors")
def test_a_closed_door_hides_and_an_open_one_does_not() -> None:
    row = board(6, 1, doors=[((2, 0), (3, 0))], levels={(0, 0): 9})
    assert not sees(row, (0, 0), (5, 0), doors=0)
    assert sees(row, (0, 0), (5, 0), doors=1)


@pytest.mark.clause("skirm1.los.edge-top", "skirm2.los.edge-top", "skirm3.los.edge-top")
def test_a_wall_is_measured_from_the_higher_floor() -> None:
    row = {((2, 0), (3, 0)): 1}
    assert sees(board(6, 1, walls=row), (0, 0), (5, 0))
    assert not sees(board(6, 1, walls=row, levels={(3, 0): 1}), (0, 0), (5, 0))


# ------------------------------------------------------------------ lines and sides


@pytest.mark.clause("skirm1.los.cross", "skirm2.los.cross", "skirm3.los.cross")
def test_a_line_is_compared_exactly_with_the_top_it_crosses() -> None:
    near = board(levels={(0, 0): 2}, walls={((2, 0), (3, 0)): 1})
    assert parts(near, (0, 0), (3, 0)) == ALL
    far = board(levels={(0, 0): 2}, walls={((3, 0), (4, 0)): 1})
    assert parts(far, (0, 0), (4, 0)) == (False, True, True)


@pytest.mark.clause("skirm1.los.cross", "skirm2.los.cross", "skirm3.los.cross")
def test_a_line_as_high_as_the_top_passes() -> None:
    # From corner (1,0) at 1.5 to the feet at (4,1): height exactly 1 a third of the way, at x=2.
    terrain_at = {((1, 0), (2, 0)): 1}
    row = board(5, 1, walls=terrain_at)
    legs = row.terrain(0).lines(row.at(0, 0), row.at(4, 0), downed=True)
    assert ((1, 0), (4, 1)) in {(line.frm, line.to) for line in legs}
    higher = board(5, 1, walls={((1, 0), (2, 0)): 2})
    legs = higher.terrain(0).lines(higher.at(0, 0), higher.at(4, 0), downed=True)
    assert ((1, 0), (4, 1)) not in {(line.frm, line.to) for line in legs}


@pytest.mark.clause("skirm1.los.along", "skirm2.los.along", "skirm3.los.along")
def test_one_looks_along_a_wall_but_not_through_its_length() -> None:
    corridor = board(walls=line_of_walls(1, 1, 3))
    assert parts(corridor, (0, 0), (5, 0)) == ALL
    inner = board(walls=line_of_walls(1, 4, 3) | line_of_walls(1, 5, 3))
    assert parts(inner, (0, 4), (5, 4)) == ALL
    wall = board(walls=line_of_walls(1, 1, 2))
    assert not sees(wall, (0, 0), (5, 1))


@pytest.mark.clause("skirm1.los.grid-point", "skirm2.los.grid-point", "skirm3.los.grid-point")
def test_one_does_not_slip_between_blocks_that_meet() -> None:
    pinched = board(levels={(2, 1): 3, (1, 2): 3})
    assert not sees(pinched, (0, 0), (4, 4))
    half = board(levels={(2, 1): 3})
    assert sees(half, (0, 0), (4, 4))


@pytest.mark.clause("skirm1.los.own-side", "skirm2.los.own-side", "skirm3.los.own-side")
def test_a_wall_on_ones_own_side_hides() -> None:
    before_attacker = board(walls={((0, 1), (1, 1)): 2})
    assert not sees(before_attacker, (0, 1), (5, 1))
    assert sees(before_attacker, (0, 1), (5, 0))
    before_target = board(walls={((4, 0), (5, 0)): 2})
    assert not sees(before_target, (0, 3), (5, 0))
    assert parts(before_target, (0, 4), (5, 0)) == ALL


@pytest.mark.clause("skirm1.los.crossing", "skirm2.los.crossing", "skirm3.los.crossing")
def test_a_line_crosses_only_squares_that_it_enters() -> None:
    ground = board()
    assert squares_crossed(ground, (1, 1), (4, 2)) == mask([(1, 1), (2, 1), (3, 1)])
    assert squares_crossed(ground, (1, 1), (4, 4)) == mask([(1, 1), (2, 2), (3, 3)])
    assert squares_crossed(ground, (4, 4), (1, 1)) == mask([(1, 1), (2, 2), (3, 3)])
    assert squares_crossed(ground, (1, 1), (1, 7)) == 0
    assert squares_crossed(ground, (4, 1), (1, 2)) == mask([(1, 1), (2, 1), (3, 1)])


# ------------------------------------------------------------------ units


@pytest.mark.clause("skirm2.los.units", "skirm3.los.units")
def test_one_looks_over_the_head_of_a_unit_far_below() -> None:
    ground = board(levels={(0, 0): 2})
    assert parts(ground, (0, 0), (4, 0), standing=mask([(2, 0)])) == ALL
    assert parts(board(), (0, 0), (4, 0), standing=mask([(2, 0)])) == NOTHING


@pytest.mark.clause("skirm3.los.downed")
def test_a_downed_target_is_seen_whole_or_not_at_all() -> None:
    walled = board(walls={((4, 0), (5, 0)): 1})
    assert not sees(walled, (0, 0), (5, 0), downed=True)
    assert parts(walled, (0, 0), (5, 0), downed=True) == NOTHING
    assert parts(board(), (0, 0), (5, 0), downed=True) == ALL


def test_what_hides_a_square_is_told() -> None:
    ground = board(walls={((4, 0), (5, 0)): 2})
    terrain = ground.terrain(0)
    here, unit = ground.at(0, 0), mask([(3, 0)])
    assert terrain.why_unseen(here, ground.at(5, 0), standing=unit) == "terrain"
    assert terrain.why_unseen(here, ground.at(4, 0), standing=unit) == "unit"
    assert terrain.why_unseen(here, ground.at(2, 0), standing=unit) == "seen"


# ------------------------------------------------------------------ lines for the asking


@pytest.mark.clause("skirm3.weapon.linear")
def test_a_line_tells_the_squares_it_crosses() -> None:
    ground = board()
    lines = ground.terrain(0).lines(ground.at(0, 0), ground.at(4, 2))
    crossed = {(line.frm, line.to): line.crossed for line in lines}
    assert len(crossed) == 16
    units = mask([(2, 1), (2, 0), (3, 2)])
    assert crossed[(1, 1), (4, 2)] & units == mask([(2, 1)])
    assert crossed[(1, 0), (4, 2)] & units == mask([(2, 0), (2, 1)])
    ends = mask([(0, 0), (4, 2)])
    assert not any(squares & ends for squares in crossed.values())


@pytest.mark.clause("skirm3.weapon.linear")
def test_terrain_takes_lines_away() -> None:
    ground = board(walls={((3, 2), (4, 2)): 1})
    terrain = ground.terrain(0)
    here, there = ground.at(0, 2), ground.at(4, 2)
    assert len(terrain.lines(here, there)) == 16
    feet = terrain.lines(here, there, downed=True)
    assert all(line.to[0] != 4 for line in feet)


@pytest.mark.clause("skirm1.weapon.linear", "skirm2.weapon.linear")
def test_a_pair_of_lines_starts_in_one_corner_and_ends_in_two() -> None:
    ground = board()
    pairs = ground.terrain(0).sight_pairs(ground.at(0, 0), ground.at(5, 0))
    chosen = next(p for p in pairs if p.frm == (1, 0) and p.to == ((5, 0), (5, 1)))
    assert chosen.crossed & mask([(3, 0), (3, 1)]) == mask([(3, 0)])
    # (5,0) and (6,0) lie in one direction from (1,0): together they are no pair.
    assert not any(p.frm == (1, 0) and set(p.to) == {(5, 0), (6, 0)} for p in pairs)
    walled = board(walls={((4, 0), (5, 0)): 2})
    assert walled.terrain(0).sight_pairs(ground.at(0, 0), ground.at(5, 0)) == ()


def test_prepared_or_not_the_answers_are_the_same() -> None:
    walls = {((1, 0), (2, 0)): 1, ((1, 1), (2, 1)): 2}
    one, two = board(4, 3, walls=walls), board(4, 3, walls=walls)
    one.terrain(0).prepare()
    for a in range(12):
        for b in range(12):
            for standing in (0, 0b000001100000):
                assert one.terrain(0).sees(a, b, standing=standing) == two.terrain(0).sees(
                    a, b, standing=standing
                )
                assert one.terrain(0).in_cover(a, b, standing=standing) == two.terrain(0).in_cover(
                    a, b, standing=standing
                )
