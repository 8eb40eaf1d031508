"""The shapes of a scene in responses: `battlemat.kernel.scene` as the wire tells it.

The kernel's own classes are not described directly, because a field with a default is always sent
and a description made of them would call it optional. A test holds the two to the same fields.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel

from battlemat.kernel.scene import CONDITIONS

Point = tuple[float, float]


class Shape(BaseModel):
    kind: str
    form: Literal["polygon", "line", "circle"]
    points: list[Point]
    radius: float
    height: float
    level: int
    label: str
    because: str
    name: str
    side: str
    owner: str
    material: str


class Condition(BaseModel):
    kind: Literal[CONDITIONS]  # type: ignore[valid-type]
    label: str
    tone: Literal["usual", "plain", "warn", "bad"]
    count: int


class Piece(BaseModel):
    id: str
    name: str
    side: str
    at: Point
    kind: str
    radius: float
    size: Point | None
    facing: float | None
    level: int
    conditions: list[Condition]
    ready: bool
    active: bool
    gauge: tuple[int, int] | None
    budget: tuple[int, int, str] | None
    place: str
    stands: str
    card: dict[str, Any]
    glyph: str
    unit: str


class Mark(BaseModel):
    id: str
    kind: str
    at: Point
    label: str
    side: str
    level: int
    because: str
    name: str
    about: str


class Spot(BaseModel):
    name: str
    at: Point
    level: int
    note: str


class Prospect(BaseModel):
    player: str
    told: str
    brief: str


class Outlook(BaseModel):
    when: str
    sides: list[Prospect]


class Status(BaseModel):
    label: str
    value: str
    side: str
    kind: Literal["turn", "score", "squad", "acting", ""]


class Scene(BaseModel):
    width: float
    height: float
    grid: Literal["squares", "dots", "free"]
    title: str
    shapes: list[Shape]
    zones: list[Shape]
    lines: list[Shape]
    pieces: list[Piece]
    marks: list[Mark]
    spots: list[Spot]
    columns: list[str]
    rows: list[str]
    status: list[Status]
    outlook: Outlook | None
    mission: str
    subtitle: str
    card_words: dict[str, str]
    waiting: list[Piece]


class Handle(BaseModel):
    text: str
    label: str
    group: str
    piece: str
    target: str
    at: Point | None
    place: str
    path: list[Point]
    cost: str
    because: str
    gesture: str
    parts: dict[str, str]
    harms: bool
    arc: tuple[int, int] | None
    answer: str
    reach: float | None
    dice: list[int]
    spoils: bool


class Fact(BaseModel):
    name: str
    value: int | float | str
    text: str
    because: str


class Reading(BaseModel):
    start: str
    end: str
    facts: list[Fact]
    shapes: list[Shape]


class Options(BaseModel):
    number: int
    handles: list[Handle]
    more: int
