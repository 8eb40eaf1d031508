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
    searches: bool = False
    """Whether it takes long to answer."""

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
        "Sees a quarter of what is possible, often misses its chance to react, and forgives.",
        _looking(Habits(overlooks=0.75, misses=0.65, error=0.3, slack=0.18)),
    ),
    Level(
        "corporal",
        "a few games played",
        "Plays sensible moves but overlooks some, and does not always judge them well.",
        _looking(Habits(overlooks=0.53, misses=0.42, error=0.026, slack=0.08)),
    ),
    Level(
        "sergeant",
        "solid",
        "Seldom makes a bad move, but lets a good one slip now and then.",
        _looking(Habits(overlooks=0.25, misses=0.2, error=0.015, slack=0.05)),
    ),
    Level(
        "captain",
        "strong",
        "Takes the best action of the moment that it sees, and it sees nearly all of them.",
        _looking(Habits(overlooks=0.1, misses=0.1, practised=True)),
    ),
    Level(
        "general",
        "expert",
        "Searches through its whole activation and your answer to it before it moves.",
        _searching(Effort()),
        searches=True,
    ),
)
"""From the weakest to the strongest."""

DEFAULT = "sergeant"
"""Who plays where nobody was chosen."""

BY_NAME = {level.name: level for level in LEVELS}
