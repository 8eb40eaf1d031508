"""Shapes on the squares of a map, for scenes, rulers and previews alike."""

from __future__ import annotations

from collections.abc import Iterable

from battlemat.boards.squares import Board
from battlemat.kernel.scene import Point, Shape
from battlemat.rulebooks.skirm.state.battle import Battle, Unit

RADIUS = 0.38
"""The radius of a unit, as pieces are drawn."""


def centre(board: Board, square: int) -> Point:
    x, y = board.xy(square)
    return (x + 0.5, y + 0.5)


def cell(board: Board, square: int) -> list[Point]:
    """The corners of a square."""
    x, y = board.xy(square)
    return [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]


def edge(board: Board, side: tuple[int, int]) -> list[Point]:
    """The two ends of the side between two squares."""
    (ax, ay), (bx, by) = board.xy(side[0]), board.xy(side[1])
    if ax == bx:
        return [(ax, by), (ax + 1, by)]
    return [(bx, ay), (bx, ay + 1)]


def cite(battle: Battle, clause: str) -> str:
    """The full id of a clause in the edition that is played."""
    return f"{battle.edition.name}.{clause}"


def tile(
    kind: str, board: Board, square: int, label: str | None = None, because: str = ""
) -> Shape:
    """A whole square, with its name unless it is called otherwise."""
    called = board.name(square) if label is None else label
    return Shape(kind, "polygon", cell(board, square), label=called, because=because)


def tiles(
    battle: Battle, kind: str, squares: Iterable[int], label: str, clause: str
) -> list[Shape]:
    board, because = battle.field.board, cite(battle, clause)
    return [tile(kind, board, square, label, because) for square in squares]


def line(battle: Battle, kind: str, a: int, b: int, label: str, clause: str) -> Shape:
    """A line from the centre of one square to that of another."""
    ends = [centre(battle.field.board, square) for square in (a, b)]
    return Shape(kind, "line", ends, label=label, because=cite(battle, clause))


def way_through(battle: Battle, squares: Iterable[int], label: str, clause: str) -> Shape:
    """A way from centre to centre."""
    points = [centre(battle.field.board, square) for square in squares]
    return Shape("way", "line", points, label=label, because=cite(battle, clause))


def ghost(battle: Battle, unit: Unit, square: int, clause: str) -> Shape:
    """A unit where it would stand."""
    board = battle.field.board
    at, level = centre(board, square), board.levels[square]
    because = cite(battle, clause)
    return Shape("ghost", "circle", [at], RADIUS, level=level, label=unit.id, because=because)


def touched(battle: Battle, unit: Unit, clause: str) -> Shape:
    """A unit that an option would touch."""
    at = centre(battle.field.board, unit.square)
    because = cite(battle, clause)
    return Shape("affected", "circle", [at], RADIUS, label=unit.id, because=because)
