"""A server that was killed in play: how long a thousand pages wait for their boards.

The games are of all three rulebooks, 300 entries each or less where they ended before, and each was
killed twenty entries after its newest snapshot. Forty-eight different games are played at random;
the others are the same ledgers under other ids, which no server can tell. Once, for a tenth of them
and as a yardstick, there is no snapshot at all, as if none counted.
"""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from battlemat.kernel.questions import Choice
from battlemat.server.settings import database_url
from battlemat.server.store.schema import SNAPSHOTS
from battlemat.server.store.store import Store
from battlemat.tables.ledger.rows import Entry, GameRow, Seat, SnapshotRow, now
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from battlemat.tables.table import Table
from battlemat.tables.view.board import all_viewers, binding, pack, take
from bench.measure import Row
from bench.server_waking import come_back, free_options

GAMES = 1_000
PLAYED = 48
ENTRIES = 300
TAIL = 20
BOOKS = ("skirm3", "skirmishers", "openfire")
_HOLDER = "0" * 64


def _played(store: Store, catalogue: ShippedCatalogue, number: int) -> tuple[Table, SnapshotRow]:
    """A random game, and its snapshot of a little before its end."""
    name = BOOKS[number % len(BOOKS)]
    rulebook, chance = catalogue.find(name), random.Random(f"crash {number}")
    seats = tuple(Seat(player, "person") for player in rulebook.players)
    seed, setup = f"{chance.getrandbits(128):032x}", dict(catalogue.build(name, {}))
    row = GameRow(f"played{number}", name, rulebook.version, setup, seed, seats, now())
    store.add_game(row, rulebook.players, _HOLDER)
    table, snapshots = Table(store, rulebook, row), []
    if table.can_begin:
        table.begin()
    while table.play.number < ENTRIES and isinstance(question := table.play.question, Choice):
        text = table.play.history.game.write(chance.choice(list(question.listed)))
        table.answer(table.play.asked, text, "person")
        if table.play.number % TAIL == 0:
            snapshots.append(pack(table, take(table, all_viewers(table), log=True)))
    before = [one for one in snapshots if one.number <= table.play.number - TAIL]
    return table, before[-1]


def _copied(store: Store, table: Table, kept: SnapshotRow, id: str) -> None:
    """The same ledger and the same snapshot under another id."""
    row = replace(table.made, id=id)
    store.add_game(row, table.rulebook.players, _HOLDER)
    entries: Sequence[Entry] = store.entries(table.id)
    with store.transaction() as db:
        db.exec_driver_sql(
            'INSERT INTO entries SELECT ?, "number", question, kind, player, "by", text, extra, at '
            "FROM entries WHERE game = ?",
            (id, table.id),
        )
    bound = binding(row, table.rulebook, entries[kept.number - 1], kept.body)
    store.keep_snapshots([SnapshotRow(id, kept.number, bound, kept.body)])


def _filled(db: str) -> list[str]:
    """A store as a killed server leaves it behind; the ids of its games."""
    store, catalogue = Store(database_url(db)), ShippedCatalogue()
    played = [_played(store, catalogue, number) for number in range(PLAYED)]
    ids = [f"copy{number}" for number in range(GAMES)]
    for number, id in enumerate(ids):
        _copied(store, *played[number % PLAYED], id)
    store.close()
    return ids


def _without_snapshots(db: str, ids: Sequence[str]) -> None:
    store = Store(database_url(db))
    with store.transaction() as base:
        base.execute(SNAPSHOTS.delete().where(SNAPSHOTS.c.game.in_(ids)))
    store.close()


def rows() -> list[Row]:
    """All rows of this page."""
    with tempfile.TemporaryDirectory() as folder:
        db, key = str(Path(folder) / "games.db"), Path(folder) / "secret.key"
        options = ["--db", db, "--secret-file", str(key), *free_options()]
        ids = _filled(db)
        some, others = ids[: GAMES // 10], ids[GAMES // 10 :]
        _without_snapshots(db, some)
        whole, _, whole_used = come_back(options, some)
        boards, slowest, used = come_back(options, others)
    what = f"{len(others)} games of {ENTRIES} entries, killed in play"
    load = f"at load {os.getloadavg()[0]:.0f}"
    return [
        Row(f"{what}: first board", f"{boards[0]:.2f} s", beside=load),
        Row(f"{what}: last board", f"{boards[-1]:.1f} s", goal="at most 20 s", beside=load),
        Row(
            f"{what}: slowest answer about health",
            f"{slowest * 1000:.0f} ms",
            goal="at most 100 ms",
            beside=load,
        ),
        Row(f"{what}: processor time of the server", f"{used:.1f} s"),
        Row(f"{len(some)} of them with no snapshot: last board", f"{whole[-1]:.1f} s", beside=load),
        Row(f"{len(some)} of them with no snapshot: processor time", f"{whole_used:.1f} s"),
    ]
