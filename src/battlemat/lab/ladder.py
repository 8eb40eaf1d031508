"""A ladder: everybody against everybody in mirrored pairs, the same dice and places swapped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from battlemat.kernel.rulebook import Setup
from battlemat.lab.duel import Duel, Pair
from battlemat.lab.ratings import Pairs
from battlemat.lab.runner import Meeting
from battlemat.lab.summary import Range, mean_range


@dataclass(frozen=True, slots=True)
class Ladder:
    """What is played: the rulebook, the setup, the players by name, and the seed."""

    rulebook: str
    setup: Setup
    players: tuple[str, ...]
    seed: str

    @property
    def meetings(self) -> list[Meeting]:
        """Who meets whom; the later name on the ladder comes first, as it should win."""
        return [
            Meeting(f"{two} against {one}", Duel(self.rulebook, self.setup, (two, one), self.seed))
            for one, two in combinations(self.players, 2)
        ]


@dataclass(frozen=True, slots=True)
class Results:
    """The pairs of those who met, in the order of their numbers."""

    by_meeting: Mapping[tuple[str, str], Sequence[Pair]]

    def scores(self) -> Pairs:
        """What the first of each meeting scored, pair by pair."""
        return {met: [pair.points for pair in pairs] for met, pairs in self.by_meeting.items()}

    def share(self, one: str, other: str) -> Range | None:
        """Which part of the points `one` takes from `other`, with its range; None if none."""
        flip = (one, other) not in self.by_meeting
        found = self.by_meeting.get((other, one) if flip else (one, other), ())
        if not found:
            return None
        scores = [(2 - pair.points if flip else pair.points) for pair in found]
        range_ = mean_range([score - 1 for score in scores])
        return Range((range_.value + 1) / 2, (range_.low + 1) / 2, (range_.high + 1) / 2)

    @property
    def games(self) -> int:
        return 2 * sum(map(len, self.by_meeting.values()))


def shares(results: Results, players: Sequence[str]) -> dict[str, dict[str, Range | None]]:
    """For each player which part of the points it takes from each other."""
    return {
        one: {other: results.share(one, other) for other in players if other != one}
        for one in players
    }
