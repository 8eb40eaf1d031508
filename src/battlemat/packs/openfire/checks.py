"""What is wrong with a file of Open Fire content, and what an army costs."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from battlemat.packs.openfire.armies import ArmyReport, read_army, report_army
from battlemat.packs.openfire.modules import (
    Content,
    Module,
    check_kind,
    find_module,
    look_at_module,
    sound_part,
)
from battlemat.packs.openfire.references import check_policy
from battlemat.packs.openfire.setups import board_setup, find, mission_board, usual_army
from battlemat.packs.places import finish, go_on, place_of
from battlemat.packs.yaml_source import Source


def army_report(path: str | Path) -> ArmyReport:
    """What an army costs, by the path of its file or the id of a shipped one."""
    found = find("army", str(path))
    return report_army(found.module, found.content)


def check(kind: str, source: Source, folder: Path | None) -> None:
    """Raise everything that is wrong with a file of Open Fire content."""
    if kind == "module":
        _check_module(look_at_module(source, folder, source.file))
        return
    place = place_of(source)
    content = Content(check_kind(kind, source, place), place, folder)
    if kind == "board":
        go_on(place, lambda: board_setup(content, None))
    else:
        at, after = place / "module", _check_army if kind == "army" else _check_mission
        module = go_on(place, lambda: find_module(content.value["module"], beside=folder, at=at))
        if module is not None:
            go_on(place, lambda: after(module, content))
    finish(place)


def _check_module(module: Module) -> None:
    """What only whole setups tell: armies that are legal, missions whose boards fit."""
    place, sound = module.place, sound_part(module)
    for check, parts in ((_check_army, module.armies), (_check_mission, sound.missions)):
        for part in parts.values():
            known = len(part.place.problems)
            go_on(place, partial(check, module, part))
            if part.place.problems is not place.problems:  # it stands in a file of its own
                place.problems.extend(part.place.problems[known:])
    finish(place)


def _check_army(module: Module, army: Content) -> None:
    read_army(module, army, "R")


def _check_mission(module: Module, mission: Content) -> None:
    place = mission.place
    go_on(place, lambda: check_policy(mission.value.get("rules", {}), place / "rules"))
    if "board" in mission.value:
        go_on(place, lambda: mission_board(module, mission, None))
    for side in ("red", "blue"):
        go_on(place, partial(usual_army, module, mission, side))
