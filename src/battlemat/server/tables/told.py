"""The values that a table is made of: what was answered, told and offered, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass

from battlemat.server.store import Entry
from battlemat.server.tables.history import Fallen, Line


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer that stands."""

    number: int
    kind: str
    player: str


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended; `by` is "rules", "concession" or "agreement"."""

    winner: str | None
    scores: dict[str, int]
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class Told:
    """An entry as the stream tells it: with the step it led to and what it brought."""

    entry: Entry
    step: int
    lines: tuple[Line, ...]
    fallen: tuple[Fallen, ...]


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer of the line of play that stands, and the step it was given at."""

    player: str
    by: str
    text: str
    step: int
