"""A store that fails for a while: it is said so, nothing is lost, and all goes on by itself."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager

import pytest

from battlemat.server.store.store import Store
from battlemat.tables.ledger.keeper import StoreAway
from battlemat.tables.ledger.rows import Entry
from server.live import HOT_SEAT, Live, Person, against, eventually


@contextmanager
def away(live: Live, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The database of a server is out of reach for as long as the block runs."""
    store: Store = live.app.state.services.tables.store

    with monkeypatch.context() as broken:
        broken.setattr(store, "reached", lambda: unreachable(store))
        yield


@contextmanager
def unreachable(store: Store) -> Iterator[None]:
    store.away = True
    raise StoreAway("there is nobody")
    yield


def test_a_store_that_is_away_is_told_and_missed_by_nobody_afterwards(
    live: Live, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ada.new_game(seats=HOT_SEAT)
    game.answer("wait")
    other = live.person().new_game(seats=against("random"), choices={"tokens": "0"}, pace=1000)
    other.answer("wait")
    with away(live, monkeypatch):
        body = {"number": 2, "text": "wait"}
        refused = ada.http.post(f"/api/games/{game.id}/answers", json=body)
        assert (refused.status_code, refused.json()["error"]) == (503, "store-away")
        assert int(refused.headers["retry-after"]) > 0
        assert ada.http.get(f"/api/games/{game.id}").status_code == 503
        assert ada.http.post("/api/games", json={}).status_code == 503
        health = ada.get("health")
        assert (health["ok"], health["store"]) == (False, "away")
        time.sleep(2)  # the machine's answer comes now, and cannot be stored
    eventually(lambda: ada.get("health")["ok"])
    tables = live.app.state.services.tables
    eventually(lambda: tables.live(other.id).play.number >= 2)  # and comes again, unasked
    assert game.state["number"] == 1
    assert game.answer("wait", 2)["number"] == 2


def test_an_answer_that_cannot_be_stored_is_shown_to_nobody(
    live: Live, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ada.new_game(seats=HOT_SEAT)
    game.answer("wait")
    store: Store = live.app.state.services.tables.store
    with game.stream(after=1) as events:
        assert next(events).data["number"] == 1
        with monkeypatch.context() as broken:
            reached = store.reached

            def fails_to_write() -> AbstractContextManager[None]:
                return unreachable(store) if game.id in writing else reached()

            writing: set[str] = set()
            append_all = store.append_all

            def write(rows: Sequence[tuple[str, Entry]]) -> list[bool]:
                writing.update(id for id, _ in rows)
                return append_all(rows)

            broken.setattr(store, "reached", fails_to_write)
            broken.setattr(store, "append_all", write)
            answer = ada.http.post(
                f"/api/games/{game.id}/answers", json={"number": 2, "text": "wait"}
            )
            assert answer.status_code == 503
            time.sleep(1.5)  # the page looks at the torn table, and must not be shown it
        entry = game.answer("wait", 2)
        told = next(event for event in events if event.kind != "thinking")
        assert (told.id, told.data["text"]) == (entry["number"], entry["text"])
