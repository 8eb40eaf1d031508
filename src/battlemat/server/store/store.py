"""Where games are kept: an append-only store, SQLite or PostgreSQL by the same code.

Rows are added and never changed. The key of a ledger row is (game, number), and a
question is used up by at most one row, so of two answers to one question exactly one lands. A row
is on the disk before the caller goes on.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

import orjson
import sqlalchemy as sa
from sqlalchemy import RowMapping
from sqlalchemy import event as sa_event
from sqlalchemy.exc import IntegrityError, InterfaceError, OperationalError, TimeoutError

from battlemat.server.store.notices import Ear, notice
from battlemat.server.store.postgres_lines import LineLost, PostgresLines, Taken
from battlemat.server.store.schema import (
    CLAIMS,
    ENTRIES,
    GAMES,
    HOLDERS,
    META,
    SECRETS,
    SNAPSHOTS,
    careful_sqlite,
    forbid_changes,
    insert_into,
    keep_private,
    teach_forgetting,
)
from battlemat.server.store.sealing import Sealer, WrongKey, is_sealed
from battlemat.tables.ledger.keeper import Conflict, StoreAway
from battlemat.tables.ledger.rows import Asleep, Entry, GameRow, Seat, SnapshotRow, now

_LINKS = "links"
_CONNECTING = 5
"""Seconds that somebody waits for a connection before the store is said to be away."""


def _close_for_good(connection: Any, _record: Any) -> None:
    """Close what comes back to a store that has closed: nobody will take it again."""
    if connection is not None:
        connection.close()


class Store:
    """All games. Every method is one transaction, and safe to call from any thread.

    `away` tells whether the last transaction found no database, or one that cannot write.
    """

    def __init__(
        self, url: str, sealer: Sealer | None = None, *, keeps_connections: bool = True
    ) -> None:
        """Open a store, and make it if need be; what must be secret in it is sealed by `sealer`.

        One that does not keep connections holds none between its transactions, so that it may be
        dropped without being closed.
        """
        self.away = False
        self.now: Callable[[], str] = now  # the time of everything that is stored
        self._sealer = sealer
        self.name = secrets.token_hex(8)  # by which others know what this store wrote
        lite = url.startswith("sqlite")
        patience: dict[str, Any] = {} if lite else {"connect_timeout": _CONNECTING}
        kept: dict[str, Any] = {"pool_timeout": _CONNECTING}
        self.engine = sa.create_engine(
            url,
            **(kept if keeps_connections else {"poolclass": sa.NullPool}),
            connect_args=patience,
            hide_parameters=True,  # errors are logged, and what people say is not
        )
        if self.engine.dialect.name == "sqlite":
            sa_event.listen(self.engine, "connect", careful_sqlite)
            keep_private(self.engine.url.database)
        self._lines = None if lite else PostgresLines(self.engine, _CONNECTING)
        with self.engine.begin() as db:
            if self.engine.dialect.name == "postgresql":
                db.exec_driver_sql("SELECT pg_advisory_xact_lock(718204)")  # two may start at once
                if sa.inspect(db).has_table("entries"):
                    META.create_all(db)  # what came to be since; changing triggers locks tables
                    teach_forgetting(db)
                    return
            META.create_all(db)
            forbid_changes(db, "games", "entries")

    @contextmanager
    def transaction(self) -> Iterator[sa.Connection]:
        """One transaction; `StoreAway` if the database cannot be reached or cannot write."""
        with self.reached(), self.engine.begin() as db:
            yield db

    @contextmanager
    def reached(self) -> Iterator[None]:
        """Whatever is asked of the database is asked within this: `StoreAway` if it cannot be."""
        try:
            yield
        except (OperationalError, InterfaceError, TimeoutError, LineLost, OSError) as error:
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

    def listen(self, heard: Callable[[str | None], None]) -> Ear | None:
        """Hear what other servers write, if this store tells; see `Ear`."""
        lite = self.engine.dialect.name == "sqlite"
        return None if lite else Ear(self.engine.url, self.name, heard)

    def close(self) -> None:
        """Let go of all connections; who uses one still closes it when giving it back."""
        sa_event.listen(self.engine, "checkin", _close_for_good)
        self.engine.dispose()
        if self._lines is not None:
            self._lines.close()

    def secret(self) -> bytes:
        """The server's own secret, made once for each store; `WrongKey` if it cannot be read."""
        query = sa.select(SECRETS.c.value).where(SECRETS.c.name == _LINKS)
        with self.transaction() as db:
            found = db.scalar(query)
        if found is None:
            value = self.seal(secrets.token_hex(32), _LINKS)
            try:
                with self.transaction() as db:
                    db.execute(SECRETS.insert().values(name=_LINKS, value=value))
            except IntegrityError:
                pass  # another process of the same store was quicker; its secret counts
            with self.transaction() as db:
                found = db.execute(query).scalar_one()
        text = self.unseal(str(found), _LINKS)
        if self._sealer is not None and not is_sealed(found):  # it was made without a key
            with self.transaction() as db:
                sealed = SECRETS.update().where(SECRETS.c.name == _LINKS)
                db.execute(sealed.values(value=self.seal(text, _LINKS)))
        return bytes.fromhex(text)

    def seal(self, text: str, about: str) -> str:
        """A text as it is stored, if nobody who reads the store shall know it."""
        return self._sealer.seal(text, about) if self._sealer is not None else text

    def unseal(self, text: str, about: str) -> str:
        """What `seal` stored; `WrongKey` if this server does not have the key."""
        if not is_sealed(text):
            return text
        if self._sealer is None:
            raise WrongKey
        return self._sealer.open(text, about)

    # ------------------------------------------------------------------ games

    def add_game(
        self,
        row: GameRow,
        claimed: Iterable[str],
        holder: str | None,
        guests: Mapping[str, str] = MappingProxyType({}),
        first: Sequence[Entry] = (),
    ) -> None:
        """A new game; `holder` made it and takes the seats that are `claimed`.

        `guests` have taken their seats already: holders by player. Its ledger begins with `first`.
        `Conflict` if there is a game of this id.
        """
        at = row.created
        seats = [(player, holder) for player in claimed] + list(guests.items())
        values = {
            "id": row.id,
            "rulebook": row.rulebook,
            "version": row.version,
            "setup": json.dumps(row.setup),
            "seed": self.seal(row.seed, row.id) if row.seed is not None else None,
            "prefix": json.dumps(row.prefix),
            "seats": json.dumps([[s.player, s.kind, s.name, s.machine] for s in row.seats]),
            "pace": row.pace,
            "practice": row.practice,
            "parent": json.dumps(row.parent) if row.parent else None,
            "created": at,
        }
        try:
            with self.transaction() as db:
                db.execute(GAMES.insert().values(values))
                for player, _ in seats:
                    db.execute(CLAIMS.insert().values(game=row.id, player=player, at=at))
                for player, who in [("", holder), *seats]:
                    if who is not None:
                        taken = {"holder": who, "game": row.id, "player": player, "at": at}
                        db.execute(HOLDERS.insert().values(taken))
                for entry in first:
                    db.execute(ENTRIES.insert().values(_values(row.id, entry)))
        except IntegrityError:
            raise Conflict(f"game {row.id}") from None

    def game(self, id: str) -> GameRow | None:
        """How a game began."""
        with self.transaction() as db:
            row = db.execute(GAMES.select().where(GAMES.c.id == id)).mappings().first()
        return self._game_row(row) if row is not None else None

    def is_there(self, game: str) -> bool:
        """Whether there is a game of this id, and it was not removed."""
        return self.game(game) is not None

    def _game_row(self, row: RowMapping) -> GameRow:
        return GameRow(
            row["id"],
            row["rulebook"],
            row["version"],
            json.loads(row["setup"]),
            self.unseal(row["seed"], row["id"]) if row["seed"] is not None else None,
            tuple(Seat(*seat) for seat in json.loads(row["seats"])),
            row["created"],
            tuple(json.loads(row["prefix"])),
            row["pace"],
            row["practice"],
            json.loads(row["parent"]) if row["parent"] else None,
        )

    def asleep(self, id: str) -> Asleep | None:
        """A game as it stands without being played: all of it from one moment."""
        newest = ENTRIES.select().where(ENTRIES.c.game == id).order_by(ENTRIES.c.number.desc())
        with self.transaction() as db:
            row = db.execute(GAMES.select().where(GAMES.c.id == id)).mappings().first()
            if row is None:
                return None
            last = db.execute(newest.limit(1)).mappings().first()
            kept = db.execute(SNAPSHOTS.select().where(SNAPSHOTS.c.game == id)).mappings().first()
            return Asleep(
                self._game_row(row),
                _entry(last) if last is not None else None,
                self._claimed(db, id),
                self._held(db, id),
                SnapshotRow(id, kept["number"], kept["digest"], kept["body"]) if kept else None,
            )

    def keep_snapshots(self, rows: Sequence[SnapshotRow]) -> None:
        """Put snapshots in the place of older ones, in one transaction if all games are there."""
        if not rows:
            return
        insert = insert_into(self.engine, SNAPSHOTS)
        new = {name: insert.excluded[name] for name in ("number", "digest", "body")}
        put = insert.on_conflict_do_update(
            index_elements=[SNAPSHOTS.c.game],
            set_=new,
            where=SNAPSHOTS.c.number <= insert.excluded.number,
        )
        values = [
            {"game": row.game, "number": row.number, "digest": row.digest, "body": row.body}
            for row in sorted(rows, key=lambda row: row.game)  # two servers lock in one order
        ]
        try:
            with self.transaction() as db:
                db.execute(put, values)
        except IntegrityError:  # a game was removed meanwhile
            if len(rows) > 1:
                for row in rows:
                    self.keep_snapshots([row])

    def drop_snapshot(self, game: str) -> None:
        """Remove the snapshot of a game, which shows what is no more."""
        with self.transaction() as db:
            db.execute(SNAPSHOTS.delete().where(SNAPSHOTS.c.game == game))

    # ------------------------------------------------------------------ ledgers

    def append(self, game: str, entry: Entry) -> None:
        """Add a row; on return it is on the disk. `Conflict` if its place is taken."""
        values = _values(game, entry)
        try:
            if self._lines is not None:
                with self.reached():
                    self._lines.append(values, notice(self.name, game))
            else:
                with self.transaction() as db:
                    db.execute(ENTRIES.insert(), values)
        except (IntegrityError, Taken):
            raise Conflict(f"row {entry.number} of game {game}") from None

    def append_all(self, rows: Sequence[tuple[str, Entry]]) -> list[bool]:
        """Add a row to the ledger of each of these games, in one transaction. On return they are on
        the disk, all but those whose place is taken; the list tells which landed.
        """
        values = [_values(game, entry) for game, entry in rows]
        try:
            if self._lines is not None:
                notices = [notice(self.name, game) for game, _ in rows]
                with self.reached():
                    return self._lines.append_all(values, notices)
            put = insert_into(self.engine, ENTRIES).on_conflict_do_nothing()
            with self.transaction() as db:
                return [db.execute(put, one).rowcount == 1 for one in values]
        except (IntegrityError, Taken):  # one of the games was removed: none has landed
            return [self._lands(game, entry) for game, entry in rows]

    def _lands(self, game: str, entry: Entry) -> bool:
        try:
            self.append(game, entry)
        except Conflict:
            return False
        return True

    def entries(self, game: str, after: int = 0) -> list[Entry]:
        """The ledger of a game after a number, in order."""
        if self._lines is not None:
            with self.reached():
                return [_entry(row) for row in self._lines.entries(game, after)]
        query = (
            ENTRIES.select()
            .where(ENTRIES.c.game == game, ENTRIES.c.number > after)
            .order_by(ENTRIES.c.number)
        )
        with self.transaction() as db:
            rows = db.execute(query).mappings().all()
        return [_entry(row) for row in rows]

    def newest(self, games: Sequence[str]) -> dict[str, int]:
        """The number of the newest row of each of these games that has one."""
        query = (
            sa.select(ENTRIES.c.game, sa.func.max(ENTRIES.c.number))
            .where(ENTRIES.c.game.in_(games))
            .group_by(ENTRIES.c.game)
        )
        with self.transaction() as db:
            return {row[0]: row[1] for row in db.execute(query)}

    # ------------------------------------------------------------------ seats

    def claim(self, game: str, player: str, holder: str) -> None:
        """Take a free seat for a holder; `Conflict` if it is not free."""
        try:
            with self.transaction() as db:
                db.execute(CLAIMS.insert().values(game=game, player=player, at=now()))
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
        db.execute(HOLDERS.insert().values(holder=holder, game=game, player=player, at=now()))

    def claimed(self, game: str) -> set[str]:
        """The seats of a game that people have taken."""
        with self.transaction() as db:
            return self._claimed(db, game)

    @staticmethod
    def _claimed(db: sa.Connection, game: str) -> set[str]:
        return set(db.scalars(sa.select(CLAIMS.c.player).where(CLAIMS.c.game == game)))

    def held(self, game: str) -> dict[str, set[str]]:
        """Holders of a game, each with its seats ("" for who made it)."""
        with self.transaction() as db:
            return self._held(db, game)

    @staticmethod
    def _held(db: sa.Connection, game: str) -> dict[str, set[str]]:
        query = sa.select(HOLDERS.c.holder, HOLDERS.c.player).where(HOLDERS.c.game == game)
        found: dict[str, set[str]] = {}
        for holder, player in db.execute(query):
            found.setdefault(holder, set()).add(player)
        return found

    def games_of(self, holder: str, most: int) -> Sequence[str]:
        """The ids of a holder's games, newest first."""
        query = (
            sa.select(GAMES.c.id)
            .join(HOLDERS, HOLDERS.c.game == GAMES.c.id)
            .where(HOLDERS.c.holder == holder)
            .group_by(GAMES.c.id, GAMES.c.created)
            .order_by(GAMES.c.created.desc(), GAMES.c.id)
            .limit(most)
        )
        with self.transaction() as db:
            return db.scalars(query).all()


def _text(value: dict[str, Any]) -> str:
    """JSON text; what the quick encoder cannot have, the slow one can."""
    try:
        return orjson.dumps(value).decode()
    except TypeError:
        return json.dumps(value)


def _value(text: str) -> dict[str, Any]:
    try:
        found: dict[str, Any] = orjson.loads(text)
    except ValueError:
        found = json.loads(text)
    return found


def _values(game: str, entry: Entry) -> dict[str, Any]:
    """A row of a ledger, by the names of its columns."""
    return {
        "game": game,
        "number": entry.number,
        "question": entry.question,
        "kind": entry.kind,
        "player": entry.player,
        "by": entry.by,
        "text": entry.text,
        "extra": _text(entry.extra),
        "at": entry.at,
    }


def _entry(row: Mapping[Any, Any]) -> Entry:
    return Entry(
        row["number"],
        row["kind"],
        row["player"],
        row["text"],
        row["by"],
        row["question"],
        _value(row["extra"]),
        row["at"],
    )
