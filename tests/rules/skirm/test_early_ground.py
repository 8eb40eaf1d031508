"""First and second edition on the map: which measures of the board each edition uses.

The geometry itself is shown with the boards; here the engine is held to the edition's numbers.
"""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.boards.squares import Board
from battlemat.packs import library
from boards.squares_boards import board, line_of_walls
from rules.skirm.early_tables import both, need
from rules.skirm.table import Table, foe, gun, unit

LADDER = [((3, 2), (4, 2))]


def walker(edition: str, ground: Board | None = None, *, mov: int = 4, **more: Any) -> Table:
    """A somewhere on a board, with B out of the way unless it is placed."""
    units = {"A": unit(at=(3, 2), mov=mov, weapons=[]), "B": foe(at=(11, 11), weapons=[])} | more
    return Table.on(ground, edition=edition, **units)


def target(edition: str, ground: Board | None = None, **more: Any) -> Table:
    """A in a corner and B five squares to the east, with ARM 7 against DAM 3."""
    units: dict[str, Any] = {
        "A": unit(at=(0, 0), weapons=[gun(roa=1, dam=3)]),
        "B": foe(at=(5, 0), arm=7, hit=9),
    }
    return Table.on(ground, edition=edition, **(units | more))


def save_needed(table: Table) -> int:
    """What B must not exceed when A's only die hits."""
    return need(table.play("shoot A B rifle", dice="2 6"))


# ------------------------------------------------------------------ maps


@both
@pytest.mark.clause("skirm1.map.size", "skirm2.map.size")
def test_shipped_maps_are_sixteen_squares_by_sixteen(edition: str) -> None:
    found = library.maps(edition)
    assert found
    for entry in found:
        ground = Board.parse(library.load(edition, "map", entry.id).value["drawing"])
        assert (ground.width, ground.height) == (16, 16), entry.id


@both
@pytest.mark.clause("skirm1.map.edge", "skirm2.map.edge", "skirm1.map.grid", "skirm2.map.grid")
def test_nobody_moves_over_the_edge(edition: str) -> None:
    small = Board.build(3, 3)
    table = Table.on(small, edition=edition, A=unit(at=(1, 1), mov=9), B=foe(at=None))
    everywhere = {f"{column}{row}" for column in "abc" for row in (1, 2, 3)}
    assert table.ends("move", "A") == everywhere - {"b2"}


@both
@pytest.mark.clause("skirm1.map.impassable", "skirm2.map.impassable")
def test_an_impassable_square_is_not_entered(edition: str) -> None:
    pit = board(6, 1, impassable=[(2, 0)])
    table = Table.on(pit, edition=edition, A=unit(at=(0, 0), mov=4), B=foe(at=None))
    assert table.ends("move", "A") == {"b1"}
    assert table.refuses("move A a1-c1") == f"{edition}.map.impassable"


# ------------------------------------------------------------------ movement


@both
@pytest.mark.clause("skirm1.move.allowance", "skirm2.move.allowance")
@pytest.mark.clause("skirm1.action.move", "skirm2.action.move")
def test_a_move_covers_at_most_mov_squares_and_never_none(edition: str) -> None:
    table = walker(edition, mov=4)
    assert {"h3", "h7"} <= table.ends("move", "A")
    assert "i3" not in table.ends("move", "A")
    assert table.refuses("move A d3-i3") == f"{edition}.move.allowance"
    assert "d3" not in table.ends("move", "A")


@pytest.mark.parametrize(("edition", "leaves"), [("skirm1", True), ("skirm2", False)])
@pytest.mark.clause("skirm1.move.difficult-dash", "skirm2.move.difficult-dash")
@pytest.mark.clause("skirm1.move.difficult", "skirm2.move.difficult")
def test_only_a_dash_of_two_squares_leaves_difficult_ground(edition: str, leaves: bool) -> None:
    table = walker(edition, board(difficult=[(3, 2)]))
    assert ("e3" in table.ends("dash", "A")) is leaves
    if not leaves:
        assert table.refuses("dash A d3-e3") == f"{edition}.move.difficult-dash"
    assert "f3" not in table.ends("dash", "A")
    assert "e3" in table.ends("move", "A")


@pytest.mark.parametrize(("edition", "down"), [("skirm1", 3), ("skirm2", 2)])
@pytest.mark.clause("skirm1.move.climb-up", "skirm1.move.climb-down")
@pytest.mark.clause("skirm2.move.climb-up", "skirm2.move.climb-down")
def test_climbing_up_two_levels_costs_three_and_down_what_the_edition_says(
    edition: str, down: int
) -> None:
    ledge = board(levels={(4, 2): 2}, climbable=LADDER)
    assert "e3" in walker(edition, ledge, mov=3).ends("move", "A")
    assert "e3" not in walker(edition, ledge, mov=2).ends("move", "A")
    above = unit(at=(4, 2), mov=down, weapons=[])
    assert "d3" in walker(edition, ledge, A=above).ends("move", "A")
    above = unit(at=(4, 2), mov=down - 1, weapons=[])
    assert "d3" not in walker(edition, ledge, A=above).ends("move", "A")


@both
@pytest.mark.clause("skirm1.move.climb-up", "skirm2.move.climb-up")
@pytest.mark.clause("skirm1.move.climb-whole", "skirm2.move.climb-whole")
def test_a_climb_of_four_levels_is_too_much_for_mov_four(edition: str) -> None:
    tower = board(levels={(4, 2): 4}, climbable=LADDER)
    assert "e3" not in walker(edition, tower, mov=4).ends("move", "A")
    assert "e3" in walker(edition, tower, mov=5).ends("move", "A")


@pytest.mark.parametrize(("edition", "cost"), [("skirm1", 2), ("skirm2", 1)])
@pytest.mark.clause("skirm1.move.climb-down", "skirm2.move.climb-down")
def test_stepping_down_one_level_is_a_whole_dash_in_the_first_edition(
    edition: str, cost: int
) -> None:
    step = board(levels={(3, 2): 1})
    table = walker(edition, step)
    assert "e3" in table.ends("dash", "A")
    beyond = "f3" in walker(edition, step, mov=2).ends("move", "A")
    assert beyond is (cost == 1)


@pytest.mark.parametrize(("edition", "cost"), [("skirm1", 5), ("skirm2", 4)])
@pytest.mark.clause("skirm1.move.climb-over", "skirm2.move.climb-over")
def test_a_high_climbable_wall_costs_what_the_edition_says(edition: str, cost: int) -> None:
    wall = board(walls=line_of_walls(0, 4, 2), climbable=LADDER)
    assert "e3" in walker(edition, wall, mov=cost).ends("move", "A")
    assert "e3" not in walker(edition, wall, mov=cost - 1).ends("move", "A")


@both
@pytest.mark.clause("skirm1.move.vault", "skirm2.move.vault")
def test_crossing_a_low_wall_costs_two(edition: str) -> None:
    fence = board(walls=line_of_walls(0, 4, 1))
    assert "e3" in walker(edition, fence, mov=2).ends("move", "A")
    assert "e3" not in walker(edition, fence, mov=1).ends("move", "A")


@both
@pytest.mark.clause("skirm1.move.zone", "skirm2.move.zone")
@pytest.mark.clause("skirm1.move.zone-start", "skirm2.move.zone-start")
def test_a_movement_ends_beside_an_enemy_and_may_begin_there(edition: str) -> None:
    lane = Board.build(8, 1)
    table = Table.on(lane, edition=edition, A=unit(at=(0, 0), mov=9), B=foe(at=(5, 0)))
    assert table.ends("move", "A") == {"b1", "c1", "d1", "e1"}
    beside = Table.on(lane, edition=edition, A=unit(at=(4, 0), mov=3), B=foe(at=(5, 0)))
    assert beside.ends("move", "A") == {"b1", "c1", "d1"}


@both
@pytest.mark.clause("skirm1.move.zone", "skirm2.move.zone")
def test_a_friends_square_beside_an_enemy_is_not_entered(edition: str) -> None:
    lane = Board.build(8, 2)
    table = Table.on(
        lane, edition=edition, A=unit(at=(2, 0), mov=4), C=unit(at=(3, 0)), B=foe(at=(4, 1))
    )
    assert not {"d1", "e1"} & table.ends("move", "A")


@both
@pytest.mark.clause("skirm1.move.pass-through", "skirm2.move.pass-through")
@pytest.mark.clause("skirm1.move.occupied", "skirm2.move.occupied")
def test_an_agent_passes_a_squadmate_and_never_an_enemy(edition: str) -> None:
    lane = Board.build(6, 1)
    friend = Table.on(
        lane, edition=edition, A=unit(at=(0, 0), mov=4), C=unit(at=(1, 0)), B=foe(at=None)
    )
    assert friend.ends("move", "A") == {"c1", "d1", "e1"}
    assert friend.refuses("move A a1-b1") == f"{edition}.move.occupied"
    enemy = Table.on(lane, edition=edition, A=unit(at=(0, 0), mov=4), B=foe(at=(1, 0)))
    assert enemy.ends("move", "A") == set()


@pytest.mark.clause("skirm1.move.pass-through", "skirm1.move.diagonal")
def test_a_downed_enemy_is_passed_but_shuts_the_diagonal() -> None:
    def ends(at: tuple[int, int]) -> set[str]:
        table = Table.on(
            Board.build(4, 2),
            edition="skirm1",
            A=unit(at=(0, 0), mov=2, weapons=[]),
            B=foe(at=at, state="downed"),
        )
        return table.ends("move", "A")

    assert "c1" in ends((1, 0))
    assert "b1" not in ends((1, 0))
    assert "b2" in ends((1, 0))  # round by a2, in two straight steps
    assert "b2" not in ends((1, 1))


# ------------------------------------------------------------------ sight


@pytest.mark.clause("skirm1.los.units", "skirm1.cover.units", "skirm1.cover.effect")
def test_in_the_first_edition_agents_in_between_give_cover_and_do_not_hide() -> None:
    assert save_needed(target("skirm1", C=foe(at=(3, 0)))) == 5
    assert save_needed(target("skirm1", C=unit(at=(3, 0)))) == 5
    assert save_needed(target("skirm1", C=foe(at=(3, 0), state="downed"))) == 4


@pytest.mark.clause("skirm2.los.units", "skirm2.los.corners")
def test_in_the_second_edition_agents_in_between_hide_a_target() -> None:
    assert target("skirm2", C=unit(at=(3, 0))).refuses("shoot A B rifle") == "skirm2.los.corners"
    aside = target("skirm2", C=unit(at=(3, 0)), B=foe(at=(5, 1)))
    assert aside.options("shoot") == ["shoot A B rifle"]
    shut = target("skirm2", C=unit(at=(3, 0)), D=unit(at=(3, 1)), B=foe(at=(5, 1)))
    assert shut.options("shoot") == []


@pytest.mark.clause("skirm2.los.units")
def test_a_shot_over_the_heads_of_others_is_clear() -> None:
    roof = board(levels={(0, 0): 2})
    table = target("skirm2", roof, C=unit(at=(2, 0)), B=foe(at=(4, 0)))
    assert table.options("shoot") == ["shoot A B rifle"]


@both
@pytest.mark.clause("skirm1.los.use", "skirm2.los.use", "skirm1.los.corners")
def test_a_skill_that_asks_for_sight_does_not_work_through_a_wall(edition: str) -> None:
    dread = {"do": "modify", "stat": "skill", "by": -1, "until": "turn"}
    who = {"pick": "enemy", "seen": True}
    scare = {"id": "scare", "cost": {"act": 1}, "effects": [dread | {"who": who}]}

    def skills(wall: int) -> list[str]:
        ground = board(walls=line_of_walls(0, 3, wall)) if wall else None
        return target(edition, ground, A=unit(at=(0, 0), skills=[scare])).options("skill")

    assert skills(0) == ["skill A scare"]
    assert skills(3) == []


# ------------------------------------------------------------------ cover


@pytest.mark.clause("skirm1.cover.effect", "skirm1.cover.definition")
def test_cover_raises_armor_by_one() -> None:
    fence = board(walls={((4, 0), (5, 0)): 1})
    table = target("skirm1", fence, A=unit(at=(0, 0), weapons=[gun(roa=2, dam=3)]))
    table.play("shoot A B rifle", dice="22 56")
    assert need(table) == 5
    assert table["B"].hit == 8
    assert table.cited("cover") == {"skirm1.cover.effect"}


@pytest.mark.clause("skirm1.cover.definition")
@pytest.mark.parametrize(
    ("walls", "shooter", "covered"),
    [
        ({((4, 0), (5, 0)): 1}, (0, 0), True),
        (line_of_walls(0, 3, 1), (0, 0), True),
        ({((0, 0), (1, 0)): 1}, (0, 0), False),
        ({((4, 0), (5, 0)): 1}, (0, 4), True),
        (line_of_walls(1, 1, 3), (0, 0), False),
    ],
)
def test_a_target_whose_base_is_partly_hidden_is_in_cover(
    walls: dict[Any, int], shooter: tuple[int, int], covered: bool
) -> None:
    mine = unit(at=shooter, weapons=[gun(roa=1, dam=3)])
    assert save_needed(target("skirm1", board(walls=walls), A=mine)) == (5 if covered else 4)


@pytest.mark.clause("skirm2.cover.effect")
def test_the_second_edition_knows_no_cover() -> None:
    low = board(walls={((4, 0), (5, 0)): 1})
    assert save_needed(target("skirm2", low)) == 4
    high = board(walls={((4, 0), (5, 0)): 2})
    assert target("skirm2", high).refuses("shoot A B rifle") == "skirm2.los.corners"
