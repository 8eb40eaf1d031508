"""Plan puzzles: all answers with their odds, and whether there is one clear solution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Option
from battlemat.packs.solving.puzzles import Goal
from battlemat.puzzles.counting import MOST, PlanCount

RIGHT = 0.01
"""An answer within this of the best is as right."""
CLEAR = 0.10
"""The best must be so much above the best that is not as right."""
LEAST = 0.10
"""A goal that is reached less often is no goal."""


class Counted(NamedTuple):
    """An answer, and the odds that the goal is reached after it."""

    option: Option
    text: str
    chance: float


def count_answers(game: Game[Any], goal: Goal, most: int = MOST) -> list[Counted]:
    """Every listed answer to the question that stands, the best first; `TooMany` if too dear."""
    return count_goals(game, [goal], most)[0]


def count_goals(game: Game[Any], goals: Sequence[Goal], most: int = MOST) -> list[list[Counted]]:
    """The same for several goals, in one walk through what may happen."""
    choice = game.question
    assert isinstance(choice, Choice), "a puzzle stands at a choice"
    count = PlanCount(game, *goals, most=most)
    chances = [(one, game.write(one), count.of_all(one)) for one in choice.listed]
    return [
        sorted(
            (Counted(one, text, float(values[number])) for one, text, values in chances),
            key=lambda one: (-one.chance, one.text),
        )
        for number in range(len(goals))
    ]


def count_one(game: Game[Any], goal: Goal, option: Option, most: int = MOST) -> float:
    """The odds of one answer, listed or not."""
    return float(PlanCount(game, goal, most=most).of(option))


def count_at_once(game: Game[Any], goal: Goal, option: Option, most: int = MOST) -> float:
    """The odds that an answer reaches the goal with nothing after it."""
    return float(PlanCount(game, goal, most=most, once=True).of(option))


def split(counted: list[Counted]) -> tuple[list[Counted], list[Counted]]:
    """The right answers and the others, the best first in both."""
    best = counted[0].chance if counted else 0.0
    right = [one for one in counted if one.chance >= best - RIGHT]
    return right, counted[len(right) :]


def unclear(counted: list[Counted]) -> str:
    """Why these answers make no puzzle, in a line; "" if they make one."""
    if not counted or counted[0].chance < LEAST:
        return "there is no solution: no answer reaches the goal often enough"
    right, others = split(counted)
    if not others:
        return "every answer is right"
    lead = right[0].chance - others[0].chance
    if lead < CLEAR - 1e-9:  # of numbers that are not quite decimal
        return (
            f"there is a second solution: '{others[0].text}' reaches the goal in "
            f"{100 * others[0].chance:.1f} % of cases, '{right[0].text}' in "
            f"{100 * right[0].chance:.1f} %"
        )
    return ""
