"""Files that strangers send: whatever is in them, they cost a bounded part of one worker."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from battlemat.kernel.game import Game
from battlemat.kernel.record import record
from battlemat.server.settings import Limits, Settings, database_url
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from server.live import FREE, Live, eventually, running
from server.toy_catalogue import MISCHIEF

GOOD = "setup: {tokens: 1}\nplay:\n  - do: wait\n"
TIGHT = Limits(
    requests_per_second=1e6,
    burst=10**6,
    games_per_hour=10**6,
    waiting=2,
    open_seconds=1,
    open_memory=2**28,
)


@pytest.fixture
def toy(tmp_path: Path) -> Iterator[Live]:
    db = database_url(str(tmp_path / "games.db"))
    with running(Settings(db, limits=TIGHT, workers=1)) as server:
        yield server


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    db = database_url(str(tmp_path_factory.mktemp("uploads") / "games.db"))
    with running(Settings(db, limits=FREE, workers=1), ShippedCatalogue()) as server:
        server.person().post("open", {"text": "warm up"}, 422)
        yield server


def test_a_file_of_fifty_thousand_brackets_is_refused_at_once(real: Live) -> None:
    begun = time.monotonic()
    told = real.person().post("open", {"text": "[" * 50_000}, 422)
    assert told["error"] == "bad-file"
    assert "nested deeper" in told["message"]
    assert time.monotonic() - begun < 5  # 8 s of processor time if it were read to its end


@pytest.mark.parametrize("name", sorted(MISCHIEF))
def test_a_file_that_wants_everything_gets_a_bounded_part_of_a_worker(toy: Live, name: str) -> None:
    begun = time.monotonic()
    assert toy.person().post("open", {"text": name}, 422)["error"] == "bad-file"
    assert time.monotonic() - begun < 25  # it would go on for a minute
    person = toy.person()  # and a new process opens the next file, once it is there
    eventually(lambda: person.http.post("/api/open", json={"text": GOOD}).status_code == 201, 60)


def test_files_that_spin_keep_nobody_else_waiting(toy: Live) -> None:
    def send(_number: int) -> int:
        return toy.person().http.post("/api/open", json={"text": "spin"}).status_code

    with ThreadPoolExecutor(40) as senders:
        sent = [senders.submit(send, number) for number in range(40)]
        slowest, person = 0.0, toy.person()
        for _ in range(20):
            begun = time.monotonic()
            person.get("health")
            person.new_game()
            slowest = max(slowest, time.monotonic() - begun)
            time.sleep(0.02)
        found = [one.result() for one in sent]
    assert slowest < 5
    assert set(found) == {422, 429}  # one address may have two files waiting


def test_a_file_is_put_aside_when_its_sender_has_left(tmp_path: Path) -> None:
    patient = Limits(requests_per_second=1e6, burst=10**6, open_seconds=50)
    db = database_url(str(tmp_path / "games.db"))
    with running(Settings(db, limits=patient, workers=1)) as toy:
        person = toy.person()
        person.post("open", {"text": GOOD})  # the worker is there now
        for _ in range(3):
            with pytest.raises(httpx.ReadTimeout):
                person.http.post("/api/open", json={"text": "spin"}, timeout=0.5)
        # Each of the three would spin for fifty seconds.
        good = {"text": GOOD}
        eventually(lambda: person.http.post("/api/open", json=good).status_code == 201, 60)


# ---------------------------------------------------------------------- numbers that are none


def test_a_number_that_is_none_is_told_as_a_problem_of_the_file(real: Live) -> None:
    catalogue = ShippedCatalogue()
    good = record(Game(catalogue.find("skirm3"), catalogue.build("skirm3", {}))).write()
    head, _, _ = good.partition("setup\n")
    for number in ("NaN", "Infinity", "-Infinity", "1000000000000"):
        text = f'{head}setup\n  {{"turns": {number}}}\nanswers\ndigest 0\n'
        told = real.person().post("open", {"text": text}, 422)
        assert (told["error"], "number" in told["message"]) == ("bad-file", True)
