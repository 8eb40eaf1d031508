"""Why a step costs what it costs, why a dot is not seen, and what covers the one that is.

Asked when somebody listens or asks, so it may take its time. It agrees with the
tables that the rules use, and names the clause for each thing it finds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from battlemat.boards.dots import COVERING, TUNNEL_LEVEL, Board, Feature, Mark
from battlemat.kernel.errors import Refusal
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.state.battle import UNCONSCIOUS, Battle, Unit
from battlemat.rulebooks.skirmishers.state.ground import can_swim

STEP_CLAUSES = {
    Feature.DOOR: "skirmishers.move.door",
    Feature.WINDOW: "skirmishers.move.window",
    Feature.LOW_WALL: "skirmishers.move.obstructed",
    Feature.FURNITURE: "skirmishers.move.obstructed",
    Feature.VEGETATION: "skirmishers.move.obstructed",
    Feature.HIGH_WALL: "skirmishers.terrain.climb",
    Feature.BREACH: "skirmishers.large.breach",
}
DOT_CLAUSES = {
    Mark.VEGETATION: "skirmishers.move.obstructed",
    Mark.ROUGH: "skirmishers.terrain.rough",
    Mark.SWAMP: "skirmishers.terrain.swamp",
    Mark.WIRE: "skirmishers.terrain.wire-cost",
    Mark.SHALLOW: "skirmishers.terrain.shallow",
    Mark.DEEP: "skirmishers.terrain.swim",
}


def step_clauses(board: Board, a: int, b: int, *, prone: bool) -> tuple[str, ...]:
    """The clauses behind the price of a step or change of level from a to b."""
    found = ["skirmishers.move.step"]
    if a % board.size == b % board.size:
        tunnel = TUNNEL_LEVEL in (board.level(a), board.level(b))
        found.append("skirmishers.terrain.tunnel" if tunnel else "skirmishers.move.level")
    else:
        priced = [STEP_CLAUSES[feature] for feature in board.terrain.between(a, b)]
        marked = board.marked
        priced += [DOT_CLAUSES[mark] for mark in DOT_CLAUSES if marked[mark] >> b & 1]
        if (marked[Mark.TRENCH] >> a ^ marked[Mark.TRENCH] >> b) & 1:
            priced.append("skirmishers.terrain.trench")
        if board.level(a) != board.level(b):
            priced.append("skirmishers.terrain.contour")
        if len(priced) > 1:
            priced.append("skirmishers.move.combine")
        found += priced or ["skirmishers.move.standard"]
    if prone:
        found.append("skirmishers.move.crawl")
    return tuple(dict.fromkeys(found))


def why_no_step(board: Board, a: int, b: int) -> str | None:
    """The clause that bars a step to an adjacent dot, or to a tree; None where terrain does not."""
    here, there = a % board.size, b % board.size
    if board.marked[Mark.TREE] >> b & 1:
        return "skirmishers.map.obstacles"
    if there not in board.neighbours[here]:
        return None
    feature = board.terrain.feature(here, there, board.level(a))
    if board.level(a) != board.level(b):
        return "skirmishers.move.no-jump" if feature is Feature.WINDOW else "skirmishers.map.levels"
    if feature is Feature.HIGH_WALL:
        inside = board.building_at[here] or board.building_at[there]
        return "skirmishers.map.building-shell" if inside else "skirmishers.map.obstacles"
    return None


def water_bar(battle: Battle, unit: Unit, place: int) -> Refusal | None:
    """Why somebody cannot swim where he wants to go."""
    if not battle.board.marked[Mark.DEEP] >> place & 1 or can_swim(battle, unit):
        return None
    if unit.prone:
        return Refusal(
            say("a swimmer cannot be prone: he stands up first"), "skirmishers.terrain.swim"
        )
    why = say("nobody swims with two weapons; he may drop one")
    return Refusal(why, "skirmishers.terrain.swim-load")


# ---------------------------------------------------------------------- sight

BLIND: dict[str, tuple[Callable[[], str], str]] = {
    "same-dot": (lambda: say("it is on the shooter's own dot"), "skirmishers.fire.range"),
    "earth": (lambda: say("earth lies between them"), "skirmishers.terrain.tunnel-hidden"),
    "floor": (lambda: say("a floor lies between them"), "skirmishers.los.level-same-building"),
    "roof": (lambda: say("a roof covers one of them"), "skirmishers.los.level-indoors"),
    "edge": (lambda: say("the line leaves the map"), "skirmishers.los.path"),
    "wall": (lambda: say("a high wall is in the way"), "skirmishers.los.obstacles"),
    "tree": (lambda: say("a tree trunk is in the way"), "skirmishers.los.obstacles"),
    "hill": (lambda: say("higher ground is in the way"), "skirmishers.terrain.hill-sight"),
}


def why_blind(
    board: Board, a: int, b: int, *, prone: bool = False, target_prone: bool = False
) -> tuple[str, str] | None:
    """Why b is not seen from a, and the clause; None if it is seen.

    A line that slides a hair to either side is closed only if both ways are
    (`skirmishers.los.tie`); one that runs along a wall is not (`skirmishers.los.along-wall`).
    """
    blind = board.why_unseen(a, b, prone=prone, target_prone=target_prone)
    if blind is None:
        return None
    if blind.reason != "low":
        why, because = BLIND[blind.reason]
        return why(), because
    clause = "skirmishers.los.prone-shooter" if prone else "skirmishers.los.prone-target"
    if prone and target_prone:
        clause = "skirmishers.los.prone-both"
    return say("something low hides who lies behind it"), clause


class Obstruction(NamedTuple):
    """One thing that covers a target: what it is, or the id of who it is."""

    label: str
    because: str


def obstructions(battle: Battle, a: int, b: int, side: int, *, prone: bool) -> list[Obstruction]:
    """What is counted on the way from a to b on one side, in the order the line meets it.

    Each place is judged on one level: that of both (`skirmishers.los.level-same`), else that of the
    higher one (`skirmishers.los.level-higher`) except right beside the lower one
    (`skirmishers.los.level-near`). The first link is the shooter's own
    (`skirmishers.los.first-link`).
    """
    board, sight = battle.board, battle.board.sight
    way = sight.way(a, b, side)
    found = []
    for i in range(1, len(way)):
        last = i == len(way) - 1
        level = sight.level_of_link(a, b, i)
        feature = board.terrain.feature(way[i - 1], way[i], level)
        if i > 1 and feature in COVERING:
            found.append(Obstruction(feature.value, "skirmishers.los.cover"))
        place = b if last else board.at(way[i], sight.level_of_dot(a, b, i))
        found += _on_dot(battle, place, last=last)
        if not last:
            unit = battle.at(place)
            if unit is not None and (prone or not _lies(unit)):
                found.append(Obstruction(unit.id, "skirmishers.los.troopers"))
    return found


def _lies(unit: Unit) -> bool:
    return unit.prone or unit.state == UNCONSCIOUS


def _on_dot(battle: Battle, place: int, *, last: bool) -> list[Obstruction]:
    because = "skirmishers.los.target-dot" if last else "skirmishers.los.cover"
    marked = battle.board.marked
    for mark in (Mark.VEGETATION, Mark.SWAMP):
        if marked[mark] >> place & 1:
            return [Obstruction(mark.value, because)]
    if battle.fire >> place & 1:
        return [Obstruction("fire", "skirmishers.incendiary.fire-cover")]
    return []
