"""What is wrong with a file of Skirmishers content, and what a force is worth."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from battlemat.packs.kinds import kind_told
from battlemat.packs.places import finish, go_on, place_of
from battlemat.packs.schema import Check
from battlemat.packs.skirmishers.forces import Force, ForceReport, force_file, read_force, report
from battlemat.packs.skirmishers.missions import check_names, mission_setup
from battlemat.packs.skirmishers.schema import SIDES, map_file, mission_file
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
from battlemat.rulebooks.skirmishers.state.armory import Armory

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


def kind_checks(rulebook: str) -> Mapping[str, Check]:
    """The shape of each kind of file."""
    del rulebook
    return {"map": map_file(), "force": force_file(Armory({})), "mission": mission_file()}


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
    if ground is not None:
        check_names(value, place, ground)
    forces = {}
    for side in SIDES if "forces" in value else ():
        force = go_on(place, partial(_ready, value, task, side))
        if force is not None:
            forces[side] = force
    if ground is not None and len(forces) == len(SIDES) and place.is_sound():
        go_on(place, lambda: check_start(mission_setup(value, place, ground, forces), place))
    finish(place)


def _ready(value: dict[str, Any], task: Found, side: str) -> Force:
    return legal_force(ready_force(value, task, side))
