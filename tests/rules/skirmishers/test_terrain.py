"""Advanced terrain: wire, tunnels, trenches, water, hills; and the prices of ground."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from battlemat.rulebooks.skirmishers.chapters.reasons import step_clauses
from rules.skirmishers.table import Table, foe, ground, name_of, trooper

ON: dict[str, Any] = {"switches": ("advanced-terrain",)}
WEST: dict[str, Any] = {"degrees": 60, "heading": 6}


def spent(board: Any, *dots: Any, start: Any = (0, 0), dice: str = "", **more: Any) -> int:
    """AP that a walk costs."""
    card = more.pop("card", {})
    table = Table.on(board, A=trooper(start, **card), B=foe((20, 4)), **(more or ON))
    table.move("A", *dots, dice=dice)
    assert table.at("A")[:2] == tuple(dots[-1])[:2]
    paid: int = table["A"]["spent"]
    return paid


# ---------------------------------------------------------------------- prices


@pytest.mark.clause("skirmishers.move.cost-table", "skirmishers.move.obstructed")
def test_the_dot_entered_and_the_link_crossed_set_the_price() -> None:
    over = ground(low_wall=[((0, 0), (1, 0))])
    assert spent(over, (1, 0), (2, 0)) == 3
    bushes = ground(vegetation=[(1, 0)])
    assert spent(bushes, (1, 0), (2, 0)) == 3


@pytest.mark.clause("skirmishers.move.combine", "skirmishers.move.window")
def test_a_step_has_one_price_the_highest() -> None:
    board = ground(buildings={"A": (1, [(0, 0)])}, window=[((0, 0), (1, 0))], vegetation=[(1, 0)])
    assert spent(board, (1, 0)) == 4


@pytest.mark.clause("skirmishers.move.crawl", "skirmishers.move.level")
def test_crawling_doubles_steps_and_levels() -> None:
    over = ground(low_wall=[((0, 0), (1, 0))])
    assert spent(over, (1, 0), card={"prone": True}) == 4
    ladder = ground(buildings={"A": (1, [(0, 0)])}, ladder=[(0, 0)])
    table = Table.on(ladder, A=trooper((0, 0), prone=True), B=foe((20, 4)))
    table.play(f"move A {table.dot(0, 0)}-{table.dot(0, 0, 1)}")
    assert table["A"]["spent"] == 6


@pytest.mark.clause("skirmishers.move.stand", "skirmishers.move.go-prone", "skirmishers.move.cap")
def test_going_prone_and_standing_count_as_movement() -> None:
    table = Table.on(A=trooper((0, 0)), B=foe((20, 4)))
    table.play("prone A", "stand A")
    assert (table["A"]["spent"], table.unit("A").walked) == (3, 3)
    assert table.refuses("stand A") == "skirmishers.move.stand"


@pytest.mark.clause(
    "skirmishers.move.cap", "skirmishers.experience.cap", "skirmishers.experience.ap"
)
def test_an_elite_walks_no_further_but_has_ap_left_for_an_arc() -> None:
    table = Table.on(A=trooper((0, 0), skill="elite"), B=foe((20, 4)), switches=("experience",))
    assert table["A"]["max_ap"] == 10
    table.move("A", *[(q, 0) for q in range(1, 9)])
    assert table.options("move") == []
    assert table.refuses("move A i1-j1") == "skirmishers.move.cap"
    assert len(table.options("arc A 30")) == 12
    assert table.options("arc A 60") == []


@pytest.mark.clause("skirmishers.experience.ap")
@pytest.mark.parametrize(
    ("skill", "ap"), [("green", 7), ("regular", 8), ("veteran", 9), ("elite", 10)]
)
def test_experience_changes_the_maximum_ap(skill: str, ap: int) -> None:
    on = Table.on(A=trooper(skill=skill), B=foe(), switches=("experience",))
    assert on["A"]["max_ap"] == ap
    assert Table.on(A=trooper(skill=skill), B=foe())["A"]["max_ap"] == 8
    armored = Table.on(
        A=trooper(skill="elite", armor="standard"), B=foe(), switches=("experience",)
    )
    assert armored["A"]["max_ap"] == 8


@pytest.mark.clause(
    "skirmishers.terrain.table",
    "skirmishers.terrain.rough",
    "skirmishers.terrain.swamp",
    "skirmishers.terrain.shallow",
    "skirmishers.terrain.contour",
    "skirmishers.terrain.climb",
    "skirmishers.terrain.trench",
)
def test_advanced_ground_has_its_prices_only_where_it_is_switched_on() -> None:
    for name, price in (("rough", 3), ("swamp", 4), ("shallow", 4), ("trench", 3)):
        marks: dict[str, Any] = {name: [(1, 0)]}
        board = ground(**marks)
        assert spent(board, (1, 0)) == price
        assert spent(board, (1, 0), switches=()) == 1
    assert spent(ground(heights={(1, 0): 1}), (1, 0)) == 3
    assert spent(ground(heights={(1, 0): 1}), (1, 0), switches=()) == 1
    assert spent(ground(swamp=[(1, 0, 1)], heights={(1, 0): 1}), (1, 0)) == 4
    wall = Table.on(ground(high_wall=[((0, 0), (1, 0))]), A=trooper((0, 0)), B=foe((20, 4)), **ON)
    assert wall.play("step A a1-b1")["A"]["spent"] == 5
    trench = ground(trench=[(1, 0), (2, 0), (3, 0)])
    assert spent(trench, (1, 0), (2, 0), (3, 0)) == 5


# ---------------------------------------------------------------------- wire

WIRE = ground(wire=[(1, 0)])


@pytest.mark.clause("skirmishers.terrain.wire-cost", "skirmishers.terrain.wire-damage")
def test_wire_costs_six_and_cuts() -> None:
    table = Table.on(WIRE, A=trooper((0, 0)), B=foe((20, 4)), **ON)
    table.move("A", (1, 0), dice="4 5+3 3")
    a = table["A"]
    assert (a["part"], a["hp"], a["entangled"], a["spent"]) == (
        ["8", "7", "6", "5"],
        "10",
        False,
        6,
    )
    assert table.rolls == [
        "red 1 skirmishers.terrain.wire-damage",
        "blue 2 skirmishers.damage.location",
        "red 1 skirmishers.terrain.wire-entangle",
    ]


@pytest.mark.clause("skirmishers.terrain.wire-entangle", "skirmishers.terrain.modifiers")
def test_the_entangled_stay_where_they_are_but_may_fight_at_plus_one() -> None:
    table = Table.on(WIRE, A=trooper((0, 0)), B=foe((20, 4)), **ON)
    table.move("A", (1, 0), dice="1 5+5 4")
    assert table["A"]["entangled"]
    assert table.options("move") == []
    assert table.refuses("move A b1-c1") == "skirmishers.terrain.wire-entangle"
    assert "prone A" in table.options()
    shooter = Table.on(A=trooper((0, 0)), B=foe((9, 0), entangled=True, arc=WEST), **ON)
    shooter.move("A", (1, 0), then=["fire B"], dice="1+1")
    assert shooter.modifiers == {"base": 6, "attacker entangled": 1}


@pytest.mark.clause("skirmishers.terrain.wire-next", "skirmishers.turn.activation-sequence")
def test_at_his_next_activation_the_wire_cuts_and_holds_again() -> None:
    table = Table.on(
        WIRE, A=trooper((1, 0), entangled=True), B=foe((9, 0), arc=WEST), active="", **ON
    )
    table.play("activate A", "pass", dice="2 5+5 6")
    assert (table["A"]["part"], table["A"]["entangled"]) == (["10", "9"], True)
    assert table.rolls[0] == "red 1 skirmishers.terrain.wire-next"
    free = Table.on(WIRE, A=trooper((1, 0), entangled=True), B=foe((20, 4)), active="", **ON)
    free.play("activate A", dice="2 5+5 1")
    assert free.options("move")


# ---------------------------------------------------------------------- tunnels and trenches

TUNNEL = ground(mouth=[(0, 0), (3, 0)], tunnel=[(1, 0), (2, 0)])


@pytest.mark.clause("skirmishers.terrain.tunnel", "skirmishers.terrain.tunnel-hidden")
def test_a_tunnel_is_entered_for_two_and_crawled_for_double() -> None:
    table = Table.on(TUNNEL, A=trooper((0, 0)), B=foe((9, 0), arc=WEST), **ON)
    table.move("A", (0, 0, -1), (1, 0, -1), (2, 0, -1))
    assert table["A"]["spent"] == 6
    assert table["A"]["prone"]
    assert table.asks == "red action"  # nobody outside sees him
    assert table.options("stand") == table.options("prone") == []
    table.play("end A")
    out = Table.on(TUNNEL, A=trooper((3, 0, -1), prone=True), B=foe((20, 4)), **ON)
    out.move("A", (3, 0))
    assert (out["A"]["spent"], out["A"]["prone"]) == (2, False)


@pytest.mark.clause("skirmishers.terrain.tunnel-combat", "skirmishers.terrain.modifiers")
def test_fighting_in_a_tunnel_adds_two() -> None:
    pistol: dict[str, Any] = {"primary": None, "secondary": "pistol", "arc": WEST, "prone": True}
    table = Table.on(
        TUNNEL, A=trooper((0, 0, -1), prone=True), B=foe((3, 0, -1), **pistol), active="", **ON
    )
    table.play("activate A", "fire B", dice="1+1")
    assert table.need == 8
    expected = {"base": 6, "tunnel combat": 2, "attacker prone": -1, "target prone": 1}
    assert table.modifiers == expected


@pytest.mark.clause("skirmishers.terrain.trench-prone")
def test_a_man_in_a_trench_is_prone_for_those_who_attack_him() -> None:
    board = ground(trench=[(1, 0)])
    table = Table.on(board, A=trooper((0, 0)), B=foe((9, 0), arc=WEST), **ON)
    table.move("A", (1, 0), then=["fire B"], dice="1+1")
    assert table.modifiers == {"base": 6, "target prone": 1}
    assert table["A"]["spent"] == 3
    shooter = Table.on(ground(trench=[(9, 0)]), A=trooper((0, 0)), B=foe((9, 0), arc=WEST), **ON)
    shooter.move("A", (1, 0), then=["fire B"], dice="1+1")
    assert shooter.modifiers == {"base": 6}
    hidden = ground(trench=[(1, 0)], low_wall=[((1, 0), (2, 0))])
    behind = Table.on(hidden, A=trooper((0, 0)), B=foe((9, 0), arc=WEST), **ON)
    behind.move("A", (1, 0))
    assert behind.asks == "red action"


# ---------------------------------------------------------------------- water

LAKE = ground(deep=[(1, 0), (2, 0)], shallow=[(3, 0)])


@pytest.mark.clause("skirmishers.terrain.swim", "skirmishers.terrain.swim-load")
def test_deep_water_is_swum_with_at_most_one_weapon() -> None:
    table = Table.on(LAKE, A=trooper((0, 0), secondary="pistol"), B=foe((20, 4)), **ON)
    assert table.dot(1, 0) not in {text.split("-")[-1] for text in table.options("move")}
    table.play("drop A pistol").move("A", (1, 0))
    assert table["A"]["spent"] == 4
    assert table.options("prone") == []
    mounted = Table.on(
        LAKE,
        A=trooper((0, 0), secondary="grenade-launcher"),
        B=foe((20, 4)),
        switches=("advanced-terrain", "advanced-explosives"),
    )
    mounted.move("A", (1, 0))
    assert mounted.at("A") == (1, 0)


@pytest.mark.clause("skirmishers.terrain.swim-no-fire")
def test_a_swimmer_fires_nothing_but_may_strike() -> None:
    table = Table.on(LAKE, A=trooper((1, 0)), B=foe((0, 1)), **ON)
    assert table.options("arc") == []
    assert table.refuses("arc A 30 0") == "skirmishers.terrain.swim-no-fire"
    assert table.options("melee")
    thrower = Table.on(
        LAKE, A=trooper((1, 0), grenades={"hand": 1}, active="hand-grenade"), B=foe((9, 0)), **ON
    )
    assert thrower.options("throw") == []
    answer = f"throw A {thrower.dot(3, 0)} hand-grenade"
    assert thrower.refuses(answer) == "skirmishers.terrain.swim-no-fire"


@pytest.mark.clause("skirmishers.terrain.modifiers", "skirmishers.terrain.swim")
def test_a_swimmer_is_harder_to_hit_and_does_not_fall() -> None:
    table = Table.on(LAKE, A=trooper((0, 0)), B=foe((9, 0), arc=WEST), spent=4, **ON)
    table.move("A", (1, 0), then=["fire B"], dice="6+6 4+3")
    assert table.modifiers == {"base": 6, "defender swimming": 1}
    assert (table["A"]["prone"], table.unit("A").halted) == (False, True)


@pytest.mark.clause("skirmishers.terrain.water-blast")
def test_blast_is_worse_in_water_but_reaches_no_further() -> None:
    token = [{"by": "A", "weapon": "hand-grenade", "at": name_of(LAKE, (5, 0)), "tn": 2}]
    table = Table.on(
        LAKE,
        A=trooper((0, 6)),
        B=foe((3, 0)),
        C=foe((2, 0), primary="rifle"),
        **ON,
        position={"explosives": token},
    )
    table.play("end A", dice="1+1 5+5")
    assert [(f["unit"], f["points"]) for f in table.told("damage")] == [("B", "3X")]


@pytest.mark.clause("skirmishers.terrain.hill-sight")
def test_a_hill_between_them_blocks_sight() -> None:
    hill = ground(heights={(5, 0): 1})
    table = Table.on(hill, A=trooper((0, 0)), B=foe((9, 0), arc=WEST), **ON)
    assert table.move("A", (1, 0)).asks == "red action"
    flat = Table.on(hill, A=trooper((0, 0)), B=foe((9, 0), arc=WEST))
    assert flat.move("A", (1, 0)).asks == "blue reaction"


def test_only_going_into_a_trench_or_out_of_it_is_told_by_its_clause() -> None:
    board = ground(trench=[(2, 0), (3, 0)])
    dots = [board.place(name_of(board, dot)) for dot in [(1, 0), (2, 0), (3, 0), (4, 0)]]
    told = [step_clauses(board, a, b, prone=False) for a, b in pairwise(dots)]
    assert ["skirmishers.terrain.trench" in clauses for clauses in told] == [True, False, True]
