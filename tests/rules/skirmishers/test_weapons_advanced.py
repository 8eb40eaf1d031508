"""Launchers, incendiary weapons, smoke, and large targets."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.rulebooks.skirmishers.chapters.explosives.bursts import toughness
from battlemat.rulebooks.skirmishers.state.ground import BASIC
from rules.skirmishers.table import Table, foe, ground, name_of, trooper

EXPLOSIVES: dict[str, Any] = {"switches": ("advanced-explosives",)}
FIRE: dict[str, Any] = {"switches": ("incendiary",)}
SMOKE: dict[str, Any] = {"switches": ("smoke",)}
LARGE: dict[str, Any] = {"switches": ("large-targets",)}


# ---------------------------------------------------------------------- launchers


@pytest.mark.clause("skirmishers.launcher.base", "skirmishers.launcher.ap")
def test_a_launcher_has_base_six_long_range_and_a_fixed_price() -> None:
    board = ground(90, 2, low_wall=[((40, 0), (41, 0))])
    table = Table.on(
        board, A=trooper((0, 0), primary="rocket-launcher"), B=foe((80, 0)), **EXPLOSIVES
    )
    table.play(f"throw A {table.dot(80, 0)} rocket-launcher")
    assert (table.need, table.modifiers) == (9, {"base": 6, "long range": 2, "cover": 1})
    assert table["A"]["spent"] == 5
    prone = Table.on(
        A=trooper((0, 0), primary="rocket-launcher", prone=True), B=foe((9, 0)), **EXPLOSIVES
    )
    prone.play(f"throw A {prone.dot(9, 0)} rocket-launcher")
    assert (prone["A"]["spent"], prone.modifiers) == (5, {"base": 6, "attacker prone": -1})


@pytest.mark.clause("skirmishers.launcher.again", "skirmishers.explosive.timing")
def test_a_launcher_stays_in_hand_and_may_fire_again() -> None:
    table = Table.on(
        A=trooper((0, 0), primary="auto-grenade-launcher"), B=foe((9, 0)), **EXPLOSIVES
    )
    shot = f"throw A {table.dot(9, 0)} auto-grenade-launcher"
    table.play(shot, shot)
    assert (table["A"]["spent"], len(table.facts["explosives"])) == (8, 2)
    assert table["A"]["ammo"]["primary"] == 2


@pytest.mark.clause("skirmishers.launcher.scatter", "skirmishers.explosive.scatter")
def test_a_missed_round_scatters_at_the_end_of_the_turn() -> None:
    table = Table.on(A=trooper((0, 0), primary="recoilless-rifle"), B=foe((9, 3)), **EXPLOSIVES)
    table.play(f"throw A {table.dot(12, 0)} recoilless-rifle")
    table.play("end A", dice="1+1 1")
    assert table.told("burst")[0]["place"] == table.dot(13, 0)


@pytest.mark.clause("skirmishers.launcher.mounted-switch", "skirmishers.launcher.mounted")
def test_a_mounted_launcher_and_its_rifle_are_in_hand_together() -> None:
    table = Table.on(A=trooper((0, 0), secondary="grenade-launcher"), B=foe((9, 0)), **EXPLOSIVES)
    assert table.options("throw")
    assert table.options("arc")
    assert table.options("weapon") == ["weapon A knife"]
    table.play(f"throw A {table.dot(9, 0)} grenade-launcher")
    assert (table["A"]["spent"], table["A"]["active"]) == (3, "rifle")


@pytest.mark.clause("skirmishers.launcher.extra-ammo")
def test_a_second_load_doubles_the_rounds_of_one_weapon() -> None:
    table = Table.on(
        A=trooper((0, 0), primary="rocket-launcher", extra_ammo="primary"),
        A2=trooper((0, 2), grenades={"hand": 4}, extra_ammo="hand"),
        B=foe((9, 0)),
        **EXPLOSIVES,
    )
    assert table["A"]["ammo"]["primary"] == 4
    assert table["A2"]["grenades"]["hand"] == 8


@pytest.mark.clause("skirmishers.explosive.target-dot", "skirmishers.weapon.range-bands")
def test_any_dot_in_sight_and_range_may_be_named_though_only_those_near_enemies_are_listed() -> (
    None
):
    table = Table.on(A=trooper((0, 0), primary="rocket-launcher"), B=foe((20, 4)), **EXPLOSIVES)
    far = f"throw A {table.dot(9, 0)} rocket-launcher"
    assert far not in table.options("throw")
    table.play(far)
    assert table.facts["explosives"][0]["at"] == table.dot(9, 0)


# ---------------------------------------------------------------------- incendiary


def flame(weapon: str = "flamethrower", at: tuple[int, int] = (5, 2), **more: Any) -> Table:
    """A fires at a dot of open ground."""
    table = Table.on(
        A=trooper((0, 2), primary=weapon), B=more.pop("B", foe((15, 4))), **FIRE, **more
    )
    return table.play(f"throw A {table.dot(*at)} {weapon}")


@pytest.mark.clause("skirmishers.incendiary.ranged-base", "skirmishers.incendiary.unlimited")
def test_flamethrowers_have_base_six_and_fuel_without_end() -> None:
    table = flame()
    assert (table.modifiers, table["A"]["spent"]) == ({"base": 6}, 2)
    assert table["A"]["ammo"]["primary"] == -1
    heavy = flame("heavy-flamethrower")
    assert (heavy["A"]["ammo"]["primary"], heavy["A"]["spent"]) == (3, 4)
    thrown = Table.on(
        A=trooper((0, 2), grenades={"incendiary": 2}, active="incendiary-grenade"),
        B=foe((15, 4)),
        **FIRE,
    )
    thrown.play(f"throw A {thrown.dot(3, 2)} incendiary-grenade")
    assert thrown.modifiers == {"base": 3}


@pytest.mark.clause("skirmishers.incendiary.no-scatter")
def test_a_missed_flamethrower_does_nothing_and_a_missed_grenade_scatters() -> None:
    table = flame().play("end A", dice="1+1")
    assert (table.told("burst"), table.facts["fire"]) == ([], [])
    assert table.cited("fizzles") == {"skirmishers.incendiary.no-scatter"}
    grenade = Table.on(
        A=trooper((0, 2), grenades={"incendiary": 2}, active="incendiary-grenade"),
        B=foe((15, 4)),
        **FIRE,
    )
    grenade.play(f"throw A {grenade.dot(4, 2)} incendiary-grenade")
    grenade.play("end A", dice="1+1 1")
    assert grenade.told("burst")[0]["place"] == grenade.dot(5, 2)


@pytest.mark.clause("skirmishers.incendiary.ignite", "skirmishers.incendiary.lasts")
def test_every_dot_within_the_damage_burns_and_goes_on_burning() -> None:
    table = flame().play("end A", dice="6+6")
    assert len(table.facts["fire"]) == 7
    for _ in range(2):
        table.play("activate B", "end B", "activate A", "end A")
    assert len(table.facts["fire"]) == 7
    grenade = Table.on(
        A=trooper((0, 4), grenades={"incendiary": 1}, active="incendiary-grenade"),
        B=foe((15, 4)),
        **FIRE,
    )
    grenade.play(f"throw A {grenade.dot(4, 4)} incendiary-grenade").play("end A", dice="6+6")
    assert len(grenade.facts["fire"]) == 19


@pytest.mark.clause("skirmishers.incendiary.like-explosives", "skirmishers.incendiary.shelter")
def test_flames_harm_by_distance_and_walls_shelter() -> None:
    table = flame(B=foe((5, 2)), C=foe((6, 2))).play("end A", dice="6+6 5+5 5+5")
    assert [(f["unit"], f["points"]) for f in table.told("damage")] == [("B", "2X"), ("C", "1X")]
    board = ground(low_wall=[((5, 2), (6, 2))], high_wall=[((5, 2), (5, 3))])
    low = Table.on(
        board,
        A=trooper((0, 2), primary="flamethrower"),
        B=foe((6, 2), prone=True),
        C=foe((5, 3)),
        **FIRE,
    )
    low.play(f"throw A {low.dot(5, 2)} flamethrower").play("end A", dice="6+6")
    assert low.told("damage") == []


@pytest.mark.clause("skirmishers.incendiary.fire-cover")
def test_a_burning_dot_is_cover_and_slows_nobody() -> None:
    table = Table.on(
        A=trooper((0, 0)),
        B=foe((9, 0), arc={"degrees": 60, "heading": 6}),
        position={"fire": ["e1"]},
        **FIRE,
    )
    table.move("A", (1, 0), then=["fire B"], dice="1+1")
    assert table.modifiers == {"base": 6, "cover": 1}


@pytest.mark.clause("skirmishers.incendiary.enter", "skirmishers.incendiary.end")
def test_entering_fire_costs_one_point_and_stopping_in_it_eight() -> None:
    table = Table.on(
        A=trooper((0, 0)), A2=trooper((0, 5)), B=foe((9, 0)), position={"fire": ["b1"]}, **FIRE
    )
    table.move("A", (1, 0), dice="5+5")
    assert (table["A"]["full"], table["A"]["spent"]) == (["10"], 1)
    assert table.options("arc") == []
    table.play("halt A", dice="4+4")
    assert table["A"]["full"] == ["10", "8", "7", "6", "5", "4", "3", "2", "1"]
    assert table["A"]["state"] == "unconscious"
    assert table.asks == "red activate"


@pytest.mark.clause("skirmishers.incendiary.end")
def test_who_never_moves_burns_too_and_only_once() -> None:
    table = Table.on(
        A=trooper((1, 0), armor="heavy"), B=foe((9, 0)), position={"fire": ["b1"]}, **FIRE
    )
    table.play("halt A", dice="6+6")
    assert (table["A"]["armor"], table["A"]["full"]) == (0, ["10", "9"])
    table.play("arc A 30 0", "end A")
    assert table["A"]["full"] == ["10", "9"]


# ---------------------------------------------------------------------- smoke


@pytest.mark.clause("skirmishers.smoke.carry", "skirmishers.smoke.throw", "skirmishers.smoke.fill")
def test_smoke_replaces_hand_grenades_and_fills_seven_dots_without_harm() -> None:
    table = Table.on(
        A=trooper((0, 2), grenades={"hand": 1, "smoke": 3}, active="smoke-grenade"),
        B=foe((4, 2)),
        **SMOKE,
    )
    table.play(f"throw A {table.dot(4, 2)} smoke-grenade")
    assert table["A"]["grenades"] == {"hand": 1, "smoke": 2, "incendiary": 0}
    table.play("end A", dice="2+2")
    assert len(table.facts["smoke"]) == 7
    assert table.told("damage") == []


def smoky(at: str = "e3", **more: Any) -> Table:
    smoke = [{"at": at, "side": "red", "round": 1}]
    return Table.on(
        more.pop("board", None),
        A=trooper((-1, 2)),
        B=foe((18, 2)),
        active="",
        position={"smoke": smoke, "round": 2},
        **SMOKE,
        **more,
    )


@pytest.mark.clause("skirmishers.smoke.grow")
def test_smoke_grows_once_in_the_next_turn_of_its_side() -> None:
    table = smoky()
    assert len(table.facts["smoke"]) == 7
    table.play("activate A", "end A")
    assert len(table.facts["smoke"]) == 19
    table.play("activate B", "end B", "activate A", "end A")
    assert len(table.facts["smoke"]) == 19


@pytest.mark.clause("skirmishers.smoke.grow")
def test_smoke_does_not_grow_in_the_enemys_turn() -> None:
    card: dict[str, Any] = {"grenades": {"smoke": 1}, "holds": "smoke-grenade"}
    table = Table.on(A=trooper((2, 3), **card), B=foe((14, 3)), **SMOKE)
    table.play(f"throw A {table.dot(6, 3)} smoke-grenade").play("end A", dice="6+6")
    assert len(table.facts["smoke"]) == 7
    table.play("activate B", "end B")
    assert len(table.facts["smoke"]) == 7
    table.play("activate A", "end A")
    assert len(table.facts["smoke"]) == 19


@pytest.mark.clause("skirmishers.smoke.walls")
def test_smoke_does_not_pass_walls_but_creeps_around_them() -> None:
    board = ground(high_wall=[((4, 2), (5, 2)), ((5, 1), (5, 2))])
    at, beyond = name_of(board, (4, 2)), name_of(board, (5, 2))
    table = smoky(at, board=board)
    assert beyond not in table.facts["smoke"]
    table.play("activate A", "end A")
    assert beyond in table.facts["smoke"]


@pytest.mark.clause("skirmishers.smoke.cover")
def test_each_dot_of_smoke_on_the_path_adds_three() -> None:
    smoke = [{"at": "d5", "side": "red"}]
    table = Table.on(
        ground(24, 9),
        A=trooper((-2, 4)),
        B=foe((6, 4), arc={"degrees": 60, "heading": 6}),
        position={"smoke": smoke},
        **SMOKE,
    )
    table.move("A", (-1, 4), then=["fire B"], dice="1+1")
    assert table.modifiers == {"base": 6, "smoke": 9}
    near = Table.on(
        A=trooper((1, 4)),
        B=foe((7, 4), arc={"degrees": 60, "heading": 6}),
        position={"smoke": smoke},
        active="",
        **SMOKE,
    )
    near.play("activate A", "fire B", dice="1+1")
    assert (near.need, near.modifiers["smoke"]) == (12, 6)  # his own dot and the next


@pytest.mark.clause("skirmishers.smoke.end")
def test_smoke_clears_after_twelve_turns_of_its_side() -> None:
    table = Table.on(
        A=trooper((-1, 2)),
        B=foe((18, 2)),
        active="",
        position={"smoke": [{"at": "e3", "side": "red", "round": 1, "grown": True}], "round": 12},
        scenario={"rounds": 20},
        **SMOKE,
    )
    table.play("activate A", "end A")
    assert table.facts["smoke"]
    table.play("activate B", "end B", "activate A", "end A")
    assert table.facts["smoke"] == []


# ---------------------------------------------------------------------- large targets

WALL = ground(high_wall=[((4, 2), (5, 2))])
GRENADE: dict[str, Any] = {"grenades": {"hand": 4}, "holds": "hand-grenade"}


@pytest.mark.clause("skirmishers.large.modifier", "skirmishers.large.damage")
def test_a_wall_is_easier_to_hit_and_takes_the_first_value() -> None:
    table = Table.on(WALL, A=trooper((-1, 2), **GRENADE), B=foe((18, 2)), **LARGE)
    link = f"{table.dot(4, 2)}|{table.dot(5, 2)}"
    table.play(f"shell A {link} hand-grenade")
    assert (table.need, table.modifiers) == (3, {"base": 5, "large target": -2})
    table.play("end A", dice="2+1")
    assert table.told("battered") == [{"what": "wall", "total": 6, "tough": 10}]
    missed = Table.on(WALL, A=trooper((-1, 2), **GRENADE), B=foe((18, 2)), **LARGE)
    missed.play(f"shell A {link} hand-grenade").play("end A", dice="1+1 5")
    assert missed.told("battered") == []


@pytest.mark.clause(
    "skirmishers.large.toughness", "skirmishers.large.breach", "skirmishers.large.damage"
)
def test_a_place_is_breached_when_its_damage_exceeds_its_toughness() -> None:
    def battered(damage: int, **more: Any) -> Table:
        link = f"{name_of(WALL, (4, 2))}|{name_of(WALL, (5, 2))}"
        table = Table.on(
            WALL,
            A=trooper((2, 2), **(more or GRENADE)),
            A2=trooper((-1, 2)),
            B=foe((18, 2)),
            position={"structures": {link: damage}},
            **LARGE,
        )
        weapon = "satchel-charge" if more else "hand-grenade"
        table.play(f"shell A {link} {weapon}", "end A", "activate A2")
        return table.play("end A2", dice="6+6 6+6")

    satchel = battered(0, secondary="satchel-charge", holds="secondary")
    assert satchel.told("breach") == []
    table = battered(10)
    assert len(table.told("breach")) == 1
    near, far = (table.board.place(table.dot(q, 2)) for q in (4, 5))
    walk = table.board.walk(BASIC)
    assert walk.price(near, far) == walk.price(far, near) == 3
    assert table.board.sight.sees(near, far)


def stormed(test: dict[str, Any], *, tough: int = 11) -> Table:
    """A shells the wall beside (5, 2) in a game that red wins by breaching."""
    link = f"{name_of(WALL, (4, 2))}|{name_of(WALL, (5, 2))}"
    near, far = name_of(WALL, (5, 2)), name_of(WALL, (9, 2))
    table = Table.on(
        WALL,
        A=trooper((1, 2), **GRENADE),
        B=foe((18, 2)),
        position={"structures": {link: tough - 6}},
        areas={"gate": [near], "keep": [far]},
        scenario={"wins": [{"side": "red", "if": {"test": "breached"} | test}]},
        **LARGE,
    )
    table.play(f"shell A {link} hand-grenade")
    return table.play("end A", dice="6+6")


@pytest.mark.clause("skirmishers.large.breach", "skirmishers.victory.scenario")
def test_a_scenario_won_by_a_breach_asks_where_and_how_many() -> None:
    assert stormed({}).facts["result"]["winner"] == "red"
    assert stormed({"area": "gate"}).facts["result"]["winner"] == "red"
    assert stormed({"area": "keep"}).facts["result"] is None
    assert stormed({"least": 2}).facts["result"] is None
    assert stormed({}, tough=10).facts["result"] is None  # the wall still stands


@pytest.mark.clause("skirmishers.large.toughness")
def test_buildings_are_medium_unless_the_map_says_otherwise() -> None:
    board = ground(buildings={"A": (1, [(4, 2)]), "B": (1, [(8, 2)])})
    table = Table.on(board, A=trooper((0, 0)), B=foe((18, 2)), toughness={"B": "hardened"}, **LARGE)
    a, b, c, d = (table.board.place(table.dot(q, 2)) for q in (3, 4, 7, 8))
    assert toughness(table.battle, (a, b, 0)) == 40
    assert toughness(table.battle, (c, d, 0)) == 140
    assert toughness(table.battle, (0, 1, 0)) == 10


@pytest.mark.clause("skirmishers.large.tree")
def test_a_felled_tree_leaves_rough_ground() -> None:
    board = ground(tree=[(4, 2)])
    table = Table.on(board, A=trooper((1, 2), **GRENADE), B=foe((18, 2)), **LARGE)
    table.play(f"shell A {table.dot(3, 2)}|{table.dot(4, 2)} hand-grenade")
    table.play("end A", dice="6+6 5+5")
    assert table.told("felled") == [{"place": table.dot(4, 2)}]
    table.play("activate B", "end B", "activate A").move("A", (2, 2), (3, 2), (4, 2))
    assert table["A"]["spent"] == 1 + 1 + 3
