"""Maps of squares as text that a person can edit; what is drawn is what is read back.

    ```
        a   b   c   d
      +   +   +   +   +
    1   .   . | 2 H 1/
      +-D-+---+=3=+   +
    2   .   ~ * # O 1~
      +   +   +   +   +

    b2-c2: wall 4, climbable
    ```

A `+` stands on every corner of a square. Squares are written between them, their sides on the
lines between. Column letters and row numbers are for the reader and may be left out, but not be
others than those that names of squares have; columns may be as wide as their text needs.

A square is its level (`.` or nothing for 0) and its marks:

    ==== =========== ==== ============ ==== =============
    `/`  stairs      `~`  difficult    `#`  impassable
    ==== =========== ==== ============ ==== =============

A side is one glyph, upright between two squares, or lying between two corners:

    ======== ======= =====================================
    upright  lying   what stands there
    ======== ======= =====================================
    `|`      `---`   a low wall, height 1
    `H`      `===`   a high wall, height 2
    `3`      `=3=`   a wall of that height, 3 to 9
    `D`      `-D-`   a closed door
    `O`      `-O-`   an open door
    `^`      `-^-`   no wall, climbable
    `*`      `-*-`   anything else, told in a line below
    ======== ======= =====================================

A line below names the two squares and what stands between them, words joined by commas: `wall 4`,
`closed door`, `open door`, `climbable`. The edge of the map holds nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from battlemat.boards.squares.plan import (
    MapError,
    Plan,
    Side,
    column_name,
    square_name,
    square_xy,
)

_MARKS = "/~#"
_CELL = re.compile(r"(\d*|\.)(/?)(~?)(#?)")
_NOTE = re.compile(r"\s*([a-z]+\d+)-([a-z]+\d+)\s*:\s*(.*?)\s*")
_CELL_HELP = "write a level (. or a number) and marks: / stairs, ~ difficult, # impassable"
_SIDE_HELP = (
    "| or --- low wall, H or === high wall, 3 to 9 higher walls, D closed door, "
    "O open door, ^ climbable, * told below"
)
_NOTE_HELP = "write like 'b2-c2: wall 3, climbable', with wall N, closed door, open door, climbable"


class _Edge(NamedTuple):
    """What one side holds."""

    wall: int = 0
    door: str = ""
    climbable: bool = False


_EDGES: dict[str, _Edge] = {
    " ": _Edge(),
    "|": _Edge(wall=1),
    "H": _Edge(wall=2),
    "D": _Edge(door="closed"),
    "O": _Edge(door="open"),
    "^": _Edge(climbable=True),
} | {str(height): _Edge(wall=height) for height in range(3, 10)}
_GLYPHS = {edge: glyph for glyph, edge in _EDGES.items()}


# ------------------------------------------------------------------ reading


def _at(line: int, column: int, what: str) -> str:
    return f"line {line + 1}, column {column + 1}: {what}"


class _Reader:
    """Collects the facts of a drawing while its lines are read."""

    def __init__(self, text: str) -> None:
        self.lines = [line.rstrip() for line in text.splitlines()]
        self.top = next((n for n, line in enumerate(self.lines) if "+" in line), -1)
        if self.top < 0:
            raise MapError("line 1, column 1: no drawing found; corners of squares are drawn as +")
        self.posts = [n for n, glyph in enumerate(self.lines[self.top]) if glyph == "+"]
        rows = 1
        while self._is_side_line(self.top + 2 * rows):
            rows += 1
        self.width, self.height = len(self.posts) - 1, rows - 1
        if self.width < 1 or self.height < 1:
            raise MapError(
                _at(self.top, 0, "the drawing holds no square; draw + at its four corners")
            )
        if any(right - left < 2 for left, right in zip(self.posts, self.posts[1:], strict=False)):
            raise MapError(
                _at(self.top, self.posts[0], "two + touch; leave room for a square between them")
            )
        self.edges: dict[Side, _Edge] = {}
        self.noted: dict[Side, tuple[int, int]] = {}
        self.faults: list[tuple[int, int, str]] = []
        self.unread = False  # a line below could not be read: any * may be the one it tells of

    def _tell(self, line: int, column: int, what: str) -> None:
        self.faults.append((line, column, _at(line, column, what)))

    def _is_side_line(self, number: int) -> bool:
        return number < len(self.lines) and "+" in self.lines[number]

    def read(self) -> tuple[Plan, list[str]]:
        """What the drawing shows, and all that cannot be read in it, in the order of lines."""
        self._read_letters()
        for y in range(self.height + 1):
            self._read_lying_sides(y)
        cells = [self._read_row(y) for y in range(self.height)]
        for number in range(self.top + 2 * self.height + 1, len(self.lines)):
            if self.lines[number].strip():
                self._read_note(number)
        for line, column in self.noted.values() if not self.unread else ():
            self._tell(line, column, f"no line below tells what this * is; {_NOTE_HELP}")
        plan = self._plan([cell for row in cells for cell in row])
        return plan, [what for _, _, what in sorted(self.faults)]

    def _read_letters(self) -> None:
        """Letters above the drawing are those of its columns, or there are none."""
        line = self.lines[self.top - 1] if self.top else ""
        if not all(re.fullmatch(r"[a-z]{1,2}", word) for word in line.split()):
            return
        for word in re.finditer(r"[a-z]+", line):
            column = sum(post < word.start() for post in self.posts) - 1
            right = column_name(column) if 0 <= column < self.width else ""
            if word[0] != right:
                told = f"this is column {right}" if right else "there is no column here"
                self._tell(self.top - 1, word.start(), f"{word[0]!r} stands above; {told}")

    def _read_lying_sides(self, y: int) -> None:
        number = self.top + 2 * y
        line = self.lines[number].ljust(self.posts[-1] + 1)
        if [n for n, glyph in enumerate(line) if glyph == "+"] != self.posts:
            columns = ", ".join(str(post + 1) for post in self.posts)
            self._tell(number, 0, f"the + must stand in columns {columns}, as in the first line")
            return
        for x, (left, right) in enumerate(zip(self.posts, self.posts[1:], strict=False)):
            part = line[left + 1 : right]
            core = part.strip(" -=")
            if not core:
                core = {"": " ", "-": "|", "=": "H"}.get("".join(sorted(set(part.strip()))), "-=")
            upper, lower = (y - 1) * self.width + x, y * self.width + x
            inner = 0 < y < self.height
            self._put((upper, lower) if inner else None, core, number, left + 1)

    def _read_row(self, y: int) -> list[tuple[int, str]]:
        number = self.top + 2 * y + 1
        line = self.lines[number].ljust(self.posts[-1] + 1)
        label = line[: self.posts[0]].strip()
        if label not in ("", str(y + 1)):
            self._tell(number, 0, f"{label!r} stands before; this is row {y + 1}")
        cells = []
        for x, post in enumerate(self.posts):
            inner = 0 < x < self.width
            here = y * self.width + x
            self._put((here - 1, here) if inner else None, line[post], number, post)
            if x < self.width:
                cells.append(self._cell(line[post + 1 : self.posts[x + 1]], number, post + 1))
        if line[self.posts[-1] + 1 :].strip():
            self._tell(number, self.posts[-1] + 1, "text beyond the edge of the map")
        return cells

    def _cell(self, part: str, line: int, column: int) -> tuple[int, str]:
        text = part.replace(" ", "")
        found = _CELL.fullmatch(text)
        if not text or not found or " " in part.strip():
            said = f"{part.strip()!r} is not a square" if text else "the square is empty"
            self._tell(line, column, f"{said}; {_CELL_HELP}")
            return 0, ""
        level = int(found[1]) if found[1].isdigit() else 0
        return level, "".join(found.groups()[1:])

    def _put(self, side: Side | None, glyph: str, line: int, column: int) -> None:
        if side is None:
            if glyph != " ":
                self._tell(line, column, f"{glyph!r} on the edge of the map, which holds nothing")
        elif glyph == "*":
            self.noted[side] = (line, column)
        elif glyph not in _EDGES:
            self._tell(line, column, f"{glyph!r} is not a side; write {_SIDE_HELP}")
        else:
            self.edges[side] = _EDGES[glyph]

    def _read_note(self, number: int) -> None:
        side = self._noted_side(number)
        if side is None:
            self.unread = True
            return
        del self.noted[side]
        found = _NOTE.fullmatch(self.lines[number])
        assert found is not None  # it has told the side
        self.edges[side] = self._edge(found[3], number, found.start(3))

    def _noted_side(self, number: int) -> Side | None:
        """The side that a line below is about; None, and told, if it is about none."""
        found = _NOTE.fullmatch(self.lines[number])
        if not found:
            self._tell(number, 0, f"not a line about a side; {_NOTE_HELP}")
            return None
        ends = []
        for group in (1, 2):
            try:
                x, y = square_xy(found[group], self.width, self.height)
            except MapError as wrong:
                self._tell(number, found.start(group), str(wrong))
                return None
            ends.append(y * self.width + x)
        side = (min(ends), max(ends))
        if side not in self.noted:
            self._tell(number, found.start(1), "no * is drawn between these two squares")
            return None
        return side

    def _edge(self, words: str, line: int, column: int) -> _Edge:
        edge = _Edge()
        for word in (" ".join(part.split()) for part in words.split(",")):
            if wall := re.fullmatch(r"wall ([1-9]\d*)", word):
                edge = edge._replace(wall=int(wall[1]))
            elif door := re.fullmatch(r"(open|closed) door", word):
                edge = edge._replace(door=door[1])
            elif word == "climbable":
                edge = edge._replace(climbable=True)
            else:
                self._tell(line, column, f"{word!r} is not known; {_NOTE_HELP}")
        if edge.wall and edge.door:
            self._tell(line, column, "a side holds a wall or a door, not both")
            return _Edge(wall=edge.wall)
        return edge

    def _plan(self, cells: list[tuple[int, str]]) -> Plan:
        edges = sorted(self.edges.items())
        doors = [(side, edge.door) for side, edge in edges if edge.door]
        stairs, difficult, impassable = (
            sum(1 << n for n, (_, marks) in enumerate(cells) if mark in marks) for mark in _MARKS
        )
        return Plan(
            self.width,
            self.height,
            tuple(level for level, _ in cells),
            tuple((side, edge.wall) for side, edge in edges if edge.wall),
            tuple(side for side, _ in doors),
            sum(1 << n for n, (_, state) in enumerate(doors) if state == "open"),
            tuple(side for side, edge in edges if edge.climbable),
            stairs,
            difficult,
            impassable,
        )


def read_plan(text: str) -> Plan:
    """The plan that a drawing shows; MapError names line and column of what cannot be read."""
    plan, faults = _Reader(text).read()
    if faults:
        raise MapError(*faults)
    return plan


def look_at_plan(text: str) -> tuple[Plan | None, Sequence[str]]:
    """The plan of a drawing as far as it can be read (None: not at all), and all its faults."""
    try:
        return _Reader(text).read()
    except MapError as error:
        return None, error.faults


# ------------------------------------------------------------------ drawing


def _edges_of(plan: Plan) -> dict[Side, _Edge]:
    edges: dict[Side, _Edge] = {side: _Edge(wall=height) for side, height in plan.walls}
    for n, side in enumerate(plan.doors):
        edges[side] = _Edge(door="open" if plan.doors_open >> n & 1 else "closed")
    for side in plan.climbable:
        edges[side] = edges.get(side, _Edge())._replace(climbable=True)
    return edges


def _cell_text(plan: Plan, square: int) -> str:
    masks = (plan.stairs, plan.difficult, plan.impassable)
    marks = "".join(mark for mark, mask in zip(_MARKS, masks, strict=True) if mask >> square & 1)
    level = plan.levels[square]
    return (str(level) if level else "") + marks or "."


def _lying(glyph: str, room: int) -> str:
    if glyph in " |H":
        return {" ": " ", "|": "-", "H": "="}[glyph] * room
    return glyph.center(room, "=" if glyph.isdigit() else "-")


def _note(plan: Plan, side: Side, edge: _Edge) -> str:
    words = [f"wall {edge.wall}"] if edge.wall else []
    words += [f"{edge.door} door"] if edge.door else []
    words += ["climbable"] if edge.climbable else []
    ends = [square_name(square % plan.width, square // plan.width) for square in side]
    return f"{ends[0]}-{ends[1]}: {', '.join(words)}"


def _rows(cells: Iterable[str], glyphs: Iterable[str], room: int) -> str:
    # Right of the middle, so that levels stand below each other with marks or without.
    padded = [(" " * ((room - len(cell) + 1) // 2) + cell).ljust(room) for cell in cells]
    return "".join(part for pair in zip(padded, glyphs, strict=True) for part in pair)


def draw_plan(plan: Plan) -> str:
    """The canonical drawing of a plan, without a line break at its end."""
    edges = _edges_of(plan)
    glyphs: Mapping[Side, str] = {side: _GLYPHS.get(edge, "*") for side, edge in edges.items()}
    texts = [_cell_text(plan, square) for square in range(plan.width * plan.height)]
    room = max(3, *map(len, texts), *(len(column_name(x)) for x in range(plan.width)))
    room += 1 - room % 2
    left = len(str(plan.height))
    heads = [column_name(x) for x in range(plan.width)]
    lines = [" " * (left + 2) + _rows(heads, [" "] * plan.width, room)]
    for y in range(plan.height + 1):
        below = [y * plan.width + x for x in range(plan.width)]
        lying = [_lying(glyphs.get((s - plan.width, s), " "), room) for s in below]
        lines.append(" " * (left + 1) + "+" + "".join(part + "+" for part in lying))
        if y < plan.height:
            upright = [glyphs.get((s, s + 1), " ") if s != below[-1] else " " for s in below]
            row = _rows([texts[s] for s in below], upright, room)
            lines.append(str(y + 1).rjust(left) + "  " + row)
    notes = [_note(plan, side, edges[side]) for side in sorted(edges) if glyphs[side] == "*"]
    if notes:
        lines += ["", *notes]
    return "\n".join(line.rstrip() for line in lines)
