"""What taking an answer back is: free, a matter of agreement, or not to be had."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from battlemat.tables.play.history import Fallen


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer of the line of play that stands, and the step it was given at."""

    player: str
    by: str
    text: str
    step: int


def undo_for(
    players: set[str], line: Sequence[Answered], fallen: Sequence[Fallen], *, alone: bool
) -> tuple[str, int]:
    """What taking back the newest answer of these players would be, and how many answers stay.

    It is free where no person plays against them (`alone`), or nobody answered and no die fell.
    """
    keep = len(line) - 1
    while keep >= 0 and not (line[keep].player in players and line[keep].by == "person"):
        keep -= 1
    if keep < 0:
        return "none", 0
    answered = any(one.player not in players for one in line[keep:])
    dice = bool(fallen) and fallen[-1].step > line[keep].step
    return ("free" if alone or not (answered or dice) else "ask"), keep
