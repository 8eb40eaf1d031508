"""Deeds that people agree on, or that end somebody's part: offers, time, early ends, renewals."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from battlemat.kernel.words import say
from battlemat.tables.ledger.deed import Deed, Worded
from battlemat.tables.ledger.rows import Entry
from battlemat.tables.ledger.talk import Noted
from battlemat.tables.play import clocks
from battlemat.tables.play.match import Ending, Match, Offer

GAME = "game"
"""What an entry has besides that leads to another game: its id."""

# ---------------------------------------------------------------------- offers


@dataclass(frozen=True, slots=True)
class _Offered(Noted):
    """Something is offered to the other side; `what` it is."""

    what: ClassVar[str]

    def upon(self, play: Match) -> object:
        """That no other offer stands."""
        return play.offer

    def happen(self, play: Match, entry: Entry) -> None:
        """Let the offer stand."""
        play.offer = Offer(entry.number, self.what, self.player)
        Noted.happen(self, play, entry)


@dataclass(frozen=True, slots=True)
class OfferDraw(_Offered):
    """A draw is offered."""

    kind: ClassVar[str] = "offer-draw"
    what: ClassVar[str] = "draw"

    def words(self, name: str) -> str:
        """The line of the log, for a player who is called so."""
        return say("{name} offers a draw.", name=name)


@dataclass(frozen=True, slots=True)
class OfferUndo(_Offered):
    """Somebody asks to take an answer back."""

    kind: ClassVar[str] = "offer-undo"
    what: ClassVar[str] = "undo"

    def words(self, name: str) -> str:
        """The line of the log, for a player who is called so."""
        return say("{name} asks to take the last answer back.", name=name)


@dataclass(frozen=True, slots=True)
class OfferRematch(_Offered):
    """Another game is offered."""

    kind: ClassVar[str] = "offer-rematch"
    what: ClassVar[str] = "rematch"

    def words(self, name: str) -> str:
        """The line of the log, for a player who is called so."""
        return say("{name} offers a rematch.", name=name)


LAPSING = (OfferDraw.what, OfferUndo.what)
"""Offers that the next answer of the game sweeps off the table."""


@dataclass(frozen=True, slots=True)
class _Settles(Noted):
    """The offer that stands is answered."""

    def upon(self, play: Match) -> object:
        """The offer."""
        return play.offer

    def happen(self, play: Match, entry: Entry) -> None:
        """Let the offer stand no longer."""
        play.offer = None
        play.rematch = entry.extra.get(GAME, play.rematch)
        Noted.happen(self, play, entry)


@dataclass(frozen=True, slots=True)
class Accept(_Settles):
    """It is accepted; a rematch is another `game`."""

    kind: ClassVar[str] = "accept"

    game: str | None = None

    def words(self, name: str) -> str:
        """The line of the log, for a player who is called so."""
        return say("{name} agrees.", name=name)

    @classmethod
    def of(cls, entry: Entry) -> Self:
        """What an entry of this kind says."""
        return cls(entry.player, entry.text, entry.extra.get(GAME))

    def extra(self) -> dict[str, Any]:
        """The rematch."""
        return {} if self.game is None else {GAME: self.game}


@dataclass(frozen=True, slots=True)
class Decline(_Settles):
    """It is declined."""

    kind: ClassVar[str] = "decline"

    def words(self, name: str) -> str:
        """The line of the log, for a player who is called so."""
        return say("{name} declines.", name=name)


# ---------------------------------------------------------------------- early ends


@dataclass(frozen=True, slots=True)
class EarlyEnd(Deed, ABC):
    """The game ends before its rules end it; the other player wins, if there is one."""

    uses: ClassVar[bool] = True
    ends: ClassVar[bool] = True
    by: ClassVar[str]
    decides: ClassVar[bool] = True

    @abstractmethod
    def reason(self, name: str) -> str:
        """Why it ended, for a player who is called so."""

    def happen(self, play: Match, entry: Entry) -> None:
        """End the game, with the scores as they stand."""
        scores = play.rulebook.facts(play.history.game.battle).get("scores") or {}
        others = [seat.player for seat in play.row.seats if seat.player != self.player]
        winner = others[0] if self.decides and len(others) == 1 else None
        reason = self.reason(play.name(self.player))
        play.ended = Ending(winner, dict(scores), reason, self.by)
        play.history.note(reason, entry.number)


@dataclass(frozen=True, slots=True)
class Draw(EarlyEnd):
    """All agreed on a draw."""

    kind: ClassVar[str] = "draw"
    by: ClassVar[str] = "agreement"
    decides: ClassVar[bool] = False

    def reason(self, name: str) -> str:
        """Why it ended, for a player who is called so."""
        del name
        return say("The players agreed to a draw.")


@dataclass(frozen=True, slots=True)
class Concede(EarlyEnd):
    """A player gives the game up."""

    kind: ClassVar[str] = "concede"
    by: ClassVar[str] = "concession"

    def reason(self, name: str) -> str:
        """Why it ended, for a player who is called so."""
        return say("{name} gave up the game.", name=name)


@dataclass(frozen=True, slots=True)
class Flag(EarlyEnd):
    """A player's time ran out."""

    kind: ClassVar[str] = "flag"
    by: ClassVar[str] = "time"

    def reason(self, name: str) -> str:
        """Why it ended, for a player who is called so."""
        return say("{name} ran out of time.", name=name)


@dataclass(frozen=True, slots=True)
class Gone(EarlyEnd):
    """A player has gone, and the game is claimed."""

    kind: ClassVar[str] = "gone"
    by: ClassVar[str] = "absence"

    def reason(self, name: str) -> str:
        """Why it ended, for a player who is called so."""
        return say("{name} has gone; the game is claimed.", name=name)


@dataclass(frozen=True, slots=True)
class StandIn(Worded):
    """A machine takes the seat of a player who has gone; `said` is its name."""

    kind: ClassVar[str] = "stand-in"
    uses: ClassVar[bool] = True

    def happen(self, play: Match, entry: Entry) -> None:
        """Let the machine sit there."""
        name = play.name(self.player)
        play.row = clocks.with_machine(play.row, self.player, self.said)
        play.names[self.player] = ""
        words = say("{name} has gone; a machine takes the seat.", name=name)
        play.history.note(words, entry.number)
        play.awaited.discard(self.player)


# ---------------------------------------------------------------------- time and renewals


@dataclass(frozen=True, slots=True)
class Agree(Deed):
    """What was agreed about time, before anything happens; `free` are seats nobody has taken."""

    kind: ClassVar[str] = "terms"
    retold: ClassVar[bool] = False

    terms: clocks.Terms
    free: tuple[str, ...]

    @classmethod
    def of(cls, entry: Entry) -> Self:
        """What an entry of this kind says."""
        return cls(entry.player, clocks.read_terms(entry.extra), tuple(entry.extra["free"]))

    def extra(self) -> dict[str, Any]:
        """The terms, as they are written down."""
        return self.terms.extra(self.free)

    def happen(self, play: Match, entry: Entry) -> None:
        """Set the clock up, if there is to be one."""
        play.terms = self.terms
        play.clock = clocks.set_up(self.terms, self.free, play.people())
        play.history.note(self.terms.words(), entry.number)


@dataclass(frozen=True, slots=True)
class Renew(Deed):
    """A player agrees to go on under today's rules."""

    kind: ClassVar[str] = "renew"


@dataclass(frozen=True, slots=True)
class Renewed(Noted):
    """The game goes on elsewhere (`game`), or is what another went on in."""

    kind: ClassVar[str] = "renewed"

    game: str | None = None

    @classmethod
    def of(cls, entry: Entry) -> Self:
        """What an entry of this kind says."""
        return cls(entry.player, entry.text, entry.extra.get(GAME))

    def extra(self) -> dict[str, Any]:
        """The other game."""
        return {} if self.game is None else {GAME: self.game}

    def words(self, name: str) -> str:  # noqa: ARG002
        """The line of the log: as it was written."""
        return self.said
