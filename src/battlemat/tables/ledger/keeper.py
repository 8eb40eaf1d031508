"""What a host must bring to have games: somewhere to append entries for good, and to read them.

A server brings its database (`server.store`), a page what its browser keeps; `MemoryKeeper` forgets
everything with its process, and shows what is wanted of the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from battlemat.tables.ledger.rows import Entry, now


class Conflict(Exception):
    """Somebody else's row landed first; nothing was added."""


class StoreAway(Exception):
    """What is stored cannot be reached, or not written; whether a row landed is not known."""


class Ledger(Protocol):
    """The ledgers of games: rows are added, one after the other, and never changed."""

    def now(self) -> str:
        """The time of everything that is stored."""

    def is_there(self, game: str) -> bool:
        """Whether there is a game of this id, and it was not removed."""

    def append(self, game: str, entry: Entry) -> None:
        """Add a row; on return it is there for good. `Conflict` if its place is taken, or its
        question used up; `StoreAway` if nobody knows.
        """

    def entries(self, game: str, after: int = 0) -> Sequence[Entry]:
        """The ledger of a game after a number, in order."""


class SeatBook(Protocol):
    """Who has taken which seats: a seat is claimed once, and held by whoever knows its token."""

    def claimed(self, game: str) -> set[str]:
        """The seats of a game that people have taken."""

    def held(self, game: str) -> dict[str, set[str]]:
        """Holders of a game, each with its seats ("" for who made it)."""

    def claim(self, game: str, player: str, holder: str) -> None:
        """Take a free seat for a holder; `Conflict` if it is not free."""

    def hold(self, game: str, player: str, holder: str) -> None:
        """Let one more holder sit in a seat that is taken (the same person, another browser)."""


class Keeper(Ledger, SeatBook, Protocol):
    """Ledgers and seats of games, as a host keeps them."""


class MemoryKeeper:
    """Keeps games for as long as it lives. Not for several threads at once."""

    def __init__(self) -> None:
        self._entries: dict[str, list[Entry]] = {}
        self._claims: dict[str, set[str]] = {}
        self._holders: dict[str, dict[str, set[str]]] = {}

    def now(self) -> str:
        """The time of everything that is stored."""
        return now()

    def open(self, game: str) -> None:
        """Let there be a game."""
        self._entries.setdefault(game, [])

    def is_there(self, game: str) -> bool:
        """Whether there is a game of this id."""
        return game in self._entries

    def append(self, game: str, entry: Entry) -> None:
        """Add a row; `Conflict` if its place is taken, or its question used up."""
        kept = self._entries.get(game)
        used = entry.question is not None and any(
            one.question == entry.question for one in kept or ()
        )
        if kept is None or entry.number != len(kept) + 1 or used:
            raise Conflict(f"row {entry.number} of game {game}")
        kept.append(entry)

    def entries(self, game: str, after: int = 0) -> Sequence[Entry]:
        """The ledger of a game after a number, in order."""
        return self._entries.get(game, [])[after:]

    def claimed(self, game: str) -> set[str]:
        """The seats of a game that people have taken."""
        return set(self._claims.get(game, ()))

    def held(self, game: str) -> dict[str, set[str]]:
        """Holders of a game, each with its seats ("" for who made it)."""
        return {one: set(seats) for one, seats in self._holders.get(game, {}).items()}

    def claim(self, game: str, player: str, holder: str) -> None:
        """Take a free seat for a holder; `Conflict` if it is not free."""
        claims = self._claims.setdefault(game, set())
        if player in claims:
            raise Conflict(f"seat {player} of game {game}")
        claims.add(player)
        self.hold(game, player, holder)

    def hold(self, game: str, player: str, holder: str) -> None:
        """Let one more holder sit in a seat that is taken."""
        self._holders.setdefault(game, {}).setdefault(holder, set()).add(player)
