"""Advice for machines: which options deserve a closer look, and what odds take for granted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from battlemat.kernel.questions import PASS, Choice, Option
from battlemat.kernel.rulebook import Temper
from battlemat.rulebooks.skirm.advice.goals import bearer_goals, goals_of, walking_distances
from battlemat.rulebooks.skirm.chapters.activation import Order
from battlemat.rulebooks.skirm.chapters.combat.attacks import Blast
from battlemat.rulebooks.skirm.chapters.combat.rerolls import Change, Dice, Pay, Reroll
from battlemat.rulebooks.skirm.chapters.combat.targets import foes
from battlemat.rulebooks.skirm.chapters.moves import Crawl, Dash, Going, Leap, Move
from battlemat.rulebooks.skirm.chapters.places import Place
from battlemat.rulebooks.skirm.state.battle import Battle, Unit

FEW = 14
"""So many options are looked at one by one."""


TEMPERS: Mapping[str, Temper] = {
    "skirm1": Temper(slope=0.19, oversight=0.7, search=900),
    "skirm2": Temper(slope=0.13, mistakes=0.95, search=900),
    "skirm3": Temper(slope=0.15, search=900),
}
"""How to think about each edition."""


def advise(battle: Battle, choice: Choice) -> Sequence[Option]:
    """Attacks and special actions first, then the movements that look best."""
    options = choice.listed
    if choice.kind == "deploy":
        return _spread(battle, options)
    if choice.kind != "action" or len(options) <= FEW:
        return options
    moves = [o for o in options if isinstance(o, (Move, Dash, Leap, Crawl))]
    rest = [o for o in options if not isinstance(o, (Move, Dash, Leap, Crawl, Order, Blast))]
    blasts = [o for o in options if isinstance(o, Blast) and _catches(battle, o)]
    aims = _aims(battle, battle.units[battle.active])
    moves.sort(key=lambda option: _approach(battle, option, aims))
    return [*rest, *blasts[:6], *moves[:10]]


def _aims(battle: Battle, unit: Unit) -> list[int]:
    """The squares a unit wants to come near to: goals, or else enemies."""
    goals = bearer_goals(battle, unit) or goals_of(battle, unit.side)
    return [goal.squares for goal in goals] or [1 << foe.square for foe in foes(battle, unit)]


def _catches(battle: Battle, blast: Blast) -> bool:
    side = battle.units[blast.unit].side
    around = battle.terrain.adjacent[blast.square]
    caught = (around & battle.standing[1 - side]).bit_count()
    return caught > (around & battle.standing[side]).bit_count()


def _approach(battle: Battle, option: Going | Place, aims: list[int]) -> tuple[int, int]:
    board, square = battle.field.board, option.square
    near = min((walking_distances(board, aim)[square] for aim in aims), default=0)
    return near, square


def _spread(battle: Battle, options: Sequence[Any]) -> Sequence[Option]:
    """For deployment: one unit, and its squares nearest to what the mission is about."""
    first = options[0].unit
    mine = [option for option in options if option.unit == first]
    aims = _aims(battle, battle.units[first])
    mine.sort(key=lambda option: _approach(battle, option, aims))
    return mine[:8]


def assume(_battle: Battle, choice: Choice) -> Option | None:
    """What odds take for granted in mid-action: free re-rolls are used, orders are kept."""
    if choice.kind == "free re-roll":
        return _best_batch(choice, [one for one in choice.listed if not _is_paid(choice, one)])
    if choice.kind == "parry":
        about = choice.about
        for option in choice.listed:
            if isinstance(option, Reroll) and about["faces"][option.dice[0]] in about["wins"]:
                return option
        return PASS
    if choice.kind in ("counter", "weapon"):
        return choice.listed[0]
    if choice.kind == "push":
        return choice.listed[-1]
    return PASS if choice.optional else None


def _is_paid(choice: Choice, option: Option) -> bool:
    """Whether an option of a window takes an order."""
    asked = choice.menu.asked
    if not isinstance(asked, Dice) or not isinstance(option, (Reroll, Pay, Change)):
        return False
    return asked.is_paid(option)


def _best_batch(choice: Choice, options: Sequence[Option]) -> Option:
    """Re-roll every die that failed and none that succeeded, as far as the rule allows."""
    wins, faces = choice.about["wins"], choice.about["faces"]

    def gain(option: Option) -> int:
        dice = option.dice if isinstance(option, Reroll) else ()
        return sum(-1 if faces[index] in wins else 1 for index in dice)

    return max(options, key=gain)
