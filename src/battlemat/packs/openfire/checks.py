"""What is wrong with a file of Open Fire content, and what an army costs."""

from __future__ import annotations

from pathlib import Path

from battlemat.packs.openfire.armies import ArmyReport, read_army, report_army
from battlemat.packs.openfire.modules import (
    Content,
    Module,
    check_kind,
    find_module,
    read_module,
)
from battlemat.packs.openfire.references import check_policy
from battlemat.packs.openfire.setups import board_setup, find, mission_board, usual_army
from battlemat.packs.schema import finish, place_of
from battlemat.packs.yaml_source import Source


def army_report(path: str | Path) -> ArmyReport:
    """What an army costs, by the path of its file or the id of a shipped one."""
    found = find("army", str(path))
    return report_army(found.module, found.content)


def check(kind: str, source: Source, folder: Path | None) -> None:
    """Raise everything that is wrong with a file of Open Fire content."""
    if kind == "module":
        _check_module(read_module(source, folder, source.file))
        return
    place = place_of(source)
    content = Content(check_kind(kind, source, place), place, folder)
    finish(place)
    if kind == "board":
        board_setup(content, None)
        return
    at = place / "module"
    module = find_module(content.value["module"], beside=folder, at=at)
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
        mission_board(module, mission, None)
    for side in ("red", "blue"):
        usual_army(module, mission, side)
