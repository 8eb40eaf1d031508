"""Advice for machines: how well a side stands, and which options are worth a closer look.

Advice is no rule. It reads the battle and never changes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from typing import Any, NamedTuple

from battlemat.boards.squares.board import Board, distance
from battlemat.kernel.questions import PASS, Choice, Option
from battlemat.rulebooks.skirm.chapters.attacks import ATTACKS, foes, squares_in
from battlemat.rulebooks.skirm.chapters.damage import CARRIED
from battlemat.rulebooks.skirm.chapters.mission import (
    MissionAction,
    controller,
    counts_for,
    place_mask,
)
from battlemat.rulebooks.skirm.chapters.sight import in_the_way, within
from battlemat.rulebooks.skirm.state.battle import (
    DOWNED,
    OUT,
    PLAYERS,
    STANDING,
    WAITING,
    Battle,
    Unit,
)

STATE_WORTH = {WAITING: 1.0, STANDING: 1.0, DOWNED: 0.45, OUT: 0.0}


def worth(battle: Battle, player: str) -> float:
    """Points scored and to be expected, the strength left, and how units stand."""
    side = PLAYERS.index(player)
    return _side_worth(battle, side) - _side_worth(battle, 1 - side)


def _side_worth(battle: Battle, side: int) -> float:
    turns_left = max(0, battle.mission.turns - battle.turn + 1)
    total = 3.0 * battle.scores[side] + 0.08 * battle.orders[side]
    goals, way = _goals(battle, side), in_the_way(battle)
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


class Goal(NamedTuple):
    """Squares worth going to, and for how many points."""

    squares: int
    points: float


def _goals(battle: Battle, side: int) -> list[Goal]:
    """Where the mission wants the units of a side."""
    mission = battle.mission
    goals = []
    for rule in mission.scoring:
        points, kind = float(rule.get("points", 1)), rule.get("score")
        if kind == "objectives":
            which = rule.get("which", "all")
            goals += [
                Goal(1 << objective.square, points)
                for objective in mission.objectives
                if controller(battle, objective) != side
                and counts_for(battle, objective.zone, which, side)
            ]
        elif kind == "standing-in":
            goals.append(Goal(place_mask(battle, str(rule["zone"]), side), points))
        elif kind == "carry":
            goals += [Goal(1 << place, points) for place in _wanted(battle, rule, side)]
    for action in mission.actions:
        if any(effect["do"] == "score" for effect in action.effects):
            goals += [Goal(mask, 1.0) for mask in _action_squares(battle, action, side)]
    return [goal for goal in goals if goal.squares]


def _wanted(battle: Battle, rule: Mapping[str, Any], side: int) -> list[int]:
    """The squares of markers that lie about and would score if carried."""
    which = rule.get("which", "all")
    return [
        place
        for place, marker in zip(battle.markers, battle.mission.markers, strict=True)
        if place >= 0 and counts_for(battle, marker.zone, which, side)
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


def _bearer_goals(battle: Battle, unit: Unit) -> list[Goal]:
    """Where a unit that carries something wants to be with it."""
    if CARRIED - unit.index not in battle.markers:
        return []
    return [
        Goal(place_mask(battle, str(rule.get("zone", "anywhere")), unit.side), 2.0 * rule["points"])
        for rule in battle.mission.scoring
        if rule.get("score") == "carry"
    ]


@lru_cache(maxsize=4096)
def _distances(board: Board, squares: int) -> tuple[int, ...]:
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


def _posture(battle: Battle, unit: Unit, goals: list[Goal], rivals: list[Unit], way: int) -> float:
    """Near goals, near targets it can reach, and out of sight when it cannot shoot back."""
    if unit.state != STANDING or unit.square < 0:
        return 0.0
    board, square = battle.field.board, unit.square
    total = 0.0
    mine = _bearer_goals(battle, unit) or goals
    if mine:
        span = 2 * board.width
        total += 0.8 * max(
            goal.points * (1 - min(_distances(board, goal.squares)[square], span) / span)
            for goal in mine
        )
    if not rivals:
        return total
    y, x = divmod(square, board.width)
    nearest = min(_apart(x, y, rival.square, board.width) for rival in rivals)
    total += 0.25 / (1 + max(0, nearest - (4 if unit.card.shoots else 0)))
    sees, seen = battle.terrain.sees, 0
    for rival in rivals:
        if rival.state == STANDING and sees(rival.square, square, standing=way):
            seen += 1
    return total - 0.06 * seen


def _apart(x: int, y: int, square: int, width: int) -> int:
    other_y, other_x = divmod(square, width)
    return max(abs(x - other_x), abs(y - other_y))


def _expected(battle: Battle, rule: object, side: int, turns_left: int) -> float:
    """Points that the position as it stands would score."""
    if not isinstance(rule, dict):
        return 0.0
    points, kind = float(rule.get("points", 1)), rule.get("score")
    if kind == "objectives":
        held = sum(
            controller(battle, objective) == side
            and counts_for(battle, objective.zone, rule.get("which", "all"), side)
            for objective in battle.mission.objectives
        )
        return points * held * (0.6 * turns_left if rule.get("when") == "turn" else 1.5)
    if kind == "out":
        out = sum(unit.side != side and unit.state == OUT for unit in battle.units)
        return 2.0 * points * out
    if kind == "standing-in":
        mask = place_mask(battle, str(rule["zone"]), side) & battle.standing[side]
        return 1.5 * points * mask.bit_count()
    if kind == "carry":
        which = rule.get("which", "all")
        held = sum(
            place <= CARRIED
            and battle.units[CARRIED - place].side == side
            and counts_for(battle, marker.zone, which, side)
            for place, marker in zip(battle.markers, battle.mission.markers, strict=True)
        )
        return 1.5 * points * held
    return 0.0


def advise(battle: Battle, choice: Choice) -> Sequence[Option]:
    """Attacks and special actions first, then the movements that look best."""
    options = choice.listed
    if choice.kind == "deploy":
        return _spread(battle, options)
    if choice.kind != "action" or len(options) <= 14:
        return options
    moves = [o for o in options if o[0] in ("move", "dash", "leap", "crawl")]
    rest = [o for o in options if o[0] not in ("move", "dash", "leap", "crawl", "order", "blast")]
    blasts = [o for o in options if o[0] == "blast" and _catches(battle, o)]
    unit = battle.units[battle.active]
    aims = _aims(battle, unit)
    moves.sort(key=lambda option: _approach(battle, option, aims))
    return [*rest, *blasts[:6], *moves[:10]]


def _aims(battle: Battle, unit: Unit) -> list[int]:
    """The squares a unit wants to come near to: goals, or else enemies."""
    goals = _bearer_goals(battle, unit) or _goals(battle, unit.side)
    return [goal.squares for goal in goals] or [1 << foe.square for foe in foes(battle, unit)]


def _catches(battle: Battle, option: Option) -> bool:
    side = battle.units[option[1]].side
    around = battle.terrain.adjacent[option[3]]
    caught = (around & battle.standing[1 - side]).bit_count()
    return caught > (around & battle.standing[side]).bit_count()


def _approach(battle: Battle, option: Option, aims: list[int]) -> tuple[int, int]:
    board, square = battle.field.board, option[2]
    near = min((_distances(board, aim)[square] for aim in aims), default=0)
    return near, square


def _spread(battle: Battle, options: Sequence[Option]) -> Sequence[Option]:
    """For deployment: one unit, and its squares nearest to what the mission is about."""
    first = options[0][1]
    mine = [option for option in options if option[1] == first]
    aims = _aims(battle, battle.units[first])
    mine.sort(key=lambda option: _approach(battle, option, aims))
    return mine[:8]


def assume(_battle: Battle, choice: Choice) -> Option | None:
    """What odds take for granted in mid-action: free re-rolls are used, orders are kept."""
    options = choice.listed
    if choice.kind == "free re-roll":
        return _best_batch(choice, options)
    if choice.kind == "parry":
        about = choice.about
        hits = [o for o in options if o != PASS and about["faces"][o[1]] in about["wins"]]
        return hits[0] if hits else PASS
    if choice.kind in ("counter", "weapon"):
        return options[0]
    if choice.kind == "push":
        return options[-1]
    if choice.optional:
        return PASS
    return None


def _best_batch(choice: Choice, options: Sequence[Option]) -> Option:
    """Re-roll every die that failed and none that succeeded, as far as the rule allows."""
    about = choice.about
    wins, faces = about["wins"], about["faces"]

    def gain(option: Option) -> int:
        dice = option[1:] if option != PASS else ()
        return sum(-1 if faces[index] in wins else 1 for index in dice)

    return max(options, key=gain)


def is_attack(option: Option) -> bool:
    return option[0] in ATTACKS
