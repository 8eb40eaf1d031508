"""How much each thing counts for machines that judge how well a side stands in Skirm.

The plain weights are those of the yardstick and never change. The tuned ones, by which all levels
count, were found by games.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True, eq=False)  # told apart by identity, as every look asks
class Weights:
    """What one of each is worth; distances and chances are between 0 and 1."""

    score: float = 3.0
    order: float = 0.08
    unit: float = 2.5
    health: float = 0.0
    """All of a unit's HIT, where units have any."""
    downed: float = 1.125
    leader: float = 0.15
    """Which part a unit is dearer for every order die that it brings."""
    stun: float = 0.15
    goal: float = 0.8
    """To stand where a mission pays a point."""
    near: float = 0.25
    """To stand beside an enemy, or within range of him for who has a weapon."""
    seen: float = 0.06
    """To be seen by an enemy."""
    held_turns: float = 0.6
    """A point that will be paid each turn."""
    held_end: float = 1.5
    out: float = 2.0
    standing_in: float = 1.5
    carried: float = 1.5


_WITH_HIT = Weights(unit=1.2, health=1.3, downed=0.4)
PLAIN: Mapping[str, Weights] = {
    "skirm1": _WITH_HIT,
    "skirm2": _WITH_HIT,
    "skirm3": Weights(),
}
_EARLY = Weights(
    score=5.0,
    order=0.15,
    unit=1.0,
    health=1.0,
    downed=0.2,
    goal=1.6,
    near=0.2,
    seen=0.0,
    held_turns=1.2,
    held_end=2.5,
    out=5.0,
    standing_in=4.0,
    carried=3.0,
)
TUNED: Mapping[str, Weights] = {
    "skirm1": _EARLY,
    "skirm2": replace(_EARLY, held_turns=2.0),
    "skirm3": replace(_EARLY, unit=2.0, health=0.0, downed=0.5, stun=0.2),
}
