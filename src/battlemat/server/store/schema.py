"""The tables of a store, and what the database itself sees to.

Games and ledgers are append-only: the database refuses to change or remove a row of them, but for
games that are listed as forgotten, which may be removed, and words that were said, which may be
emptied. Rows of snapshots are replaced; nothing depends on them. Boards are what a game looked
like, for those who replay it when its rules have changed. `due` says when somebody's time runs out,
`servers` which servers are on the store, `ticks` when one was there, and `removals` what is old
and will be removed.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

META = sa.MetaData()

GAMES = sa.Table(
    "games",
    META,
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
ENTRIES = sa.Table(
    "entries",
    META,
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
CLAIMS = sa.Table(
    "claims",
    META,
    sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("player", sa.String(40), primary_key=True),
    sa.Column("at", sa.String(32), nullable=False),
)
HOLDERS = sa.Table(
    "holders",
    META,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("player", sa.String(40), primary_key=True),  # "" for whoever made the game
    sa.Column("at", sa.String(32), nullable=False),
    sa.Index("holders_by_game", "game"),
)
SECRETS = sa.Table(
    "secrets",
    META,
    sa.Column("name", sa.String(20), primary_key=True),
    sa.Column("value", sa.String(128), nullable=False),
)
SNAPSHOTS = sa.Table(
    "snapshots",
    META,
    sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("digest", sa.String(64), nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
BOARDS = sa.Table(
    "boards",
    META,
    sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
DUE = sa.Table(
    "due",
    META,
    sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("at", sa.String(32), nullable=False, index=True),
)
SERVERS = sa.Table(
    "servers",
    META,
    sa.Column("name", sa.String(20), primary_key=True),
    sa.Column("at", sa.String(32), nullable=False),
)
TICKS = sa.Table(
    "ticks",
    META,
    sa.Column("name", sa.String(20), primary_key=True),
    sa.Column("at", sa.String(32), nullable=False),
)
REMOVALS = sa.Table(
    "removals",
    META,
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("at", sa.String(32), nullable=False),
)
FORGOTTEN = sa.Table(
    "forgotten",
    META,
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("at", sa.String(32), nullable=False),
)


def keep_private(file: str | None) -> None:
    """Let the owner alone read the file, which holds the seeds of running games.

    It is made before SQLite makes it, because the files beside it take its rights over.
    """
    if file and file != ":memory:":
        with suppress(OSError):  # what is wrong with the file is told when it is opened
            os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
            os.chmod(file, 0o600)


def careful_sqlite(connection: Any, _record: Any) -> None:
    """An acknowledged row survives a kill and a power cut; writers wait for each other."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.close()


_POSTGRES_GUARD = """
CREATE OR REPLACE FUNCTION battlemat_append_only() RETURNS trigger AS $$
DECLARE
  before jsonb := to_jsonb(OLD);
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT 1 FROM forgotten WHERE game =
               COALESCE(before->>'game', before->>'muster', before->>'id')) THEN
      RETURN OLD;
    END IF;
  ELSIF TG_TABLE_NAME = 'entries' AND before->>'kind' = 'chat'
        AND to_jsonb(NEW) = before || '{"text": ""}'::jsonb THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'rows are never changed';
END $$ LANGUAGE plpgsql
"""
_KEYS = {
    "games": "id",
    "entries": "game",
    "musters": "id",
    "brought": "muster",
    "open_seats": "game",
    "closed_seats": "game",
}
_SAME = ("game", "number", "question", "kind", "player", "by", "extra", "at")
_EMPTIED = "NEW.text = '' AND OLD.kind = 'chat' AND " + " AND ".join(
    f'NEW."{name}" IS OLD."{name}"' for name in _SAME
)


def teach_forgetting(db: sa.Connection) -> None:
    """Let an older PostgreSQL store remove what is forgotten; its triggers stay as they are."""
    db.exec_driver_sql(_POSTGRES_GUARD)


def make_tables(engine: sa.Engine, tables: sa.MetaData, *append_only: str) -> None:
    """Make the tables of something that is kept beside the games, if they are not there.

    Changing triggers locks tables, so on PostgreSQL those of before are left as they are.
    """
    with engine.begin() as db:
        if db.dialect.name == "postgresql":
            db.exec_driver_sql("SELECT pg_advisory_xact_lock(718204)")  # two may start at once
            if all(sa.inspect(db).has_table(name) for name in tables.tables):
                return
        tables.create_all(db)
        forbid_changes(db, *append_only)


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
            _forbid_in_sqlite(db, table)


def _forbid_in_sqlite(db: sa.Connection, table: str) -> None:
    forgotten = f"EXISTS (SELECT 1 FROM forgotten WHERE game = OLD.{_KEYS[table]})"
    for verb, allowed in (
        ("UPDATE", _EMPTIED if table == "entries" else "FALSE"),
        ("DELETE", forgotten),
    ):
        old = f"{table}_no_{verb.lower()}"  # of stores from before anything could be forgotten
        db.exec_driver_sql(f"DROP TRIGGER IF EXISTS {old}")
        db.exec_driver_sql(
            f"CREATE TRIGGER IF NOT EXISTS {table}_keeps_{verb.lower()} BEFORE {verb} "
            f"ON {table} WHEN NOT ({allowed}) "
            "BEGIN SELECT RAISE(ABORT, 'rows are never changed'); END"
        )


def insert_into(engine: sa.Engine, table: sa.Table) -> Any:
    """An insert that can say what becomes of a row that is there already (`on_conflict_…`)."""
    dialect = sqlite if engine.dialect.name == "sqlite" else postgresql
    return dialect.insert(table)
