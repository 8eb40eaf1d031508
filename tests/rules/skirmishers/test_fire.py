"""Firing arcs and reaction fire: who may fire when, at whom, and at what number."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.boards.dots import Board
from battlemat.rulebooks.skirmishers.chapters.firing.damage import hurt
from battlemat.rulebooks.skirmishers.chapters.reasons import why_blind
from rules.skirmishers.table import Table, foe, ground, trooper

WEST: dict[str, Any] = {"degrees": 60, "heading": 6}
SIX = {"degrees": 60, "heading": 6, "shots": 6}


def shot(
    board: Board | None = None,
    *,
    shooter: tuple[int, ...] = (10, 0),
    to: tuple[int, ...] = (1, 0),
    start: tuple[int, ...] = (0, 0),
    by: dict[str, Any] | None = None,
    target: dict[str, Any] | None = None,
    **more: Any,
) -> Table:
    """A steps onto a dot and B fires at him and misses; look at `need` and `modifiers`."""
    gun = {"arc": {"degrees": 150, "heading": 6}} | (by or {})
    table = Table.on(board, A=trooper(start, **(target or {})), B=foe(shooter, **gun), **more)
    return table.move("A", to, then=["fire B"], dice="1+1")


# ---------------------------------------------------------------------- setting arcs


@pytest.mark.clause("skirmishers.arc.table", "skirmishers.arc.headings")
@pytest.mark.parametrize(("degrees", "price"), [(30, 2), (60, 4), (150, 6)])
def test_arcs_come_in_three_sizes_and_twelve_headings(degrees: int, price: int) -> None:
    table = Table.on(A=trooper(), B=foe())
    assert len(table.options(f"arc A {degrees} ")) == 12
    table.play(f"arc A {degrees} 11")
    assert table["A"]["spent"] == price
    assert table["A"]["arcs"][0]["heading"] == 11
    assert table.refuses("arc A 45 0") in ("skirmishers.arc.table", "skirmishers.arc.one")


@pytest.mark.clause("skirmishers.arc.table")
def test_an_arc_of_forty_five_degrees_is_refused() -> None:
    table = Table.on(A=trooper(), B=foe())
    assert table.refuses("arc A 45 0") == "skirmishers.arc.table"
    assert table.refuses("arc A 60 12") == "skirmishers.arc.headings"


@pytest.mark.clause("skirmishers.arc.shots")
@pytest.mark.parametrize(
    ("weapon", "degrees", "shots"),
    [("pistol", 60, 4), ("smg", 60, 6), ("rifle", 150, 4), ("rifle", 30, 1)],
)
def test_shots_are_the_base_number_times_the_multiplier(
    weapon: str, degrees: int, shots: int
) -> None:
    slot = {"primary": None, "secondary": weapon} if weapon == "pistol" else {"primary": weapon}
    table = Table.on(A=trooper(**slot), B=foe())
    table.play(f"arc A {degrees} 0")
    assert table["A"]["arcs"][0]["shots"] == shots


@pytest.mark.clause("skirmishers.arc.weapon", "skirmishers.weapon.active")
def test_only_a_ranged_weapon_in_hand_can_have_an_arc() -> None:
    for held in ("fists", "knife", "hand-grenade"):
        table = Table.on(A=trooper(holds=held, grenades={"hand": 1}), B=foe())
        assert table.options("arc") == []
        assert table.refuses("arc A 30 0") == "skirmishers.arc.weapon"


@pytest.mark.clause("skirmishers.arc.one")
def test_a_trooper_has_one_arc() -> None:
    table = Table.on(A=trooper(), B=foe())
    table.play("arc A 30 0")
    assert table.options("arc") == []
    assert table.refuses("arc A 30 6") == "skirmishers.arc.one"


@pytest.mark.clause("skirmishers.arc.not-after-explosive")
def test_arcs_and_explosives_exclude_each_other() -> None:
    card: dict[str, Any] = {"grenades": {"hand": 2}, "holds": "hand-grenade"}
    table = Table.on(A=trooper((0, 0), **card), B=foe((9, 0)))
    table.play(f"throw A {table.dot(2, 0)} hand-grenade")
    assert table["A"]["active"] == "rifle"
    assert table.options("arc") == []
    assert table.refuses("arc A 30 0") == "skirmishers.arc.not-after-explosive"
    under = Table.on(
        A=trooper((0, 0), secondary="grenade-launcher"),
        B=foe((9, 0)),
        switches=("advanced-explosives",),
    )
    assert under.options("throw")
    under.play("arc A 30 0")
    assert under.options("throw") == []
    answer = f"throw A {under.dot(9, 0)} grenade-launcher"
    assert under.refuses(answer) == "skirmishers.arc.not-after-explosive"


@pytest.mark.clause("skirmishers.action.combat-actions")
def test_several_combat_actions_are_allowed_as_far_as_ap_go() -> None:
    table = Table.on(A=trooper((0, 0)), B=foe((1, 0)))
    table.play("arc A 30 0", "melee A B bayonet")
    assert table["A"]["spent"] == 7


# ---------------------------------------------------------------------- when they fire


@pytest.mark.clause("skirmishers.fire.trigger-move", "skirmishers.fire.shot-spent")
def test_every_dot_entered_in_an_arc_is_a_new_chance() -> None:
    table = Table.on(A=trooper((0, 0)), B=foe((12, 0), primary="smg", arc=SIX))
    fire = ["fire B"] * 4
    table.move("A", (1, 0), (2, 0), (3, 0), (4, 0), then=fire, dice="11 11 11 11")
    assert len(table.told("attack")) == 4
    assert table["B"]["arcs"][0]["shots"] == 2


@pytest.mark.clause("skirmishers.fire.trigger-move")
def test_a_change_of_level_is_a_new_chance_too() -> None:
    board = ground(buildings={"A": (1, [(4, 0), (5, 0)])}, ladder=[(4, 0)])
    table = Table.on(board, A=trooper((4, 0, 0)), B=foe((12, 0), arc={"degrees": 60, "heading": 6}))
    assert table.asks == "red action"
    table.play(f"move A {table.dot(4, 0)}-{table.dot(4, 0, 1)}")
    assert table["A"]["spent"] == 3
    assert table.asks == "blue reaction"  # the roof is in sight, the room was not


@pytest.mark.clause("skirmishers.fire.trigger-activate", "skirmishers.fire.choice")
def test_activating_in_an_arc_draws_fire_and_holding_it_costs_nothing() -> None:
    table = Table.on(A=trooper((0, 0)), B=foe((9, 0), arc=WEST), active="")
    table.play("activate A")
    assert table.options() == ["fire B", "pass"]
    table.play("pass")
    assert table["B"]["arcs"][0]["shots"] == 2
    assert table.asks == "red action"


@pytest.mark.clause("skirmishers.fire.trigger-stand", "skirmishers.fire.once")
def test_standing_up_draws_fire_of_those_who_have_not_fired_on_that_dot() -> None:
    table = Table.on(
        A=trooper((0, 0), prone=True),
        B=foe((9, 0), arc=WEST),
        C=foe((9, 1), arc=WEST),
        active="",
    )
    table.play("activate A", "fire B", "pass", dice="1+1")
    table.play("stand A")
    assert table.options() == ["fire C", "pass"]
    assert table.refuses("fire B") == "skirmishers.fire.once"


@pytest.mark.clause("skirmishers.fire.once")
def test_a_unit_that_comes_back_to_a_dot_has_entered_it_anew() -> None:
    table = Table.on(A=trooper((0, 0)), B=foe((12, 0), primary="smg", arc=SIX))
    table.move("A", (1, 0), (2, 0), (1, 0), then=["fire B"] * 3, dice="11 11 11")
    assert len(table.told("attack")) == 3


@pytest.mark.clause("skirmishers.fire.no-other-trigger", "skirmishers.move.go-prone")
def test_going_prone_and_special_and_combat_actions_draw_no_fire() -> None:
    table = Table.on(A=trooper((0, 0), secondary="pistol"), B=foe((9, 0), arc=WEST))
    table.play("prone A", "weapon A pistol", "arc A 30 0")
    assert table.asks == "red action"
    assert table["A"]["spent"] == 1 + 3 + 2


@pytest.mark.clause("skirmishers.fire.order")
def test_the_owner_names_one_shooter_sees_the_result_and_names_the_next() -> None:
    table = Table.on(A=trooper((0, 0)), B=foe((9, 0), arc=WEST), C=foe((9, 1), arc=WEST))
    table.move("A", (1, 0))
    assert table.options() == ["fire B", "fire C", "pass"]
    table.play("fire C", dice="1+1")
    assert table.options() == ["fire B", "pass"]


@pytest.mark.clause("skirmishers.fire.after-fall", "skirmishers.fire.target-prone")
def test_others_may_still_fire_at_a_fallen_target_but_not_at_a_dead_one() -> None:
    table = Table.on(
        A=trooper((0, 0)),
        A2=trooper((0, 4)),
        B=foe((9, 0), arc=WEST),
        C=foe((9, 1), arc=WEST),
    )
    table.move("A", (1, 0), then=["fire B"], dice="6+6 2+1")
    assert table["A"]["state"] == "dead"
    assert table.asks == "red activate"
    table = Table.on(
        A=trooper((4, 0)),
        A2=trooper((0, 4)),
        B=foe((9, 0), primary=None, secondary="pistol", arc=WEST),
        C=foe((9, 1), arc=WEST),
    )
    table.move("A", (5, 0), then=["fire B"], dice="6+6 1+1")
    assert table["A"]["state"] == "unconscious"
    assert table.options() == ["fire C", "pass"]
    table.play("fire C", dice="1+1")
    assert table.modifiers["target prone"] == 1


@pytest.mark.clause("skirmishers.fire.after-fall")
def test_nobody_shoots_at_a_dead_man() -> None:
    table = Table.on(
        A=trooper((0, 0), primary="smg"),
        B=foe((3, 0), full=list(range(10))),
        C=foe((4, 0)),
        switches=("movement-fire",),
    )
    table.move("A", (1, 0))
    assert table["B"]["state"] == "dead"
    assert table.refuses("shoot A B") == "skirmishers.fire.after-fall"
    assert table.options("shoot") == ["shoot A C"]


@pytest.mark.clause("skirmishers.fire.arc-and-sight", "skirmishers.arc.vertex")
def test_a_shot_needs_arc_sight_range_and_a_shot_left() -> None:
    outside = Table.on(A=trooper((0, 0)), B=foe((9, 0), arc={"degrees": 60, "heading": 0}))
    assert outside.move("A", (1, 0)).asks == "red action"
    wall = ground(high_wall=[((4, 0), (5, 0))])
    unseen = Table.on(wall, A=trooper((0, 0)), B=foe((9, 0), arc=WEST))
    assert unseen.move("A", (1, 0)).asks == "red action"
    pistol: dict[str, Any] = {"primary": None, "secondary": "pistol", "arc": WEST}
    far = Table.on(ground(30), A=trooper((0, 0)), B=foe((22, 0), **pistol))
    far.move("A", (1, 0))
    assert far.asks == "red action"
    far.move("A", (2, 0))
    assert far.asks == "blue reaction"  # 20 dots away, the pistol's long range


@pytest.mark.clause("skirmishers.arc.spent", "skirmishers.fire.shot-spent")
def test_the_last_shot_ends_the_arc() -> None:
    table = Table.on(A=trooper((0, 0)), B=foe((9, 0), arc={"degrees": 30, "heading": 6}))
    table.move("A", (1, 0), then=["fire B"], dice="1+1")
    assert table["B"]["arcs"] == []
    assert table.move("A", (2, 0)).asks == "red action"


@pytest.mark.clause("skirmishers.arc.lost")
def test_wounds_that_leave_him_conscious_do_not_cost_the_arc() -> None:
    table = Table.on(A=trooper((0, 0)), B=foe((9, 0), arc=WEST))
    table.run(hurt, "B", 3, 0, "skirmishers.damage.new-values", dice="5+5")
    assert (table["B"]["hp"], len(table["B"]["arcs"])) == ("7", 1)
    table.run(hurt, "B", 9, 0, "skirmishers.damage.new-values", dice="5+5")
    assert (table["B"]["state"], table["B"]["arcs"]) == ("dead", [])


@pytest.mark.clause("skirmishers.arc.lost")
def test_an_unconscious_man_has_no_arc_to_fire_by() -> None:
    table = Table.on(A=trooper((0, 0)), B=foe((9, 0), arc=WEST), C=foe((9, 1), arc=WEST))
    table.run(hurt, "C", 2, 0, "skirmishers.damage.new-values", dice="1+1")
    assert table["C"]["state"] == "unconscious"
    table.move("A", (1, 0))
    assert table.options() == ["fire B", "pass"]
    assert table.refuses("fire C") == "skirmishers.arc.lost"


@pytest.mark.clause("skirmishers.fire.enemies-only")
def test_friends_walk_through_an_arc_unharmed() -> None:
    table = Table.on(A=trooper((0, 0)), A2=trooper((9, 0), arc=WEST), B=foe((12, 4)))
    assert table.move("A", (1, 0)).asks == "red action"
    moving = Table.on(
        A=trooper((0, 0), primary="smg"),
        A2=trooper((3, 0)),
        B=foe((3, 4)),
        switches=("movement-fire",),
    )
    assert moving.move("A", (1, 0)).refuses("shoot A A2") == "skirmishers.fire.enemies-only"


@pytest.mark.clause("skirmishers.fire.enemy-turn")
def test_nobody_fires_from_an_arc_in_his_own_turn() -> None:
    table = Table.on(A=trooper((0, 0)), B=foe((9, 0)))
    table.play("arc A 60 0")
    assert table.options("fire") == []
    assert table.asks == "red action"
    friend = Table.on(A=trooper((0, 0)), A2=trooper((9, 0), arc=WEST), B=foe((0, 6)))
    friend.move("A", (1, 0), (2, 0))  # in the arc of a friend
    assert (friend.asks, friend.told("attack")) == ("red action", [])


@pytest.mark.clause("skirmishers.fire.continue")
def test_a_target_that_is_still_able_goes_on_with_the_ap_left() -> None:
    table = Table.on(A=trooper((0, 0)), B=foe((12, 0), arc={"degrees": 30, "heading": 6}))
    table.move("A", (1, 0), (2, 0), then=["fire B"], dice="6+6 5+4")
    assert table.at("A") == (2, 0)
    assert (table["A"]["max_ap"], table["A"]["ap"]) == (7, 5)


# ---------------------------------------------------------------------- the number


@pytest.mark.clause("skirmishers.fire.base", "skirmishers.fire.range")
def test_the_base_number_is_six_and_levels_add_no_range() -> None:
    assert shot().modifiers == {"base": 6}
    roof = ground(buildings={"A": (2, [(10, 0)])}, ladder=[(10, 0), (10, 0, 1)])
    table = shot(roof, shooter=(10, 0, 2))
    assert table.told("attack")[-1]["distance"] == 9


@pytest.mark.clause("skirmishers.fire.long-range", "skirmishers.weapon.range-bands")
def test_long_range_adds_two() -> None:
    smg: dict[str, Any] = {"primary": "smg", "arc": {"degrees": 60, "heading": 6}}
    assert shot(shooter=(6, 0), by=smg).modifiers == {"base": 6}
    assert shot(shooter=(7, 0), by=smg).modifiers == {"base": 6, "long range": 2}
    assert shot(shooter=(18, 0), by=smg).modifiers == {"base": 6, "long range": 2}
    table = Table.on(A=trooper((0, 0)), B=foe((19, 0), **smg))
    assert table.move("A", (1, 0)).asks == "red action"


@pytest.mark.clause("skirmishers.fire.modifier-table", "skirmishers.fire.cover")
def test_all_modifiers_add_up() -> None:
    walls = ground(40, low_wall=[((10, 0), (11, 0)), ((20, 0), (21, 0))])
    table = shot(
        walls,
        shooter=(31, 0),
        by={"full": [8]},
        target={"prone": True},
    )
    expected = {"base": 6, "long range": 2, "wounds": 1, "cover": 2, "target prone": 1}
    assert (table.need, table.modifiers) == (12, expected)


@pytest.mark.clause("skirmishers.fire.cover", "skirmishers.los.cover")
def test_cover_has_no_limit() -> None:
    walls = ground(low_wall=[((q, 0), (q + 1, 0)) for q in range(2, 7)])
    assert shot(walls, shooter=(9, 0)).modifiers == {"base": 6, "cover": 5}


@pytest.mark.clause("skirmishers.fire.attacker-prone", "skirmishers.fire.modifier-table")
def test_a_prone_shooter_needs_one_less() -> None:
    pistol = {"primary": None, "secondary": "pistol", "prone": True, "arc": WEST}
    assert shot(shooter=(8, 0), by=pistol).modifiers == {"base": 6, "attacker prone": -1}


@pytest.mark.clause("skirmishers.fire.target-prone")
@pytest.mark.parametrize(("distance", "need"), [(1, 5), (2, 7)])
def test_a_prone_target_is_harder_afar_and_easier_at_one_dot(distance: int, need: int) -> None:
    smg: dict[str, Any] = {"primary": "smg", "arc": WEST}
    table = shot(shooter=(1 + distance, 0), by=smg, target={"prone": True})
    assert table.need == need


@pytest.mark.clause("skirmishers.los.troopers", "skirmishers.los.first-link")
def test_troopers_in_the_way_are_cover_unless_a_standing_shooter_looks_over_the_prone() -> None:
    friends: dict[str, Any] = {"C": foe((8, 0)), "D": trooper((5, 0), prone=True)}
    assert shot(**friends).modifiers == {"base": 6, "cover": 1}
    prone = {"prone": True, "arc": {"degrees": 150, "heading": 6}}
    assert shot(by=prone, **friends).modifiers["cover"] == 2
    own = ground(low_wall=[((9, 0), (10, 0))])
    assert shot(own).modifiers == {"base": 6}


@pytest.mark.clause("skirmishers.los.target-dot", "skirmishers.los.cover")
def test_bushes_on_the_targets_own_dot_cover_him() -> None:
    board = ground(vegetation=[(1, 0), (2, 0)])
    assert shot(board).modifiers == {"base": 6, "cover": 2}


@pytest.mark.clause("skirmishers.los.prone-target", "skirmishers.move.hide")
def test_a_prone_man_right_behind_a_low_wall_is_hidden() -> None:
    near = ground(low_wall=[((1, 0), (2, 0))])
    table = Table.on(
        near, A=trooper((0, 0), prone=True), B=foe((10, 0), arc={"degrees": 60, "heading": 6})
    )
    assert table.move("A", (1, 0)).asks == "red action"
    table.play("stand A")
    assert table.asks == "blue reaction"


@pytest.mark.clause("skirmishers.los.needed", "skirmishers.los.obstacles")
def test_a_refusal_says_that_there_is_no_line_of_sight() -> None:
    wall = ground(high_wall=[((5, 0), (6, 0))])
    table = Table.on(
        wall,
        A=trooper((0, 0)),
        B=foe((10, 0), arc=WEST),
        C=foe((4, 1), arc={"degrees": 150, "heading": 6}),
    )
    table.move("A", (1, 0))
    assert table.options() == ["fire C", "pass"]
    assert table.refuses("fire B") == "skirmishers.los.obstacles"


# ---------------------------------------------------------------------- explanations


@pytest.mark.clause(
    "skirmishers.los.cover", "skirmishers.los.troopers", "skirmishers.los.target-dot"
)
def test_an_attack_names_everything_that_covers_its_target() -> None:
    board = ground(vegetation=[(1, 0)], low_wall=[((5, 0), (6, 0))], furniture=[((9, 0), (10, 0))])
    table = shot(board, C=trooper((3, 0)))
    assert table.told("attack")[-1]["covered_by"] == [
        ("low-wall", "skirmishers.los.cover"),
        ("C", "skirmishers.los.troopers"),
        ("vegetation", "skirmishers.los.target-dot"),
    ]
    assert table.modifiers == {"base": 6, "cover": 3}


@pytest.mark.clause(
    "skirmishers.los.prone-shooter",
    "skirmishers.los.prone-target",
    "skirmishers.los.prone-both",
    "skirmishers.los.level-indoors",
    "skirmishers.los.level-same-building",
)
def test_a_closed_line_has_a_reason_with_its_clause() -> None:
    low = ground(low_wall=[((0, 0), (1, 0)), ((4, 0), (5, 0))])
    a, b, c = (low.place(f"({q},0)") for q in (0, 5, 2))
    assert why_blind(low, a, b) is None

    def clause(board: Board, one: int, two: int, **posture: bool) -> str | None:
        why = why_blind(board, one, two, **posture)
        return why[1] if why else None

    assert clause(low, a, c, prone=True) == "skirmishers.los.prone-shooter"
    assert clause(low, a, b, target_prone=True) == "skirmishers.los.prone-target"
    assert clause(low, a, b, prone=True, target_prone=True) == "skirmishers.los.prone-both"
    house = ground(buildings={"A": (2, [(3, 2), (4, 2)])}, window=[((4, 2), (5, 2), 0)])
    room, roof = house.place("(3,2)"), house.place("(3,2)@2")
    assert clause(house, room, house.place("(4,2)@1")) == "skirmishers.los.level-same-building"
    assert clause(house, roof, house.place("(4,2)")) == "skirmishers.los.level-same-building"
    tower = ground(
        buildings={"A": (1, [(3, 2), (4, 2)]), "B": (2, [(9, 2)])}, window=[((4, 2), (5, 2))]
    )
    deep, top = tower.place("(3,2)"), tower.place("(9,2)@2")
    assert clause(tower, top, deep) == "skirmishers.los.level-indoors"
    assert why_blind(tower, top, tower.place("(4,2)")) is None


@pytest.mark.clause(
    "skirmishers.move.door", "skirmishers.move.combine", "skirmishers.move.standard"
)
def test_a_step_cites_what_made_its_price() -> None:
    board = ground(buildings={"A": (1, [(0, 0)])}, door=[((0, 0), (1, 0))], vegetation=[(1, 0)])
    table = Table.on(board, A=trooper((0, 0)), B=foe((20, 4)))
    table.move("A", (1, 0))
    assert {"skirmishers.move.door", "skirmishers.move.combine"} <= table.cited("step")
    table.move("A", (2, 0))
    assert "skirmishers.move.standard" in table.cited("step")


@pytest.mark.clause("skirmishers.move.no-jump", "skirmishers.map.building-shell")
def test_why_a_step_is_barred() -> None:
    board = ground(buildings={"A": (2, [(3, 2)])}, window=[((3, 2), (4, 2), 1)])
    up = Table.on(board, A=trooper((3, 2, 1)), B=foe((20, 4)))
    assert up.refuses(f"step A {up.dot(3, 2, 1)}-{up.dot(4, 2)}") == "skirmishers.move.no-jump"
    down = Table.on(board, A=trooper((3, 2)), B=foe((20, 4)))
    answer = f"step A {down.dot(3, 2)}-{down.dot(4, 2)}"
    assert down.refuses(answer) == "skirmishers.map.building-shell"
