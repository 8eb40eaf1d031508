"""Several servers on one store let together no more through than one would."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battlemat.server.settings import Settings
from battlemat.server.store.store import Store
from server.live import FREE, HOT_SEAT, Live, running


@pytest.fixture
def settings(db: str) -> Settings:
    limits = replace(FREE, verbs_per_minute={"chat": 4}, games_per_hour=6)
    return Settings(db, limits=limits, workers=1)


def chats(live: Live) -> int:
    """How often one may speak before it is too often."""
    game = live.person().new_game(seats=HOT_SEAT)
    url = f"{live.url}/api/games/{game.id}/chat"
    body = {"text": "hello", "player": "red"}
    for count in range(10):
        if game.person.http.post(url, json=body).status_code == 429:
            return count
    raise AssertionError("nobody minds")


def test_each_of_two_servers_lets_its_half_through(settings: Settings) -> None:
    with running(settings) as first, running(settings) as second:
        first.app.state.fellows.note()
        assert (chats(first), chats(second)) == (2, 2)
        games = [live.person().http.post("/api/games", json={}) for live in (first, second) * 3]
        assert [game.status_code for game in games] == [201, 201, 201, 201, 429, 429]
        for live in (first, second):
            assert live.app.state.services.driver.share(FREE.unwatched) == FREE.unwatched // 2


def test_a_server_that_ends_leaves_its_share_to_the_others(settings: Settings) -> None:
    with running(settings) as first:
        with running(settings):
            first.app.state.fellows.note()
        first.app.state.fellows.note()
        assert chats(first) == 4


def test_a_server_that_was_killed_is_forgotten_after_a_minute(settings: Settings) -> None:
    with running(settings) as first:
        store: Store = first.app.state.services.tables.store
        killed = Store(settings.db)
        first.app.state.fellows.__class__(killed, first.app.state.fellows._rates).note()
        killed.close()
        assert first.app.state.fellows._rates.servers == 2
        store.now = lambda: "2090-01-01T00:00:00Z"
        first.app.state.fellows.note()
        assert first.app.state.fellows._rates.servers == 1
