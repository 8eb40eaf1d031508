"""A scene as a standalone SVG picture; nothing is told by colour alone.

Sides differ by shape and pattern, heights by shade and number, walls by thickness, doors by form.
The picture names itself for screen readers and needs nothing beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import cos, radians, sin
from textwrap import wrap

from battlemat.drawing.looks import barrier, ground_glyph, notable, sides, status_label
from battlemat.kernel.events import side_name
from battlemat.kernel.scene import Mark, Piece, Point, Scene, Shape

UNIT = 48
"""Picture units to a square or a dot step; a free table has a third of it to the inch."""
_EDGE = 34
_SIDE_COLOURS = ("#b3202c", "#1f5fa8", "#1b7a4b", "#7a3fa0")
_GROUND = ("#f4f0e6", "#e2d8c0", "#cdbd97", "#b59f72", "#977f53")
_KINDS = {"difficult": "#c9d3a4", "water": "#a9cbdc", "impassable": "#6b6459", "smoke": "#b9b9c4"}
_STYLE = """
text{font-family:system-ui,sans-serif;fill:#2b261f}
.grid{stroke:#00000022;stroke-width:1;fill:none}
.high{stroke:#2b261f;stroke-width:7;stroke-linecap:square;fill:none}
.low{stroke:#5d5344;stroke-width:3.5;stroke-linecap:square;fill:none}
.door{stroke:#8a5a12;stroke-width:8;fill:none}
.open{stroke:#8a5a12;stroke-width:3;stroke-dasharray:5 6;fill:none}
.climb{stroke:#2b261f;stroke-width:5;stroke-dasharray:1.5 4;fill:none}
.zone{fill-opacity:.13;stroke-opacity:.6;stroke-width:2;stroke-dasharray:8 5}
.name{font-size:12px;fill:#00000088}
.height{font-size:11px;fill:#00000099}
.wall{font-size:9px;fill:#fff;text-anchor:middle;dominant-baseline:central}
.id{font-size:15px;font-weight:700;text-anchor:middle;dominant-baseline:central;fill:#fff}
.state{font-size:10px;font-weight:600;text-anchor:middle}
"""


def draw_svg(scene: Scene, players: Sequence[str] = ()) -> str:
    """The whole picture, as the text of an SVG file."""
    unit = UNIT if scene.grid != "free" else UNIT / 3
    return _Picture(scene, sides(scene, players), unit).draw()


class _Picture:
    """One scene at one scale."""

    def __init__(self, scene: Scene, order: Sequence[str], unit: float) -> None:
        self.scene = scene
        self.order = order
        self.unit = unit

    def draw(self) -> str:
        scene = self.scene
        width = self.x(scene.width) + _EDGE
        status = self._status(width)
        height = self.y(scene.height) + _EDGE + 20 * len(status)
        title = escape(scene.title or "Battlemat")
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
            f'viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{title}">',
            f"<title>{title}</title><style>{_STYLE}</style>",
            _patterns(),
            f'<rect width="{width:g}" height="{height:g}" fill="#fbf9f4"/>',
            f'<rect x="{_EDGE}" y="{_EDGE}" width="{scene.width * self.unit:g}" '
            f'height="{scene.height * self.unit:g}" fill="{_GROUND[0]}" stroke="#2b261f"/>',
        ]
        for layer in (
            self._ground(),
            self._grid(),
            self._zones(),
            self._barriers(),
            self._lines(),
            *(self._piece(piece) for piece in scene.pieces),
            *(self._mark(mark) for mark in scene.marks),
            self._names(),
            status,
        ):
            parts += layer
        return "\n".join([*parts, "</svg>"]) + "\n"

    def _status(self, width: float) -> list[str]:
        """The status in as many lines as it needs."""
        words = " · ".join(f"{status_label(one)}: {one.value}" for one in self.scene.status)
        top = self.y(self.scene.height) + 28
        return [
            f'<text x="{_EDGE}" y="{top + 20 * row:g}" font-size="14">{escape(line)}</text>'
            for row, line in enumerate(wrap(words, int((width - 2 * _EDGE) / 7.6) or 1))
        ]

    # ------------------------------------------------------------------ places

    def x(self, x: float) -> float:
        return round(_EDGE + x * self.unit, 2)

    def y(self, y: float) -> float:
        return round(_EDGE + y * self.unit, 2)

    def points(self, points: Sequence[Point]) -> str:
        return " ".join(f"{self.x(x):g},{self.y(y):g}" for x, y in points)

    def outline(self, shape: Shape, attributes: str) -> str:
        if shape.form == "circle":
            x, y = shape.points[0]
            radius = shape.radius * self.unit
            return f'<circle cx="{self.x(x):g}" cy="{self.y(y):g}" r="{radius:g}" {attributes}/>'
        tag = "polygon" if shape.form == "polygon" else "polyline"
        return f'<{tag} points="{self.points(shape.points)}" {attributes}/>'

    # ------------------------------------------------------------------ the ground

    def _ground(self) -> Iterator[str]:
        for shape in self.scene.shapes:
            if shape.form == "line":
                continue
            yield self.outline(shape, f'fill="{_fill(shape)}" stroke="#00000030"')
        for shape in self.scene.shapes:
            if shape.form != "line" and (shape.height or ground_glyph(shape)):
                sign = (f"{shape.height:g}" if shape.height else "") + ground_glyph(shape)
                x, y = _low_right(shape)
                yield (
                    f'<text class="height" x="{self.x(x) - 5:g}" y="{self.y(y) - 5:g}" '
                    f'text-anchor="end">{escape(sign)}</text>'
                )

    def _grid(self) -> Iterator[str]:
        scene = self.scene
        if scene.grid == "squares":
            for column in range(1, int(scene.width)):
                path = f"M{self.x(column):g} {_EDGE}V{self.y(scene.height):g}"
                yield f'<path class="grid" d="{path}"/>'
            for row in range(1, int(scene.height)):
                yield f'<path class="grid" d="M{_EDGE} {self.y(row):g}H{self.x(scene.width):g}"/>'
        else:
            for spot in scene.spots:
                if not spot.level:
                    x, y = self.x(spot.at[0]), self.y(spot.at[1])
                    yield f'<circle cx="{x:g}" cy="{y:g}" r="2.5" fill="#00000055"/>'

    def _zones(self) -> Iterator[str]:
        for number, zone in enumerate(self.scene.zones):
            colour = self._colour(zone.side) if zone.side else ("#7a6a2f", "#40606b")[number % 2]
            yield self.outline(zone, f'class="zone" fill="{colour}" stroke="{colour}"')

    def _barriers(self) -> Iterator[str]:
        classes = {"door": "door", "open door": "open", "window": "open", "climb": "climb"}
        for shape in self.scene.shapes:
            if shape.form == "line" and not shape.level:
                look = barrier(shape)
                title = escape(shape.label or shape.kind)
                name = classes.get(look, look or "low")
                points = self.points(shape.points)
                yield (
                    f'<polyline class="{name}" points="{points}"><title>{title}</title></polyline>'
                )
                if look == "high" and shape.height > 2:
                    (x1, y1), (x2, y2) = shape.points[0], shape.points[-1]
                    x, y = self.x((x1 + x2) / 2), self.y((y1 + y2) / 2)
                    yield f'<text class="wall" x="{x:g}" y="{y:g}">{shape.height:g}</text>'

    def _lines(self) -> Iterator[str]:
        for line in self.scene.lines:
            yield self.outline(line, 'fill="none" stroke="#b3202c" stroke-dasharray="6 4"')

    # ------------------------------------------------------------------ things on it

    def _mark(self, mark: Mark) -> Iterator[str]:
        x, y, r = self.x(mark.at[0]), self.y(mark.at[1]), 0.3 * UNIT
        taken = any(piece.at == mark.at for piece in self.scene.pieces)
        if taken:
            x, y, r = x + 0.36 * UNIT, y - 0.36 * UNIT, 0.16 * UNIT  # beside what stands on it
        star = " ".join(
            f"{x + cos(radians(36 * n - 90)) * r * (1 if n % 2 == 0 else 0.5):.1f},"
            f"{y + sin(radians(36 * n - 90)) * r * (1 if n % 2 == 0 else 0.5):.1f}"
            for n in range(10)
        )
        yield f'<polygon points="{star}" fill="#e0b43a" stroke="#6e5410" stroke-width="1.5">'
        yield f"<title>{escape(mark.label or mark.kind)}</title></polygon>"
        if not taken:
            label = escape(mark.name[:12])
            yield f'<text class="state" x="{x:g}" y="{y + r + 9:g}">{label}</text>'

    def _piece(self, piece: Piece) -> Iterator[str]:
        x, y = self.x(piece.at[0]), self.y(piece.at[1])
        r = max(piece.radius * self.unit, 13)
        told = [one.label for one in piece.conditions]
        words = ", ".join([piece.name, side_name(piece.side), *told])
        faded = "" if piece.ready else ' opacity="0.55"'
        yield f"<g{faded}><title>{escape(words)}</title>"
        yield self._body(piece, x, y, r)
        if piece.active:
            yield f'<circle cx="{x:g}" cy="{y:g}" r="{r + 5:g}" fill="none" stroke="#d98e04" '
            yield 'stroke-width="4"/>'
        if piece.facing is not None:
            dx, dy = sin(radians(piece.facing)), -cos(radians(piece.facing))
            yield (
                f'<path d="M{x + dx * r * 0.6:.1f} {y + dy * r * 0.6:.1f}'
                f'L{x + dx * (r + 8):.1f} {y + dy * (r + 8):.1f}" '
                'stroke="#2b261f" stroke-width="4"/>'
            )
        yield f'<text class="id" x="{x:g}" y="{y:g}">{escape(piece.id)}</text>'
        if notable(piece):
            states = escape(", ".join(notable(piece)))
            yield f'<text class="state" x="{x:g}" y="{y + r + 10:g}">{states}</text>'
        yield "</g>"

    def _body(self, piece: Piece, x: float, y: float, r: float) -> str:
        """The first side is round and plain, the second square and striped, others are angled."""
        number = self.order.index(piece.side) if piece.side in self.order else 0
        fill = self._colour(piece.side) if number % 2 == 0 else f"url(#stripes{number % 4})"
        look = f'fill="{fill}" stroke="#2b261f" stroke-width="2"'
        if piece.size is not None:
            long, wide = piece.size[0] * self.unit, piece.size[1] * self.unit
            turn = piece.facing or 0.0
            return (
                f'<rect x="{x - wide / 2:g}" y="{y - long / 2:g}" width="{wide:g}" '
                f'height="{long:g}" transform="rotate({turn:g} {x:g} {y:g})" {look}/>'
            )
        if number == 0:
            return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" {look}/>'
        if number == 1:
            half = r * 0.9
            return (
                f'<rect x="{x - half:g}" y="{y - half:g}" width="{2 * half:g}" '
                f'height="{2 * half:g}" rx="2" {look}/>'
            )
        corners = f"{x:g},{y - r:g} {x + r:g},{y:g} {x:g},{y + r:g} {x - r:g},{y:g}"
        return f'<polygon points="{corners}" {look}/>'

    def _colour(self, side: str) -> str:
        number = self.order.index(side) if side in self.order else 0
        return _SIDE_COLOURS[number % len(_SIDE_COLOURS)]

    def _names(self) -> Iterator[str]:
        scene = self.scene
        offset = 0.5 if scene.grid == "squares" else 0.0
        for number, name in enumerate(scene.columns):
            at = f'x="{self.x(number + offset):g}" y="{_EDGE - 10}"'
            yield f'<text class="name" {at} text-anchor="middle">{escape(name)}</text>'
        for number, name in enumerate(scene.rows):
            at = f'x="{_EDGE - 10}" y="{self.y(number + offset) + 4:g}"'
            yield f'<text class="name" {at} text-anchor="end">{escape(name)}</text>'


def _fill(shape: Shape) -> str:
    words = f"{shape.kind} {shape.material}".lower()
    kind = next((colour for word, colour in _KINDS.items() if word in words), None)
    return kind or _GROUND[min(len(_GROUND) - 1, max(0, int(shape.height)))]


def _low_right(shape: Shape) -> Point:
    if shape.form == "circle":
        x, y = shape.points[0]
        return x + shape.radius / 2, y + shape.radius / 2
    return max(x for x, _ in shape.points), max(y for _, y in shape.points)


def _patterns() -> str:
    """Stripes in the colours of the sides that are not plain."""
    stripes = [
        f'<pattern id="stripes{number}" width="8" height="8" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate(45)"><rect width="8" height="8" fill="{colour}"/>'
        '<path d="M0 0V8" stroke="#ffffff66" stroke-width="3"/></pattern>'
        for number, colour in enumerate(_SIDE_COLOURS)
        if number % 2
    ]
    return "<defs>" + "".join(stripes) + "</defs>"
