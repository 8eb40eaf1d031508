"""Board and question on one small screen: the board at the left, what is asked beside it.

Everything fits the rows that there are, and says so where something had to be left out. Below the
board stands what its signs mean, objectives first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text

from battlemat.kernel.events import side_name
from battlemat.kernel.scene import Scene
from battlemat.kernel.words import say
from battlemat.players.terminal.beside import signs
from battlemat.players.terminal.board import draw_board
from battlemat.players.terminal.wrapping import wrapped

SMALL = 36
"""On a screen with fewer rows than this the board would be gone when the question is read."""
LEGEND = 4
"""Rows that a board which can be drawn at any size leaves for the meaning of its signs."""
_NARROWEST = 34  # columns that a question needs beside a board
_GAP = 2


def pinned(
    scene: Scene,
    players: Sequence[str],
    asked: Callable[[int], Text],
    *,
    size: tuple[int, int],
    plain: bool,
) -> Text:
    """The compact board and, beside it, what `asked` says at the width that is left.

    `size` are the columns and rows that there are.
    """
    columns, rows = size
    left = _board(scene, players, size, plain)
    wide = max(len(line.plain) for line in left) + _GAP
    words = Text("; ".join(signs(scene, plain=plain)), "dim")
    left += _fitting(words, wide - _GAP, rows - len(left), say("… 'board' tells all"))
    room = max(_NARROWEST, columns - wide)
    right = _fitting(asked(room), room, rows, say("… 'list' shows all"))
    text = Text(no_wrap=True)
    for row in range(max(len(left), len(right))):
        line = left[row].copy() if row < len(left) else Text()
        if row < len(right):
            line.pad_right(wide - len(line.plain))
            line.append_text(right[row])
        text.append_text(line)
        text.append("\n")
    return text


def _board(scene: Scene, players: Sequence[str], size: tuple[int, int], plain: bool) -> list[Text]:
    """The lines of the compact board; a free table leaves some rows for its signs."""
    columns, rows = size
    high = rows - LEGEND if scene.grid == "free" else rows
    board = draw_board(scene, players, width=columns - _NARROWEST - _GAP, plain=plain, rows=high)
    return [line for line in board.split("\n") if line.plain.strip()][:rows]


def _fitting(words: Text, width: int, rows: int, more: str) -> list[Text]:
    """The lines of a text at a width; the last says that there is more, where there is."""
    lines = [part for line in words.split("\n") for part in wrapped(line, width)]
    while lines and not lines[-1].plain:
        lines.pop()
    if len(lines) > rows:
        lines = [*lines[: rows - 1], Text(more, "dim")] if rows > 0 else []
    return lines


def brief(scene: Scene) -> str:
    """Turn and points in one line."""
    told = [f"{one.label} {one.value}" for one in scene.status if one.kind == "turn"]
    points = [f"{side_name(one.side)} {one.value}" for one in scene.status if one.kind == "score"]
    if not points:
        return ", ".join(told)
    return say("{turn}; points: {points}", turn=", ".join(told), points=", ".join(points))
