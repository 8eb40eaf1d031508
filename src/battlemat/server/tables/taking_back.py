"""What taking an answer back is: free, a matter of agreement, or not to be had; and doing it."""

from __future__ import annotations

from collections.abc import Sequence

from battlemat.server.rows import Entry
from battlemat.server.tables.history import NOTE, Fallen, History
from battlemat.server.tables.told import Answered


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


def apply_undo(history: History, line: list[Answered], entry: Entry, name: str) -> tuple[int, int]:
    """Take back what an entry takes back, for a player who is called so.

    Gives how many lines and rolls stand before those that this entry brings.
    """
    keep = entry.extra["keep"]
    words = _done(history, line[keep].step) or entry.text
    fresh = entry.extra.get("fresh", False)  # once all dice fell again as they had fallen
    seen = history.take_back(line[keep].step, entry.number, entry.player, fresh=fresh)
    del line[keep:]
    stand = len(history.log), len(history.fallen)
    again = " (other dice fall now)" if fresh else " (practice: the same dice fall again)"
    history.note(f"{name} takes back: {words}{again if seen else ''}", entry.number)
    return stand


def _done(history: History, step: int) -> str:
    """What the answer after so many others did, in the first words of the log about it."""
    told = (line.text for line in history.log if line.step > step and line.kind not in _ASIDE)
    return next(told, "").rstrip(".")


_ASIDE = (NOTE, "pays")  # lines that tell of no deed
