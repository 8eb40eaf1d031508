"""Random games of any rulebook, every option listed before one is taken."""

from __future__ import annotations

import random
from typing import Any, TypeVar

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, is_faces
from battlemat.kernel.rulebook import Battle, Rulebook, Setup

B = TypeVar("B", bound=Battle)


def random_game(rulebook: Rulebook[B], setup: Setup, seed: int) -> Game[B]:
    """One random game, played to its end."""
    game: Game[Any] = Game(rulebook, setup, dice=SeededDice(str(seed)))
    dice = random.Random(seed)
    while isinstance(question := game.question, Choice):
        options = question.listed
        game.answer(options[dice.randrange(len(options))])
    return game


def decisions(game: Game[Any]) -> int:
    """How many choices were made in a game."""
    return sum(not is_faces(answer) for answer in game.answers)
