"""A screen of 80 columns and 24 rows shows the board together with its question, in every game."""

from __future__ import annotations

import pytest
from rich.text import Text

from battlemat.drawing.looks import troops
from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.scene import Scene
from battlemat.packs.registry import find
from battlemat.packs.setups import build_setup
from battlemat.players import registry
from battlemat.players.terminal.pinned import pinned

COLUMNS, ROWS = 80, 22
"""What is left of such a screen beside what is typed."""
QUESTION = "Which of your units acts now?"


def after(book: str, answers: int) -> tuple[Scene, tuple[str, ...]]:
    """The scene of a game after so many random answers, and who plays it."""
    game = Game(find(book), build_setup(book), dice=SeededDice("small"))
    player = registry.make("random", "small")
    while not game.over and len(game.answers) < answers:
        game.answer(player.answer(game))
    return game.rulebook.scene(game.battle), tuple(game.rulebook.players)


@pytest.mark.parametrize("book", ["skirm1", "skirm2", "skirm3", "skirmishers", "openfire"])
def test_board_and_question_share_a_small_screen(book: str) -> None:
    scene, players = after(book, 30)
    shown = pinned(
        scene, players, lambda _: Text(QUESTION), size=(COLUMNS, ROWS), plain=False
    ).plain.splitlines()
    assert len(shown) <= ROWS
    assert all(len(line.rstrip()) <= COLUMNS for line in shown)
    words = "\n".join(shown)
    assert QUESTION in words
    names = {troop.head.id.split(".")[0] for troop in troops(scene)}
    assert names
    assert sum(name in words for name in names) >= len(names) - 1  # one may stand before another


def test_every_row_of_dots_has_a_line_of_its_own() -> None:
    scene, players = after("skirmishers", 0)
    shown = pinned(scene, players, lambda _: Text(), size=(COLUMNS, ROWS), plain=False).plain
    rows = [line.split()[0] for line in shown.splitlines()[1:] if line[:2].strip()]
    assert rows[: len(scene.rows)] == list(scene.rows)  # below them its signs are told
