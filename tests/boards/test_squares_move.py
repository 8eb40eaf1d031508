"""What steps cost and where a movement, a leap or a push ends."""

from __future__ import annotations

from itertools import pairwise

import pytest

from battlemat.boards.squares import Board
from boards.squares_boards import Point, board, line_of_walls, mask


def reach(
    ground: Board,
    start: Point,
    budget: int,
    *,
    blocked: int = 0,
    no_stop: int = 0,
    halt: int = 0,
    occupied: int = 0,
    ranger: bool = False,
    climb_down_discount: bool = True,
) -> set[Point]:
    found = ground.terrain(ground.doors_open).reach(
        ground.at(*start),
        budget,
        blocked=blocked,
        no_stop=no_stop,
        halt=halt,
        occupied=occupied,
        ranger=ranger,
        climb_down_discount=climb_down_discount,
    )
    return {ground.xy(square) for square in range(ground.size) if found >> square & 1}


def cost(ground: Board, *path: Point, first_edition: bool = False) -> int | None:
    """What a path costs, or None if one of its steps cannot be made."""
    terrain = ground.terrain(ground.doors_open)
    total = 0
    for a, b in pairwise(path):
        step = terrain.step_cost(
            ground.at(*a), ground.at(*b), climb_down_discount=not first_edition
        )
        if step is None:
            return None
        total += step
    return total


def around(ground: Board, *enemies: Point) -> int:
    """The squares Adjacent to enemies."""
    near = 0
    for enemy in enemies:
        near |= ground.terrain(ground.doors_open).adjacent[ground.at(*enemy)]
    return near


# ------------------------------------------------------------------ directions


@pytest.mark.clause("skirm1.move.allowance", "skirm2.move.allowance", "skirm3.move.allowance")
@pytest.mark.clause("skirm1.move.directions", "skirm2.move.directions", "skirm3.move.directions")
def test_a_move_covers_the_square_around_its_start() -> None:
    found = reach(board(), (5, 5), 3)
    assert found == {(x, y) for x in range(2, 9) for y in range(2, 9)} - {(5, 5)}
    assert reach(board(), (5, 5), 0) == set()


@pytest.mark.clause("skirm1.map.edge", "skirm2.map.edge", "skirm3.map.edge")
def test_nothing_moves_over_the_edge() -> None:
    assert reach(board(3, 3), (2, 1), 1) == {(1, 0), (2, 0), (1, 1), (1, 2), (2, 2)}


@pytest.mark.clause("skirm1.move.diagonal", "skirm2.move.diagonal", "skirm3.move.diagonal")
def test_no_diagonal_step_beside_a_unit_or_an_impassable_square() -> None:
    ground = board()
    assert (3, 3) in reach(ground, (4, 4), 1)
    assert (3, 3) not in reach(ground, (4, 4), 1, occupied=mask([(3, 4)]))
    assert (3, 3) not in reach(ground, (4, 4), 1, occupied=mask([(4, 3)]))
    assert cost(board(impassable=[(4, 3)]), (4, 4), (3, 3)) is None
    assert (5, 5) in reach(ground, (4, 4), 1, occupied=mask([(3, 4), (4, 3), (4, 4), (3, 3)]))


@pytest.mark.clause(
    "skirm1.move.diagonal-walls", "skirm2.move.diagonal-walls", "skirm3.move.diagonal-walls"
)
def test_diagonal_steps_stay_on_the_flat() -> None:
    assert cost(board(walls={((4, 3), (4, 4)): 1}), (4, 4), (5, 3)) is None
    ledge = board(levels={(4, 4): 2, (5, 5): 2, (5, 4): 2})
    assert cost(ledge, (4, 4), (5, 5)) is None
    closed = board(doors=[((5, 4), (5, 5))])
    assert cost(closed, (4, 4), (5, 5)) is None
    assert closed.terrain(1).step_cost(closed.at(4, 4), closed.at(5, 5)) == 1


@pytest.mark.clause("skirm1.map.impassable", "skirm2.map.impassable", "skirm3.map.impassable")
def test_an_impassable_square_is_never_entered() -> None:
    assert (5, 4) not in reach(board(impassable=[(5, 4)]), (4, 4), 6)


# ------------------------------------------------------------------ units in the way


@pytest.mark.clause("skirm1.move.occupied", "skirm2.move.occupied", "skirm3.move.occupied")
@pytest.mark.clause(
    "skirm1.move.pass-through", "skirm2.move.pass-through", "skirm3.move.pass-through"
)
def test_a_squadmate_is_passed_but_not_joined() -> None:
    friend = mask([(3, 0)], 6)
    found = reach(board(6, 1), (2, 0), 2, no_stop=friend, occupied=friend)
    assert found == {(0, 0), (1, 0), (4, 0)}


@pytest.mark.clause(
    "skirm1.move.pass-through", "skirm2.move.pass-through", "skirm3.move.pass-through"
)
def test_a_standing_enemy_bars_the_way() -> None:
    enemy = mask([(3, 0)], 6)
    assert reach(board(6, 1), (2, 0), 3, blocked=enemy, occupied=enemy) == {(0, 0), (1, 0)}


@pytest.mark.clause("skirm1.move.zone", "skirm2.move.zone", "skirm3.move.zone")
def test_a_move_stops_beside_an_enemy() -> None:
    row = board(12, 1)
    enemy = mask([(5, 0)])
    found = reach(row, (2, 0), 4, blocked=enemy, halt=around(row, (5, 0)), occupied=enemy)
    assert found == {(0, 0), (1, 0), (3, 0), (4, 0)}
    # Beside a fallen enemy, which makes no zone, a move goes on.
    fallen = mask([(5, 5)])
    assert (5, 6) in reach(board(), (2, 6), 3, no_stop=fallen, occupied=fallen)
    ground = board()
    here = mask([(5, 5)])
    assert (6, 7) in reach(
        ground, (2, 7), 4, blocked=here, halt=around(ground, (5, 5)), occupied=here
    )


@pytest.mark.clause("skirm1.move.zone", "skirm2.move.zone", "skirm3.move.zone")
def test_a_square_where_one_must_but_may_not_stop_is_never_entered() -> None:
    row = board(6, 1)
    friend = mask([(2, 0)], 6)
    assert reach(row, (1, 0), 3, no_stop=friend, halt=friend, occupied=friend) == {(0, 0)}


@pytest.mark.clause("skirm3.special.nimble")
def test_without_zones_and_bars_enemies_are_passed() -> None:
    ground = board()
    enemies = mask([(4, 5), (4, 7)])
    assert (5, 5) in reach(ground, (2, 5), 3, no_stop=enemies, occupied=enemies)
    assert (4, 5) not in reach(ground, (2, 5), 3, no_stop=enemies, occupied=enemies)


@pytest.mark.clause("skirm1.move.zone-start", "skirm2.move.zone-start", "skirm3.move.zone-start")
def test_an_enemys_side_may_be_left() -> None:
    ground = board()
    enemy = mask([(5, 5)])
    halt = around(ground, (5, 5))
    found = reach(ground, (4, 5), 3, blocked=enemy, halt=halt, occupied=enemy)
    assert {(4, 4), (3, 5), (1, 5), (2, 3)} <= found
    assert (5, 3) not in reach(ground, (4, 5), 2, blocked=enemy, halt=halt, occupied=enemy)
    # In a row there is no way round: two squares of zone are never passed in one move.
    row = board(12, 1)
    assert reach(row, (4, 0), 3, halt=mask([(4, 0), (5, 0), (6, 0)])) >= {(5, 0), (1, 0)}
    assert (6, 0) not in reach(row, (4, 0), 3, halt=mask([(4, 0), (5, 0), (6, 0)]))


@pytest.mark.clause(
    "skirm1.move.zone-adjacency", "skirm2.move.zone-adjacency", "skirm3.move.zone-adjacency"
)
def test_an_enemy_behind_a_high_wall_stops_nobody() -> None:
    ground = board(12, 7, walls=line_of_walls(1, 6, 2))
    halt = around(ground, (5, 5))
    assert (6, 6) in reach(ground, (3, 6), 3, halt=halt, blocked=mask([(5, 5)]))
    assert (7, 6) in reach(ground, (3, 6), 4, halt=halt, blocked=mask([(5, 5)]))
    open_ground = board(12, 7)
    halt = around(open_ground, (5, 5))
    assert (6, 6) not in reach(open_ground, (3, 6), 3, halt=halt, blocked=mask([(5, 5)]))


# ------------------------------------------------------------------ difficult ground


@pytest.mark.clause("skirm1.move.difficult", "skirm2.move.difficult", "skirm3.move.difficult")
def test_leaving_difficult_ground_costs_one_more() -> None:
    assert cost(board(difficult=[(3, 2)]), (2, 2), (3, 2), (4, 2)) == 3
    hedge = board(difficult=[(3, 2)], walls={((3, 2), (4, 2)): 1})
    assert cost(hedge, (3, 2), (4, 2)) == 3
    assert cost(board(difficult=[(3, 2)]), (3, 2), (4, 3)) == 2


@pytest.mark.clause(
    "skirm1.move.difficult-chain", "skirm2.move.difficult-chain", "skirm3.move.difficult-chain"
)
def test_from_difficult_to_difficult_costs_two() -> None:
    assert cost(board(difficult=[(3, 2), (4, 2)]), (2, 2), (3, 2), (4, 2)) == 3


@pytest.mark.clause(
    "skirm1.move.difficult-dash", "skirm2.move.difficult-dash", "skirm3.move.difficult-dash"
)
@pytest.mark.clause("skirm3.special.ranger")
def test_one_square_of_movement_does_not_leave_difficult_ground() -> None:
    ground = board(difficult=[(3, 2)])
    assert reach(ground, (3, 2), 1) == set()
    assert len(reach(ground, (3, 2), 2)) == 8
    assert len(reach(ground, (3, 2), 1, ranger=True)) == 8


# ------------------------------------------------------------------ walls and climbing


@pytest.mark.clause("skirm1.move.walls", "skirm2.move.walls", "skirm3.move.walls")
def test_walls_and_closed_doors_are_not_walked_through() -> None:
    walls = board(3, 1, walls={((0, 0), (1, 0)): 2}, doors=[((1, 0), (2, 0))], climbable=[])
    assert reach(walls, (1, 0), 9) == set()
    door = board(2, 1, doors=[((0, 0), (1, 0))], climbable=[((0, 0), (1, 0))])
    assert reach(door, (0, 0), 9) == set()
    assert door.terrain(1).step_cost(0, 1) == 1


@pytest.mark.clause("skirm1.move.vault", "skirm2.move.vault", "skirm3.move.vault")
@pytest.mark.parametrize("first_edition", [False, True])
def test_a_low_wall_is_crossed_for_two(first_edition: bool) -> None:
    ground = board(walls={((3, 2), (4, 2)): 1})
    assert cost(ground, (2, 2), (3, 2), (4, 2), first_edition=first_edition) == 3


@pytest.mark.clause("skirm1.move.climb-where", "skirm2.move.climb-where", "skirm3.move.climb-where")
def test_only_a_face_of_one_or_a_ladder_is_climbed() -> None:
    step = board(levels={(4, 2): 1})
    assert cost(step, (3, 2), (4, 2)) is not None
    assert cost(step, (4, 2), (3, 2)) is not None
    cliff = board(levels={(4, 2): 2})
    assert cost(cliff, (3, 2), (4, 2)) is None
    assert cost(cliff, (4, 2), (3, 2)) is None
    parapet = board(levels={(4, 2): 1}, walls={((3, 2), (4, 2)): 1})
    assert cost(parapet, (3, 2), (4, 2)) is None
    assert cost(parapet, (4, 2), (3, 2)) is None


@pytest.mark.clause("skirm1.move.climb-up", "skirm2.move.climb-up", "skirm3.move.climb-up")
@pytest.mark.clause("skirm1.move.climb-whole", "skirm2.move.climb-whole", "skirm3.move.climb-whole")
@pytest.mark.parametrize(("level", "price"), [(2, 3), (3, 4), (4, 5)])
def test_climbing_up_costs_one_for_each_level_and_one_for_the_step(level: int, price: int) -> None:
    ladder = board(2, 1, levels={(1, 0): level}, climbable=[((0, 0), (1, 0))])
    assert cost(ladder, (0, 0), (1, 0)) == price
    assert cost(ladder, (0, 0), (1, 0), first_edition=True) == price
    assert reach(ladder, (0, 0), price) == {(1, 0)}
    assert reach(ladder, (0, 0), price - 1) == set()


@pytest.mark.clause("skirm1.move.climb-down", "skirm2.move.climb-down", "skirm3.move.climb-down")
def test_climbing_down_costs_one_less_but_for_the_first_edition() -> None:
    ladder = board(levels={(4, 2): 2}, climbable=[((3, 2), (4, 2))])
    step = board(levels={(4, 2): 1})
    assert cost(ladder, (4, 2), (3, 2)) == 2
    assert cost(step, (4, 2), (3, 2)) == 1
    assert cost(ladder, (4, 2), (3, 2), first_edition=True) == 3
    assert cost(step, (4, 2), (3, 2), first_edition=True) == 2


@pytest.mark.clause("skirm1.move.climb-over", "skirm2.move.climb-over", "skirm3.move.climb-over")
def test_walls_on_ledges_and_high_walls_are_climbed_over() -> None:
    side = ((3, 2), (4, 2))
    parapet = board(levels={(4, 2): 2}, walls={side: 1}, climbable=[side])
    assert cost(parapet, (3, 2), (4, 2)) == cost(parapet, (4, 2), (3, 2)) == 4
    assert cost(parapet, (3, 2), (4, 2), first_edition=True) == 5
    assert cost(parapet, (4, 2), (3, 2), first_edition=True) == 5
    wall = board(walls={side: 2}, climbable=[side])
    assert cost(wall, (3, 2), (4, 2)) == 4
    assert cost(wall, (3, 2), (4, 2), first_edition=True) == 5


@pytest.mark.clause("skirm1.move.stairs", "skirm2.move.stairs", "skirm3.move.stairs")
def test_stairs_are_walked_as_on_the_flat() -> None:
    flight = board(levels={(3, 2): 1, (4, 2): 2}, stairs=[(3, 2)])
    for first_edition in (False, True):
        assert cost(flight, (2, 2), (3, 2), (4, 2), first_edition=first_edition) == 2
        assert cost(flight, (4, 2), (3, 2), (2, 2), first_edition=first_edition) == 2
    steep = board(levels={(3, 2): 2}, stairs=[(3, 2)])
    assert cost(steep, (2, 2), (3, 2)) is None
    walled = board(levels={(3, 2): 1}, stairs=[(3, 2)], walls={((2, 2), (3, 2)): 1})
    assert cost(walled, (2, 2), (3, 2)) is None


@pytest.mark.clause("skirm1.move.stairs", "skirm2.move.stairs", "skirm3.move.stairs")
def test_a_diagonal_step_may_use_stairs_on_every_side_that_rises() -> None:
    wide = board(levels={(3, 2): 1, (3, 3): 1}, stairs=[(3, 2), (3, 3)])
    assert cost(wide, (2, 2), (3, 3)) == 1
    narrow = board(levels={(3, 2): 1, (3, 3): 1}, stairs=[(3, 2)])
    assert cost(narrow, (2, 2), (3, 3)) is None


# ------------------------------------------------------------------ leaps


def leap(ground: Board, start: Point, distance: int, **units: int) -> set[Point]:
    masks = {"blocked": 0, "no_stop": 0, "halt": 0, "occupied": 0} | units
    found = ground.terrain(ground.doors_open).leap(ground.at(*start), distance, **masks)
    return {ground.xy(square) for square in range(ground.size) if found >> square & 1}


@pytest.mark.clause("skirm3.special.leap")
def test_a_leap_takes_no_account_of_walls_levels_and_difficult_ground() -> None:
    ground = board(
        walls={((2, 2), (3, 2)): 2}, levels={(4, 2): 3, (2, 2): 1}, difficult=[(2, 2), (3, 2)]
    )
    found = leap(ground, (2, 2), 4)
    assert {(x, y) for x, y in found if y == 2 and x > 2} == {(3, 2), (4, 2), (5, 2), (6, 2)}
    assert {(6, 6), (0, 0), (2, 6), (0, 4)} <= found
    assert (4, 3) not in found


@pytest.mark.clause("skirm3.special.leap")
@pytest.mark.clause("skirm3.map.impassable")
def test_doors_impassable_squares_and_units_stop_a_leap() -> None:
    assert leap(board(4, 1, doors=[((1, 0), (2, 0))]), (0, 0), 3) == {(1, 0)}
    assert leap(board(4, 1, impassable=[(2, 0)]), (0, 0), 3) == {(1, 0)}
    row = board(5, 1)
    two = mask([(2, 0)], 5)
    assert leap(row, (0, 0), 4, blocked=two, occupied=two) == {(1, 0)}
    assert leap(row, (0, 0), 4, halt=two) == {(1, 0), (2, 0)}
    assert leap(row, (0, 0), 4, no_stop=two, occupied=two) == {(1, 0), (3, 0), (4, 0)}
    assert leap(row, (0, 0), 4, no_stop=two, halt=two) == {(1, 0)}
    beside = mask([(1, 2)], 3)
    assert (2, 2) not in leap(board(3, 3), (0, 0), 2, occupied=beside)
    assert (2, 2) in leap(board(3, 3), (0, 0), 2)


# ------------------------------------------------------------------ pushes


def push(ground: Board, attacker: Point, target: Point, occupied: int = 0) -> list[Point]:
    terrain = ground.terrain(ground.doors_open)
    path = terrain.push_path(ground.at(*attacker), ground.at(*target), occupied=occupied)
    return [ground.xy(square) for square in path]


@pytest.mark.clause("skirm3.weapon.push-direction")
def test_a_push_goes_the_nearest_of_eight_ways() -> None:
    ground = board()
    assert push(ground, (2, 2), (5, 3)) == [(6, 3), (7, 3)]
    assert push(ground, (2, 2), (4, 3)) == [(5, 4), (6, 5)]
    assert push(ground, (5, 5), (4, 2)) == [(4, 1), (4, 0)]
    assert push(ground, (5, 5), (5, 5)) == []


@pytest.mark.clause("skirm3.weapon.push-stop")
def test_a_push_stops_in_front_of_what_stands_there() -> None:
    assert push(board(walls={((5, 2), (6, 2)): 1}), (2, 2), (4, 2)) == [(5, 2)]
    assert push(board(doors=[((5, 2), (6, 2))]), (2, 2), (4, 2)) == [(5, 2)]
    assert push(board(levels={(6, 2): 1}), (2, 2), (4, 2)) == [(5, 2)]
    assert push(board(levels={(6, 2): 1}, stairs=[(6, 2)]), (2, 2), (4, 2)) == [(5, 2), (6, 2)]
    assert push(board(impassable=[(6, 2)]), (2, 2), (4, 2)) == [(5, 2)]
    assert push(board(), (2, 2), (4, 2), mask([(6, 2), (4, 2)])) == [(5, 2)]
    assert push(board(6, 6), (2, 2), (4, 2)) == [(5, 2)]


@pytest.mark.clause("skirm3.weapon.push-stop")
def test_a_diagonal_push_is_stopped_beside_units_walls_and_higher_ground() -> None:
    assert push(board(), (2, 2), (4, 4)) == [(5, 5), (6, 6)]
    assert push(board(), (2, 2), (4, 4), mask([(5, 4)])) == []
    assert push(board(walls={((5, 5), (6, 5)): 1}), (2, 2), (4, 4)) == [(5, 5)]
    assert push(board(levels={(4, 5): 1}), (2, 2), (4, 4)) == []
    hill = {(x, y): 2 for x in range(5) for y in range(5)}
    assert push(board(levels=hill), (2, 2), (4, 4)) == [(5, 5)]
    pit = {(x, y): 2 for x in range(12) for y in range(12)} | {(5, 4): 0}
    assert push(board(levels=pit), (2, 2), (4, 4)) == [(5, 5), (6, 6)]


@pytest.mark.clause("skirm3.weapon.push-fall")
def test_a_push_ends_where_the_unit_falls() -> None:
    roof = board(levels={(x, 2): 2 for x in range(5)})
    assert push(roof, (2, 2), (4, 2)) == [(5, 2)]
    assert roof.terrain(0).drop(roof.at(4, 2), roof.at(5, 2)) == 2
    assert roof.terrain(0).drop(roof.at(5, 2), roof.at(4, 2)) == 0
    stairs = board(levels={(4, 2): 2, (5, 2): 1}, stairs=[(5, 2)])
    assert push(stairs, (2, 2), (4, 2)) == [(5, 2), (6, 2)]
    assert stairs.terrain(0).drop(stairs.at(4, 2), stairs.at(5, 2)) == 0
    steep = board(levels={(4, 2): 2}, stairs=[(5, 2)])
    assert steep.terrain(0).drop(steep.at(4, 2), steep.at(5, 2)) == 2
