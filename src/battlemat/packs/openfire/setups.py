"""Open Fire from files: the setup of a battle.

A game has exactly one module, and everything chosen for it belongs to that one. Boards alone are
anyone's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from battlemat.kernel.plain import encode
from battlemat.packs.openfire.armies import Army, read_army, weapons_of
from battlemat.packs.openfire.boards import read_board
from battlemat.packs.openfire.lengths import INCH
from battlemat.packs.openfire.modules import (
    Content,
    Module,
    find_module,
    kind_of_file,
    mission_setup,
    own_file,
    read_module,
    without_army_rules,
)
from battlemat.packs.openfire.references import check_policy
from battlemat.packs.openfire.shipped import RULEBOOK, SHIPPED
from battlemat.packs.places import finish
from battlemat.packs.problems import ContentError, Problem, WrongChoice, nearest
from battlemat.packs.random_boards import is_random, seed_of, stream_of
from battlemat.packs.shipped import Sent, is_path
from battlemat.rulebooks.openfire.chapters.terrain import make_board
from battlemat.rulebooks.openfire.state.setup import (
    ArmiesSetup,
    BoardSetup,
    MissionSetup,
    OpenFireSetup,
)

USUAL_MISSION = "the-spine"


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
    choose_mission: str | None = None,
    edit_terrain: str | None = None,
    choose_leaders: str | None = None,
    free_form: str | None = None,
) -> dict[str, Any]:
    """The setup of a battle; each name is the id of shipped content or the path of a file.

    With `choose_mission` "yes" the game begins with both players' choice among the missions of the
    module that are played on the board; `edit_terrain` names the player who may change its terrain
    before both accept it; with `choose_leaders` "yes" the players say who leads each unit; with
    `free_form` "yes" armies may break the army rules of their module.
    A path may end with a name inside a module's file, as in
    `frost.yaml/last-train`. What is left out follows what is chosen: the module's first mission,
    the mission's own board and armies, or the module's first armies of two factions.
    `ContentError` tells every problem of the first file that has any.
    """
    del rulebook
    chosen = {"mission": mission, "red": red, "blue": blue}
    found = {
        key: find("mission" if key == "mission" else "army", name)
        for key, name in chosen.items()
        if name is not None
    }
    if not found:
        found["mission"] = find("mission", USUAL_MISSION)
    module = _one_module(found)
    free = _agreed("free_form", free_form, ("yes",)) is not None
    if free:
        module = without_army_rules(module)
    task = found["mission"].content if "mission" in found else _first(module)
    armies = _armies(module, task, found, free=free)
    board = mission_board(module, task, map)
    setup = OpenFireSetup(
        module.about,
        weapons_of(module, *armies.values()),
        board,
        ArmiesSetup(armies["red"].setup, armies["blue"].setup),
        mission=_mission(task, armies),
        rules=module.rules,
        special_rules=module.special_rules,
        army_rules=module.army_rules,
    )
    if _agreed("choose_mission", choose_mission, ("yes",)):
        missions = _choice_of_missions(module, task, armies)
        setup = setup._replace(mission=None, missions=missions)
    editor = _agreed("edit_terrain", edit_terrain, ("red", "blue"))
    if editor:  # openfire.setup.terrain: the other one has laid the board out
        setup = setup._replace(terrain_by="blue" if editor == "red" else "red")
    if _agreed("choose_leaders", choose_leaders, ("yes",)):
        setup = setup._replace(choose_leaders=True)
    plain: dict[str, Any] = encode(setup)
    return plain


def _agreed(key: str, said: str | None, known: Sequence[str]) -> str | None:
    """What was agreed of one step of the setting up; None if it is left out."""
    if said is None or said == "no":
        return None
    if said not in known:
        what = f"'no' or one of {', '.join(known)} is wanted, not '{said}'"
        raise WrongChoice([Problem(f"choice '{key}'", 0, "", what)])
    return said


def _choice_of_missions(
    module: Module, task: Content, armies: Mapping[str, Army]
) -> tuple[MissionSetup, ...]:
    """The mission that was chosen, then the module's others that are played on such a table."""
    found = {str(task.value.get("id", task.value["name"])): task, **module.missions}
    for name in SHIPPED.files("mission"):
        value = SHIPPED.load("mission", name).value
        if isinstance(value, Mapping) and value.get("module") == module.key:
            found.setdefault(name, own_file("mission", name, None, None))
    fitting = [one for one in found.values() if one.value["table"] == task.value["table"]]
    return tuple(_mission(one, armies) for one in fitting)


# ------------------------------------------------------------------ finding what was chosen


def find(kind: str, name: str) -> Found:
    """A mission or an army by id, by the path of its file, or by name inside a module's file."""
    file, inner = _split(name)
    if not is_path(file):
        content = own_file(kind, file, None, None)
        return Found(find_module(content.value["module"], at=content.place / "module"), content)
    source = SHIPPED.load(kind, file)
    if isinstance(name, Sent) or (not inner and kind_of_file(source) == kind):
        content = own_file(kind, file, None, None)
        at = content.place / "module"
        return Found(find_module(content.value["module"], beside=content.folder, at=at), content)
    module = read_module(source, Path(file).parent, str(Path(file).resolve()))
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
            raise WrongChoice([Problem(f"choice '{key}'", 0, "", what)])
    return first[1].module


def _first(module: Module) -> Content:
    return next(iter(module.missions.values()))


def ready_armies(module: Module) -> dict[str, Content]:
    """The ready armies of a module by id: its own, and those that are shipped for it."""
    found = dict(module.armies)
    for name in SHIPPED.files("army"):
        value = SHIPPED.load("army", name).value
        if isinstance(value, Mapping) and value.get("module") == module.key:
            found.setdefault(name, own_file("army", name, None, None))
    return found


def _armies(
    module: Module, task: Content, found: Mapping[str, Found], *, free: bool
) -> dict[str, Army]:
    """Both armies, legal; one that was not chosen is the mission's, or the first of another
    faction."""
    chosen = {side: found[side].content for side in ("red", "blue") if side in found}
    for side, other in (("red", "blue"), ("blue", "red")):
        if side not in chosen:
            usual = usual_army(module, task, side)
            chosen[side] = usual or _opponent(module, chosen.get(other))
    armies = {}
    for side in ("red", "blue"):
        armies[side] = read_army(module, chosen[side], side[0].upper(), free=free)
        finish(chosen[side].place)
    return armies


def usual_army(module: Module, task: Content, side: str) -> Content | None:
    """The army that a mission names for a side: one of its module, or a shipped one."""
    name = task.value.get("armies", {}).get(side)
    if name is None or name in module.armies:
        return module.armies.get(name)
    if SHIPPED.holds("army", name):
        return own_file("army", name, None, None)
    known = SHIPPED.files("army")
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


def mission_board(module: Module, task: Content, name: str | None) -> BoardSetup:
    """The board that was asked for, or the mission's own, or one of the module's that fits.

    `random:SEED` asks for one that the program makes, the same for the same seed.
    """
    wide, deep = task.value["table"]
    size = (wide * INCH, deep * INCH)
    if name is not None and is_random(name):
        seed = seed_of(name)
        made = make_board(*size, stream_of(RULEBOOK, seed).below)
        return made._replace(name=f"Random board {seed}")
    if name is None and "board" not in task.value:
        fits = [one for one in module.boards.values() if one.value["table"] == task.value["table"]]
        if not fits:
            return open_ground(*size)
        return board_setup(fits[0], module)
    if name is None:
        content = find_board(module, task.value["board"], task)
    else:
        content = find_board(module, name, None)
    board = board_setup(content, module)
    if board.table != size:
        own = content.value["table"]
        what = (
            f"'{task.value['name']}' is played on {wide} x {deep} inches; "
            f"'{board.name}' is {own[0]} x {own[1]}"
        )
        raise ContentError([content.place.source.problem((*content.place.path, "table"), what)])
    return board


def open_ground(width: int, depth: int) -> BoardSetup:
    """A table with nothing on it."""
    return BoardSetup((width, depth), "Open ground", areas=(), parts=())


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
    if at is not None and not is_path(name) and not SHIPPED.holds("board", name):
        known = [*own, *SHIPPED.files("board")]
        raise ContentError([at.source.problem(at.path, f"no board '{name}'{nearest(name, known)}")])
    return own_file("board", name, asking.folder if asking else None, at)


def board_setup(content: Content, module: Module | None) -> BoardSetup:
    """A board as a setup holds it; pieces come from the module that its file names."""
    owner = module
    if "module" in content.value:
        at = content.place / "module"
        owner = find_module(content.value["module"], beside=content.folder, at=at)
    pieces = owner.pieces if owner else {}
    name = str(content.value.known("id", "board"))
    board = read_board(content.value, content.place, pieces, name)
    finish(content.place)
    assert board is not None  # its complaint would have been raised
    return board


def _mission(task: Content, armies: Mapping[str, Army]) -> MissionSetup:
    check_policy(task.value.get("rules", {}), task.place / "rules")
    finish(task.place)
    aboard = {unit: on for army in armies.values() for unit, on in army.aboard.items()}
    return mission_setup(task, aboard)
