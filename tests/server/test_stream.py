"""The stream: every entry once, in order, over any number of lost connections."""

from __future__ import annotations

import socket
from threading import Thread
from typing import Any

from battlemat.server.run import listen
from server.live import BY_LINK, HOT_SEAT, Event, Live, Person, against


def test_a_page_hears_entries_with_their_number_and_then_the_new_state(live: Live) -> None:
    red = live.person().new_game(seats=BY_LINK)
    blue = red.invite(live.person())
    with blue.stream(after=blue.state["number"]) as events:
        first = next(events)
        assert (first.kind, first.id) == ("state", None)
        assert first.data["log"] is None
        assert first.data["question"]["yours"] is False
        red.answer("step R1 b1")
        entry, state = next(events), next(events)
    assert (entry.kind, entry.id, entry.data["number"]) == ("entry", 2, 2)
    assert entry.data["lines"][0]["text"] == "R1 walks to b1."
    assert state.kind == "state"
    assert state.data["number"] == 2
    assert state.data["question"]["yours"] is True
    assert state.data["question"]["handles"]


def test_a_page_that_asks_for_changes_is_told_the_whole_state_once(live: Live) -> None:
    game = live.person().new_game(seats=HOT_SEAT)
    number = game.state["number"]
    with game.stream(after=number, changes=True) as events, game.stream(after=number) as whole:
        mine, state = next(events), next(whole)
        assert (mine.kind, mine.data) == ("state", state.data)
        for text in ("step R1 b1", "wait", "wait"):
            game.answer(text)
            entries = next(events), next(whole)
            assert entries[0].data == entries[1].data
            change, state = next(events), next(whole)
            assert (change.kind, state.kind) == ("change", "state")
            assert not {"game", "you", "seats"} & set(change.data)
            scene = mine.data["scene"] | change.data.get("scene", {})
            mine = Event("state", None, {**mine.data, **change.data, "scene": scene})
            assert mine.data == state.data
            if text.startswith("step"):
                assert set(change.data["scene"]) == {"pieces", "status"}
    with game.stream(changes=True) as events:
        assert next(events).kind == "state"


def test_reconnecting_goes_on_after_the_last_number_seen(ada: Person) -> None:
    game = ada.new_game(seats=HOT_SEAT)
    for _ in range(4):
        game.answer("wait")
    with game.stream(last=2) as events:
        assert [next(events).id for _ in range(3)] == [3, 4, None]
    with game.stream(after=0, last=3) as events:
        assert [next(events).id for _ in range(2)] == [4, None]
    with game.stream(after=4) as events:
        assert next(events).kind == "state"
    with game.stream() as events:
        assert next(events).kind == "state"
        game.answer("wait")
        assert next(events).id == 5


def test_over_many_lost_connections_nothing_is_lost_or_doubled(live: Live) -> None:
    ada = live.person()
    game = ada.new_game(seats=HOT_SEAT)
    listener = live.person().at(game.id)
    heard: list[int] = []

    def listen() -> None:
        while len(heard) < 60:
            last = heard[-1] if heard else 0
            with listener.stream(last=last) as events:
                for event in events:
                    if event.id is not None:
                        heard.append(event.id)
                        if len(heard) % 3 == 0:
                            break  # the connection is lost
                    if len(heard) >= 60:
                        break

    thread = Thread(target=listen)
    thread.start()
    for number in range(60):
        game.post("chat", {"text": f"line {number}", "player": "red"})
    thread.join()
    assert heard == list(range(1, 61))


def test_many_listeners_hear_the_same(live: Live) -> None:
    game = live.person().new_game(seats=HOT_SEAT)
    heard: list[list[int | None]] = []

    def listen() -> None:
        with live.person().at(game.id).stream(after=0) as events:
            mine: list[int | None] = []
            while len(mine) < 10:
                event = next(events)
                if event.id is not None:
                    mine.append(event.id)
            heard.append(mine)

    threads = [Thread(target=listen) for _ in range(5)]
    for thread in threads:
        thread.start()
    for _ in range(10):
        game.answer("wait")
    for thread in threads:
        thread.join()
    assert heard == [list(range(1, 11))] * 5


def test_a_page_sees_that_the_machine_thinks_and_when_it_is_done(ada: Person) -> None:
    game = ada.new_game(seats=against("slow"), choices={"tokens": "0"})
    seen: list[Any] = []
    with game.stream(after=0) as events:
        next(events)
        game.answer("wait")
        while not seen or seen[-1] is None:
            event = next(events)
            if event.kind in ("state", "thinking"):
                seen.append(event.data["thinking"])
        assert seen[-1]["player"] == "blue"
        game.post("cancel", status=200)
        told = _until(events, lambda event: event.kind == "entry")
        assert told.data["by"] == "quick"
        after = _until(events, lambda event: event.kind == "state")
        assert after.data["thinking"] is None
        assert after.data["question"]["yours"] is True


def _until(events: Any, wanted: Any) -> Event:
    for event in events:
        if wanted(event):
            found: Event = event
            return found
    raise AssertionError("the stream ended")


def test_a_quiet_stream_is_kept_open_with_comments(ada: Person) -> None:
    game = ada.new_game(seats=HOT_SEAT)
    url = f"/api/games/{game.id}/events"
    with ada.http.stream("GET", url) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        lines = answer.iter_lines()
        assert any(line.startswith(": ") for line in lines)


def test_small_answers_are_sent_at_once() -> None:
    with listen("127.0.0.1", 0) as at:
        assert at.proto == socket.IPPROTO_TCP, "asyncio sets TCP_NODELAY on sockets of this kind"
