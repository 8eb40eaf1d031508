"""Readings: clauses whose print and whose likely intention part, so that both can be played.

A rulebook says which clauses those are (`Rulebook.readings`); a setup chooses by clause id, as in
`readings: {openfire.special.fear: intent}`; what is not chosen is read as the default says. Rules
ask `Readings.printed(clause)`, and events under a reading cite its clause.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, TypeAlias

from battlemat.kernel.errors import SetupError
from battlemat.kernel.near import did_you_mean

Way: TypeAlias = Literal["print", "intent"]


class TwoReadings(NamedTuple):
    """A clause with two readings, in words, and which one is played where nothing is said."""

    clause: str
    print: str
    intent: str
    default: Way
    why: str = ""


class Readings:
    """How the clauses with two readings are read in one battle. It never changes."""

    __slots__ = ("_printed", "known")

    def __init__(self, known: Iterable[TwoReadings], chosen: Mapping[str, Way]) -> None:
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
