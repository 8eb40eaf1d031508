"""A deed: what an entry of a ledger says, as a value of its kind, with what it does to a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Self

from battlemat.tables.ledger.rows import Entry
from battlemat.tables.play.match import Match


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that a player did, or the host (whose name is ""). What holds for all of a kind:

    it `uses` up the question that stands; it `moves` the battle, and is kept with a proof of where
    to; the board is shown anew after it (`redraws`); it `ends` the game; it changes who sits where
    (`reseats`); the game goes on by it, though no question is used up (`stirs`); and a replay
    tells of it (`retold`).
    """

    kind: ClassVar[str] = ""
    uses: ClassVar[bool] = False
    moves: ClassVar[bool] = False
    redraws: ClassVar[bool] = False
    ends: ClassVar[bool] = False
    reseats: ClassVar[bool] = False
    stirs: ClassVar[bool] = False
    retold: ClassVar[bool] = True

    player: str

    @classmethod
    def of(cls, entry: Entry) -> Self:
        """What an entry of this kind says."""
        return cls(entry.player)

    def text(self) -> str:
        """What the entry has as its text."""
        return ""

    def extra(self) -> dict[str, Any]:
        """What the entry has besides."""
        return {}

    def as_entry(
        self, number: int, at: str, by: str = "person", question: int | None = None
    ) -> Entry:
        """This as an entry, in its place and at its time; the question that it uses up, if any."""
        return Entry(number, self.kind, self.player, self.text(), by, question, self.extra(), at)

    def upon(self, play: Match) -> object:
        """What this is said upon; if somebody else changed that first, it is void."""
        return play.asked if self.uses else None

    def happen(self, play: Match, entry: Entry) -> str | None:
        """Do what the entry says; gives its text where that is written otherwise than it was said.

        What is refused leaves everything as it was.
        """


@dataclass(frozen=True, slots=True)
class Worded(Deed):
    """A deed that is told by one text beside its player."""

    said: str = ""

    @classmethod
    def of(cls, entry: Entry) -> Self:
        """What an entry of this kind says."""
        return cls(entry.player, entry.text)

    def text(self) -> str:
        """What the entry has as its text."""
        return self.said


@dataclass(frozen=True, slots=True)
class Other(Worded):
    """An entry of a kind that leaves the game as it is, or that another program wrote."""
