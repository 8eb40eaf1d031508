"""How the things of a scene look, whatever draws them; kinds are read, never rules.

A rulebook names a shape's kind in its own words ("wall", "open door", "difficult"); screens need to
know only which of a few looks it has. An unknown kind still gets drawn, plainly and with its name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from battlemat.kernel.events import side_name
from battlemat.kernel.scene import Mark, Piece, Point, Scene, Shape, Status
from battlemat.kernel.words import say

GLYPHS = {
    "stairs": "/",
    "difficult": "~",
    "impassable": "#",
    "barrier": "=",
    "slow": "~",
    "rough": ",",
    "water": "≈",
    "swamp": "%",
    "tree": "T",
    "wood": "T",
    "vegetation": '"',
    "ladder": "H",
    "trench": "_",
    "wire": "*",
    "smoke": "§",
    "rubble": "%",
}
"""What ground looks like in a terminal, by a word in its kind."""


def barrier(shape: Shape) -> str:
    """What a line is to look at: "open door", "door", "window", "climb", "high", "low" or ""."""
    words = shape.kind.lower()
    if "door" in words:
        return "open door" if "open" in words else "door"
    if "window" in words:
        return "window"
    if any(word in words for word in ("wall", "hedge", "fence")):
        return "low" if "low" in words or 0 < shape.height < 2 else "high"
    return "climb" if "climb" in words else ""


def ground_glyph(shape: Shape) -> str:
    """The sign of a kind of ground, "" where only its height tells."""
    words = f"{shape.kind} {shape.material}".lower()
    return next((glyph for word, glyph in GLYPHS.items() if word in words), "")


def zone_letter(zone: Shape) -> str:
    """The letter that fills a zone in a terminal: its own sign, or the first of its name."""
    named = (sign for sign in zone.label or zone.kind if sign.isalpha())
    return ground_glyph(zone) or next(named, "z").lower()


def mark_sign(mark: Mark) -> str:
    """A mark in three letters: a star and its number, or the start of its name."""
    last = mark.id.split()[-1] if mark.id else ""
    return "*" + (last if 0 < len(last) <= 2 else (mark.name or mark.kind)[:2])


def notable(piece: Piece) -> list[str]:
    """The conditions worth a word beside a piece; that it stands and has acted is drawn anyway."""
    return [one.label for one in piece.conditions if one.tone != "usual"]


def hindered(piece: Piece) -> bool:
    """Whether a piece is in a bad state that its sign on the board should tell."""
    return any(one.kind in ("fallen", "held", "stunned") for one in piece.conditions)


def leads(piece: Piece) -> bool:
    """Whether a model leads its unit."""
    return any(one.kind == "leads" for one in piece.conditions)


def status_label(line: Status) -> str:
    """What a line of the status is about, with whose it is."""
    if not line.side:
        return line.label
    return say("{player} {what}", player=side_name(line.side), what=line.label)


class Troop(NamedTuple):
    """A unit on the table: the piece that stands for it, and its other models."""

    id: str
    head: Piece
    rest: tuple[Piece, ...]


def troops(scene: Scene) -> list[Troop]:
    """The pieces by unit. Models are named after theirs, as `R1.2`; any other piece is a unit."""
    units: dict[str, list[Piece]] = {}
    for piece in scene.pieces:
        units.setdefault(piece.id.partition(".")[0], []).append(piece)
    found = []
    for id, models in units.items():
        head = next((model for model in models if leads(model)), models[0])
        found.append(Troop(id, head, tuple(model for model in models if model is not head)))
    return found


def sides(scene: Scene, players: Sequence[str] = ()) -> list[str]:
    """The sides in a fixed order: those of the game, then any others on the board."""
    found = list(players)
    for piece in scene.pieces:
        if piece.side not in found:
            found.append(piece.side)
    return found


def inside(point: Point, polygon: Sequence[Point]) -> bool:
    """Whether a point lies inside a polygon (even and odd crossings)."""
    x, y = point
    within = False
    for (x1, y1), (x2, y2) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            within = not within
    return within


def covers(shape: Shape, point: Point) -> bool:
    """Whether a point lies on a polygon or circle; a line covers nothing."""
    if shape.form == "polygon":
        return len(shape.points) > 2 and inside(point, shape.points)
    if shape.form == "circle":
        (x, y), (px, py) = shape.points[0], point
        return (px - x) ** 2 + (py - y) ** 2 <= shape.radius**2
    return False
