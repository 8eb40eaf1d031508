"""Power armor: the long track, several arcs, and what gets shot off."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.errors import SetupError
from battlemat.kernel.questions import Choice
from battlemat.rulebooks.skirmishers.chapters.firing.arcs import shots_of
from battlemat.rulebooks.skirmishers.chapters.firing.damage import hurt
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from battlemat.rulebooks.skirmishers.state.armory import Armory
from battlemat.rulebooks.skirmishers.state.suits import SUIT_TRACK, SUITS
from battlemat.rulebooks.skirmishers.state.weapons import UNLIMITED
from rules.skirmishers.table import Table, foe, ground, trooper

ON: dict[str, Any] = {"switches": ("power-armor",)}
GUNS = ["suit-machine-gun", "suit-heavy-laser"]
WEST: dict[str, Any] = {"degrees": 60, "heading": 6}


def suit(at: Any = (0, 0), kind: str = "standard", **card: Any) -> dict[str, Any]:
    card.setdefault("primaries", GUNS[: SUITS[kind][1]])
    return trooper(at, suit=kind, **card)


def enemy(at: Any = (9, 0), kind: str = "standard", **card: Any) -> dict[str, Any]:
    return suit(at, kind, **card) | {"side": "blue"}


def victim(**card: Any) -> Table:
    return Table.on(A=trooper((0, 0)), B=enemy((9, 0), **card), C=foe((20, 4)), **ON)


def hit(table: Table, dice: str, lethal: int = 0, bludgeon: int = 0) -> Table:
    table.run(hurt, "B", lethal, bludgeon, "skirmishers.damage.new-values", dice=dice)
    return table


# ---------------------------------------------------------------------- the card


@pytest.mark.clause("skirmishers.power.card", "skirmishers.power.ap", "skirmishers.power.modifier")
def test_the_track_is_as_printed() -> None:
    clause = SKIRMISHERS.register.find("power.card")
    assert clause is not None
    for number, row in enumerate(reversed(clause.table)):
        assert SUIT_TRACK.names[number] == str(row["cell"])
        assert tuple(SUIT_TRACK.columns[number]) == (row["ap"], row["mod"])
        assert bool(SUIT_TRACK.significant >> number & 1) is row["significant"]
    assert SUIT_TRACK.top == 17


@pytest.mark.clause("skirmishers.power.current-hp", "skirmishers.power.ap")
@pytest.mark.parametrize(
    ("full", "cell", "ap", "mod"),
    [([], "12", 14, 0), ([10, 9, 6], "5", 10, 1), (["b6"], "b7", 1, 3)],
)
def test_the_current_cell_gives_ap_and_modifier(
    full: list[Any], cell: str, ap: int, mod: int
) -> None:
    b = victim(full=full)["B"]
    assert (b["hp"], b["max_ap"], b["mod"]) == (cell, ap, mod)


@pytest.mark.clause("skirmishers.power.modifier")
def test_its_modifier_is_added_to_his_target_numbers() -> None:
    arc = WEST | {"weapon": "primary"}
    table = Table.on(A=trooper((0, 0)), B=enemy((9, 0), full=[8], arcs=[arc]), **ON)
    table.move("A", (1, 0), then=["fire B"], dice="1+1")
    assert table.modifiers == {"base": 6, "wounds": 1}


@pytest.mark.clause("skirmishers.power.experience")
@pytest.mark.parametrize(("skill", "ap"), [("green", 13), ("veteran", 15), ("elite", 16)])
def test_experience_counts_in_a_suit_if_it_is_switched_on(skill: str, ap: int) -> None:
    both = ("power-armor", "experience")
    assert Table.on(A=suit(skill=skill), B=foe(), switches=both)["A"]["max_ap"] == ap
    assert Table.on(A=suit(skill=skill), B=foe(), **ON)["A"]["max_ap"] == 14


@pytest.mark.clause("skirmishers.power.armor", "skirmishers.power.slots")
def test_suits_come_in_three_weights() -> None:
    for kind, (armor, primaries, _) in SUITS.items():
        table = Table.on(A=suit(kind=kind, secondary="pistol"), B=foe(), **ON)
        assert (table["A"]["armor"], table["A"]["max_ap"]) == (armor, 14)
        assert len(table["A"]["carries"]) == primaries + 1
    with pytest.raises(SetupError, match="room for 1"):
        Table.on(A=suit(kind="basic", primaries=GUNS), B=foe(), **ON)
    plated = Table.on(A=suit(), B=foe(), switches=("power-armor", "advanced-armor"))
    assert plated["A"]["armor"] == 6


@pytest.mark.clause("skirmishers.power.secondary", "skirmishers.power.no-grenades")
def test_what_a_suit_may_carry() -> None:
    for id in ("rifle", "pistol", "sword", "satchel-charge", "laser-smg"):
        assert Table.on(A=suit(secondary=id), B=foe(), **ON)["A"]["carries"]["secondary"] == id
    for id in ("suit-machine-gun", "hand-grenade"):
        with pytest.raises(SetupError, match=r"power\.secondary"):
            Table.on(A=suit(secondary=id), B=foe(), **ON)
    with pytest.raises(SetupError, match="a suit has no 'grenades'"):
        Table.on(A=suit(grenades={"hand": 1}), B=foe(), **ON)
    with pytest.raises(SetupError, match="needs the switch 'power-armor'"):
        Table.on(A=suit(), B=foe())


@pytest.mark.clause(
    "skirmishers.power.weapon-table",
    "skirmishers.power.machine-gun",
    "skirmishers.power.laser-shots",
)
def test_suit_weapons_are_as_printed() -> None:
    clause = SKIRMISHERS.register.find("power.weapon-table")
    assert clause is not None
    armory = Armory()
    for row in clause.table:
        weapon = next(w for w in armory.weapons if w.name == row["weapon"] and w.slot == "suit")
        assert (weapon.short, weapon.long, weapon.pv) == (row["short"], row["long"], row["pv"])
        if isinstance(row["damage"], list):
            assert list(weapon.rings) == row["damage"]
        else:
            assert weapon.damage == row["damage"]
    assert shots_of(armory.by_id["suit-machine-gun"], 150) == UNLIMITED
    assert shots_of(armory.by_id["suit-heavy-laser"], 30) == 3


# ---------------------------------------------------------------------- damage


@pytest.mark.clause("skirmishers.power.lethal")
def test_dice_fall_only_for_what_the_armor_does_not_stop() -> None:
    table = hit(victim(), "", lethal=4)
    assert (table["B"]["armor"], table.rolls) == (2, [])
    table = victim(armor_left=2)
    table.game.dice = None
    flow = hurt(table.battle, table.unit("B"), 5, 0, "skirmishers.damage.new-values")
    next(flow)
    choice = flow.send((3, 3))
    assert isinstance(choice, Choice)
    assert choice.kind == "disable"
    b = table["B"]
    assert (b["armor"], b["full"], b["hp"], b["max_ap"], b["mod"]) == (
        0,
        ["6", "5", "4"],
        "3",
        9,
        2,
    )


@pytest.mark.clause("skirmishers.power.start-cell", "skirmishers.power.dead")
def test_damage_runs_right_over_the_unnumbered_cells_and_kills_at_the_last() -> None:
    table = hit(victim(armor_left=0), "1+1", lethal=13)
    b = table["B"]
    assert b["full"] == ["2", "b1", "b2", "b3", "b4", "b5", "b6", "b7"]
    assert (b["state"], b["max_ap"]) == ("dead", 0)
    half = hit(victim(armor_left=0, full=[7, 6, 5]), "4+3", lethal=4)["B"]
    assert half["full"] == ["7", "6", "5", "4", "3", "2", "b1"]
    assert (half["hp"], half["max_ap"], half["mod"]) == ("b2", 6, 2)


@pytest.mark.clause("skirmishers.power.dead", "skirmishers.card.unconscious")
def test_a_suit_is_never_unconscious() -> None:
    b = victim(full=["b6"])["B"]
    assert (b["hp"], b["state"]) == ("b7", "able")


@pytest.mark.clause("skirmishers.power.bludgeon", "skirmishers.power.knock-down")
def test_bludgeoning_marks_nothing_but_nine_points_in_a_turn_knock_down() -> None:
    table = hit(victim(armor_left=0), "", bludgeon=8)
    assert (table["B"]["part"], table["B"]["prone"], table.rolls) == ([], False, [])
    assert not any(table.unit("B").marks)
    armored = hit(victim(), "", bludgeon=8)
    assert armored.unit("B").marks == victim().unit("B").marks
    hit(table, "", bludgeon=4)
    assert (table["B"]["prone"], table["B"]["max_ap"]) == (True, 14)
    table.play("end A", "activate B")
    assert table.unit("B").bruises == 0


@pytest.mark.clause("skirmishers.power.significant")
def test_a_significant_cell_costs_a_weapon_that_the_opponent_picks() -> None:
    arcs = [WEST | {"weapon": "primary"}, WEST | {"weapon": "spare"}]
    table = Table.on(
        A=enemy((0, 0), secondary="pistol") | {"side": "red"},
        B=enemy((9, 0), armor_left=0, arcs=arcs),
        C=foe((20, 4)),
        position={"explosives": [{"by": "A", "weapon": "hand-grenade", "at": "k1", "tn": 2}]},
        **ON,
    )
    table.play("end A", dice="1+1 4+1")
    assert table.asks == "red disable"
    assert table.options() == ["disable B suit-machine-gun", "disable B suit-heavy-laser"]
    table.play("disable B suit-heavy-laser")
    b = table["B"]
    assert b["disabled"] == ["spare"]
    assert [arc["weapon"] for arc in b["arcs"]] in ([], ["suit-machine-gun"])
    table.play("activate B")
    assert not [text for text in table.options("arc") if "laser" in text]
    none = victim(armor_left=0, disabled=["primary", "spare"])
    hit(none, "3+2", lethal=1)  # the 5 is crossed out, and nothing is left to pick
    assert none["B"]["full"] == ["5"]


# ---------------------------------------------------------------------- jets and wire


@pytest.mark.clause("skirmishers.power.jet-fitted", "skirmishers.power.jet-flight")
def test_basic_and_standard_suits_fly_for_nothing_once_a_turn() -> None:
    for kind, flies in (("basic", True), ("standard", True), ("heavy", False)):
        table = Table.on(A=suit((0, 0), kind), B=foe((20, 4)), **ON)
        assert bool(table.options("fly")) is flies
    table = Table.on(A=suit((0, 0)), B=foe((20, 4)), **ON)
    table.play(f"fly A a1-{table.dot(10, 0)}")
    assert (table.at("A"), table["A"]["spent"]) == ((10, 0), 0)
    assert table.options("fly") == []


@pytest.mark.clause("skirmishers.power.jet-broken")
def test_two_significant_cells_break_the_jet_pack_even_in_flight() -> None:
    assert Table.on(A=suit(full=[5]), B=foe((20, 4)), **ON).options("fly")
    assert Table.on(A=suit(full=[5, "b2"]), B=foe((20, 4)), **ON).options("fly") == []
    table = Table.on(
        A=suit((0, 0), armor_left=0, full=[5, "b5"], disabled=["primary", "spare"]),
        B=foe((20, 4)),
        **ON,
    )
    assert not table.unit("A").flies
    flying = Table.on(
        ground(40),
        A=suit((0, 0), armor_left=0, full=["b5"], disabled=["primary", "spare"]),
        B=foe((0, 6), primary=None, secondary="pistol", arc={"degrees": 30, "heading": 9}),
        **ON,
    )
    way = "-".join(flying.dot(q, 0) for q in range(1, 13))
    before = flying["A"]["max_ap"]
    flying.play(f"fly A a1-{way}")
    flying.play("fire B", dice="6+6 3+2")
    while flying.asks == "blue reaction":
        flying.play("pass")
    assert flying["A"]["max_ap"] == before  # cells further right were lost before
    assert flying["A"]["prone"]
    assert flying.at("A") != (12, 0)


@pytest.mark.clause("skirmishers.power.wire")
def test_wire_is_nothing_to_a_suit() -> None:
    table = Table.on(
        ground(wire=[(1, 0)]),
        A=suit((0, 0)),
        B=foe((20, 4)),
        switches=("power-armor", "advanced-terrain"),
    )
    table.move("A", (1, 0))
    assert (table["A"]["spent"], table["A"]["entangled"]) == (1, False)


@pytest.mark.clause("skirmishers.power.move-cap", "skirmishers.power.arcs")
def test_eight_ap_for_movement_and_the_rest_for_several_arcs() -> None:
    table = Table.on(A=suit((0, 0)), B=foe((20, 4)), **ON)
    table.move("A", *[(q, 0) for q in range(1, 9)])
    assert table.options("move") == []
    table.play("arc A 60 0 suit-machine-gun", "arc A 30 0")
    assert table["A"]["spent"] == 14
    assert [arc["shots"] for arc in table["A"]["arcs"]] == [-1, 3]


@pytest.mark.clause("skirmishers.power.arcs", "skirmishers.fire.once")
def test_each_arc_of_a_suit_fires_on_its_own_once_on_each_dot() -> None:
    arcs = [WEST | {"weapon": "primary"}, WEST | {"weapon": "spare"}]
    table = Table.on(A=trooper((0, 0)), B=enemy((9, 0), arcs=arcs), **ON)
    table.move("A", (1, 0))
    assert table.options() == ["fire B suit-machine-gun", "fire B suit-heavy-laser", "pass"]
    table.play("fire B suit-heavy-laser", dice="1+1")
    assert table.options() == ["fire B suit-machine-gun", "pass"]
    table.play("fire B suit-machine-gun", dice="1+1")
    assert table.asks == "red action"


@pytest.mark.clause("skirmishers.power.arcs")
def test_two_weapons_of_a_kind_have_an_arc_each() -> None:
    table = Table.on(A=suit((0, 0), primaries=["suit-machine-gun"] * 2), B=foe((20, 4)), **ON)
    table.play("arc A 30 0 suit-machine-gun", "arc A 30 6")
    assert [arc["heading"] for arc in table["A"]["arcs"]] == [0, 6]


@pytest.mark.clause("skirmishers.power.explosive-and-arc", "skirmishers.power.explosive-weapons")
def test_a_suit_may_use_an_explosive_weapon_and_set_arcs_as_well() -> None:
    guns = ["suit-machine-gun", "suit-flamethrower"]
    table = Table.on(A=suit((0, 2), primaries=guns), B=foe((5, 2)), C=foe((20, 4)), **ON)
    table.play(f"throw A {table.dot(5, 2)} suit-flamethrower", "arc A 60 0")
    assert table["A"]["spent"] == 2 + 4
    table.play("end A", dice="6+6 5+5")
    assert table.told("damage")[0]["points"] == "8X"
    assert len(table.facts["fire"]) == 19
    missile = Table.on(
        A=suit((0, 2), primaries=["suit-anti-tank-missile"]), B=foe((5, 2)), C=foe((20, 4)), **ON
    )
    missile.play(f"throw A {missile.dot(5, 2)} suit-anti-tank-missile")
    assert (missile["A"]["spent"], missile["A"]["ammo"]["primary"]) == (5, 1)


@pytest.mark.clause("skirmishers.power.melee", "skirmishers.power.like-troopers")
def test_armored_fists_cut_and_bruise() -> None:
    table = Table.on(
        A=trooper((4, 0)),
        B=enemy((5, 0)),
        active="",
        position={"blows": [{"by": "B", "on": "A", "weapon": "fists"}]},
        **ON,
    )
    table.play("activate A", dice="2+2 5+3")
    a = table["A"]
    assert (a["full"], a["hp"]) == (["8"], "7")
    assert a["part"] == ["7", "6", "5", "4", "3", "2", "1"]
    striker = Table.on(A=suit((4, 0), secondary="sword"), B=foe((5, 0)), **ON)
    assert striker.options("melee") == ["melee A B sword", "melee A B fists"]
    plain = Table.on(A=suit((4, 0), secondary="rifle"), B=foe((5, 0)), **ON)
    assert plain.options("melee") == ["melee A B fists"]


@pytest.mark.clause("skirmishers.power.like-troopers", "skirmishers.damage.fall")
def test_a_suit_falls_like_a_trooper_when_its_ap_run_out() -> None:
    table = Table.on(
        A=suit((0, 0), armor_left=0), A2=trooper((0, 5)), B=foe((20, 4)), spent=13, **ON
    )
    table.run(hurt, "A", 1, 0, "skirmishers.damage.new-values", dice="5+5")
    assert (table["A"]["max_ap"], table["A"]["prone"]) == (13, True)
    assert table.unit("A").halted


def test_the_log_of_damage_to_a_suit_names_the_cell_it_begins_at() -> None:
    table = hit(victim(armor_left=0), "3+4", lethal=1)
    assert [told["cell"] for told in table.told("damage")] == ["7"]
