"""What a scenario file of Open Fire may expect of a battle and its units."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlemat.packs.openfire.stands import spot
from battlemat.packs.places import Place
from battlemat.packs.problems import nearest
from battlemat.rulebooks.openfire.state.inches import place as written

PLACES = ("table", "reserve", "destroyed", "left")


FACTS = (
    *("round", "phase", "mission", "initiative", "to_move", "scores", "units", "objectives"),
    *("entries", "active", "moved", "advanced", "result"),
)


def openfire_unit_facts(value: Any, place: Place) -> Mapping[str, Any]:
    """What is expected of a unit: a mapping, or where it is (`destroyed`, `[12, 8.5]`)."""
    if isinstance(value, Mapping):
        return {**value, **_told_place(value["at"], place / "at")} if "at" in value else value
    if isinstance(value, list):
        return _told_place(value, place)
    if value in PLACES or (isinstance(value, str) and value.startswith("aboard ")):
        return {"place": value}
    if value in ("activated", "ready"):
        return {"activated": value == "activated"}
    place.complain(f"'{value}' says nothing of a unit{nearest(str(value), (*PLACES, 'activated'))}")
    return {}


def _told_place(value: Any, place: Place) -> Mapping[str, Any]:
    """Where a leader must be: `[12, 8.5]`, with its facing if you like, or as answers have it."""
    if not isinstance(value, list):
        return {"at": value}
    x, y, *facing = spot(value, place)
    return {"at": written(x, y), **dict(zip(("facing",), facing, strict=False))}
