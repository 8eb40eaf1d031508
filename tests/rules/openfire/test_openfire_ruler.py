"""The ruler and the previews: what is told between two things, what an option would cover."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.errors import NoSuchThing
from battlemat.kernel.questions import Choice
from battlemat.kernel.scene import Shape
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from rules.openfire.table import Table, mission, model, objective, tank, unit

WALL = {"name": "wall", "keyword": "impassable", "height": 300, "sight": "solid"}
LOW = {"name": "low wall", "keyword": "barrier", "height": 60, "sight": "solid"}
WOOD = {"name": "wood", "keyword": "slow", "height": 300, "sight": "sparse"}


def told(table: Table, start: str, end: str) -> dict[str, Any]:
    """The values that a ruler tells, by the names of its facts."""
    return {fact.name: fact.value for fact in OPENFIRE.measure(table.battle, start, end).facts}


def words(table: Table, start: str, end: str, name: str) -> str:
    """What a ruler says of one fact."""
    facts = OPENFIRE.measure(table.battle, start, end).facts
    return next(fact.text for fact in facts if fact.name == name)


def shown(table: Table, text: str) -> list[Shape]:
    """What a preview of an answer shows."""
    question = table.game.question
    assert isinstance(question, Choice)
    option = table.game.read(text)
    return list(OPENFIRE.preview(table.battle, question, option))


def ghosts(table: Table, text: str) -> dict[str, tuple[float, float]]:
    """Where the round bases of a preview would stand, by the names of their models."""
    shapes = [shape for shape in shown(table, text) if shape.kind == "ghost"]
    return {shape.label: shape.points[0] for shape in shapes if shape.form == "circle"}


def pair(one: tuple[int, ...], two: tuple[int, ...], *parts: dict[str, Any], **more: Any) -> Table:
    """R1 and B1, one plain soldier each, and some terrain."""
    return Table(at={"R1": one, "B1": two}, parts=parts, **more)


# ---------------------------------------------------------------------- distance


@pytest.mark.clause("openfire.geometry.gap", "openfire.measure.base-to-base")
def test_distance_runs_from_base_to_base() -> None:
    table = pair((1000, 1000), (1300, 1400))
    assert told(table, "R1", "B1")["distance"] == 4.0
    ruler = OPENFIRE.measure(table.battle, "R1", "B1").shapes[0]
    assert (ruler.kind, ruler.label) == ("ruler", '4.00"')
    assert ruler.points == [(10.3, 37.6), (12.7, 34.4)]  # from rim to rim, y from the north


@pytest.mark.clause("openfire.geometry.gap")
def test_distance_to_a_footprint_runs_to_its_nearest_edge() -> None:
    table = Table(blue=[unit("B1", tank())], at={"R1": (1000, 1000), "B1": (1400, 1000)})
    assert told(table, "R1.1", "B1.1")["distance"] == 1.5
    assert told(table, "B1.1", "R1.1")["distance"] == 1.5
    ruler = OPENFIRE.measure(table.battle, "R1.1", "B1.1").shapes[0]
    assert ruler.points == [(10.5, 38.0), (12.0, 38.0)]


@pytest.mark.clause("openfire.measure.unit-to-unit")
def test_the_distance_of_units_is_that_of_their_nearest_models() -> None:
    table = Table(
        [unit("R1", model(), model())],
        [unit("B1", model(), model())],
        {"R1": [(1000, 1000), (1200, 1000)], "B1": [(2400, 1000), (2200, 1000)]},
    )
    assert told(table, "R1", "B1")["distance"] == 9.0
    assert told(table, "R1.1", "B1")["distance"] == 11.0
    assert told(table, "R1.1", "B1.1")["distance"] == 13.0


# ---------------------------------------------------------------------- sight


@pytest.mark.clause("openfire.los.unobscured", "openfire.los.blocked", "openfire.los.sight-line")
def test_the_ruler_says_what_blocks_sight_and_where() -> None:
    table = pair((1000, 1000), (2000, 1000), {**WALL, "box": [1480, 900, 1520, 1100]})
    assert told(table, "R1", "B1")["sight"] == "blocked"
    assert words(table, "R1", "B1", "sight") == "R1.1 sees nothing of B1; in the way: wall"
    shapes = OPENFIRE.measure(table.battle, "R1", "B1").shapes
    assert [shape.kind for shape in shapes].count("sight-blocked") == 3
    (cut,) = [shape for shape in shapes if shape.kind == "cut"]
    assert cut.label == "wall"
    assert cut.points[0][0] == 14.8  # where the line runs into the wall


@pytest.mark.clause("openfire.los.unobscured", "openfire.los.obstructed")
def test_a_low_wall_before_the_target_obstructs() -> None:
    table = pair((1000, 1000), (2000, 1000), {**LOW, "box": [1900, 900, 1940, 1100]})
    assert told(table, "R1.1", "B1.1")["sight"] == "obstructed"
    assert "3 of 9 sight lines" in words(table, "R1.1", "B1.1", "sight")
    near = pair((1000, 1000), (2000, 1000), {**LOW, "box": [1060, 900, 1100, 1100]})
    assert told(near, "R1.1", "B1.1")["sight"] == "clear"


# ---------------------------------------------------------------------- names


@pytest.mark.clause("openfire.measure.free")
def test_everything_on_the_table_can_be_measured_by_its_name() -> None:
    table = pair(
        (1000, 1000),
        (4000, 4000),
        {**WALL, "box": [1150, 900, 1200, 1100]},
        mission=mission(objectives=[objective(at=(1000, 1229))]),
    )
    assert told(table, "R1", "wall")["distance"] == 1.0
    assert told(table, "R1", "12.00,10.00")["distance"] == 1.5
    assert told(table, "R1", "@12,38")["distance"] == 1.5
    for name in ("objective 1", "objective-1", "1", "Relay", "relay"):
        assert told(table, "R1", name)["distance"] == 1.0
    for name in ("entry red w", "entry-red-w"):
        assert told(table, "12.00,24.00", name)["distance"] == 12.0


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("R9", "there is no 'R9' on the table; name a model (R1.2)"),
        ("R1.4", "R1 has no model '4': its models are 1 to 1"),
        ("R1.x", "R1 has no model 'x'"),
        ("B2", "B2 is not on the table (reserve)"),
        ("objectve-1", "did you mean 'objective 1'?"),
        ("nonsense", "name a model (R1.2), a unit (R1), a marker"),
        ("99.00,1.00", "99.00,1.00 lies beyond the edge of the table, which is 48 by 48"),
        ("@1e308,0", "lies beyond the edge of the table"),
        ("@nan,0", "there is no '@nan,0' on the table"),
        ("", "there is no '' on the table"),
    ],
)
def test_a_name_that_means_nothing_is_answered_with_what_it_could_be(name: str, hint: str) -> None:
    table = Table(
        blue=[unit("B1"), unit("B2")],
        at={"R1": (1000, 1000), "B1": (2000, 1000)},
        mission=mission(objectives=[objective()]),
    )
    for ends in (("R1", name), (name, "R1")):
        with pytest.raises(NoSuchThing) as wrong:
            OPENFIRE.measure(table.battle, *ends)
        assert hint in str(wrong.value)


# ---------------------------------------------------------------------- previews


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
