"""Machines think in processes of their own: they can be cancelled, may break, and never peek."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from battlemat.kernel.game import Game
from battlemat.server.workers.pool import NotDone, WorkerPool
from battlemat.tables.work import tasks
from battlemat.tables.work.jobs import Place
from server.errands import HERE, has_dice, overrun, stands, whose
from server.live import Live, Person, against, child_environment, eventually, running
from server.toy_catalogue import Standoff, ToyCatalogue


@pytest.fixture(scope="module")
def workers() -> Iterator[WorkerPool]:
    pool = WorkerPool(ToyCatalogue(), 1)
    yield pool
    pool.close()


def alive(pid: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:  # it may end at any moment, between two looks too
        return False


# ---------------------------------------------------------------------- workers by themselves


def test_work_is_done_in_another_process_that_knows_no_dice(workers: WorkerPool) -> None:
    assert asyncio.run(workers.run(whose, HERE)) != os.getpid()
    assert asyncio.run(workers.run(has_dice, HERE)) is False


def test_work_that_is_cancelled_ends_soon_and_its_worker_lives_on(workers: WorkerPool) -> None:
    async def cancelled() -> None:
        number = workers.number()
        task = asyncio.create_task(workers.run(tasks.think, HERE, "slow", "seed", number=number))
        await asyncio.sleep(0.3)
        workers.cancel(number)
        with pytest.raises(NotDone, match="cancelled"):
            await asyncio.wait_for(task, 10)

    before = asyncio.run(workers.run(whose, HERE))
    asyncio.run(cancelled())
    assert asyncio.run(workers.run(whose, HERE)) == before


def test_work_that_takes_too_long_is_given_up(workers: WorkerPool) -> None:
    with pytest.raises(NotDone, match="too long"):
        asyncio.run(workers.run(tasks.think, HERE, "slow", "seed", timeout=0.2))
    assert asyncio.run(workers.run(tasks.passes, HERE, "always")) is False


def test_a_flow_that_is_driven_past_its_end_fails_at_once(workers: WorkerPool) -> None:
    with pytest.raises(NotDone, match="past its end"):
        asyncio.run(workers.run(overrun, HERE, timeout=20))


def test_a_worker_that_is_killed_takes_its_work_along_and_is_replaced(workers: WorkerPool) -> None:
    async def killed() -> None:
        pid = await workers.run(whose, HERE)
        task = asyncio.create_task(workers.run(tasks.think, HERE, "slow", "seed"))
        await asyncio.sleep(0.2)
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(NotDone):
            await task

    asyncio.run(killed())
    assert asyncio.run(workers.run(whose, HERE)) > 0


def test_a_game_is_played_on_or_played_again_as_needed(workers: WorkerPool) -> None:
    game = Game(Standoff(), {"tokens": 0})
    for text in ("fire R1 B1", "d6 6 6", "wait"):
        game.answer(text)
    answers = tuple(game.answers)
    for count in (1, 3, 2, 0, 3):
        place = Place("h", "toy", {"tokens": 0}, answers[:count])
        found = asyncio.run(workers.run(stands, place))
        assert found == game_after(answers[:count])


def game_after(answers: tuple[Any, ...]) -> str:
    game = Game(Standoff(), {"tokens": 0})
    for answer in answers:
        game.answer(answer)
    return game.digest


def test_workers_end_when_their_server_is_killed() -> None:
    code = (
        "import asyncio, sys\n"
        "from battlemat.server.workers.pool import WorkerPool\n"
        "from server.errands import HERE, whose\n"
        "from server.toy_catalogue import ToyCatalogue\n"
        "if __name__ == '__main__':\n"
        "    print(asyncio.run(WorkerPool(ToyCatalogue(), 1).run(whose, HERE)), flush=True)\n"
        "    sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=child_environment(),
    ) as server:
        assert server.stdout is not None
        worker = int(server.stdout.readline())
        assert alive(worker)
        server.kill()
    eventually(lambda: not alive(worker))


# ---------------------------------------------------------------------- machines at a table


def test_thinking_is_shown_and_can_be_cancelled(ada: Person) -> None:
    game = ada.new_game(seats=against("slow"), choices={"tokens": "0"})
    assert game.post("cancel", status=409)["error"] == "not-thinking"
    game.answer("wait")
    eventually(lambda: game.state["thinking"])
    assert game.state["thinking"]["player"] == "blue"
    assert ada.get("health")["ok"] is True
    game.post("cancel", status=200)
    state = eventually(lambda: s if (s := game.state)["question"]["yours"] else None)
    assert state["thinking"] is None


def test_a_machine_with_a_bug_moves_quickly_and_the_game_goes_on(ada: Person) -> None:
    game = ada.new_game(seats=against("broken"), choices={"tokens": "0"})
    game.answer("wait")
    eventually(lambda: game.state["question"]["yours"])
    with game.stream(after=1) as events:
        assert next(events).data["by"] == "quick"


def test_taking_back_stops_a_thought_that_is_no_longer_wanted(ada: Person) -> None:
    game = ada.new_game(seats=against("slow"), choices={"tokens": "0"})
    game.answer("wait")
    eventually(lambda: game.state["thinking"])
    game.post("undo")
    eventually(lambda: game.state["thinking"] is None)
    assert game.state["question"]["yours"] is True
    assert game.state["number"] == 2


def test_two_machines_play_to_the_end_for_whoever_watches(ada: Person, watcher: Person) -> None:
    machine = {"kind": "machine", "machine": "sergeant"}
    game = ada.new_game(seats={"red": machine, "blue": {**machine, "machine": "random"}}, pace=0)
    assert game.state["you"] == {"seats": [], "owner": True}
    eventually(lambda: watcher.at(game.id).state["result"])
    machine_only = game.state
    assert {seat["kind"] for seat in machine_only["seats"]} == {"machine"}
    assert watcher.at(game.id).post("cancel", status=403)["error"] == "not-your-seat"


def test_machines_among_themselves_keep_a_pace_that_eyes_can_follow(ada: Person) -> None:
    machine = {"kind": "machine", "machine": "random"}
    game = ada.new_game(seats={"red": machine, "blue": machine})
    assert game.state["game"]["pace"] == 700
    assert ada.new_game(seats={"red": machine}).state["seats"][1]["kind"] == "machine"


def test_machines_roll_typed_dice_when_no_person_can(ada: Person) -> None:
    machine = {"kind": "machine", "machine": "random"}
    game = ada.new_game(seats={"red": machine, "blue": machine}, dice="typed", pace=0)
    eventually(lambda: game.state["result"])


def test_a_machine_that_was_asked_before_a_restart_answers_after_it(live: Live) -> None:
    ada = live.person()
    game = ada.new_game(seats=against("slow"), choices={"tokens": "0"})
    game.answer("wait")
    eventually(lambda: game.state["thinking"])
    with running(live.settings) as other:
        again = other.person()
        again.http.cookies = ada.http.cookies
        there = again.at(game.id)
        eventually(lambda: there.state["thinking"])
        there.post("cancel", status=200)
        eventually(lambda: there.state["question"]["yours"])
