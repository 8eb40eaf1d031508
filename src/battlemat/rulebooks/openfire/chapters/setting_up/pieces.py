"""The pieces of terrain on a table that is being set up: their names, and what edits make of them.

Parts and level areas are pieces alike. Each has a name of its own, whatever its file calls it: of
several hedges the first is `hedge`, the next `hedge 2`. A piece that was taken away keeps its
number and its name, so that the others keep theirs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from battlemat.boards.plane import Plane, PlaneError, Point, read_plane
from battlemat.kernel.errors import Refusal
from battlemat.kernel.words import say
from battlemat.rulebooks.openfire.chapters.terrain import PIECES
from battlemat.rulebooks.openfire.state.battle import Battle, Edit

Row: TypeAlias = Mapping[str, Any]
PARTS, AREAS = "parts", "areas"
SHIFTED, TURNED, REMOVED, ADDED = "shift", "turn", "remove", "add"
STEP = 15
"""Pieces are turned by as many whole degrees, and by several times that."""
MOST_EDITS = 40
"""So often a table is changed before it stands as it is."""
_SCALE = 10**9
_SINES = (0, 258819045, 500000000, 707106781, 866025404, 965925826, 1000000000)
"""Of 0, 15, 30 ... 90 degrees, in billionths: whole numbers give the same corners everywhere."""


class Piece(NamedTuple):
    """A part or a level area as a board holds it, and its name; `gone` if it was taken away."""

    sort: str
    name: str
    row: Row
    gone: bool = False

    @property
    def corners(self) -> list[Point]:
        """Its outline, in the order in which its edges are counted."""
        if "box" in self.row:
            west, south, east, north = self.row["box"]
            return [(west, south), (east, south), (east, north), (west, north)]
        return [(x, y) for x, y in self.row["outline"]]

    @property
    def middle(self) -> Point:
        """By which a hand takes it, and around which it is turned."""
        xs, ys = zip(*self.corners, strict=True)
        return (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2


def pieces_of(battle: Battle, edits: Sequence[Edit] | None = None) -> list[Piece]:
    """All pieces, those that were taken away too, after the edits of a battle or some others."""
    board = battle.field.board
    rows: list[tuple[str, Row]] = [(PARTS, row) for row in board.get(PARTS, ())]
    rows += [(AREAS, row) for row in board.get(AREAS, ())]
    gone: set[int] = set()
    for kind, number, x, y in battle.edits if edits is None else edits:
        if kind == ADDED:
            sort, row = box_of_pieces(battle)[number]
            rows.append((sort, _put(Piece(sort, "", row), (x, y))))
        elif kind == REMOVED:
            gone.add(number)
        else:
            sort, row = rows[number]
            change = _moved if kind == SHIFTED else _turned
            rows[number] = (sort, change(Piece(sort, "", row), x, y))
    names = _names([title_of(row) for _, row in rows])
    return [
        Piece(sort, names[number], row, number in gone) for number, (sort, row) in enumerate(rows)
    ]


def box_of_pieces(battle: Battle) -> list[tuple[str, Row]]:
    """What can be added: another of each piece that the board has, and what lies in every box."""
    board = battle.field.board
    found: dict[str, tuple[str, Row]] = {}
    for sort in (PARTS, AREAS):
        for row in board.get(sort, ()):
            found.setdefault(_plain(title_of(row)), (sort, row))
    for name, keyword, height, sight, wide, deep in PIECES:
        row = {"name": name, "keyword": keyword, "height": height, "sight": sight}
        found.setdefault(_plain(name), (PARTS, {**row, "box": [0, 0, wide, deep]}))
    return list(found.values())


def title_of(row: Row) -> str:
    """What a piece is called by its file, or what it is."""
    said = str(row.get("name") or row.get("keyword") or "level area")
    return " ".join(said.split()) or "piece"


def number_of(names: Sequence[str], wanted: str) -> int | None:
    """The number of the name that is meant, however it is written."""
    plain = _plain(wanted)
    return next((number for number, name in enumerate(names) if _plain(name) == plain), None)


def edited(battle: Battle, edits: Sequence[Edit]) -> Plane | Refusal:
    """The table after some edits, or why it makes none."""
    if len(edits) > MOST_EDITS:
        text = say("the table has been changed {most} times", most=MOST_EDITS)
        return Refusal(text, "openfire.setup.terrain")
    pieces = [piece for piece in pieces_of(battle, edits) if not piece.gone]
    board = {key: value for key, value in battle.field.board.items() if key != "name"}
    for sort in (PARTS, AREAS):
        board[sort] = [{**one.row, "name": one.name} for one in pieces if one.sort == sort]
    try:
        return read_plane(board)
    except PlaneError as wrong:
        return Refusal(_fault(board, *wrong.faults[0]), "openfire.module.terrain-data")


def _fault(board: Mapping[str, Any], where: tuple[str | int, ...], text: str) -> str:
    """What is wrong with a table, as players say it; a piece keeps its shape, wherever it lies."""
    if where[-1] in ("box", "outline"):
        sort, number, _ = where
        return say("{piece} would lie partly off the table", piece=board[str(sort)][number]["name"])
    return say("that table cannot be played on: {fault}", fault=text)


# ---------------------------------------------------------------------- names and places


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()


def _names(titles: Sequence[str]) -> list[str]:
    """A name for each piece: its title, with a number behind it from the second on."""
    taken = {_plain(title) for title in titles}
    seen: set[str] = set()
    names = []
    for title in titles:
        name, count = title, 1
        while count > 1 or _plain(title) in seen:
            count += 1
            name = f"{title} {count}"
            if _plain(name) not in taken:
                break
        taken.add(_plain(name))
        seen.add(_plain(name))
        names.append(name)
    return names


def _moved(piece: Piece, dx: int, dy: int) -> Row:
    if "box" in piece.row:
        west, south, east, north = piece.row["box"]
        return {**piece.row, "box": [west + dx, south + dy, east + dx, north + dy]}
    return {**piece.row, "outline": [[x + dx, y + dy] for x, y in piece.corners]}


def _put(piece: Piece, at: Point) -> Row:
    """A piece with its middle at a place."""
    x, y = piece.middle
    return _moved(piece, at[0] - x, at[1] - y)


def _turned(piece: Piece, degrees: int, _unused: int) -> Row:
    """A piece turned to the left around its middle; its edges are counted as before."""
    mx, my = piece.middle
    sine, cosine = _sine(degrees), _sine(degrees + 90)
    corners = [
        [
            mx + _rounded((x - mx) * cosine - (y - my) * sine),
            my + _rounded((x - mx) * sine + (y - my) * cosine),
        ]
        for x, y in piece.corners
    ]
    return {**{key: one for key, one in piece.row.items() if key != "box"}, "outline": corners}


def _sine(degrees: int) -> int:
    degrees %= 360
    if degrees >= 180:
        return -_sine(degrees - 180)
    return _SINES[min(degrees, 180 - degrees) // STEP]


def _rounded(value: int) -> int:
    return (2 * value + _SCALE) // (2 * _SCALE)
