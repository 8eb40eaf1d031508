"""Answers that wait at the same time are stored together, and each fares as if it were alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from threading import Event

import httpx
import pytest

from battlemat.server.hosting.live import LiveTables
from battlemat.server.routes import answer_batches
from battlemat.server.store.forgetting import forget
from battlemat.server.store.store import Store
from battlemat.tables.ledger.keeper import StoreAway
from battlemat.tables.ledger.rows import Entry
from battlemat.tables.ledger.told import Told
from battlemat.tables.table import Table
from server.live import HOT_SEAT, Live, Person, Seated, eventually


class SlowStore:
    """The store of a server; whoever would write into ledgers waits until `goes_on` is set."""

    def __init__(self, store: Store) -> None:
        self._append_all = store.append_all
        self.goes_on = Event()
        self.batches: list[int] = []

    def has_more_than(self, batches: int) -> bool:
        return len(self.batches) > batches

    def append_all(self, rows: Sequence[tuple[str, Entry]]) -> list[bool]:
        self.batches.append(len(rows))
        assert self.goes_on.wait(20)
        return self._append_all(rows)


Answers = list["Future[httpx.Response]"]


@contextmanager
def together(
    live: Live,
    games: Sequence[Seated],
    monkeypatch: pytest.MonkeyPatch,
    texts: Sequence[str],
    *,
    in_turn: bool = False,
) -> Iterator[tuple[SlowStore, Answers]]:
    """All games are answered while two others keep the store busy; they wait, and then go on.

    Of several answers to one game each is to the next question, where they come `in_turn`.
    """
    services = live.app.state.services
    store = SlowStore(services.tables.store)
    busy = [live.person().new_game(seats=HOT_SEAT) for _ in range(2)]
    with ThreadPoolExecutor(20) as people, monkeypatch.context() as slow:
        slow.setattr(services.tables.store, "append_all", store.append_all)
        for game in busy:
            seen = len(store.batches)
            people.submit(post, game, "wait")
            eventually(partial(store.has_more_than, seen))
        answers: Answers = []
        for game, text in zip(games, texts, strict=True):
            number = sum(other is game for other in games[: len(answers)]) + 1 if in_turn else 1
            answers.append(people.submit(post, game, text, number))
            eventually(partial(waits, live, len(answers)))
        try:
            yield store, answers
        finally:
            store.goes_on.set()


def waits(live: Live, count: int) -> bool:
    return bool(live.app.state.services.answers.waiting == count)


def post(game: Seated, text: str, number: int = 1) -> httpx.Response:
    url = f"/api/games/{game.id}/answers"
    return game.person.http.post(url, json={"number": number, "text": text})


def new_games(live: Live, count: int) -> list[Seated]:
    return [live.person().new_game(seats=HOT_SEAT) for _ in range(count)]


def test_answers_that_wait_are_stored_together_and_told_to_everyone(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = new_games(live, 5)
    watching = live.person().at(games[0].id)
    with (
        watching.stream(after=0) as events,
        together(live, games, monkeypatch, ["wait"] * 5) as (store, answers),
    ):
        assert next(events).kind == "state"
        store.goes_on.set()
        assert [one.result().status_code for one in answers] == [201] * 5
        assert [next(events).kind, next(events).kind] == ["entry", "state"]
    assert store.batches == [1, 1, 5]
    assert [game.state["number"] for game in games] == [1] * 5


def test_one_answer_that_is_refused_keeps_no_other_from_landing(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = new_games(live, 3)
    with together(live, games, monkeypatch, ["wait", "fly", "wait"]) as (store, answers):
        store.goes_on.set()
        assert [one.result().status_code for one in answers] == [201, 422, 201]
        assert answers[1].result().json()["error"] == "refused"


def test_of_two_answers_to_one_question_in_a_batch_one_lands(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    (game,) = new_games(live, 1)
    with together(live, [game, game], monkeypatch, ["wait", "wait"]) as (store, answers):
        store.goes_on.set()
        assert sorted(one.result().status_code for one in answers) == [201, 409]
    assert game.state["number"] == 1


def test_two_answers_to_one_game_in_a_batch_land_one_after_the_other(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    (game,) = new_games(live, 1)
    both = [game, game], monkeypatch, ["wait", "wait"]
    with together(live, *both, in_turn=True) as (store, answers):
        store.goes_on.set()
        assert [one.result(20).status_code for one in answers] == [201, 201]
    assert store.batches == [1, 1, 1]
    assert game.state["number"] == 2


def test_an_answer_that_another_server_gave_first_is_told_to_whoever_came_late(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = new_games(live, 2)
    with together(live, games, monkeypatch, ["wait", "wait"]) as (store, answers):
        tables = live.app.state.services.tables
        tables.store.append(games[0].id, Entry(1, "answer", "red", "wait", question=1, at="t"))
        store.goes_on.set()
        assert [one.result().status_code for one in answers] == [409, 201]
    assert [game.state["number"] for game in games] == [1, 1]


def test_a_game_that_was_removed_takes_no_other_answer_with_it(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = new_games(live, 3)
    with together(live, games, monkeypatch, ["wait"] * 3) as (store, answers):
        forget(live.app.state.services.tables.store, games[1].id)
        store.goes_on.set()
        assert [one.result().status_code for one in answers] == [201, 404, 201]


def test_a_batch_that_cannot_be_stored_is_shown_to_nobody_and_may_come_again(
    live: Live, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = new_games(live, 3)
    store: Store = live.app.state.services.tables.store

    def fails(rows: Sequence[tuple[str, Entry]]) -> list[bool]:
        raise StoreAway("there is nobody")

    with monkeypatch.context() as broken:
        broken.setattr(store, "append_all", fails)
        assert [post(game, "wait").status_code for game in games] == [503] * 3
    assert [game.state["number"] for game in games] == [0] * 3
    assert [post(game, "wait").status_code for game in games] == [201] * 3


def test_a_table_that_somebody_works_at_keeps_no_other_waiting(live: Live) -> None:
    slow, quick = new_games(live, 2)
    table = live.app.state.services.tables.live(slow.id)
    with ThreadPoolExecutor(1) as people:
        with table.lock:
            late = people.submit(post, slow, "wait")
            for number in range(1, 5):
                assert post(quick, "wait", number).status_code == 201
            assert not late.done()
        assert late.result().status_code == 201


def test_a_mistake_in_a_batch_is_told_to_everyone_who_waits_for_it(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    games, services = new_games(live, 4), live.app.state.services

    def breaks(*_args: object) -> None:
        raise ZeroDivisionError("a batch with a bug")

    for broken in ("_begin", "_store", "_end"):
        with monkeypatch.context() as bug:
            bug.setattr(services.answers, broken, breaks)
            with ThreadPoolExecutor(4) as people:
                told = [people.submit(post, game, "wait") for game in games]
                assert {one.result(20).status_code for one in told} == {500}, broken
    tables = [services.tables.live(game.id) for game in games]
    assert all(table.lock.acquire(timeout=5) for table in tables)
    for table in tables:
        table.lock.release()
    for game in games:  # what landed has landed, and the game goes on from there
        asked = game.state["question"]["number"]
        assert post(game, "wait", asked).status_code == 201
        assert game.state["number"] == asked


def test_a_mistake_after_an_answer_was_stored_is_told_to_whoever_gave_it_and_nobody_else(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    games, right = new_games(live, 3), answer_batches._told_of

    def breaks(tables: LiveTables, table: Table, told: Told) -> str:
        if table.id == games[1].id:
            raise ZeroDivisionError("a board that cannot be drawn")
        return right(tables, table, told)

    with monkeypatch.context() as bug:
        bug.setattr(answer_batches, "_told_of", breaks)
        with together(live, games, monkeypatch, ["wait"] * 3) as (store, answers):
            store.goes_on.set()
            assert [one.result(20).status_code for one in answers] == [201, 500, 201]
    assert [game.state["number"] for game in games] == [1, 1, 1]


def test_a_store_that_does_not_say_which_rows_landed_leaves_nobody_waiting(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    (game,) = new_games(live, 1)
    with monkeypatch.context() as broken:
        broken.setattr(live.app.state.services.tables.store, "append_all", lambda _rows: [])
        assert post(game, "wait").status_code == 503
    assert post(game, "wait").status_code == 201


def test_an_answer_is_told_although_telling_others_of_it_fails(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    games, tables = new_games(live, 3), live.app.state.services.tables

    def breaks(_table: object) -> None:
        raise ZeroDivisionError("a listener with a bug")

    with monkeypatch.context() as broken, ThreadPoolExecutor(3) as people:
        broken.setattr(tables, "tell", breaks)
        told = [people.submit(post, game, "wait") for game in games]
        assert [one.result(20).status_code for one in told] == [201] * 3
