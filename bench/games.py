"""Random games of any rulebook, every option listed before one is taken."""

from __future__ import annotations

import random
import time
from typing import Any, TypeVar

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice, is_faces
from battlemat.kernel.rulebook import Battle, Rulebook, Setup
from battlemat.players.registry import make
from bench.measure import Row

B = TypeVar("B", bound=Battle)


def random_game(rulebook: Rulebook[B], setup: Setup, seed: int) -> Game[B]:
    """One random game, played to its end."""
    game: Game[Any] = Game(rulebook, setup, dice=SeededDice(str(seed)))
    dice = random.Random(seed)
    while isinstance(question := game.question, Choice):
        options = question.listed
        game.answer(options[dice.randrange(len(options))])
    return game


def looking_ahead(
    rulebook: Rulebook[Any],
    setup: Setup,
    *,
    after: int,
    player: str = "captain",
    answers: int = 16,
    rounds: int = 3,
) -> float:
    """Milliseconds of processor time for an answer of a player that looks one action ahead.

    It takes over a random game after so many choices; the least of some rounds counts.
    """
    least = float("inf")
    for _ in range(rounds):
        game: Game[Any] = Game(rulebook, setup, dice=SeededDice("looking ahead"))
        dice = random.Random(1)
        machine = make(player, "bench")
        spent = 0.0
        for number in range(after + answers):
            question = game.question
            if not isinstance(question, Choice):
                raise AssertionError("the game is over before it is measured")
            if number < after:
                game.answer(question.listed[dice.randrange(len(question.listed))])
                continue
            start = time.process_time()
            answer = machine.answer(game)
            spent += time.process_time() - start
            game.answer(answer)
        least = min(least, 1000 * spent / answers)
    return least


def looking_ahead_rows(rulebook: Rulebook[Any], setup: Setup, *, after: int) -> list[Row]:
    """The levels' look one action ahead, held against that of the yardstick."""
    quick = looking_ahead(rulebook, setup, after=after)
    exact = looking_ahead(rulebook, setup, after=after, player="yardstick")
    return [
        Row(
            "one action ahead, an answer",
            f"{quick:.1f} ms",
            f"the yardstick's: {exact:.1f} ms",
            f"{exact / quick:.1f}",
        )
    ]


def decisions(game: Game[Any]) -> int:
    """How many choices were made in a game."""
    return sum(not is_faces(answer) for answer in game.answers)
