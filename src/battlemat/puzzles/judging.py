"""Judgement puzzles: which answer wins more games, by playing them to the end.

Two answers are played with the same dice and the same players (a pair), so that what the dice give
they give to both. What the dice of the answer itself gave beyond their average is luck and is
subtracted. Pairs are played until the range of the difference is narrow enough; it is looked at a
few times only, since whoever looks after each pair sees what he wants to see sooner or later.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import product
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
LOOKS = (40, 80, 160, 400)
"""After so many pairs it is looked whether a lead is clear."""
_HOPELESS = 20
"""After so many pairs a lead that will not come to be clear may be given up."""
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
    def is_hopeless(self) -> bool:
        """Whether it will not come to lead by enough."""
        return self.mean + self.error < LEAD or (len(self.values) >= LOOKS[0] and self.mean < LEAD)

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

    def lead(self, best: Option, other: Option, most: int = LOOKS[-1]) -> Lead:
        """How far one answer is ahead of another; played until that is clear, or hopeless."""
        found = Lead()
        for pair in range(1, most + 1):
            found.values.append(self.score(best, pair - 1) - self.score(other, pair - 1))
            if pair >= _HOPELESS and found.is_hopeless:
                break
            if pair in LOOKS and found.is_clear:
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


def rivals_of(game: Game[Any], right: Collection[str]) -> list[Option]:
    """The listed answers that are not right."""
    choice = game.question
    assert isinstance(choice, Choice), "a judgement stands at a choice"
    return [one for one in choice.listed if game.write(one) not in right]


def judged_again(puzzle: Puzzle) -> list[str]:
    """What is wrong with a judgement, when its games are played anew: each right answer against
    each other one, by both judges."""
    game = position(puzzle)
    right = [one.answer for one in puzzle.best]
    found = []
    for seed, level in JUDGES:
        judge = Judge(game, seed, level)
        for best, other in product(map(game.read, right), rivals_of(game, right)):
            lead = judge.lead(best, other)
            if not lead.is_clear:
                found.append(
                    f"'{game.write(best)}' leads '{game.write(other)}' by {100 * lead.mean:.0f} "
                    f"points, give or take {100 * lead.error:.0f} "
                    f"({level}, {len(lead.values)} pairs)"
                )
    return found


def doubted(puzzle: Puzzle, pairs: int) -> list[str]:
    """What few games of the first judge have against a judgement: a lead that is surely less than
    the range of its file. It takes no more than these games."""
    game, told = position(puzzle), puzzle.interval
    assert told is not None, "a judgement tells its lead"
    best, other = game.read(puzzle.best[0].answer), game.read(puzzle.next.answer)
    judge = Judge(game, *JUDGES[0])
    lead = Lead([judge.score(best, pair) - judge.score(other, pair) for pair in range(pairs)])
    if lead.mean + lead.error >= told.low:
        return []
    return [f"the best leads by {100 * lead.mean:.0f} points at most in {pairs} pairs"]
