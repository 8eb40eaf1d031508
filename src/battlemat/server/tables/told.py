"""The values that a table is made of: what was answered, told and offered, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from battlemat.server.rows import Entry
from battlemat.server.tables.history import Fallen, Line


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer that stands."""

    number: int
    kind: str
    player: str


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended; `by` is "rules", "concession", "agreement", "time"
    or "absence".
    """

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


OFFERS = {
    "draw": "offers a draw",
    "undo": "asks to take the last answer back",
    "rematch": "offers a rematch",
}


def early_end(entry: Entry, players: Sequence[str], name: str, scores: Mapping[str, int]) -> Ending:
    """How a game ends that is given up ("concede"), agreed to be a draw ("draw") or lost because
    time ran out ("flag") or the player has gone ("gone").
    """
    if entry.kind == "draw":
        return Ending(None, dict(scores), "The players agreed on a draw.", "agreement")
    others = [player for player in players if player != entry.player]
    winner = others[0] if len(others) == 1 else None
    if entry.kind == "gone":
        return Ending(winner, dict(scores), f"{name} has gone; the game is claimed.", "absence")
    if entry.kind == "flag":
        return Ending(winner, dict(scores), f"The time of {name} ran out.", "time")
    return Ending(winner, dict(scores), f"{name} gave the game up.", "concession")


def unsaid(told: Sequence[Told], players: set[str]) -> list[Told]:
    """The same without what was said from these seats."""
    return [
        replace(one, entry=replace(one.entry, text=""))
        if one.entry.kind == "chat" and one.entry.player in players
        else one
        for one in told
    ]
