"""An independent count of a plan: every face of every die, one by one, over plain forks of a game.

It shares nothing with the counting of puzzles: no tallies, no faces that are alike, no walks. Only
what ends a plan and what is assumed in mid-action is the same, because the page on puzzles says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Roll
from battlemat.packs.solving.puzzles import Goal

MOST_FACES = 50_000


class TooLong(Exception):
    """More forks than a test may take."""


class ByHand:
    """Counts one goal by forking a game without dice."""

    def __init__(self, goal: Goal, side: str, most: int) -> None:
        self.goal, self.side, self.left = goal, side, most
        self.known: dict[Any, Fraction] = {}

    def after(self, game: Game[Any], answer: Any) -> Fraction:
        """The odds that the goal is reached after an answer."""
        self.left -= 1
        if self.left < 0:
            raise TooLong
        fork = game.fork()
        fork.take(answer)
        if not fork.since:
            return self.at_a_step(fork)
        return self.from_here(fork)

    def at_a_step(self, game: Game[Any]) -> Fraction:
        key = game.battle.key()
        if key not in self.known:
            self.known[key] = Fraction(1) if self.reached(game) else self.from_here(game)
        return self.known[key]

    def from_here(self, game: Game[Any]) -> Fraction:
        question = game.question
        if question is None:
            return Fraction(self.reached(game))
        if isinstance(question, Roll):
            return self.over_all_faces(game, question)
        assert isinstance(question, Choice)
        if self.ends(question):
            return Fraction(self.reached(game))
        assumed = game.rulebook.assume(game.battle, question)
        if assumed is not None:
            return self.after(game, assumed)
        values = [self.after(game, one) for one in question.listed]
        return max(values) if question.player == self.side else min(values)

    def ends(self, question: Choice) -> bool:
        """Before the next unit is activated, or before an enemy acts."""
        if self.goal.until == "activation":
            return question.kind == "activate"
        return question.kind in ("action", "attack", "move") and question.player != self.side

    def over_all_faces(self, game: Game[Any], roll: Roll) -> Fraction:
        if roll.sides**roll.count > MOST_FACES:
            raise TooLong
        faces = Counter(
            tuple(sorted(one)) for one in product(range(1, roll.sides + 1), repeat=roll.count)
        )
        every = roll.sides**roll.count
        return sum(
            (Fraction(ways, every) * self.after(game, one) for one, ways in faces.items()),
            Fraction(0),
        )

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
            unit = units[self.goal.units[0]]
            unhurt = not fallen and hit_points(unit) >= self.goal.number
            return unhurt and unit["at"] == self.goal.place
        return len(fallen) >= self.goal.number


def hit_points(unit: Mapping[str, Any]) -> int:
    """What is left of somebody who is not out."""
    return int(unit.get("left", unit.get("hit", unit.get("hp", 0))))
