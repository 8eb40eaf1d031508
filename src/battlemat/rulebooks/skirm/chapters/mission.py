"""Missions: what they set (`mission.defines`), read from plain values, and how they score.

A mission is data: zones, objectives, markers, scoring, actions of its own, events.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from battlemat.boards.squares.board import Board, MapError
from battlemat.kernel.errors import SetupError
from battlemat.rulebooks.skirm.chapters.damage import CARRIED
from battlemat.rulebooks.skirm.state.battle import OUT, PLAYERS, STANDING, Battle, Unit
from battlemat.rulebooks.skirm.state.cards import split_code

if TYPE_CHECKING:
    from battlemat.rulebooks.skirm.state.editions import Edition


@dataclass(frozen=True, slots=True)
class Objective:
    """A place that may be held. `zone` is the deployment zone it belongs to, or ""."""

    id: str
    name: str
    square: int
    zone: str = ""


@dataclass(frozen=True, slots=True)
class Marker:
    """A thing that may be carried, if `carry` says so."""

    id: str
    name: str
    square: int
    carry: bool = True
    zone: str = ""


@dataclass(frozen=True, slots=True)
class MissionAction:
    """An action that the mission adds."""

    id: str
    name: str
    text: str
    act: int
    where: str
    which: str = "all"
    next_to: bool = False
    clear: bool = False
    limit: str = ""
    need: str | int | None = None
    effects: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class EventRow:
    """One row of an environment's table."""

    faces: tuple[int, ...]
    name: str
    text: str
    effects: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Mission:
    """Everything that a mission sets."""

    id: str
    name: str
    briefing: str
    turns: int
    zones: tuple[tuple[str, int], tuple[str, int]]
    objectives: tuple[Objective, ...]
    markers: tuple[Marker, ...]
    scoring: tuple[Mapping[str, Any], ...]
    actions: tuple[MissionAction, ...]
    environment: str
    events: tuple[EventRow, ...]

    def event(self, face: int) -> EventRow | None:
        return next((row for row in self.events if face in row.faces), None)


# ---------------------------------------------------------------------- reading


def squares(board: Board, names: Iterable[str], where: str) -> int:
    """The mask of named squares."""
    mask = 0
    for name in names:
        try:
            mask |= 1 << board.square(str(name))
        except MapError as error:
            raise SetupError(f"{where}: {error}") from None
    return mask


def _square(board: Board, data: Mapping[str, Any], where: str) -> int:
    return squares(board, [data["square"]], where).bit_length() - 1


def read_mission(data: Mapping[str, Any], board: Board) -> Mission:
    """A mission from the plain values of a setup."""
    zones = tuple(
        (str(name), squares(board, names, f"mission zone {name}"))
        for name, names in sorted(data.get("zones", {}).items())  # a record forgets their order
    )
    if len(zones) != 2:
        raise SetupError(f"a mission has two deployment zones, not {len(zones)}")
    if zones[0][1] & zones[1][1]:
        raise SetupError("the two deployment zones overlap")
    turns = data.get("turns", 4)
    if not isinstance(turns, int) or not 1 <= turns <= 20:
        raise SetupError(f"a mission lasts 1 to 20 turns, not {turns!r}")
    environment = data.get("environment") or {}
    return Mission(
        id=str(data.get("id", "mission")),
        name=str(data.get("name", "Mission")),
        briefing=str(data.get("briefing", "")),
        turns=turns,
        zones=zones,
        objectives=tuple(
            Objective(
                str(one["id"]),
                str(one.get("name", f"Objective {one['id']}")),
                _square(board, one, f"objective {one['id']}"),
                str(one.get("side", "")),
            )
            for one in data.get("objectives", ())
        ),
        markers=tuple(
            Marker(
                str(one["id"]),
                str(one.get("name", one["id"])),
                _square(board, one, f"marker {one['id']}"),
                bool(one.get("carry", True)),
                str(one.get("side", "")),
            )
            for one in data.get("markers", ())
        ),
        scoring=tuple(data.get("scoring", ())),
        actions=tuple(_read_action(one) for one in data.get("actions", ())),
        environment=str(environment.get("name", "")),
        events=tuple(_read_event(row) for row in environment.get("events", ())),
    )


def _read_action(data: Mapping[str, Any]) -> MissionAction:
    return MissionAction(
        id=str(data["id"]),
        name=str(data.get("name", data["id"])),
        text=str(data.get("text", "")),
        act=int(data.get("cost", {}).get("act", 1)),
        where=str(data.get("where", "anywhere")),
        which=str(data.get("which", "all")),
        next_to=bool(data.get("next_to", False)),
        clear=bool(data.get("clear", False)),
        limit=str(data.get("limit", "")),
        need=(data.get("roll") or {}).get("need"),
        effects=tuple(data.get("effects", ())),
    )


def _read_event(row: Mapping[str, Any]) -> EventRow:
    return EventRow(
        tuple(row["faces"]), str(row["name"]), str(row.get("text", "")), tuple(row["effects"])
    )


# ---------------------------------------------------------------------- objectives


def controls_alone(battle: Battle, unit: Unit) -> bool:
    """Second and third edition: a unit holds its square if no enemy is Adjacent."""
    other = 1 - unit.side
    enemies = battle.standing[other] | battle.downed[other]
    return not enemies & battle.terrain.adjacent[unit.square]


def controls_standing(_battle: Battle, unit: Unit) -> bool:
    """First edition: a Standing Agent holds its square, whatever enemies are near."""
    return unit.state == STANDING


def controller(battle: Battle, objective: Objective) -> int | None:
    """The side that controls an objective (`objective.control`)."""
    unit = battle.at(objective.square)
    if unit is not None and battle.edition.controls(battle, unit):
        return unit.side
    return None


def owner(battle: Battle, zone: str) -> int | None:
    """The side that deployed in a zone."""
    for side in (0, 1):
        if battle.mission.zones[battle.zones[side]][0] == zone:
            return side
    return None


def counts_for(battle: Battle, zone: str, which: str, side: int) -> bool:
    """Whether a thing of that zone is among "own", "enemy", "neutral" or "all" for a side."""
    whose = owner(battle, zone) if zone else None
    if which == "own":
        return whose == side
    if which == "enemy":
        return whose == 1 - side
    if which == "neutral":
        return whose is None
    return True


def place_mask(battle: Battle, name: str, side: int) -> int:
    """The squares that a rule calls "own", "enemy" (zones), or an area of the map."""
    if name in ("own", "enemy"):
        whose = side if name == "own" else 1 - side
        return battle.mission.zones[battle.zones[whose]][1]
    if name == "anywhere":
        return battle.field.board.all_squares
    return battle.field.areas.get(name, 0)


# ---------------------------------------------------------------------- scoring


def score(battle: Battle, when: str) -> None:
    """Score all rules of the mission that count at that time ("turn" or "end")."""
    for rule in battle.mission.scoring:
        if rule.get("when", "turn") != when:
            continue
        for side in (0, 1):
            times, what = _SCORERS[rule["score"]](battle, rule, side)
            if times:
                points = times * int(rule.get("points", 1))
                add_points(battle, side, points + _bonus(battle, rule, side), what)


def add_points(battle: Battle, side: int, points: int, what: str) -> None:
    battle.scores[side] += points
    battle.tell(
        "score",
        ("mission.points", "objective.score"),
        player=PLAYERS[side],
        points=points,
        what=what,
        total=battle.scores[side],
    )


def _objectives(battle: Battle, rule: Mapping[str, Any], side: int) -> tuple[int, str]:
    held = [
        objective.name
        for objective in battle.mission.objectives
        if controller(battle, objective) == side
        and counts_for(battle, objective.zone, rule.get("which", "all"), side)
    ]
    return len(held), "controls " + ", ".join(held)


def _out(battle: Battle, _rule: Mapping[str, Any], side: int) -> tuple[int, str]:
    out = [u for u in battle.units if u.side != side and u.state == OUT]
    return len(out), "enemies Out: " + ", ".join(unit.id for unit in out)


def _bonus(battle: Battle, rule: Mapping[str, Any], side: int) -> int:
    """Extra points for enemies Out that carry a certain special rule, such as LD."""
    bonus = rule.get("bonus") or {}
    return sum(
        points
        for unit in battle.units
        if unit.side != side and unit.state == OUT
        for code, points in bonus.items()
        if any(split_code(special)[0] == code for special in unit.card.special)
    )


def _standing_in(battle: Battle, rule: Mapping[str, Any], side: int) -> tuple[int, str]:
    mask = place_mask(battle, rule["zone"], side) & battle.standing[side]
    return mask.bit_count(), "Standing in the " + str(rule["zone"]) + " zone"


def _carry(battle: Battle, rule: Mapping[str, Any], side: int) -> tuple[int, str]:
    mask = place_mask(battle, rule.get("zone", "anywhere"), side)
    which = rule.get("which", "all")
    held = []
    for marker, place in zip(battle.mission.markers, battle.markers, strict=True):
        if place <= CARRIED and counts_for(battle, marker.zone, which, side):
            bearer = battle.units[CARRIED - place]
            if bearer.side == side and mask >> bearer.square & 1:
                held.append(marker.name)
    return len(held), "carries " + ", ".join(held)


_SCORERS = {
    "objectives": _objectives,
    "out": _out,
    "standing-in": _standing_in,
    "carry": _carry,
}
SCORES = tuple(_SCORERS)


def check_scoring(scoring: Iterable[Mapping[str, Any]], edition: Edition) -> None:
    for rule in scoring:
        if rule.get("score") not in _SCORERS:
            known = ", ".join(_SCORERS)
            raise SetupError(
                f"{edition.name}: a mission cannot score {rule.get('score')!r}; known are {known}"
            )
