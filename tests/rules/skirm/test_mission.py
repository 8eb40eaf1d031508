"""Third edition, chapters "Scoring" and mission end: objectives, points, winners."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.packs import library
from battlemat.packs.skirm import setups as skirm
from battlemat.rulebooks.skirm.chapters.mission import controller
from battlemat.rulebooks.skirm.rulebook import SKIRM3
from boards.squares_boards import board
from rules.skirm.table import Table, foe, unit

RELAY = [{"id": "1", "name": "Relay", "square": "b1"}]
HOLD = [{"score": "objectives", "when": "turn", "points": 1}]


def held_by(table: Table) -> int | None:
    return controller(table.battle, table.battle.mission.objectives[0])


@pytest.mark.clause("skirm3.objective.control")
def test_a_unit_in_the_square_controls_it_standing_or_downed() -> None:
    for state in ("standing", "downed"):
        table = Table.parse(". A . B", A=unit(state=state), B=foe(), objectives=RELAY)
        assert held_by(table) == 0
    assert held_by(Table.parse("A . . B", A=unit(), B=foe(), objectives=RELAY)) is None


@pytest.mark.clause("skirm3.objective.control")
def test_an_adjacent_enemy_denies_control_also_when_downed() -> None:
    for state in ("standing", "downed"):
        table = Table.parse(". A B", A=unit(), B=foe(state=state), objectives=RELAY)
        assert held_by(table) is None


@pytest.mark.clause("skirm3.objective.control", "skirm3.map.adjacent-wall")
def test_an_enemy_behind_a_high_wall_does_not_deny_control() -> None:
    wall = board(3, 1, walls={((1, 0), (2, 0)): 2})
    table = Table.on(wall, A=unit(at=(1, 0)), B=foe(at=(2, 0)), objectives=RELAY)
    assert held_by(table) == 0


@pytest.mark.clause("skirm3.objective.score", "skirm3.mission.points")
def test_each_controlled_objective_scores_a_point_each_turn() -> None:
    two = [*RELAY, {"id": "2", "name": "Gate", "square": "f1"}]
    table = Table.parse(
        ". A . . . B",
        A=unit(),
        B=foe(ready=False),
        objectives=two,
        scoring=HOLD,
    )
    table.play("end A", dice="12 666 666")
    assert table.scores == (1, 1)
    assert table.cited("score") >= {"skirm3.objective.score", "skirm3.mission.points"}


@pytest.mark.clause("skirm3.objective.placed")
def test_objectives_hinder_neither_movement_nor_sight_and_count_only_if_the_mission_says_so() -> (
    None
):
    table = Table.parse("A . B", A=unit(), B=foe(ready=False), objectives=RELAY, scoring=[])
    assert "b1" in table.ends("move", "A")
    assert table.options("shoot") == ["shoot A B rifle"]
    table.play("dash A a1-b1", "end A", dice="12 666 666")
    assert table.scores == (0, 0)


@pytest.mark.clause("skirm3.mission.defines")
def test_shipped_missions_set_zones_points_events_and_what_is_special_about_them() -> None:
    found = set()
    for entry in library.missions("skirm3"):
        setup = skirm.build_setup("skirm3", mission=entry.id, red="breach-team", blue="red-rite")
        mission = SKIRM3.start(setup).mission
        assert len(mission.zones) == 2
        assert mission.scoring
        assert sorted(face for row in mission.events for face in row.faces) == [1, 2, 3, 4, 5, 6]
        found |= {name for name in ("objectives", "markers", "actions") if getattr(mission, name)}
    assert found == {"objectives", "markers", "actions"}


def final(**more: Any) -> Table:
    """The last activation of the last turn."""
    units: dict[str, Any] = {"A": unit(), "B": foe(ready=False)}
    return Table.parse("A . . . . B", **(units | {"turn": 4} | more)).play("end A")


@pytest.mark.clause("skirm3.mission.winner")
@pytest.mark.parametrize(("scores", "winner"), [((2, 1), "red"), ((0, 3), "blue")])
def test_the_squad_with_more_points_after_turn_four_wins(
    scores: tuple[int, int], winner: str
) -> None:
    result = final(scores=scores).game.result
    assert result is not None
    assert result.winner == winner


@pytest.mark.clause("skirm3.mission.draw")
def test_equal_points_are_a_draw() -> None:
    result = final(scores=(2, 2)).game.result
    assert result is not None
    assert (result.winner, result.reason) == (None, "a draw at 2 mission points each")


@pytest.mark.clause("skirm3.mission.points")
def test_a_mission_may_score_enemies_out_with_more_for_leaders() -> None:
    units = {"B": foe("LD2", ready=False), "C": foe(), "D": foe(at=None), "E": foe("LD1")}
    table = Table.on(
        A=unit(at=(0, 0)),
        B=units["B"] | {"at": (9, 9)},
        D=units["D"],
        E=units["E"],
        turn=4,
        scoring=[{"score": "out", "when": "end", "points": 1, "bonus": {"LD": 2}}],
    )
    table.play("end A")
    assert table.scores == (4, 0)


@pytest.mark.clause("skirm3.mission.points")
def test_a_mission_may_score_units_standing_in_the_enemys_zone() -> None:
    table = Table.parse(
        """
        . . B
        . . .
        A . C
        """,
        A=unit(),
        B=foe(ready=False),
        C=unit(state="downed", ready=False),
        turn=4,
        scoring=[{"score": "standing-in", "when": "end", "points": 2, "zone": "enemy"}],
    )
    table.play("end A")
    assert table.scores == (2, 2)  # blue's zone is the south; C lies there and does not count


@pytest.mark.clause("skirm3.mission.points", "skirm3.action.pickup")
@pytest.mark.parametrize(("which", "points"), [("enemy", 3), ("own", 3), ("all", 6)])
def test_a_mission_may_score_carried_markers_of_one_kind(which: str, points: int) -> None:
    table = Table.parse(
        """
        A . .
        . . B
        """,
        A=unit(carries=["ours", "theirs"]),
        B=foe(ready=False),
        turn=4,
        markers=[
            {"id": "ours", "name": "Ours", "square": "a1", "carry": True, "side": "north"},
            {"id": "theirs", "name": "Theirs", "square": "c2", "carry": True, "side": "south"},
        ],
        scoring=[{"score": "carry", "when": "end", "points": 3, "zone": "own", "which": which}],
    )
    table.play("end A")
    assert table.scores == (points, 0)
