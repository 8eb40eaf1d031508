"""Several servers on one store: each hears the others, and of two answers exactly one lands."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice
from pathlib import Path
from threading import Barrier

import psycopg
import pytest

from battlemat.server.settings import Settings, database_url
from battlemat.server.store.store import Store
from battlemat.tables.ledger.agreements import Accept, Decline, OfferDraw
from battlemat.tables.ledger.rows import GameRow, Seat, now
from battlemat.tables.ledger.talk import Chat
from battlemat.tables.play.match import Offer
from battlemat.tables.problems import Problem
from battlemat.tables.seats.links import new_game_id
from battlemat.tables.table import Table
from server.live import BY_LINK, FREE, HOT_SEAT, Event, Live, Seated, against, eventually, running
from server.postgres import new_database
from server.toy_catalogue import Standoff


@pytest.fixture(scope="module")
def second(live: Live) -> Iterator[Live]:
    """Another server on the same store."""
    with running(live.settings) as server:
        yield server


def through(other: Live, game: Seated) -> Seated:
    """The same person at the same table, through another server."""
    there = other.person()
    there.http.cookies = game.person.http.cookies
    return there.at(game.id)


def entries(events: Iterator[Event], count: int) -> list[Event]:
    return list(islice((event for event in events if event.kind == "entry"), count))


def test_a_page_at_one_server_hears_answers_given_through_another(live: Live, second: Live) -> None:
    game = live.person().new_game(seats=HOT_SEAT)
    twin = through(second, game)
    with game.stream(after=0) as events:
        assert next(events).kind == "state"
        for number, text in enumerate(["step R1 b1", "step B1 d1", "wait"], 1):
            twin.answer(text, number)
            entry, state = next(events), next(events)
            assert (entry.kind, entry.id, entry.data["text"]) == ("entry", number, text)
            assert (state.kind, state.data["question"]["number"]) == ("state", number + 1)


def test_both_pages_hear_the_same_whoever_answers_where(live: Live, second: Live) -> None:
    game = live.person().new_game(seats=HOT_SEAT)
    twin = through(second, game)
    texts = ["wait", "step B1 d1", "fire R1 B1", "pass"]
    with game.stream(after=0) as here, twin.stream(after=0) as there:
        for number, text in enumerate(texts, 1):
            (game if number % 2 else twin).answer(text, number)
        told = [[event.data for event in entries(page, len(texts))] for page in (here, there)]
    assert told[0] == told[1]
    assert [one["text"] for one in told[0]] == texts


def test_a_seat_taken_through_one_server_is_known_to_the_other(live: Live, second: Live) -> None:
    red = live.person().new_game(seats=BY_LINK)
    assert red.state["seats"][1]["taken"] is False
    blue = through(second, red).invite(second.person())
    assert red.state["seats"][1] == {**red.state["seats"][1], "taken": True, "name": "Bo"}
    red.answer("wait")
    here = through(live, blue)
    assert here.state["question"]["yours"] is True
    here.answer("wait")


def test_a_seat_link_used_at_one_server_opens_the_other_too(live: Live, second: Live) -> None:
    red = live.person().new_game(seats=HOT_SEAT)
    token = red.state["links"]["seats"]["red"].partition("#seat=")[2]
    away = second.person()
    away.post(f"games/{red.id}/join", {"token": token}, 200)
    assert through(live, away.at(red.id)).state["you"]["seats"] == ["red"]


def test_of_answers_given_to_two_servers_at_once_exactly_one_lands(
    live: Live, second: Live
) -> None:
    game = live.person().new_game(seats=HOT_SEAT)
    doors = [game, through(second, game)] * 2
    for number in range(1, 9):
        together = Barrier(len(doors))

        def try_it(door: Seated, number: int = number, together: Barrier = together) -> str:
            together.wait()
            body = {"number": number, "text": "wait"}
            answer = door.person.http.post(f"/api/games/{game.id}/answers", json=body)
            return "landed" if answer.status_code == 201 else str(answer.json()["error"])

        with ThreadPoolExecutor(len(doors)) as crowd:
            found = sorted(crowd.map(try_it, doors))
        assert found == ["conflict"] * 3 + ["landed"]
    assert game.state["step"] == doors[1].state["step"] == 8


def test_a_machine_that_two_servers_think_for_answers_once(live: Live, second: Live) -> None:
    game = live.person().new_game(seats=against("sergeant"), choices={"tokens": "0"})
    with through(second, game).stream(after=0) as events, game.stream(after=0) as here:
        game.answer("wait", 1)
        told = [entries(page, 2) for page in (events, here)]
    assert [one.data for one in told[0]] == [one.data for one in told[1]]
    assert [one.data["by"] for one in told[0]] == ["person", "machine"]


# ---------------------------------------------------------------------- two tables, face to face


@pytest.fixture
def tables(db: str) -> Iterator[tuple[Table, Table]]:
    """One game as two servers have it; neither has heard the other yet."""
    store = Store(db)
    seats = (Seat("red", "person"), Seat("blue", "person"))
    row = GameRow(new_game_id(), "toy", 1, {"tokens": 1}, None, seats, now())
    store.add_game(row, ["red", "blue"], "holder")
    yield Table(store, Standoff(), row), Table(store, Standoff(), row)
    store.close()


Pair = tuple[Table, Table]


def test_an_answer_to_a_question_that_another_server_has_answered_is_void(tables: Pair) -> None:
    one, other = tables
    with one.lock, other.lock:
        one.answer(1, "step R1 b1", "person")
        with pytest.raises(Problem, match="question 1 was answered already"):
            other.answer(1, "wait", "person")
        assert other.play.number == 1
        assert other.play.history.texts == one.play.history.texts


def test_an_offer_is_void_when_another_came_first(tables: Pair) -> None:
    one, other = tables
    with one.lock, other.lock:
        one.say(OfferDraw("red"))
        with pytest.raises(Problem, match="somebody else was quicker"):
            other.say(OfferDraw("blue"))
        assert other.play.offer == Offer(1, "draw", "red")
        one.say(Decline("blue", "draw"))
        with pytest.raises(Problem, match="somebody else was quicker"):
            other.say(Accept("blue", "draw"))
        assert [told.entry.kind for told in other.play.told] == ["offer-draw", "decline"]


def test_words_are_said_after_whatever_another_server_heard_first(tables: Pair) -> None:
    one, other = tables
    with one.lock, other.lock:
        one.say(Chat("red", "hello"))
        other.say(Chat("blue", "good day"))
        assert one.catch_up() is True
        assert one.catch_up() is False
        assert [told.entry.text for told in one.play.told] == ["hello", "good day"]


# ---------------------------------------------------------------------- the store tells


def test_what_another_server_writes_is_told_by_the_store_and_not_looked_for(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody looks for news within half a minute, and yet they are there at once."""
    monkeypatch.setattr("battlemat.server.hosting.live._SELDOM", 30.0)
    db = database_url(new_database(postgres, "telling"))
    settings = Settings(db, limits=FREE, workers=1, hearing=30.0)
    with running(settings) as one, running(settings) as other:
        for live in (one, other):
            eventually(partial(hears, live))
        game = one.person().new_game(seats=HOT_SEAT)
        with game.stream(after=0) as events:
            assert next(events).kind == "state"
            begun = time.monotonic()
            through(other, game).answer("wait", 1)
            assert (heard := next(events)).kind == "entry"
            assert heard.data["text"] == "wait"
            assert time.monotonic() - begun < 10


def hears(live: Live) -> bool:
    return bool(live.app.state.services.tables._ear.hears)


def test_an_ear_that_lost_its_line_says_that_anything_may_have_been_missed(postgres: str) -> None:
    address = new_database(postgres, "losing")
    store, heard = Store(database_url(address)), list[str | None]()
    ear = store.listen(heard.append)
    assert ear is not None
    try:
        eventually(lambda: heard == [None])
        with psycopg.connect(address, autocommit=True) as line:
            line.execute("SELECT pg_notify('battlemat_entries', 'another here')")
            line.execute(f"SELECT pg_notify('battlemat_entries', '{store.name} own')")
            eventually(lambda: heard == [None, "here"])
            line.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
            )
            eventually(lambda: heard == [None, "here", None])
    finally:
        ear.close()
        store.close()


def test_a_file_tells_nobody(tmp_path: Path) -> None:
    store = Store(database_url(str(tmp_path / "games.db")))
    assert store.listen(lambda _game: None) is None
    store.close()
