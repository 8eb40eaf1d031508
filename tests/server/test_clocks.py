"""Clocks: counted by the times of the ledger, for people alone, and whoever runs out loses."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from battlemat.server.hosting.live import LiveTables
from battlemat.server.settings import Settings
from battlemat.server.store.store import Store
from battlemat.tables.ledger.rows import Entry
from battlemat.tables.play.clocks import DAY, Clock, ClockTerms
from server.live import BY_LINK, FREE, HOT_SEAT, Live, Seated, against, eventually, running

BLITZ = {"kind": "increment", "minutes": 5, "seconds": 10}
LETTERS = {"kind": "days", "days": 3}


class Time:
    """The time of a store, in seconds since noon of a day."""

    def __init__(self) -> None:
        self.seconds = 0

    def now(self) -> str:
        day, rest = divmod(self.seconds, DAY)
        return f"2031-03-{day + 1:02}T{rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}Z"


def store_of(live: Live) -> Store:
    store: Store = live.app.state.services.tables.store
    return store


@pytest.fixture
def time(live: Live, monkeypatch: pytest.MonkeyPatch) -> Time:
    found = Time()
    monkeypatch.setattr(store_of(live), "now", found.now)
    return found


def two(live: Live, clock: dict[str, Any], **wish: Any) -> tuple[Seated, Seated]:
    red = live.person().new_game(seats=BY_LINK, clock=clock, **wish)
    return red, red.invite(live.person())


def left(game: Seated) -> tuple[int, int, str | None]:
    clock = game.state["clock"]
    return clock["left"]["red"], clock["left"]["blue"], clock["running"]


def test_a_game_without_a_clock_says_so(live: Live) -> None:
    assert live.person().new_game(seats=HOT_SEAT).state["clock"] is None


def test_time_runs_for_whoever_is_asked_and_each_answer_adds_some(live: Live, time: Time) -> None:
    red = live.person().new_game(seats=BY_LINK, clock=BLITZ)
    told = red.state["clock"]
    assert (told["kind"], told["seconds"], told["increment"]) == ("increment", 300, 10)
    time.seconds = 1000
    assert left(red) == (300, 300, None)  # nobody sits opposite yet
    blue = red.invite(live.person())
    assert left(red) == (300, 300, "red")
    time.seconds += 40
    assert left(red) == (260, 300, "red")
    red.post("chat", {"text": "hmm"})
    time.seconds += 20
    red.answer("wait")
    assert left(red) == (250, 300, "blue")
    time.seconds += 7
    blue.answer("wait")
    assert left(blue) == (250, 303, "red")


def test_dice_that_the_server_rolls_cost_nobody_time(live: Live, time: Time) -> None:
    red, _ = two(live, BLITZ, choices={"tokens": "0"})
    time.seconds += 30
    entry = red.answer("fire R1 B1")
    assert entry["rolls"]
    red_left, blue_left, running_for = left(red)
    assert (red_left, blue_left) == (280, 300)
    assert running_for == red.state["question"]["player"]


def test_a_machine_has_no_clock_and_costs_nobody_time(live: Live, time: Time) -> None:
    game = live.person().new_game(seats=against("greedy"), clock=BLITZ)
    time.seconds += 5
    game.answer("wait")
    state = eventually(lambda: s if (s := game.state)["question"]["yours"] else None)
    assert state["clock"]["left"] == {"red": 305}
    assert state["clock"]["running"] == "red"


def test_whoever_runs_out_of_time_has_lost(live: Live, time: Time) -> None:
    red, blue = two(live, BLITZ)
    time.seconds += 302  # the last seconds are forgiven
    red.answer("wait")
    assert left(red) == (10, 300, "blue")
    time.seconds += 303
    assert blue.answer("wait", 2, status=409)["error"] == "game-over"
    result = red.state["result"]
    assert (result["winner"], result["by"]) == ("red", "time")
    assert result["reason"] == "Bo (blue) ran out of time."
    assert red.state["log"][-1]["text"] == result["reason"]
    assert red.state["clock"]["running"] is None


def test_the_server_looks_at_the_flag_by_itself(live: Live, time: Time) -> None:
    red, _ = two(live, BLITZ)
    with red.stream() as events:
        next(events)
        time.seconds += 303
        tables: LiveTables = live.app.state.services.tables
        table = tables.live(red.id)
        assert table is not None
        tables.changed(table)  # what sets the timer, whose time has come
        kinds = (event.data["kind"] for event in events if event.kind == "entry")
        assert next(kinds) == "flag"


def test_time_is_claimed_when_it_is_over_and_not_before(live: Live, time: Time) -> None:
    red, blue = two(live, LETTERS)
    time.seconds += 3 * DAY
    assert blue.post("claim", {"what": "time"}, 409)["error"] == "not-yet"
    time.seconds += 3
    assert blue.post("claim", {"what": "time"})["kind"] == "flag"
    assert red.state["result"]["winner"] == "blue"


def test_by_letter_each_answer_has_days_of_its_own(live: Live, time: Time) -> None:
    red, blue = two(live, LETTERS)
    time.seconds += 2 * DAY
    red.answer("wait")
    time.seconds += 2 * DAY
    assert left(red) == (3 * DAY, DAY, "blue")
    blue.answer("wait")
    assert left(red) == (3 * DAY, 3 * DAY, "red")


def test_an_undo_gives_no_time_back(live: Live, time: Time) -> None:
    red, _ = two(live, BLITZ)
    time.seconds += 60
    red.answer("wait")
    time.seconds += 5
    red.post("undo")
    assert left(red) == (250, 295, "red")


def test_another_server_and_a_restart_count_the_same(live: Live, time: Time) -> None:
    red, blue = two(live, BLITZ)
    time.seconds += 100
    red.answer("wait")
    time.seconds += 50
    with running(Settings(live.settings.db, limits=FREE, workers=1)) as second:
        store_of(second).now = time.now
        there = second.person()
        there.http.cookies = blue.person.http.cookies
        seen = there.at(red.id)
        assert left(seen) == left(red) == (210, 250, "blue")
        time.seconds += 253
        assert seen.post("claim", {"what": "time"})["kind"] == "flag"
    assert red.state["result"]["by"] == "time"


def test_a_rematch_has_the_same_clock(live: Live, time: Time) -> None:
    red, blue = two(live, BLITZ)
    red.post("concede")
    offer = red.post("offers", {"kind": "rematch"})
    blue.post(f"offers/{offer['number']}", {"accept": True})
    again = red.person.at(red.state["rematch"])
    assert again.state["clock"]["seconds"] == 300


@pytest.mark.parametrize(
    "clock",
    [
        {"kind": "increment", "minutes": 0},
        {"kind": "increment", "minutes": 601},
        {"kind": "days", "days": 31},
        {"kind": "days", "minutes": 5},
        {"kind": "hourglass", "minutes": 5},
    ],
)
def test_a_clock_that_cannot_be_is_refused(live: Live, clock: dict[str, Any]) -> None:
    told = live.person().post("games", {"seats": HOT_SEAT, "clock": clock}, 422)
    assert told["message"].startswith("clock")


# ---------------------------------------------------------------------- the clock alone


def at(seconds: int) -> str:
    found = Time()
    found.seconds = seconds
    return found.now()


def answer(by: str, seconds: int) -> Entry:
    return Entry(9, "answer", "blue", "pass", by=by, question=4, at=at(seconds))


def clock(**how: Any) -> Clock:
    terms = ClockTerms("increment", 300, 10)
    values = {"left": {"red": 100, "blue": 100}, "running": "blue", "since": at(0), "number": 4}
    return Clock(terms, **{**values, **how})


def test_a_window_that_a_policy_passes_costs_nothing() -> None:
    found = clock(spared=5).after(answer("policy", 30), "red", 5, optional=False, answers=True)
    assert found.left == {"red": 100, "blue": 100}


def test_the_weighing_of_a_window_is_free_and_answering_it_adds_nothing() -> None:
    found = clock(spared=5).after(answer("person", 12), "red", 5, optional=False, answers=True)
    assert found.left == {"red": 100, "blue": 93}


def test_servers_whose_clocks_disagree_give_nobody_time() -> None:
    found = clock(since=at(50)).after(answer("person", 20), "red", 5, optional=False, answers=True)
    assert found.left == {"red": 100, "blue": 110}


def test_a_game_by_letter_ends_in_time_although_it_sleeps_and_nobody_looks(db: str) -> None:
    settings, time = Settings(db, limits=FREE, workers=1), Time()
    with running(settings) as live:
        store_of(live).now = time.now
        red, _ = two(live, LETTERS)
        red.answer("wait")
    for days, ended in ((2, False), (4, True)):
        with running(settings) as live:
            time.seconds = days * DAY
            store_of(live).now = time.now
            tables = live.app.state.services.tables
            sweep = live.app.state.sweeper.sweep()
            asyncio.run_coroutine_threadsafe(sweep, tables._loop).result(20)
            kinds = [entry.kind for entry in store_of(live).entries(red.id)]
            assert (kinds[-1] == "flag") is ended
            assert (tables.live(red.id) is not None) is ended  # who has time left is let sleep
