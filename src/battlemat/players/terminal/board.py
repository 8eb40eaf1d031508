"""A scene as letters: walls, doors, heights and pieces, on at most 80 columns.

Everything is told by letters first; colour only helps. Each board unit becomes a few
columns and half as many rows, so squares, dots and free tables are drawn by the same few lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rich.text import Text

from battlemat.drawing.looks import (
    barrier,
    covers,
    ground_glyph,
    hindered,
    mark_sign,
    sides,
    troops,
    zone_letter,
)
from battlemat.kernel.scene import Piece, Point, Scene, Shape
from battlemat.players.terminal.canvas import MARGIN, Canvas, Scale

_UP, _RIGHT, _DOWN, _LEFT = 1, 2, 4, 8
_LIGHT = "·╵╶└╷│┌├╴┘─┴┐┤┬┼"
_HEAVY = "·╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
_DOORS = {"door": "D", "open door": "O", "window": "o", "climb": "^"}
SIDE_STYLES = ("bold red", "bold blue", "bold green", "bold magenta")
RULED = 6
"""Every so many inches the ruler of a free table has a number."""
_HEIGHTS = ("", "on grey15", "on grey23", "on grey30", "on grey37")


def draw_board(
    scene: Scene,
    players: Sequence[str] = (),
    *,
    width: int = 80,
    plain: bool = False,
    over: Sequence[Shape] = (),
    rows: int = 0,
) -> Text:
    """The board as text; `plain` keeps to ASCII for terminals that know no more.

    With `rows` it is drawn within so many, for a screen that shows more than the board: squares
    then have a row each, and the walls between rows are underlines.

    What lies under `over` (a blast, a ghost of a model) is marked: ground with `x`, pieces with
    `!`, and lines are dotted.
    """
    across = min(4.0, (width - MARGIN - 1) / max(scene.width, 1))
    scale = Scale(across, across / 2)
    if scene.grid == "squares":  # each square has a line for its edge and one for what is in it
        scale = Scale(max(2, int(across)), 1 if rows else 2)
    elif rows:
        tall = min(max(scale.down, _line_each(scene)), (rows - 2) / max(scene.height, 1))
        scale = Scale(min(across, tall * 2), tall)
    canvas = Canvas(scale.column(scene.width) + 1, scale.row(scene.height) + 1)
    _ground(scene, canvas, scale)
    if scene.grid == "squares":
        if not rows:
            _corners(scene, canvas, scale)
    elif scene.grid == "free":
        _inches(scene, canvas, scale)
    else:
        for spot in scene.spots:
            at = scale.at(*spot.at)
            if not spot.level and canvas.is_bare(at):
                canvas.put(*at, _zone(scene.zones, spot.at) or "·", "dim")
    flat = scene.grid == "squares" and rows > 0
    if flat:
        _upright_barriers(scene, canvas, scale)
    else:
        _barriers(scene, canvas, scale)
    _over(scene, canvas, scale, over)
    _marks(scene, canvas, scale)
    _pieces(scene, canvas, scale, sides(scene, players), over)
    _names(scene, canvas, scale)
    if flat:
        _level_barriers(scene, canvas, scale)
    return canvas.as_text(plain)


# ---------------------------------------------------------------------- ground


def _ground(scene: Scene, canvas: Canvas, scale: Scale) -> None:
    """Heights and kinds of ground; on squares the sign stands in the middle of each."""
    ground = [shape for shape in scene.shapes if shape.form != "line" and not shape.level]
    if scene.grid == "squares":
        for y in range(int(scene.height)):
            for x in range(int(scene.width)):
                height, glyph = _stack(ground, (x + 0.5, y + 0.5))
                column, row = scale.column(x) + 1, scale.row(y + 0.5)
                level = f"{height:g}" if height else ""
                zone = _zone(scene.zones, (x + 0.5, y + 0.5))
                room = scale.column(x + 1) - column
                sign = ((level + glyph + zone) or "·")[:room].center(room)
                canvas.put(column, row, sign, _shade(height) or "dim")
        return
    for row in range(1, canvas.rows):
        for column in range(MARGIN, canvas.columns):
            height, glyph = _stack(ground, scale.point(column, row))
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


def _corners(scene: Scene, canvas: Canvas, scale: Scale) -> None:
    for y in range(int(scene.height) + 1):
        for x in range(int(scene.width) + 1):
            edge = x in (0, int(scene.width)) or y in (0, int(scene.height))
            canvas.put(scale.column(x), scale.row(y), "+" if edge else "·", "dim")


def _barriers(scene: Scene, canvas: Canvas, scale: Scale) -> None:
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


def _upright_barriers(scene: Scene, canvas: Canvas, scale: Scale) -> None:
    """Walls between columns where each square has one row: letters, which units may hide."""
    for look, (x1, y1), (x2, y2) in _flat(scene):
        if x1 == x2:
            letter = _DOORS.get(look) or ("┃" if look == "high" else "│")
            for y in range(int(min(y1, y2)), int(max(y1, y2))):
                canvas.put(scale.column(x1), scale.row(y + 0.5), letter, "bold yellow")


def _level_barriers(scene: Scene, canvas: Canvas, scale: Scale) -> None:
    """Walls between rows where each square has one row: underlines of whatever stands there."""
    for _, (x1, y1), (x2, y2) in _flat(scene):
        if x1 != x2 and y1 == y2 and y1:
            left, right = scale.column(min(x1, x2)) + 1, scale.column(max(x1, x2))
            canvas.underline(left, right, scale.row(y1 - 0.5))


def _flat(scene: Scene) -> Iterator[tuple[str, Point, Point]]:
    """The looks and ends of all walls on the ground, but of what is only climbed."""
    for shape in scene.shapes:
        look = barrier(shape) if shape.form == "line" and not shape.level else ""
        if look and look != "climb":
            for one, other in pairwise(shape.points):
                yield look, one, other


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


def _over(scene: Scene, canvas: Canvas, scale: Scale, over: Sequence[Shape]) -> None:
    """An `x` on what is covered; a shape smaller than a letter still gets one."""
    spots = [spot.at for spot in scene.spots if not spot.level]
    points = [scale.at(*at) for at in spots] or [
        (column, row) for row in range(1, canvas.rows) for column in range(MARGIN, canvas.columns)
    ]
    places = spots or [scale.point(*point) for point in points]
    for shape in over:
        if shape.form == "line":
            for first, last in pairwise(shape.points):
                for place in _steps(scale.at(*first), scale.at(*last)):
                    canvas.put(*place, ".", "bold magenta")
            continue
        hit = [point for point, place in zip(points, places, strict=True) if covers(shape, place)]
        for place in hit or [scale.at(*_middle(shape))]:
            canvas.put(*place, "x", "bold magenta")


def _middle(shape: Shape) -> Point:
    count = len(shape.points)
    return sum(x for x, _ in shape.points) / count, sum(y for _, y in shape.points) / count


def _marks(scene: Scene, canvas: Canvas, scale: Scale) -> None:
    for mark in scene.marks:
        text = mark_sign(mark)
        left = min(_left(scale, mark.at, text), canvas.columns - len(text))
        canvas.put(left, scale.row(mark.at[1]), text, "bold cyan")


def _pieces(
    scene: Scene, canvas: Canvas, scale: Scale, order: Sequence[str], over: Sequence[Shape]
) -> None:
    """Units by their ids; models beside the head of their unit as the first letter of its side."""
    found = troops(scene)
    for troop in found:
        for piece in troop.rest:
            letter = piece.side[:1] or "o"
            canvas.put(*scale.at(*piece.at), letter, _piece_style(piece, order))
    signs: list[tuple[int, int, str, str]] = []  # of narrow squares, where ids go before them
    for troop in found:
        head = troop.head
        text = piece_sign(head, troop.id)
        if any(covers(shape, head.at) for shape in over):
            text = f"!{troop.id[:2]}"
        row, style = scale.row(head.at[1]), _piece_style(head, order)
        if scene.grid == "squares" and scale.across < len(text):
            left = _left(scale, head.at, text[-2:])
            signs.append((left - 1, row, text[:-2], style))
            text = text[-2:]
        canvas.put(_left(scale, head.at, text), row, text, style)
    for column, row, sign, style in signs:
        if canvas.is_bare((column, row)):
            canvas.put(column, row, sign, style)


def _piece_style(piece: Piece, order: Sequence[str]) -> str:
    style = side_style(piece.side, order)
    if piece.active:
        return style + " reverse"
    return style if piece.ready else style.replace("bold ", "dim ")


def _left(scale: Scale, at: Point, text: str) -> int:
    return scale.column(at[0]) - (len(text) - 1) // 2 - (len(text) % 2 == 0)


def piece_sign(piece: Piece, id: str) -> str:
    """A unit's id on the board: `>` before the one that acts, `_` before one in a bad state."""
    if len(id) > 2:
        return id[:3]
    return (">" if piece.active else "_" if hindered(piece) else "") + id


def side_style(side: str, order: Sequence[str]) -> str:
    """The colour of a side; its pieces' ids tell it without colour."""
    return SIDE_STYLES[order.index(side) % len(SIDE_STYLES)] if side in order else "bold"


def _names(scene: Scene, canvas: Canvas, scale: Scale) -> None:
    """Columns and rows by their names; dots have theirs where the dots are."""
    dots = scene.grid == "dots"
    across, down = _lattice(scene) if dots else _squares(scene)
    middle = 0 if dots else int(scale.across) // 2
    for name, x in zip(scene.columns, across, strict=False):  # where there is no dot, no name
        canvas.put(scale.column(x) + middle, 0, name[:2], "dim")
    for name, y in zip(scene.rows, down, strict=False):
        canvas.put(0, scale.row(y), name[:2].rjust(2), "dim")


def _squares(scene: Scene) -> tuple[list[float], list[float]]:
    """Where the columns of squares begin, and where the middles of their rows are."""
    return list(range(len(scene.columns))), [number + 0.5 for number in range(len(scene.rows))]


def _lattice(scene: Scene) -> tuple[list[float], list[float]]:
    """Where the columns of the first row of dots are, and where all rows are."""
    down = sorted({spot.at[1] for spot in scene.spots})
    return sorted({spot.at[0] for spot in scene.spots if spot.at[1] == down[0]}), down


def _line_each(scene: Scene) -> float:
    """The scale at which each row of dots has a line: two in one would hide who stands there."""
    if scene.grid != "dots":
        return 0.0
    down = _lattice(scene)[1]
    return (len(down) - 1) / (down[-1] - down[0]) if len(down) > 1 else 1.0


def _inches(scene: Scene, canvas: Canvas, scale: Scale) -> None:
    """A ruler along two edges and a point where its lines would cross.

    Places on a free table are written from its south-west corner, so the ruler counts from there.
    """
    across = range(0, int(scene.width) + 1, RULED)
    for x in across:
        canvas.put(min(scale.column(x), canvas.columns - len(str(x))), 0, str(x), "dim")
    for y in range(0, int(scene.height) + 1, RULED):
        row = scale.row(scene.height - y)
        canvas.put(0, row, str(y).rjust(2), "dim")
        for x in across:
            if canvas.is_bare((scale.column(x), row)):
                canvas.put(scale.column(x), row, "·", "dim")
