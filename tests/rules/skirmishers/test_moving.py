"""Movement fire, sneak suits, morale, and jet packs."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.rulebooks.skirmishers.chapters.morale import morale_modifiers
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from battlemat.rulebooks.skirmishers.screen.drawing import point
from rules.skirmishers.table import Table, foe, ground, name_of, trooper

MFIRE: dict[str, Any] = {"switches": ("movement-fire",)}
JET: dict[str, Any] = {"switches": ("jet-packs",)}
WEST: dict[str, Any] = {"degrees": 60, "heading": 6}


# ---------------------------------------------------------------------- movement fire


@pytest.mark.clause("skirmishers.mfire.allowed", "skirmishers.mfire.modifier")
def test_movement_fire_costs_two_ap_adds_two_and_needs_a_dot_just_entered() -> None:
    wall = ground(low_wall=[((3, 0), (4, 0))])
    table = Table.on(wall, A=trooper((0, 0), primary="smg"), B=foe((5, 0)), **MFIRE)
    assert table.options("shoot") == []
    assert table.refuses("shoot A B") == "skirmishers.mfire.allowed"
    table.move("A", (1, 0)).play("shoot A B", "pass", dice="1+1")
    assert (table.need, table.modifiers) == (9, {"base": 6, "cover": 1, "movement fire": 2})
    assert (table["A"]["spent"], table.unit("A").walked) == (3, 1)
    assert table.options("shoot") == []  # once on each dot
    off = Table.on(A=trooper((0, 0)), B=foe((5, 0)))
    assert off.move("A", (1, 0)).options("shoot") == []


@pytest.mark.clause("skirmishers.mfire.after-incoming")
def test_enemy_fire_on_a_dot_comes_first() -> None:
    table = Table.on(A=trooper((0, 0)), B=foe((9, 0), arc=WEST), **MFIRE)
    table.move("A", (1, 0))
    assert table.asks == "blue reaction"
    table.play("pass")
    assert table.options("shoot") == ["shoot A B"]


@pytest.mark.clause("skirmishers.mfire.go-on", "skirmishers.mfire.burst")
def test_he_may_go_on_and_burst_weapons_fire_again() -> None:
    smg = Table.on(A=trooper((0, 0), primary="smg"), B=foe((5, 0)), **MFIRE)
    smg.move("A", (1, 0)).play("shoot A B", "pass", dice="1+1")
    smg.move("A", (2, 0))
    assert smg.options("shoot") == ["shoot A B"]
    rifle = Table.on(A=trooper((0, 0)), B=foe((5, 0)), **MFIRE)
    rifle.move("A", (1, 0)).play("shoot A B", "pass", dice="1+1")
    rifle.move("A", (2, 0))
    assert rifle.options("shoot") == []


@pytest.mark.clause("skirmishers.mfire.drop")
def test_the_target_may_drop_prone_hit_or_miss() -> None:
    table = Table.on(A=trooper((0, 0)), B=foe((5, 0)), **MFIRE)
    table.move("A", (1, 0)).play("shoot A B", dice="1+1")
    assert (table.asks, table.options()) == ("blue drop", ["duck B", "pass"])
    table.play("duck B")
    assert (table["B"]["prone"], table["B"]["spent"]) == (True, 0)


@pytest.mark.clause("skirmishers.mfire.explosive", "skirmishers.arc.not-after-explosive")
def test_an_explosive_on_the_move_adds_two_and_forbids_an_arc() -> None:
    table = Table.on(
        A=trooper((0, 0), grenades={"hand": 2}, active="hand-grenade"), B=foe((9, 0)), **MFIRE
    )
    assert table.options("lob") == []
    table.move("A", (1, 0)).play(f"lob A {table.dot(4, 0)} hand-grenade")
    assert (table["A"]["spent"], table.need) == (1 + 3, 5)
    assert table.options("lob") == []
    assert table.options("move")
    assert table.refuses("arc A 30 0") == "skirmishers.arc.not-after-explosive"
    table.play("end A", dice="6+6")
    assert len(table.told("burst")) == 1


# ---------------------------------------------------------------------- sneak suits


@pytest.mark.clause("skirmishers.sneak.suit")
def test_a_sneak_suit_helps_at_long_range() -> None:
    def need(shooter: int, switches: tuple[str, ...] = ("sneak-suits",)) -> int:
        table = Table.on(
            ground(50),
            A=trooper((0, 0), sneak_suit=True),
            B=foe((shooter, 0), arc=WEST),
            switches=switches,
        )
        return table.move("A", (1, 0), then=["fire B"], dice="1+1").need

    assert need(41) == 9
    assert need(20) == 6
    assert need(41, ()) == 8


# ---------------------------------------------------------------------- morale


def broken(dead: int, *, leader: str = "", **card: Any) -> Table:
    """Red has lost so many of its squad; its turn begins."""
    units: dict[str, Any] = {"A": trooper((0, 0), **card)}
    for number in range(dead):
        more: dict[str, Any] = {"leader": True} if leader == "dead" and not number else {}
        units[f"D{number}"] = trooper((number, 4), full=[0], **more)
    if leader == "alive":
        units["L"] = trooper((0, 2), leader=True, full=[1])
    units["B"] = foe((15, 0))
    return Table.on(
        **units, active="", position={"to_move": "blue", "first": "red"}, switches=("morale",)
    )


@pytest.mark.clause("skirmishers.morale.when", "skirmishers.morale.table")
@pytest.mark.parametrize(
    ("skill", "need"), [("green", 9), ("regular", 7), ("veteran", 5), ("elite", 2)]
)
def test_with_four_dead_everyone_checks_at_the_start_of_the_turn(skill: str, need: int) -> None:
    table = broken(4, skill=skill).play("activate B")
    table.play("end B", dice="6+6")
    assert table.told("check")[-1]["need"] == need
    three = broken(3, skill=skill).play("activate B", "end B")
    assert three.asks == "red activate"


@pytest.mark.clause("skirmishers.morale.losses", "skirmishers.morale.leader")
def test_losses_beyond_the_fourth_and_a_living_leader_change_the_number() -> None:
    table = broken(6, leader="alive").play("activate B")
    table.play("end B", dice="6+6")
    assert table.told("check")[-1]["need"] == 7 + 2 - 2
    four = broken(4)
    assert [one.label for one in morale_modifiers(four.battle, four.battle.units[0])] == ["regular"]
    gone = broken(4, leader="dead", skill="green").play("activate B")
    gone.play("end B", dice="6+6")
    assert gone.told("check")[-1]["need"] == 9


@pytest.mark.clause("skirmishers.morale.failure", "skirmishers.card.modifier")
def test_who_fails_is_pinned_prone_and_does_nothing() -> None:
    table = broken(4, full=[6]).play("activate B")
    table.play("end B", dice="3+3")
    assert table.told("check")[-1]["need"] == 7  # wounds are no part of it
    assert (table["A"]["pinned"], table["A"]["prone"], table["A"]["spent"]) == (True, True, 0)
    table.play("activate A")
    assert table.asks == "blue activate"  # he was activated and did nothing
    table.play("activate B")
    table.play("end B", dice="6+6")
    assert not table["A"]["pinned"]


# ---------------------------------------------------------------------- jet packs

FLIER: dict[str, Any] = {"jet_pack": "worn"}


def flown(
    table: Table, *dots: tuple[int, int], then: tuple[str, ...] = (), dice: str = ""
) -> Table:
    start = table.board.axial(table.unit("A").place)
    names = [name_of(table.board, dot) for dot in (start, *dots)]
    return table.play("fly A " + "-".join(n.split("@")[0] for n in names), *then, dice=dice)


@pytest.mark.clause("skirmishers.jet.weight", "skirmishers.jet.costs", "skirmishers.jet.once")
def test_a_pack_weighs_two_ap_and_flies_once_a_turn_for_three() -> None:
    table = Table.on(A=trooper((0, 0), **FLIER), B=foe((20, 4)), **JET)
    assert table["A"]["max_ap"] == 6
    table.move("A", (1, 0)).play(f"fly A {table.dot(1, 0)}-{table.dot(10, 0)}")
    assert (table.at("A"), table["A"]["spent"], table.unit("A").walked) == ((10, 0), 4, 4)
    assert table.options("fly") == []
    assert table.options("move")


@pytest.mark.clause("skirmishers.jet.distance")
def test_a_flight_covers_six_to_sixteen_dots_bends_allowed() -> None:
    table = Table.on(ground(40), A=trooper((0, 0), **FLIER), B=foe((30, 4)), **JET)
    ends = {text.split("-")[-1] for text in table.options("fly")}
    assert table.dot(16, 0) in ends
    assert table.dot(17, 0) not in ends
    assert table.dot(1, 0) in ends  # out and back
    short = flight_text(table, [(q, 0) for q in range(1, 6)])
    assert table.refuses(short) == "skirmishers.jet.distance"
    flown(table, (1, 0), (2, 0), (3, 0), (2, 1), (1, 1), (1, 0))
    assert table.at("A") == (1, 0)
    prone = Table.on(A=trooper((0, 0), prone=True, **FLIER), B=foe((20, 4)), **JET)
    assert prone.options("fly") == []


def flight_text(table: Table, dots: list[tuple[int, int]]) -> str:
    return "fly A a1-" + "-".join(name_of(table.board, dot) for dot in dots)


@pytest.mark.clause("skirmishers.jet.climb", "skirmishers.jet.overfly", "skirmishers.jet.outdoors")
def test_height_is_bought_with_dots_and_landings_are_under_the_sky() -> None:
    board = ground(buildings={"A": (2, [(6, 0)]), "B": (3, [(8, 0)])}, tree=[(7, 2)])
    table = Table.on(board, A=trooper((0, 0), **FLIER), B=foe((20, 4)), **JET)
    ends = {text.split("-")[-1] for text in table.options("fly")}
    assert table.dot(6, 0, 2) in ends
    assert table.dot(6, 0) not in ends
    assert table.dot(7, 2) not in ends
    straight = [(q, 0) for q in range(1, 9)]
    assert table.refuses(flight_text(table, straight)) == "skirmishers.jet.climb"
    inside = Table.on(
        ground(buildings={"A": (1, [(3, 2), (4, 2)])}, door=[((4, 2), (5, 2))]),
        A=trooper((3, 2), **FLIER),
        B=foe((20, 4)),
        **JET,
    )
    assert inside.options("fly") == []
    inside.move("A", (4, 2))
    assert inside.options("fly")


@pytest.mark.clause("skirmishers.jet.fire")
def test_every_dot_flown_draws_fire_at_plus_two_and_the_landing_without() -> None:
    table = Table.on(
        ground(40),
        A=trooper((0, 4), **FLIER),
        B=foe((26, 4), primary="smg", arc={"degrees": 60, "heading": 6, "shots": 6}),
        **JET,
    )
    dots = [(q, 4) for q in range(1, 13)]
    start = table.dot(0, 4)
    way = "-".join(table.dot(*dot) for dot in dots)
    table.play(f"fly A {start}-{way}", "pass", "fire B", "pass", "fire B", dice="1+1 1+1")
    air, landed = ({m[0]: m[1] for m in a["modifiers"]} for a in table.told("attack"))
    assert air["target flying"] == 2
    assert table.unit("A").in_air < 0
    assert "target flying" not in landed
    assert table.at("A") == (12, 4)


@pytest.mark.clause("skirmishers.jet.fall")
@pytest.mark.parametrize(
    ("dice", "ends", "prone"), [("6+6 5+4", (12, 0), False), ("6+6 4+3", (3, 0), True)]
)
def test_what_lowers_his_ap_brings_a_flier_down(
    dice: str, ends: tuple[int, int], prone: bool
) -> None:
    lethal = {"primary": None, "secondary": "pistol"} if not prone else {"primary": "rifle"}
    table = Table.on(
        ground(40),
        A=trooper((0, 0), **FLIER),
        B=foe((0, 6), arc={"degrees": 30, "heading": 9}, **lethal),
        **JET,
    )
    way = "-".join(table.dot(q, 0) for q in range(1, 13))
    table.play(f"fly A a1-{way}")
    while "fire B" in table.options() and table.told("over-dot")[-1]["place"] != table.dot(3, 0):
        table.play("pass")
    table.play("fire B", dice=dice)
    while table.asks == "blue reaction":
        table.play("pass")
    assert (table.at("A"), table["A"]["prone"]) == (ends, prone)


@pytest.mark.clause("skirmishers.jet.grenade")
def test_a_hand_grenade_in_hand_may_be_dropped_on_a_dot_flown_over() -> None:
    table = Table.on(
        A=trooper((0, 2), grenades={"hand": 2}, active="hand-grenade", **FLIER),
        B=foe((20, 4)),
        **JET,
    )
    way = "-".join(table.dot(q, 2) for q in range(13))
    table.play(f"fly A {way}")
    assert table.asks == "red grenade"
    table.play(f"bomb A {table.dot(8, 2)}")
    assert table.modifiers == {"base": 5}
    assert (table["A"]["spent"], table["A"]["grenades"]["hand"]) == (3, 1)
    table.play("end A", dice="2+2 6")
    assert table.told("burst")[0]["place"] == table.dot(9, 1)


@pytest.mark.clause("skirmishers.jet.exchange", "skirmishers.jet.costs")
def test_a_pack_changes_hands_for_six_and_is_put_on_for_five() -> None:
    table = Table.on(A=trooper((0, 0)), A2=trooper((1, 0), **FLIER), B=foe((20, 4)), **JET)
    table.play("take A A2 jet-pack")
    assert (table["A"]["spent"], table["A"]["max_ap"], table["A"]["jet_pack"]) == (6, 8, False)
    assert table["A2"]["max_ap"] == 8
    worn = Table.on(A=trooper((0, 0), jet_pack="carried"), B=foe((20, 4)), **JET)
    assert worn.options("fly") == []
    assert worn.refuses("fly A a1-f1") == "skirmishers.jet.exchange"
    worn.play("jet A on")
    assert (worn["A"]["spent"], worn["A"]["max_ap"], worn["A"]["jet_pack"]) == (5, 6, True)
    off = Table.on(A=trooper((0, 0), **FLIER), B=foe((20, 4)), **JET)
    off.play("jet A off")
    assert off["A"]["max_ap"] == 8
    assert off.facts["items"] == [{"at": "a1", "thing": "jet-pack", "rounds": 1}]


@pytest.mark.clause("skirmishers.jet.fire")
def test_a_flier_is_seen_over_the_dot_where_he_draws_fire() -> None:
    table = Table.on(
        A=trooper((0, 0), **FLIER),
        B=foe((20, 0), arc=WEST),
        areas={"hut": ["a1"]},
        scenario={"points": [{"side": "both", "for": {"score": "holds", "area": "hut"}}]},
        **JET,
    )
    way = "-".join(table.dot(q, 0) for q in range(9))
    table.play(f"fly A {way}")
    assert table.asks == "blue reaction"
    scene = SKIRMISHERS.scene(table.battle)
    flier = next(piece for piece in scene.pieces if piece.id == "A")
    assert (flier.at, "flying" in [one.kind for one in flier.conditions]) == (
        point(table.board, 1),
        True,
    )
    assert table.facts["points"] == {"red": 0, "blue": 0}
