"""Boards of Open Fire: pieces laid on a table, and ground of its own. Its one rule: exact turns.

A piece is laid with its own (0, 0) at a place, turned by quarter turns, and a second time on the
other side of the table where `twice` is said; so a fair board is half the writing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from battlemat.boards.plane_read import PlaneError, outline_faults, read_plane
from battlemat.packs.openfire_schema import INCH, in_inches
from battlemat.packs.problems import nearest
from battlemat.packs.schema import Place

Ground = tuple[str, dict[str, Any], Place]


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
) -> dict[str, Any]:
    """The board as a setup holds it; what is wrong is told at `place`."""
    width, depth = (side * INCH for side in value["table"])
    ground = list(_own(value, place))
    for n, row in enumerate(value.get("lay", ())):
        here = place / "lay" / n
        piece = pieces.get(row["piece"])
        if piece is None:
            what = f"there is no piece '{row['piece']}'{nearest(row['piece'], pieces)}"
            (here / "piece").complain(what)
            continue
        x, y = row["at"]
        quarters = row.get("turn", 0) // 90
        laid = [Laid(x, y, quarters)]
        if row.get("twice"):
            laid.append(Laid(width - x, depth - y, (quarters + 2) % 4))
        for one in laid:
            ground += _turned(piece, one, here)
    board: dict[str, Any] = {"name": value.get("name", name), "table": [width, depth]}
    if "level_height" in value:
        board["level_height"] = value["level_height"]
    for key in ("areas", "parts"):
        board[key] = [row for kind, row, _ in ground if kind == key]
    _tell_faults(board, ground, place)
    return board


def _own(value: Mapping[str, Any], place: Place) -> Iterator[Ground]:
    for key in ("areas", "parts"):
        for n, row in enumerate(value.get(key, ())):
            yield key, dict(row), place / key / n


def _turned(piece: Mapping[str, Any], laid: Laid, place: Place) -> Iterator[Ground]:
    for key in ("areas", "parts"):
        for row in piece.get(key, ()):
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
    """Complain of outlines that no board could take."""
    for key in ("areas", "parts"):
        for n, row in enumerate(piece.get(key, ())):
            for fault in outline_faults([(x, y) for x, y in row["outline"]]):
                (place / key / n).complain(f"this outline {in_inches(fault)}")
