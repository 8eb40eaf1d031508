"""Chapter "Missions": who controls what, what belongs to whom, and how a mission scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from battlemat.kernel.words import listed, say
from battlemat.rulebooks.skirm.state import events
from battlemat.rulebooks.skirm.state.battle import (
    CARRIED,
    DOWNED,
    OUT,
    PLAYERS,
    STANDING,
    Battle,
    Unit,
)
from battlemat.rulebooks.skirm.state.cards import split_code
from battlemat.rulebooks.skirm.state.mission import Objective
from battlemat.rulebooks.skirm.state.setup import ScoringSetup

# ---------------------------------------------------------------------- objectives


def controls(battle: Battle, unit: Unit) -> bool:
    """Whether a unit holds its square: nobody may do so beside an enemy, Downed ones included.

    In the first edition a Standing Agent does, whatever enemies are near.
    """
    if battle.edition.standing_controls:
        return unit.state == STANDING
    other = 1 - unit.side
    enemies = battle.standing[other] | battle.downed[other]
    return not enemies & battle.terrain.adjacent[unit.square]


def controller(battle: Battle, objective: Objective) -> int | None:
    """The side that controls an objective."""
    if not battle.occupied >> objective.square & 1:
        return None
    unit = battle.at(objective.square)
    return unit.side if unit is not None and controls(battle, unit) else None


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
    for side, points, what in due(battle, when):
        add_points(battle, side, points, what)


def due(battle: Battle, when: str) -> list[tuple[int, int, str]]:
    """What the mission would score at that time as things stand: the side, its points, for what."""
    found = []
    for rule in battle.mission.scoring:
        if rule.when != when:
            continue
        for side in (0, 1):
            times, what = _SCORERS[rule.score](battle, rule, side)
            if times:
                points = times * rule.points
                found.append((side, points + _bonus(battle, rule, side), what))
    return found


def add_points(battle: Battle, side: int, points: int, what: str) -> None:
    battle.scores[side] += points
    battle.tell(
        events.Score,
        ("mission.points", "objective.score"),
        player=PLAYERS[side],
        points=points,
        what=what,
        total=battle.scores[side],
    )


def _objectives(battle: Battle, rule: ScoringSetup, side: int) -> tuple[int, str]:
    held = [
        objective.name
        for objective in battle.mission.objectives
        if controller(battle, objective) == side
        and counts_for(battle, objective.zone, rule.which, side)
    ]
    return len(held), say("controls {held}", held=listed(held))


def _out(battle: Battle, _rule: ScoringSetup, side: int) -> tuple[int, str]:
    out = [unit for unit in battle.units if unit.side != side and _is_gone(battle, unit)]
    return len(out), say("enemies Out: {units}", units=", ".join(unit.id for unit in out))


def _is_gone(battle: Battle, unit: Unit) -> bool:
    """Whether a unit counts as Out when points are counted.

    Where the Downed are removed right after that (`turn.remove-downed`), they count: else whoever
    falls in the last turn would have fallen for nothing.
    """
    return unit.state == OUT or (unit.state == DOWNED and battle.edition.removes_downed)


def _bonus(battle: Battle, rule: ScoringSetup, side: int) -> int:
    """Extra points for enemies Out that carry a certain special rule, such as LD."""
    return sum(
        points
        for unit in battle.units
        if unit.side != side and _is_gone(battle, unit)
        for code, points in rule.bonus.items()
        if any(split_code(special)[0] == code for special in unit.card.special)
    )


def _standing_in(battle: Battle, rule: ScoringSetup, side: int) -> tuple[int, str]:
    mask = place_mask(battle, rule.zone, side) & battle.standing[side]
    zone = say("own") if rule.zone == "own" else say("enemy") if rule.zone == "enemy" else rule.zone
    return mask.bit_count(), say("Standing in the {zone} zone", zone=zone)


def _carry(battle: Battle, rule: ScoringSetup, side: int) -> tuple[int, str]:
    mask = place_mask(battle, rule.zone, side)
    which = rule.which
    held = []
    for marker, place in zip(battle.mission.markers, battle.markers, strict=True):
        if place <= CARRIED and counts_for(battle, marker.zone, which, side):
            bearer = battle.units[CARRIED - place]
            if bearer.side == side and mask >> bearer.square & 1:
                held.append(marker.name)
    return len(held), say("carries {held}", held=listed(held))


_Scorer: TypeAlias = Callable[[Battle, ScoringSetup, int], tuple[int, str]]
_SCORERS: Mapping[str, _Scorer] = {
    "objectives": _objectives,
    "out": _out,
    "standing-in": _standing_in,
    "carry": _carry,
}
