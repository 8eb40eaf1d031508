"""A server that has started again: how long a thousand pages wait for their boards.

Every page is of another game, sixty answers long, and all come back in the same moment. Meanwhile
somebody asks for the server's health all the time. Once the server finds nothing but ledgers, which
it must play; then it starts again, and finds the snapshots that it left.
"""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from pathlib import Path

import httpx

from battlemat.server.store.sealing import Sealer, key_in
from bench.measure import Row
from bench.server import served

GAMES = 1_000
ANSWERS = 60
_FREE = (
    "burst",
    "requests_per_second",
    "connections",
    "connections_each",
    "streams",
    "state",
    "answers",
)


def free_options() -> list[str]:
    return [word for name in _FREE for word in ("--limit", f"{name}=1000000")]


def _play_one(url: str) -> str:
    """A game of so many answers; gives its id."""
    chance = random.Random(1)
    with httpx.Client(base_url=url, timeout=60, trust_env=False, verify=False) as player:
        wish = {"rulebook": "skirm3", "seats": {"red": {"kind": "me"}, "blue": {"kind": "me"}}}
        game = str(player.post("/api/games", json=wish).json()["game"]["id"])
        answered = 0
        while answered < ANSWERS:
            question = player.get(f"/api/games/{game}").json()["question"]
            if question is None:  # the first dice are falling
                continue
            text = chance.choice(question["handles"])["answer"]
            body = {"number": question["number"], "text": text}
            player.post(f"/api/games/{game}/answers", json=body).raise_for_status()
            answered += 1
    return game


def _copy(db: str, game: str, sealer: Sealer) -> list[str]:
    """The same ledger under a thousand other ids, for each of which the seed is sealed."""
    ids = [f"copy{number}" for number in range(GAMES)]
    with sqlite3.connect(db) as store:
        (sealed,) = store.execute("SELECT seed FROM games WHERE id = ?", (game,)).fetchone()
        seed = sealer.open(sealed, game)
        for table, own in (("games", ("id", "seed")), ("entries", ("game",))):
            names = [row[1] for row in store.execute(f"PRAGMA table_info({table})")]
            listed = ", ".join(f'"{name}"' for name in names)
            taken = ", ".join(f":{name}" if name in own else f'"{name}"' for name in names)
            store.executemany(
                f"INSERT INTO {table} ({listed}) SELECT {taken} FROM {table} WHERE {own[0]} = :of",
                [{own[0]: id, "seed": sealer.seal(seed, id), "of": game} for id in ids],
            )
    store.close()
    return ids


async def _board(host: str, port: int, id: str) -> float:
    """Ask for a board, as cheaply as can be; the moment at which it was there."""
    reader, writer = await asyncio.open_connection(host, port)
    ask = f"GET /api/games/{id} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n"
    writer.write(ask.encode())
    found = await reader.read()
    writer.close()
    assert found.startswith(b"HTTP/1.1 200"), found[:200]
    return time.perf_counter()


async def _boards(host: str, port: int, ids: list[str]) -> list[float]:
    begun = time.perf_counter()
    found = await asyncio.gather(*(_board(host, port, id) for id in ids))
    return sorted(moment - begun for moment in found)


def _ask_health(host: str, port: int, enough: Event, told: Connection) -> None:
    """Ask for the health of a server until it is enough; tell how long the slowest answer took.

    In a process of its own, so that it does not wait for the thousand pages of this one.
    """
    http, slowest = HTTPConnection(host, port, timeout=60), 0.0
    while not enough.wait(0.05):
        begun = time.perf_counter()
        http.request("GET", "/api/health")
        http.getresponse().read()
        slowest = max(slowest, time.perf_counter() - begun)
    told.send(slowest)


@contextmanager
def _asking_health(host: str, port: int) -> Iterator[Callable[[], float]]:
    """Ask for health meanwhile; what is given tells, at the end, the longest wait in seconds."""
    spawn = get_context("spawn")
    enough, (mine, theirs) = spawn.Event(), spawn.Pipe()
    process = spawn.Process(target=_ask_health, args=(host, port, enough, theirs))
    process.start()
    time.sleep(1)  # it has begun

    def slowest() -> float:
        enough.set()
        return float(mine.recv())

    try:
        yield slowest
    finally:
        process.kill()
        process.join()


def _processor_time(url: str) -> float:
    told = httpx.get(f"{url}/api/metrics", timeout=60, trust_env=False).text
    return float(told.partition("\nprocess_cpu_seconds_total ")[2].split()[0])


def come_back(options: list[str], ids: list[str]) -> tuple[list[float], float, float]:
    """Start a server and let all pages come: when each board was there, the slowest health, and
    the processor time of the server.
    """
    with served("--metrics", *options) as url:
        host, _, port = url.removeprefix("http://").partition(":")
        httpx.get(f"{url}/api/health", timeout=60, trust_env=False)  # it is there again
        with _asking_health(host, int(port)) as slowest:
            used = _processor_time(url)
            boards = asyncio.run(_boards(host, int(port), ids))
            used = _processor_time(url) - used
            return boards, slowest(), used


def rows() -> list[Row]:
    """All rows of this page."""
    with tempfile.TemporaryDirectory() as folder:
        db, key = str(Path(folder) / "games.db"), Path(folder) / "secret.key"
        options = ["--db", db, "--secret-file", str(key), *free_options()]
        with served(*options) as url:
            game = _play_one(url)
        ids = _copy(db, game, Sealer(key_in(key)))
        played, slow, _ = come_back(options, ids)
        boards, slowest, used = come_back(options, ids)
    what = f"{GAMES} pages come back after a restart, {ANSWERS} answers each"
    load = f"at load {os.getloadavg()[0]:.0f}"
    return [
        Row(f"{what}: first board", f"{boards[0]:.2f} s", goal="at most 2 s", beside=load),
        Row(f"{what}: last board", f"{boards[-1]:.1f} s", goal="at most 20 s", beside=load),
        Row(
            f"{what}: slowest answer about health",
            f"{slowest * 1000:.0f} ms",
            goal="at most 100 ms",
            beside=load,
        ),
        Row(f"{what}: processor time of the server", f"{used:.1f} s"),
        Row(f"{what}, no snapshot there: first board", f"{played[0]:.2f} s", beside=load),
        Row(
            f"{what}, no snapshot there: last board",
            f"{played[-1]:.1f} s",
            goal="at most 20 s",
            beside=load,
        ),
        Row(
            f"{what}, no snapshot there: slowest answer about health",
            f"{slow * 1000:.0f} ms",
            beside=load,
        ),
    ]
