"""Chapter "Objectives": securing, holding and scoring the four kinds."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.rulebooks.openfire.chapters.objectives import check_control, secure
from battlemat.rulebooks.openfire.chapters.rounds import end_round, result
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from rules.openfire.table import Table, mission, model, objective, tank, unit


def field(
    *kinds: str,
    at: Any = (2400, 2629),
    foe: Any = (4500, 4500),
    active: tuple[str, str] | None = ("R1", "secure"),
    changes: dict[str, Any] | None = None,
    **more: Any,
) -> Table:
    """R1 stands exactly an inch from the edge of the marker of objective 1."""
    objectives = [objective(kind, **(changes or {})) for kind in kinds or ("control",)]
    for number, one in enumerate(objectives):
        one["id"] = str(number + 1)
    return Table(
        [unit("R1"), unit("R2")],
        [unit("B1"), *more.pop("blue", [])],
        {"R1": at, "R2": more.pop("friend", (300, 300)), "B1": foe, **more.pop("others", {})},
        active=active,
        mission=mission(objectives=objectives, rules=more.pop("rules", {})),
        **more,
    )


def holder(table: Table, number: int = 0) -> int:
    return table.battle.markers[number].holder


@pytest.mark.clause("openfire.objective.marker", "openfire.objective.secure-who")
@pytest.mark.parametrize(("y", "near"), [(2629, True), (2630, False)])
def test_a_unit_secures_within_an_inch_of_the_markers_edge(y: int, near: bool) -> None:
    table = field(at=(2400, y))
    assert (table.asked() == "red secure") is near
    if near:
        table.play("secure R1 1")
        assert holder(table) == 0


@pytest.mark.clause("openfire.objective.secure-who")
def test_nobody_secures_with_an_enemy_in_assault_range_or_against_the_mission() -> None:
    assert field(foe=(2400, 2829)).asked() == "blue activate"
    assert field(changes={"who": ["blue"]}).asked() == "blue activate"
    table = field("control", "access", changes={"at": [2400, 2400]})
    assert table.refused("secure R1 3").startswith("no clause")


@pytest.mark.clause("openfire.objective.secure-contest", "openfire.geometry.point-objects")
def test_an_enemy_beside_the_marker_keeps_it_from_being_secured() -> None:
    table = field(at=(2400, 2629), foe=(2400, 2171))
    table.play("secure R1 1")
    assert holder(table) == -1
    assert table.told("contested")[0].facts["foe"] == "B1"
    away = field(at=(2400, 2629), foe=(2400, 2170))
    away.play("secure R1 1")
    assert holder(away) == 0


@pytest.mark.clause("openfire.objective.take-over")
def test_securing_takes_an_objective_from_the_enemy() -> None:
    table = field("destroy", objectives={"1": {"holder": "blue", "since": 1}})
    table.play("secure R1 1")
    assert holder(table) == 0


@pytest.mark.clause("openfire.objective.one-per-action")
def test_one_action_secures_one_objective() -> None:
    table = field("access", "destroy")
    assert table.offers() == ["secure R1 1", "secure R1 2", "skip secure"]
    table.play("secure R1 2")
    assert (holder(table, 0), holder(table, 1)) == (-1, 0)
    assert table.asked() == "blue activate"


@pytest.mark.clause("openfire.objective.secure-action", "openfire.activation.order")
def test_secure_comes_last_and_looks_at_the_table_as_it_is_then() -> None:
    table = field(
        foe=(2400, 2500), active=("R1", "attack"), blue=[unit("B2")], others={"B2": (300, 4000)}
    )
    table.play("attack R1 B1", dice="12 1")
    table.play("secure R1 1")
    assert holder(table) == 0


@pytest.mark.clause("openfire.objective.control", "openfire.objective.control-check")
def test_control_is_lost_after_the_action_that_leaves_nobody_within_six_inches() -> None:
    held = {"1": {"holder": "red", "since": 1}}
    table = field(at=(2400, 3100), friend=(2400, 3400), active=("R1", "move"), objectives=held)
    table.play("move R1 24.00,31.29")  # six inches from the edge of the marker: 3129 - 50 - 79
    assert holder(table) == 0
    gone = field(at=(2400, 3100), friend=(2400, 3400), active=("R1", "move"), objectives=held)
    gone.play("move R1 24.00,31.30")
    assert holder(gone) == -1
    assert [told.facts["player"] for told in gone.told("unsecured")] == ["red"]
    gone.play("activate B1", "skip move", "skip attack", "activate R2", "move R2 24.00,29.00")
    assert holder(gone) == -1  # it must be secured again


@pytest.mark.clause("openfire.objective.control")
def test_any_unit_of_the_army_holds_a_control_objective_even_a_vehicle() -> None:
    table = Table(
        [unit("R1", tank())],
        [unit("B1")],
        {"R1": (2400, 2800), "B1": (4500, 4500)},
        mission=mission(objectives=[objective()]),
        objectives={"1": {"holder": "red", "since": 1}},
    )
    check_control(table.battle)
    assert holder(table) == 0
    facts = OPENFIRE.measure(table.battle, "R1", "1").facts
    assert ("control", "yes") in [(fact.name, fact.value) for fact in facts]


@pytest.mark.clause("openfire.objective.control-score", "openfire.objective.victory-points")
def test_control_is_scored_once_at_the_end_by_whoever_holds_it_then() -> None:
    held = {"1": {"holder": "red", "since": 1}}
    table = field(active=None, objectives=held, round=5)
    end_round(table.battle)
    assert table.battle.scores == [0, 0]
    table.battle.round = 6
    end_round(table.battle)
    assert table.battle.scores == [3, 0]
    assert result(table.battle).winner == "red"
    rounds = field(active=None, objectives=held, round=2, rules={"control_scores": "round"})
    end_round(rounds.battle)
    assert rounds.battle.scores == [3, 0]


@pytest.mark.clause("openfire.objective.destroy")
def test_a_destroy_objective_is_scored_at_the_end_of_the_next_round() -> None:
    table = field("destroy", round=2)
    table.play("secure R1 1")
    end_round(table.battle)
    assert table.battle.scores == [0, 0]
    table.battle.round = 3
    end_round(table.battle)
    assert table.battle.scores == [3, 0]
    assert table.battle.markers[0].gone
    late = field("destroy", round=6)
    late.play("secure R1 1")
    end_round(late.battle)
    assert late.battle.scores == [0, 0]
    assert late.battle.phase == "over"


@pytest.mark.clause("openfire.objective.destroy-hold")
def test_only_the_opponent_starts_the_count_of_a_destroy_objective_anew() -> None:
    table = field("destroy", active=None, objectives={"1": {"holder": "red", "since": 2}}, round=3)
    secure(table.battle, table["R1"], 0)
    assert table.battle.markers[0].since == 2  # securing one's own again changes nothing
    table["R1"].stands[0] = table.battle.plane.put(table["R1"].card.models[0].base, 300, 600)
    secure(table.battle, table["B1"], 0)
    end_round(table.battle)
    assert table.battle.scores == [0, 0]
    table.battle.round = 4
    end_round(table.battle)
    assert table.battle.scores == [0, 3]


@pytest.mark.clause("openfire.objective.access")
def test_an_access_objective_is_scored_and_gone_at_once() -> None:
    table = field("access")
    table.play("secure R1 1")
    assert table.battle.scores == [3, 0]
    assert table.battle.markers[0].gone


@pytest.mark.clause("openfire.objective.recover", "openfire.objective.recover-carried")
def test_a_recovered_objective_travels_and_counts_if_its_unit_lives() -> None:
    table = field("recover")
    table.play("secure R1 1")
    assert table.battle.markers[0].carrier == table["R1"].index
    assert table.game.rulebook.facts(table.battle)["units"]["R1"]["carries"] == ["1"]
    assert not [
        mark for mark in table.game.rulebook.scene(table.battle).marks if "1" in mark.id[-1]
    ]
    table.battle.round = 6
    end_round(table.battle)
    assert table.battle.scores == [3, 0]


@pytest.mark.clause("openfire.objective.recover")
def test_a_recovered_objective_dies_with_its_unit() -> None:
    table = field(
        "recover",
        at=(1000, 1000),
        foe=(2000, 1000),
        active=("B1", "attack"),
        objectives={"1": {"holder": "red", "carrier": "R1"}},
    )
    table.play("attack B1 R1", dice="12 1")
    assert table.battle.markers[0].gone
    table.battle.round = 6
    end_round(table.battle)
    assert table.battle.scores == [0, 0]


@pytest.mark.clause("openfire.objective.recover-carried")
def test_surviving_aboard_a_transport_is_enough() -> None:
    table = Table(
        [unit("R1"), unit("R2", tank(special=["Vehicle", "Transport (4)"]))],
        [unit("B1")],
        {"R2": (1000, 1000), "B1": (4000, 4000)},
        units={"R1": {"place": "aboard R2"}},
        mission=mission(objectives=[objective("recover")]),
        objectives={"1": {"holder": "red", "carrier": "R1"}},
        round=6,
    )
    end_round(table.battle)
    assert table.battle.scores == [3, 0]


@pytest.mark.clause("openfire.setup.control-points")
def test_control_points_are_control_objectives() -> None:
    table = field("control", changes={"name": "Control point"})
    table.play("secure R1 1")
    assert holder(table) == 0


@pytest.mark.clause("openfire.unit.model", "openfire.unit.unit")
def test_a_unit_may_be_one_model_and_is_measured_by_its_base() -> None:
    wide = model(base={"radius": 100, "height": 120})
    table = Table(
        [unit("R1", wide)],
        [unit("B1")],
        {"R1": (2400, 2679), "B1": (4500, 4500)},
        active=("R1", "secure"),
        mission=mission(objectives=[objective()]),
    )
    assert table.asked() == "red secure"
