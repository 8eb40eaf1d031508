"""Deeds that leave the battle as it is: words, names, settings, hints, links."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from battlemat.kernel.words import say
from battlemat.tables.ledger.deed import Deed, Worded
from battlemat.tables.ledger.rows import Entry
from battlemat.tables.ledger.told import CHAT
from battlemat.tables.play.match import Match

HOLDER, NAME = "holder", "name"
"""What an entry of a watcher's words has besides: whose they are, and how they are called."""
ALLOW, FORBID = "allow", "forbid"


@dataclass(frozen=True, slots=True)
class Chat(Worded):
    """Somebody says something; a watcher is known by a `holder` and called by a `name`."""

    kind: ClassVar[str] = CHAT

    holder: str | None = None
    name: str | None = None

    @classmethod
    def of(cls, entry: Entry) -> Self:
        """What an entry of this kind says."""
        return cls(entry.player, entry.text, entry.extra.get(HOLDER), entry.extra.get(NAME))

    def extra(self) -> dict[str, Any]:
        """Who a watcher is."""
        return {} if self.holder is None else {HOLDER: self.holder, NAME: self.name}

    def happen(self, play: Match, entry: Entry) -> None:  # noqa: ARG002
        """Count what watchers write."""
        if self.holder is not None:
            play.gallery.spoke[self.player] = self.holder
            play.gallery.lines[self.player] += 1


@dataclass(frozen=True, slots=True)
class Unsay(Deed):
    """What some players said is removed."""

    kind: ClassVar[str] = "unsay"
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
        """Empty what they said."""
        play.told = [one.without_words(self.players) for one in play.told]


@dataclass(frozen=True, slots=True)
class Join(Worded):
    """A person takes a seat and says how they are called."""

    kind: ClassVar[str] = "join"
    reseats: ClassVar[bool] = True
    stirs: ClassVar[bool] = True

    def happen(self, play: Match, entry: Entry) -> None:
        """Know the name, and let the clock run once every seat is taken."""
        play.names[self.player] = self.said
        if play.clock is not None:
            play.clock = replace(play.clock, free=play.clock.free - {self.player})
        words = say("{name} takes a seat.", name=play.name(self.player))
        play.history.note(words, entry.number)


@dataclass(frozen=True, slots=True)
class Relink(Deed):
    """The links to a seat are made anew."""

    kind: ClassVar[str] = "relink"
    reseats: ClassVar[bool] = True
    retold: ClassVar[bool] = False

    def happen(self, play: Match, entry: Entry) -> None:  # noqa: ARG002
        """Count it, because new tokens follow from how often it was done."""
        play.relinked[self.player] += 1


@dataclass(frozen=True, slots=True)
class Policy(Worded):
    """A player says when they want to be asked at optional windows."""

    kind: ClassVar[str] = "policy"
    retold: ClassVar[bool] = False

    def happen(self, play: Match, entry: Entry) -> None:  # noqa: ARG002
        """Remember it."""
        play.policies[self.player] = self.said


@dataclass(frozen=True, slots=True)
class Noted(Worded, ABC):
    """A deed that is told in the log."""

    @abstractmethod
    def words(self, name: str) -> str:
        """The line of the log, for a player who is called so."""

    def happen(self, play: Match, entry: Entry) -> None:
        """Tell it."""
        play.history.note(self.words(play.name(self.player)), entry.number)


@dataclass(frozen=True, slots=True)
class Brings(Noted):
    """What a player brought to a muster, by its name."""

    kind: ClassVar[str] = "brings"

    def words(self, name: str) -> str:
        """The line of the log, for a player who is called so."""
        return say("{name} brings {squad}.", name=name, squad=self.said)


@dataclass(frozen=True, slots=True)
class Hint(Noted):
    """A player takes a hint where others play against them."""

    kind: ClassVar[str] = "hint"

    def words(self, name: str) -> str:
        """The line of the log, for a player who is called so."""
        return say("{name} takes a hint.", name=name)


@dataclass(frozen=True, slots=True)
class _Allowing(Noted):
    """A player allows something, or does not any more."""

    retold: ClassVar[bool] = False

    @property
    def allows(self) -> bool:
        """Whether it is allowed."""
        return self.said == ALLOW


@dataclass(frozen=True, slots=True)
class WatchersMay(_Allowing):
    """A player lets watchers write, or not."""

    kind: ClassVar[str] = "watchers"

    def words(self, name: str) -> str:
        """The line of the log, for a player who is called so."""
        return say(
            "{name} {allows, select, True {lets} other {does not let}} watchers write.",
            name=name,
            allows=self.allows,
        )

    def happen(self, play: Match, entry: Entry) -> None:
        """Remember it, and tell it."""
        _put(play.gallery.allowing, self.player, inside=self.allows)
        Noted.happen(self, play, entry)


@dataclass(frozen=True, slots=True)
class Shows(_Allowing):
    """A player opens the game to watchers, so that it is listed, or not."""

    kind: ClassVar[str] = "shows"

    def words(self, name: str) -> str:
        """The line of the log, for a player who is called so."""
        return say(
            "{name} {allows, select, True {opens} other {closes}} the game to watchers.",
            name=name,
            allows=self.allows,
        )

    def happen(self, play: Match, entry: Entry) -> None:
        """Remember it, and tell it."""
        _put(play.gallery.showing, self.player, inside=self.allows)
        Noted.happen(self, play, entry)


@dataclass(frozen=True, slots=True)
class HintsMay(_Allowing):
    """A player agrees to hints, or not."""

    kind: ClassVar[str] = "hints"

    def words(self, name: str) -> str:
        """The line of the log, for a player who is called so."""
        return say(
            "{name} {allows, select, True {agrees} other {does not agree}} to hints.",
            name=name,
            allows=self.allows,
        )

    def happen(self, play: Match, entry: Entry) -> None:
        """Remember it, and tell it."""
        _put(play.gallery.hinting, self.player, inside=self.allows)
        Noted.happen(self, play, entry)


def _put(players: set[str], player: str, *, inside: bool) -> None:
    (players.add if inside else players.discard)(player)
