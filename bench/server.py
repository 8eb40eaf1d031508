"""The browser table's server: from an answer to the new board elsewhere, twenty games at once.

The server is a process of its own on a fresh SQLite file; every game has a page that listens to
its stream and another that answers, as fast as quick players would.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

import httpx

from bench.measure import Row

GAMES = 20
ANSWERS = 25
_HEAD = 100
"""Bytes of an event in which its kind is told: filling of packed streams may stand before it."""
PAUSE = 0.5
"""Seconds that a player looks at the board before the next answer, on average."""


class Served(NamedTuple):
    """A server that runs."""

    url: str
    process: int

    def used(self) -> float:
        """Seconds of processor time that it has had, all its threads together."""
        told = Path(f"/proc/{self.process}/stat").read_text(encoding="ascii")
        user, system = told.rpartition(") ")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


@contextmanager
def served(*options: str) -> Iterator[str]:
    """A server on a free port; gives its address."""
    with process_of(*options) as found:
        yield found.url


@contextmanager
def process_of(*options: str) -> Iterator[Served]:
    """A server on a free port, with the process that it is."""
    start = "from battlemat.cli import main; main()"
    command = [sys.executable, "-c", start, "serve", "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://[^/]+", process.stdout.readline())
            assert found is not None
            yield Served(found[0], process.pid)
        finally:
            process.terminate()


async def states(answer: httpx.Response) -> AsyncIterator[Any]:
    """The states of a stream, read with as little work as a browser has with it."""
    rest = b""
    async for chunk in answer.aiter_bytes():
        *events, rest = (rest + chunk).split(b"\n\n")
        for event in events:
            if b"event: state\n" in event[:_HEAD]:
                yield json.loads(event.partition(b"data: ")[2])


async def _play(url: str, chance: random.Random, waits: list[float]) -> None:
    """One game: a page listens, another answers; notes the time from answer to board."""
    async with (
        httpx.AsyncClient(base_url=url, timeout=60, trust_env=False, verify=False) as player,
        httpx.AsyncClient(base_url=url, timeout=60, trust_env=False, verify=False) as page,
    ):
        wish = {"rulebook": "skirm3", "seats": {"red": {"kind": "me"}, "blue": {"kind": "me"}}}
        game = (await player.post("/api/games", json=wish)).json()["game"]["id"]
        page.cookies = player.cookies
        sent: dict[int, float] = {}
        async with page.stream("GET", f"/api/games/{game}/events?after=0") as stream:
            async for state in states(stream):
                seen = time.perf_counter()
                question = state["question"]
                if question is None:
                    continue
                if question["number"] - 1 in sent:
                    waits.append(seen - sent[question["number"] - 1])
                if len(sent) >= ANSWERS:
                    return
                await asyncio.sleep(chance.uniform(0, 2 * PAUSE))
                text = chance.choice(question["handles"])["text"]
                sent[question["number"]] = time.perf_counter()
                body = {"number": question["number"], "text": text}
                (await player.post(f"/api/games/{game}/answers", json=body)).raise_for_status()


async def _all(url: str) -> list[float]:
    waits: list[float] = []
    games = (_play(url, random.Random(seed), waits) for seed in range(GAMES))
    await asyncio.gather(*games)
    return waits


def rows() -> list[Row]:
    """All rows of this page."""
    with (
        tempfile.TemporaryDirectory() as folder,
        served("--db", str(Path(folder) / "games.db")) as url,
    ):
        waits = asyncio.run(_all(url))
    slow = quantiles(waits, n=20)[-1]
    what = f"answer to new board on another page, {GAMES} games at once"
    return [
        Row(f"{what}, median", f"{median(waits) * 1000:.1f} ms", goal="at most 100 ms"),
        Row(f"{what}, 19 of 20", f"{slow * 1000:.1f} ms"),
    ]
