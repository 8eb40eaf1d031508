"""The ruler: what lies between two things on the table, and what an option would cover."""

from __future__ import annotations

from battlemat.boards.dots import MapError
from battlemat.kernel.errors import NoSuchThing
from battlemat.kernel.questions import Choice, Option
from battlemat.kernel.scene import Fact, Reading, Shape
from battlemat.rulebooks.skirmishers.battle import Battle
from battlemat.rulebooks.skirmishers.scene import point


def preview(battle: Battle, choice: Choice, option: Option) -> list[Shape]:  # noqa: ARG001
    """The dots that a blast, a scatter or a firing arc would cover."""
    return []


def measure(battle: Battle, start: str, end: str) -> Reading:
    """Distance, sight and cover between two units or dots."""
    a, b = (_place(battle, name) for name in (start, end))
    board = battle.board
    steps = board.distance(a, b)
    line = Shape("ruler", "line", [point(board, a), point(board, b)])
    return Reading([Fact("distance", steps, f"{steps} dots")], [line])


def _place(battle: Battle, name: str) -> int:
    for unit in battle.units:
        if unit.id == name and unit.place >= 0:
            return unit.place
    try:
        return battle.board.place(name)
    except MapError as error:
        raise NoSuchThing(f"there is no unit '{name}' on the table, and {error}") from None
