"""Somebody has gone: whoever waits may claim the game, or let a machine play on."""

from __future__ import annotations

from typing import Any

import pytest

from battlemat.server.settings import Settings
from server.live import BY_LINK, FREE, Live, Seated, eventually, running
from server.test_clocks import Time, store_of
from server.test_lobby import note_who_is_here

DAY = 24 * 3600


@pytest.fixture
def time(live: Live, monkeypatch: pytest.MonkeyPatch) -> Time:
    found = Time()
    monkeypatch.setattr(store_of(live), "now", found.now)
    return found


def strangers(live: Live, **open: Any) -> tuple[Seated, Seated]:
    """A game of two who met in the lobby, in which blue is asked."""
    red = live.person().new_game(seats=BY_LINK, open=open)
    other = live.person()
    other.post(f"lobby/{red.id}/sit", {"name": "Bo"}, 200)
    red.answer("wait")
    return red, other.at(red.id)


def test_a_game_is_claimed_from_who_has_gone_and_not_before(live: Live, time: Time) -> None:
    red, blue = strangers(live)
    time.seconds += 599
    assert red.get("absence") == {
        "player": "blue",
        "gone": 599,
        "patience": 600,
        "may_claim": False,
    }
    assert red.post("claim", {"what": "game"}, 409)["error"] == "not-yet"
    time.seconds += 1
    assert red.get("absence")["may_claim"] is True
    assert blue.post("claim", {"what": "game"}, 409)["error"] == "not-yet"
    assert live.person().at(red.id).post("claim", {"what": "game"}, 403)["error"]
    assert red.post("claim", {"what": "game"})["kind"] == "gone"
    result = blue.state["result"]
    assert (result["winner"], result["by"]) == ("red", "absence")
    assert result["reason"] == "Bo (blue) has gone; the game is claimed."


def test_a_page_that_is_open_keeps_somebody_there(live: Live, time: Time) -> None:
    red, blue = strangers(live)
    with blue.stream(after=0) as events:
        next(events)
        time.seconds += 3000
        assert red.get("absence")["gone"] == 0
        note_who_is_here(live)
    presence, held = live.app.state.services.presence, store_of(live).held(red.id)
    eventually(lambda: not any(presence.is_here(red.id, one) for one in held))
    assert red.get("absence")["gone"] == 0
    time.seconds += 100
    assert red.get("absence")["gone"] == 100


def test_another_server_knows_who_was_there(live: Live, time: Time) -> None:
    red, blue = strangers(live)
    with running(Settings(live.settings.db, limits=FREE, workers=1)) as second:
        store_of(second).now = time.now
        there = second.person()
        there.http.cookies = blue.person.http.cookies
        with there.at(red.id).stream(after=0) as events:
            next(events)
            time.seconds += 500
            note_who_is_here(second)
    time.seconds += 200
    assert red.get("absence")["gone"] == 200


def test_words_of_who_waits_do_not_count_and_words_of_the_other_do(live: Live, time: Time) -> None:
    red, blue = strangers(live)
    time.seconds += 300
    red.post("chat", {"text": "Are you there?"})
    assert red.get("absence")["gone"] == 300
    blue.post("chat", {"text": "Thinking."})
    assert red.get("absence")["gone"] == 0


def test_a_machine_plays_on_for_who_has_gone(live: Live, time: Time) -> None:
    red, blue = strangers(live)
    time.seconds += 600
    entry = red.post("claim", {"what": "machine"})
    assert (entry["kind"], entry["player"]) == ("stand-in", "blue")
    state = eventually(lambda: s if (s := red.state)["question"]["yours"] else None)
    assert state["seats"][1]["kind"] == "machine"
    assert any("a machine takes the seat" in line["text"] for line in state["log"])
    assert blue.state["you"]["seats"] == []
    assert blue.post("chat", {"text": "I am back"}, 403)["error"] == "not-your-seat"
    with running(Settings(live.settings.db, limits=FREE, workers=1)) as second:
        there = second.person()
        there.http.cookies = red.person.http.cookies
        assert there.at(red.id).state["seats"][1]["kind"] == "machine"


def test_friends_and_letters_wait_for_two_weeks(live: Live, time: Time) -> None:
    red, _ = strangers(live, pace="correspondence")
    time.seconds += 13 * DAY
    assert red.get("absence")["may_claim"] is False
    time.seconds += DAY
    assert red.get("absence")["may_claim"] is True
    friend = live.person().new_game(seats=BY_LINK)
    friend.invite(live.person())
    friend.answer("wait")
    assert friend.get("absence")["patience"] == 14 * DAY


def test_nobody_is_gone_before_they_came_or_where_a_clock_runs(live: Live, time: Time) -> None:
    alone = live.person().new_game(seats=BY_LINK, open={})
    alone.answer("wait")
    time.seconds += 5000
    assert alone.get("absence")["player"] is None
    clock = {"kind": "days", "days": 1}
    red = live.person().new_game(seats=BY_LINK, clock=clock)
    red.invite(live.person())
    red.answer("wait")
    assert red.get("absence")["player"] is None
