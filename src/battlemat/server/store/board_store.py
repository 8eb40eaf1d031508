"""Boards that were seen, kept for good: one for each pause in the play of a game.

With the words and the dice that the ledger keeps of every answer they show a game again that
today's rules would lead elsewhere. They are not believed where the ledger can be played.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from battlemat.server.store.schema import BOARDS, insert_into
from battlemat.server.store.store import Store


class BoardRow(NamedTuple):
    """The scene of a game after entry `number`, as JSON text."""

    game: str
    number: int
    scene: str


class BoardStore:
    """The boards of all games; every method is one transaction, or a few."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def keep(self, rows: Sequence[BoardRow]) -> None:
        """Keep boards; one that is there stays as it is."""
        if not rows:
            return
        insert = insert_into(self._store.engine, BOARDS)
        values = [
            {"game": row.game, "number": row.number, "body": zlib.compress(row.scene.encode())}
            for row in sorted(rows)
        ]
        try:
            with self._store.transaction() as db:
                db.execute(insert.on_conflict_do_nothing(), values)
        except IntegrityError:  # a game was removed meanwhile
            if len(rows) > 1:
                for row in rows:
                    self.keep([row])

    def numbers(self, game: str) -> list[int]:
        """After which entries there are boards of a game, in order."""
        query = sa.select(BOARDS.c.number).where(BOARDS.c.game == game).order_by(BOARDS.c.number)
        with self._store.transaction() as db:
            return list(db.scalars(query))

    def at(self, game: str, number: int) -> BoardRow | None:
        """The newest board of a game that is no newer than an entry."""
        query = (
            BOARDS.select()
            .where(BOARDS.c.game == game, BOARDS.c.number <= number)
            .order_by(BOARDS.c.number.desc())
            .limit(1)
        )
        with self._store.transaction() as db:
            found = db.execute(query).mappings().first()
        if found is None:
            return None
        return BoardRow(game, found["number"], zlib.decompress(found["body"]).decode())
