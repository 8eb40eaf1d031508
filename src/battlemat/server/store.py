"""Where games are kept: an append-only store, SQLite or PostgreSQL by the same code.

Rows are added and never changed. The key of a ledger row is (game, number), and a
question is used up by at most one row, so of two answers to one question exactly one lands. A row
is on the disk before the caller goes on.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event as sa_event
from sqlalchemy.exc import IntegrityError, InterfaceError, OperationalError, TimeoutError

_CONNECTING = 5
"""Seconds that somebody waits for a connection before the store is said to be away."""

_META = sa.MetaData()

_GAMES = sa.Table(
    "games",
    _META,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("rulebook", sa.String(80), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("setup", sa.Text, nullable=False),
    sa.Column("seed", sa.String(80)),
    sa.Column("prefix", sa.Text, nullable=False),
    sa.Column("seats", sa.Text, nullable=False),
    sa.Column("pace", sa.Integer, nullable=False),
    sa.Column("practice", sa.Boolean, nullable=False),
    sa.Column("parent", sa.Text),
    sa.Column("created", sa.String(32), nullable=False),
)
_ENTRIES = sa.Table(
    "entries",
    _META,
    sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("question", sa.Integer),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("player", sa.String(40), nullable=False),
    sa.Column("by", sa.String(20), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("extra", sa.Text, nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
    sa.UniqueConstraint("game", "question", name="one_answer_per_question"),
)
_CLAIMS = sa.Table(
    "claims",
    _META,
    sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("player", sa.String(40), primary_key=True),
    sa.Column("at", sa.String(32), nullable=False),
)
_HOLDERS = sa.Table(
    "holders",
    _META,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("player", sa.String(40), primary_key=True),  # "" for whoever made the game
    sa.Column("at", sa.String(32), nullable=False),
    sa.Index("holders_by_game", "game"),
)
_SECRETS = sa.Table(
    "secrets",
    _META,
    sa.Column("name", sa.String(20), primary_key=True),
    sa.Column("value", sa.String(128), nullable=False),
)


class StoreAway(Exception):
    """The database cannot be reached, or cannot write; whether the row landed is not known."""


class Conflict(Exception):
    """Somebody else's row landed first; nothing was added."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays one side: `kind` is "person" or "machine"."""

    player: str
    kind: str
    name: str = ""
    machine: str | None = None


@dataclass(frozen=True, slots=True)
class GameRow:
    """How a game began. `prefix` are answer texts (dice included) played before the first entry."""

    id: str
    rulebook: str
    version: int
    setup: dict[str, Any]
    seed: str | None
    seats: tuple[Seat, ...]
    created: str
    prefix: tuple[str, ...] = ()
    pace: int = 0
    practice: bool = False
    parent: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of a game's ledger. `question` is the question that it used up, if it did."""

    number: int
    kind: str
    player: str
    text: str = ""
    by: str = "person"
    question: int | None = None
    extra: dict[str, Any] = field(default_factory=dict)
    at: str = ""


def now() -> str:
    """The time, as it is written into rows."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Store:
    """All games. Every method is one transaction, and safe to call from any thread.

    `away` tells whether the last transaction found no database, or one that cannot write.
    """

    def __init__(self, url: str) -> None:
        self.away = False
        lite = url.startswith("sqlite")
        patience: dict[str, Any] = {} if lite else {"connect_timeout": _CONNECTING}
        self.engine = sa.create_engine(
            url, pool_pre_ping=not lite, pool_timeout=_CONNECTING, connect_args=patience
        )
        if self.engine.dialect.name == "sqlite":
            sa_event.listen(self.engine, "connect", _careful_sqlite)
            _keep_private(self.engine.url.database)
        with self.engine.begin() as db:
            if self.engine.dialect.name == "postgresql":
                db.exec_driver_sql("SELECT pg_advisory_xact_lock(718204)")  # two may start at once
                if sa.inspect(db).has_table("entries"):
                    return  # tables come all or none there, and changing triggers locks tables
            _META.create_all(db)
            forbid_changes(db, "games", "entries")

    @contextmanager
    def transaction(self) -> Iterator[sa.Connection]:
        """One transaction; `StoreAway` if the database cannot be reached or cannot write."""
        try:
            with self.engine.begin() as db:
                yield db
        except (OperationalError, InterfaceError, TimeoutError, OSError) as error:
            self.away = True
            raise StoreAway(str(error).splitlines()[0]) from error
        else:
            self.away = False

    def look(self) -> bool:
        """Whether the database answers."""
        try:
            with self.transaction() as db:
                db.exec_driver_sql("SELECT 1")
        except StoreAway:
            return False
        return True

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()

    def secret(self) -> bytes:
        """The server's own secret, made once for each store."""
        query = sa.select(_SECRETS.c.value).where(_SECRETS.c.name == "links")
        with self.transaction() as db:
            found = db.scalar(query)
        if found is None:
            try:
                with self.transaction() as db:
                    row = {"name": "links", "value": secrets.token_hex(32)}
                    db.execute(_SECRETS.insert().values(row))
            except IntegrityError:
                pass  # another process of the same store was quicker; its secret counts
            with self.transaction() as db:
                found = db.execute(query).scalar_one()
        return bytes.fromhex(str(found))

    # ------------------------------------------------------------------ games

    def add_game(
        self,
        row: GameRow,
        claimed: Iterable[str],
        holder: str | None,
        guests: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """A new game; `holder` made it and takes the seats that are `claimed`.

        `guests` have taken their seats already: holders by player. `Conflict` if there is a game
        of this id.
        """
        at = row.created
        seats = [(player, holder) for player in claimed] + list(guests.items())
        values = {
            "id": row.id,
            "rulebook": row.rulebook,
            "version": row.version,
            "setup": json.dumps(row.setup),
            "seed": row.seed,
            "prefix": json.dumps(row.prefix),
            "seats": json.dumps([[s.player, s.kind, s.name, s.machine] for s in row.seats]),
            "pace": row.pace,
            "practice": row.practice,
            "parent": json.dumps(row.parent) if row.parent else None,
            "created": at,
        }
        try:
            with self.transaction() as db:
                db.execute(_GAMES.insert().values(values))
                for player, _ in seats:
                    db.execute(_CLAIMS.insert().values(game=row.id, player=player, at=at))
                for player, who in [("", holder), *seats]:
                    if who is not None:
                        taken = {"holder": who, "game": row.id, "player": player, "at": at}
                        db.execute(_HOLDERS.insert().values(taken))
        except IntegrityError:
            raise Conflict(f"game {row.id}") from None

    def game(self, id: str) -> GameRow | None:
        """How a game began."""
        with self.transaction() as db:
            row = db.execute(_GAMES.select().where(_GAMES.c.id == id)).mappings().first()
        if row is None:
            return None
        return GameRow(
            row["id"],
            row["rulebook"],
            row["version"],
            json.loads(row["setup"]),
            row["seed"],
            tuple(Seat(*seat) for seat in json.loads(row["seats"])),
            row["created"],
            tuple(json.loads(row["prefix"])),
            row["pace"],
            row["practice"],
            json.loads(row["parent"]) if row["parent"] else None,
        )

    # ------------------------------------------------------------------ ledgers

    def append(self, game: str, entry: Entry) -> None:
        """Add a row; on return it is on the disk. `Conflict` if its place is taken."""
        values = {
            "game": game,
            "number": entry.number,
            "question": entry.question,
            "kind": entry.kind,
            "player": entry.player,
            "by": entry.by,
            "text": entry.text,
            "extra": json.dumps(entry.extra),
            "at": entry.at,
        }
        try:
            with self.transaction() as db:
                db.execute(_ENTRIES.insert().values(values))
        except IntegrityError:
            raise Conflict(f"row {entry.number} of game {game}") from None

    def entries(self, game: str, after: int = 0) -> list[Entry]:
        """The ledger of a game after a number, in order."""
        query = (
            _ENTRIES.select()
            .where(_ENTRIES.c.game == game, _ENTRIES.c.number > after)
            .order_by(_ENTRIES.c.number)
        )
        with self.transaction() as db:
            rows = db.execute(query).mappings().all()
        return [
            Entry(
                row["number"],
                row["kind"],
                row["player"],
                row["text"],
                row["by"],
                row["question"],
                json.loads(row["extra"]),
                row["at"],
            )
            for row in rows
        ]

    def newest(self, games: Sequence[str]) -> dict[str, int]:
        """The number of the newest row of each of these games that has one."""
        query = (
            sa.select(_ENTRIES.c.game, sa.func.max(_ENTRIES.c.number))
            .where(_ENTRIES.c.game.in_(games))
            .group_by(_ENTRIES.c.game)
        )
        with self.transaction() as db:
            return {row[0]: row[1] for row in db.execute(query)}

    # ------------------------------------------------------------------ seats

    def claim(self, game: str, player: str, holder: str) -> None:
        """Take a free seat for a holder; `Conflict` if it is not free."""
        try:
            with self.transaction() as db:
                db.execute(_CLAIMS.insert().values(game=game, player=player, at=now()))
                self._hold(db, game, player, holder)
        except IntegrityError:
            raise Conflict(f"seat {player} of game {game}") from None

    def hold(self, game: str, player: str, holder: str) -> None:
        """Let one more holder sit in a seat that is taken (the same person, another browser)."""
        try:
            with self.transaction() as db:
                self._hold(db, game, player, holder)
        except IntegrityError:
            pass  # they hold it already

    @staticmethod
    def _hold(db: sa.Connection, game: str, player: str, holder: str) -> None:
        db.execute(_HOLDERS.insert().values(holder=holder, game=game, player=player, at=now()))

    def claimed(self, game: str) -> set[str]:
        """The seats of a game that people have taken."""
        with self.transaction() as db:
            found = db.scalars(sa.select(_CLAIMS.c.player).where(_CLAIMS.c.game == game)).all()
        return set(found)

    def held(self, game: str) -> dict[str, set[str]]:
        """Holders of a game, each with its seats ("" for who made it)."""
        query = sa.select(_HOLDERS.c.holder, _HOLDERS.c.player).where(_HOLDERS.c.game == game)
        found: dict[str, set[str]] = {}
        with self.transaction() as db:
            for holder, player in db.execute(query):
                found.setdefault(holder, set()).add(player)
        return found

    def games_of(self, holder: str, most: int) -> Sequence[str]:
        """The ids of a holder's games, newest first."""
        query = (
            sa.select(_GAMES.c.id)
            .join(_HOLDERS, _HOLDERS.c.game == _GAMES.c.id)
            .where(_HOLDERS.c.holder == holder)
            .group_by(_GAMES.c.id, _GAMES.c.created)
            .order_by(_GAMES.c.created.desc(), _GAMES.c.id)
            .limit(most)
        )
        with self.transaction() as db:
            return db.scalars(query).all()


def _keep_private(file: str | None) -> None:
    """Let the owner alone read the file, which holds the seeds of running games.

    It is made before SQLite makes it, because the files beside it take its rights over.
    """
    if file and file != ":memory:":
        with suppress(OSError):  # what is wrong with the file is told when it is opened
            os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
            os.chmod(file, 0o600)


def _careful_sqlite(connection: Any, _record: Any) -> None:
    """An acknowledged row survives a kill and a power cut; writers wait for each other."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.close()


_POSTGRES_GUARD = """
CREATE OR REPLACE FUNCTION battlemat_append_only() RETURNS trigger AS $$
BEGIN RAISE EXCEPTION 'rows are never changed'; END $$ LANGUAGE plpgsql
"""


def forbid_changes(db: sa.Connection, *tables: str) -> None:
    """The database itself refuses to change or remove a row of these tables."""
    if db.dialect.name == "postgresql":
        db.exec_driver_sql(_POSTGRES_GUARD)
    for table in tables:
        if db.dialect.name == "postgresql":
            db.exec_driver_sql(
                f"CREATE OR REPLACE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE "
                f"ON {table} FOR EACH ROW EXECUTE FUNCTION battlemat_append_only()"
            )
        else:
            for verb in ("UPDATE", "DELETE"):
                db.exec_driver_sql(
                    f"CREATE TRIGGER IF NOT EXISTS {table}_no_{verb.lower()} BEFORE {verb} "
                    f"ON {table} BEGIN SELECT RAISE(ABORT, 'rows are never changed'); END"
                )
