"""Target numbers and lines of fire as players read them, with exact chances."""

from __future__ import annotations

from fractions import Fraction

from battlemat.kernel.odds import flow_odds
from battlemat.kernel.scene import Shape
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.chapters.firing.aiming import Aim, check, need
from battlemat.rulebooks.skirmishers.screen.drawing import above, point
from battlemat.rulebooks.skirmishers.state.battle import Battle


def chance_of(battle: Battle, target_number: int) -> Fraction:
    """The chance to reach a target number, counted from the check itself."""
    quiet = battle.copy()
    because = "skirmishers.dice.check"
    odds = flow_odds(lambda: check(quiet, 0, target_number, "", because=because))
    return odds.chance(bool)


def told(chance: Fraction) -> str:
    """A chance as players read it."""
    return f"{chance} ({in_percent(chance)})"


def in_percent(chance: Fraction) -> str:
    """A chance where there is little room."""
    percent = float(100 * chance)
    return f"{percent:.{0 if percent >= 10 else 1}f} %"


def aim_line(aim: Aim) -> Shape:
    """A line of fire with the number that the attack needs."""
    battle, number = aim.battle, need(aim)
    ends = [point(battle.board, aim.start), point(battle.board, aim.place)]
    level = max(above(battle.board, aim.start), above(battle.board, aim.place))
    target = aim.target.id if aim.target is not None else battle.board.name(aim.place)
    label = say(
        "{target}: target number {number}, {chance}",
        target=target,
        number=number,
        chance=told(chance_of(battle, number)),
    )
    brief = say("{number} or more hits", number=number)
    because = "skirmishers.fire.base"
    return Shape("line", "line", ends, level=level, label=label, because=because, name=brief)


def aim_shapes(aim: Aim | None) -> list[Shape]:
    """The line of an attack, if it can be made."""
    return [aim_line(aim)] if aim is not None else []
