"""Plots made for reading: ranges, their course, a matrix, a response, bars. Each is one SVG.

Colours are names that the page's style gives, so a plot is at home in light and in dark.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Protocol

from battlemat.lab.summary import Range

ROW = 26
LABEL = 210
PLOT = 420
WIDTH = LABEL + PLOT + 130


class Plot(Protocol):
    """Something that is drawn."""

    @property
    def title(self) -> str: ...

    def svg(self) -> str:
        """The drawing, which needs nothing but a style."""


@dataclass(frozen=True, slots=True)
class Ranges:
    """Shares with their ranges, one below the other, beside the line of equals."""

    title: str
    rows: Sequence[tuple[str, Range]]

    def svg(self) -> str:
        high = ROW * len(self.rows) + 30
        parts = [_scale(high - 26)]
        for n, (label, found) in enumerate(self.rows):
            y = ROW * n + 16
            parts.append(_text(LABEL - 10, y + 4, label, "end"))
            parts.append(_whisker(_x(found.low), _x(found.high), y))
            parts.append(_dot(_x(found.value), y, label, found))
            parts.append(_text(LABEL + PLOT + 10, y + 4, _per_cent(found), "start", "quiet"))
        return _svg(self.title, WIDTH, high, parts)


@dataclass(frozen=True, slots=True)
class Course:
    """How a range narrowed from pair to pair."""

    title: str
    ranges: Sequence[Range]

    def svg(self) -> str:
        high, left = 220, 50
        wide = WIDTH - left - 20
        count = max(1, len(self.ranges) - 1)

        def at(n: int, share: float) -> str:
            return f"{left + wide * n / count:.1f},{10 + 180 * (1 - share):.1f}"

        parts = []
        for share in (0.0, 0.25, 0.5, 0.75, 1.0):
            y = 10 + 180 * (1 - share)
            kind = "even" if share == 0.5 else "grid"
            parts.append(f'<line class="{kind}" x1="{left}" x2="{left + wide}" y1="{y}" y2="{y}"/>')
            parts.append(_text(left - 6, y + 4, f"{100 * share:.0f} %", "end", "quiet"))
        upper = [at(n, found.high) for n, found in enumerate(self.ranges)]
        lower = [at(n, found.low) for n, found in enumerate(self.ranges)]
        middle = [at(n, found.value) for n, found in enumerate(self.ranges)]
        parts.append(f'<polygon class="band" points="{" ".join(upper + lower[::-1])}"/>')
        parts.append(f'<polyline class="line" points="{" ".join(middle)}"/>')
        parts.append(_text(left, high - 6, "1 pair", "start", "quiet"))
        parts.append(_text(left + wide, high - 6, f"{len(self.ranges)} pairs", "end", "quiet"))
        return _svg(self.title, WIDTH, high, parts)


@dataclass(frozen=True, slots=True)
class Heat:
    """Who takes how much from whom: the row's share against the column."""

    title: str
    names: Sequence[str]
    cells: Mapping[tuple[str, str], Range]

    def svg(self) -> str:
        side = 56
        top = 110
        parts = []
        for n, name in enumerate(self.names):
            middle = LABEL + side * n + side / 2
            turned = f'transform="rotate(-40 {middle:.0f} {top - 8})"'
            parts.append(_text(middle, top - 8, name, "start", more=turned))
            parts.append(_text(LABEL - 10, top + side * n + side / 2 + 4, name, "end"))
        for (row, column), found in self.cells.items():
            x, y = LABEL + side * self.names.index(column), top + side * self.names.index(row)
            kind = "good" if found.value >= 0.5 else "bad"
            strength = min(1.0, 2 * abs(found.value - 0.5))
            told = f"{row} against {column}: {_per_cent(found)}"
            parts.append(
                f'<rect class="{kind}" x="{x}" y="{y}" width="{side - 2}" height="{side - 2}" '
                f'fill-opacity="{strength:.2f}"><title>{escape(told)}</title></rect>'
            )
            parts.append(_text(x + side / 2 - 1, y + 26, f"{100 * found.value:.0f}", "middle"))
            bounds = f"{100 * found.low:.0f}-{100 * found.high:.0f}"
            parts.append(_text(x + side / 2 - 1, y + 42, bounds, "middle", "quiet small"))
        wide = LABEL + side * len(self.names) + 90
        return _svg(self.title, wide, top + side * len(self.names) + 8, parts)


@dataclass(frozen=True, slots=True)
class Response:
    """A share over the values of something that was varied."""

    title: str
    points: Sequence[tuple[str, Range]]

    def svg(self) -> str:
        high, left = 260, 50
        wide = WIDTH - left - 20
        step = wide / max(1, len(self.points))
        parts = []
        for share in (0.0, 0.25, 0.5, 0.75, 1.0):
            y = _y(share)
            kind = "even" if share == 0.5 else "grid"
            parts.append(f'<line class="{kind}" x1="{left}" x2="{left + wide}" y1="{y}" y2="{y}"/>')
            parts.append(_text(left - 6, y + 4, f"{100 * share:.0f} %", "end", "quiet"))
        spots = [left + step * (n + 0.5) for n in range(len(self.points))]
        line = " ".join(
            f"{x:.1f},{_y(found.value):.1f}"
            for x, (_, found) in zip(spots, self.points, strict=True)
        )
        parts.append(f'<polyline class="line" points="{line}"/>')
        for x, (label, found) in zip(spots, self.points, strict=True):
            low, top = _y(found.low), _y(found.high)
            parts.append(f'<line class="range" x1="{x:.1f}" x2="{x:.1f}" y1="{low}" y2="{top}"/>')
            told = escape(f"{label}: {_per_cent(found)}")
            y = _y(found.value)
            parts.append(
                f'<circle class="dot" cx="{x:.1f}" cy="{y}" r="5"><title>{told}</title></circle>'
            )
            parts.append(_text(x, high - 12, label, "middle"))
        return _svg(self.title, WIDTH, high, parts)


@dataclass(frozen=True, slots=True)
class Bars:
    """Parts of a whole, one below the other."""

    title: str
    rows: Sequence[tuple[str, float]]

    def svg(self) -> str:
        left = 330
        wide = WIDTH - left - 60
        parts = []
        for n, (label, share) in enumerate(self.rows):
            y = 20 * n + 6
            parts.append(_text(left - 10, y + 11, label, "end", "small"))
            parts.append(
                f'<rect class="bar" x="{left}" y="{y}" width="{wide * share:.1f}" height="14"/>'
            )
            x = left + wide * share + 6
            parts.append(_text(x, y + 11, f"{100 * share:.0f} %", "start", "quiet small"))
        return _svg(self.title, WIDTH, 20 * len(self.rows) + 14, parts)


# ---------------------------------------------------------------------- parts of drawings


def _x(share: float) -> float:
    return LABEL + PLOT * share


def _y(share: float) -> float:
    return round(10 + 210 * (1 - share), 1)


def _scale(bottom: float) -> str:
    parts = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        kind = "even" if share == 0.5 else "grid"
        x = _x(share)
        parts.append(f'<line class="{kind}" x1="{x}" x2="{x}" y1="2" y2="{bottom}"/>')
        parts.append(_text(x, bottom + 18, f"{100 * share:.0f} %", "middle", "quiet small"))
    return "".join(parts)


def _whisker(low: float, high: float, y: float) -> str:
    return f'<line class="range" x1="{low:.1f}" x2="{high:.1f}" y1="{y}" y2="{y}"/>'


def _dot(x: float, y: float, label: str, found: Range) -> str:
    told = escape(f"{label}: {_per_cent(found)}")
    return f'<circle class="dot" cx="{x:.1f}" cy="{y}" r="5"><title>{told}</title></circle>'


def _text(x: float, y: float, text: str, anchor: str, kind: str = "", more: str = "") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{kind}" {more}>'
        f"{escape(text)}</text>"
    )


def _per_cent(found: Range) -> str:
    return f"{100 * found.value:.0f} % ({100 * found.low:.0f} to {100 * found.high:.0f})"


def _svg(title: str, wide: float, high: float, parts: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {wide:.0f} {high:.0f}" role="img" aria-label="{escape(title)}" '
        f'style="max-width:{wide:.0f}px">{"".join(parts)}</svg>'
    )
