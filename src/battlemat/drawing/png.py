"""A scene as a small PNG, for the previews of links and for lists of games.

Where SVG is not shown (chats and social pages take bitmaps alone) a picture of the position is
still worth having. It is drawn by the standard library: flat ground, walls, marks and pieces,
without letters.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import ceil, floor, hypot
from typing import Any

from battlemat.drawing.ground import FRAMES, draw_ground

Colour = tuple[int, int, int]
Point = tuple[float, float]

PAPER: Mapping[str, Colour] = {
    "squares": (118, 124, 117),
    "dots": (236, 224, 195),
    "free": (108, 132, 78),
}
_SIDES: tuple[Colour, ...] = ((196, 62, 40), (38, 92, 178), (40, 140, 80), (150, 60, 160))
_INK: Colour = (28, 30, 30)
_WHITE: Colour = (246, 243, 232)
_GOLD: Colour = (255, 205, 70)
_KINDS: tuple[tuple[str, Colour], ...] = (
    ("impassable", (66, 70, 70)),
    ("difficult", (104, 92, 70)),
    ("wood", (46, 92, 44)),
    ("tree", (74, 124, 62)),
    ("vegetation", (92, 138, 72)),
    ("slow", (58, 98, 46)),
    ("barrier", (172, 160, 138)),
    ("water", (84, 132, 168)),
    ("building", (203, 178, 130)),
    ("ruin", (140, 130, 116)),
    ("road", (168, 140, 100)),
    ("hill", (138, 156, 88)),
    ("smoke", (190, 190, 190)),
    ("fire", (222, 110, 40)),
    ("zone", (0, 0, 0)),
)
_RAISED: Colour = (190, 168, 128)
_FRAME = 0.03
"""How wide the frame of a board is, as a part of its longer side."""


class Bitmap:
    """Pixels that can be filled, and written as PNG."""

    def __init__(self, width: int, height: int, ground: Colour) -> None:
        self.width = width
        self.height = height
        self._rows = [bytearray(bytes(ground) * width) for _ in range(height)]

    def span(self, y: int, left: float, right: float, colour: Colour) -> None:
        """Fill one row from `left` up to `right`."""
        start, end = max(0, ceil(left - 0.5)), min(self.width, ceil(right - 0.5))
        if 0 <= y < self.height and start < end:
            self._rows[y][start * 3 : end * 3] = bytes(colour) * (end - start)

    def disc(self, at: Point, radius: float, colour: Colour) -> None:
        """A filled circle."""
        x, y = at
        for row in range(floor(y - radius), ceil(y + radius) + 1):
            rest = radius * radius - (row + 0.5 - y) ** 2
            if rest > 0:
                self.span(row, x - rest**0.5, x + rest**0.5, colour)

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        """A filled polygon, by the even-odd rule."""
        if len(points) < 3:
            return
        low, high = min(y for _, y in points), max(y for _, y in points)
        edges = list(zip(points, [*points[1:], points[0]], strict=True))
        for row in range(max(0, floor(low)), min(self.height, ceil(high) + 1)):
            middle = row + 0.5
            cuts = sorted(
                x1 + (middle - y1) * (x2 - x1) / (y2 - y1)
                for (x1, y1), (x2, y2) in edges
                if (y1 <= middle) != (y2 <= middle)
            )
            for left, right in zip(cuts[::2], cuts[1::2], strict=False):
                self.span(row, left, right, colour)

    def line(self, points: Sequence[Point], width: float, colour: Colour) -> None:
        """An open line of some width."""
        for (x1, y1), (x2, y2) in pairwise(points):
            length = hypot(x2 - x1, y2 - y1) or 1.0
            dx, dy = (x2 - x1) / length * width / 2, (y2 - y1) / length * width / 2
            body = [
                (x1 - dx - dy, y1 - dy + dx),
                (x2 + dx - dy, y2 + dy + dx),
                (x2 + dx + dy, y2 + dy - dx),
                (x1 - dx + dy, y1 - dy - dx),
            ]
            self.polygon(body, colour)

    def png(self) -> bytes:
        """The picture as a file."""
        head = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        body = zlib.compress(b"".join(b"\0" + bytes(row) for row in self._rows), 6)
        parts = (_chunk(b"IHDR", head), _chunk(b"IDAT", body), _chunk(b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def draw_png(scene: Mapping[str, Any], players: Sequence[str], width: int, height: int) -> bytes:
    """A picture of a scene, given as its JSON values, in the middle of `width` by `height`."""
    ground = PAPER.get(str(scene["grid"]), PAPER["squares"])
    picture = Bitmap(width, height, (24, 28, 28))
    unit = min((width - 8) / scene["width"], (height - 8) / scene["height"])
    left, top = (width - unit * scene["width"]) / 2, (height - unit * scene["height"]) / 2

    def place(points: Iterable[Sequence[float]]) -> list[Point]:
        return [(left + x * unit, top + y * unit) for x, y in points]

    across, down = scene["width"], scene["height"]
    rim = min(9 / unit, _FRAME * max(across, down))
    around = [(-rim, -rim), (across + rim, -rim), (across + rim, down + rim), (-rim, down + rim)]
    picture.polygon(place(around), FRAMES.get(str(scene["grid"]), FRAMES["squares"]))
    picture.polygon(place([(0, 0), (across, 0), (across, down), (0, down)]), ground)
    if scene["grid"] == "squares":
        _grid(picture, place, int(across), int(down))
    for shape in scene["shapes"]:
        if shape["form"] != "line" and not (
            shape["form"] == "polygon"
            and draw_ground(picture, place(shape["points"]), shape, str(scene["grid"]), unit)
        ):
            _area(picture, place(shape["points"]), shape, unit)
    for shape in scene["shapes"]:
        if shape["form"] == "line":
            wide = max(1.5, unit * (0.16 if "high" in shape["kind"] else 0.1))
            picture.line(place(shape["points"]), wide, _wall(shape["kind"], ground))
    for mark in scene["marks"]:
        if mark["kind"] == "objective":
            spot, size = place([mark["at"]])[0], max(3.0, unit * 0.3)
            picture.disc(spot, size, _INK)
            picture.disc(spot, size * 0.75, _side(mark["side"], players, _WHITE))
    for piece in scene["pieces"]:
        _piece(picture, place([piece["at"]])[0], piece, players, unit)
    return picture.png()


def size_within(scene: Mapping[str, Any], width: int, height: int) -> tuple[int, int]:
    """The largest picture of a scene within some size that has nothing beside its board."""
    unit = min(width / scene["width"], height / scene["height"])
    return round(unit * scene["width"]), round(unit * scene["height"])


def _grid(picture: Bitmap, place: Any, across: int, down: int) -> None:
    for x in range(across + 1):
        picture.line(place([(x, 0), (x, down)]), 1, (96, 102, 96))
    for y in range(down + 1):
        picture.line(place([(0, y), (across, y)]), 1, (96, 102, 96))


def _area(picture: Bitmap, points: list[Point], shape: Mapping[str, Any], unit: float) -> None:
    colour = next((found for kind, found in _KINDS if kind in shape["kind"]), None)
    height = float(shape["height"])
    if colour is None:
        if not height:
            return
        light = min(1.25, 0.85 + 0.12 * height)
        colour = (
            min(255, int(_RAISED[0] * light)),
            min(255, int(_RAISED[1] * light)),
            min(255, int(_RAISED[2] * light)),
        )
    if shape["form"] == "circle":
        picture.disc(points[0], float(shape["radius"]) * unit, colour)
    else:
        picture.polygon(points, colour)


def _wall(kind: str, ground: Colour) -> Colour:
    if "door" in kind:
        return (150, 92, 44)
    if "window" in kind:
        return (150, 196, 216)
    return _WHITE if ground == PAPER["squares"] else _INK


def _side(side: str, players: Sequence[str], otherwise: Colour) -> Colour:
    return _SIDES[players.index(side) % len(_SIDES)] if side in players else otherwise


def _piece(
    picture: Bitmap, at: Point, piece: Mapping[str, Any], players: Sequence[str], unit: float
) -> None:
    radius = max(3.0, float(piece["radius"]) * unit)
    if piece["active"]:
        picture.disc(at, radius * 1.35, _GOLD)
    picture.disc(at, radius * 1.12, _INK)
    colour = _side(piece["side"], players, (120, 120, 120))
    picture.disc(at, radius * 0.92, colour)
    picture.disc(at, radius * 0.36, _WHITE)


def _chunk(kind: bytes, body: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(kind + body))
    return struct.pack(">I", len(body)) + kind + body + check
