"""A ladder: everybody against everybody in mirrored pairs, with the same dice and places swapped.

Pair n of two players is the same wherever and whenever it is played, so a ladder can be stopped,
kept in a file and gone on with.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import asdict, dataclass, field
from itertools import combinations
from pathlib import Path

from battlemat.kernel.errors import BattlematError
from battlemat.kernel.rulebook import Setup
from battlemat.lab.duel import UNFINISHED, Duel, Find, Outcome, play_one
from battlemat.lab.ratings import Pairs
from battlemat.lab.summary import Range, mean_range

FORMAT = "battlemat ladder 1"


class ResultsError(BattlematError):
    """A file of results that does not belong to this ladder."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """What is played: the rulebook, the setup, the players by name, and the seed."""

    rulebook: str
    setup: Setup
    players: tuple[str, ...]
    seed: str

    @property
    def meetings(self) -> list[tuple[str, str]]:
        """Who meets whom; the later name on the ladder comes first, as it should win."""
        return [(two, one) for one, two in combinations(self.players, 2)]


@dataclass(frozen=True, slots=True)
class PairResult:
    """A mirrored pair: who met, its number, and what the first scored in it, from 0 to 2."""

    one: str
    other: str
    number: int
    score: float
    decisions: int


@dataclass(slots=True)
class Results:
    """The pairs played so far, in the order of their numbers."""

    by_meeting: dict[tuple[str, str], dict[int, PairResult]] = field(default_factory=dict)

    def add(self, result: PairResult) -> None:
        self.by_meeting.setdefault((result.one, result.other), {})[result.number] = result

    def has(self, meeting: tuple[str, str], number: int) -> bool:
        return number in self.by_meeting.get(meeting, {})

    def scores(self) -> Pairs:
        """What the first of each meeting scored, pair by pair."""
        return {
            met: [found[number].score for number in sorted(found)]
            for met, found in self.by_meeting.items()
        }

    def share(self, one: str, other: str) -> Range | None:
        """Which part of the points `one` takes from `other`, with its range; None if none."""
        flip = (one, other) not in self.by_meeting
        found = self.by_meeting.get((other, one) if flip else (one, other), {})
        if not found:
            return None
        scores = [(2 - pair.score if flip else pair.score) for pair in found.values()]
        range_ = mean_range([score - 1 for score in scores])
        return Range((range_.value + 1) / 2, (range_.low + 1) / 2, (range_.high + 1) / 2)

    @property
    def games(self) -> int:
        return 2 * sum(len(found) for found in self.by_meeting.values())


def play_pair(find: Find, ladder: Ladder, one: str, other: str, number: int) -> PairResult:
    """Pair `number` of two players: two games with the same dice, places swapped."""
    duel = Duel(ladder.rulebook, ladder.setup, (one, other), ladder.seed)
    games = [play_one(find, duel, 2 * number + half) for half in (0, 1)]
    score = sum(map(_score, games))
    return PairResult(one, other, number, score, sum(game.decisions for game in games))


def _score(game: Outcome) -> float:
    if game.reason == UNFINISHED or game.winner is None:
        return 0.5
    return float(game.winner == 0)


def run(
    find: Find,
    ladder: Ladder,
    pairs: int,
    known: Results,
    *,
    executor: Executor | None = None,
) -> Iterator[PairResult]:
    """Play what `known` lacks, every meeting once before any is played twice.

    Results come as they are done: with an executor in any order, but each is always the same.
    """
    wanted = [
        (one, other, number)
        for number in range(pairs)
        for one, other in ladder.meetings
        if not known.has((one, other), number)
    ]
    if executor is None:
        yield from (play_pair(find, ladder, *what) for what in wanted)
        return
    futures = [executor.submit(play_pair, find, ladder, *what) for what in wanted]
    for done in as_completed(futures):
        yield done.result()


# ---------------------------------------------------------------------- kept in a file


class Kept:
    """Results in a file, a line each, written as they come; nothing is lost when it stops."""

    def __init__(self, path: Path, about: Mapping[str, object]) -> None:
        self.path = path
        self._head = json.dumps({"format": FORMAT, **about}, sort_keys=True)

    def read(self) -> Results:
        """What was played before. `ResultsError` if that was another ladder."""
        found = Results()
        if not self.path.exists():
            return found
        head, *lines = self.path.read_text(encoding="utf-8").splitlines() or [""]
        if head != self._head:
            raise ResultsError(_other_ladder(self.path, head, self._head))
        for line in lines:
            try:
                found.add(PairResult(**json.loads(line)))
            except (ValueError, TypeError):
                continue  # the last line of a run that was killed may be half a line
        return found

    def write(self, result: PairResult) -> None:
        """Add a pair."""
        is_new = not self.path.exists()
        with self.path.open("a", encoding="utf-8") as file:
            if is_new:
                file.write(self._head + "\n")
            file.write(json.dumps(asdict(result)) + "\n")


def _other_ladder(path: Path, head: str, wanted: str) -> str:
    try:
        theirs, ours = json.loads(head), json.loads(wanted)
        told = theirs["format"]
    except (ValueError, TypeError, KeyError):
        return f"{path} holds no results of a ladder; it was left as it is"
    for name, value in ours.items():
        if theirs.get(name) != value:
            return (
                f"{path} holds results of another ladder ({name} {theirs.get(name)!r} there, "
                f"{value!r} here); it was left as it is"
            )
    return f"{path} holds results of {told}; it was left as it is"


def shares(results: Results, players: Sequence[str]) -> dict[str, dict[str, Range | None]]:
    """For each player which part of the points it takes from each other."""
    return {
        one: {other: results.share(one, other) for other in players if other != one}
        for one in players
    }
