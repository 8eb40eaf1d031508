"""The player that looks one action ahead and takes what is worth most on average.

It takes the rulebook's advice on which options deserve a look and on what a position is worth; all
else it finds out by playing each option on a fork. Reaction windows are weighed the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from battlemat.kernel.dice import Stream
from battlemat.kernel.errors import RuleBug
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Answer, Choice, Option, Roll
from battlemat.players.lookahead import advised, expected_worth
from battlemat.players.random_player import fall

FEWEST = 12
"""Ways that any option is worth, however many there are."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What one answer may cost: options looked at, ways walked in all, tries if sampled.

    The ways are shared out among the options. Once `tail` is left of an option's ways, they are
    too rare to change a mind. With `plain` positions are judged by plain weights.
    """

    options: int = 24
    ways: int = 240
    tail: Fraction = Fraction(1, 50)
    samples: int = 8
    plain: bool = False


class GreedyPlayer:
    """Looks one action ahead. The same seed in the same game gives the same answers."""

    def __init__(self, seed: str, budget: Budget | None = None) -> None:
        self._seed = seed
        self._stream = Stream(f"greedy player:{seed}")
        self.budget = budget or Budget()

    def answer(self, game: Game[Any]) -> Answer:
        question = game.question
        if question is None:
            raise RuleBug("a player was asked although the game is over")
        if isinstance(question, Roll):
            return fall(question, self._stream)
        options = self.worth_a_look(game, question)
        if len(options) == 1:
            return options[0]
        return max(options, key=self.scores(game, question, options).__getitem__)

    def worth_a_look(self, game: Game[Any], choice: Choice) -> Sequence[Option]:
        """The advised options within the budget; a window can always be passed."""
        return advised(game.rulebook.advise, game, choice, self.budget.options)

    def scores(
        self, game: Game[Any], choice: Choice, options: Sequence[Option]
    ) -> dict[Option, float]:
        """The expected worth of each option. Of equals the first wins: the better guess."""
        seed = f"greedy:{self._seed}:{len(game.answers)}"
        budget = self.budget
        worth = game.rulebook.plain_worth if budget.plain else game.rulebook.worth
        return {
            option: expected_worth(
                game,
                option,
                choice.player,
                most=max(FEWEST, budget.ways // len(options)),
                tail=budget.tail,
                samples=budget.samples,
                seed=seed,
                worth=worth,
            )
            for option in options
        }
