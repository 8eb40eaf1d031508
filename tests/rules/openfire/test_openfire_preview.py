"""Previews and overlays: what an option would cover, and what a model reaches."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.kernel.scene import Shape
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from rules.openfire.table import Table, mission, model, objective, setup, tank, unit, weapon

WALL = {"name": "wall", "keyword": "impassable", "height": 300, "sight": "solid"}
LOW = {"name": "low wall", "keyword": "barrier", "height": 60, "sight": "solid"}


def shown(table: Table | Game[Any], text: str) -> list[Shape]:
    """What a preview of an answer shows."""
    game = table.game if isinstance(table, Table) else table
    question = game.question
    assert isinstance(question, Choice)
    return list(OPENFIRE.preview(game.battle, question, game.read(text)))


def ghosts(table: Table, text: str) -> dict[str, tuple[float, float]]:
    """Where the round bases of a preview would stand, by the names of their models."""
    shapes = [shape for shape in shown(table, text) if shape.kind == "ghost"]
    return {shape.label: shape.points[0] for shape in shapes if shape.form == "circle"}


@pytest.mark.clause("openfire.formation.proposal")
def test_a_move_shows_every_model_where_it_would_stand() -> None:
    table = Table(
        [unit("R1", model(mov=8), model(mov=8))],
        at={"R1": [(1000, 1000), (1000, 1150)], "B1": (4000, 4000)},
        active=("R1", "move"),
    )
    assert ghosts(table, "move R1 16.00,10.00") == {"R1.1": (16.0, 38.0), "R1.2": (16.0, 36.5)}
    (way,) = [shape for shape in shown(table, "move R1 16.00,10.00") if shape.kind == "way"]
    assert way.points == [(10.0, 38.0), (16.0, 38.0)]
    assert way.label.startswith('6.00 of 8.00"')


@pytest.mark.clause("openfire.vehicle.manoeuvre", "openfire.geometry.footprint")
def test_a_vehicle_shows_its_footprint_after_the_turn() -> None:
    table = Table(
        [unit("R1", tank())], at={"R1": (1000, 1000), "B1": (4000, 4000)}, active=("R1", "move")
    )
    (ghost,) = [shape for shape in shown(table, "move R1 left 45") if shape.kind == "ghost"]
    assert (ghost.form, ghost.label) == ("polygon", "R1.1")
    assert ghost.points[0] == (10.71, 35.88)  # front left at 1071, 1212


@pytest.mark.clause("openfire.formation.adjust")
def test_followers_put_by_hand_are_shown_where_they_were_put() -> None:
    table = Table(
        [unit("R1", model(mov=8), model(mov=8), model(mov=8))],
        at={"R1": [(1000, 1000), (1000, 1150), (1000, 850)], "B1": (4000, 4000)},
        active=("R1", "move"),
    )
    table.play("move R1 16.00,10.00")
    assert ghosts(table, "followers 2 18.00,10.00") == {
        "R1.1": (16.0, 38.0),
        "R1.2": (18.0, 38.0),
        "R1.3": (16.0, 39.5),
    }


@pytest.mark.clause("openfire.reserve.deploy", "openfire.reserve.whole-unit")
def test_a_deployment_shows_the_whole_unit() -> None:
    table = Table(
        [unit("R1", model(), model())], at={"B1": (4000, 4000)}, units={"R1": {"place": "reserve"}}
    )
    table.play("activate R1")
    found = ghosts(table, "deploy R1 w 1.00,24.00 face 0")
    assert found["R1.1"] == (1.0, 24.0)
    assert set(found) == {"R1.1", "R1.2"}


@pytest.mark.clause("openfire.terrain.slow", "openfire.terrain.barrier")
def test_the_way_says_what_the_ground_costs() -> None:
    table = Table(
        at={"R1": (1000, 1000), "B1": (4000, 4000)},
        parts=[{**LOW, "box": [1100, 900, 1120, 1100]}],
        active=("R1", "move"),
    )
    (way,) = [shape for shape in shown(table, "move R1 13.00,10.00") if shape.kind == "way"]
    assert way.label == '4.00 of 5.00", low wall +1.00'
    assert way.because == "openfire.terrain.barrier"


@pytest.mark.clause("openfire.assault.leave-passing", "openfire.assault.leave-trigger")
def test_a_move_shows_the_free_attacks_it_brings() -> None:
    def threats(y: int) -> list[str]:
        table = Table(
            [unit("R1", model(mov=12))],
            at={"R1": (1000, 1000), "B1": (1500, y)},
            active=("R1", "move"),
        )
        return [
            shape.label for shape in shown(table, "move R1 20.00,10.00") if shape.form == "line"
        ]

    assert "B1 may make a free attack" in threats(1200)
    assert "B1 may make a free attack" not in threats(1201)


@pytest.mark.clause("openfire.assault.unit-level", "openfire.los.blocked", "openfire.assault.range")
def test_a_move_shows_whom_it_would_threaten_and_see() -> None:
    table = Table(
        blue=[unit("B1"), unit("B2")],
        at={"R1": (1000, 1000), "B1": (1600, 1000), "B2": (1400, 2500)},
        parts=[{**WALL, "box": [1200, 1500, 1700, 1540]}],
        active=("R1", "move"),
    )
    shapes = shown(table, "move R1 14.00,10.00")
    assert "B1 in assault range" in [shape.label for shape in shapes if shape.kind == "threat"]
    lines = {shape.label: shape.kind for shape in shapes if shape.kind.startswith("sight")}
    assert lines == {"B1 clear: 1 of 1 can attack": "sight-clear"}


@pytest.mark.clause("openfire.weapon.heavy", "openfire.attack.advance-assault-only")
def test_a_move_shows_who_could_still_attack_after_it() -> None:
    def able(text: str, *special: str) -> list[str]:
        table = Table(
            [unit("R1", model(), model())],
            at={"R1": [(1000, 1000), (1000, 1150)], "B1": (2000, 1000)},
            active=("R1", "move"),
            weapons={"rifle": weapon(special=list(special))},
        )
        return [s.label for s in shown(table, text) if s.kind.startswith("sight")]

    both = ["B1 clear: 2 of 2 can attack"]
    assert able("move R1 11.00,10.00") == both
    assert able("move R1 11.00,10.00", "Heavy") == []
    assert able("move R1", "Heavy") == both  # it stays where it is
    assert able("advance R1 11.00,10.00") == []
    assert able("advance R1 11.00,10.00", "Assault") == both


@pytest.mark.clause("openfire.objective.secure-who", "openfire.objective.control-check")
def test_a_move_shows_the_objectives_it_wins_and_loses() -> None:
    goals = [objective(at=(1000, 1200)), {**objective(at=(1800, 1000)), "id": "2", "name": "Mast"}]
    table = Table(
        [unit("R1", model(mov=12))],
        at={"R1": (1000, 1000), "B1": (4000, 4000)},
        active=("R1", "move"),
        mission=mission(objectives=goals),
        objectives={"1": {"holder": "red"}},
    )
    labels = {
        shape.label: shape.kind for shape in shown(table, "move R1 19.00,10.00") if shape.label
    }
    assert labels["Relay is lost"] == "objective-lost"
    assert labels["Mast can be secured"] == "objective"
    assert table.battle.markers[0].holder == 0  # nothing has happened yet


@pytest.mark.clause("openfire.attack.declare", "openfire.range.per-model")
def test_an_attack_shows_a_line_from_every_model_that_takes_part() -> None:
    table = Table(
        [unit("R1", model(), model())],
        at={"R1": [(1000, 1000), (1000, 1150)], "B1": (2000, 1000)},
        active=("R1", "attack"),
        parts=[{**LOW, "box": [1900, 900, 1940, 1200]}],
    )
    shapes = shown(table, "attack R1 rifle:1,2>B1")
    assert [shape.kind for shape in shapes] == ["sight-obstructed"] * 2
    assert shapes[0].label == 'Rifle 9.00", 1 die'
    assert shapes[0].points == [(10.0, 38.0), (20.0, 38.0)]
    assert len(shown(table, "attack R1 rifle:2>B1")) == 1


@pytest.mark.clause("openfire.transport.embark")
def test_who_embarks_is_shown_at_the_door() -> None:
    table = Table(
        [unit("R1"), unit("R2", tank(special=["Vehicle", "Transport (4)"]))],
        at={"R1": (1000, 1000), "R2": (1600, 1000), "B1": (4000, 4000)},
        active=("R1", "move"),
    )
    assert ghosts(table, "move R1 13.00,10.00 embark R2") == {"R1.1": (13.0, 38.0)}


def test_options_that_cover_nothing_show_nothing() -> None:
    table = Table(at={"R1": (1000, 1000), "B1": (4000, 4000)}, active=("R1", "move"))
    assert shown(table, "skip move") == []


@pytest.mark.clause("openfire.objective.secure-action")
def test_securing_shows_the_marker() -> None:
    table = Table(
        at={"R1": (2250, 2400), "B1": (4000, 4000)},
        mission=mission(objectives=[objective()]),
        active=("R1", "secure"),
    )
    (ring,) = shown(table, "secure R1 1")
    assert (ring.kind, ring.label, ring.points[0], ring.radius) == (
        "objective",
        "Relay",
        (24.0, 24.0),
        1.79,
    )


@pytest.mark.clause("openfire.setup.terrain")
def test_a_shifted_piece_of_terrain_is_shown_where_it_would_lie() -> None:
    wall = {**WALL, "box": [1000, 1000, 1200, 1200]}
    game: Game[Any] = Game(
        OPENFIRE, setup([unit("R1")], [unit("B1")], parts=[wall], terrain_by="red")
    )
    (ghost,) = shown(game, "shift wall 2.00,-1.00")
    assert (ghost.label, ghost.form) == ("wall", "polygon")
    assert sorted(ghost.points) == [(12.0, 37.0), (12.0, 39.0), (14.0, 37.0), (14.0, 39.0)]


@pytest.mark.clause("openfire.setup.entry-roll-off", "openfire.reserve.deploy")
def test_an_entry_point_shows_where_units_could_come_in() -> None:
    zone = [[0, 0], [600, 0], [600, 4800], [0, 4800]]
    points = {"red": {"count": 1, "zone": zone}, "blue": [{"id": "e", "at": [4800, 2400]}]}
    game: Game[Any] = Game(
        OPENFIRE, setup([unit("R1")], [unit("B1")], mission=mission(entry_points=points))
    )
    for answer in ("accept", "accept", (9,), (3,)):
        game.answer(answer)
    (reach,) = shown(game, "entry 0.00,10.00")
    assert (reach.points[0], reach.radius) == ((0.0, 38.0), 6.0)


@pytest.mark.clause("openfire.module.ability-data")
def test_an_ability_shows_everybody_that_it_touches() -> None:
    effect = {"do": "stress", "by": -1, "who": {"pick": "army", "within": 6}}
    able = unit(
        "R1", model(), model(), abilities=[{"id": "calm", "name": "Calm", "effects": [effect]}]
    )
    table = Table(
        [able, unit("R2"), unit("R3")],
        at={
            "R1": [(1000, 1000), (1150, 1000)],
            "R2": (1000, 1500),
            "R3": (1000, 3000),
            "B1": (4000, 4000),
        },
        active=("R1", "ability"),
    )
    labels = [shape.label for shape in shown(table, "ability R1 calm")]
    assert labels == ["R1.1", "R1.2", "R2.1"]


# ---------------------------------------------------------------------- overlays


@pytest.mark.clause("openfire.range.min-max", "openfire.geometry.gap")
def test_the_ranges_of_a_vehicle_follow_its_footprint() -> None:
    table = Table([unit("R1", tank())], at={"R1": (1000, 1000), "B1": (4000, 4000)})
    rings = [s for s in OPENFIRE.overlays(table.battle, "R1.1") if s.kind == "range"]
    (rifle,) = rings
    assert (rifle.form, rifle.label) == ("polygon", "Rifle 24")
    assert max(x for x, _ in rifle.points) == 12.0 + 24.0  # from the front edge, not the centre
    assert min(y for _, y in rifle.points) == 48.0 - 11.0 - 24.0
