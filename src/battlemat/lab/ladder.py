"""A ladder: everybody against everybody in mirrored pairs, the same dice and places swapped."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from battlemat.kernel.rulebook import Setup
from battlemat.lab.duel import Duel, Pair
from battlemat.lab.ratings import Pairs, rating_ranges
from battlemat.lab.runner import Meeting
from battlemat.lab.standing import Counted, Standing
from battlemat.lab.summary import Range, mean_range

ROUND = 2
"""So many pairs are added at a time to a meeting that has not been decided."""
FIRST = 2 * ROUND
"""So many pairs are played before anything counts as decided."""


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
        return [self.meeting(one, two) for one, two in combinations(self.players, 2)]

    def meeting(self, one: str, two: str) -> Meeting:
        """The meeting of two players, the second of whom should win."""
        return Meeting(
            f"{two} against {one}", Duel(self.rulebook, self.setup, (two, one), self.seed)
        )


@dataclass(frozen=True, slots=True)
class Results:
    """The pairs of those who met, in the order of their numbers."""

    by_meeting: Mapping[tuple[str, str], Sequence[Pair]]

    @classmethod
    def of(cls, meetings: Sequence[Meeting], standings: Mapping[str, Standing]) -> Results:
        """What has been played of these meetings."""
        return cls({one.duel.players: standings[one.name].pairs for one in meetings})

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


# ---------------------------------------------------------------------- until it is clear


class Climb:
    """A ladder that is played in rounds, and only as long as that still decides something.

    Neighbours meet, and the yardstick meets the two best: all of them `FIRST` pairs. While the
    ranges of two neighbours overlap, or those of the best and the yardstick, all meetings of these
    two get `ROUND` pairs more, up to `most`: what their ratings rest on. What is clear rests, and
    the slowest play no more than they must. What is played next follows from what was played
    alone, so a ladder is the same whoever plays it.
    """

    def __init__(self, ladder: Ladder, yardsticks: Collection[str], most: int) -> None:
        levels = [name for name in ladder.players if name not in yardsticks]
        beside = [name for name in ladder.players if name in yardsticks]
        self._ladder = ladder
        self._most = most
        self._rungs = list(pairwise(levels or beside))
        self._rungs += [(level, one) for level in levels[-1:] for one in beside]
        links = [(level, one) for level in levels[-2:-1] for one in beside]
        self._met = [*self._rungs, *links]
        self.meetings = [ladder.meeting(*met) for met in self._met]
        self.standings = {one.name: Counted(min(FIRST, most)) for one in self.meetings}

    def go_on(self) -> bool:
        """Ask for another round where it is needed; whether it is needed anywhere."""
        scores = Results.of(self.meetings, self.standings).scores()
        rated = rating_ranges(self._ladder.players, scores, self._ladder.seed)
        unclear = [met for met in self._rungs if _overlap(rated[met[0]], rated[met[1]])]
        whose = {name for met in unclear for name in met}
        wanted = [
            standing
            for met, standing in zip(self._met, self.standings.values(), strict=True)
            if not whose.isdisjoint(met) and standing.most < self._most
        ]
        for standing in wanted:
            standing.most = min(self._most, standing.most + ROUND)
        return bool(wanted)


def _overlap(one: Range, other: Range) -> bool:
    return one.low <= other.high and other.low <= one.high
