"""The clauses whose print and whose likely intention part, and how a battle reads them."""

from __future__ import annotations

from collections.abc import Mapping

from battlemat.kernel.readings import Readings, TwoReadings, Way

FEAR = "openfire.special.fear"
SKILLED = "openfire.special.skilled"
LEAVING = "openfire.assault.leave-trigger"

READINGS = (
    TwoReadings(
        FEAR,
        print="Fear touches every other unit within 6 inches, friends as well",
        intent="Fear touches enemies alone",
        default="print",
        why="the book says friendly where it means one side only",
    ),
    TwoReadings(
        SKILLED,
        print="any attack die but a 1 may be rolled again, a hit too, in the hope of a 12",
        intent="attack dice that failed may be rolled again, but no 1",
        default="print",
    ),
    TwoReadings(
        LEAVING,
        print="an enemy is left as soon as the whole unit is outside, though it come back",
        intent="who comes back within the same move has left nobody",
        default="print",
    ),
)


def read_as(chosen: Mapping[str, Way] | None) -> Readings:
    """How a setup reads them. One that says nothing is older than the choice: by intention."""
    return Readings(READINGS, chosen, before="intent")
