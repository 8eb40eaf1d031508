"""Which games their players opened to watchers: a row for each, put and removed as they say.

The ledger of a game is what holds; the rows only find such games.
"""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from battlemat.server.store.lobby_store import OPENED
from battlemat.server.store.schema import GAMES, insert_into
from battlemat.server.store.store import Store


class GalleryStore:
    """The games that are open to watchers. Every method is one transaction."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def put(self, game: str, *, is_open: bool) -> None:
        """List a game, or list it no longer."""
        with self._store.transaction() as db:
            if is_open:
                insert = insert_into(self._store.engine, OPENED)
                row = insert.values(game=game, at=self._store.now())
                db.execute(row.on_conflict_do_nothing())
            else:
                db.execute(OPENED.delete().where(OPENED.c.game == game))

    def listed(self, since: str, most: int) -> Sequence[str]:
        """The games that were opened since a moment, newest first."""
        query = (
            sa.select(OPENED.c.game)
            .where(OPENED.c.at >= since, sa.exists().where(GAMES.c.id == OPENED.c.game))
            .order_by(OPENED.c.at.desc(), OPENED.c.game)
            .limit(most)
        )
        with self._store.transaction() as db:
            return db.scalars(query).all()
