"""When somebody's time runs out in which game, so that games end which nobody looks at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from battlemat.server.store.schema import DUE, insert_into
from battlemat.server.store.store import Store


class DueStore:
    """The times that are due. What it says may be old: the ledger alone counts."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def note(self, due: Mapping[str, str | None]) -> None:
        """Note when the time of each of these games is due; None: there is no time to wait for."""
        insert = insert_into(self._store.engine, DUE)
        put = insert.on_conflict_do_update(
            index_elements=[DUE.c.game], set_={"at": insert.excluded.at}
        )
        over = [game for game, at in due.items() if at is None]
        values = [{"game": game, "at": at} for game, at in sorted(due.items()) if at is not None]
        try:
            with self._store.transaction() as db:
                if over:
                    db.execute(DUE.delete().where(DUE.c.game.in_(over)))
                if values:
                    db.execute(put, values)
        except IntegrityError:  # a game was removed meanwhile
            if len(due) > 1:
                for game, at in due.items():
                    self.note({game: at})

    def before(self, moment: str, most: int) -> Sequence[str]:
        """The games whose time was due before a moment, those first that wait for longest."""
        query = sa.select(DUE.c.game).where(DUE.c.at < moment).order_by(DUE.c.at).limit(most)
        with self._store.transaction() as db:
            return db.scalars(query).all()
