"""Where musters are kept: what was agreed for a game, and what each player brings to it.

Rows are added and never changed. The key of what is brought is (muster, player), so of two squads
that are brought for one seat exactly one lands. A muster has the id of the game that it becomes.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from battlemat.server.store.schema import make_tables
from battlemat.server.store.store import Store
from battlemat.tables.ledger.keeper import Conflict

_META = sa.MetaData()
MUSTERS = sa.Table(
    "musters",
    _META,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("rulebook", sa.String(80), nullable=False),
    sa.Column("terms", sa.Text, nullable=False),
    sa.Column("host", sa.String(40), nullable=False),
    sa.Column("holder", sa.String(64), nullable=False, index=True),
    sa.Column("seed", sa.String(80)),
    sa.Column("created", sa.String(32), nullable=False),
)
BROUGHT = sa.Table(
    "brought",
    _META,
    sa.Column("muster", sa.String(40), sa.ForeignKey("musters.id"), primary_key=True),
    sa.Column("player", sa.String(40), primary_key=True),
    sa.Column("holder", sa.String(64), nullable=False, index=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("shipped", sa.String(200), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("called", sa.String(200), nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
)
_GAMES = sa.table("games", sa.column("id"))


@dataclass(frozen=True, slots=True)
class MusterRow:
    """What was agreed: `terms` are choices by key, `host` the seat of whoever made it.

    `seed` is that of the dice to come; None where people type what they roll.
    """

    id: str
    rulebook: str
    terms: dict[str, str]
    host: str
    holder: str
    seed: str | None
    created: str


@dataclass(frozen=True, slots=True)
class BroughtRow:
    """What one player brings: shipped content by its id, or the `text` of a file."""

    player: str
    holder: str
    name: str
    shipped: str
    text: str
    called: str
    at: str


class MusterStore:
    """All musters, in the database of the games. Every method is one transaction."""

    def __init__(self, store: Store) -> None:
        self._store = store
        make_tables(store.engine, _META, "musters", "brought")

    def add(self, row: MusterRow) -> None:
        """A new muster."""
        values = {
            "id": row.id,
            "rulebook": row.rulebook,
            "terms": json.dumps(row.terms),
            "host": row.host,
            "holder": row.holder,
            "seed": self._store.seal(row.seed, row.id) if row.seed is not None else None,
            "created": row.created,
        }
        with self._store.transaction() as db:
            db.execute(MUSTERS.insert().values(values))

    def find(self, id: str) -> MusterRow | None:
        """What was agreed."""
        with self._store.transaction() as db:
            row = db.execute(MUSTERS.select().where(MUSTERS.c.id == id)).mappings().first()
        if row is None:
            return None
        return MusterRow(
            row["id"],
            row["rulebook"],
            json.loads(row["terms"]),
            row["host"],
            row["holder"],
            self._store.unseal(row["seed"], row["id"]) if row["seed"] is not None else None,
            row["created"],
        )

    def bring(self, muster: str, row: BroughtRow) -> None:
        """A squad is in; `Conflict` if one was brought for this seat already."""
        values = {
            "muster": muster,
            "player": row.player,
            "holder": row.holder,
            "name": row.name,
            "shipped": row.shipped,
            "text": row.text,
            "called": row.called,
            "at": row.at,
        }
        try:
            with self._store.transaction() as db:
                db.execute(BROUGHT.insert().values(values))
        except IntegrityError:
            raise Conflict(f"what {row.player} brings to {muster}") from None

    def brought(self, muster: str) -> dict[str, BroughtRow]:
        """What is in so far, by player."""
        with self._store.transaction() as db:
            rows = db.execute(BROUGHT.select().where(BROUGHT.c.muster == muster)).mappings().all()
        return {
            row["player"]: BroughtRow(
                row["player"],
                row["holder"],
                row["name"],
                row["shipped"],
                row["text"],
                row["called"],
                row["at"],
            )
            for row in rows
        }

    def waiting_for(self, holder: str, most: int) -> Sequence[str]:
        """The ids of a holder's musters that are no game yet, newest first."""
        mine = sa.select(BROUGHT.c.muster).where(BROUGHT.c.holder == holder)
        query = (
            sa.select(MUSTERS.c.id)
            .where(sa.or_(MUSTERS.c.holder == holder, MUSTERS.c.id.in_(mine)))
            .where(MUSTERS.c.id.not_in(sa.select(_GAMES.c.id)))
            .order_by(MUSTERS.c.created.desc(), MUSTERS.c.id)
            .limit(most)
        )
        with self._store.transaction() as db:
            return db.scalars(query).all()
