"""Games as a page keeps them: everything that is written is handed out, to be stored for good.

A page's storage answers later than Python can wait. So rows are heard by the game at once and kept
back with the reply; whoever carries the reply stores them first, and only then tells anyone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from battlemat.tables.ledger.keeper import MemoryKeeper
from battlemat.tables.ledger.rows import Entry, GameRow, Seat

HERE = "page"
"""The one who plays in this page, whatever seats are theirs."""
GUEST = "guest"
"""Whoever plays from another page that this one is connected with."""
GAME, ENTRY, SEAT, GONE = "game", "entry", "seat", "gone"
"""What a row that is stored may be."""


class PageKeeper(MemoryKeeper):
    """Keeps games in memory, and every change of them to be stored."""

    def __init__(self) -> None:
        super().__init__()
        self.games: dict[str, GameRow] = {}
        self._unstored: list[dict[str, Any]] = []

    def take_unstored(self) -> list[dict[str, Any]]:
        """What was written since the last time, in order."""
        found, self._unstored = self._unstored, []
        return found

    def restore(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Have what was stored before, in the order in which it was written."""
        for row in rows:
            game = row["game"]
            if row["kind"] == GAME:
                self._begin(_game_row(row["row"]))
            elif row["kind"] == GONE:
                self._end(game)
            elif game in self.games and row["kind"] == SEAT:
                super().hold(game, row["player"], row.get("holder", HERE))
                self._claims.setdefault(game, set()).update({row["player"]} - {""})
            elif game in self.games:
                super().append(game, Entry(**row["entry"]))

    def rows(self) -> list[dict[str, Any]]:
        """Everything that is kept, as rows that can be stored: what `restore` wants."""
        found: list[dict[str, Any]] = []
        for id, row in self.games.items():
            found.append({"kind": GAME, "game": id, "row": asdict(row)})
            for holder, players in sorted(self.held(id).items()):
                for player in sorted(players):
                    seat = {"kind": SEAT, "game": id, "player": player, "holder": holder}
                    found.append(seat)
            for entry in self.entries(id):
                found.append({"kind": ENTRY, "game": id, "entry": asdict(entry)})
        return found

    def begin(self, row: GameRow, mine: Iterable[str]) -> None:
        """Let there be a game, with these seats taken."""
        self._begin(row)
        self._note(GAME, row.id, row=asdict(row))
        self.hold(row.id, "", HERE)
        for player in mine:
            self.claim(row.id, player, HERE)

    def remove(self, game: str) -> None:
        """Let a game be no more."""
        self._end(game)
        self._note(GONE, game)

    def append(self, game: str, entry: Entry) -> None:
        super().append(game, entry)
        self._note(ENTRY, game, entry=asdict(entry))

    def hold(self, game: str, player: str, holder: str) -> None:
        super().hold(game, player, holder)
        self._note(SEAT, game, player=player, holder=holder)

    def _begin(self, row: GameRow) -> None:
        self.games[row.id] = row
        self.open(row.id)

    def _end(self, game: str) -> None:
        for kept in (self.games, self._entries, self._claims, self._holders):
            kept.pop(game, None)

    def _note(self, kind: str, game: str, **more: Any) -> None:
        self._unstored.append({"kind": kind, "game": game, **more})


def _game_row(plain: Mapping[str, Any]) -> GameRow:
    seats = tuple(Seat(**seat) for seat in plain["seats"])
    return GameRow(**{**plain, "seats": seats, "prefix": tuple(plain["prefix"])})
