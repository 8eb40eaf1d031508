"""The clauses whose print and likely intention part, both of which can be played."""

from __future__ import annotations

from battlemat.kernel.readings import TwoReadings

NO_SCATTER = "skirmishers.incendiary.no-scatter"

READINGS = (
    TwoReadings(
        NO_SCATTER,
        print="A flamethrower or incendiary rocket that misses bursts on the targeted dot.",
        intent="A miss has no effect; the round is spent.",
        default="intent",
        why="otherwise the roll would decide nothing",
    ),
)
