"""Where a mission wants its units, and how far it is to walk there."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import NamedTuple, TypeAlias

from battlemat.boards.squares import Board, distance
from battlemat.kernel.memo import Memo
from battlemat.rulebooks.skirm.chapters.combat.sight import within
from battlemat.rulebooks.skirm.chapters.mission import controller, counts_for, place_mask
from battlemat.rulebooks.skirm.state.battle import CARRIED, Battle, Unit
from battlemat.rulebooks.skirm.state.masks import squares_in
from battlemat.rulebooks.skirm.state.mission import MissionAction
from battlemat.rulebooks.skirm.state.setup import ScoringSetup


class Goal(NamedTuple):
    """Squares worth going to, and for how many points."""

    squares: int
    points: float


Holders: TypeAlias = Sequence[int | None]
"""The side that controls each objective of the mission."""


def goals_of(battle: Battle, side: int, holders: Holders | None = None) -> list[Goal]:
    """Where the mission wants the units of a side."""
    if holders is None:
        holders = [controller(battle, objective) for objective in battle.mission.objectives]
    mission = battle.mission
    goals = []
    for rule in mission.scoring:
        points, kind = float(rule.points), rule.score
        if kind == "objectives":
            goals += [
                Goal(1 << objective.square, points)
                for objective, holder in zip(mission.objectives, holders, strict=True)
                if holder != side and counts_for(battle, objective.zone, rule.which, side)
            ]
        elif kind == "standing-in":
            goals.append(Goal(place_mask(battle, rule.zone, side), points))
        elif kind == "carry":
            goals += [Goal(1 << place, points) for place in _wanted(battle, rule, side)]
    for action in mission.actions:
        if any(effect.do == "score" for effect in action.effects):
            goals += [Goal(mask, 1.0) for mask in _action_squares(battle, action, side)]
    return [goal for goal in goals if goal.squares]


def _wanted(battle: Battle, rule: ScoringSetup, side: int) -> list[int]:
    """The squares of markers that lie about and would score if carried."""
    return [
        place
        for place, marker in zip(battle.markers, battle.mission.markers, strict=True)
        if place >= 0 and counts_for(battle, marker.zone, rule.which, side)
    ]


def _action_squares(battle: Battle, action: MissionAction, side: int) -> list[int]:
    """Where a mission action that scores may still be done."""
    if action.where == "objective":
        return [
            1 << objective.square
            for number, objective in enumerate(battle.mission.objectives)
            if counts_for(battle, objective.zone, action.which, side)
            and (action.id, side, number) not in battle.limits
        ]
    if action.where in ("enemy-zone", "own-zone"):
        return [place_mask(battle, action.where.removesuffix("-zone"), side)]
    return []


def bearer_goals(battle: Battle, unit: Unit) -> list[Goal]:
    """Where a unit that carries something wants to be with it."""
    if CARRIED - unit.index not in battle.markers:
        return []
    return [
        Goal(place_mask(battle, rule.zone, unit.side), 2.0 * rule.points)
        for rule in battle.mission.scoring
        if rule.score == "carry"
    ]


@Memo("the board, which does not change, and the squares", bound=4096)
def walking_distances(board: Board, squares: int) -> tuple[int, ...]:
    """For each square how far it is to walk to the nearest of some squares, doors open."""
    terrain = board.terrain((1 << len(board.doors)) - 1)
    far = [board.size] * board.size
    edge = [(0, square) for square in squares_in(squares)]
    while edge:
        gone, square = heappop(edge)
        if gone >= far[square]:
            continue
        far[square] = gone
        for near in squares_in(within(board, distance, square, 1) & ~(1 << square)):
            cost = terrain.step_cost(near, square)
            if cost is not None and gone + cost < far[near]:
                heappush(edge, (gone + cost, near))
    return tuple(far)
