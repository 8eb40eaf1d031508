"""A killed server loses no acknowledged answer: killed a hundred times amid a stream of answers."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from threading import Thread

import httpx

from battlemat.server.store.store import Store
from server.live import HOT_SEAT, Person, child_environment, eventually
from server.postgres import free_port

KILLS = 100


class Nursery:
    """Starts servers, one at a time, always at the same address."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self._port = free_port()
        self._last = 0
        self.url = f"http://127.0.0.1:{self._port}"

    def start(self) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{self._port}\n")
        self._process.stdin.flush()
        self._last = int(self._process.stdout.readline())
        return self._last

    def stop(self) -> None:
        """End the last server, if it still runs, and the nursery."""
        if self._last:  # 0 would be this whole group of processes
            with suppress(ProcessLookupError):
                os.kill(self._last, signal.SIGKILL)
        self._process.kill()


@contextmanager
def nursery(db: str) -> Iterator[Nursery]:
    with subprocess.Popen(
        [sys.executable, "-m", "server.killable", db],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=child_environment(),
    ) as process:
        servers = Nursery(process)
        try:
            yield servers
        finally:
            servers.stop()


class Stream:
    """Somebody who plays game after game and remembers every answer that was acknowledged."""

    def __init__(self, url: str) -> None:
        self.person = Person(url)
        self.acknowledged: dict[str, list[tuple[int, str]]] = {}
        self._game: str | None = None
        self._number = 1

    def __len__(self) -> int:
        return sum(map(len, list(self.acknowledged.values())))

    def play(self) -> None:
        """Answer until the server is gone."""
        try:
            while True:
                self._answer()
        except httpx.TransportError:
            return

    def _answer(self) -> None:
        if self._game is None:
            self._game = self.person.new_game(seats=HOT_SEAT).id
            self.acknowledged[self._game] = []
            self._number = 1
        body = {"number": self._number, "text": "wait"}
        answer = self.person.http.post(f"/api/games/{self._game}/answers", json=body)
        told = answer.json()
        if answer.status_code == 201:
            self.acknowledged[self._game].append((told["number"], told["text"]))
            self._number += 1
        elif told["error"] == "game-over":
            self._game = None
        else:  # the answer before the kill had landed, but nobody could say so any more
            assert (answer.status_code, told["error"]) == (409, "conflict")
            self._number = told["number"]


def test_a_killed_server_loses_no_acknowledged_answer(db: str) -> None:
    store, chance = Store(db), random.Random(7)

    with nursery(db) as servers:
        streams = [Stream(servers.url) for _ in range(2)]
        for _ in range(KILLS):
            pid = servers.start()
            eventually(lambda: answers(streams[0]))
            wanted = sum(map(len, streams)) + chance.randrange(1, 7)
            threads = [Thread(target=stream.play) for stream in streams]
            for thread in threads:
                thread.start()
            eventually(partial(acknowledged, streams, wanted))
            threads[0].join(chance.uniform(0, 0.015))  # anywhere in the middle of an answer
            os.kill(pid, signal.SIGKILL)
            for thread in threads:
                thread.join()
        compare_with_store(store, streams)
        servers.start()
        eventually(lambda: answers(streams[0]))
        compare_with_server(streams)
    store.close()
    assert sum(map(len, streams)) >= 2 * KILLS


def acknowledged(streams: list[Stream], wanted: int) -> bool:
    return sum(map(len, streams)) >= wanted


def answers(stream: Stream) -> bool:
    try:
        return stream.person.http.get("/api/health").status_code == 200
    except httpx.TransportError:
        return False


def compare_with_store(store: Store, streams: list[Stream]) -> None:
    """Every acknowledged answer is in the store, once, under its number, with its text."""
    for stream in streams:
        for game, told in stream.acknowledged.items():
            stored = {entry.number: entry.text for entry in store.entries(game)}
            assert sorted(stored) == list(range(1, len(stored) + 1))
            for number, text in told:
                assert stored[number] == text


def compare_with_server(streams: list[Stream]) -> None:
    """A server that comes back plays every game up to where it was."""
    for stream in streams:
        for game, told in stream.acknowledged.items():
            assert stream.person.at(game).state["number"] >= len(told)
        stream.person.http.close()
