"""The ladder of machine opponents: the same names for every rulebook, from first game to expert.

Each level is meant to beat the one below it; docs/ladder.md has the results.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from battlemat.players.looking import Habits, LookingPlayer
from battlemat.players.player import Player
from battlemat.players.search import Effort, SearchPlayer


@dataclass(frozen=True, slots=True)
class Level:
    """A machine opponent: its name, how strong it is, and one sentence on how it plays."""

    name: str
    strength: str
    about: str
    make: Callable[[str], Player]

    @property
    def line(self) -> str:
        """The level in one line, for lists."""
        return f"{self.name} ({self.strength}): {self.about}"


def _looking(habits: Habits) -> Callable[[str], Player]:
    return lambda seed: LookingPlayer(seed, habits)


def _searching(effort: Effort) -> Callable[[str], Player]:
    return lambda seed: SearchPlayer(seed, effort)


LEVELS: tuple[Level, ...] = (
    Level(
        "recruit",
        "first game",
        "Sees half of what is possible, often misses its chance to react, and forgives.",
        _looking(Habits(overlooks=0.5, misses=0.5, error=0.12, slack=0.12)),
    ),
    Level(
        "corporal",
        "a few games played",
        "Plays sensible moves but overlooks some, and does not always judge them well.",
        _looking(Habits(overlooks=0.25, misses=0.2, error=0.05, slack=0.08)),
    ),
    Level(
        "sergeant",
        "solid",
        "Takes the best action of the moment every time, and plans no further.",
        _looking(Habits()),
    ),
    Level(
        "captain",
        "strong",
        "Plans a whole activation before it begins, with an eye on what you may do next.",
        _searching(Effort(nodes=120)),
    ),
    Level(
        "general",
        "expert",
        "Searches deeply through its activation and your best answer to it.",
        _searching(Effort(nodes=300)),
    ),
)
"""From the weakest to the strongest."""

DEFAULT = "sergeant"
"""Who plays where nobody was chosen."""

BY_NAME = {level.name: level for level in LEVELS}
