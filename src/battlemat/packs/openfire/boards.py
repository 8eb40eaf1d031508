"""Boards of Open Fire: pieces laid on a table, and ground of its own, turned exactly.

A piece is laid with its own (0, 0) at a place, turned by quarter turns, and a second time on the
other side of the table where `twice` is said; so a fair board is half the writing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from battlemat.boards.plane import KEYWORDS, SIGHTS, PlaneError, read_plane
from battlemat.packs.openfire.lengths import INCH, WIDEST, in_inches, inches, outline, point
from battlemat.packs.places import Lacking, Place, go_on, lacks
from battlemat.packs.problems import nearest
from battlemat.packs.schema import (
    Check,
    Field,
    either,
    flag,
    list_of,
    may,
    need,
    one_of,
    record,
    slug,
    text,
    then,
    whole,
)
from battlemat.packs.typed import typed
from battlemat.rulebooks.openfire.state.setup import BoardSetup

Ground = tuple[str, dict[str, Any], Place]

# ------------------------------------------------------------------ what a file may hold


def _shape(loose: bool) -> Mapping[str, Field]:
    return may(
        name=text(),
        box=list_of(inches(-WIDEST if loose else 0), least=4, most=4),
        outline=outline(-WIDEST if loose else 0),
    )


def _cornered(check: Check) -> Check:
    """After `check`, a box becomes the outline that it stands for."""

    def corners(value: Any, place: Place) -> Any:
        if ("box" in value) == ("outline" in value):
            place.complain("give either 'box' [x0, y0, x1, y1] or 'outline' [[x, y], ...]")
            raise Lacking("outline")
        if "box" in value:
            x0, y0, x1, y1 = value.pop("box")
            if x0 >= x1 or y0 >= y1:
                (place / "box").complain("a box is [west, south, east, north]")
            value["outline"] = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
        return value

    return then(check, corners)


def _ground(loose: bool) -> Mapping[str, Field]:
    area = record(
        _shape(loose),
        need(level=whole(1, 20)),
        may(
            climbable=either(one_of("all"), list_of(whole(0, 99)), what="'all' or a list of edges")
        ),
    )
    part = record(
        _shape(loose),
        need(keyword=one_of(*KEYWORDS)),
        may(height=inches(0, 60), sight=one_of(*SIGHTS), levels=whole(1, 20)),
    )
    return may(areas=list_of(_cornered(area)), parts=list_of(_cornered(part)))


PIECE = record(may(name=text(), text=text()), _ground(loose=True))
BOARD: Mapping[str, Field] = {
    **need(table=list_of(whole(6, WIDEST), least=2, most=2)),
    **may(
        name=text(),
        level_height=inches(1, 2),
        lay=list_of(
            record(
                need(piece=slug(), at=point()),
                may(
                    turn=either(
                        whole(0, 0),
                        whole(90, 90),
                        whole(180, 180),
                        whole(270, 270),
                        what="0, 90, 180 or 270",
                    ),
                    twice=flag(),
                ),
            )
        ),
    ),
    **_ground(loose=False),
}


# ------------------------------------------------------------------ boards as setups hold them


class Laid(NamedTuple):
    """One piece as it lies: where its origin is, and by how many quarter turns."""

    x: int
    y: int
    quarters: int

    def put(self, corner: list[int]) -> list[int]:
        """Where a corner of the piece comes to lie."""
        x, y = corner
        for _ in range(self.quarters):
            x, y = -y, x
        return [self.x + x, self.y + y]


def read_board(
    value: Mapping[str, Any], place: Place, pieces: Mapping[str, Any], name: str
) -> BoardSetup | None:
    """The board as a setup holds it; None, with complaints at `place`, if it is no ground."""
    known = len(place.problems)
    board = lay_board(value, place, pieces, name)
    return typed(BoardSetup, board, place) if len(place.problems) == known else None


def lay_board(
    value: Mapping[str, Any], place: Place, pieces: Mapping[str, Any], name: str
) -> dict[str, Any]:
    """The values of a board, its pieces laid; what is wrong is told at `place`."""
    (place / "table").need_sound()
    width, depth = (side * INCH for side in value["table"])
    ground = list(_own(value, place))
    for n, row in enumerate(value.get("lay", ())):
        here = place / "lay" / n
        ground += go_on(place, partial(_lay, row, here, pieces, (width, depth))) or ()
    board: dict[str, Any] = {"name": value.get("name", name), "table": [width, depth]}
    if "level_height" in value:
        board["level_height"] = value["level_height"]
    for key in ("areas", "parts"):
        board[key] = [row for kind, row, _ in ground if kind == key]
    _tell_faults(board, ground, place)
    return board


def _lay(
    row: Mapping[str, Any], here: Place, pieces: Mapping[str, Any], size: tuple[int, int]
) -> list[Ground]:
    """The ground of a piece where a board lays it."""
    if row["piece"] not in pieces:
        what = f"there is no piece '{row['piece']}'{nearest(row['piece'], pieces)}"
        (here / "piece").complain(what)
        return []
    x, y = row["at"]
    quarters = row.get("turn", 0) // 90
    laid = [Laid(x, y, quarters)]
    if row.get("twice"):
        laid.append(Laid(size[0] - x, size[1] - y, (quarters + 2) % 4))
    return [ground for one in laid for ground in _turned(pieces[row["piece"]], one, here)]


def _own(value: Mapping[str, Any], place: Place) -> Iterator[Ground]:
    for key in ("areas", "parts"):
        for n, row in enumerate(value.get(key, ())):
            if _is_ground(row, place / key / n):
                yield key, dict(row), place / key / n


def _is_ground(row: Mapping[str, Any], place: Place) -> bool:
    """Whether all is known that makes a row a piece of ground."""
    shapes = ("outline", "box")
    return "outline" in row and not lacks(row) and all((place / key).is_sound() for key in shapes)


def _turned(piece: Mapping[str, Any], laid: Laid, place: Place) -> Iterator[Ground]:
    for key in ("areas", "parts"):
        for row in piece.get(key, ()):
            if "outline" not in row or lacks(row):
                continue  # told where the piece is written
            yield key, {**row, "outline": [laid.put(corner) for corner in row["outline"]]}, place


def _tell_faults(board: Mapping[str, Any], ground: list[Ground], place: Place) -> None:
    """Complain of all that keeps the ground from being a plane, each where it was written."""
    try:
        read_plane({key: one for key, one in board.items() if key != "name"})
    except PlaneError as wrong:
        for fault in wrong.faults:
            here = place
            if len(fault.where) >= 2:
                key, number = fault.where[0], int(fault.where[1])
                rows = [at for kind, _, at in ground if kind == key]
                here = rows[number]
            here.complain(in_inches(fault.text))


def check_piece(piece: Mapping[str, Any], place: Place) -> None:
    """Complain of what no board could take, wherever the piece were laid."""
    middle = Laid(WIDEST * INCH, WIDEST * INCH, 0)
    rows = [
        (key, n, row)
        for key in ("areas", "parts")
        for n, row in enumerate(piece.get(key, ()))
        if _is_ground(row, place / key / n)
    ]
    ground: list[Ground] = [
        (
            key,
            {**row, "outline": [middle.put(corner) for corner in row["outline"]]},
            place / key / n,
        )
        for key, n, row in rows
    ]
    board: dict[str, Any] = {"table": [2 * WIDEST * INCH, 2 * WIDEST * INCH]}
    for key in ("areas", "parts"):
        board[key] = [row for kind, row, _ in ground if kind == key]
    _tell_faults(board, ground, place)
