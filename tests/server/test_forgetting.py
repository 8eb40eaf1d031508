"""People remove their games and their words, and servers what is old; nothing else is removed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from battlemat.server.settings import Settings
from battlemat.server.store.forgetting import forget
from battlemat.server.store.schema import META, SNAPSHOTS
from battlemat.server.store.store import Store
from battlemat.tables.ledger.rows import SnapshotRow
from server.live import BY_LINK, FREE, HOT_SEAT, Live, Seated, running

SAID = "a word that nobody else said"


def everything(live: Live) -> str:
    """All rows of all tables, but for the list of what is forgotten."""
    found: list[Any] = []
    with live.app.state.services.tables.store.engine.begin() as db:
        for name in sa.inspect(db).get_table_names():
            if name != "forgotten":
                found += db.execute(sa.text(f"SELECT * FROM {name}")).all()
    return repr(found)


def test_a_game_that_is_removed_is_gone_with_all_that_belongs_to_it(live: Live) -> None:
    game = live.person().new_game(seats=HOT_SEAT)
    other = live.person().new_game(seats=HOT_SEAT)
    game.answer("wait")
    with game.stream(after=0) as events:
        next(events)
        assert game.post("forget", status=200) == {"removed": True}
        assert [event.kind for event in events if event.kind == "entry"] == []  # and it ends
    assert game.get(status=404)["error"] == "unknown-game"
    assert game.person.get("games")["games"] == []
    assert game.id not in everything(live)
    other.answer("wait")


def test_a_game_is_removed_although_a_snapshot_of_it_is_just_being_stored(live: Live) -> None:
    store: Store = live.app.state.services.tables.store
    id, other = (live.person().new_game(seats=BY_LINK).id for _ in range(2))  # nothing happened yet
    with ThreadPoolExecutor(1) as another:
        with store.transaction() as db:
            values = {"game": id, "number": 1, "digest": "d", "body": b"b"}
            db.execute(SNAPSHOTS.insert().values(values))
            removed = another.submit(forget, store, id)
            with suppress(TimeoutError):  # it waits for the row that is not there yet
                removed.result(0.3)
        removed.result()
    assert store.game(id) is None
    rows = [SnapshotRow(game, 2, "d", b"b") for game in (id, other)]
    store.keep_snapshots(rows)  # of a game that was removed meanwhile, and of one that is there
    kept = store.asleep(other)
    assert kept is not None
    assert kept.snapshot == rows[1]


def test_only_who_belongs_to_a_game_removes_it(live: Live) -> None:
    game = live.person().new_game(seats=HOT_SEAT)
    assert live.person().at(game.id).post("forget", status=403)["error"] == "not-your-seat"
    assert game.state["number"] == 0


def two(live: Live) -> tuple[Seated, Seated]:
    red = live.person().new_game(seats=BY_LINK)
    return red, red.invite(live.person())


def test_a_game_against_a_person_is_left_to_them(live: Live) -> None:
    red, blue = two(live)
    red.post("chat", {"text": SAID})
    assert red.post("forget", status=409)["error"] == "not-over"
    red.post("concede")
    assert red.post("forget", status=200) == {"removed": False}
    assert red.person.get("games")["games"] == []
    assert [one["id"] for one in blue.person.get("games")["games"]] == [red.id]
    assert blue.state["chat"] == []
    assert SAID not in everything(live)
    assert red.post("forget", status=403)["error"] == "not-your-seat"
    assert blue.post("forget", status=200) == {"removed": True}  # both have removed it
    assert blue.get(status=404)["error"] == "unknown-game"
    assert red.id not in everything(live)


def test_whoever_removes_a_game_removes_it_from_all_their_browsers(live: Live) -> None:
    red, blue = two(live)
    phone, token = live.person(), red.state["links"]["seats"]["red"].partition("#seat=")[2]
    phone.post(f"games/{red.id}/join", {"token": token}, 200)
    blue.post("concede")
    assert red.post("forget", status=200) == {"removed": False}
    assert phone.get("games")["games"] == []
    assert blue.post("forget", status=200) == {"removed": True}


def test_of_two_who_remove_a_game_at_once_one_removes_it_for_good(live: Live) -> None:
    for _ in range(5):
        red, blue = two(live)
        blue.post("concede")
        with ThreadPoolExecutor(2) as people:
            both = [people.submit(one.post, "forget", {}, 200) for one in (red, blue)]
            assert sorted(one.result()["removed"] for one in both) == [False, True]
        assert red.id not in everything(live)


def test_a_game_that_goes_on_is_removed_by_nobody_who_plays_it(live: Live) -> None:
    red, blue = two(live)
    for one in (red, blue, red):
        assert one.post("forget", status=409)["error"] == "not-over"
    red.answer("wait")


def test_words_are_removed_and_nothing_else(live: Live, settings: Settings) -> None:
    red, blue = two(live)
    red.post("chat", {"text": SAID})
    blue.post("chat", {"text": "hello"})
    red.answer("wait")
    before = blue.state
    red.post("unsay")
    assert [line["text"] for line in blue.state["chat"]] == ["hello"]
    assert SAID not in everything(live)
    with blue.stream(after=0) as events:
        told = [next(events).data for _ in range(blue.state["number"])]
    assert [one["kind"] for one in told][-1] == "unsay"
    assert SAID not in repr(told)
    with running(settings) as again:
        found = again.person().at(red.id).state
    assert (found["scene"], found["step"]) == (before["scene"], before["step"])
    assert [line["text"] for line in found["chat"]] == ["hello"]
    assert live.person().at(red.id).post("unsay", status=403)["error"] == "not-your-seat"


def test_links_that_were_made_anew_make_old_ones_worthless(live: Live, settings: Settings) -> None:
    red, blue = two(live)
    link = red.state["links"]["seats"]["red"]
    phone, token = live.person(), link.partition("#seat=")[2]
    phone.post(f"games/{red.id}/join", {"token": token}, 200)
    assert phone.at(red.id).state["you"]["seats"] == ["red"]
    red.post("relink")
    assert phone.at(red.id).state["you"]["seats"] == []
    assert phone.post(f"games/{red.id}/join", {"token": token}, 403)["error"] == "bad-link"
    fresh = red.state["links"]["seats"]["red"]
    assert fresh != link
    assert (red.state["you"]["seats"], blue.state["you"]["seats"]) == (["red"], ["blue"])
    with running(settings) as again:
        found = again.person().post(
            f"games/{red.id}/join", {"token": fresh.partition("#seat=")[2]}, 200
        )
        assert found["you"]["seats"] == ["red"]


@pytest.fixture
def settings(db: str) -> Settings:
    return Settings(db, limits=FREE, workers=1)


def test_the_database_removes_only_what_is_forgotten_and_empties_only_words(live: Live) -> None:
    game = live.person().new_game(seats=HOT_SEAT)
    game.answer("wait")
    game.post("chat", {"text": SAID, "player": "red"})
    store = live.app.state.services.tables.store
    for change in (
        "DELETE FROM entries",
        "DELETE FROM games",
        "UPDATE entries SET text = ''",
        "UPDATE entries SET text = 'other' WHERE kind = 'chat'",
        "UPDATE entries SET text = '', player = 'blue' WHERE kind = 'chat'",
        "UPDATE games SET seed = ''",
    ):
        with pytest.raises(DBAPIError, match="never changed"), store.engine.begin() as db:
            db.execute(sa.text(change))


def test_a_store_of_before_learns_to_forget(tmp_path: Any) -> None:
    address = f"sqlite:///{tmp_path / 'old.db'}"
    engine = sa.create_engine(address)
    with engine.begin() as db:
        META.create_all(db)
        for table in ("games", "entries"):
            for verb in ("UPDATE", "DELETE"):
                db.exec_driver_sql(
                    f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
                    "BEGIN SELECT RAISE(ABORT, 'rows are never changed'); END"
                )
    engine.dispose()
    Store(address).close()
    with running(Settings(address, limits=FREE, workers=1)) as live:
        game = live.person().new_game(seats=HOT_SEAT)
        assert game.post("forget", status=200) == {"removed": True}
