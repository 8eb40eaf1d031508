"""Plays what meetings need until enough is known, by whatever crew there is.

Pair n of a meeting is the same whoever plays it. Pairs are counted in the order of their numbers
and the decision to stop is taken in that order, so results do not depend on the number of workers,
on which of them was quicker, or on who died meanwhile. What was played beyond a stop is kept in the
file of results, and counted if more is asked for later.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from dataclasses import dataclass
from time import process_time
from typing import NamedTuple, TypeAlias

from battlemat.kernel.errors import BattlematError
from battlemat.lab.duel import Duel, Find, Pair, play_pairs
from battlemat.lab.pool import Crew, Pool
from battlemat.lab.results import Played
from battlemat.lab.standing import Standing

Save: TypeAlias = Callable[[str, Pair], None]

AT_ONCE = 32
"""Pairs that a worker is handed together, at most."""
_TASK = 2.0  # seconds of a processor that a task should take, so that handing it out costs little
_DEATHS = 3  # crews that may break one after another without a single pair played


class WorkersDied(BattlematError):
    """Workers that die again and again."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A duel that is played, with its name."""

    name: str
    duel: Duel


@dataclass(frozen=True, slots=True)
class _Task:
    meeting: Meeting
    numbers: tuple[int, ...]


class _Done(NamedTuple):
    """What comes back from a worker."""

    pairs: list[Pair]
    seconds: float


def _play(find: Find, duel: Duel, numbers: Sequence[int], *, listening: bool) -> _Done:
    """What a worker does: plays, and takes the time of its processor."""
    begun = process_time()
    pairs = play_pairs(find, duel, numbers, listening=listening)
    return _Done(pairs, process_time() - begun)


class Run:
    """The playing of some meetings. `standings` are by the names of the meetings."""

    def __init__(
        self,
        find: Find,
        meetings: Sequence[Meeting],
        standings: Mapping[str, Standing],
        *,
        played: Played | None = None,
        save: Save | None = None,
        listening: bool = False,
    ) -> None:
        self.meetings = meetings
        self.standings = standings
        self._find = find
        self._listening = listening
        self._save = save
        self._played: Played = {
            one.name: {pair.number: pair for pair in standings[one.name].pairs} for one in meetings
        }
        for name, pairs in (played or {}).items():
            if name in self._played:
                self._played[name].update(pairs)
        self._next = dict.fromkeys(self._played, 0)
        self._again: list[_Task] = []
        self._flying: dict[Future[_Done], _Task] = {}
        self._batch = 1
        self._hands = 1
        self._deaths = 0
        for meeting in meetings:
            self._count(meeting.name)

    @property
    def done(self) -> bool:
        """Whether every meeting is known well enough."""
        return all(self.standings[one.name].done for one in self.meetings)

    @property
    def left(self) -> int:
        """How many pairs are still wanted, as far as can be told."""
        return sum(self.standings[one.name].left for one in self.meetings)

    def play(self, pool: Pool) -> Generator[Meeting, None, None]:
        """Play until everything is known; yields the meeting of each task that came back.

        A crew that breaks is replaced. `WorkersDied` when that does not help.
        """
        while not self.done:
            try:
                with pool() as crew:
                    yield from self._work(crew)
            except BrokenExecutor as error:
                self._deaths += 1
                if self._deaths >= _DEATHS:
                    raise WorkersDied(f"the workers die again and again ({error})") from error
            finally:
                self._again += self._flying.values()
                self._flying.clear()

    def _work(self, crew: Crew) -> Iterator[Meeting]:
        self._hands = crew.hands
        while not self.done:
            while len(self._flying) < crew.hands + (crew.hands > 1):
                task = self._wanted()
                if task is None:
                    break
                future = crew.executor.submit(
                    _play,
                    self._find,
                    task.meeting.duel,
                    task.numbers,
                    listening=self._listening,
                )
                self._flying[future] = task
            if not self._flying:
                raise RuntimeError("nothing is left to play, and not everything is known")
            for future in wait(self._flying, return_when=FIRST_COMPLETED).done:
                yield self._take(future)

    def _take(self, future: Future[_Done]) -> Meeting:
        """Keep what came back, and count what can be counted in order."""
        task = self._flying[future]
        pairs, seconds = future.result()  # when it raises, the task is still among those that fly
        del self._flying[future]
        self._deaths = 0
        meeting = task.meeting
        for pair in pairs:
            if self._save is not None:
                self._save(meeting.name, pair)
            self._played[meeting.name][pair.number] = pair
        self._count(meeting.name)
        # at most twice as many as before: the first games of a worker fill its caches
        fitting = int(_TASK * len(pairs) / max(seconds, 1e-6))
        self._batch = max(1, min(fitting, 2 * self._batch, AT_ONCE))
        return meeting

    def _count(self, name: str) -> None:
        standing, played = self.standings[name], self._played[name]
        while not standing.done and len(standing.pairs) in played:
            standing.add(played[len(standing.pairs)])

    def _wanted(self) -> _Task | None:
        """The next pairs: first what dead workers left, then the meeting that has played least."""
        while self._again:
            task = self._again.pop()
            if not self.standings[task.meeting.name].done:
                return task
        wanting = [one for one in self.meetings if self._unplayed(one.name)]
        if not wanting:
            return None
        meeting = min(wanting, key=lambda one: self._next[one.name])
        # few at a time towards the end, so that no worker waits long and little is played in vain
        few = max(1, self.standings[meeting.name].left // (4 * self._hands))
        numbers = self._unplayed(meeting.name)[: min(self._batch, few)]
        self._next[meeting.name] = numbers[-1] + 1
        return _Task(meeting, tuple(numbers))

    def _unplayed(self, name: str) -> list[int]:
        """The next numbers of a meeting that nobody has played or plays, as many as one takes."""
        standing, played = self.standings[name], self._played[name]
        if standing.done:
            return []
        found = []
        for number in range(self._next[name], standing.most):
            if number not in played:
                found.append(number)
                if len(found) == AT_ONCE:
                    break
        return found
