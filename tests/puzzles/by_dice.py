"""An independent estimate of a plan that is too long to be counted: it is played, with real dice.

Games that come to the same battle go on together. At each choice few games sieve the answers, and
the best of them is then played with fresh dice: so an estimate is never better than what can be
done, but for the luck of its dice.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Option
from puzzles.by_hand import Plan, TooLong

SIEVE = ((6, 5), (24, 3), (100, 1))
"""Games for each answer, and how many go on to the next round."""
RARE = 30
"""Battles that fewer games come to are not looked at in the last round."""


class ByDice:
    """Plays one goal, over forks of a game."""

    def __init__(self, plan: Plan, seed: str, most: int) -> None:
        self.plan, self.left = plan, most
        self.dice = SeededDice(seed)
        self.picked: dict[Any, Option] = {}

    def after(self, game: Game[Any], answer: Option, games: int) -> float:
        """In which part of so many games the goal is reached after an answer."""
        places: dict[Any, Game[Any]] = {}
        came: Counter[Any] = Counter()
        for _ in range(games):
            self.left -= 1
            if self.left < 0:
                raise TooLong
            fork = game.fork(self.dice)
            fork.take(answer)
            key = (fork.battle.key(), tuple(fork.since))
            places.setdefault(key, fork)
            came[key] += 1
        return sum(many * self.from_here(places[key], many) for key, many in came.items()) / games

    def from_here(self, game: Game[Any], games: int) -> float:
        question = game.question
        if self.plan.is_lost(game):
            return 0.0
        if not game.since and (self.plan.window or self.plan.reached(game)):
            return float(self.plan.reached(game))
        if question is None:
            return float(self.plan.reached(game))
        assert isinstance(question, Choice), "dice fall by themselves"
        if self.plan.ends(question):
            return float(self.plan.reached(game))
        answer = self.plan.assumed(game, question)
        if answer is None:
            answer = self.pick(game, question, games)
        return self.after(game, answer, games)

    def pick(self, game: Game[Any], question: Choice, games: int) -> Option:
        """The answer that few games take for the best, or the worst where an enemy chooses."""
        rounds = SIEVE if games > RARE else SIEVE[:-1]
        key = (game.battle.key(), tuple(game.since), len(rounds))
        if key not in self.picked:
            sign = 1 if question.player == self.plan.side else -1
            options = list(question.listed)
            for many, kept in rounds:
                if len(options) > 1:
                    worth = {one: sign * self.after(game, one, many) for one in options}
                    options = sorted(options, key=lambda one: -worth[one])[:kept]
            self.picked[key] = options[0]
        return self.picked[key]
