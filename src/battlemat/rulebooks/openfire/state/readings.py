"""The clauses whose print and whose likely intention part, and how a battle reads them."""

from __future__ import annotations

from collections.abc import Mapping

from battlemat.kernel.readings import Readings, TwoReadings, Way

FEAR = "openfire.special.fear"
SKILLED = "openfire.special.skilled"
LEAVING = "openfire.assault.leave-trigger"
VIEWERS = "openfire.target.screen-viewers"

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
    TwoReadings(
        VIEWERS,
        print="a target that any model of the attacking unit sees screened cannot be chosen, "
        "whether that model attacks it or not",
        intent="only models that are declared against a target count for its screening",
        default="intent",
        why="the book invites to change declarations, which by the print would change nothing",
    ),
)


def read_as(chosen: Mapping[str, Way] | None) -> Readings:
    """How a setup reads them. One that says nothing is older than the choice: by intention."""
    return Readings(READINGS, chosen, before="intent")
