"""How much each thing counts for machines that judge how well a side stands in Skirmishers.

The plain weights are those of the yardstick and never change. The tuned ones, by which all levels
count, were found by games.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)  # told apart by identity, as every look asks
class Weights:
    """What one of each is worth; distances and chances are between 0 and 1."""

    point: float = 2.0
    man: float = 4.0
    hit_point: float = 0.4
    armor: float = 0.3
    wound: float = 0.5
    """What each point that wounds add to target numbers costs."""
    suit_gun: float = 0.2
    """A hit of a weapon that a suit carries."""
    vehicle: float = 1.0
    senseless: float = 0.5
    under: float = 1.0
    held: float = 0.5
    """To be entangled or pinned."""
    gone: float = 1.0
    """Who has left, and what that brings."""
    exit_early: float = 0.7
    exit_late: float = 0.6
    """To be where one may leave, in the first round, and how much more in the last."""
    area_early: float = 2.45
    area_late: float = 2.1
    """To stand where the scenario wants somebody."""
    arc: float = 1.0
    """A hit that an arc may hope for, before the enemy's turn."""
    arc_left: float = 1.0
    """The same within the enemy's turn, from those who have still to act."""
    may_step_out: float = 0.1
    arc_to_come: float = 0.85
    near: float = 1.5
    """To be near the nearest enemy."""
    prone: float = 0.1
    low: float = 0.0
    """What it costs to lie, and what it is worth where an enemy is near enough to fire."""
    threat: float = 0.6
    """What it costs to be where an arc may fire and is sure to hit."""
    unarmed: float = 0.6
    throw_ready: float = 0.8
    token: float = 1.0
    blow: float = 1.0
    fire: float = 4.0
    """To have all of what the scenario wants burnt in flames."""


PLAIN = Weights()
TUNED = Weights(
    point=2.6,
    armor=0.45,
    wound=0.6,
    suit_gun=0.6,
    exit_late=1.2,
    area_early=1.5,
    area_late=4.0,
    arc=1.7,
    arc_left=1.5,
    may_step_out=0.05,
    arc_to_come=1.6,
    near=1.0,
    low=1.0,
    threat=0.4,
    throw_ready=1.4,
    token=1.4,
)
