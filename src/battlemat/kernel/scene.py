"""What to draw, without rules: board, pieces, marks, zones and lines, in board units.

Every rulebook paints a scene and every screen draws it, so a new rulebook needs no screen code.
All coordinates are in board units with x to the east and y to the south: squares, dot steps or
inches. Everything here turns into JSON by `as_json`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from math import isfinite
from typing import Any, TypeAlias

from battlemat.kernel.memo import Memo

Point: TypeAlias = tuple[float, float]


@dataclass(slots=True)
class Shape:
    """A piece of ground, wall or area. `kind` names what it is; screens choose how that looks.

    `form` is "polygon", "line" (an open polyline) or "circle" (one point and `radius`). `height` is
    in levels, for shading and for the screen reader. `level` hides it from other storeys.

    `label` is all that there is to say of it, `name` the few words that fit on the board. `side`
    and `owner` are whose it is: a player, and the id of a piece. `material` is what ground looks as
    if it were made of, one of `MATERIALS`.
    """

    kind: str
    form: str
    points: Sequence[Point]
    radius: float = 0.0
    height: float = 0.0
    level: int = 0
    label: str = ""
    because: str = ""
    name: str = ""
    side: str = ""
    owner: str = ""
    material: str = ""


MATERIALS = (
    *("wood", "thicket", "crystal", "snow", "ash", "water", "roof", "silo", "crates", "rock"),
    *("pipe", "bulwark", "hill"),
)
"""What ground may look as if it were made of; with none, it is plain."""

GLYPHS = (
    *("leader", "medic", "rifle", "smg", "heavy", "pistol", "shotgun", "machinegun", "rocket"),
    *("grenade", "flame", "laser", "bow", "blade", "axe", "claw", "fist", "staff", "scope"),
    *("mortar", "wrench", "knife", "beast", "tank", "carrier", "jeep", "helicopter", "jet"),
    *("walker", "person", "bolt", "shield", "eye", "drop", "wings", "fangs"),
)
"""The silhouettes that a piece may have; with none, it is a person's."""

CONDITIONS = (
    *("stands", "acted", "leads", "prone", "fallen", "stress", "stunned", "held", "under"),
    *("mounted", "flying", "damaged", "carries", "aboard", "other"),
)
"""The kinds of condition that screens know. Whoever is "prone" or "fallen" is drawn lying."""


@dataclass(slots=True)
class Condition:
    """How a piece is: the `kind` is one of `CONDITIONS`, `label` says it in words.

    Its `tone` is "usual" for what nearly every piece is and no board needs to tell, else "plain",
    "warn" or "bad". `count` is how often it is there.
    """

    kind: str
    label: str
    tone: str = "plain"
    count: int = 1


@dataclass(slots=True)
class Piece:
    """A unit or model. `glyph` is one of `GLYPHS`; `card` is what the side panel shows; `unit` is
    what the whole unit is called, where it has several models.
    """

    id: str
    name: str
    side: str
    at: Point
    kind: str = "unit"
    radius: float = 0.4
    size: Point | None = None  # a rectangular base: length and width
    facing: float | None = None  # degrees clockwise from north
    level: int = 0
    conditions: Sequence[Condition] = ()
    ready: bool = True
    active: bool = False
    gauge: tuple[int, int] | None = None  # what is left, of how many
    budget: tuple[int, int, str] | None = None  # while it acts: what it may spend, of how much
    place: str = ""  # as it is typed: "c4", "12.50,8.00"
    stands: str = ""  # where it is in words; nothing where places are numbers alone
    card: Mapping[str, Any] = field(default_factory=dict)
    glyph: str = ""
    unit: str = ""


@dataclass(slots=True)
class Mark:
    """A thing on the board that is not a unit: an objective, a marker, smoke, a body.

    `label` is all that there is to say of it; `name` is what it is called, and `about` what it is
    and is worth, whoever holds it. `side` is who has it now.
    """

    id: str
    kind: str
    at: Point
    label: str = ""
    side: str = ""
    level: int = 0
    because: str = ""
    name: str = ""
    about: str = ""


@dataclass(slots=True)
class Spot:
    """A place that can be pointed at: a square or a dot. Free boards have none."""

    name: str
    at: Point
    level: int = 0
    note: str = ""  # the ground in words, for the screen reader


@dataclass(slots=True)
class Prospect:
    """What one player would score: in full, with its reasons, and `brief`, the figures alone."""

    player: str
    told: str
    brief: str


@dataclass(slots=True)
class Outlook:
    """What would be scored as things stand: `when` ("If turn 2 ended now"), and by each player."""

    when: str
    sides: list[Prospect]


@dataclass(slots=True)
class Status:
    """One line of how the game stands.

    `side` is whose it is, "" if it is everybody's. The `kind` says what screens may do with it:
    "turn" (how far the game is), "score", "squad" (what a side leads), "acting" (who acts, which
    stands beside the question, too), or "" for all else.
    """

    label: str
    value: str
    side: str = ""
    kind: str = ""


@dataclass(slots=True)
class Scene:
    """Everything on the table. `status` is how the game stands: turn, orders, scores; `outlook` is
    what would be scored next, where anything can be. `mission` is the name of what is played, and
    `subtitle` the title without the game's name. `card_words` are the names of whatever its pieces'
    cards have under a key of more than three letters, and of codes that stand there as values.
    `waiting` are pieces that are yet to come to the board: where they are said to be means nothing.

    Parts that stay as they are for many scenes may be tuples, which are shared and never change:
    whoever turns them into something else may keep that.

    Spots of a grid have names; a free table has rulers along its edges instead, and people count
    from its south-west corner.
    """

    width: float
    height: float
    grid: str  # "squares", "dots" or "free"
    title: str = ""
    shapes: Sequence[Shape] = ()
    zones: Sequence[Shape] = ()
    lines: list[Shape] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    spots: Sequence[Spot] = ()
    columns: Sequence[str] = ()  # names along the top edge
    rows: Sequence[str] = ()  # names along the left edge
    status: list[Status] = field(default_factory=list)
    outlook: Outlook | None = None
    mission: str = ""
    subtitle: str = ""
    card_words: Mapping[str, str] = field(default_factory=dict)
    waiting: list[Piece] = field(default_factory=list)


@dataclass(slots=True)
class Handle:
    """How a screen offers one option: words, and where to point.

    Screens group handles by `group` ("Move", "Ranged Attack"), then by what is pointed at: a piece
    (`target`) or a place. `text` is the answer to send. `gesture` says how an open option is made:
    "path", "place", "turn", "places"; "" for a listed one. `answer` is the option's own text.

    Such a text has a gap of the gesture's name for the screen to fill, as in `{path}`. With
    "places" several pieces are put down together: the option's preview has a shape "ghost" for
    each, labelled with its id. `parts` names the pieces that may be put elsewhere, and the word
    that stands before each one's place in `{places}`.

    `harms` says that it is aimed at somebody, also where it points at bare ground. `arc` is the
    width and the heading of what looks to one side, in degrees, the heading clockwise from east.
    `reach` is how long a way may be that is drawn, in board units; None where nothing limits it.
    `dice` are those on the table that it takes up, by their places from 0; `spoils` says that one
    of them suits whoever is asked as it lies.
    """

    text: str
    label: str
    group: str = ""
    piece: str = ""
    target: str = ""
    at: Point | None = None
    place: str = ""
    path: Sequence[Point] = ()
    cost: str = ""
    because: str = ""
    gesture: str = ""
    parts: Mapping[str, str] = field(default_factory=dict)
    harms: bool = False
    arc: tuple[int, int] | None = None
    answer: str = ""
    reach: float | None = None
    dice: Sequence[int] = ()
    spoils: bool = False


@dataclass(slots=True)
class Fact:
    """One thing that a ruler tells: `value` for scenarios to hold it to, `text` for people."""

    name: str  # "distance", "sight", "cover"
    value: int | float | str
    text: str
    because: str = ""


@dataclass(slots=True)
class Reading:
    """A ruler laid from one thing to another: what it tells, and the lines to draw."""

    facts: list[Fact] = field(default_factory=list)
    shapes: list[Shape] = field(default_factory=list)


def pointed(text: str) -> Point | None:
    """The point of a scene that a screen means by `@12.5,8.25`; None for any other text."""
    x, comma, y = text.removeprefix("@").partition(",")
    if not text.startswith("@") or not comma:
        return None
    try:
        point = (float(x), float(y))
    except ValueError:
        return None
    return point if all(isfinite(part) for part in point) else None


_PLAIN = frozenset({str, int, float, bool, type(None)})


@Memo("the type", bound=4096)
def _parts(kind: type) -> tuple[str, ...] | None:
    """The names of a dataclass's fields; None for any other type."""
    found = fields(kind) if is_dataclass(kind) else None
    return None if found is None else tuple(one.name for one in found)


def as_json(value: object) -> Any:
    """Plain JSON values of a scene or a handle."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    names = _parts(kind)
    if names is not None:
        return {name: as_json(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return {str(key): as_json(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [as_json(item) for item in value]
    return value
