"""Third edition, chapter "Movement" at the table: who stands in whose way, and with what budget.

What single steps cost is shown on the board alone, in tests/boards.
"""

from __future__ import annotations

from typing import Any

import pytest

from boards.squares_boards import board
from rules.skirm.table import Table, foe, unit


@pytest.mark.clause("skirm3.move.pass-through", "skirm3.move.occupied")
def test_a_unit_walks_through_a_squadmate_but_does_not_stop_there() -> None:
    table = Table.on(board(6, 1), A=unit(at=(0, 0)), C=unit(at=(1, 0)), B=foe(at=(5, 0)))
    assert table.ends("move", "A") == {"c1", "d1"}
    assert table.refuses("move A a1-b1") == "skirm3.move.occupied"


@pytest.mark.clause("skirm3.move.pass-through", "skirm3.move.zone")
def test_a_unit_walks_past_and_over_a_downed_enemy_but_not_through_a_standing_one() -> None:
    over = Table.on(board(6, 1), A=unit(at=(0, 0)), B=foe(at=(1, 0), state="downed"))
    assert over.ends("move", "A") == {"c1", "d1"}
    barred = Table.on(board(6, 1), A=unit(at=(0, 0)), B=foe(at=(1, 0)))
    assert barred.ends("move", "A") == set()


@pytest.mark.clause("skirm3.move.zone")
def test_a_move_ends_next_to_a_standing_enemy() -> None:
    table = Table.on(board(8, 1), A=unit(at=(2, 0)), B=foe(at=(5, 0)))
    assert table.ends("move", "A") == {"a1", "b1", "d1", "e1"}
    past = Table.on(board(6, 2), A=unit(at=(0, 1)), B=foe(at=(3, 0), state="downed"))
    assert "d2" in past.ends("move", "A")  # right beside the Downed enemy
    stopped = Table.on(board(6, 2), A=unit(at=(0, 1)), B=foe(at=(3, 0)))
    assert "d2" not in stopped.ends("move", "A")


@pytest.mark.clause("skirm3.move.zone")
def test_a_squadmates_square_next_to_an_enemy_cannot_be_entered_at_all() -> None:
    table = Table.on(
        board(6, 1), A=unit(at=(0, 0)), C=unit(at=(1, 0)), B=foe(at=(2, 0)), active="A"
    )
    assert table.ends("move", "A") == set()


@pytest.mark.clause("skirm3.move.zone-start")
def test_a_unit_leaves_an_enemys_side_freely() -> None:
    table = Table.on(A=unit(at=(4, 5)), B=foe(at=(5, 5)))
    assert {"e5", "d6", "c6", "b6"} <= table.ends("move", "A")  # (4,4), (3,5), (2,5), (1,5)
    alley = Table.on(board(2, 6), A=unit(at=(0, 2)), B=foe(at=(1, 2)))
    assert alley.ends("move", "A") == {"a2", "a4"}  # the next square stops it again


@pytest.mark.clause("skirm3.move.zone-adjacency")
def test_an_enemy_behind_a_high_wall_stops_nobody() -> None:
    wall = board(walls={((x, 5), (x, 6)): 2 for x in range(12)})
    table = Table.on(wall, A=unit(at=(3, 6)), B=foe(at=(5, 5)))
    assert "g7" in table.ends("move", "A")  # (6,6)


@pytest.mark.clause("skirm3.move.diagonal")
@pytest.mark.parametrize(
    "beside", [unit(at=(3, 4)), foe(at=(4, 3), state="downed"), unit(at=(4, 3), state="downed")]
)
def test_a_diagonal_step_needs_both_side_squares_free(beside: dict[str, object]) -> None:
    table = Table.on(A=unit(at=(4, 4)), X=beside, B=foe(at=(11, 11)))
    assert "d4" not in table.ends("dash", "A")  # (3,3)
    assert "f6" in table.ends("dash", "A")  # (5,5)


@pytest.mark.clause("skirm3.move.difficult-dash", "skirm3.move.crawl")
def test_a_downed_unit_cannot_crawl_out_of_difficult_ground() -> None:
    mud = board(difficult=[(2, 2)])
    table = Table.on(mud, A=unit(at=(2, 2), state="downed"), B=foe(at=(11, 11)))
    assert table.options() == ["recover A", "end A"]
    assert table.refuses("crawl A c3-d3") == "skirm3.move.difficult-dash"


@pytest.mark.clause("skirm3.move.difficult-dash")
def test_a_dash_out_of_difficult_ground_is_refused_by_its_clause() -> None:
    mud = board(difficult=[(2, 2)])
    table = Table.on(mud, A=unit(at=(2, 2)), B=foe(at=(11, 11)))
    assert table.refuses("dash A c3-d3") == "skirm3.move.difficult-dash"
    ranger = Table.on(mud, A=unit("RGR", at=(2, 2)), B=foe(at=(11, 11)))
    assert ranger.refuses("dash A c3-e3") == "skirm3.move.allowance"
    swift = Table.on(mud, A=unit("SWF", at=(2, 2)), B=foe(at=(11, 11)))
    assert swift.refuses("dash A c3-f3") == "skirm3.move.allowance"


@pytest.mark.clause("skirm3.move.crawl", "skirm3.damage.downed-actions")
def test_a_downed_unit_crawls_one_square_and_stays_downed() -> None:
    table = Table.on(A=unit("SWF", at=(2, 2), state="downed"), B=foe(at=(11, 11)))
    assert table.ends("crawl", "A") == {"b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4"}
    table.play("crawl A c3-d3")
    assert (table["A"].state, table["A"].square, table.act) == ("downed", "d3", 2)
    table.play("crawl A d3-e3")
    assert table.act == 0


@pytest.mark.clause("skirm3.special.swift", "skirm3.move.climb-up", "skirm3.move.climb-over")
def test_a_swift_unit_moves_four_and_dashes_two() -> None:
    swift = Table.on(board(12, 1), A=unit("SWF", at=(0, 0)), B=foe(at=(11, 0)))
    assert swift.ends("move", "A") == {"b1", "c1", "d1", "e1"}
    assert swift.ends("dash", "A") == {"b1", "c1"}
    tower = board(6, 1, levels={(1, 0): 3}, climbable=[((0, 0), (1, 0)), ((1, 0), (2, 0))])
    assert "b1" in Table.on(tower, A=unit("SWF", at=(0, 0)), B=foe(at=(5, 0))).ends("move", "A")
    assert "b1" not in Table.on(tower, A=unit(at=(0, 0)), B=foe(at=(5, 0))).ends("move", "A")


@pytest.mark.clause("skirm3.move.climb-down", "skirm3.move.climb-up")
def test_climbing_down_costs_one_less_than_up() -> None:
    roof = board(4, 1, levels={(1, 0): 2}, climbable=[((0, 0), (1, 0))])
    up = Table.on(roof, A=unit(at=(0, 0)), B=foe(at=(3, 0)))
    assert up.ends("move", "A") == {"b1"}  # 3 squares, a whole Move
    crate = board(4, 1, levels={(0, 0): 1})
    down = Table.on(crate, A=unit(at=(0, 0)), B=foe(at=(3, 0)))
    assert down.ends("dash", "A") == {"b1"}


@pytest.mark.clause("skirm3.special.ranger", "skirm3.move.difficult")
def test_a_ranger_is_not_slowed_by_difficult_ground() -> None:
    mud = board(6, 1, difficult=[(0, 0), (1, 0)])
    plain = Table.on(mud, A=unit(at=(0, 0)), B=foe(at=(5, 0)))
    ranger = Table.on(mud, A=unit("RGR", at=(0, 0)), B=foe(at=(5, 0)))
    assert plain.ends("move", "A") == {"b1"}
    assert ranger.ends("move", "A") == {"b1", "c1", "d1"}
    assert ranger.ends("dash", "A") == {"b1"}


@pytest.mark.clause("skirm3.special.nimble")
def test_a_nimble_unit_moves_through_and_beside_enemies() -> None:
    enemies: dict[str, Any] = {"B": foe(at=(4, 5)), "C": foe(at=(4, 7))}
    nimble = Table.on(A=unit("NMB", at=(2, 5)), **enemies)
    assert "f6" in nimble.ends("move", "A")  # (5,5), through (4,5)
    assert "e6" not in nimble.ends("move", "A")
    assert "f6" not in Table.on(A=unit(at=(2, 5)), **enemies).ends("move", "A")


@pytest.mark.clause("skirm3.special.leap")
def test_a_leap_is_straight_over_walls_and_levels_for_two_act() -> None:
    ground = board(levels={(4, 2): 3}, walls={((2, 2), (3, 2)): 2})
    table = Table.on(ground, A=unit("LP4", at=(2, 2)), B=foe(at=(11, 11)))
    east = {end for end in table.ends("leap", "A") if end.endswith("3") and end > "c"}
    assert east == {"d3", "e3", "f3", "g3"}
    table.play("leap A c3-g3")
    assert table.act == 1
    assert table.refuses("leap A g3-h3") == "skirm3.action.payment"


@pytest.mark.clause("skirm3.special.leap")
def test_doors_rocks_enemies_and_their_neighbourhood_stop_a_leap() -> None:
    ground = board(12, 1, doors=[((2, 0), (3, 0))], impassable=[(9, 0)])
    table = Table.on(ground, A=unit("LP4", at=(6, 0)), B=foe(at=(0, 0)))
    assert table.ends("leap", "A") == {"d1", "e1", "f1", "h1", "i1"}
    stopped = Table.on(board(12, 1), A=unit("LP4", at=(0, 0)), B=foe(at=(4, 0)))
    assert stopped.ends("leap", "A") == {"b1", "c1", "d1"}
    beside = Table.on(board(12, 2), A=unit("LP4", at=(0, 0)), B=foe(at=(2, 1)))
    assert {end for end in beside.ends("leap", "A") if end.endswith("1")} == {"b1"}
    mate = Table.on(board(12, 1), A=unit("LP4", at=(0, 0)), C=unit(at=(2, 0)), B=foe(at=(9, 0)))
    assert mate.ends("leap", "A") == {"b1", "d1", "e1"}


@pytest.mark.clause("skirm3.map.size")
def test_a_mission_may_be_played_on_a_map_of_another_size() -> None:
    table = Table.on(board(3, 2), A=unit(at=(0, 0)), B=foe(at=(2, 1)))
    assert (table.battle.field.board.width, table.battle.field.board.height) == (3, 2)
    assert table.ends("move", "A") == {"b1", "a2", "b2"}
