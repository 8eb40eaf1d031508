"""Maps of dots as text that a person can draw and edit.

Each dot is one character, four columns apart, and odd rows start two columns further in. What lies
between two dots is drawn half way: on the dots' own line for east and west neighbours, on the line
between the rows for the other four.

    ground:
    .   "   .   .   .
             # #
      .   T   . + S   .
             # o
    .   .   .   .   ~

    buildings: A=2
    .   .   .   .   .

      .   .   .   A   .

    .   .   .   .   .

    level 1:
    .   .   .   .   .

      .   .   .   S o .

    .   .   .   .   .

    also:
    b1 rough

`ground` shows every dot on its own ground. Dots: `.` open, `T` tree, `"` light vegetation, `S`
stairs and `H` ladder (up to the next level), `%` swamp, `,` rough, `*` barbed wire, `_` trench, `~`
shallow and `=` deep water. Between dots: `#` high wall, `+` door, `o` window, `-` low wall, `f`
furniture, `"` vegetation, `x` breach, a blank for nothing. The outer walls of buildings need no
drawing. A feature between two dots of different height stands on every level from one to the other.

`heights` gives each dot's elevation (`.` is 0, then 1 to 9 and a to z), `buildings` the storeys of
each letter and which dots it covers, `level N` what stands on a floor, roof or ledge of that level,
`tunnel` the dots underground (`o`, or `M` where one can climb in and out) and `also` further marks
for places that hold more than one. Every section but `ground` may be left out, and lines starting
with // are remarks.

Reading and writing are inverse: a canonical drawing comes back letter by letter, and
any board can be drawn.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from battlemat.boards.dots import lattice
from battlemat.boards.dots.features import TUNNEL_LEVEL, Building, Feature, MapError, Mark, Plan
from battlemat.kernel.memo import Memo

MARK_GLYPHS = {
    "T": Mark.TREE,
    "S": Mark.STAIRS,
    "H": Mark.LADDER,
    '"': Mark.VEGETATION,
    "%": Mark.SWAMP,
    ",": Mark.ROUGH,
    "*": Mark.WIRE,
    "_": Mark.TRENCH,
    "~": Mark.SHALLOW,
    "=": Mark.DEEP,
}
LINK_GLYPHS = {
    "#": Feature.HIGH_WALL,
    "+": Feature.DOOR,
    "o": Feature.WINDOW,
    "-": Feature.LOW_WALL,
    "f": Feature.FURNITURE,
    '"': Feature.VEGETATION,
    "x": Feature.BREACH,
}
HEIGHT_GLYPHS = ".123456789abcdefghijklmnopqrstuvwxyz"
_HEADER = re.compile(r"(ground|heights|tunnel|also|level ([0-9]+)|buildings)\s*:(.*)")
_BUILDING = re.compile(r"([A-Za-z])=([1-9][0-9]*)")

Where = dict[tuple[object, ...], tuple[int, int]]
"""Where in the text something was drawn: ("mark", dot, level), ("link", dot, dot, level) or
("building", name).
"""


@Memo("the dot and the width of the board", bound=20_000)
def dot_name(dot: int, width: int) -> str:
    """Column letter and row number: dot 0 is a1; after z comes aa."""
    row, column = divmod(dot, width)
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return f"{letters}{row + 1}"


def column_number(letters: str) -> int:
    """The column that letters stand for: a is 0, z 25, aa 26."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("a") + 1
    return number - 1


# ------------------------------------------------------------------------------------------ reading


@dataclass(slots=True)
class _Section:
    kind: str
    line: int  # of its header
    rest: str = ""
    level: int = 0
    lines: list[tuple[int, str]] = field(default_factory=list)


@dataclass(slots=True)
class _Reader:
    """What has been read so far, and where."""

    indent: int
    plan: Plan
    marks: set[tuple[Mark, int, int]]
    links: dict[tuple[int, int, int], Feature]
    where: Where
    faults: list[tuple[int, int, str]] = field(default_factory=list)

    def tell(self, line: int, column: int, what: str) -> None:
        at = column + self.indent + 1
        self.faults.append((line, at, f"line {line}, column {at}: {what}"))


def read(text: str) -> tuple[Plan, Where, list[str]]:
    """The plan that a drawing shows, where each thing in it was drawn, and all that cannot be
    read, in the order of lines; MapError if there is nothing to read on with.
    """
    indent, sections = _sections(text)
    by_kind: dict[str, _Section] = {}
    for section in sections:
        key = f"level {section.level}" if section.kind == "level" else section.kind
        if key in by_kind:
            raise MapError(f"line {section.line}, column 1: a second section {key!r}: draw it once")
        by_kind[key] = section
    if "ground" not in by_kind:
        raise MapError(
            "line 1, column 1: no drawing of the ground: a map starts with a section 'ground:'"
        )
    ground = by_kind.pop("ground")
    reader = _Reader(indent, Plan(*_extent(ground)), set(), {}, {})
    if "heights" in by_kind:
        _read_heights(reader, by_kind.pop("heights"))
    _read_level(reader, ground, None)
    for section in by_kind.values():
        _READERS[section.kind](reader, section)
    reader.plan.marks = frozenset(reader.marks)
    reader.plan.links = reader.links
    return reader.plan, reader.where, [what for _, _, what in sorted(reader.faults)]


def _sections(text: str) -> tuple[int, list[_Section]]:
    """The text cut at its headers, remarks taken out, and the indentation common to its lines."""
    lines = [(number, line.rstrip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if not line.lstrip().startswith("//")]
    tabs = [(number, line.index("\t") + 1) for number, line in lines if "\t" in line]
    if tabs:
        raise MapError(*(f"line {number}, column {at}: a tab: use blanks" for number, at in tabs))
    filled = [line for _, line in lines if line]
    indent = min((len(line) - len(line.lstrip()) for line in filled), default=0)
    sections: list[_Section] = []
    for number, line in lines:
        line = line[indent:]
        header = _HEADER.fullmatch(line)
        if header:
            kind = header[1].split()[0]
            sections.append(_Section(kind, number, header[3], int(header[2] or 0)))
        elif sections:
            sections[-1].lines.append((number, line))
        elif line:
            sections.append(_Section("ground", number, lines=[(number, line)]))
    for section in sections:
        while section.lines and not section.lines[-1][1]:
            section.lines.pop()
        while section.lines and not section.lines[0][1]:
            section.lines.pop(0)
    return indent, sections


def _extent(ground: _Section) -> tuple[int, int]:
    if not ground.lines:
        raise MapError(f"line {ground.line}, column 1: the ground is empty: draw at least one dot")
    return (len(ground.lines[0][1]) + 3) // 4, (len(ground.lines) + 1) // 2


def _cells(reader: _Reader, section: _Section) -> Iterator[tuple[int, int, int, str, int]]:
    """(line, column, dot, glyph, kind) of each character: kind -1 is the dot itself, 0 to 2 its
    link E, SE or SW.
    """
    width, height = reader.plan.width, reader.plan.height
    if len(section.lines) != 2 * height - 1:
        reader.tell(
            section.line,
            0,
            f"a drawing of {height} rows has {2 * height - 1} lines, not {len(section.lines)}",
        )
        return
    for y, (number, line) in enumerate(section.lines):
        row, between = divmod(y, 2)
        shift = 2 * (row % 2)
        if between:
            yield from _between_rows(reader, number, line, row)
            continue
        for column in range(width):
            at = shift + 4 * column
            if at >= len(line) or line[at] == " ":
                reader.tell(
                    number,
                    at,
                    f"{dot_name(row * width + column, width)} is missing: '.' is an open dot",
                )
                continue
            yield number, at, row * width + column, line[at], -1
        for at, glyph in enumerate(line):
            if glyph == " " or ((at - shift) % 4 == 0 and 0 <= at - shift < 4 * width):
                continue
            column, rest = divmod(at - shift - 2, 4)
            if rest or not 0 <= column < width - 1:
                reader.tell(
                    number,
                    at,
                    f"{glyph!r} lies on no dot and half way between none: move it or leave a blank",
                )
                continue
            yield number, at, row * width + column, glyph, 0


def _between_rows(
    reader: _Reader, number: int, line: str, row: int
) -> Iterator[tuple[int, int, int, str, int]]:
    width, shift = reader.plan.width, 2 * (row % 2)
    for at, glyph in enumerate(line):
        if glyph == " ":
            continue
        for kind, step in ((1, 1), (2, -1)):
            column, rest = divmod(at - step - shift, 4)
            below = column + (row % 2) - (kind == 2)
            if rest == 0 and 0 <= column < width and 0 <= below < width:
                yield number, at, row * width + column, glyph, kind
                break
        else:
            reader.tell(
                number,
                at,
                f"{glyph!r} lies half way between no two dots: put it there or leave a blank",
            )


def _other_end(dot: int, kind: int, width: int) -> int:
    dq, dr = lattice.DIRECTIONS[kind]
    return dot + lattice.index_delta(dq, dr, dot // width % 2, width)


def _allowed(glyphs: "dict[str, Mark] | dict[str, Feature]") -> str:
    return ", ".join(f"{glyph} {thing.value}" for glyph, thing in glyphs.items())


def _read_level(reader: _Reader, section: _Section, level: int | None) -> None:
    """One drawing of marks and features; level None is the ground, wherever it is."""
    width = reader.plan.width
    heights = reader.plan.heights
    for number, at, dot, glyph, kind in _cells(reader, section):
        if kind < 0:
            if glyph == ".":
                continue
            if glyph not in MARK_GLYPHS:
                reader.tell(number, at, f"{glyph!r} is no dot: . open, {_allowed(MARK_GLYPHS)}")
                continue
            on = heights.get(dot, 0) if level is None else level
            _put_mark(reader, number, at, MARK_GLYPHS[glyph], dot, on)
            continue
        if glyph not in LINK_GLYPHS:
            reader.tell(number, at, f"{glyph!r} cannot lie between dots: {_allowed(LINK_GLYPHS)}")
            continue
        other = _other_end(dot, kind, width)
        low, high = sorted((heights.get(dot, 0), heights.get(other, 0)))
        for on in range(low, high + 1) if level is None else (level,):
            if (dot, other, on) in reader.links:
                reader.tell(number, at, f"the ground already shows what lies here on level {on}")
                continue
            reader.links[(dot, other, on)] = LINK_GLYPHS[glyph]
            reader.where[("link", dot, other, on)] = number, at + reader.indent + 1


def _put_mark(reader: _Reader, line: int, at: int, mark: Mark, dot: int, level: int) -> None:
    if (mark, dot, level) in reader.marks:
        name = dot_name(dot, reader.plan.width)
        reader.tell(line, at, f"{name} is already marked as {mark.value}")
        return
    reader.marks.add((mark, dot, level))
    reader.where[("mark", dot, level)] = line, at + reader.indent + 1


def _read_floor(reader: _Reader, section: _Section) -> None:
    _read_level(reader, section, section.level)


def _read_heights(reader: _Reader, section: _Section) -> None:
    heights = {}
    for number, at, dot, glyph, kind in _cells(reader, section):
        if kind >= 0 or glyph not in HEIGHT_GLYPHS:
            reader.tell(
                number,
                at,
                f"{glyph!r} is no height: . for 0, then 1 to 9 and a to z, on dots alone",
            )
            continue
        if glyph != ".":
            heights[dot] = HEIGHT_GLYPHS.index(glyph)
    reader.plan.heights = heights


def _read_buildings(reader: _Reader, section: _Section) -> None:
    storeys: dict[str, int] = {}
    for word in section.rest.split():
        entry = _BUILDING.fullmatch(word)
        if not entry or entry[1] in storeys:
            reader.tell(
                section.line,
                0,
                f"{word!r} names no building: write each letter once with its storeys, such as A=2",
            )
            continue
        storeys[entry[1]] = int(entry[2])
        reader.where[("building", entry[1])] = section.line, 1
    dots: dict[str, set[int]] = {name: set() for name in storeys}
    for number, at, dot, glyph, kind in _cells(reader, section):
        if kind >= 0 or (glyph not in storeys and glyph != "."):
            known = ", ".join(storeys) or "none is named"
            reader.tell(
                number, at, f"{glyph!r} is no building: the line 'buildings:' names them ({known})"
            )
            continue
        if glyph != ".":
            dots[glyph].add(dot)
    reader.plan.buildings = tuple(
        Building(name, storeys[name], frozenset(dots[name])) for name in storeys
    )


def _read_tunnel(reader: _Reader, section: _Section) -> None:
    for number, at, dot, glyph, kind in _cells(reader, section):
        if kind >= 0:
            if glyph not in LINK_GLYPHS:
                allowed = _allowed(LINK_GLYPHS)
                reader.tell(number, at, f"{glyph!r} cannot lie between dots: {allowed}")
                continue
            other = _other_end(dot, kind, reader.plan.width)
            reader.links[(dot, other, TUNNEL_LEVEL)] = LINK_GLYPHS[glyph]
            reader.where[("link", dot, other, TUNNEL_LEVEL)] = number, at + reader.indent + 1
        elif glyph in "oM":
            _put_mark(reader, number, at, Mark.TUNNEL, dot, TUNNEL_LEVEL)
            if glyph == "M":
                _put_mark(reader, number, at, Mark.MOUTH, dot, TUNNEL_LEVEL)
        elif glyph != ".":
            reader.tell(
                number, at, f"{glyph!r} is nothing underground: . nothing, o tunnel, M tunnel mouth"
            )


def _read_also(reader: _Reader, section: _Section) -> None:
    marks = {mark.value: mark for mark in Mark if mark not in (Mark.TUNNEL, Mark.MOUTH)}
    width, size = reader.plan.width, reader.plan.width * reader.plan.height
    for number, line in section.lines:
        name, *words = line.split() or [""]
        found = re.fullmatch(r"([a-z]+)([1-9][0-9]*)(?:@([0-9]+))?", name)
        column = column_number(found[1]) if found else width
        dot = (int(found[2]) - 1) * width + column if found else size
        if column >= width or dot >= size or found is None:
            reader.tell(
                number,
                0,
                f"{name!r} is no place: a1 to {dot_name(size - 1, width)}, and a level such as @1",
            )
            continue
        for word in words:
            if word not in marks:
                reader.tell(number, line.index(word), f"{word!r} is no mark: {', '.join(marks)}")
                continue
            level = int(found[3]) if found[3] else reader.plan.heights.get(dot, 0)
            _put_mark(reader, number, line.index(word), marks[word], dot, level)


_READERS: dict[str, Callable[[_Reader, _Section], None]] = {
    "level": _read_floor,
    "buildings": _read_buildings,
    "tunnel": _read_tunnel,
    "also": _read_also,
}
