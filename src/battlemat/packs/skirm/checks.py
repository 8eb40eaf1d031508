"""What is wrong with a file of Skirm content, and what a squad costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from battlemat.packs.kinds import kind_told
from battlemat.packs.places import Place, finish, go_on
from battlemat.packs.problems import ContentError, Problem, nearest
from battlemat.packs.skirm.files import Content, check_source, content, look_at, words_of
from battlemat.packs.skirm.missions import lay_mission
from battlemat.packs.skirm.schema import KINDS
from battlemat.packs.skirm.shipped import SHIPPED
from battlemat.packs.skirm.squads import check_squad, read_squad, warnings
from battlemat.packs.skirm.words import EDITIONS
from battlemat.packs.yaml_source import Source, read_file


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
    source = SHIPPED[words_of(rulebook).name].load("squad", name)
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


def check(kind: str, source: Source, folder: Path | None) -> None:
    """Raise everything that is wrong with a file, for each edition that it is meant for."""
    found: dict[Problem, None] = {}
    for rulebook in _rulebooks(source):
        try:
            _check_kind(rulebook, kind, source, folder)
        except ContentError as error:
            found.update(dict.fromkeys(error.problems))
    if found:
        raise ContentError(list(found))


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


def _check_kind(rulebook: str, kind: str, source: Source, folder: Path | None) -> None:
    found, place = look_at(rulebook, kind, source, folder)
    after = {"squad": _check_squad, "mission": _check_mission}.get(kind)
    if after is not None:
        go_on(place, lambda: after(rulebook, found, place))
    finish(place)


def _check_squad(rulebook: str, found: Content, place: Place) -> None:
    check_squad(read_squad(rulebook, found, place))


def _check_mission(rulebook: str, found: Content, place: Place) -> None:
    value = found.value
    ground = go_on(place, lambda: _map_of(rulebook, found, place))
    if ground is not None:
        go_on(place, lambda: lay_mission(words_of(rulebook), found, ground))
    if "environment" in value:
        at = place / "environment"
        beside = found.folder
        go_on(
            place,
            lambda: content(rulebook, "environment", value["environment"], beside=beside, at=at),
        )


def _map_of(rulebook: str, mission: Content, place: Place) -> Content:
    """The map that a mission names, or any: its own words have to fit all of them."""
    named = mission.value.get("map") or next(iter(SHIPPED[rulebook].files("map")))
    return content(rulebook, "map", named, beside=mission.folder, at=place / "map")
