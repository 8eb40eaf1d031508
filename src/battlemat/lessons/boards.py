"""A board of a lesson as a game: its position, and dice that were laid ready."""

from __future__ import annotations

from typing import Any, NamedTuple

from battlemat.kernel.dice import Stream
from battlemat.kernel.game import Game
from battlemat.kernel.memo import Memo
from battlemat.kernel.record import record
from battlemat.kernel.rulebook import Rulebook
from battlemat.kernel.scenario import play
from battlemat.packs import registry
from battlemat.packs.teaching.lessons import LessonBoard

_MOST_SEEDS = 200_000


class Opening(NamedTuple):
    """How the game of a board begins: its setup, and what was answered before, dice included."""

    setup: dict[str, Any]
    texts: tuple[str, ...]
    seed: str | None
    """From which the dice follow; None: they fall as they like."""


def opening(rulebook: Rulebook[Any], board: LessonBoard) -> Opening:
    """The position of a board; `Difference` if its scenario does not lead there."""
    game = play(rulebook, board.scenario)
    texts = tuple(text for _, text in record(game, traced=False).answers)
    return Opening(dict(game.setup), texts, own_seed(rulebook, board))


def position(rulebook: Rulebook[Any], board: LessonBoard) -> Game[Any]:
    """The game where the board begins; whoever plays it brings the dice."""
    return play(rulebook, board.scenario).fork()


def own_seed(rulebook: Rulebook[Any], board: LessonBoard) -> str | None:
    """The seed whose dice fall as the board has them; None where it has none."""
    sides = registry.pack_of(rulebook.name).readers().positions.sides
    return _seed_of(board.dice, sides) if board.dice else None


@Memo("faces and the sides of the dice, of which the seed is a function", bound=256)
def _seed_of(faces: tuple[int, ...], sides: int) -> str | None:
    """The first of numbered seeds whose dice begin with these faces; None if no die has them."""
    if max(faces) > sides:
        return None
    for number in range(_MOST_SEEDS):
        seed = f"lesson {number}"
        if Stream(f"dice:{seed}").faces(len(faces), sides) == faces:
            return seed
    return None
