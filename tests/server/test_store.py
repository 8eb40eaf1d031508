"""The store: rows are added and never changed, and one question is answered once."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import psycopg
import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from battlemat.server.settings import database_url
from battlemat.server.store.store import Store
from battlemat.tables.ledger.keeper import Conflict
from battlemat.tables.ledger.rows import Entry, GameRow, Seat, now
from battlemat.tables.seats.links import new_game_id


@pytest.fixture
def store(db: str) -> Iterator[Store]:
    found = Store(db)
    yield found
    found.close()


def a_game(store: Store) -> str:
    id = new_game_id()
    seats = (Seat("red", "person", "Ada"), Seat("blue", "machine", machine="greedy"))
    row = GameRow(id, "toy", 1, {"tokens": 1}, "seed", seats, now(), prefix=("wait",))
    store.add_game(row, ["red"], "holder-1")
    return id


def test_a_game_comes_back_as_it_was_stored(store: Store) -> None:
    id = a_game(store)
    row = store.game(id)
    assert row is not None
    assert (row.setup, row.seed, row.prefix) == ({"tokens": 1}, "seed", ("wait",))
    assert row.seats[1] == Seat("blue", "machine", "", "greedy")
    assert store.game("nothing") is None


def test_entries_come_back_in_order_and_from_any_number_on(store: Store) -> None:
    id = a_game(store)
    for number in (1, 2, 3):
        store.append(id, Entry(number, "answer", "red", f"text {number}", question=number, at="t"))
    assert [entry.text for entry in store.entries(id, 1)] == ["text 2", "text 3"]
    assert store.entries(id)[0] == Entry(1, "answer", "red", "text 1", "person", 1, {}, "t")


def test_a_question_is_used_up_by_one_row_only(store: Store) -> None:
    id = a_game(store)
    store.append(id, Entry(1, "answer", "red", "first", question=1))
    with pytest.raises(Conflict):
        store.append(id, Entry(2, "answer", "red", "second", question=1))
    with pytest.raises(Conflict):
        store.append(id, Entry(1, "chat", "red", "hello"))
    assert [entry.text for entry in store.entries(id)] == ["first"]


def test_of_many_answers_at_once_exactly_one_lands(store: Store) -> None:
    id = a_game(store)
    together = Barrier(8)

    def try_it(who: int) -> bool:
        together.wait()
        try:
            store.append(id, Entry(1, "answer", "red", str(who), question=1))
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(8) as crowd:
        landed = list(crowd.map(try_it, range(8)))
    assert landed.count(True) == 1
    assert store.entries(id)[0].text == str(landed.index(True))


def test_rows_of_several_games_land_together_and_each_whose_place_is_taken_is_told(
    store: Store,
) -> None:
    games = [a_game(store) for _ in range(3)]
    store.append(games[1], Entry(1, "answer", "red", "first", question=1))
    rows = [(id, Entry(1, "answer", "red", "mine", question=1, extra={"é": [1]})) for id in games]
    assert store.append_all(rows) == [True, False, True]
    assert store.append_all(rows) == [False] * 3
    assert [store.entries(id)[0].text for id in games] == ["mine", "first", "mine"]
    assert store.entries(games[0])[0].extra == {"é": [1]}


def test_a_game_that_is_not_there_keeps_no_other_row_from_landing(store: Store) -> None:
    id = a_game(store)
    row = Entry(1, "answer", "red", "mine", question=1)
    assert store.append_all([("nothing", row), (id, row)]) == [False, True]
    assert len(store.entries(id)) == 1


def test_the_database_itself_refuses_to_change_the_ledger(store: Store) -> None:
    id = a_game(store)
    store.append(id, Entry(1, "answer", "red", "first", question=1))
    for change in ("UPDATE entries SET text = 'other'", "DELETE FROM entries", "DELETE FROM games"):
        with pytest.raises(DBAPIError, match="never changed"), store.engine.begin() as db:
            db.execute(sa.text(change))
    assert store.entries(id)[0].text == "first"


def test_a_free_seat_is_claimed_once(store: Store) -> None:
    id = a_game(store)
    store.claim(id, "blue", "holder-2")
    with pytest.raises(Conflict):
        store.claim(id, "blue", "holder-3")
    assert store.held(id) == {"holder-1": {"", "red"}, "holder-2": {"blue"}}
    assert store.claimed(id) == {"red", "blue"}


def test_holders_find_their_games(store: Store) -> None:
    id = a_game(store)
    store.hold(id, "red", "holder-9")
    store.hold(id, "red", "holder-9")
    assert store.games_of("holder-9", 10) == [id]
    assert store.games_of("holder-8", 10) == []


def test_the_secret_stays_the_same(store: Store, db: str) -> None:
    again = Store(db)
    assert store.secret() == again.secret()
    assert len(store.secret()) == 32
    again.close()


def test_a_store_that_keeps_no_connections_holds_none_between_transactions(db: str) -> None:
    store = Store(db, keeps_connections=False)
    with store.transaction() as held:
        raw = held.connection.dbapi_connection
    assert raw is not None
    with pytest.raises((sqlite3.ProgrammingError, psycopg.OperationalError), match="closed"):
        raw.cursor().execute("SELECT 1")


def test_a_connection_that_is_in_use_when_the_store_closes_is_closed_when_it_comes_back(
    db: str,
) -> None:
    store = Store(db)
    with store.transaction() as held:
        raw = held.connection.dbapi_connection
        store.close()
        assert held.scalar(sa.text("SELECT 1")) == 1
    assert raw is not None
    with pytest.raises((sqlite3.ProgrammingError, psycopg.OperationalError), match="closed"):
        raw.cursor().execute("SELECT 1")


def test_paths_and_addresses_of_stores_are_understood(tmp_path: object) -> None:
    assert database_url("postgres://me@host/x") == "postgresql+psycopg://me@host/x"
    assert database_url("postgresql://host/x") == "postgresql+psycopg://host/x"
    assert database_url("sqlite:////tmp/x.db") == "sqlite:////tmp/x.db"
    assert database_url(f"{tmp_path}/games.db") == f"sqlite:///{tmp_path}/games.db"


def test_a_store_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    store = Store(database_url(str(file)))
    store.secret()
    for one in tmp_path.iterdir():
        assert one.stat().st_mode & 0o077 == 0, one
    store.close()


def test_the_default_store_is_in_the_folder_for_data(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert database_url(None) == f"sqlite:///{tmp_path}/battlemat/games.db"
