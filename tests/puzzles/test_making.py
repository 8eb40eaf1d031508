"""Where a finder of puzzles looks in a game that was played."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.kernel.record import record
from battlemat.packs import registry
from battlemat.packs.setups import build_setup
from battlemat.players.registry import make
from battlemat.puzzles.making import Played, before_dice

ANSWERS = 150
MOST_BEFORE = 3
LETTERS = {"activate": "A"}


@pytest.mark.parametrize("book", ["skirm3", "skirmishers", "openfire"])
def test_it_looks_at_the_last_choices_of_an_activation_before_dice_fell(book: str) -> None:
    """What was asked is written as a line: A an activation, c another choice, d dice."""
    rulebook, player = registry.find(book), make("random", "3")
    game: Game[Any] = Game(rulebook, build_setup(book), dice=SeededDice("3"))
    for _ in range(ANSWERS):
        game.answer(player.answer(game))
    answers = tuple(text for _, text in record(game, traced=False).answers)
    again: Game[Any] = Game(rulebook, game.setup)
    line = ""
    for text in answers:
        line += LETTERS.get(again.question.kind, "c") if isinstance(again.question, Choice) else "d"
        again.answer(text)
    wanted = set()
    for dice in (n for n, one in enumerate(line) if one == "d"):
        first = max(line.rfind("d", 0, dice) + 1, line.rfind("A", 0, dice), dice - MOST_BEFORE)
        wanted |= set(range(first, dice))
    assert len(wanted) > 3
    assert before_dice(Played(rulebook, game.setup, answers)) == wanted
