"""A scenario that names a mission: what it says besides is taken, or refused; never passed over."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from battlemat.packs import registry
from battlemat.packs.problems import ContentError
from battlemat.packs.scenarios import read_scenario_text

BASES: dict[str, dict[str, Any]] = {
    "skirm3": {
        "mission": "secure",
        "map": "relay-yard",
        "red": {"R1": {"unit": "shock-troops/gunner", "at": "a1"}},
        "blue": {"B1": {"unit": "shock-troops/gunner", "at": "c1"}},
    },
    "skirmishers": {"mission": "convoy"},
    "openfire": {
        "mission": "the-spine",
        "red": {"R1": {"unit": "cinder-moons/thralls", "at": [5, 40]}},
        "blue": {"B1": {"unit": "cinder-moons/burrow-bearer", "at": [5, 30, 90]}},
    },
}
SAID: dict[str, dict[str, Any]] = {
    "skirm3": {
        "walls": "",
        "areas": {"indoors": ["a1-c3"]},
        "begin": "deployment",
        "turns": 3,
        "objectives": {"1": {"at": "c4", "name": "Relay"}},
        "markers": {"core": "c4"},
        "scoring": [{"score": "objectives", "when": "end", "points": 7}],
        "actions": [
            {
                "id": "look",
                "name": "Look",
                "text": "Look at it.",
                "cost": {"act": 1},
                "where": "objective",
                "effects": [{"do": "score", "points": 2}],
            }
        ],
        "environment": "death-world",
        "turn": 2,
        "initiative": "blue",
        "to_move": "blue",
        "orders": {"red": 2},
        "scores": {"red": 2},
        "zones": {"red": "south", "blue": "north"},
        "doors": {"e6|f6": "open"},
        "active": "R1",
    },
    "skirmishers": {
        "features": {"smoke": ["c4"]},
        "toughness": {"a": 3},
        "switches": ["smoke"],
        "weapons": {"sling": {"kind": "pistol"}},
        "begin": "start",
        "rounds": 3,
        "first": "blue",
        "wins": [{"side": "red", "if": {"test": "losses", "of": "blue", "least": 4}}],
        "points": [{"side": "both", "points": 9, "for": {"score": "losses"}}],
        "texts": ["Nobody knows."],
        "areas": {"pond": ["c4"]},
        "exits": {"red": ["a1-a3"]},
        "round": 2,
        "to_move": "blue",
        "active": "A1",
        "units": {"A1": {"pinned": True}},
        "blows": [{"by": "A1", "on": "B1"}],
        "explosives": [{"by": "A1", "at": "c4"}],
        "fire": ["c4"],
        "smoke": ["c4"],
        "items": [{"at": "c4"}],
        "guns": {"G1": {"at": "c4"}},
        "structures": {"a": 1},
        "breaches": ["c4-c5"],
        "felled": ["c4"],
        "red": "road-patrol",
        "blue": "road-patrol",
        "map": "crossroads",
    },
    "openfire": {
        "table": [30, 30],
        "board": {"areas": [{"name": "Top", "level": 1, "box": [9, 9, 15, 15]}]},
        "objectives": [{"id": "7", "kind": "control", "at": [12, 12], "points": 3}],
        "entry_points": {"red": {"w": [0, 3]}, "blue": {"e": [48, 3]}},
        "rounds": 3,
        "rules": {"formation": 5},
        "begin": "setup",
        "round": 2,
        "initiative": "blue",
        "to_move": "blue",
        "scores": {"red": 2},
        "active": "R1 move",
        "holders": {"1": {"holder": "red", "since": 1}},
        "passed": ["blue"],
    },
}
CHOSEN = ("map", "mission", "red", "blue")
"""What stands in the base, or is chosen with it."""


def read(rulebook: str, **said: Any) -> dict[str, Any] | list[str]:
    """The setup of a file, or what is wrong with it."""
    text = yaml.safe_dump({"rulebook": rulebook, **BASES[rulebook], **said}, sort_keys=False)
    try:
        return dict(read_scenario_text(text).setup)
    except ContentError as error:
        return [str(problem) for problem in error.problems]


@pytest.mark.parametrize("rulebook", BASES)
def test_every_key_of_a_position_is_tried(rulebook: str) -> None:
    keys = set(registry.pack_of(rulebook).readers().positions.keys)
    assert keys - set(CHOSEN) <= set(SAID[rulebook])
    assert isinstance(read(rulebook), dict)


@pytest.mark.parametrize(
    ("rulebook", "key"), [(rulebook, key) for rulebook, keys in SAID.items() for key in keys]
)
def test_what_is_said_beside_a_mission_is_taken_or_refused(rulebook: str, key: str) -> None:
    assert read(rulebook, **{key: SAID[rulebook][key]}) != read(rulebook)


@pytest.mark.parametrize("key", ["rounds", "wins", "points", "texts", "areas", "exits", "weapons"])
def test_what_only_a_mission_of_skirmishers_can_say_is_refused_beside_one(key: str) -> None:
    told = read("skirmishers", **{key: SAID["skirmishers"][key]})
    assert any(f"{key}: a mission brings its own {key}" in line for line in told)
