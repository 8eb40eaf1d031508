"""How squads grow from mission to mission, as numbers from numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from battlemat.kernel.errors import SetupError

FINISHED = 2
VICTORY = 2
EACH_OUT = 1
EACH_STANDING = 1


class Progress(NamedTuple):
    """What a squad gained, for what (with the clause that gives it), and its cap from now on."""

    gains: tuple[tuple[str, str, int], ...]
    gained: int
    cap: int


def progress(cap: int, summary: Mapping[str, int | bool]) -> Progress:
    """The EP that a squad with `cap` gains by a finished mission of the third edition.

    By the chart (skirm3.progress.table); what is gained raises the cap (skirm3.progress.total).

    The summary says `won` (a draw is not won), `out_enemies` and `standing`, the squad's own units
    on their feet at the end; `mission` adds what the mission itself gives.
    """
    for key in ("won", "out_enemies", "standing"):
        if key not in summary:
            raise SetupError(f"the summary of a mission lacks '{key}'")
    counts = {key: int(summary.get(key, 0)) for key in ("out_enemies", "standing", "mission")}
    for key, count in counts.items():
        if count < 0:
            raise SetupError(f"the summary of a mission has {count} for '{key}'")
    gains = [
        ("finished a mission", "skirm3.progress.finished", FINISHED),
        ("victory", "skirm3.progress.victory", VICTORY if summary["won"] else 0),
        ("enemies out", "skirm3.progress.enemies-out", EACH_OUT * counts["out_enemies"]),
        ("units standing", "skirm3.progress.standing", EACH_STANDING * counts["standing"]),
        ("the mission", "skirm3.progress.mission", counts["mission"]),
    ]
    gained = sum(ep for _, _, ep in gains)
    return Progress(tuple(gain for gain in gains if gain[2]), gained, cap + gained)
