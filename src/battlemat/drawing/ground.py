"""The ground of a small picture, in the colours and forms that the page has.

Hills rise in bands toward the light, woods are crowns, what is raised throws a shadow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from battlemat.drawing.looks import inside

Colour = tuple[int, int, int]
Point = tuple[float, float]

FRAMES: Mapping[str, Colour] = {
    "squares": (47, 52, 51),
    "dots": (224, 208, 172),
    "free": (66, 48, 34),
}
"""What is around a board."""

_MATERIALS: Mapping[str, tuple[Colour, Colour]] = {
    "crystal": ((111, 134, 168), (185, 211, 242)),
    "snow": ((223, 232, 236), (185, 201, 210)),
    "ash": ((107, 98, 87), (75, 68, 59)),
    "water": ((84, 132, 168), (43, 90, 107)),
    "roof": ((138, 75, 56), (60, 31, 22)),
    "silo": ((154, 163, 168), (76, 85, 90)),
    "crates": ((138, 106, 66), (69, 50, 24)),
    "rock": ((141, 138, 130), (85, 82, 75)),
    "pipe": ((127, 138, 143), (63, 72, 76)),
    "bulwark": ((123, 106, 77), (61, 51, 34)),
}
"""Of a material its surface and its edge."""
_BANDS: Sequence[Colour] = (
    (124, 143, 77),
    (134, 154, 86),
    (146, 165, 97),
    (158, 176, 109),
    (171, 188, 123),
    (185, 200, 139),
)
_HILL_EDGE: Colour = (61, 74, 32)
_FLOOR: Colour = (84, 103, 58)
_CROWN: tuple[Colour, Colour, Colour] = ((34, 58, 26), (52, 96, 46), (92, 142, 76))
_BUSH: tuple[Colour, Colour, Colour] = ((66, 84, 46), (116, 146, 84), (160, 188, 120))
_RUBBLE: tuple[Colour, Colour] = ((100, 97, 84), (66, 63, 54))
_BLOCK: tuple[Colour, Colour] = ((62, 65, 64), (88, 91, 88))
_RAISED: Colour = (184, 167, 134)
_SHADE: Colour = (84, 88, 84)


class Canvas(Protocol):
    """What ground is drawn on."""

    def polygon(self, points: Sequence[Point], colour: Colour) -> None: ...

    def line(self, points: Sequence[Point], width: float, colour: Colour) -> None: ...

    def disc(self, at: Point, radius: float, colour: Colour) -> None: ...


def draw_ground(
    canvas: Canvas, points: list[Point], shape: Mapping[str, Any], grid: str, unit: float
) -> bool:
    """Draw a polygon of a scene where it is of a kind that is known here; whether it was."""
    material, kind = str(shape["material"]), str(shape["kind"])
    if material in ("wood", "thicket"):
        _wood(canvas, points, grid, unit, material == "wood")
    elif material in _MATERIALS:
        surface, edge = _MATERIALS[material]
        _edged(canvas, points, surface, edge, max(1.0, 0.12 * unit))
    elif kind == "level" and grid == "free":
        _hill(canvas, points, unit)
    elif grid == "squares" and kind in ("level", "stairs"):
        _raised(canvas, points, float(shape["height"]), unit)
    elif grid == "squares" and kind == "difficult":
        _rubble(canvas, points, unit)
    elif grid == "squares" and kind == "impassable":
        _block(canvas, points)
    else:
        return False
    return True


def _edged(
    canvas: Canvas, points: list[Point], surface: Colour, edge: Colour, width: float
) -> None:
    canvas.polygon(points, surface)
    canvas.line([*points, points[0]], width, edge)


def _hill(canvas: Canvas, points: list[Point], unit: float) -> None:
    """Its outlines from the foot to the top, which lies a little toward the light."""
    x, y = _middle(points)
    for band, colour in enumerate(_BANDS):
        size, lift = 1 - 0.72 * band / len(_BANDS), 0.22 * unit * band / len(_BANDS)
        outline = [(x + size * (px - x) - lift, y + size * (py - y) - lift) for px, py in points]
        canvas.polygon(outline, colour)
    canvas.line([*points, points[0]], max(1.0, 0.14 * unit), _HILL_EDGE)


def _wood(canvas: Canvas, points: list[Point], grid: str, unit: float, tall: bool) -> None:
    """Crowns, always at the same places; a single field has a few."""
    shade, leaf, light = _CROWN if tall else _BUSH
    if grid != "free":
        (x, y), size = _middle(points), unit * (0.3 if tall else 0.22)
        crowns = [
            (x - size * 0.7, y + size * 0.4),
            (x + size * 0.7, y + size * 0.3),
            (x, y - size * 0.5),
        ]
    else:
        canvas.polygon(points, _FLOOR)
        size = max(2.2, unit * (0.85 if tall else 0.65))
        crowns = _scattered(points, size)
    for x, y in crowns:
        canvas.disc((x + size * 0.18, y + size * 0.25), size, shade)
        canvas.disc((x, y), size * 0.92, leaf)
        canvas.disc((x - size * 0.28, y - size * 0.28), size * 0.42, light)


def _scattered(points: list[Point], size: float) -> list[Point]:
    """Places in an outline, in rows that do not look like rows."""
    left, top = min(x for x, _ in points), min(y for _, y in points)
    right, low = max(x for x, _ in points), max(y for _, y in points)
    found: list[Point] = []
    rows = max(1, round((low - top) / (1.25 * size)))
    columns = max(1, round((right - left) / (1.35 * size)))
    for row in range(rows):
        for column in range(columns):
            off = ((row * 7 + column * 13) % 5 - 2) * 0.14
            at = (
                left + (column + 0.5 + off + 0.25 * (row % 2)) * (right - left) / columns,
                top + (row + 0.5 - off) * (low - top) / rows,
            )
            if inside(at, points):
                found.append(at)
    return found


def _raised(canvas: Canvas, points: list[Point], height: float, unit: float) -> None:
    away = 0.12 * unit
    canvas.polygon([(x + away, y + away) for x, y in points], _SHADE)
    light = min(1.24, 0.88 + 0.11 * height)
    red, green, blue = (min(255, int(part * light)) for part in _RAISED)
    canvas.polygon(points, (red, green, blue))


def _rubble(canvas: Canvas, points: list[Point], unit: float) -> None:
    ground, stone = _RUBBLE
    canvas.polygon(points, ground)
    x, y = _middle(points)
    for dx, dy in (
        (-0.28, -0.2),
        (0.12, -0.3),
        (0.3, 0.05),
        (-0.08, 0.1),
        (-0.3, 0.28),
        (0.2, 0.32),
    ):
        canvas.disc((x + dx * unit, y + dy * unit), max(0.7, 0.08 * unit), stone)


def _block(canvas: Canvas, points: list[Point]) -> None:
    """Dark, and hatched."""
    ground, hatch = _BLOCK
    canvas.polygon(points, ground)
    left, top = min(x for x, _ in points), min(y for _, y in points)
    right, low = max(x for x, _ in points), max(y for _, y in points)
    canvas.line([(left, low), (right, top)], 1.0, hatch)
    canvas.line([(left, (low + top) / 2), ((left + right) / 2, top)], 1.0, hatch)
    canvas.line([((left + right) / 2, low), (right, (low + top) / 2)], 1.0, hatch)


def _middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
