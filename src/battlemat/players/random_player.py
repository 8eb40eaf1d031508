"""The player that takes any legal option: the yardstick.

Where options are listed each is as likely as the others. Where they are open, as on a free table,
it takes any that the rulebook may think of and looks only at what it draws. It follows from its
seed alone: the same seed in the same game gives the same answers.
"""

from __future__ import annotations

from typing import Any

from battlemat.kernel.dice import Stream
from battlemat.kernel.errors import RuleBug
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Answer, Roll


class RandomPlayer:
    """Plays at random, by a seed text."""

    def __init__(self, seed: str) -> None:
        self._stream = Stream(f"random player:{seed}")

    def answer(self, game: Game[Any]) -> Answer:
        question = game.question
        if question is None:
            raise RuleBug("a player was asked although the game is over")
        if isinstance(question, Roll):
            return fall(question, self._stream)
        return question.menu.drawn(self._stream.below)


def fall(roll: Roll, stream: Stream) -> Answer:
    """Dice from a stream, for a machine that is asked to roll its own."""
    return tuple([stream.below(roll.sides) + 1 for _ in range(roll.count)])
