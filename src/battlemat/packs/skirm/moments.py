"""Moments of a battle of Skirm: what the active unit has done, and positions that cannot be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlemat.packs.places import Place
from battlemat.packs.problems import nearest
from battlemat.packs.skirm.words import Words
from battlemat.rulebooks.skirm.state.setup import MissionSetup, SquadSetup, UnitSetup

ACTIONS = {
    **{
        word: word
        for word in ("move", "dash", "leap", "shoot", "melee", "recover", "revive", "door")
    },
    **{word: word for word in ("command", "carry", "pick", "drop", "heavy")},
    "crawl": "dash",
    "blast": "shoot",
}
"""Words for what a unit has done, and the action that each counts as."""


def read_done(
    done: list[str], unit: UnitSetup, mission: MissionSetup, place: Place
) -> tuple[str, ...]:
    """What the active unit has done, as the engine counts it; skills and mission actions by id."""
    skills = {skill.id: f"skill {n}" for n, skill in enumerate(unit.skills)}
    tasks = {task.id: f"do {n}" for n, task in enumerate(mission.actions)}
    known = {**ACTIONS, **skills, **tasks}
    found = []
    for n, word in enumerate(done):
        if word in known:
            found.append(known[word])
        else:
            (place / n).complain(f"'{word}' is nothing that {unit.id} can do{nearest(word, known)}")
    return tuple(found)


def check_units(
    words: Words, squads: Mapping[str, SquadSetup], fields: Mapping[str, Any], place: Place
) -> None:
    """Complain of HIT where there are none or too many, and of spent weapons that nobody has."""
    for side, squad in squads.items():
        for unit in squad.units:
            row = fields.get(side, {}).get(unit.id) or {}
            here = place / side / unit.id
            most = unit.stats.hit if unit.stats.hit is not None else 99
            if "hit" in row and "hit" not in words.stats:
                what = "units of this edition have no HIT; they are standing, downed or out"
                (here / "hit").complain(what)
            elif row.get("hit", 0) > most:
                (here / "hit").complain(f"{row['hit']} HIT are left, and {unit.id} has {most}")
            arms = [weapon.id for weapon in unit.weapons]
            for n, name in enumerate(row.get("used", ())):
                if name not in arms:
                    what = f"{unit.id} has no weapon '{name}'{nearest(name, arms)}"
                    (here / "used" / n).complain(what)


def check_moment(mission: MissionSetup, fields: Mapping[str, Any], place: Place) -> None:
    """Complain of a turn beyond the last, and of an active unit that cannot be active."""
    turn, turns = fields.get("turn", 1), mission.turns
    if turn > turns:
        (place / "turn").complain(f"turn {turn} is beyond the last; there are {turns}")
    active = fields.get("active")
    if not active:
        return
    rows = {
        name: row or {} for side in ("red", "blue") for name, row in fields.get(side, {}).items()
    }
    row = rows.get(active.get("unit"), {})
    if row.get("state") == "out":
        (place / "active").complain(f"{active['unit']} is out and cannot be active")
    elif row.get("ready") is False:
        what = f"{active['unit']} is not ready: it has been activated this turn"
        (place / "active").complain(what)
