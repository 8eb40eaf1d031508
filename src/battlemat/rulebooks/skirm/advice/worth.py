"""Advice for machines: how well a side stands. It is no rule and never changes a battle."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TypeAlias

from battlemat.boards.squares import Board
from battlemat.kernel.memo import Memo, Owned, Table
from battlemat.rulebooks.skirm.advice.goals import (
    Goal,
    Holders,
    bearer_goals,
    goals_of,
    walking_distances,
)
from battlemat.rulebooks.skirm.advice.weights import Weights
from battlemat.rulebooks.skirm.chapters.combat.sight import in_the_way
from battlemat.rulebooks.skirm.chapters.mission import controller, counts_for, place_mask
from battlemat.rulebooks.skirm.state.battle import (
    CARRIED,
    DOWNED,
    OUT,
    PLAYERS,
    STANDING,
    Battle,
    Field,
    Unit,
)
from battlemat.rulebooks.skirm.state.setup import ScoringSetup

SETTLED = 0.7
"""Which part of what is to be expected is settled: it can still be lost before it is scored."""


def worth(battle: Battle, player: str, weights: Weights, hopes: float = 1.0) -> float:
    """Points scored and to be expected, the strength left, and how units stand; `hopes` says which
    part of what is to be expected counts.
    """
    side = PLAYERS.index(player)
    known = _known.of(battle.field)
    layouts = known.get(weights)
    if layouts is None:
        layouts = known[weights] = _Layouts(weights)
    layout = layouts.of(battle)
    mine = _side_worth(battle, side, layout[side], weights, hopes)
    return mine - _side_worth(battle, 1 - side, layout[1 - side], weights, hopes)


def _side_worth(battle: Battle, side: int, layout: _Side, weights: Weights, hopes: float) -> float:
    postures, expected = layout
    total = weights.score * battle.scores[side] + weights.order * battle.orders[side]
    has_hit = battle.edition.has_hit
    for unit, posture in zip(_squad(battle, side), postures, strict=True):
        if unit.state != OUT:
            alive = unit.hit / max(1, unit.card.hit) if has_hit else None
            strength = _strength(unit.state, alive, unit.powers.order_dice, weights)
            total += strength - weights.stun * unit.stun + posture
    for points in expected:
        total += hopes * points
    return total


def _squad(battle: Battle, side: int) -> list[Unit]:
    red = battle.field.red
    return battle.units[red:] if side else battle.units[:red]


# ---------------------------------------------------------------------- how units stand

_Side: TypeAlias = tuple[Sequence[float], Sequence[float]]
"""What the posture of each unit of a side is worth, and what each scoring rule."""


_LAYOUTS = Memo("the field, the weights and all that `of` names of a battle", bound=4096)
_PULLS = Memo("the field and all that goals look at in a battle", bound=4096)


class _Layouts:
    """What layouts of one battle are worth: who stands or lies where, and all that goes with it.

    Most options of a choice, and most outcomes of their dice, leave it as it was.
    """

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self.known: Table[Hashable, tuple[_Side, _Side]] = _LAYOUTS.table()
        self._pulls: Table[Hashable, Sequence[float] | None] = _PULLS.table()

    def of(self, battle: Battle) -> tuple[_Side, _Side]:
        key = (
            tuple([unit.square for unit in battle.units]),
            tuple([unit.state for unit in battle.units]),
            battle.mission.id,
            battle.turn,
            battle.doors_open,
            battle.lasting.smoke,
            battle.limits,
            *battle.zones,
            *battle.markers,
        )
        found = self.known.get(key)
        if found is None:
            holders = [controller(battle, objective) for objective in battle.mission.objectives]
            sides = (self._weigh(battle, 0, holders), self._weigh(battle, 1, holders))
            found = self.known.keep(key, sides)
        return found

    def _weigh(self, battle: Battle, side: int, holders: Holders) -> _Side:
        pull = self._pull(battle, side, holders)
        ground = _Ground(battle, side, pull, sight=self._weights.seen != 0)
        postures = [_posture(battle, unit, ground, self._weights) for unit in _squad(battle, side)]
        turns_left = max(0, battle.mission.turns - battle.turn + 1)
        return postures, [
            _expected(battle, rule, side, turns_left, holders, self._weights)
            for rule in battle.mission.scoring
        ]

    def _pull(self, battle: Battle, side: int, holders: Holders) -> Sequence[float] | None:
        """What the goals of a side make of each square; they change much less often than layouts.

        The key is all that `goals_of` looks at in a battle.
        """
        key = (battle.mission.id, side, *holders, battle.limits, *battle.zones, *battle.markers)
        if key not in self._pulls:
            goals = goals_of(battle, side, holders)
            self._pulls.keep(key, _pull(battle.field.board, tuple(goals)) if goals else None)
        return self._pulls[key]


_known: Owned[Field, dict[Weights, _Layouts]]
_known = Memo("the field, and the weights that it is looked at with", bound=8).owned(lambda _: {})


class _Ground:
    """What all units of a side have in common: where they want to be, and who is against them."""

    __slots__ = ("pull", "rivals", "views")

    def __init__(
        self, battle: Battle, side: int, pull: Sequence[float] | None, *, sight: bool
    ) -> None:
        self.pull = pull
        rivals = [unit for unit in _squad(battle, 1 - side) if unit.square >= 0]
        self.rivals = [unit.square for unit in rivals]
        mine, seen, way = battle.standing[side], battle.terrain.seen, in_the_way(battle)
        self.views = [  # which of the side's Standing units each Standing rival sees
            seen(unit.square, mine, standing=way)
            for unit in rivals
            if sight and unit.state == STANDING
        ]


@Memo("what is left of the unit, and the weights", bound=1024)
def _strength(state: int, alive: float | None, order_dice: int, weights: Weights) -> float:
    """What a unit is worth in itself; `alive` is what is left of its HIT, where units have any."""
    if alive is None:
        base = weights.downed if state == DOWNED else weights.unit
    elif state == DOWNED:
        base = weights.downed
    else:
        base = weights.unit + weights.health * alive
    return base * (1.0 + weights.leader * order_dice)


def _posture(battle: Battle, unit: Unit, ground: _Ground, weights: Weights) -> float:
    """Near goals, near targets it can reach, and out of sight when it cannot shoot back."""
    if unit.state != STANDING or unit.square < 0:
        return 0.0
    board, square = battle.field.board, unit.square
    total = 0.0
    own = bearer_goals(battle, unit)
    pull = _pull(board, tuple(own)) if own else ground.pull
    if pull is not None:
        total += weights.goal * pull[square]
    if not ground.rivals:
        return total
    nearest = min(map(_apart(board.width, board.size)[square].__getitem__, ground.rivals))
    total += weights.near / (1 + max(0, nearest - (4 if unit.card.ranged_weapons else 0)))
    seen = 0
    for view in ground.views:
        seen += view >> square & 1
    return total - weights.seen * seen


@Memo("the board, which does not change, and the goals", bound=1024)
def _pull(board: Board, goals: tuple[Goal, ...]) -> Sequence[float]:
    """For each square what the best of some goals makes of standing there."""
    span = 2 * board.width
    ways = [(goal.points, walking_distances(board, goal.squares)) for goal in goals]
    return [
        max(points * (1 - min(far[square], span) / span) for points, far in ways)
        for square in range(board.size)
    ]


@Memo("the size of the board", bound=16)
def _apart(width: int, size: int) -> Sequence[Sequence[int]]:
    """How far two squares lie apart, steps in any direction counted."""
    places = [divmod(square, width) for square in range(size)]
    return [bytes(max(abs(x - u), abs(y - v)) for v, u in places) for y, x in places]


def _expected(
    battle: Battle,
    rule: ScoringSetup,
    side: int,
    turns_left: int,
    holders: Holders,
    weights: Weights,
) -> float:
    """Points that the position as it stands would score."""
    points, kind = float(rule.points), rule.score
    if kind == "objectives":
        held = sum(
            holder == side and counts_for(battle, objective.zone, rule.which, side)
            for objective, holder in zip(battle.mission.objectives, holders, strict=True)
        )
        each = weights.held_turns * turns_left if rule.when == "turn" else weights.held_end
        return points * held * each
    if kind == "out":
        out = sum(unit.state == OUT for unit in _squad(battle, 1 - side))
        return weights.out * points * out
    if kind == "standing-in":
        mask = place_mask(battle, rule.zone, side) & battle.standing[side]
        return weights.standing_in * points * mask.bit_count()
    if kind == "carry":
        held = sum(
            place <= CARRIED
            and battle.units[CARRIED - place].side == side
            and counts_for(battle, marker.zone, rule.which, side)
            for place, marker in zip(battle.markers, battle.mission.markers, strict=True)
        )
        return weights.carried * points * held
    return 0.0
