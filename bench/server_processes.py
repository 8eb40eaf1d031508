"""Answers a second by one, two and four servers on one PostgreSQL, beside a bare endpoint.

Three hundred games are played at once: every page hears its stream, looks at the board for a while
and answers. First as fast as the servers can, then with two seconds for each look. Each page holds
that entries come once and in order, and that it is asked when it answers; time is counted from when
all have their board. The bare endpoint is FastAPI's, and stores one row for each request. Pages,
servers and PostgreSQL share the machine; what each takes of the processor is told.
"""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import httpx
import orjson

from bench.measure import Row
from bench.server import Served, process_of

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from server.postgres import cluster, free_port, new_database

GAMES = 300
SECONDS = 20.0
LOOK = 2.0
_LIMITS = (
    *(
        "burst",
        "requests_per_second",
        "connections",
        "connections_each",
        "streams",
        "games_per_hour",
    ),
    *("state", "answers", "events"),
)

BARE = """
import sys, sqlalchemy as sa, uvicorn
from fastapi import FastAPI
from pydantic import BaseModel
app, engine = FastAPI(), sa.create_engine(sys.argv[1])
rows = sa.Table("bare", sa.MetaData(), sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("number", sa.Integer), sa.Column("text", sa.String))
rows.create(engine, checkfirst=True)
class Said(BaseModel):
    number: int
    text: str
@app.post("/")
def answer(said: Said):
    with engine.begin() as db:
        db.execute(rows.insert().values(number=said.number, text=said.text))
    return {"number": said.number}
uvicorn.run(app, port=int(sys.argv[2]), log_level="error")
"""


class Line:
    """One connection that stays open, and costs as little as can be."""

    def __init__(self, url: str, cookie: str = "") -> None:
        self._host, _, port = url.removeprefix("http://").partition(":")
        self._port = int(port)
        self._head = f"host: {self._host}:{port}\r\norigin: {url}\r\ncookie: {cookie}\r\n"

    async def __aenter__(self) -> Line:
        self._in, self._out = await asyncio.open_connection(self._host, self._port, limit=2**22)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._out.close()

    async def post(self, path: str, body: dict[str, Any]) -> int:
        """Send JSON; gives the status."""
        text = orjson.dumps(body)
        head = f"POST {path} HTTP/1.1\r\n{self._head}content-type: application/json\r\n"
        self._out.write(f"{head}content-length: {len(text)}\r\n\r\n".encode() + text)
        told = (await self._in.readuntil(b"\r\n\r\n")).lower()
        length = int(told.partition(b"content-length: ")[2].partition(b"\r\n")[0])
        await self._in.readexactly(length)
        return int(told.split(b" ", 2)[1])

    async def events(self, path: str) -> Any:
        """The questions of a stream, as states and changes bring them; entries come once."""
        seen = 0
        self._out.write(f"GET {path} HTTP/1.1\r\n{self._head}\r\n".encode())
        await self._in.readuntil(b"\r\n\r\n")
        rest = b""
        while size := int(await self._in.readuntil(b"\r\n"), 16):
            rest += (await self._in.readexactly(size + 2))[:-2]
            *events, rest = rest.split(b"\n\n")
            for event in events:
                kind, _, data = event.partition(b"\ndata: ")
                if kind.startswith(b"id: "):
                    seen, before = int(kind[4 : kind.index(b"\n")]), seen
                    assert seen == before + 1, f"entry {seen} came after entry {before}"
                if kind in (b"event: state", b"event: change"):
                    told = orjson.loads(data)
                    if "question" in told or "result" in told:
                        yield told


class Pages:
    """All pages, and how long each answer of theirs took to be seen."""

    def __init__(self, look: float) -> None:
        self.look = look
        self.waits: list[float] = []
        self.until = 0.0
        self._boards = 0
        self._ready = asyncio.Event()

    async def play(self, url: str, game: str, cookie: str, chance: random.Random) -> None:
        """One page: answers until the time is over; nothing is noted of a game that has ended."""
        async with Line(url, cookie) as hears, Line(url, cookie) as says:
            sent: tuple[int, float] | None = None
            async for told in hears.events(f"/api/games/{game}/events?after=0&changes=true"):
                question = told.get("question")
                if question is None or not question["yours"]:
                    continue
                if sent is None:
                    self._boards += 1
                    await self._ready.wait()
                if sent is not None and question["number"] > sent[0]:
                    self.waits.append(time.perf_counter() - sent[1])
                await asyncio.sleep(chance.uniform(0, 2 * self.look))
                if time.perf_counter() > self.until:
                    return
                text = chance.choice(question["handles"])["answer"]
                sent = question["number"], time.perf_counter()
                body = {"number": question["number"], "text": text}
                status = await says.post(f"/api/games/{game}/answers", body)
                assert status in (200, 201), status

    async def run(
        self, urls: list[str], games: list[tuple[str, str]], begin: Callable[[], None]
    ) -> float:
        """Play all games for the time, from when all have their board; answers a second."""
        pages = asyncio.gather(
            *(
                self.play(urls[number % len(urls)], *game, random.Random(number))
                for number, game in enumerate(games)
            )
        )
        while self._boards < len(games) and not pages.done():
            await asyncio.sleep(0.1)
        begin()
        start = time.perf_counter()
        self.until = start + SECONDS
        self._ready.set()
        await pages
        return len(self.waits) / (time.perf_counter() - start)


def _new_games(urls: list[str]) -> list[tuple[str, str]]:
    """Games and the cookies that hold them, each made at the server where it is played."""
    wish = {"rulebook": "skirm3", "seats": {"red": {"kind": "me"}, "blue": {"kind": "me"}}}
    with httpx.Client(timeout=60, trust_env=False, verify=False) as owner:
        ids = []
        for number in range(GAMES):
            made = owner.post(f"{urls[number % len(urls)]}/api/games", json=wish)
            made.raise_for_status()
            ids.append(made.json()["game"]["id"])
        cookie = "; ".join(f"{name}={value}" for name, value in owner.cookies.items())
    return [(id, cookie) for id in ids]


@contextmanager
def bare_endpoint(db: str, folder: Path) -> Iterator[int]:
    """A process that stores one row for each request; gives its port."""
    port = free_port()
    script = folder / "bare.py"
    script.write_text(BARE)
    address = "postgresql+psycopg://" + db.partition("://")[2]
    command = [sys.executable, str(script), address, str(port)]
    with subprocess.Popen(command) as process:
        try:
            for _ in range(100):
                time.sleep(0.1)
                try:
                    httpx.post(f"http://127.0.0.1:{port}/", json={}, trust_env=False)
                    break
                except httpx.TransportError:
                    continue
            yield port
        finally:
            process.terminate()


async def _store_rows(url: str) -> float:
    """Requests a second at the bare endpoint, twenty at a time."""
    done, until = 0, time.perf_counter() + SECONDS / 2

    async def page() -> None:
        nonlocal done
        async with Line(url) as line:
            while time.perf_counter() < until:
                assert await line.post("/", {"number": 1, "text": "shoot R1 B2"}) == 200
                done += 1

    await asyncio.gather(*(page() for _ in range(20)))
    return done / (SECONDS / 2)


class Used(NamedTuple):
    """Seconds of processor time: of the servers, of PostgreSQL, of the pages that play here."""

    servers: float
    database: float
    pages: float

    def each(self, before: Used, count: int) -> tuple[float, float, float]:
        """Milliseconds for each of so many answers, since then."""
        servers, database, pages = (
            1000 * (now - then) / count for now, then in zip(self, before, strict=True)
        )
        return servers, database, pages


def used_so_far(servers: list[Served], folder: Path) -> Used:
    """What was used up to now; `folder` is that of the database."""
    told = Path(folder / "data" / "postmaster.pid").read_text(encoding="ascii")
    parent = int(told.splitlines()[0])
    database = 0.0
    for one in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            fields = (one / "stat").read_text(encoding="ascii").rpartition(") ")[2].split()
            if int(one.name) == parent or int(fields[1]) == parent:
                database += Served("", int(one.name)).used()
    return Used(sum(one.used() for one in servers), database, time.process_time())


def _played(count: int, db: str, folder: Path, data: Path, bare: float) -> list[Row]:
    """The rows of so many servers; the database is in `data`."""
    key = str(folder / "secret.key")
    limits = [word for name in _LIMITS for word in ("--limit", f"{name}=1000000")]
    limits += ["--limit", "header_seconds=300", "--limit", "idle_seconds=300"]
    options = ("--db", db, "--secret-file", key, "--workers", "0", *limits)
    with ExitStack() as stack:
        servers = [stack.enter_context(process_of(*options)) for _ in range(count)]
        urls = [one.url for one in servers]
        quick, patient = Pages(0), Pages(LOOK)
        games, before = _new_games(urls), [used_so_far(servers, data)]
        rate = asyncio.run(
            quick.run(urls, games, lambda: before.append(used_so_far(servers, data)))
        )
        used = used_so_far(servers, data).each(before[-1], len(quick.waits))
        asyncio.run(patient.run(urls, _new_games(urls), lambda: None))
    load = f"at load {os.getloadavg()[0]:.0f}"
    slowest = quantiles(patient.waits, n=100)[-1]
    what = f"{GAMES} games on PostgreSQL, {count} server{'s' if count > 1 else ''}"
    return [
        Row(
            f"{what}: answers a second",
            f"{rate:.0f}",
            f"a bare endpoint, {bare:.0f}",
            f"{rate / bare:.2f}",
            "at least 400",
        ),
        Row(
            f"{what}: processor time of the servers for an answer",
            f"{used[0]:.2f} ms",
            f"PostgreSQL {used[1]:.2f} ms, pages {used[2]:.2f} ms; {load}",
        ),
        Row(
            f"{what}, {LOOK:.0f} s for each look: answer to new board, median",
            f"{median(patient.waits) * 1000:.0f} ms",
            beside=load,
        ),
        Row(
            f"{what}, {LOOK:.0f} s for each look: 99 of 100",
            f"{slowest * 1000:.0f} ms",
            beside=load,
            goal="at most 250 ms",
        ),
    ]


def rows() -> list[Row]:
    """All rows of this page."""
    with TemporaryDirectory() as name, TemporaryDirectory(prefix="battlemat-bench-") as data:
        folder = Path(name)
        with cluster(Path(data)) as maintenance:
            with bare_endpoint(new_database(maintenance, "bare"), folder) as port:
                bare = asyncio.run(_store_rows(f"http://127.0.0.1:{port}"))
            found = []
            for count in (1, 2, 4):
                db = new_database(maintenance, f"games{count}")
                found += _played(count, db, folder, Path(data), bare)
            return found
