"""How much each thing counts for machines that judge how well a side stands in Open Fire.

The plain weights are those of the yardstick and never change. The tuned ones, by which all levels
count, were found by games.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)  # told apart by identity, as every look asks
class Weights:
    """What one of each is worth beside a unit's value, which is its points by twenty."""

    score: float = 3.0
    """A victory point that has been scored."""
    controlled: float = 2.1
    controlled_at_last: float = 2.7
    """A point that is paid for control at the end: before the last round, and in it."""
    early: float = 1.0
    """Which part of that, and of being near it, counts in the first round; in the last all does."""
    charged: float = 2.55
    """A point for a charge that has been laid and will go off."""
    picked_up: float = 1.8
    carrier: float = 0.9
    """A point that is carried home, and how much more in the hands of an unhurt unit."""
    carried_early: float = 1.0
    """Which part of that counts in the first round; in the last all does. What is carried is lost
    with its carrier, so who picks it up early gives the enemy time."""
    kept: float = 3.0
    """A point for what cannot be lost any more."""
    securing: float = 1.65
    """A point that the active unit may still secure."""
    lives: float = 0.25
    health: float = 0.75
    """Which part of a unit's value is there while it is, and which part goes with its models."""
    takers: float = 1.0
    others: float = 1.0
    """How often that counts for a unit that may secure objectives, and for one that may not."""
    stress: float = 0.15
    hope: float = 1.0
    """What the attack of the active unit promises to take from the enemy."""
    open_goal: float = 1.2
    their_goal: float = 1.5
    their_charge: float = 2.1
    stands_by: float = 0.36
    """To be at an objective that pays a point: nobody's, theirs, a charge of theirs, one's own."""
    second: float = 0.2
    """Which part of that the second nearest unit counts."""
    own_goal: float = 0.5
    """Which part each unit's own best objective counts beside those of the side."""
    keen: float = 0.35
    keen_close: float = 0.6
    """To have an enemy where the weapons want him; for vehicles and those who fight close."""
    targets: float = 0.05
    """Each further enemy there."""
    danger: float = 0.06
    """To be seen by a model with a gun."""
    precious: float = 1.5
    """How many times that goes for each point that is carried."""

    def of_control(self, rounds: int, left: int) -> float:
        """Which part of what is paid for control counts when so many rounds are left."""
        return _growing(self.early, rounds, left)

    def of_carried(self, rounds: int, left: int) -> float:
        """Which part of what is carried counts when so many rounds are left."""
        return _growing(self.carried_early, rounds, left)


def _growing(early: float, rounds: int, left: int) -> float:
    """From `early` in the first round to 1 in the last."""
    gone = max(0.0, 1 - left / (rounds - 1)) if rounds > 1 else 1.0
    return early + (1 - early) * gone


PLAIN = Weights()
TUNED = Weights(
    carried_early=0.3,
    danger=0.02,
    early=0.1,
    keen=0.6,
    keen_close=1.0,
    others=0.6,
    takers=2.4,
    targets=0.1,
)
