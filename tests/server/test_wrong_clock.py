"""A machine's clock that is wrong, or jumps, removes no game and decides none."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from battlemat.server.settings import Settings
from battlemat.server.store.store import Store
from battlemat.server.upkeep.retention import remove_old
from battlemat.server.upkeep.steady_time import (
    STAY,
    SteadyTime,
    last_tick,
    read_time,
    tick,
    write_time,
)
from battlemat.tables.ledger.rows import TIME_FORM
from server.live import BY_LINK, FREE, HOT_SEAT, Live, Seated, running

DAY = 24 * 3600.0


class Machine:
    """A machine whose clock can be set, beside the seconds that really pass."""

    def __init__(self) -> None:
        self.passed, self.wrong = 0.0, 0.0

    def clock(self) -> float:
        return read_time("2031-03-01T12:00:00Z") + self.passed + self.wrong

    def seconds(self) -> float:
        return 1000.0 + self.passed

    def time(self) -> SteadyTime:
        return SteadyTime(self.clock, self.seconds)


def test_time_goes_on_as_seconds_pass_whatever_the_clock_is_set_to(
    caplog: pytest.LogCaptureFixture,
) -> None:
    machine = Machine()
    time = machine.time()
    machine.passed += 60
    assert time.now() == "2031-03-01T12:01:00Z"
    for wrong in (91 * DAY, -3 * DAY, 3600):
        machine.wrong = wrong
        time.look()
        assert (time.now(), time.doubted) == ("2031-03-01T12:01:00Z", True)
    assert [record.levelno for record in caplog.records] == [logging.ERROR] * 3
    assert "the clock says 2031-05-31T12:01:00Z" in caplog.text
    machine.wrong = 2  # put right by a little, as clocks are all the time
    time.look()
    assert (time.now(), time.doubted) == ("2031-03-01T12:01:02Z", False)


def test_a_clock_that_stands_by_what_it_says_for_a_day_is_believed() -> None:
    machine = Machine()
    time = machine.time()
    machine.wrong = 30 * DAY
    time.look()
    machine.passed += STAY - 60
    time.look()
    assert time.now() == "2031-03-02T11:59:00Z"
    machine.passed += 60
    time.look()
    assert (time.now(), time.doubted) == ("2031-04-01T12:00:00Z", False)


def test_a_clock_far_from_where_the_last_server_stopped_is_not_believed_at_once() -> None:
    machine = Machine()
    time = machine.time()
    time.go_on_from("2031-03-01T09:00:00Z")  # the server was off for some hours
    assert (time.now(), time.doubted) == ("2031-03-01T12:00:00Z", False)
    time.go_on_from(None)
    assert not time.doubted
    time.go_on_from("2030-12-01T09:00:00Z")
    assert (time.now(), time.doubted) == ("2030-12-01T09:00:00Z", True)
    machine.passed += 5
    assert time.now() == "2030-12-01T09:00:05Z"


# ---------------------------------------------------------------------- games


@pytest.fixture
def settings(db: str) -> Settings:
    return Settings(db, limits=FREE, workers=1)


def ahead(days: float) -> str:
    return (datetime.now(UTC) + timedelta(days=days)).strftime(TIME_FORM)


def store_of(live: Live) -> Store:
    store: Store = live.app.state.services.tables.store
    return store


def set_clock(live: Live, monkeypatch: pytest.MonkeyPatch, days: float) -> None:
    moment = ahead(days)
    monkeypatch.setattr(store_of(live), "now", lambda: moment)


def test_a_clock_that_is_far_ahead_removes_nothing_and_says_so(
    live: Live, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game, tables = live.person().new_game(seats=HOT_SEAT), live.app.state.services.tables
    set_clock(live, monkeypatch, 91)
    for _ in range(3):
        assert remove_old(tables, 90) == 0
    assert "no old game is removed" in caplog.text
    assert game.state["number"] == 0


def stirring(live: Live, monkeypatch: pytest.MonkeyPatch, days: float) -> Seated:
    """A game in which something happened when the clock said this."""
    set_clock(live, monkeypatch, days)
    other = live.person().new_game(seats=HOT_SEAT)
    other.answer("wait")
    return other


def test_what_is_old_is_marked_and_told_and_removed_a_day_later(
    live: Live, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    ada, tables = live.person(), live.app.state.services.tables
    old, touched = (ada.new_game(seats=HOT_SEAT) for _ in range(2))
    muster = ada.post("musters", {})["id"]
    other = stirring(live, monkeypatch, 10)
    assert remove_old(tables, 11) == 0
    assert "to be removed" not in caplog.text
    assert remove_old(tables, 9) == 0
    assert "to be removed in a day" in caplog.text
    set_clock(live, monkeypatch, 10.9)
    touched.answer("wait")
    assert remove_old(tables, 9) == 0
    assert old.state["number"] == 0
    set_clock(live, monkeypatch, 11.1)
    assert remove_old(tables, 9) >= 2
    assert "marked a day ago" in caplog.text
    old.get(status=404)
    ada.get(f"musters/{muster}", 404)
    assert (touched.state["number"], other.state["number"]) == (1, 1)
    assert remove_old(tables, 9) == 0


def test_what_was_marked_while_the_clock_was_wrong_stays_when_it_is_put_right(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, tables = live.person().new_game(seats=HOT_SEAT), live.app.state.services.tables
    stirring(live, monkeypatch, 200)
    assert remove_old(tables, 90) == 0
    set_clock(live, monkeypatch, 0.1)
    assert remove_old(tables, 90) == 0
    set_clock(live, monkeypatch, 3)
    assert remove_old(tables, 90) == 0
    assert game.state["number"] == 0


def test_a_server_that_starts_with_a_wrong_clock_ends_no_game_by_it(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(settings) as live:
        letters: dict[str, Any] = {"kind": "days", "days": 1}
        red = live.person().new_game(seats=BY_LINK, clock=letters)
        red.invite(live.person())
        red.answer("wait")
        tick(store_of(live))
        stopped = last_tick(store_of(live))
    assert stopped is not None
    far = read_time(stopped) + 91 * DAY
    monkeypatch.setattr("battlemat.server.app.SteadyTime", lambda: SteadyTime(lambda: far))
    with running(settings) as live:
        time: SteadyTime = live.app.state.time
        assert time.doubted
        assert abs(time.seconds() - read_time(stopped)) < 600
        again = live.person().at(red.id)
        assert (again.state["result"], again.state["clock"]["running"]) == (None, "blue")
        assert again.state["clock"]["left"]["blue"] > DAY - 600
        assert store_of(live).now() < write_time(read_time(stopped) + 600)
