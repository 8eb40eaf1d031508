"""An independent count of a plan: every face of every die, one by one, over plain forks of a game.

It shares nothing with the counting of puzzles: no tallies, no faces that are alike, no walks. Only
what ends a plan and what is assumed in mid-action is the same, because the page on puzzles says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Roll
from battlemat.packs.solving.puzzles import Goal

MOST_FACES = 50_000
LEAST_REACH = Fraction(1, 100_000)
"""Dice that are thrown on without end are left where less than this remains."""


class TooLong(Exception):
    """More forks than a test may take."""


class Span(NamedTuple):
    """What the odds are at least and at most: apart only by chains of dice that were left."""

    low: Fraction
    high: Fraction


SURE, NEVER = Span(Fraction(1), Fraction(1)), Span(Fraction(0), Fraction(0))
OPEN = Span(Fraction(0), Fraction(1))


class Plan:
    """What ends a plan, when its goal is reached, and who chooses what in it."""

    def __init__(self, goal: Goal, choice: Choice) -> None:
        self.goal, self.side = goal, choice.player
        self.window = choice.kind if choice.optional else ""

    def ends(self, question: Choice) -> bool:
        """Before the next unit is activated, or before an enemy acts."""
        if self.goal.until == "activation":
            return question.kind == "activate"
        return question.kind in ("action", "attack", "move") and question.player != self.side

    def assumed(self, game: Game[Any], question: Choice) -> Any:
        """What is asked in mid-action goes as in all odds, but windows like the first one."""
        if question.kind == self.window and question.player == self.side:
            return None
        return game.rulebook.assume(game.battle, question)

    def reached(self, game: Game[Any]) -> bool:
        units = game.rulebook.facts(game.battle)["units"]
        wanted = {"out", "destroyed", "dead", "unconscious"}
        if self.goal.kind == "down":
            wanted.add("downed")
        fallen = [
            one
            for one in self.goal.units
            if units[one].get("state", units[one].get("place")) in wanted
        ]
        if self.goal.kind == "left":
            unit = units[self.goal.units[0]]
            return bool(fallen) or hit_points(unit) <= self.goal.number
        if self.goal.kind == "there":
            return self.unhurt(game) and units[self.goal.units[0]]["at"] == self.goal.place
        return len(fallen) >= self.goal.number

    def unhurt(self, game: Game[Any]) -> bool:
        unit = game.rulebook.facts(game.battle)["units"][self.goal.units[0]]
        fallen = unit.get("state", unit.get("place")) in ("out", "destroyed", "dead", "unconscious")
        return not fallen and hit_points(unit) >= self.goal.number

    def is_lost(self, game: Game[Any]) -> bool:
        """Nobody is healed on his way: who is hurt will not arrive unhurt."""
        return self.goal.kind == "there" and not self.unhurt(game)


class ByHand:
    """Counts one goal by forking a game without dice."""

    def __init__(self, plan: Plan, most: int) -> None:
        self.plan, self.left = plan, most
        self.known: dict[Any, Span] = {}

    def after(self, game: Game[Any], answer: Any, reach: Fraction = Fraction(1)) -> Span:
        """The odds that the goal is reached after an answer."""
        if reach < LEAST_REACH:
            return OPEN
        self.left -= 1
        if self.left < 0:
            raise TooLong
        fork = game.fork()
        fork.take(answer)
        if not fork.since:
            return self.at_a_step(fork)
        return self.from_here(fork, reach)

    def at_a_step(self, game: Game[Any]) -> Span:
        if self.plan.window:
            return self.judged(game)
        key = game.battle.key()
        if key not in self.known:
            reached, lost = self.plan.reached(game), self.plan.is_lost(game)
            self.known[key] = (
                SURE if reached else NEVER if lost else self.from_here(game, Fraction(1))
            )
        return self.known[key]

    def judged(self, game: Game[Any]) -> Span:
        return SURE if self.plan.reached(game) else NEVER

    def from_here(self, game: Game[Any], reach: Fraction) -> Span:
        question = game.question
        if question is None:
            return self.judged(game)
        if isinstance(question, Roll):
            return self.over_all_faces(game, question, reach)
        assert isinstance(question, Choice)
        if self.plan.ends(question):
            return self.judged(game)
        assumed = self.plan.assumed(game, question)
        if assumed is not None:
            return self.after(game, assumed, reach)
        values = [self.after(game, one, reach) for one in question.listed]
        better = max if question.player == self.plan.side else min
        return Span(better(one.low for one in values), better(one.high for one in values))

    def over_all_faces(self, game: Game[Any], roll: Roll, reach: Fraction) -> Span:
        every = roll.sides**roll.count
        if every > MOST_FACES:
            raise TooLong
        faces = Counter(
            tuple(sorted(one)) for one in product(range(1, roll.sides + 1), repeat=roll.count)
        )
        parts = [(Fraction(ways, every), one) for one, ways in faces.items()]
        return total((part, self.after(game, one, reach * part)) for part, one in parts)


def total(parts: Iterable[tuple[Fraction, Span]]) -> Span:
    """The odds over several ways with their chances."""
    low = high = Fraction(0)
    for part, span in parts:
        low, high = low + part * span.low, high + part * span.high
    return Span(low, high)


def hit_points(unit: Mapping[str, Any]) -> int:
    """What is left of somebody who is not out."""
    return int(unit.get("left", unit.get("hit", unit.get("hp", 0))))
