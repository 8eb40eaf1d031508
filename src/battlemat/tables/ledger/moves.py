"""Deeds that move the battle: the first dice fall, somebody answers, an answer is taken back.

And what is mixed into the dice before they fall.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Self

from battlemat.kernel.words import say
from battlemat.players.driver import Declined
from battlemat.tables.ledger.deed import Deed, Worded
from battlemat.tables.ledger.rows import Entry
from battlemat.tables.play.history import NOTE, History
from battlemat.tables.play.match import Match
from battlemat.tables.play.taking_back import Answered

POLICY = "policy"
"""By whom a window is passed that its player does not want to be asked."""
_ASIDE = (NOTE, "pays")  # lines that tell of no deed


@dataclass(frozen=True, slots=True)
class Begin(Deed):
    """The first dice fall."""

    kind: ClassVar[str] = "begin"
    moves: ClassVar[bool] = True
    redraws: ClassVar[bool] = True
    stirs: ClassVar[bool] = True

    player: str = ""

    def upon(self, play: Match) -> object:
        """That nobody else has begun."""
        return play.waits

    def happen(self, play: Match, entry: Entry) -> None:
        """Let the first dice fall."""
        play.history.begin(entry.number)


@dataclass(frozen=True, slots=True)
class Answer(Worded):
    """The question that stands is answered."""

    kind: ClassVar[str] = "answer"
    uses: ClassVar[bool] = True
    moves: ClassVar[bool] = True

    def happen(self, play: Match, entry: Entry) -> str:
        """Take the answer; gives its canonical text."""
        history = play.history
        step, question = history.step, history.game.question
        written = history.answer(self.said, entry.number)
        play.line.append(Answered(self.player, entry.by, written, step))
        if question is not None and entry.by != POLICY:
            play.declined.note(question, history.game.answers[step])
        return written


@dataclass(frozen=True, slots=True)
class TakeBack(Deed):
    """The answers after the first `keep` are taken back; `fresh`: dice that were seen, for good.

    `quiet`: they were passes, behind which somebody goes back to take an offer up after all.
    """

    kind: ClassVar[str] = "undo"
    uses: ClassVar[bool] = True
    moves: ClassVar[bool] = True

    taken: str
    keep: int
    fresh: bool = False  # once all dice fell again as they had fallen
    quiet: bool = False

    @classmethod
    def of(cls, entry: Entry) -> Self:
        """What an entry of this kind says."""
        fresh, quiet = (bool(entry.extra.get(name)) for name in ("fresh", "quiet"))
        return cls(entry.player, entry.text, entry.extra["keep"], fresh, quiet)

    def text(self) -> str:
        """The first answer that is taken back."""
        return self.taken

    def extra(self) -> dict[str, Any]:
        """How many answers stay, and whether other dice fall."""
        return {"keep": self.keep, "fresh": self.fresh, **({"quiet": True} if self.quiet else {})}

    def happen(self, play: Match, entry: Entry) -> None:
        """Stand where the game stood, and say what was taken back."""
        history, line = play.history, play.line
        step = line[self.keep].step
        words = _done(history, step) or self.taken
        seen = history.take_back(step, entry.number, self.player, fresh=self.fresh)
        del line[self.keep :]
        if self.quiet:
            return  # what was declined stays so: one of it is taken up now
        told = say(
            "{name} takes back: {words}{dice, select, fresh { (other dice fall now)} "
            "same { (practice: the same dice fall again)} other {}}",
            name=play.name(self.player),
            words=words,
            dice=("fresh" if self.fresh else "same") if seen else "",
        )
        history.note(told, entry.number)
        play.declined = Declined()


def _done(history: History, step: int) -> str:
    """What the answer after so many others did, in the first words of the log about it."""
    told = (line.text for line in history.log if line.step > step and line.kind not in _ASIDE)
    return next(told, "").rstrip(".")


@dataclass(frozen=True, slots=True)
class Awaits(Deed):
    """Nothing begins before these players have mixed something into the dice."""

    kind: ClassVar[str] = "awaits"
    redraws: ClassVar[bool] = True
    retold: ClassVar[bool] = False

    players: tuple[str, ...] = ()

    @classmethod
    def of(cls, entry: Entry) -> Self:
        """What an entry of this kind says."""
        return cls(entry.player, tuple(entry.text.split()))

    def text(self) -> str:
        """The players."""
        return " ".join(self.players)

    def happen(self, play: Match, entry: Entry) -> None:  # noqa: ARG002
        """Wait for them."""
        play.awaited = set(self.players)


@dataclass(frozen=True, slots=True)
class Nonce(Worded):
    """A player mixes something into all dice to come."""

    kind: ClassVar[str] = "nonce"
    redraws: ClassVar[bool] = True
    stirs: ClassVar[bool] = True
    retold: ClassVar[bool] = False

    def happen(self, play: Match, entry: Entry) -> None:  # noqa: ARG002
        """Let all dice from now on follow from this as well."""
        play.history.mix(self.kind, self.player, self.said)
        play.awaited.discard(self.player)
