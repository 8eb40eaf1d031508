"""What is wrong with a file of Skirmishers content, and what a force is worth."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from battlemat.packs.kinds import kind_told
from battlemat.packs.schema import finish, go_on, place_of
from battlemat.packs.skirmishers.forces import Force, ForceReport, read_force, report
from battlemat.packs.skirmishers.missions import mission_setup
from battlemat.packs.skirmishers.schema import SIDES, mission_file
from battlemat.packs.skirmishers.setups import (
    Found,
    check_start,
    find,
    legal_force,
    legal_map,
    ready_force,
)
from battlemat.packs.skirmishers.shipped import SHIPPED
from battlemat.packs.yaml_source import Source, read_file

KINDS = ("map", "force", "mission", "scenario")
_TELLING = {
    "mission": "scenario",
    "drawing": "map",
    "red": "scenario",
    "blue": "scenario",
    "play": "scenario",
    "expect": "scenario",
    "deploy": "mission",
    "briefing": "mission",
    "units": "force",
}


def force_report(path: str | Path) -> ForceReport:
    """The point value of a force (by id, or a file), row by row, and what is wrong with it."""
    source = read_file(path) if isinstance(path, Path) else SHIPPED.load("force", path)
    return report(read_force(source.value, place_of(source)))


def kind_of_file(source: Source) -> str:
    """What a file is: its `kind`, or what its keys tell."""
    return kind_told(source, KINDS, _TELLING)


def check(kind: str, source: Source, folder: Path | None) -> None:
    """Raise everything that is wrong with a file of Skirmishers content."""
    found = Found(place_of(source), folder)
    if kind == "map":
        legal_map(found)
    elif kind == "force":
        legal_force(found)
    else:
        _check_mission(found)


def _check_mission(task: Found) -> None:
    """What only a whole setup tells: the mission on its map with the forces that it names."""
    place = task.place
    value = mission_file()(task.value, place)
    ground = go_on(place, lambda: legal_map(find("map", value["map"], task, "map")))
    forces = {}
    for side in SIDES if "forces" in value else ():
        force = go_on(place, partial(_ready, value, task, side))
        if force is not None:
            forces[side] = force
    if ground is not None and len(forces) == len(SIDES):
        go_on(place, lambda: check_start(mission_setup(value, place, ground, forces), place))
    finish(place)


def _ready(value: dict[str, Any], task: Found, side: str) -> Force:
    return legal_force(ready_force(value, task, side))
