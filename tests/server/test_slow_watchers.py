"""Watchers who do not read what they are sent never slow the table that they look at."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from statistics import median

from battlemat.server.settings import Settings, database_url
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from server.live import FREE, HOT_SEAT, Live, Seated, eventually, running

WATCHERS = 60
ANSWERS = 12
PATIENT = 4 * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


@contextmanager
def deaf(live: Live, game: str) -> Iterator[None]:
    """Many who open the stream of whole states, have room for next to nothing, and never read."""
    port = int(live.url.rpartition(":")[2])
    with ExitStack() as stack:
        for _ in range(WATCHERS):
            ear = stack.enter_context(closing(socket.socket()))
            ear.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            ear.connect(("127.0.0.1", port))
            head = (
                f"GET /api/games/{game}/events?after=0 HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n\r\n"
            )
            ear.sendall(head.encode())
        tables = live.app.state.services.tables
        eventually(lambda: len(tables._listeners.get(game, ())) >= WATCHERS)
        yield


def answers(game: Seated) -> list[float]:
    """How long each of some answers took until it was acknowledged."""
    found = []
    for number in range(ANSWERS):
        question = game.state["question"]
        text = question["handles"][number % len(question["handles"])]["answer"]
        begun = time.monotonic()
        game.answer(text, question["number"])
        found.append(time.monotonic() - begun)
    return found


def test_watchers_who_do_not_read_never_slow_a_table(tmp_path: Path) -> None:
    settings = Settings(database_url(str(tmp_path / "games.db")), limits=FREE, workers=1)
    with running(settings, ShippedCatalogue()) as live:
        game = live.person().new_game(rulebook="skirmishers", seats=HOT_SEAT)
        other = live.person().new_game(rulebook="skirmishers", seats=HOT_SEAT)
        answers(game)
        with deaf(live, game.id):
            watched, alone = answers(game), answers(other)
        assert max(watched) < 0.25 * PATIENT
        assert median(watched) < 0.1 * PATIENT
        assert median(alone) < 0.1 * PATIENT
