"""Open Fire from files: setups for battles, and checks for files.

Its one rule: a game has exactly one module, and everything chosen for it belongs to that one
(`openfire.module.core-needs-module`). Boards alone are anyone's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from battlemat.packs.kinds import kind_told
from battlemat.packs.library import is_path, load, shipped
from battlemat.packs.openfire.armies import Army, ArmyReport, read_army, report_army, weapons_of
from battlemat.packs.openfire.boards import read_board
from battlemat.packs.openfire.lengths import INCH
from battlemat.packs.openfire.modules import (
    RULEBOOK,
    Content,
    Module,
    check_kind,
    find_module,
    mission_values,
    own_file,
    read_module,
)
from battlemat.packs.openfire.references import check_policy
from battlemat.packs.openfire.schema import FILES
from battlemat.packs.problems import ContentError, Problem, nearest
from battlemat.packs.schema import finish, place_of
from battlemat.packs.yaml_source import Source, read_file

__all__ = ["USUAL", "ArmyReport", "army_report", "build_setup", "check_file", "kind_of_file"]

USUAL: Mapping[str, str] = {
    "mission": "the-spine",
    "map": "slag-terraces",
    "red": "first-watch",
    "blue": "hunting-moon",
}
"""What is played where nothing is chosen."""


class Found(NamedTuple):
    """A mission or an army, and the module that it belongs to."""

    module: Module
    content: Content


def build_setup(
    rulebook: str = RULEBOOK,
    *,
    mission: str | None = None,
    map: str | None = None,
    red: str | None = None,
    blue: str | None = None,
) -> dict[str, Any]:
    """The setup of a battle; each name is the id of shipped content or the path of a file.

    A path may end with a name inside a module's file, as in `frost.yaml/last-train`. What is left
    out follows what is chosen: the module's first mission, the mission's own board and armies, or
    the module's first armies of two factions. `ContentError` tells every problem of the first
    file that has any.
    """
    del rulebook
    chosen = {"mission": mission, "red": red, "blue": blue}
    found = {
        key: find("mission" if key == "mission" else "army", name)
        for key, name in chosen.items()
        if name is not None
    }
    if not found:
        found["mission"] = find("mission", USUAL["mission"])
    module = _one_module(found)
    task = found["mission"].content if "mission" in found else _first(module)
    armies = _armies(module, task, found)
    board = _board(module, task, map)
    return {
        "module": module.meta,
        "rules": dict(module.value.get("rules", {})),
        "special_rules": dict(module.value.get("special_rules", {})),
        "weapons": weapons_of(module, *armies.values()),
        "mission": _mission(task, armies),
        "board": board,
        "army_rules": dict(module.value["army_rules"]),
        "armies": {side: army.setup for side, army in armies.items()},
    }


# ------------------------------------------------------------------ finding what was chosen


def find(kind: str, name: str) -> Found:
    """A mission or an army by id, by the path of its file, or by name inside a module's file."""
    file, inner = _split(name)
    if not is_path(file):
        content = own_file(kind, file, None, None)
        return Found(find_module(content.value["module"], at=content.place / "module"), content)
    source = load(RULEBOOK, kind, file)
    if not inner and kind_of_file(source) == kind:
        content = own_file(kind, file, None, None)
        at = content.place / "module"
        return Found(find_module(content.value["module"], beside=content.folder, at=at), content)
    module = read_module(source, Path(file))
    inside = module.missions if kind == "mission" else module.armies
    wanted = inner or next(iter(inside), "")
    if wanted not in inside:
        what = f"{module.name} has no {kind} '{wanted}'{nearest(wanted, inside)}"
        raise ContentError([source.problem((), what)])
    return Found(module, inside[wanted])


def _split(name: str) -> tuple[str, str]:
    inside = re.fullmatch(r"(.+\.ya?ml)/([^/]+)", name)
    return (inside[1], inside[2]) if inside else (name, "")


def _one_module(found: Mapping[str, Found]) -> Module:
    """The module of everything chosen; `ContentError` if there are two."""
    first, *others = found.items()
    for key, other in others:
        if other.module.key != first[1].module.key:
            what = (
                f"'{other.content.value['name']}' belongs to {other.module.name}, but "
                f"'{first[1].content.value['name']}' to {first[1].module.name}; "
                "a game has one module"
            )
            raise ContentError([Problem(f"choice '{key}'", 0, "", what)])
    return first[1].module


def _first(module: Module) -> Content:
    return next(iter(module.missions.values()))


def ready_armies(module: Module) -> dict[str, Content]:
    """The ready armies of a module by id: its own, and those that are shipped for it."""
    found = dict(module.armies)
    for name in shipped(RULEBOOK, "army"):
        value = load(RULEBOOK, "army", name).value
        if isinstance(value, Mapping) and value.get("module") == module.key:
            found.setdefault(name, own_file("army", name, None, None))
    return found


def _armies(module: Module, task: Content, found: Mapping[str, Found]) -> dict[str, Army]:
    """Both armies, legal; one that was not chosen is the mission's, or the first of another
    faction."""
    chosen = {side: found[side].content for side in ("red", "blue") if side in found}
    for side, other in (("red", "blue"), ("blue", "red")):
        if side not in chosen:
            usual = _usual_army(module, task, side)
            chosen[side] = usual or _opponent(module, chosen.get(other))
    armies = {}
    for side in ("red", "blue"):
        armies[side] = read_army(module, chosen[side], side[0].upper())
        finish(chosen[side].place)
    return armies


def _usual_army(module: Module, task: Content, side: str) -> Content | None:
    """The army that a mission names for a side: one of its module, or a shipped one."""
    name = task.value.get("armies", {}).get(side)
    if name is None or name in module.armies:
        return module.armies.get(name)
    known = shipped(RULEBOOK, "army")
    if name in known:
        return own_file("army", name, None, None)
    what = f"{module.name} has no ready army '{name}'{nearest(name, (*module.armies, *known))}"
    path = (*task.place.path, "armies", side)
    raise ContentError([task.place.source.problem(path, what)])


def _opponent(module: Module, other: Content | None) -> Content:
    ready = list(ready_armies(module).values())
    if not ready:
        what = f"{module.name} has no ready armies; choose one with its file"
        raise ContentError([Problem(f"module '{module.id}'", 0, "", what)])
    if other is None:
        return ready[0]
    return next(
        (one for one in ready if one.value.get("faction") != other.value.get("faction")), ready[-1]
    )


def _board(module: Module, task: Content, name: str | None) -> dict[str, Any]:
    """The board that was asked for, or the mission's own, or one of the module's that fits."""
    size = [side * INCH for side in task.value["table"]]
    if name is None and "board" not in task.value:
        fits = [one for one in module.boards.values() if one.value["table"] == task.value["table"]]
        if not fits:
            return {"name": "Open ground", "table": size, "areas": [], "parts": []}
        return board_setup(fits[0], module)
    if name is None:
        content = find_board(module, task.value["board"], task)
    else:
        content = find_board(module, name, None)
    board = board_setup(content, module)
    if board["table"] != size:
        wide, deep = content.value["table"]
        what = (
            f"'{task.value['name']}' is played on {task.value['table'][0]} x "
            f"{task.value['table'][1]} inches; '{board['name']}' is {wide} x {deep}"
        )
        raise ContentError([content.place.source.problem((*content.place.path, "table"), what)])
    return board


def find_board(module: Module | None, name: str, asking: Content | None) -> Content:
    """A board by id or path; a module's own go before shipped ones."""
    own = module.boards if module else {}
    file, inner = _split(name)
    if inner:
        owner = find_module(file)
        if inner not in owner.boards:
            what = f"{owner.name} has no board '{inner}'{nearest(inner, owner.boards)}"
            raise ContentError([Problem(f"board '{name}'", 0, "", what)])
        return owner.boards[inner]
    if name in own:
        return own[name]
    at = asking.place / "board" if asking else None
    if at is not None and not is_path(name) and name not in shipped(RULEBOOK, "board"):
        known = [*own, *shipped(RULEBOOK, "board")]
        raise ContentError([at.source.problem(at.path, f"no board '{name}'{nearest(name, known)}")])
    return own_file("board", name, asking.folder if asking else None, at)


def board_setup(content: Content, module: Module | None) -> dict[str, Any]:
    """A board as a setup holds it; pieces come from the module that its file names."""
    owner = module
    if "module" in content.value:
        at = content.place / "module"
        owner = find_module(content.value["module"], beside=content.folder, at=at)
    pieces = owner.pieces if owner else {}
    board = read_board(content.value, content.place, pieces, str(content.value.get("id", "board")))
    finish(content.place)
    return board


def _mission(task: Content, armies: Mapping[str, Army]) -> dict[str, Any]:
    check_policy(task.value.get("rules", {}), task.place / "rules")
    finish(task.place)
    mission = mission_values(task.value)
    aboard = {unit: on for army in armies.values() for unit, on in army.aboard.items()}
    if task.value.get("aboard") and aboard:
        mission["rules"] = {**mission.get("rules", {}), "start_aboard": aboard}
    return mission


def army_report(path: str | Path) -> ArmyReport:
    """What an army costs, by the path of its file or the id of a shipped one."""
    found = find("army", str(path))
    return report_army(found.module, found.content)


# ------------------------------------------------------------------ checks

_TELLING = {
    "meta": "module",
    "army_rules": "module",
    "play": "scenario",  # before the keys of missions and boards, which a scenario may have too
    "expect": "scenario",
    "red": "scenario",
    "entry_points": "mission",
    "lay": "board",
    "parts": "board",
    "units": "army",
    "table": "board",
}


def kind_of_file(source: Source) -> str:
    """What a file is: its `kind`, or what its keys tell."""
    return kind_told(source, (*FILES, "scenario"), _TELLING)


def check_file(path: str | Path) -> list[str]:
    """Everything that is wrong with a file of Open Fire content, one line each."""
    file = Path(path)
    try:
        source = read_file(file)
        _check_source(kind_of_file(source), source, file)
    except ContentError as error:
        return list(dict.fromkeys(map(str, error.problems)))
    return []


def _check_source(kind: str, source: Source, file: Path) -> None:
    if kind == "scenario":
        from battlemat.packs.scenarios import read_scenario_source  # it reads Open Fire by us

        read_scenario_source(source, file.parent)
        return
    if kind == "module":
        _check_module(read_module(source, file))
        return
    place = place_of(source)
    content = Content(check_kind(kind, source, place), place, file.parent)
    finish(place)
    if kind == "board":
        board_setup(content, None)
        return
    at = place / "module"
    module = find_module(content.value["module"], beside=file.parent, at=at)
    if kind == "army":
        read_army(module, content, "R")
    else:
        _check_mission(module, content)
    finish(place)


def _check_module(module: Module) -> None:
    """What only whole setups tell: armies that are legal, missions whose boards fit."""
    for army in module.armies.values():
        read_army(module, army, "R")
        finish(army.place)
    for mission in module.missions.values():
        _check_mission(module, mission)


def _check_mission(module: Module, mission: Content) -> None:
    check_policy(mission.value.get("rules", {}), mission.place / "rules")
    finish(mission.place)
    if "board" in mission.value:
        _board(module, mission, None)
    for side in ("red", "blue"):
        _usual_army(module, mission, side)
