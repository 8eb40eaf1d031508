"""Games between strangers, as a host has them: two pages for each game, each with an address and a
cookie of its own, through nginx to two servers on PostgreSQL; Skirm, Open Fire, Skirmishers, and
Skirm against a machine.

Every page hears its stream: one of each game the whole state after each answer, the other what
changed, as browsers do. Limits are those that stand where nothing is said: addresses are of the
loopback (127.x.y.z), and nginx tells them on. A game goes always to the same server, as
docs/hosting.md advises. The bare endpoint is one process behind the same nginx. First all games are
played as fast as the servers can, then three hundred with two seconds for each look.

Left out: encryption (TLS) and packing (gzip), the time that browsers draw, networks that are slow,
odds, hints and chat, and games that wake or end. Everything shares the machine with these pages.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import orjson

from bench.measure import Row
from bench.server import Served, process_of
from bench.server_processes import bare_endpoint, used_so_far

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from server.nginx import nginx
from server.postgres import cluster, new_database

SERVERS = 2
QUICK_GAMES = 40
MANY_GAMES = 300
SECONDS = 12.0
WARMING = 3.0
"""Seconds that are played and not counted: a server works out each board's ways once."""
LOOK = 2.0
_NONCE = "5f3a" * 8


class Kind(NamedTuple):
    """A kind of game that is measured, and what it shall reach beside a bare endpoint."""

    name: str
    rulebook: str
    machine: str = ""
    goal: float = 0.0


KINDS = (
    Kind("Skirm", "skirm3", goal=0.9),
    Kind("Open Fire", "openfire", goal=0.5),
    Kind("Skirmishers", "skirmishers", goal=0.5),
    Kind("Skirm against a machine", "skirm3", machine="recruit"),
)


class Line:
    """One connection of somebody's, from an address of their own."""

    def __init__(self, url: str, address: str, cookie: str = "") -> None:
        self._host, _, port = url.removeprefix("http://").partition(":")
        self._port, self._address, self.cookie = int(port), address, cookie
        self._origin = f"host: {self._host}:{port}\r\norigin: {url}\r\n"

    async def __aenter__(self) -> Line:
        self._in, self._out = await asyncio.open_connection(
            self._host, self._port, limit=2**23, local_addr=(self._address, 0)
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        self._out.close()

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, bytes]:
        """Send a request; gives the status and the body of its answer."""
        text = b"" if body is None else orjson.dumps(body)
        head = f"{method} {path} HTTP/1.1\r\n{self._origin}cookie: {self.cookie}\r\n"
        if body is not None:
            head += f"content-type: application/json\r\ncontent-length: {len(text)}\r\n"
        self._out.write(head.encode() + b"\r\n" + text)
        told = (await self._in.readuntil(b"\r\n\r\n")).decode("latin-1")
        status = int(told.split(" ", 2)[1])
        heads = dict(line.split(": ", 1) for line in told.split("\r\n")[1:] if line)
        heads = {name.lower(): value for name, value in heads.items()}
        if "set-cookie" in heads:
            self.cookie = heads["set-cookie"].partition(";")[0]
        if "content-length" in heads:
            return status, await self._in.readexactly(int(heads["content-length"]))
        return status, b"".join([chunk async for chunk in self._chunks()])

    async def events(self, path: str) -> AsyncIterator[Any]:
        """The states and changes of a stream."""
        self._out.write(
            f"GET {path} HTTP/1.1\r\n{self._origin}cookie: {self.cookie}\r\n\r\n".encode()
        )
        told = await self._in.readuntil(b"\r\n\r\n")
        assert told.split(b" ", 2)[1] == b"200", told
        rest = b""
        async for chunk in self._chunks():
            *events, rest = (rest + chunk).split(b"\n\n")
            for event in events:
                kind, _, data = event.partition(b"\ndata: ")
                if kind in (b"event: state", b"event: change"):
                    yield orjson.loads(data)

    async def _chunks(self) -> AsyncIterator[bytes]:
        while size := int(await self._in.readuntil(b"\r\n"), 16):
            yield (await self._in.readexactly(size + 2))[:-2]
        await self._in.readuntil(b"\r\n")


class Seat(NamedTuple):
    """Somebody at a game: from where they come, by what they are known, how they listen."""

    game: str
    address: str
    cookie: str
    by_changes: bool


def _addresses() -> Iterator[str]:
    """Addresses of the loopback, another each time."""
    for number in range(1, 2**16):
        yield f"127.{number >> 14 & 63 | 64}.{number >> 7 & 127}.{number & 127 | 128}"


async def new_game(url: str, kind: Kind, addresses: Iterator[str]) -> list[Seat]:
    """A game as strangers make it: one offers a link, the other joins, both add a nonce."""
    here, there = next(addresses), next(addresses)
    other = {"kind": "machine", "machine": kind.machine} if kind.machine else {"kind": "friend"}
    async with Line(url, here) as maker, Line(url, there) as guest:
        wish = {"rulebook": kind.rulebook, "seats": {"red": {"kind": "me"}, "blue": other}}
        status, body = await maker.ask("POST", "/api/games", {**wish, "nonces": True})
        assert status == 201, body
        state = orjson.loads(body)
        game = state["game"]["id"]
        if not kind.machine:
            (link,) = state["links"]["invites"].values()
            token = {"token": link.partition("#invite=")[2], "nonce": _NONCE}
            status, body = await guest.ask("POST", f"/api/games/{game}/join", token)
            assert status == 200, body
        status, body = await maker.ask("POST", f"/api/games/{game}/nonce", {"nonce": _NONCE})
        assert status == 201, body
        seats = [Seat(game, here, maker.cookie, True)]
        if not kind.machine:
            seats.append(Seat(game, there, guest.cookie, False))
        return seats


class Pages:
    """All pages, and how long each answer took until it was seen on every page of its game."""

    def __init__(self, url: str, look: float) -> None:
        self._url, self._look = url, look
        self.waits: list[float] = []
        self.answers = 0
        self._sent: dict[tuple[str, int], float] = {}
        self._boards = 0
        self._ready = asyncio.Event()
        self._until = 0.0

    async def run(self, seats: list[Seat], begin: Callable[[], None]) -> float:
        """Play for the time, once all have their board and are warm; answers a second."""
        pages = asyncio.gather(*(self._page(seat, number) for number, seat in enumerate(seats)))
        while self._boards < len(seats) and not pages.done():
            await asyncio.sleep(0.1)
        self._until = time.perf_counter() + WARMING + SECONDS
        self._ready.set()
        await asyncio.sleep(WARMING)
        self.answers, self.waits = 0, []
        begin()
        await pages
        return self.answers / SECONDS

    async def _page(self, seat: Seat, number: int) -> None:
        """One page; it leaves when the time is over, or when nothing comes any more."""
        chance, path = random.Random(number), f"/api/games/{seat.game}/events?after=0"
        async with AsyncExitStack() as stack:
            hears = await stack.enter_async_context(Line(self._url, seat.address, seat.cookie))
            says = await stack.enter_async_context(Line(self._url, seat.address, seat.cookie))
            told = hears.events(path + ("&changes=true" if seat.by_changes else ""))
            first, question = True, None
            while True:
                try:
                    async with asyncio.timeout(self._patience()):
                        state = await anext(told)
                except (TimeoutError, StopAsyncIteration):
                    return
                question = state.get("question", question)
                if first:
                    first, self._boards = False, self._boards + 1
                    await self._ready.wait()
                if question is not None:
                    self._note(seat, question["number"])
                    if question["yours"] and not await self._answer(seat, says, question, chance):
                        return

    def _patience(self) -> float:
        return max(0.05, self._until - time.perf_counter()) if self._until else 300

    def _note(self, seat: Seat, number: int) -> None:
        sent = self._sent.get((seat.game, number - 1))
        if sent is not None:
            self.waits.append(time.perf_counter() - sent)

    async def _answer(self, seat: Seat, says: Line, question: Any, chance: random.Random) -> bool:
        """Look, and answer; False when the time is over. What was answered already is let be."""
        number = question["number"]
        if (seat.game, number) in self._sent:
            return True
        await asyncio.sleep(chance.uniform(0, 2 * self._look))
        if time.perf_counter() > self._until:
            return False
        self._sent[seat.game, number] = time.perf_counter()
        body = {"number": number, "text": chance.choice(question["handles"])["answer"]}
        status, told = await says.ask("POST", f"/api/games/{seat.game}/answers", body)
        assert status == 201, told
        self.answers += 1
        return True


async def _played(
    url: str, kind: Kind, games: int, look: float, begin: Callable[[], None]
) -> tuple[float, Pages]:
    addresses = _addresses()
    made = [await new_game(url, kind, addresses) for _ in range(games)]
    pages = Pages(url, look)
    return await pages.run([seat for seats in made for seat in seats], begin), pages


async def _store_rows(url: str, seconds: float) -> float:
    """Requests a second at the bare endpoint, twenty at a time, through the proxy."""
    done, until, addresses = 0, time.perf_counter() + seconds, _addresses()

    async def page(address: str) -> None:
        nonlocal done
        async with Line(url, address) as line:
            while time.perf_counter() < until:
                status, _ = await line.ask("POST", "/", {"number": 1, "text": "shoot R1 B2"})
                assert status == 200
                done += 1

    await asyncio.gather(*(page(next(addresses)) for _ in range(20)))
    return done / seconds


@contextmanager
def behind_proxy(db: str, folder: Path) -> Iterator[tuple[str, list[Served]]]:
    """Two servers on one store behind nginx, which sends a game always to the same one."""
    options = ("--db", db, "--secret-file", str(folder / "secret.key"))
    with ExitStack() as stack:
        trusting = (*options, "--trusted-proxy", "127.0.0.1")
        servers = [stack.enter_context(process_of(*trusting)) for _ in range(SERVERS)]
        ports = [int(one.url.rpartition(":")[2]) for one in servers]
        yield (
            stack.enter_context(nginx(folder, ports, "", connections=8_000, by_game=True)),
            servers,
        )


def _rows_of(kind: Kind, found: tuple[float, Pages], bare: float, used: tuple[float, ...]) -> Row:
    rate, _ = found
    what = f"{kind.name}: answers a second, {QUICK_GAMES} games, {SERVERS} servers behind nginx"
    spent = f"for each: servers {used[0]:.1f} ms, PostgreSQL {used[1]:.1f}, pages {used[2]:.1f}"
    goal = f"at least {kind.goal} of it" if kind.goal else ""
    beside = f"a bare endpoint, {bare:.0f}; {spent}; at load {os.getloadavg()[0]:.0f}"
    return Row(what, f"{rate:.0f}", beside, f"{rate / bare:.2f}", goal)


def rows() -> list[Row]:
    """All rows of this page."""
    found: list[Row] = []
    with TemporaryDirectory() as name, TemporaryDirectory(prefix="battlemat-bench-") as data:
        folder = Path(name)
        with cluster(Path(data)) as maintenance:
            with bare_endpoint(new_database(maintenance, "bare"), folder) as port:
                (folder / "bare").mkdir()
                with nginx(folder / "bare", [port, port], "", connections=1_000) as url:
                    bare = asyncio.run(_store_rows(url, SECONDS / 2))
            for number, kind in enumerate(KINDS):
                db = new_database(maintenance, f"games{number}")
                with behind_proxy(db, folder) as (url, servers):
                    before = [used_so_far(servers, Path(data))]

                    def begin(servers: list[Served] = servers, before: list[Any] = before) -> None:
                        before.append(used_so_far(servers, Path(data)))

                    played = asyncio.run(_played(url, kind, QUICK_GAMES, 0, begin))
                    used = used_so_far(servers, Path(data))
                    spent = used.each(before[-1], max(1, played[1].answers))
                    found.append(_rows_of(kind, played, bare, spent))
            found += _patient(new_database(maintenance, "many"), folder)
    return found


def _patient(db: str, folder: Path) -> list[Row]:
    """Three hundred games at once, with time to look."""
    with behind_proxy(db, folder) as (url, _):
        _, pages = asyncio.run(_played(url, KINDS[0], MANY_GAMES, LOOK, lambda: None))
    what = (
        f"{MANY_GAMES} games of Skirm, two pages each, {LOOK:.0f} s for each look: answer to board"
    )
    load = f"on both pages; at load {os.getloadavg()[0]:.0f}"
    slowest = quantiles(pages.waits, n=100)[-1]
    return [
        Row(f"{what}, median", f"{median(pages.waits) * 1000:.0f} ms", load),
        Row(f"{what}, 99 of 100", f"{slowest * 1000:.0f} ms", load, goal="at most 250 ms"),
    ]
