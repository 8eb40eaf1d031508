"""Skirmishers from files: the setup of a battle.

A mission names its map, its switches and two ready forces, and any of them but the switches can be
replaced by another that fits.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from battlemat.kernel.errors import SetupError
from battlemat.kernel.plain import encode
from battlemat.packs.places import Place, finish, go_on, place_of
from battlemat.packs.problems import ContentError, Problem, WrongChoice
from battlemat.packs.random_boards import is_random
from battlemat.packs.shipped import Sent, folder_of, is_path
from battlemat.packs.skirmishers.forces import Force, read_force
from battlemat.packs.skirmishers.maps import Ground, read_ground
from battlemat.packs.skirmishers.missions import mission_setup
from battlemat.packs.skirmishers.random_maps import random_map
from battlemat.packs.skirmishers.schema import SIDES, map_file, mission_file
from battlemat.packs.skirmishers.shipped import RULEBOOK, SHIPPED
from battlemat.packs.yaml_source import read_text
from battlemat.rulebooks.skirmishers.rulebook import SKIRMISHERS
from battlemat.rulebooks.skirmishers.state.setup import SkirmishersSetup

USUAL_MISSION = "chance-meeting"


class Found(NamedTuple):
    """A file that was read: its place, and the folder that its own paths start from."""

    place: Place
    folder: Path | None

    @property
    def value(self) -> Any:
        """What the file says, unchecked."""
        return self.place.source.value


def build_setup(
    rulebook: str = RULEBOOK,
    *,
    mission: str | None = None,
    map: str | None = None,
    red: str | None = None,
    blue: str | None = None,
    free_form: str | None = None,
) -> dict[str, Any]:
    """The setup of a battle; each name is the id of shipped content or the path of a file.

    What is left out is the mission's own; with `free_form` "yes" forces may be worth more than
    their files and the mission allow. `ContentError` tells every problem of the first file that
    has any.
    """
    del rulebook
    task = find("mission", mission or USUAL_MISSION)
    value = read_mission(task)
    ground = map_for(value, task, map)
    chosen = {"red": red, "blue": blue}
    free = _agreed(free_form)
    forces = {}
    for side in SIDES:
        name = chosen[side]
        found = find("force", name) if name else ready_force(value, task, side)
        if isinstance(name, Sent):
            _refuse_own_weapons(found)
        forces[side] = legal_force(found, free=free)
    setup = mission_setup(value, task.place, legal_map(ground), forces, free=free)
    check_start(setup, task.place)
    plain: dict[str, Any] = encode(setup)
    return plain


def _agreed(said: str | None) -> bool:
    if said not in (None, "no", "yes"):
        what = f"'no' or 'yes' is wanted, not '{said}'"
        raise WrongChoice([Problem("choice 'free_form'", 0, "", what)])
    return said == "yes"


def map_for(value: Mapping[str, Any], task: Found, name: str | None) -> Found:
    """The map that was asked for, or the mission's own; `random:SEED` makes one for the mission."""
    if name is not None and is_random(name):
        return Found(place_of(read_text(random_map(value, name), f"map '{name}'")), None)
    return find("map", name) if name else find("map", value["map"], task, "map")


def check_start(setup: SkirmishersSetup, place: Place) -> None:
    """Complain of what the engine still refuses, at the place of the mission."""
    try:
        SKIRMISHERS.start(encode(setup))
    except SetupError as error:
        place.complain(str(error))
        finish(place)


# ------------------------------------------------------------------ finding and reading


def find(kind: str, name: str, asking: Found | None = None, key: str | int = "") -> Found:
    """A file by id or path; what another file names wrongly is told there."""
    folder = asking.folder if asking else None
    if asking and not is_path(name) and not SHIPPED.holds(kind, name):
        place = asking.place
        for part in str(key).split("."):
            place = place / part
        raise ContentError([place.source.problem(place.path, SHIPPED.unknown(kind, name))])
    source = SHIPPED.load(kind, name, beside=folder)
    return Found(place_of(source), folder_of(name, folder) or SHIPPED.home(kind, name))


def ready_force(value: Mapping[str, Any], task: Found, side: str) -> Found:
    """The force that a mission brings for a side."""
    if "forces" not in value:
        what = f"'forces' is missing, and no force was chosen for {side}"
        raise ContentError([task.place.source.problem((), what)])
    return find("force", value["forces"][side], task, f"forces.{side}")


def _refuse_own_weapons(found: Found) -> None:
    """Nobody else has looked at a force that was sent, so it brings the book's weapons alone."""
    if isinstance(found.value, Mapping) and "weapons" in found.value:
        what = "a force that is sent brings no weapons of its own; the book's are known to all"
        (found.place / "weapons").complain(what)


def read_mission(task: Found) -> dict[str, Any]:
    """The checked value of a mission's file."""
    value: dict[str, Any] = mission_file()(task.value, task.place)
    finish(task.place)
    return value


def legal_map(found: Found) -> Ground:
    """The map of a file; `ContentError` says why there is none."""
    value = map_file()(found.value, found.place)
    ground = go_on(found.place, lambda: read_ground(value, found.place))
    finish(found.place)
    assert ground is not None  # its complaint would have been raised
    return ground


def legal_force(found: Found, *, free: bool = False) -> Force:
    """A force that may be played; `ContentError` says why not. `free` of its limit, if agreed."""
    force = read_force(found.value, found.place, free=free)
    finish(found.place)
    return force
