"""What taking an answer back is: free, a matter of agreement, or nothing to be had."""

from __future__ import annotations

from collections.abc import Sequence

from battlemat.server.tables.history import Fallen
from battlemat.server.tables.told import Answered


def undo_for(
    players: set[str], line: Sequence[Answered], fallen: Sequence[Fallen], *, alone: bool
) -> tuple[str, int]:
    """What taking back the newest answer of these players would be, and how many answers stay.

    It is free where no person plays against them (`alone`), or nobody answered and no die fell.
    """
    own = [index for index, one in enumerate(line) if one.player in players and one.by == "person"]
    if not own:
        return "none", 0
    keep = own[-1]
    answered = any(one.player not in players for one in line[keep:])
    dice = any(one.step > line[keep].step for one in fallen)
    return ("free" if alone or not (answered or dice) else "ask"), keep
