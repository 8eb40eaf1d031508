"""Judgement puzzles: which answer wins more games, by playing them to the end.

Two answers are played with the same dice and the same players (a pair), so that what the dice give
they give to both. What the dice of the answer itself gave beyond their average is luck and is
subtracted. Pairs are played until the range of the difference is narrow enough.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, Option
from battlemat.packs.solving.puzzles import Interval, Puzzle
from battlemat.players import registry
from battlemat.players.chances import win_chance
from battlemat.players.driver import Unfinished, play
from battlemat.players.standing import promised
from battlemat.puzzles.position import position

LEAD = 0.08
LOWEST = 0.04
"""The best must lead by so much, and the lower bound of the 99 % range lie above."""
SURE = 2.576
"""Standard errors of a 99 % range."""
FEWEST, MOST = 40, 400
SOME = 24
"""Pairs for an answer that seems worse from the start."""
_LONGEST = 4000
JUDGES = (("first judge", "sergeant"), ("second judge", "corporal"))
"""Seeds and levels of those who play the games: they must agree."""


@dataclass(slots=True)
class Lead:
    """What one answer is worth above another, pair by pair."""

    values: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values)

    @property
    def error(self) -> float:
        """Half of the 99 % range."""
        count, mean = len(self.values), self.mean
        spread = sum((one - mean) ** 2 for one in self.values) / max(1, count - 1)
        return SURE * sqrt(max(spread, 0.01) / count)

    @property
    def is_clear(self) -> bool:
        """Whether it leads by enough, and surely."""
        return self.mean >= LEAD and self.mean - self.error > LOWEST

    @property
    def is_ahead(self) -> bool:
        """Whether it leads by enough, as far as few games tell."""
        return self.mean >= LEAD and self.mean > self.error / 2

    @property
    def is_hopeless(self) -> bool:
        """Whether it will not come to lead by enough."""
        return self.mean + self.error < LEAD or (len(self.values) >= FEWEST and self.mean < LEAD)

    def interval(self) -> Interval:
        """What a file tells of it."""
        mean, error = self.mean, self.error
        return Interval(mean, max(-1.0, mean - error), min(1.0, mean + error), len(self.values))


class Judge:
    """Plays answers of one position to the end of the game."""

    def __init__(self, game: Game[Any], seed: str, level: str) -> None:
        choice = game.question
        assert isinstance(choice, Choice), "a judgement stands at a choice"
        self._game, self._seed, self._level = game, seed, level
        self._player = choice.player
        self._averages: dict[Option, float] = {}
        self._scores: dict[tuple[Option, int], float] = {}

    def won(self, option: Option, pairs: int) -> float:
        """The average result of the first games after an answer."""
        return sum(self.score(option, number) for number in range(pairs)) / pairs

    def leads(self, best: Option, other: Option) -> bool:
        """Whether an answer is surely ahead of one that few games have shown to be worse."""
        return self.lead(best, other, SOME, SOME // 2).is_ahead

    def lead(self, best: Option, other: Option, most: int = MOST, fewest: int = FEWEST) -> Lead:
        """How far one answer is ahead of another; played until that is clear, or hopeless."""
        found = Lead()
        for pair in range(most):
            found.values.append(self.score(best, pair) - self.score(other, pair))
            if pair + 1 >= fewest // 2 and found.is_hopeless:
                break
            if pair + 1 >= fewest and found.is_clear:
                break
        return found

    def score(self, option: Option, number: int) -> float:
        """The result of game `number` after an answer, 0 to 1, without the luck of its dice."""
        found = self._scores.get((option, number))
        if found is None:
            found = self._scores[option, number] = self._scored(option, number)
        return found

    def _scored(self, option: Option, number: int) -> float:
        fork = self._game.fork(SeededDice(f"{self._seed} {number}"))
        rulebook, before = fork.rulebook, fork.checkpoint
        fork.answer(option)
        while fork.checkpoint is before and isinstance(fork.question, Choice):
            assumed = rulebook.assume(fork.battle, fork.question)
            if assumed is None:
                break
            fork.answer(assumed)
        luck = win_chance(rulebook, fork.battle, self._player) - self._average(option)
        return self._played(fork, number) - luck

    def _average(self, option: Option) -> float:
        found = self._averages.get(option)
        if found is None:
            found = self._averages[option] = promised(self._game, option, self._player, 300)
        return found

    def _played(self, fork: Game[Any], number: int) -> float:
        players = {
            side: registry.make(self._level, f"{self._seed} {number} {side}")
            for side in fork.rulebook.players
        }
        try:
            winner = play(fork, players, most=_LONGEST).winner
        except Unfinished:
            return 0.5
        return 0.5 if winner is None else float(winner == self._player)


def judged_again(puzzle: Puzzle, most: int = MOST) -> list[str]:
    """What is wrong with a judgement, when its games are played anew."""
    game = position(puzzle)
    best, other = game.read(puzzle.best[0].answer), game.read(puzzle.next.answer)
    found = []
    for seed, level in JUDGES:
        lead = Judge(game, seed, level).lead(best, other, most)
        if not lead.is_clear:
            told = f"{100 * lead.mean:.0f} points, give or take {100 * lead.error:.0f}"
            found.append(f"the best leads by {told} ({level}, {len(lead.values)} pairs)")
    return found
