"""What is told of a finished game: score by turn, the chance to win, what was choice and what luck.

All functions want the table's lock held.
"""

from __future__ import annotations

from typing import Any

from battlemat.tables.table import Table
from battlemat.tables.view.views import ending
from battlemat.tables.work.course import Course
from battlemat.tables.work.tasks import Looked, not_looked


def weighed(table: Table) -> dict[str, Any]:
    """What choices and dice came to, as far as it is known."""
    found: Looked | None = table.view.findings.review
    known = found or not_looked()
    return {"ready": found is not None, **known, "end": _outcome(table)[1]}


def end_report(table: Table) -> dict[str, Any]:
    """The report as far as it is told."""
    course: Course | None = table.view.findings.course
    told = course or {"turns": [], "curve": []}
    return {
        "ready": course is not None,
        "result": ending(table.play.ending),
        "turns": told["turns"],
        "curve": [*told["curve"], _outcome(table)],
    }


def _outcome(table: Table) -> tuple[int, float]:
    """What became of the first player's chance to win."""
    won = table.play.ending.winner if table.play.ending is not None else None
    return table.play.history.step, 0.5 if won is None else float(won == table.rulebook.players[0])
