"""Who has taken the seats of one table, as the book of seats tells."""

from __future__ import annotations

from battlemat.tables.ledger.keeper import SeatBook


class Chairs:
    """The seats of a game that people have taken (`claimed`), and holders with theirs (`held`)."""

    def __init__(self, book: SeatBook, game: str) -> None:
        self._book = book
        self._game = game
        self.look()

    def look(self) -> None:
        """See in the book who sits where."""
        self.claimed = self._book.claimed(self._game)
        self.held = self._book.held(self._game)

    def meet(self, holder: str) -> None:
        """Somebody unknown asks: perhaps another server gave them a seat."""
        if holder not in self.held:
            self.look()

    def claim(self, player: str, holder: str) -> None:
        """Take a free seat for a holder; `Conflict` if it is not free."""
        self._book.claim(self._game, player, holder)
        self.note(player, holder)

    def hold(self, player: str, holder: str) -> None:
        """Let one more holder sit in a seat that is taken."""
        self._book.hold(self._game, player, holder)
        self.held.setdefault(holder, set()).add(player)

    def note(self, player: str, holder: str) -> None:
        """Somebody has taken a seat, which the book knows already."""
        self.claimed.add(player)
        self.held.setdefault(holder, set()).add(player)
