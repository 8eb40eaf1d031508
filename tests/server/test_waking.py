"""After a restart every page comes back at once: games are shown from their snapshots, and those
that are played wake once, in threads of their own.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Semaphore
from typing import Any

import pytest

from battlemat.server.hosting import live as live_tables
from battlemat.server.hosting.live import LiveTables
from battlemat.server.settings import Settings, database_url
from battlemat.tables.ledger.rows import GameRow
from battlemat.tables.table import Table
from server.live import FREE, HOT_SEAT, Live, eventually, running

WAKING = 0.5
GAMES = 12


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that have woken, each of which takes its time."""
    found: list[str] = []
    seat = LiveTables.seat

    def slowly(tables: LiveTables, row: GameRow, **how: Any) -> Table:
        time.sleep(WAKING)
        found.append(row.id)
        return seat(tables, row, **how)

    monkeypatch.setattr(LiveTables, "seat", slowly)
    return found


@pytest.fixture
def asleep(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[tuple[Live, list[str]]]:
    """A server that has just started again, and the games that it keeps."""
    settings = Settings(database_url(str(tmp_path / "games.db")), limits=FREE, workers=1)
    with running(settings) as before:
        games = [before.person().new_game(seats=HOT_SEAT) for _ in range(GAMES)]
        for game in games:
            game.answer("wait")
    request.getfixturevalue("woken")
    with running(settings) as again:
        yield again, [game.id for game in games]


def test_pages_of_one_game_share_its_waking(
    asleep: tuple[Live, list[str]], woken: list[str]
) -> None:
    live, games = asleep
    with ThreadPoolExecutor(30) as pages:
        found = [
            pages.submit(lambda: live.person().at(games[0]).get("positions/1")) for _ in range(30)
        ]
        assert {one.result()["step"] for one in found} == {1}
    assert woken == [games[0]]


def test_while_games_wake_all_others_are_served(
    asleep: tuple[Live, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    live, games = asleep
    awake, person = live.person().new_game(seats=HOT_SEAT), live.person()
    wakes, held, seat = Semaphore(0), list[str](), LiveTables.seat

    def when_it_may(tables: LiveTables, row: GameRow, **how: Any) -> Table:
        held.append(row.id)
        wakes.acquire()
        return seat(tables, row, **how)

    monkeypatch.setattr(LiveTables, "seat", when_it_may)

    def board(id: str) -> Any:
        return live.person().at(id).get("positions/1")

    with ThreadPoolExecutor(3 * GAMES) as pages:
        boards = [pages.submit(board, id) for id in games for _ in range(3)]
        try:
            eventually(lambda: len(held) > 1)
            for _ in range(5):
                person.get("health")
                awake.get()
            assert not any(one.done() for one in boards)
            wakes.release()  # the first board does not wait for the last
            eventually(lambda: sum(one.done() for one in boards) == 3)
        finally:
            wakes.release(GAMES)
        assert {one.result()["step"] for one in boards} == {1}
    assert sorted(held) == sorted(games)


def test_a_server_that_holds_too_much_lets_games_sleep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many heavy games are open, and although pages listen to them."""
    monkeypatch.setattr(live_tables, "resident", lambda: 0)  # whatever these tests hold by now
    settings = Settings(database_url(str(tmp_path / "games.db")), limits=FREE, workers=1)
    with running(settings) as server:
        tables = server.app.state.services.tables
        games = [server.person().new_game(seats=HOT_SEAT)]
        with games[0].stream(after=0) as events:
            next(events)
            games += [server.person().new_game(seats=HOT_SEAT) for _ in range(7)]
            assert len(tables._tables) == 8
            monkeypatch.setattr(live_tables, "resident", lambda: FREE.memory + 1)
            tables._look_at_memory = 0.0
            server.person().new_game(seats=HOT_SEAT)
            assert len(tables._tables) == 5
            assert tables.live(games[0].id) is None
            server.person().new_game(seats=HOT_SEAT)
            assert len(tables._tables) == 6  # it is not done for every game
            games[0].answer("wait")
            assert any("wait" in str(event.data) for event in events)
        for game in games[1:]:
            game.answer("wait")


def test_a_game_that_there_is_not_leaves_nothing_behind(live: Live) -> None:
    for number in range(5):
        live.person().at(f"nothing{number}").get(status=404)
    tables = live.app.state.services.tables
    assert not tables._waking
