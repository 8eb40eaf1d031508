"""Letters and styles by place, and the way from board units to columns and rows.

What is put later lies on top.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import floor

from rich.text import Text

MARGIN = 3
"""Columns left of the board, for the names of its rows."""
_PLAIN = {
    **dict.fromkeys("╵╷│", "|"),
    **dict.fromkeys("╶╴─", "-"),
    **dict.fromkeys("╹╻┃", "I"),
    **dict.fromkeys("╺╸━", "="),
    "·": ".",
    "≈": "w",
    "§": "$",
}


@dataclass(slots=True)
class Canvas:
    """Letters and styles by place; what is put later lies on top."""

    columns: int
    rows: int
    letters: dict[tuple[int, int], str] = field(default_factory=dict)
    styles: dict[tuple[int, int], str] = field(default_factory=dict)

    def put(self, column: int, row: int, text: str, style: str = "") -> None:
        for at, letter in enumerate(text, column):
            if 0 <= at < self.columns and 0 <= row < self.rows:
                self.letters[at, row] = letter
                if style:
                    self.styles[at, row] = style

    def underline(self, left: int, right: int, row: int) -> None:
        """A wall below the places from `left` up to `right`."""
        for column in range(left, right):
            style = self.styles.get((column, row), "")
            self.styles[column, row] = f"{style} underline".strip()

    def is_bare(self, place: tuple[int, int]) -> bool:
        """Whether nothing stands at a place but a point of the ground."""
        return self.letters.get(place, " ") in " ·"

    def as_text(self, plain: bool) -> Text:
        """The rows, bare ends cut off; `plain` keeps to ASCII."""
        text = Text(no_wrap=True)
        for row in range(self.rows):
            line = Text()
            for letter, style in self._line(row):
                line.append(plainly(letter) if plain else letter, style)
            line.rstrip()
            text.append_text(line)
            text.append("\n")
        return text

    def _line(self, row: int) -> Iterator[tuple[str, str]]:
        for column in range(self.columns):
            yield self.letters.get((column, row), " "), self.styles.get((column, row), "")


def plainly(letter: str) -> str:
    """The nearest sign in ASCII."""
    return letter if letter.isascii() else _PLAIN.get(letter, "+")


@dataclass(frozen=True, slots=True)
class Scale:
    """From board units to columns and rows."""

    across: float
    down: float

    def column(self, x: float) -> int:
        return MARGIN + floor(x * self.across + 0.5)

    def row(self, y: float) -> int:
        return 1 + floor(y * self.down + 0.5)

    def at(self, x: float, y: float) -> tuple[int, int]:
        return self.column(x), self.row(y)

    def point(self, column: int, row: int) -> tuple[float, float]:
        """The point of the board in the middle of a place."""
        return (column - MARGIN) / self.across, (row - 1) / self.down
