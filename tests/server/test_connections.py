"""Connections that say nothing, or say it slowly, are closed; an address has so many, no more."""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from battlemat.server import connections
from battlemat.server.logs import BoundedLog
from battlemat.server.settings import Limits, Settings, database_url
from server.live import Live, eventually, running

QUICK = Limits(
    requests_per_second=1e6,
    burst=10**6,
    connections_each=20,
    idle_seconds=1,
    header_seconds=1,
    body_seconds=3,
    send_seconds=0.2,
)
HEAD = (
    b"POST /api/games HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
    b"content-length: %d\r\n\r\n"
)


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    db = database_url(str(tmp_path_factory.mktemp("strict") / "games.db"))
    with running(Settings(db, limits=QUICK, workers=1)) as server:
        yield server


def connect(live: Live) -> socket.socket:
    host, _, port = live.url.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), timeout=20)


def closed_after(plug: socket.socket) -> tuple[bytes, float]:
    """What came over a connection until the server closed it, and how long that took."""
    begun, found = time.monotonic(), b""
    try:
        while chunk := plug.recv(65_536):
            found += chunk
    except ConnectionResetError:
        pass
    return found, time.monotonic() - begun


def test_silent_connections_are_counted_and_closed(strict: Live) -> None:
    person = strict.person()
    with ExitStack() as stack:
        plugs = [stack.enter_context(connect(strict)) for _ in range(20)]
        refused, _ = closed_after(stack.enter_context(connect(strict)))
        assert refused.startswith(b"HTTP/1.1 429")
        for plug in plugs:
            told, seconds = closed_after(plug)
            assert (told, seconds < 10) == (b"", True)
    assert person.get("health")["ok"] is True


@pytest.mark.parametrize("begun", [b"GET /api/health HTTP/1.1\r\n", b""])
def test_headers_that_come_a_byte_at_a_time_are_not_waited_for(strict: Live, begun: bytes) -> None:
    with connect(strict) as plug:
        plug.sendall(begun)
        assert drip(plug) < 8


def drip(plug: socket.socket) -> float:
    """Send a byte at a time until the server has had enough; how long that took."""
    begun = time.monotonic()
    for _ in range(100):
        try:
            plug.sendall(b"x")
        except OSError:
            break
        time.sleep(0.1)
    return time.monotonic() - begun


def test_headers_are_not_waited_for_on_a_connection_that_was_used_before(strict: Live) -> None:
    with connect(strict) as plug:
        plug.sendall(HEAD % 2)
        time.sleep(0.6)
        plug.sendall(b"{")
        time.sleep(0.6)  # the time for the first headers is over, and they are long there
        plug.sendall(b"}")
        assert plug.recv(65_536).startswith(b"HTTP/1.1 201")
        plug.sendall(b"GET /api/health HTTP/1.1\r\n")
        assert drip(plug) < 8


def test_a_connection_that_is_idle_after_an_answer_is_closed(strict: Live) -> None:
    with connect(strict) as plug:
        plug.sendall(b"GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n")
        told, seconds = closed_after(plug)
    assert told.startswith(b"HTTP/1.1 200")
    assert seconds < 8


def test_a_body_that_comes_a_byte_at_a_time_is_not_waited_for(strict: Live) -> None:
    with connect(strict) as plug:
        plug.sendall(HEAD % 1000 + b"{")
        told, seconds = closed_after(plug)
    assert told.startswith(b"HTTP/1.1 408")
    assert b"too-slow" in told
    assert seconds < 8


def test_whoever_takes_nothing_of_what_is_sent_is_left(strict: Live) -> None:
    host, _, port = strict.url.removeprefix("http://").partition(":")
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.settimeout(20)
        deaf.connect((host, int(port)))
        with pytest.raises(ConnectionError):
            deaf.sendall(b"GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n" * 100_000)


def flooded(name: str, lines: int, bytes: int) -> logging.Logger:
    logger = logging.getLogger(f"battlemat.test.{name}")
    logger.addFilter(BoundedLog(lines, bytes))
    return logger


def test_a_log_that_is_flooded_stays_short(caplog: pytest.LogCaptureFixture) -> None:
    logger = flooded("flood", 5, 10**6)
    for number in range(1000):
        logger.warning("flood %d", number)
    assert len(caplog.records) == 5
    assert caplog.records[-1].getMessage().startswith("flood 4 (what follows")


def test_a_log_that_is_flooded_with_long_lines_stays_small(
    caplog: pytest.LogCaptureFixture,
) -> None:
    logger = flooded("long lines", 10**6, 50_000)
    for number in range(1000):
        logger.warning("%d %s and its end", number, "\u00e4" * 100_000)
    assert 2 < len(caplog.records) < 20
    assert sum(len(one.getMessage().encode()) for one in caplog.records) < 70_000
    assert "and its end" in caplog.records[0].getMessage()


def test_a_traceback_counts_with_all_its_lines(caplog: pytest.LogCaptureFixture) -> None:
    logger = flooded("tracebacks", 60, 10**6)
    for _ in range(100):
        try:
            raise ZeroDivisionError("x" * 100_000)
        except ZeroDivisionError:
            logger.exception("a request failed")
    assert 1 < len(caplog.records) < 20
    assert sum(len(one.exc_text or "") for one in caplog.records) < 130_000
    assert (caplog.records[0].exc_text or "").startswith("Traceback")


class Closed:
    """An entrance that lets nobody in until it is opened."""

    def __init__(self, _each_round: int) -> None:
        self.waiting: list[Callable[[], bool]] = []
        CLOSED.append(self)

    def let(self, come: Callable[[], bool]) -> None:
        self.waiting.append(come)


CLOSED: list[Closed] = []


def test_health_is_told_while_a_crowd_waits_to_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "Entrance", Closed)
    db = database_url(str(tmp_path / "games.db"))
    with running(Settings(db, limits=QUICK, workers=1)) as live, ExitStack() as stack:
        crowd = [stack.enter_context(connect(live)) for _ in range(10)]
        for plug in crowd:
            plug.sendall(b"GET /api/games HTTP/1.1\r\nhost: x\r\n")
            plug.sendall(b"\r\n")  # and what comes later is read later
        entrance = CLOSED[-1]
        eventually(lambda: len(entrance.waiting) == 10)
        assert live.person().get("health")["ok"] is True
        assert len(entrance.waiting) == 10
        time.sleep(1.2)  # longer than headers may take: it is not they who are slow
        loop = live.app.state.services.tables._loop
        for come in entrance.waiting:
            loop.call_soon_threadsafe(come)
        entrance.let = lambda come: loop.call_soon(come)  # type: ignore[method-assign]
        for plug in crowd:
            assert plug.recv(65_536).startswith(b"HTTP/1.1 200")
