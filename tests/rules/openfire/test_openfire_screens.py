"""What players see and type: scene, handles, overlays, notation, words, facts, odds."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.questions import Choice
from battlemat.kernel.scene import as_json
from battlemat.rulebooks.openfire.rulebook import OPENFIRE
from battlemat.rulebooks.openfire.state.inches import Words, hundredths, inches
from rules.openfire.table import Table, mission, model, objective, tank, unit


def drawn(**more: Any) -> Table:
    """A table with a bit of everything."""
    return Table(
        [unit("R1", model(hp=2), model()), unit("R2", tank(special=["Vehicle", "Transport (4)"]))],
        [unit("B1"), unit("B2")],
        {"R1": [(1000, 1000, 0, 1), (1000, 1150)], "R2": (500, 2000, 90), "B1": (3000, 1000)},
        units={"R1": {"stress": 2, "activated": True}},
        parts=[
            {
                "name": "wall",
                "keyword": "impassable",
                "height": 200,
                "sight": "solid",
                "box": [2000, 500, 2040, 900],
            }
        ],
        areas=[{"name": "hill", "level": 1, "climbable": [0], "box": [4000, 4000, 4500, 4500]}],
        mission=mission(objectives=[objective()]),
        **more,
    )


@pytest.mark.clause("openfire.setup.keywords-known", "openfire.terrain.levels")
def test_keyword_height_and_level_of_all_terrain_are_in_the_scene() -> None:
    scene = OPENFIRE.scene(drawn().battle)
    labels = [shape.label for shape in scene.shapes]
    assert 'wall: impassable, 2" high, solid' in labels
    assert "hill: level 1" in labels
    assert labels.count("wall") == 3  # three edges that cannot be climbed
    assert as_json(scene)["grid"] == "free"


@pytest.mark.clause(
    "openfire.ui.hp-marker", "openfire.ui.stress-marker", "openfire.ui.activated-marker"
)
def test_wounds_stress_and_activation_are_shown_beside_the_models() -> None:
    pieces = {piece.id: piece for piece in OPENFIRE.scene(drawn().battle).pieces}
    lead = pieces["R1.1"]
    assert lead.gauge == (1, 2)
    assert {"Leader", "Stress 2", "Activated"} <= {one.label for one in lead.conditions}
    assert not lead.ready
    assert pieces["B1.1"].ready
    assert (lead.side, pieces["B1.1"].side) == ("red", "blue")


@pytest.mark.clause("openfire.facing.forward", "openfire.facing.arcs")
def test_the_board_shows_the_facing_of_every_model_as_a_bearing() -> None:
    pieces = {piece.id: piece for piece in OPENFIRE.scene(drawn().battle).pieces}
    assert pieces["R1.1"].facing == 90.0  # facing 0 is east
    assert pieces["R2.1"].facing == 0.0  # facing 90 is north
    assert pieces["R2.1"].at == (5.0, 28.0)  # y from the north edge
    assert pieces["R2.1"].size == (4.0, 2.0)
    arcs = [shape for shape in OPENFIRE.overlays(drawn().battle, "R1.1") if shape.kind == "arc"]
    assert len(arcs) == 4


@pytest.mark.clause("openfire.module.licence")
def test_name_and_licence_of_the_rules_are_shown() -> None:
    status = {one.label: one.value for one in OPENFIRE.scene(drawn().battle).status}
    assert "Open Fire" in status["Rules"]
    assert "CC BY 4.0" in status["Rules"]
    assert "https://creativecommons.org/licenses/by/4.0/" in status["Rules"]


@pytest.mark.clause("openfire.unit.leader")
def test_the_leader_is_shown_clearly() -> None:
    pieces = {piece.id: piece for piece in OPENFIRE.scene(drawn().battle).pieces}
    assert "leads" in [one.kind for one in pieces["R1.1"].conditions]
    assert "leads" not in [one.kind for one in pieces["R1.2"].conditions]


@pytest.mark.clause("openfire.geometry.hundredths")
def test_inches_are_read_and_written_as_whole_hundredths() -> None:
    assert [hundredths(text) for text in ("12.5", "8", "0.07", "-1.25")] == [1250, 800, 7, -125]
    assert hundredths("1.234") is None
    assert hundredths("x") is None
    assert [inches(value) for value in (1250, 7, -125)] == ["12.50", "0.07", "-1.25"]


@pytest.mark.clause("openfire.geometry.axes")
def test_a_text_from_a_screen_counts_from_the_north() -> None:
    words = Words("10.00,40.00 face 90 from north", 4800)
    assert words.places() == ((1000, 800),)
    assert words.facing() == 0  # bearing 90 is east
    table = Table(at={"R1": (1000, 1000), "B1": (4000, 4000)}, active=("R1", "move"))
    assert table.game.read("move R1 10.00,36.00 from north") == table.game.read(
        "move R1 10.00,12.00"
    )


def test_a_screen_may_draw_a_path_and_place_a_unit() -> None:
    table = Table(at={"R1": (1000, 1000), "B1": (4000, 4000)}, active=("R1", "move"))
    question = table.game.question
    assert isinstance(question, Choice)
    handles = [OPENFIRE.handle(table.battle, question, option) for option in question.listed]
    drawing = [handle for handle in handles if handle.gesture == "path"]
    assert sorted(handle.text for handle in drawing) == [
        "advance R1 {path} from north",
        "move R1 {path} from north",
    ]
    text = drawing[0].text.replace("{path}", "12.00,38.00 13.00,38.00")
    assert table.allows(text)
    assert all(handle.label and handle.group for handle in handles)


@pytest.mark.clause("openfire.transport.wreck")
def test_the_units_in_a_wreck_have_a_button_each() -> None:
    table = Table(
        [unit("R1"), unit("R2"), unit("R3", tank(hp=1, special=["Vehicle", "Transport (6)"]))],
        [unit("B1")],
        {"R3": (2000, 2000), "B1": (2000, 700)},
        units={"R1": {"place": "aboard R3"}, "R2": {"place": "aboard R3"}},
        active=("B1", "attack"),
        to_move="blue",
    )
    table.play("attack B1 rifle:1>R3", dice="12 1")
    question = table.game.question
    assert isinstance(question, Choice)
    handles = [OPENFIRE.handle(table.battle, question, option) for option in question.listed]
    assert [(handle.text, handle.group, handle.label) for handle in handles] == [
        ("out R1", "Get out", "Let R1 (Unit R1) get out"),
        ("out R2", "Get out", "Let R2 (Unit R2) get out"),
    ]


def test_points_become_the_steps_of_a_vehicle() -> None:
    table = Table(
        [unit("R1", tank())], at={"R1": (1000, 1000), "B1": (4000, 4000)}, active=("R1", "move")
    )
    option = table.game.read("move R1 13.00,13.00")
    assert table.game.write(option) == "move R1 left 45 go 4.25"


def test_a_vehicle_is_turned_by_pointing_where_it_should_face() -> None:
    table = Table(
        [unit("R1", tank())], at={"R1": (1000, 1000), "B1": (4000, 4000)}, active=("R1", "move")
    )
    question = table.game.question
    assert isinstance(question, Choice)
    handles = [OPENFIRE.handle(table.battle, question, option) for option in question.listed]
    turning = [handle.text for handle in handles if handle.gesture == "turn"]
    assert turning == ["move R1 toward {turn} from north"]
    option = table.game.read("move R1 toward 45 from north")  # north-east is 45 degrees to the left
    assert table.game.write(option) == "move R1 left 45"
    far = table.game.read("move R1 toward 100")
    assert table.game.write(far) == "move R1 left 45 left 45 left 10"


def test_every_event_has_its_words() -> None:
    table = drawn(active=("B1", "attack"))
    table.play("attack B1 R1", dice="12 1")
    told = [event.told() for event in table.events]
    assert "R1.2 is removed." in told
    assert all("{" not in line for line in told)
    assert all(OPENFIRE.register.find(id) for event in table.events for id in event.because)


def test_what_is_no_answer_is_refused_with_a_hint() -> None:
    table = drawn()
    assert table.refused("activate R1") == "openfire.round.alternate"
    assert table.refused("activate B1") == "openfire.round.alternate"
    assert table.refused("dance").startswith("no clause")
    waiting = Table(at={"B1": (4000, 4000)}).play("activate R1")
    assert waiting.refused("deploy R1 w 3.00,24.00 please").startswith("no clause")
    assert waiting.refused("deploy R1 w here").startswith("no clause")
    moving = Table(at={"R1": (1000, 1000), "B1": (4000, 4000)}, active=("R1", "move"))
    assert moving.refused("move R1 11.00,10.00 quickly").startswith("no clause")
    assert moving.refused("move B1 11.00,10.00") == "openfire.activation.order"


@pytest.mark.clause("openfire.formation.adjust")
def test_followers_that_were_written_down_are_offered_in_other_words_than_the_formation() -> None:
    table = Table(
        [unit("R1", model(), model())],
        at={"R1": [(1000, 1000), (1000, 1150)], "B1": (4000, 4000)},
        active=("R1", "move"),
    )
    table.play("move R1 13.00,10.00")
    question = table.game.question
    assert isinstance(question, Choice)
    told = [
        OPENFIRE.handle(table.battle, question, table.game.read(text)).label
        for text in ("followers auto", "followers 2 13.00,12.00")
    ]
    assert told == ["Put the others of R1 in formation", "Put the others of R1 where you point"]
