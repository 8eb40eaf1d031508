"""Where it is kept whom people do not want to hear, and what they report to the host.

Both are about holders, the hashes by which browsers are known, so they hold from game to game.
A report has a copy of the words that it is about: it stays when these, or the game, are removed,
until the host removes it.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from battlemat.server.store.schema import make_tables
from battlemat.server.store.store import Store

_META = sa.MetaData()
MUTED = sa.Table(
    "muted",
    _META,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("other", sa.String(64), primary_key=True),
    sa.Column("at", sa.String(32), nullable=False),
)
REPORTED = sa.Table(
    "reported",
    _META,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("at", sa.String(32), nullable=False, index=True),
    sa.Column("game", sa.String(40), nullable=False, index=True),
    sa.Column("player", sa.String(40), nullable=False),
    sa.Column("number", sa.Integer),
    sa.Column("reason", sa.String(20), nullable=False),
    sa.Column("said", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("by", sa.String(64), nullable=False),
    sa.Column("against", sa.Text, nullable=False),
)


@dataclass(frozen=True, slots=True)
class Report:
    """What somebody tells the host of a player: for a `reason`, perhaps about words (`said`, the
    entry `number`), in their own `text`. `by` and `against` are holders.
    """

    game: str
    player: str
    number: int | None
    reason: str
    said: str
    text: str
    by: str
    against: tuple[str, ...]
    id: str = ""
    at: str = ""


class ConductStore:
    """Mutes and reports, in the database of the games. Every method is one transaction."""

    def __init__(self, store: Store) -> None:
        self._store = store
        make_tables(store.engine, _META)

    # ------------------------------------------------------------------ muting

    def mute(self, holder: str, others: Iterable[str]) -> None:
        """Let a holder hear no more of others."""
        at = self._store.now()
        for other in others:
            with suppress(IntegrityError), self._store.transaction() as db:  # muted already
                db.execute(MUTED.insert().values(holder=holder, other=other, at=at))

    def unmute(self, holder: str, others: Sequence[str]) -> None:
        """Let a holder hear others again."""
        them = sa.and_(MUTED.c.holder == holder, MUTED.c.other.in_(others))
        with self._store.transaction() as db:
            db.execute(MUTED.delete().where(them))

    def muted(self, holder: str, others: Sequence[str]) -> set[str]:
        """Whom of these a holder does not want to hear."""
        them = sa.and_(MUTED.c.holder == holder, MUTED.c.other.in_(others))
        with self._store.transaction() as db:
            return set(db.scalars(sa.select(MUTED.c.other).where(them)))

    # ------------------------------------------------------------------ reporting

    def report(self, told: Report, most: int) -> bool:
        """Keep a report for the host; False if this holder made too many about this game."""
        own = sa.and_(REPORTED.c.game == told.game, REPORTED.c.by == told.by)
        values = {
            "id": secrets.token_hex(6),
            "at": self._store.now(),
            "game": told.game,
            "player": told.player,
            "number": told.number,
            "reason": told.reason,
            "said": told.said,
            "text": told.text,
            "by": told.by,
            "against": json.dumps(told.against),
        }
        with self._store.transaction() as db:
            made = db.execute(sa.select(sa.func.count()).select_from(REPORTED).where(own))
            if made.scalar_one() >= most:
                return False
            db.execute(REPORTED.insert().values(values))
        return True

    def reports(self, most: int) -> list[Report]:
        """The newest reports."""
        query = REPORTED.select().order_by(REPORTED.c.at.desc(), REPORTED.c.id).limit(most)
        with self._store.transaction() as db:
            rows = db.execute(query).mappings().all()
        return [
            Report(
                row["game"],
                row["player"],
                row["number"],
                row["reason"],
                row["said"],
                row["text"],
                row["by"],
                tuple(json.loads(row["against"])),
                row["id"],
                row["at"],
            )
            for row in rows
        ]

    def remove(self, id: str) -> bool:
        """Remove a report; False if there is none."""
        with self._store.transaction() as db:
            return db.execute(REPORTED.delete().where(REPORTED.c.id == id)).rowcount > 0
