"""What a scenario file of Skirmishers may expect of a battle and its units."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from battlemat.packs.places import Place
from battlemat.packs.problems import nearest

STATES = ("able", "unconscious", "dead", "left")


FACTS = (
    *("round", "turn", "phase", "to_move", "active", "points", "units", "fire", "smoke"),
    *("explosives", "blows", "items", "guns", "structures", "breaches", "result"),
)


def skirmishers_unit_facts(value: Any, place: Place) -> Mapping[str, Any]:
    """What is expected of a unit: a mapping, or words such as `prone c4` or `unconscious`."""
    if isinstance(value, Mapping):
        return value
    words: dict[str, Any] = {}
    known = (*STATES, "prone", "standing", "activated", "ready")
    for word in re.split(r"[\s,]+", value.strip()) if isinstance(value, str) else ["?"]:
        if word in STATES:
            words["state"] = word
        elif word in ("prone", "standing"):
            words["prone"] = word == "prone"
        elif word in ("activated", "ready"):
            words["activated"] = word == "activated"
        elif re.fullmatch(r"[a-z]{1,2}[1-9][0-9]?(@(t|[0-9]+))?", word):
            words["at"] = word
        else:
            place.complain(f"'{word}' is neither a state nor a dot{nearest(word, known)}")
    return words
