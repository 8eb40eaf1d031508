"""Advice for machines: how well a side stands. It is no rule and never changes a battle."""

from __future__ import annotations

from battlemat.rulebooks.skirm.advice.goals import Goal, bearer_goals, goals_of, walking_distances
from battlemat.rulebooks.skirm.chapters.mission import controller, counts_for, place_mask
from battlemat.rulebooks.skirm.chapters.sight import in_the_way
from battlemat.rulebooks.skirm.state.battle import (
    CARRIED,
    DOWNED,
    OUT,
    PLAYERS,
    STANDING,
    WAITING,
    Battle,
    Unit,
)
from battlemat.rulebooks.skirm.state.setup import ScoringSetup

STATE_WORTH = {WAITING: 1.0, STANDING: 1.0, DOWNED: 0.45, OUT: 0.0}


def worth(battle: Battle, player: str) -> float:
    """Points scored and to be expected, the strength left, and how units stand."""
    side = PLAYERS.index(player)
    return _side_worth(battle, side) - _side_worth(battle, 1 - side)


def _side_worth(battle: Battle, side: int) -> float:
    turns_left = max(0, battle.mission.turns - battle.turn + 1)
    total = 3.0 * battle.scores[side] + 0.08 * battle.orders[side]
    goals, way = goals_of(battle, side), in_the_way(battle)
    rivals = [unit for unit in battle.units if unit.side != side and unit.square >= 0]
    for unit in battle.units:
        if unit.side == side and unit.state != OUT:
            total += _strength(battle, unit) + _posture(battle, unit, goals, rivals, way)
    for rule in battle.mission.scoring:
        total += _expected(battle, rule, side, turns_left)
    return total


def _strength(battle: Battle, unit: Unit) -> float:
    if battle.edition.has_hit:
        alive = unit.hit / max(1, unit.card.hit)
        base = 1.2 + 1.3 * alive if unit.state != DOWNED else 0.4
    else:
        base = 2.5 * STATE_WORTH[unit.state]
    return base * (1.0 + 0.15 * unit.powers.order_dice) - 0.15 * unit.stun


def _posture(battle: Battle, unit: Unit, goals: list[Goal], rivals: list[Unit], way: int) -> float:
    """Near goals, near targets it can reach, and out of sight when it cannot shoot back."""
    if unit.state != STANDING or unit.square < 0:
        return 0.0
    board, square = battle.field.board, unit.square
    total = 0.0
    mine = bearer_goals(battle, unit) or goals
    if mine:
        span = 2 * board.width
        total += 0.8 * max(
            goal.points * (1 - min(walking_distances(board, goal.squares)[square], span) / span)
            for goal in mine
        )
    if not rivals:
        return total
    y, x = divmod(square, board.width)
    nearest = min(_apart(x, y, rival.square, board.width) for rival in rivals)
    total += 0.25 / (1 + max(0, nearest - (4 if unit.card.ranged_weapons else 0)))
    sees, seen = battle.terrain.sees, 0
    for rival in rivals:
        if rival.state == STANDING and sees(rival.square, square, standing=way):
            seen += 1
    return total - 0.06 * seen


def _apart(x: int, y: int, square: int, width: int) -> int:
    other_y, other_x = divmod(square, width)
    return max(abs(x - other_x), abs(y - other_y))


def _expected(battle: Battle, rule: ScoringSetup, side: int, turns_left: int) -> float:
    """Points that the position as it stands would score."""
    points, kind = float(rule.points), rule.score
    if kind == "objectives":
        held = sum(
            controller(battle, objective) == side
            and counts_for(battle, objective.zone, rule.which, side)
            for objective in battle.mission.objectives
        )
        return points * held * (0.6 * turns_left if rule.when == "turn" else 1.5)
    if kind == "out":
        out = sum(unit.side != side and unit.state == OUT for unit in battle.units)
        return 2.0 * points * out
    if kind == "standing-in":
        mask = place_mask(battle, rule.zone, side) & battle.standing[side]
        return 1.5 * points * mask.bit_count()
    if kind == "carry":
        held = sum(
            place <= CARRIED
            and battle.units[CARRIED - place].side == side
            and counts_for(battle, marker.zone, rule.which, side)
            for place, marker in zip(battle.markers, battle.mission.markers, strict=True)
        )
        return 1.5 * points * held
    return 0.0
