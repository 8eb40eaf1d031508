"""After a crash a snapshot is older than its ledger: it is trusted for what it covers, the tail is
played, and what is shown is what playing the whole ledger shows.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from battlemat.kernel.questions import Choice
from battlemat.server.hosting import waking
from battlemat.server.settings import database_url
from battlemat.server.store.schema import SNAPSHOTS
from battlemat.server.store.store import Store
from battlemat.tables import resuming
from battlemat.tables.ledger.rows import GameRow, Seat, SnapshotRow, now
from battlemat.tables.ledger.talk import Chat
from battlemat.tables.resuming import NotCovered, ResumedTable
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from battlemat.tables.table import Table
from battlemat.tables.view.board import Board, all_viewers, pack, take

CATALOGUE = ShippedCatalogue()
ENTRIES = 60


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(database_url(str(tmp_path / "games.db")))
    yield store
    store.close()


def played(store: Store, name: str, seed: str) -> tuple[Table, list[SnapshotRow]]:
    """A random game between two people, with talk and takings back, and a snapshot of each step."""
    rulebook, chance = CATALOGUE.find(name), random.Random(f"{name} {seed}")
    seats = tuple(Seat(player, "person") for player in rulebook.players)
    dice = f"{chance.getrandbits(128):032x}"
    setup = dict(CATALOGUE.build(name, {}))
    row = GameRow(f"{name}-{seed}", name, rulebook.version, setup, dice, seats, now())
    store.add_game(row, rulebook.players, "h" * 64)
    table, snapshots = Table(store, rulebook, row), []
    if table.can_begin:
        table.begin()
    while table.play.number < ENTRIES and table.play.question is not None:
        deed, player = chance.random(), rulebook.players[0]
        kind, keep = table.play.undo_for(set(rulebook.players))
        if deed < 0.05:
            table.say(Chat(player, f"word {table.play.number}"))
        elif deed < 0.1 and kind != "none":
            table.take_back(player, keep, fresh=chance.random() < 0.5)
        elif deed < 0.13:
            table.add_nonce(player, f"{chance.getrandbits(128):032x}")
        else:
            question = table.play.question
            assert isinstance(question, Choice)
            text = table.play.history.game.write(chance.choice(list(question.listed)))
            table.answer(table.play.asked, text, "person")
        snapshots.append(pack(table, take(table, all_viewers(table), log=True)))
    return table, snapshots


@pytest.mark.parametrize("name", CATALOGUE.names())
def test_from_any_snapshot_on_a_game_is_shown_as_if_all_of_it_were_played(
    store: Store, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resuming, "_FEW", 1)
    table, snapshots = played(store, name, "1")
    stands = take(table, all_viewers(table), log=True)
    for kept in snapshots[2::7]:
        resumed = ResumedTable(store, table.rulebook, table.made, kept)
        assert take(resumed, all_viewers(resumed), log=True) == stands, kept.number


def test_a_worker_plays_only_the_tail_and_leaves_a_snapshot_of_all(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, snapshots = played(store, "skirm3", "2")
    store.keep_snapshots([snapshots[40]])

    def must_not(*_args: object) -> None:
        raise AssertionError("the whole ledger was played")

    monkeypatch.setattr(waking, "open_table", must_not)
    found = waking.play(CATALOGUE, str(store.engine.url), None, table.id)
    assert isinstance(found, Board)
    assert found.snapshot == take(table, all_viewers(table), log=True)
    asleep = store.asleep(table.id)
    assert asleep is not None
    assert asleep.snapshot is not None
    assert asleep.snapshot.number == table.play.number


def test_a_snapshot_that_was_tampered_with_is_no_help(store: Store) -> None:
    table, snapshots = played(store, "skirm3", "3")
    kept, other = snapshots[40], snapshots[30]
    for wrong in (
        SnapshotRow(kept.game, kept.number, kept.digest, other.body),
        SnapshotRow(kept.game, kept.number - 1, kept.digest, kept.body),
        SnapshotRow(kept.game, kept.number + 10**6, kept.digest, kept.body),
        SnapshotRow(kept.game, kept.number, "", kept.body),
    ):
        with pytest.raises(NotCovered):
            ResumedTable(store, table.rulebook, table.made, wrong)
        with store.engine.begin() as db:
            db.execute(SNAPSHOTS.delete())
        store.keep_snapshots([wrong])
        found = waking.play(CATALOGUE, str(store.engine.url), None, table.id)
        assert isinstance(found, Board)
        assert found.snapshot == take(table, all_viewers(table), log=True)


def test_a_snapshot_of_another_battle_is_noticed_by_the_ledgers_own_digest(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, snapshots = played(store, "skirm3", "4")
    monkeypatch.setattr(type(table.play.history.game), "digest", property(lambda _game: "another"))
    with pytest.raises(NotCovered):
        ResumedTable(store, table.rulebook, table.made, snapshots[40])
