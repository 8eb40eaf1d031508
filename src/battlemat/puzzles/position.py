"""The position of a puzzle: its battle, brought to the question by the answers of its file."""

from __future__ import annotations

from typing import Any

from battlemat.kernel.errors import BattlematError, RecordError
from battlemat.kernel.game import Game
from battlemat.kernel.questions import Choice
from battlemat.packs import registry
from battlemat.packs.setups import build_setup
from battlemat.packs.solving.puzzles import Puzzle, drawn_setup


class Unsound(BattlematError):
    """A puzzle that is not what its file says: one line that tells what is wrong."""


def position(puzzle: Puzzle) -> Game[Any]:
    """The game at the question of a puzzle; `Unsound` if the rules of today lead elsewhere."""
    rulebook = registry.find(puzzle.rulebook)
    if puzzle.version > rulebook.version:
        raise Unsound(
            f"this puzzle was made under version {puzzle.version} of {puzzle.rulebook}; "
            f"this program plays version {rulebook.version}"
        )
    setup = puzzle.setup
    try:
        if puzzle.drawn is not None:
            setup = drawn_setup(puzzle.rulebook, puzzle.drawn)
        elif setup is None:
            setup = build_setup(puzzle.rulebook, **dict(puzzle.game or {}))
        game: Game[Any] = Game(rulebook, setup)
        for text in puzzle.answers:
            game.answer(text)
    except RecordError:
        raise
    except BattlematError as error:
        raise Unsound(f"the way to the position cannot be played: {error}") from None
    _holds(game, puzzle)
    return game


def _holds(game: Game[Any], puzzle: Puzzle) -> None:
    question = game.question
    if not isinstance(question, Choice):
        raise Unsound("nothing is asked in this position")
    if question.player != puzzle.side:
        raise Unsound(f"{question.player} is asked in this position, and not {puzzle.side}")
    if game.digest != puzzle.digest:
        raise Unsound("the rules of today lead to another position than that of the file")
