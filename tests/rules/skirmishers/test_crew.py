"""Crew served weapons: set up by several, worked by one."""

from __future__ import annotations

from typing import Any

import pytest

from rules.skirmishers.table import Table, foe, trooper

ON: dict[str, Any] = {"switches": ("crewed-weapons",)}
MMG, LMG, HMG = "medium-machine-gun", "light-machine-gun", "heavy-machine-gun"


def gunner(at: tuple[int, int] = (0, 0), heading: int = 0, **card: Any) -> dict[str, Any]:
    """A man behind a light machine gun that is set up."""
    return trooper(at, primary=LMG, setup={"heading": heading}, **card)


@pytest.mark.clause(
    "skirmishers.crew.set-up", "skirmishers.crew.cost-table", "skirmishers.crew.slot"
)
def test_bearer_and_helper_pay_four_each_in_any_order() -> None:
    table = Table.on(
        A=trooper((1, 0), secondary="pistol"),
        A2=trooper((-1, 3), primary=MMG, secondary="pistol"),
        B=foe((15, 0)),
        **ON,
    )
    table.play("help A A2")
    assert table["A"]["spent"] == 4
    table.play("end A", "activate A2").move("A2", (0, 2), (0, 1), (0, 0))
    table.play("setup A2 0")
    assert (table["A2"]["ap"], table["A2"]["active"]) == (1, MMG)
    gun = {"at": "a1", "weapon": MMG, "heading": 0, "controller": "A2"}
    assert table.facts["guns"] == [gun]
    assert table["A2"]["carries"] == {"secondary": "pistol"}


@pytest.mark.clause(
    "skirmishers.crew.set-up", "skirmishers.crew.arc-free", "skirmishers.crew.arc-sixty"
)
def test_a_light_machine_gun_needs_no_helper_and_its_arc_comes_free() -> None:
    table = Table.on(A=trooper((0, 0), primary=LMG), B=foe((15, 0)), **ON)
    table.play("setup A 3")
    assert table["A"]["spent"] == 4
    assert table["A"]["arcs"] == [{"weapon": LMG, "degrees": 60, "heading": 3, "shots": -1}]
    assert table.options("arc") == []


@pytest.mark.clause("skirmishers.crew.set-up", "skirmishers.crew.column")
def test_payments_lapse_when_one_of_the_crew_has_not_paid() -> None:
    table = Table.on(
        A=trooper((0, 0), primary=HMG), A2=trooper((1, 0)), A3=trooper((0, 1)), B=foe((15, 0)), **ON
    )
    table.play("setup A 0", "end A", "activate A2", "help A2 A", "end A2", "activate A3", "end A3")
    assert table.asks == "blue activate"
    assert (table.facts["guns"], table.battle.paid) == ([], ())
    assert table["A"]["carries"] == {"primary": HMG}


@pytest.mark.clause("skirmishers.crew.set-up")
def test_who_changes_dot_after_paying_forfeits_it() -> None:
    table = Table.on(A=trooper((1, 0)), A2=trooper((0, 0), primary=MMG), B=foe((15, 0)), **ON)
    table.play("help A A2").move("A", (1, 1))
    table.play("end A", "activate A2", "setup A2 0")
    assert table.facts["guns"] == []


@pytest.mark.clause("skirmishers.crew.must-be-set-up")
def test_carried_unset_it_is_a_club() -> None:
    table = Table.on(A=trooper((0, 0), primary=LMG), B=foe((1, 0)), **ON)
    assert table.options("arc") == []
    assert table.refuses("arc A 60 0") == "skirmishers.crew.must-be-set-up"
    assert [text.split()[-1] for text in table.options("melee")] == ["club", "fists"]


@pytest.mark.clause("skirmishers.crew.arc-stays", "skirmishers.crew.unlimited")
def test_the_arc_stays_from_turn_to_turn_and_fires_any_number_of_times() -> None:
    table = Table.on(A=gunner(), B=foe((9, 0)), active="", **ON)
    table.play("activate A", "end A", "activate B")
    assert table.options() == ["fire A", "pass"]
    table.play("fire A", dice="1+1")
    before = table["A"]["arcs"]
    table.move("B", (8, 0), (7, 0), then=["fire A", "fire A"], dice="1+1 1+1")
    assert len(before) == 1
    assert table["A"]["arcs"] == before  # nothing is counted off
    table.play("end B", "activate A", "end A", "activate B")
    assert table.options() == ["fire A", "pass"]


@pytest.mark.clause("skirmishers.crew.arc-move", "skirmishers.crew.cost-table")
def test_the_controller_turns_it_for_four_ap_as_a_combat_action() -> None:
    table = Table.on(A=gunner(), B=foe((9, 0)), **ON)
    assert len(table.options("turn")) == 11
    table.play("turn A 6")
    assert (table["A"]["spent"], table["A"]["arcs"][0]["heading"]) == (4, 6)
    assert table.options("move") == []
    assert table.facts["guns"][0]["heading"] == 6


@pytest.mark.clause("skirmishers.crew.control")
def test_with_another_weapon_in_hand_the_arc_is_suspended() -> None:
    table = Table.on(A=gunner(secondary="pistol"), B=foe((9, 0)), **ON)
    table.play("weapon A pistol", "end A", "activate B")
    assert table.asks == "blue action"
    table.play("end B", "activate A")
    assert f"weapon A {LMG}" in table.options("weapon")
    table.play(f"weapon A {LMG}", "end A", "activate B")
    assert table.asks == "red reaction"
    table.play("fire A", dice="1+1")
    assert table.modifiers == {"base": 6}


@pytest.mark.clause("skirmishers.crew.control")
def test_where_others_fire_a_suspended_arc_is_refused_by_its_own_clause() -> None:
    table = Table.on(A=gunner(secondary="pistol"), A2=trooper((0, 2)), B=foe((9, 0)), **ON)
    table.play("weapon A pistol", "end A", "activate A2", "arc A2 60 0", "end A2", "activate B")
    assert table.options() == ["fire A2", "pass"]
    assert table.refuses("fire A") == "skirmishers.crew.control"


@pytest.mark.clause("skirmishers.crew.control", "skirmishers.fire.wounds")
def test_it_is_fired_with_the_controllers_wounds_and_posture() -> None:
    table = Table.on(B=foe((9, 0)), A=gunner(full=[6], prone=True), **ON)
    table.move("B", (8, 0), then=["fire A"], dice="1+1")
    assert table.modifiers == {"base": 6, "wounds": 2, "attacker prone": -1}


@pytest.mark.clause("skirmishers.crew.abandon")
def test_a_controller_who_leaves_or_dies_leaves_it_without_one() -> None:
    table = Table.on(A=gunner(), B=foe((15, 0)), **ON)
    table.move("A", (1, 0))
    assert table.facts["guns"][0]["controller"] is None
    assert (table["A"]["arcs"], table["A"]["carries"]) == ([], {})
    shot = Table.on(
        A=gunner(full=[3]),
        A2=trooper((0, 5)),
        B=foe((9, 0), arc={"degrees": 60, "heading": 6}),
        active="",
        **ON,
    )
    shot.play("activate A", "fire B", dice="6+6 2+1")
    assert shot.facts["guns"][0]["controller"] is None


@pytest.mark.clause("skirmishers.crew.take-over")
def test_anyone_on_its_dot_takes_it_over_for_six_ap() -> None:
    gun = [{"at": "a1", "weapon": LMG, "heading": 0}]
    table = Table.on(A=trooper((0, 0)), B=foe((9, 0)), position={"guns": gun}, **ON)
    table.play("takeover A")
    assert (table["A"]["spent"], table["A"]["active"]) == (6, LMG)
    assert table["A"]["carries"] == {"primary": "rifle"}
    table.play("end A", "activate B")
    assert table.options() == ["fire A", "pass"]
    asleep = Table.on(
        A=trooper((1, 0)), B=foe((0, 0), full=[1]), C=foe((9, 0)), position={"guns": gun}, **ON
    )
    assert table.dot(0, 0) not in {t.split("-")[-1] for t in asleep.options("move")}


@pytest.mark.clause("skirmishers.crew.break-down")
def test_breaking_it_down_takes_the_same_people_and_a_free_slot() -> None:
    table = Table.on(A=gunner(), B=foe((15, 0)), **ON)
    table.play("break A")
    assert table["A"]["carries"] == {"primary": LMG}
    assert (table["A"]["spent"], table["A"]["arcs"], table.facts["guns"]) == (4, [], [])
    gun = [{"at": "a1", "weapon": LMG, "heading": 0}]
    full = Table.on(
        A=trooper((0, 0), skill="elite"),
        B=foe((15, 0)),
        position={"guns": gun},
        switches=("crewed-weapons", "experience"),
    )
    full.play("takeover A")
    assert full.options("break") == []
    two = Table.on(
        A=trooper((0, 0), primary=MMG, setup={"heading": 0}),
        A2=trooper((1, 0)),
        B=foe((15, 0)),
        **ON,
    )
    two.play("break A", "end A", "activate A2", "aid A2 A")
    assert two["A"]["carries"] == {"primary": MMG}


@pytest.mark.clause(
    "skirmishers.arc.not-after-explosive",
    "skirmishers.crew.set-up",
    "skirmishers.crew.arc-sixty",
    "skirmishers.crew.unlimited",
)
def test_setting_up_counts_as_setting_an_arc() -> None:
    table = Table.on(A=trooper((0, 0), primary=LMG, grenades={"hand": 1}), B=foe((15, 0)), **ON)
    table.play("setup A 0")
    assert table.unit("A").aimed
    arc = {"weapon": LMG, "degrees": 60, "heading": 0, "shots": -1}
    assert table["A"]["arcs"] == [arc]
