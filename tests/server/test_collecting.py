"""Rubbish is searched for when nobody waits for anything, or when there is too much of it."""

from __future__ import annotations

import gc
import subprocess
import sys

import pytest

from battlemat.server.upkeep.collecting import Collector
from server.live import child_environment


class Busy:
    """A server's counts, as a collector sees them."""

    def __init__(self) -> None:
        self.requests = 0
        self.bytes = 100

    def collector(self) -> Collector:
        return Collector(lambda: self.requests, lambda: self.bytes)


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    found: list[bool] = []
    monkeypatch.setattr(gc, "collect", lambda: found.append(True))
    return found


def test_a_server_that_is_asked_all_the_time_is_not_stopped(searches: list[bool]) -> None:
    busy = Busy()
    collector = busy.collector()
    for _ in range(300):
        busy.requests += 1
        assert not collector.look(1.0)
    assert not searches


def test_it_is_searched_once_when_it_is_quiet_again(searches: list[bool]) -> None:
    busy = Busy()
    collector = busy.collector()
    busy.requests += 5
    assert [collector.look(1.0) for _ in range(6)] == [False, True, False, False, False, False]
    assert searches == [True]


def test_one_that_has_grown_is_searched_in_the_end(searches: list[bool]) -> None:
    busy = Busy()
    collector = busy.collector()
    busy.bytes = 200
    found = 0
    for _ in range(125):
        busy.requests += 1
        found += collector.look(1.0)
    assert found == len(searches) == 1  # it does not grow any more


def test_what_is_there_when_it_starts_is_never_looked_at_again() -> None:
    """In a process of its own: it is meant for one."""
    told = subprocess.run(
        [
            sys.executable,
            "-c",
            "import gc; from battlemat.server.upkeep.collecting import put_off; put_off();"
            "print(gc.get_freeze_count() > 10_000, gc.get_threshold()[2] > 10**6)",
        ],
        env=child_environment(),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert told.stdout.split() == ["True", "True"]
