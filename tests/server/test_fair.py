"""Whoever asks for much waits behind whoever asks for little; people go before machines."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from battlemat.server.settings import Limits, Settings, database_url
from battlemat.server.workers.fair_queue import FairQueue, Full, Rank, Standing
from battlemat.server.workers.pool import NotDone, WorkerPool
from battlemat.tables.work import tasks
from server.errands import HERE, whose
from server.live import FREE, HOT_SEAT, Event, Live, Person, against, eventually, running
from server.toy_catalogue import ToyCatalogue

MACHINE = {"kind": "machine", "machine": "slow"}


def served(asked: list[Standing], slots: int = 1) -> list[Standing]:
    """The order in which standings get their turn, when all ask at once and the slots are taken."""

    async def ask() -> list[Standing]:
        queue, order = FairQueue(slots), list[Standing]()
        for _ in range(slots):
            await queue.take(Standing())

        async def turn(standing: Standing) -> None:
            await queue.take(standing)
            order.append(standing)
            queue.give_back()

        turns = [asyncio.ensure_future(turn(one)) for one in asked]
        await asyncio.sleep(0)
        queue.give_back()
        await asyncio.gather(*turns)
        return order

    return asyncio.run(ask())


def test_one_who_asks_for_one_thing_waits_for_one_thing_of_another() -> None:
    many = [Standing(party="a", table=str(number)) for number in range(200)]
    one = Standing(party="b")
    assert served([*many, one]).index(one) <= 1


def test_tables_of_one_party_take_turns() -> None:
    busy, quiet = Standing(party="a", table="busy"), Standing(party="a", table="quiet")
    assert served([busy] * 50 + [quiet]).index(quiet) <= 1


def test_people_go_before_watched_machines_and_those_before_the_unwatched() -> None:
    nobody, watcher, person = (Standing(rank, rank.name) for rank in reversed(Rank))
    assert served([nobody, nobody, watcher, person]) == [person, watcher, nobody, nobody]


def test_a_party_may_have_so_much_waiting_and_no_more() -> None:
    async def ask() -> None:
        queue = FairQueue(0, most_waiting=2)
        waiting = [asyncio.ensure_future(queue.take(Standing(party="a"))) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Full):
            await queue.take(Standing(party="a"))
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert len(queue) == 0

    asyncio.run(ask())


def test_a_turn_that_nobody_wants_any_more_goes_to_the_next() -> None:
    async def ask() -> None:
        queue = FairQueue(1)
        await queue.take(Standing())
        first = asyncio.ensure_future(queue.take(Standing(party="a")))
        second = asyncio.ensure_future(queue.take(Standing(party="b")))
        await asyncio.sleep(0)
        queue.give_back()
        first.cancel()
        await asyncio.wait_for(second, 5)

    asyncio.run(ask())


# ---------------------------------------------------------------------- in a pool


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    found = WorkerPool(ToyCatalogue(), 1)
    yield found
    found.close()


def test_thinking_that_nobody_watches_makes_room_and_is_taken_up_again(pool: WorkerPool) -> None:
    async def compete() -> None:
        await pool.run(whose, HERE)
        number = pool.number()
        nobody = Standing(Rank.NOBODY, "machines", "m")
        idle = asyncio.ensure_future(
            pool.run(tasks.think, HERE, "slow", "seed", number=number, standing=nobody)
        )
        await asyncio.sleep(0.3)
        begun = time.monotonic()
        await pool.run(whose, HERE, standing=Standing(party="person"))
        assert time.monotonic() - begun < 20  # the machine would have thought for a minute
        await asyncio.sleep(0.1)
        assert not idle.done()
        pool.cancel(number)
        with pytest.raises(NotDone, match="cancelled"):
            await asyncio.wait_for(idle, 20)

    asyncio.run(compete())


def test_work_that_waits_is_cancelled_at_once(pool: WorkerPool) -> None:
    async def wait() -> None:
        first, second = pool.number(), pool.number()
        running = asyncio.ensure_future(pool.run(tasks.think, HERE, "slow", "seed", number=first))
        waiting = asyncio.ensure_future(pool.run(whose, HERE, number=second))
        await asyncio.sleep(0.2)
        assert pool.waiting == 1
        pool.cancel(second)
        with pytest.raises(NotDone, match="cancelled"):
            await asyncio.wait_for(waiting, 5)
        pool.cancel(first)
        with pytest.raises(NotDone):
            await asyncio.wait_for(running, 20)

    asyncio.run(wait())


# ---------------------------------------------------------------------- on a server


def test_games_that_nobody_watches_keep_no_person_waiting(tmp_path: Path) -> None:
    db = database_url(str(tmp_path / "games.db"))
    with running(Settings(db, limits=FREE, workers=1)) as live:
        crowd = live.person()
        for _ in range(20):
            crowd.new_game(seats={"red": MACHINE, "blue": MACHINE}, pace=0)
        game = live.person().new_game(seats=against("random"), choices={"tokens": "0"})
        game.answer("wait")
        eventually(lambda: game.state["question"]["yours"], 20)


def test_of_games_that_nobody_watches_so_many_go_on(tmp_path: Path) -> None:
    with running(limited(tmp_path, Limits(unwatched=2))) as live:
        maker = live.person()
        random = {"kind": "machine", "machine": "random"}
        games = [maker.new_game(seats={"red": MACHINE, "blue": random}, pace=0) for _ in range(4)]
        eventually(lambda: sum(bool(game.state["thinking"]) for game in games) == 2, pause=0.1)
        asleep = next(game for game in games if not game.state["thinking"])
        with asleep.stream(after=0) as events:
            next(event for event in events if event.data.get("thinking"))  # watched: it goes on


def limited(folder: Path, limits: Limits) -> Settings:
    free = replace(limits, requests_per_second=1e6, burst=10**6)
    return Settings(database_url(str(folder / "x.db")), limits=free, workers=1)


def test_a_rematch_counts_as_a_game(tmp_path: Path) -> None:
    with running(limited(tmp_path, Limits(games_per_hour=2))) as live:
        game = live.person().new_game(seats=HOT_SEAT)
        for status in (201, 429):
            game.post("concede", {"player": "red"})
            told = game.post("offers", {"kind": "rematch", "player": "red"}, status)
            if status == 201:
                game = game.person.at(game.state["rematch"])
        assert told["error"] == "too-many"
        assert game.state["rematch"] is None


@pytest.mark.parametrize(
    ("verb", "body"),
    [
        ("chat", {"text": "hello", "player": "red"}),
        ("policy", {"policy": "always", "player": "red"}),
    ],
)
def test_each_verb_has_a_limit_of_its_own(tmp_path: Path, verb: str, body: dict[str, str]) -> None:
    with running(limited(tmp_path, Limits(verbs_per_minute={verb: 3}))) as live:
        game = live.person().new_game(seats=HOT_SEAT)
        found = [game.person.http.post(f"/api/games/{game.id}/{verb}", json=body) for _ in range(5)]
        assert [answer.status_code for answer in found] == [201] * 3 + [429] * 2
        assert int(found[-1].headers["retry-after"]) >= 1
        assert game.answer("wait")["number"] == 4


def test_a_game_holds_so_many_words(ada: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("battlemat.tables.table.MOST_TALK", 3)
    game = ada.new_game(seats=HOT_SEAT)
    for _ in range(3):
        game.post("chat", {"text": "hello"})
    assert game.post("chat", {"text": "hello"}, 409)["error"] == "enough-said"
    game.answer("wait")


def test_what_is_sent_at_a_time_is_paged(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("battlemat.tables.view.pages.LOG_PAGE", 3)
    monkeypatch.setattr("battlemat.tables.view.pages.CHAT_PAGE", 2)
    monkeypatch.setattr("battlemat.server.routes.stream._PAGE", 2)
    game = live.person().new_game(seats=HOT_SEAT)
    for word in range(5):
        game.post("chat", {"text": str(word)})
    over = game.play_out()
    assert len(over["log"]) == 3
    assert [said["text"] for said in over["chat"]] == ["3", "4"]
    lines, before = over["log"], over["earlier"]
    while before:
        page = game.get("log", before=before)
        assert len(page["log"]) <= 3
        lines, before = page["log"] + lines, page["earlier"]
    watcher = live.person().at(game.id)
    with watcher.stream(after=0) as events:
        heard: list[Event] = []
        while len(heard) < over["number"]:
            event = next(events)
            assert event.kind == "entry"  # no state before all of them are there
            heard.append(event)
        assert next(events).data["number"] == over["number"]
    told = [line for event in heard for line in event.data["lines"]]
    assert [line["text"] for line in told if line in lines] == [line["text"] for line in told]
