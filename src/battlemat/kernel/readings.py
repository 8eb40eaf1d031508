"""Readings: clauses whose print and whose likely intention part, so that both can be played.

A rulebook says which clauses those are (`Rulebook.readings`); a setup chooses by clause id, as in
`readings: {openfire.special.fear: intent}`; what is not chosen is read as the default says. Rules
ask `Readings.printed(clause)`. The log of a game begins with how its clauses are read, wherever the
game begins, and every event that cites such a clause says which reading it followed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Literal, NamedTuple, TypeAlias

from battlemat.kernel.clauses import Clause
from battlemat.kernel.errors import SetupError
from battlemat.kernel.events import Event, cited, way_name
from battlemat.kernel.near import did_you_mean
from battlemat.kernel.scene import Status
from battlemat.kernel.words import say

Way: TypeAlias = Literal["print", "intent"]


class TwoReadings(NamedTuple):
    """A clause with two readings, in words, and which one is played where nothing is said."""

    clause: str
    print: str
    intent: str
    default: Way
    why: str = ""


class Readings:
    """How the clauses with two readings are read in one battle. It never changes.

    `chosen` is None for a setup from before they could be chosen: it is read as `before` says, and
    nothing is told of it, so that its log stays what it was.
    """

    __slots__ = ("_printed", "is_told", "known")

    def __init__(
        self,
        known: Iterable[TwoReadings],
        chosen: Mapping[str, Way] | None,
        before: Way | None = None,
    ) -> None:
        known = tuple(known)
        self.is_told = chosen is not None
        if chosen is None:
            chosen = {one.clause: before for one in known} if before is not None else {}
        self.known = {one.clause: one for one in known}
        for clause in chosen:
            if clause not in self.known:
                hint = did_you_mean(clause, self.known)
                raise SetupError(f"readings: '{clause}' has no two readings{hint}")
        self._printed = frozenset(
            clause
            for clause, one in self.known.items()
            if chosen.get(clause, one.default) == "print"
        )

    def printed(self, clause: str) -> bool:
        """Whether a clause is read as it is printed, and not as it was likely meant."""
        if clause not in self.known:
            raise KeyError(clause)  # a rule that asks for a reading that nobody can choose
        return clause in self._printed

    def told(self) -> Mapping[str, Way]:
        """Each clause with the way in which it is read, for the log and for screens."""
        return {clause: "print" if clause in self._printed else "intent" for clause in self.known}

    def cite(self, event: Event, because: tuple[str, ...]) -> Event:
        """The event with its clauses, and how those of them were read that have two readings."""
        followed: Mapping[str, Way] = {}
        if self.is_told and event.follows_readings():
            told = self.told()
            followed = {clause: told[clause] for clause in because if clause in told}
        return cited(event, because, followed)

    def status(self) -> list[Status]:
        """What a screen shows of them beside the turn and the scores."""
        if not self.is_told or not self.known:
            return []
        words = [
            say("{clause} {way}", clause=clause, way=way_name(way))
            for clause, way in self.told().items()
        ]
        return [Status(say("Readings"), ", ".join(words))]


class Reading(Event):
    """The log of a game begins with one for each clause that has two readings."""

    says = "A rule with two readings is read {how}: {text}"
    clause: str
    how: str
    text: str


def events_at_start(
    known: Iterable[TwoReadings], chosen: Mapping[str, Way] | None
) -> Iterable[Event]:
    """How the clauses with two readings are read, an event each; none where nothing was chosen."""
    if chosen is None:
        return
    for one in known:
        way = chosen.get(one.clause, one.default)
        text = _sentence(one.print if way == "print" else one.intent)
        said = Reading(clause=one.clause, how=way_name(way), text=text)
        yield cited(said, (one.clause,), {})


def _sentence(words: str) -> str:
    return words[0].upper() + words[1:].rstrip(".") + "."


# ---------------------------------------------------------------------- clauses as they are read

BEFORE: Way = "intent"
"""How a setup that chooses nothing is read: it is older than the choice."""


def as_read(
    clause: Clause, known: Iterable[TwoReadings], setup: Mapping[str, object] | None = None
) -> Clause:
    """A clause that tells both of its readings, and which one a game of this setup follows.

    Without a setup it tells which one is played where nothing is chosen. A clause with one reading
    is as it was.
    """
    one = next((two for two in known if two.clause == clause.id), None)
    if one is None:
        return clause
    both = {"print": _sentence(one.print), "intent": _sentence(one.intent)}
    told = [say("As printed: {print} As likely meant: {intent}", **both)]
    if setup is None:
        told.append(say("Where nothing is chosen it is read {way}.", way=way_name(one.default)))
        if one.why:
            told.append(say("Why: {reason}.", reason=one.why))
    else:
        chosen = setup.get("readings")
        way = chosen.get(one.clause, one.default) if isinstance(chosen, Mapping) else BEFORE
        told.append(say("In this game it is read {way}.", way=way_name(way)))
    return replace(clause, readings=" ".join(told))
