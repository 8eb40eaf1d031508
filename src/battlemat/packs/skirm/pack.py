"""Skirm from files: setups for battles, checks for files, reports on squads.

Its one rule: whatever a file says wrong is told in lines, never in a traceback.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from battlemat.packs.kinds import kind_told
from battlemat.packs.library import load, shipped
from battlemat.packs.problems import ContentError, nearest
from battlemat.packs.scenarios import read_scenario_source
from battlemat.packs.schema import finish, place_of
from battlemat.packs.skirm.files import Content, check_source, content, words_of
from battlemat.packs.skirm.missions import environment_setup, map_setup, mission_setup
from battlemat.packs.skirm.progress import Progress, progress
from battlemat.packs.skirm.schema import KINDS
from battlemat.packs.skirm.squads import Squad, check_squad, read_squad, squad_setup, warnings
from battlemat.packs.skirm.words import EDITIONS
from battlemat.packs.yaml_source import Source, read_file

__all__ = [
    "Progress",
    "SquadReport",
    "build_setup",
    "check_file",
    "kind_of_file",
    "legal_squad",
    "progress",
    "squad_report",
]

NONE = "none"


def build_setup(
    rulebook: str,
    *,
    mission: str,
    map: str | None = None,
    red: str,
    blue: str,
    environment: str | None = None,
) -> dict[str, Any]:
    """The setup of a battle; each name is the id of shipped content or the path of a file.

    Without a map the mission's own is taken, and so with the environment; the environment `none`
    plays without events. `ContentError` tells every problem of the first file that has any.
    """
    words = words_of(rulebook)
    task = content(rulebook, "mission", mission)
    ground = _of_mission(rulebook, "map", map, task) or content(
        rulebook, "map", next(iter(shipped(rulebook, "map")))
    )
    laid = mission_setup(words, task, ground)
    if environment != NONE:
        around = _of_mission(rulebook, "environment", environment, task)
        laid["environment"] = environment_setup(around) if around else None
    return {
        "edition": rulebook,
        "map": map_setup(ground),
        "mission": laid,
        "squads": {
            "red": squad_setup(legal_squad(rulebook, red), "R"),
            "blue": squad_setup(legal_squad(rulebook, blue), "B"),
        },
    }


def _of_mission(rulebook: str, kind: str, name: str | None, mission: Content) -> Content | None:
    """What was asked for, or what the mission names; a mission's own paths start at its folder."""
    if name is not None:
        return content(rulebook, kind, name)
    own = mission.value.get(kind)
    if own is None:
        return None
    at = place_of(mission.source) / kind
    return content(rulebook, kind, own, beside=mission.folder, at=at)


def legal_squad(rulebook: str, name: str) -> Squad:
    """A squad by id or path that may be played; `ContentError` says why not."""
    squad = read_squad(rulebook, content(rulebook, "squad", name))
    check_squad(squad)
    finish(squad.place)
    return squad


# ------------------------------------------------------------------ reports


@dataclass(frozen=True, slots=True)
class SquadReport:
    """What a squad costs and whether it may be played."""

    name: str
    faction: str
    rulebook: str
    units: tuple[tuple[str, int, int], ...]
    total: int
    cap: int
    problems: tuple[str, ...]
    warnings: tuple[str, ...]

    @property
    def legal(self) -> bool:
        """Whether the squad may be played."""
        return not self.problems

    def __str__(self) -> str:
        lines = [f"{self.name} ({self.faction}, {self.rulebook}): {self.total} of {self.cap}"]
        lines += [f"  {name}: {own} + {gear}" for name, own, gear in self.units]
        lines += [f"  problem: {problem}" for problem in self.problems]
        lines += [f"  warning: {warning}" for warning in self.warnings]
        return "\n".join(lines)


def squad_report(path: str | Path, rulebook: str | None = None) -> SquadReport:
    """The costs of a squad file (or of a shipped squad, by id and rulebook) and what is wrong."""
    name = str(path)
    if rulebook is None:
        rulebook = _rulebooks(read_file(Path(name)))[0]
    source = load(rulebook, "squad", name)
    squad = read_squad(rulebook, check_source(rulebook, "squad", source, Path(name).parent))
    check_squad(squad)
    units = tuple((one.name, squad.unit_ep(one), squad.gear_ep(one)) for one in squad.members)
    return SquadReport(
        squad.content.value["name"],
        squad.faction.value["name"],
        rulebook,
        units,
        squad.total,
        squad.cap,
        tuple(map(str, sorted(squad.place.problems, key=lambda one: one.line))),
        tuple(warnings(squad)),
    )


# ------------------------------------------------------------------ checks

_TELLING = {
    "red": "scenario",
    "blue": "scenario",
    "drawing": "map",
    "events": "environment",
    "briefing": "mission",
    "play": "scenario",
    "expect": "scenario",
    "faction": "squad",
    "weapons": "faction",
}


def check_file(path: str | Path) -> list[str]:
    """Everything that is wrong with a content file of any kind, one line each; empty if nothing."""
    file = Path(path)
    try:
        source = read_file(file)
        kind = kind_of_file(source)
        if kind == "scenario":
            read_scenario_source(source, file.parent)
            return []
        found: dict[str, None] = {}
        for rulebook in _rulebooks(source):
            try:
                _check_kind(rulebook, kind, source, file.parent)
            except ContentError as error:
                found.update(dict.fromkeys(map(str, error.problems)))
        return list(found)
    except ContentError as error:
        return list(map(str, error.problems))


def kind_of_file(source: Source) -> str:
    """What a file is: its `kind`, or what its keys tell."""
    return kind_told(source, (*KINDS, "scenario"), _TELLING)


def _rulebooks(source: Source) -> list[str]:
    value = source.value if isinstance(source.value, Mapping) else {}
    named = value.get("rulebook")
    listed = named if isinstance(named, list) else [named]
    for n, name in enumerate(listed):
        if not isinstance(name, str) or name not in EDITIONS:
            path: tuple[str | int, ...] = (
                ("rulebook", n) if isinstance(named, list) else ("rulebook",)
            )
            if named is None:
                raise ContentError([source.problem((), "'rulebook' is missing")])
            what = f"'{name}' is no edition of Skirm{nearest(str(name), EDITIONS)}"
            raise ContentError([source.problem(path, what)])
    return [str(name) for name in listed]


def _check_kind(rulebook: str, kind: str, source: Source, folder: Path) -> None:
    found = check_source(rulebook, kind, source, folder)
    if kind == "squad":
        squad = read_squad(rulebook, found)
        check_squad(squad)
        finish(squad.place)
    elif kind == "mission":
        place = place_of(source)
        named = found.value.get("map") or next(iter(shipped(rulebook, "map")))
        ground = content(rulebook, "map", named, beside=folder, at=place / "map")
        mission_setup(words_of(rulebook), found, ground)
        if "environment" in found.value:
            around = found.value["environment"]
            content(rulebook, "environment", around, beside=folder, at=place / "environment")
