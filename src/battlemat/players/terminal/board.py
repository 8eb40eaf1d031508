"""A scene as letters: walls, doors, heights and pieces, on at most 80 columns.

Its one rule: everything is told by letters first; colour only helps. Each board unit becomes a few
columns and half as many rows, so squares, dots and free tables are drawn by the same few lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from rich.text import Text

from battlemat.kernel.scene import Piece, Point, Scene, Shape
from battlemat.players.looks import (
    barrier,
    covers,
    ground_glyph,
    mark_sign,
    sides,
    zone_letter,
)

_UP, _RIGHT, _DOWN, _LEFT = 1, 2, 4, 8
_LIGHT = "·╵╶└╷│┌├╴┘─┴┐┤┬┼"
_HEAVY = "·╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
_PLAIN = {**dict.fromkeys("╵╷│╹╻┃", "|"), **dict.fromkeys("╶╴─╺╸━", "-"), "·": ".", "≈": "w"}
_DOORS = {"door": "D", "open door": "O", "window": "o", "climb": "^"}
SIDE_STYLES = ("bold red", "bold blue", "bold green", "bold magenta")
_HEIGHTS = ("", "on grey15", "on grey23", "on grey30", "on grey37")
_MARGIN = 3


@dataclass(slots=True)
class _Canvas:
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

    def line(self, row: int) -> Iterator[tuple[str, str]]:
        for column in range(self.columns):
            yield self.letters.get((column, row), " "), self.styles.get((column, row), "")


@dataclass(frozen=True, slots=True)
class _Scale:
    """From board units to columns and rows."""

    across: float
    down: float

    def column(self, x: float) -> int:
        return _MARGIN + round(x * self.across)

    def row(self, y: float) -> int:
        return 1 + round(y * self.down)


def draw_board(
    scene: Scene, players: Sequence[str] = (), *, width: int = 80, plain: bool = False
) -> Text:
    """The board as text; `plain` keeps to ASCII for terminals that know no more."""
    across = min(4.0, (width - _MARGIN - 1) / max(scene.width, 1))
    scale = _Scale(across, across / 2)
    canvas = _Canvas(scale.column(scene.width) + 1, scale.row(scene.height) + 1)
    _ground(scene, canvas, scale)
    if scene.grid == "squares":
        _corners(scene, canvas, scale)
    else:
        for spot in scene.spots:
            if not spot.level:
                at = scale.column(spot.at[0]), scale.row(spot.at[1])
                canvas.put(*at, canvas.letters.get(at, " ").replace(" ", "·"), "dim")
    _barriers(scene, canvas, scale)
    _things(scene, canvas, scale, sides(scene, players))
    _names(scene, canvas, scale)
    return _as_text(canvas, plain)


def _as_text(canvas: _Canvas, plain: bool) -> Text:
    text = Text(no_wrap=True)
    for row in range(canvas.rows):
        line = Text()
        for letter, style in canvas.line(row):
            line.append(_plain(letter) if plain else letter, style)
        line.rstrip()
        text.append_text(line)
        text.append("\n")
    return text


def _plain(letter: str) -> str:
    return letter if letter.isascii() else _PLAIN.get(letter, "+")


# ---------------------------------------------------------------------- ground


def _ground(scene: Scene, canvas: _Canvas, scale: _Scale) -> None:
    """Heights and kinds of ground; on squares the sign stands in the middle of each."""
    ground = [shape for shape in scene.shapes if shape.form != "line" and not shape.level]
    if scene.grid == "squares":
        for y in range(int(scene.height)):
            for x in range(int(scene.width)):
                height, glyph = _stack(ground, (x + 0.5, y + 0.5))
                column, row = scale.column(x) + 1, scale.row(y + 0.5)
                level = f"{height:g}" if height else ""
                zone = _zone(scene.zones, (x + 0.5, y + 0.5))
                sign = (level + glyph + zone).center(3) if level or glyph or zone else " · "
                canvas.put(column, row, sign[:3], _shade(height) or "dim")
        return
    for row in range(1, canvas.rows):
        for column in range(_MARGIN, canvas.columns):
            point = ((column - _MARGIN) / scale.across, (row - 1) / scale.down)
            height, glyph = _stack(ground, point)
            if height or glyph:
                canvas.put(column, row, glyph or f"{height:g}"[0], _shade(height) or "dim")


def _stack(ground: Sequence[Shape], point: Point) -> tuple[float, str]:
    """The height at a point, and the sign of the topmost ground that has one."""
    height, glyph = 0.0, ""
    for shape in ground:
        if covers(shape, point):
            height = max(height, shape.height)
            glyph = ground_glyph(shape) or glyph
    return height, glyph


def _zone(zones: Sequence[Shape], point: Point) -> str:
    return next((zone_letter(zone) for zone in zones if covers(zone, point)), "")


def _shade(height: float) -> str:
    return _HEIGHTS[min(len(_HEIGHTS) - 1, max(0, int(height)))]


# ---------------------------------------------------------------------- walls and doors


def _corners(scene: Scene, canvas: _Canvas, scale: _Scale) -> None:
    for y in range(int(scene.height) + 1):
        for x in range(int(scene.width) + 1):
            edge = x in (0, int(scene.width)) or y in (0, int(scene.height))
            canvas.put(scale.column(x), scale.row(y), "+" if edge else "·", "dim")


def _barriers(scene: Scene, canvas: _Canvas, scale: _Scale) -> None:
    """Walls join at their ends; doors and the like stand as a letter in the middle of theirs."""
    ends: dict[tuple[int, int], int] = {}
    high: set[tuple[int, int]] = set()
    letters: list[tuple[tuple[int, int], str]] = []
    for shape in scene.shapes:
        look = barrier(shape) if shape.form == "line" and not shape.level else ""
        if not look:
            continue
        for (x1, y1), (x2, y2) in pairwise(shape.points):
            first = scale.column(x1), scale.row(y1)
            last = scale.column(x2), scale.row(y2)
            path = list(_steps(first, last))
            if look in _DOORS:
                letters.append((path[len(path) // 2], _DOORS[look]))
            if look != "climb":
                for place, way in _joints(path):
                    ends[place] = ends.get(place, 0) | way
            if look in ("high", "door", "open door", "window"):
                high.update(path)
    for place, ways in ends.items():
        canvas.put(*place, (_HEAVY if place in high else _LIGHT)[ways], "bold yellow")
    for place, letter in letters:
        canvas.put(*place, letter, "bold green")


def _steps(first: tuple[int, int], last: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The places from one end to the other, both included."""
    count = max(abs(last[0] - first[0]), abs(last[1] - first[1]), 1)
    for step in range(count + 1):
        yield (
            first[0] + round((last[0] - first[0]) * step / count),
            first[1] + round((last[1] - first[1]) * step / count),
        )


def _joints(path: Sequence[tuple[int, int]]) -> Iterator[tuple[tuple[int, int], int]]:
    """Each place of a path with the ways that the wall leaves it."""
    for here, there in pairwise(path):
        if there[0] != here[0]:
            ahead, back = (_RIGHT, _LEFT) if there[0] > here[0] else (_LEFT, _RIGHT)
        else:
            ahead, back = (_DOWN, _UP) if there[1] > here[1] else (_UP, _DOWN)
        yield here, ahead
        yield there, back


# ---------------------------------------------------------------------- pieces and names


def _things(scene: Scene, canvas: _Canvas, scale: _Scale, order: Sequence[str]) -> None:
    for mark in scene.marks:
        text = mark_sign(mark) if scene.grid == "squares" else "*"
        canvas.put(_left(scale, mark.at, text), scale.row(mark.at[1]), text, "bold cyan")
    for piece in scene.pieces:
        text = piece_sign(piece)
        style = side_style(piece.side, order)
        if piece.active:
            style += " reverse"
        elif not piece.ready:
            style = style.replace("bold ", "dim ")
        canvas.put(_left(scale, piece.at, text), scale.row(piece.at[1]), text, style)


def _left(scale: _Scale, at: Point, text: str) -> int:
    return scale.column(at[0]) - (len(text) - 1) // 2 - (len(text) % 2 == 0)


def piece_sign(piece: Piece) -> str:
    """A piece's id on the board: `>` before the one that acts, `_` before one in a bad state."""
    if len(piece.id) > 2:
        return piece.id[:3]
    sign = ">" if piece.active else "_" if _is_hindered(piece) else ""
    return sign + piece.id


def _is_hindered(piece: Piece) -> bool:
    return any(state.lower() in ("downed", "out", "pinned", "stunned") for state in piece.states)


def side_style(side: str, order: Sequence[str]) -> str:
    """The colour of a side; its pieces' ids tell it without colour."""
    return SIDE_STYLES[order.index(side) % len(SIDE_STYLES)] if side in order else "bold"


def _names(scene: Scene, canvas: _Canvas, scale: _Scale) -> None:
    offset = 0.5 if scene.grid == "squares" else 0.0
    for number, name in enumerate(scene.columns):
        canvas.put(scale.column(number + offset), 0, name[:2], "dim")
    for number, name in enumerate(scene.rows):
        canvas.put(0, scale.row(number + offset), name[:2].rjust(2), "dim")


# ---------------------------------------------------------------------- words beside the board


def legend(scene: Scene) -> str:
    """One line that says what the letters on this board mean."""
    looks = {barrier(shape) for shape in scene.shapes if shape.form == "line"}
    told = []
    if "low" in looks:
        told.append("thin line low wall")
    if "high" in looks:
        told.append("thick line high wall")
    named = {"door": "D closed door", "open door": "O open door"}
    named |= {"window": "o window", "climb": "^ climbable"}
    told += [words for look, words in named.items() if look in looks]
    ground = [shape for shape in scene.shapes if shape.form != "line"]
    if any(shape.height for shape in ground):
        told.append("numbers are heights")
    glyphs = {ground_glyph(shape): shape.kind for shape in ground}
    told += [f"{glyph} {name}" for glyph, name in sorted(glyphs.items()) if glyph]
    zones = {zone_letter(zone): zone.label or zone.kind for zone in scene.zones}
    told += [f"{letter} {name}" for letter, name in sorted(zones.items())]
    told += [f"{mark_sign(mark)} {mark.label or mark.kind}" for mark in scene.marks]
    if any(_is_hindered(piece) for piece in scene.pieces):
        told.append("_ before a unit that is hindered")
    words = ", ".join(told)
    return words[:1].upper() + words[1:] + "." if words else ""


def status_line(scene: Scene) -> str:
    """How the game stands: turn, points, orders."""
    return " | ".join(f"{label}: {value}" for label, value in scene.status)


def roster(scene: Scene, players: Sequence[str]) -> Text:
    """Every piece in words, side by side with nothing left to colour."""
    text = Text()
    order = sides(scene, players)
    for side in order:
        pieces = [piece for piece in scene.pieces if piece.side == side]
        if not pieces:
            continue
        text.append(f"{side.capitalize()}\n", side_style(side, order))
        for piece in pieces:
            text.append(_roster_line(piece) + "\n", "" if piece.ready else "dim")
    return text


def _roster_line(piece: Piece) -> str:
    words = [*piece.states]
    if piece.active:
        words.insert(0, "acting now")
    elif not piece.ready and not any("activated" in word.lower() for word in words):
        words.append("has acted")
    if piece.gauge is not None:
        words.append(f"{piece.gauge[0]} of {piece.gauge[1]} left")
    start = f"  {piece.id:<3} {piece.name:<26.26} {piece.place:<5}"
    return (start + " " + ", ".join(words)).rstrip()
