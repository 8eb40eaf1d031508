"""Boards that were kept before a scene had all the fields that it has today, in today's fields.

Screens read one shape of a scene. What an older board does not say is left empty; the words that it
had for the states of a unit and for its status are all that it knows, and they stay.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from battlemat.kernel.scene import Condition, Mark, Piece, Prospect, Scene, Shape, Status, as_json

_STATES = {
    **dict.fromkeys(("Standing", "Ready"), ("stands", "usual")),
    "Activated": ("acted", "usual"),
    "Leader": ("leads", "plain"),
    "Prone": ("prone", "plain"),
    **dict.fromkeys(("Downed", "Unconscious", "Destroyed", "Out"), ("fallen", "bad")),
}
"""What units were called on such boards, and what that is today; anything else has its words."""


def as_of_today(scene: str) -> str:
    """The JSON of a kept scene with every field of today's."""
    told = json.loads(scene)
    today = as_json(Scene(0, 0, ""))
    if told.keys() >= today.keys():
        return scene
    if "subtitle" not in told:  # all that came later is empty where it is not said
        _renew(told)
    return json.dumps(today | told, separators=(",", ":"))


def _renew(told: dict[str, Any]) -> None:
    """Give the parts of a scene the fields that they have today."""
    told["pieces"] = [_piece(one) for one in told["pieces"]]
    told["marks"] = [_mark(one) for one in told["marks"]]
    for part in ("shapes", "zones", "lines"):
        told[part] = [as_json(Shape("", "", ())) | one for one in told[part]]
    told["status"] = [as_json(Status(*pair)) for pair in told["status"]]
    if told.get("outlook"):
        sides = told["outlook"]["sides"]
        told["outlook"]["sides"] = [as_json(Prospect(who, words, words)) for who, words in sides]


def _piece(told: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = as_json(Piece("", "", "", (0, 0))) | dict(told)
    states = [(word, *_STATES.get(word, ("other", "warn"))) for word in found.pop("states", ())]
    found["conditions"] = [as_json(Condition(kind, word, tone)) for word, kind, tone in states]
    return found


def _mark(told: Mapping[str, Any]) -> dict[str, Any]:
    """Its label began with its name."""
    name, _, about = told["label"].partition(":")
    empty: dict[str, Any] = as_json(Mark("", "", (0, 0)))
    return empty | {"name": name, "about": about.strip()} | dict(told)
