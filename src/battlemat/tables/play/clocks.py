"""Clocks: how much time each player has left, by the times of the ledger alone.

A question costs its player the time from the entry that brought it to the entry that answers it.
Whoever plays the ledger again, after a restart or on another server, counts the same seconds. Time
runs for people only, and only while every seat is taken: what the server does by itself (its dice,
its machines, windows that a policy passes) costs nobody anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from battlemat.kernel.questions import Choice, Question
from battlemat.kernel.words import say
from battlemat.tables.ledger.rows import Entry, GameRow, Seat

INCREMENT, DAYS = "increment", "days"
DAY = 24 * 3600
LAG = 2
"""Seconds over the limit that are forgiven: times are whole seconds, and news travel."""
WEIGHING = 5
"""Seconds of an optional window that cost nothing: for so long the server may weigh it first."""
PATIENCE = 14 * DAY
"""Seconds after which whoever waits for an absent player may claim a game, if nothing is said."""
HURRY = 600
"""The same where strangers met to play in real time without a clock."""
_FORM = "%Y-%m-%dT%H:%M:%SZ"


def seconds_between(start: str, end: str) -> int:
    """Whole seconds from one time of the ledger to another; 0 if clocks of servers disagree."""
    passed = datetime.strptime(end, _FORM) - datetime.strptime(start, _FORM)
    return max(0, int(passed.total_seconds()))


def later(time: str, seconds: int) -> str:
    """A time of the ledger so many seconds on."""
    return (datetime.strptime(time, _FORM) + timedelta(seconds=seconds)).strftime(_FORM)


def whose_time(question: Question | None, seats: Sequence[Seat]) -> tuple[str | None, bool]:
    """The person whose time a question costs, if anybody's, and whether it is a window."""
    people = [seat.player for seat in seats if seat.kind == "person"]
    if question is None or question.player not in people:
        return None, False
    return question.player, isinstance(question, Choice) and question.optional


@dataclass(frozen=True, slots=True)
class ClockTerms:
    """What was agreed: so many `seconds` for the whole game and an `increment` for each answer, or
    ("days") so many for each answer.
    """

    kind: str
    seconds: int
    increment: int = 0

    def words(self) -> str:
        """A sentence for the log."""
        if self.kind == DAYS:
            days = self.seconds // DAY
            return say(
                "Each answer is due within {days, plural, one {# day} other {# days}}.", days=days
            )
        return say(
            "Each player has {minutes} minutes{more, plural, =0 {} "
            "other {, and # seconds more with each answer}}.",
            minutes=self.seconds // 60,
            more=self.increment,
        )


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock as it stands. Time has been running for `running` since `since`, of which `spared`
    seconds cost nothing, for question `number`; `free` are seats that nobody has taken yet.
    """

    terms: ClockTerms
    left: Mapping[str, int]
    free: frozenset[str] = frozenset()
    running: str | None = None
    since: str = ""
    number: int = 0
    spared: int = 0

    def after(
        self, entry: Entry, asks: str | None, number: int, *, optional: bool, answers: bool
    ) -> Clock:
        """The clock after an entry, which left question `number` to `asks`, if to a person;
        whether that is a window, and whether the entry was an answer.
        """
        runs = asks if not self.free else None
        if (runs, number) == (self.running, self.number):
            return self
        spared = WEIGHING if optional else 0
        left = self._charged(entry, answers)
        return replace(self, left=left, running=runs, since=entry.at, number=number, spared=spared)

    def _charged(self, entry: Entry, answers: bool) -> dict[str, int]:
        left, player = dict(self.left), self.running
        if player is None or entry.by == "policy":
            return left
        left[player] = max(0, left[player] - self._spent(entry.at))
        if answers and not self.spared:
            each = self.terms.kind == DAYS
            left[player] = self.terms.seconds if each else left[player] + self.terms.increment
        elif answers and self.terms.kind == DAYS:
            left[player] = self.terms.seconds
        return left

    def _spent(self, now: str) -> int:
        return max(0, seconds_between(self.since, now) - self.spared)

    def left_at(self, now: str) -> dict[str, int]:
        """Seconds that each player has left."""
        left = dict(self.left)
        if self.running is not None:
            left[self.running] = max(0, left[self.running] - self._spent(now))
        return left

    def falls_in(self, now: str) -> int | None:
        """Seconds until the time of whoever is asked is out; None if no time runs."""
        if self.running is None:
            return None
        whole = self.left[self.running] + self.spared + LAG
        return whole + 1 - seconds_between(self.since, now)

    def is_out(self, now: str) -> bool:
        """Whether the time of whoever is asked has run out."""
        seconds = self.falls_in(now)
        return seconds is not None and seconds <= 0


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed about time when a game was made: a clock, or how long to wait for somebody
    who has gone; see `PATIENCE`.
    """

    clock: ClockTerms | None = None
    patience: int = PATIENCE

    def extra(self, free: Iterable[str]) -> dict[str, Any]:
        """As the ledger keeps it, with the seats that are still free."""
        clock = asdict(self.clock) if self.clock is not None else None
        return {"clock": clock, "patience": self.patience, "free": sorted(free)}

    def words(self) -> str:
        """A sentence for the log."""
        if self.clock is not None:
            return self.clock.words()
        minutes, days = self.patience // 60, self.patience // DAY
        return say(
            "There is no clock; if a player is gone for "
            "{days, plural, =0 {{minutes} minutes} other {# days}}, the other may claim the game.",
            days=days,
            minutes=minutes,
        )


def with_machine(row: GameRow, player: str, machine: str | None) -> GameRow:
    """A game in which a machine sits where a person sat."""
    seats = [
        Seat(player, "machine", machine=machine) if seat.player == player else seat
        for seat in row.seats
    ]
    return replace(row, seats=tuple(seats))


def read_terms(extra: Mapping[str, Any]) -> Terms:
    """The terms of a ledger's entry."""
    told = extra["clock"]
    return Terms(ClockTerms(**told) if told is not None else None, extra["patience"])


def set_up(terms: Terms, free: Iterable[str], players: Iterable[str]) -> Clock | None:
    """The clock that terms set up, if they do; it runs when nobody's seat is `free`."""
    if terms.clock is None:
        return None
    left = dict.fromkeys(players, terms.clock.seconds)
    return Clock(terms.clock, left, frozenset(free))


def kept(clock: Clock | None) -> dict[str, Any] | None:
    """A clock as plain values, for a snapshot."""
    if clock is None:
        return None
    return {**asdict(clock), "free": sorted(clock.free)}


def face(told: Mapping[str, Any] | None, now: str) -> dict[str, Any] | None:
    """What is shown of a clock that was `kept`, at a time."""
    if told is None:
        return None
    values = {**told, "terms": ClockTerms(**told["terms"]), "free": frozenset(told["free"])}
    clock = Clock(**values)
    return {**asdict(clock.terms), "left": clock.left_at(now), "running": clock.running}
