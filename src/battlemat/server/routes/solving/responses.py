"""The shapes of responses about puzzles."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from battlemat.server.routes.responses import Question
from battlemat.server.routes.scene_responses import Scene


class PuzzleLine(BaseModel):
    """A puzzle in a list."""

    id: str
    rulebook: str
    game: str
    name: str
    type: Literal["plan", "judgement", "own"]
    difficulty: str
    themes: list[str]
    side: str


class Puzzles(BaseModel):
    """All puzzles, and the one of a day."""

    puzzles: list[PuzzleLine]
    day: str
    daily: PuzzleLine


class PuzzleShown(PuzzleLine):
    """A puzzle with its board; `all_listed`: every legal answer is among the handles; `about` is
    what one has to know of the battle, where there is something."""

    goal: str
    about: str
    players: list[str]
    scene: Scene
    question: Question
    all_listed: bool


class PuzzleOutcome(BaseModel):
    told: str
    chance: float


class PuzzleBest(BaseModel):
    text: str
    told: str
    chance: float


class PuzzleLead(BaseModel):
    """By how much the best of a judgement leads, with its 99 % range."""

    lead: float
    low: float
    high: float
    pairs: int


class PuzzleVerdict(BaseModel):
    """What an answer is worth. `chance` is null where nobody counted it; `share` is that of the
    best odds; `better` says that it beats what the puzzle knows."""

    right: bool
    told: str
    chance: float | None
    share: float | None
    better: bool
    leads: list[PuzzleOutcome]
    best: list[PuzzleBest]
    best_leads: list[PuzzleOutcome]
    next: PuzzleBest
    lead: PuzzleLead | None
    clauses: list[str]
