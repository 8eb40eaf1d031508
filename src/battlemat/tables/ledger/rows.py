"""What the store keeps, as values: games, rows of their ledgers, snapshots."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

TIME_FORM = "%Y-%m-%dT%H:%M:%SZ"
"""How times are written."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays one side: `kind` is "person" or "machine"."""

    player: str
    kind: str
    name: str = ""
    machine: str | None = None


@dataclass(frozen=True, slots=True)
class GameRow:
    """How a game began. `prefix` are answer texts (dice included) played before the first entry."""

    id: str
    rulebook: str
    version: int
    setup: dict[str, Any]
    seed: str | None
    seats: tuple[Seat, ...]
    created: str
    prefix: tuple[str, ...] = ()
    pace: int = 0
    practice: bool = False
    parent: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of a game's ledger. `question` is the question that it used up, if it did."""

    number: int
    kind: str
    player: str
    text: str = ""
    by: str = "person"
    question: int | None = None
    extra: dict[str, Any] = field(default_factory=dict)
    at: str = ""


@dataclass(frozen=True, slots=True)
class SnapshotRow:
    """What a game looked like after entry `number`; worth nothing without its digest."""

    game: str
    number: int
    digest: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Asleep:
    """A game that nobody plays at the moment, with its newest entry and its snapshot, if any."""

    row: GameRow
    newest: Entry | None
    claimed: set[str]
    held: dict[str, set[str]]
    snapshot: SnapshotRow | None


def now() -> str:
    """The time, as it is written into rows."""
    return datetime.now(UTC).strftime(TIME_FORM)
