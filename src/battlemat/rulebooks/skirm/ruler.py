"""The ruler: what lies between two things on the table, and what an option would cover."""

from __future__ import annotations

from battlemat.boards.squares import distance
from battlemat.kernel.errors import NoSuchThing
from battlemat.kernel.questions import Choice, Option
from battlemat.kernel.scene import Fact, Reading, Shape
from battlemat.rulebooks.skirm.battle import Battle
from battlemat.rulebooks.skirm.scene import centre


def preview(battle: Battle, choice: Choice, option: Option) -> list[Shape]:  # noqa: ARG001
    """The squares that a blast or a line of fire would cover."""
    return []


def measure(battle: Battle, start: str, end: str) -> Reading:
    """Distance, sight and cover between two units or squares."""
    ends = [_square(battle, name) for name in (start, end)]
    board = battle.field.board
    steps = distance(board, *ends)
    line = Shape("ruler", "line", [centre(board, square) for square in ends])
    return Reading([Fact("distance", steps, f"{steps} squares")], [line])


def _square(battle: Battle, name: str) -> int:
    for unit in battle.units:
        if unit.id == name and unit.square >= 0:
            return unit.square
    board = battle.field.board
    for square in range(board.size):
        if board.name(square) == name:
            return square
    raise NoSuchThing(f"'{name}' is neither a unit on the table nor a square such as 'c4'")
