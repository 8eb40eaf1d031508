"""Who looks at a table, and what they may do there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Protocol

from battlemat.kernel.words import say
from battlemat.tables.problems import Problem
from battlemat.tables.seats.names import label_like, likeness

_WATCHER = "watcher-"


class Seating(Protocol):
    """Who sits at a game, live or asleep."""

    @property
    def id(self) -> str:
        """The id of the game."""

    @property
    def claimed(self) -> set[str]:
        """The seats that people have taken."""

    @property
    def held(self) -> Mapping[str, set[str]]:
        """Holders, each with its seats ("" for who made the game)."""

    @property
    def relinked(self) -> Mapping[str, int]:
        """How often the links to a seat were made anew."""

    def people(self) -> list[str]:
        """The players whose seats are for people."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who looks at one table. A watcher holds no seat."""

    seats: frozenset[str]
    owner: bool
    holder: str | None = None

    def acting(self, player: str | None) -> str:
        """The seat that a request acts for; 403 if it is not the viewer's."""
        if player is None:
            if len(self.seats) == 1:
                return next(iter(self.seats))
            if self.seats:
                raise Problem(422, "invalid", say("you hold several seats: say for which `player`"))
            raise Problem(403, "not-your-seat", say("you are watching this game; you hold no seat"))
        if player not in self.seats:
            raise Problem(
                403, "not-your-seat", say("the seat of {player} is not yours", player=player[:40])
            )
        return player

    def must_belong(self) -> None:
        """403 unless the viewer sits at the table or made the game."""
        if not self.seats and not self.owner:
            raise Problem(403, "not-your-seat", say("you are watching this game; you hold no seat"))


def viewer(table: Seating, holder: str | None) -> Viewer:
    """What a holder is at a table."""
    held = table.held.get(holder, set()) if holder else set()
    return Viewer(frozenset(held & set(table.people())), "" in held, holder)


def must_not_pose(name: str, labels: Iterable[str], people: Iterable[str] = ()) -> None:
    """422 if a name reads as the label of a seat, or as one of the `people` at the table."""
    if label_like(name, labels):
        raise Problem(422, "bad-name", say("this name reads as a seat at the table; take another"))
    seen = likeness(name)
    if seen and any(seen == likeness(one) for one in people):
        raise Problem(422, "bad-name", say("somebody at the table has that name; take another"))


def watcher(game: str, holder: str) -> str:
    """How a watcher is told apart from others, in one game: in the place of a player."""
    return _WATCHER + sha256(f"{game}|{holder}".encode()).hexdigest()[:12]


def is_watcher(player: str) -> bool:
    """Whether words are those of a watcher."""
    return player.startswith(_WATCHER)


def watchers_write(table: Seating, allowing: Collection[str]) -> bool:
    """Whether watchers may write: everybody who sits at the table allows it, and somebody does."""
    seated = [player for player in table.people() if player in table.claimed]
    return bool(seated) and all(player in allowing for player in seated)


def opened_by_all(table: Seating, showing: Collection[str]) -> bool:
    """Whether a game is open to watchers: as with writing, everybody who sits there says so."""
    return watchers_write(table, showing)


def others_than(table: Seating, who: Viewer) -> list[str]:
    """The people at a table, or still to come to it, beside a viewer."""
    return [player for player in table.people() if player not in who.seats]


def hints_given(table: Seating, who: Viewer, agreeing: Collection[str]) -> bool:
    """Whether a viewer may have hints: nobody else plays there, or everybody agreed to them."""
    everybody = all(player in agreeing for player in table.people())
    return everybody or not others_than(table, who)
