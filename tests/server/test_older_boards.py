"""A board that was kept before scenes had all of today's fields is shown in today's."""

from __future__ import annotations

import json

from battlemat.kernel.scene import Piece, Scene, as_json
from battlemat.server.replays.older_boards import as_of_today
from battlemat.server.routes import scene_responses

OLD = {
    "width": 2, "height": 2, "grid": "squares", "title": "Before", "zones": [], "lines": [],
    "spots": [], "columns": [], "rows": [],
    "shapes": [{"kind": "level", "form": "polygon", "points": [[0, 0], [1, 0], [1, 1]], "radius": 0,
                "height": 1, "level": 0, "label": "level 1", "because": ""}],
    "pieces": [{"id": "R1", "name": "One", "side": "red", "at": [0, 0], "kind": "unit",
                "radius": 0.4, "size": None, "facing": None, "level": 0,
                "states": ["Downed", "Stress 2"], "ready": True, "active": False, "gauge": None,
                "budget": None, "place": "a1", "card": {}}],
    "marks": [{"id": "objective a", "kind": "objective", "at": [1, 1], "level": 0, "side": "red",
               "label": "The well: held by red, 1 point", "because": ""}],
    "status": [["Turn", "2 of 4"], ["Red points", "3"]],
    "outlook": {"when": "If turn 2 ended now", "sides": [["red", "+1 (objectives)"]]},
}  # fmt: skip


def test_a_board_of_before_has_every_field_of_today() -> None:
    found = scene_responses.Scene.model_validate_json(as_of_today(json.dumps(OLD)))
    states = [(one.kind, one.label, one.tone) for one in found.pieces[0].conditions]
    assert states == [("fallen", "Downed", "bad"), ("other", "Stress 2", "warn")]
    mark = found.marks[0]
    assert (mark.name, mark.about) == ("The well", "held by red, 1 point")
    assert [(one.label, one.value) for one in found.status] == [
        ("Turn", "2 of 4"),
        ("Red points", "3"),
    ]
    assert found.outlook is not None
    assert found.outlook.sides[0].told == "+1 (objectives)"


def test_a_board_without_an_outlook_is_shown_too() -> None:
    old = {key: value for key, value in OLD.items() if key != "outlook"}
    assert scene_responses.Scene.model_validate_json(as_of_today(json.dumps(old))).outlook is None


def test_a_board_of_today_stays_as_it_is() -> None:
    told = json.dumps(as_json(Scene(1, 1, "squares")))
    assert as_of_today(told) is told


def test_a_board_from_before_anybody_waited_has_nobody_who_waits() -> None:
    before = as_json(Scene(1, 1, "squares", pieces=[Piece("R1", "One", "red", (0, 0))]))
    del before["waiting"]
    found = json.loads(as_of_today(json.dumps(before)))
    assert found == {**before, "waiting": []}
