"""Board and question on one small screen: the board at the left, what is asked beside it.

Everything fits the rows that there are, and says so where something had to be left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import StringIO

from rich.console import Console
from rich.text import Text

from battlemat.kernel.scene import Scene
from battlemat.players.terminal.board import draw_board

SMALL = 36
"""On a screen with fewer rows than this the board would be gone when the question is read."""
_NARROWEST = 34  # columns that a question needs beside a board
_GAP = 2
_PAPER = Console(file=StringIO(), width=80)  # what wraps a text; nothing is printed on it


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
    board = draw_board(scene, players, width=columns - _NARROWEST - _GAP, plain=plain, rows=rows)
    left = [line for line in board.split("\n") if line.plain.strip()][:rows]
    wide = max(len(line.plain) for line in left) + _GAP
    room = max(_NARROWEST, columns - wide)
    right = _fitting(asked(room), room, rows)
    text = Text(no_wrap=True)
    for row in range(max(len(left), len(right))):
        line = left[row].copy() if row < len(left) else Text()
        if row < len(right):
            line.pad_right(wide - len(line.plain))
            line.append_text(right[row])
        text.append_text(line)
        text.append("\n")
    return text


def _fitting(asked: Text, width: int, rows: int) -> list[Text]:
    """The lines of a text at a width; the last says that there is more, where there is."""
    lines = []
    for line in asked.split("\n"):
        for part in line.wrap(_PAPER, width):
            part.rstrip()
            lines.append(part)
    while lines and not lines[-1].plain:
        lines.pop()
    if len(lines) > rows:
        lines = [*lines[: rows - 1], Text("… 'list' shows all", "dim")]
    return lines


def brief(scene: Scene) -> str:
    """Turn and points in one line."""
    wanted = ("turn", "round", "points")
    told = [
        f"{label} {value}" for label, value in scene.status if label.casefold().endswith(wanted)
    ]
    return ", ".join(told)
