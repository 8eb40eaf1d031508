"""The shapes of responses about books and boards."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel

from battlemat.server.routes.scene_responses import Scene


class BookBoard(BaseModel):
    id: str
    name: str


class BookReadings(BaseModel):
    print: str
    intent: str
    default: Literal["print", "intent"]
    why: str


class BookPiece(BaseModel):
    text: str
    differs: bool


class BookEdition(BaseModel):
    """What another edition says: nothing (no `id`), the same, or its text in pieces."""

    rulebook: str
    title: str
    id: str
    same: bool
    pieces: list[BookPiece]


class BookClause(BaseModel):
    id: str
    title: str
    rule: str
    ruling: str
    differs: str
    option: str
    readings: BookReadings | None
    table: list[dict[str, Any]]
    cases: list[dict[str, Any]]
    links: list[str]
    mentioned: list[str]
    boards: list[BookBoard]
    no_board: str
    editions: list[BookEdition]


class BookChapter(BaseModel):
    id: str
    title: str
    clauses: list[BookClause]


class RuleBook(BaseModel):
    """A rulebook, chapter by chapter."""

    name: str
    title: str
    chapters: list[BookChapter]


class BoardLine(BaseModel):
    text: str
    clauses: list[str]


class BoardFrame(BaseModel):
    """What is seen after an answer, or before the first."""

    step: int
    answer: str
    note: str
    lines: list[BoardLine]
    scene: Scene
    player: str
    asks: str
    because: str


class BoardTry(BaseModel):
    text: str
    told: str
    legal: bool
    reason: str
    clause: str


class BoardOutcome(BaseModel):
    faces: list[int]
    fell: bool
    told: str


class BoardDie(BaseModel):
    number: int
    face: int
    because: str
    outcomes: list[BoardOutcome]


class ClauseBoard(BaseModel):
    """A board beside a clause: it plays itself up to the frame of the `decision`, and goes on."""

    id: str
    name: str
    rulebook: str
    clauses: list[str]
    players: list[str]
    frames: list[BoardFrame]
    decision: int
    tries: list[BoardTry]
    dice: list[BoardDie]
    scenario: str
