"""What was once enough to take the server down, in its original size, against a server as it is
started: with the limits that stand where nothing is said.
"""

from __future__ import annotations

import json
import os
import random
import re
import resource
import socket
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from battlemat.kernel.game import Game
from battlemat.kernel.record import record
from battlemat.packs.solving.puzzles import shipped_puzzles
from battlemat.server.connections import raise_file_limit
from battlemat.server.fitting_choices import PreparedChoices
from battlemat.server.guard import verb_of
from battlemat.server.settings import VERBS, Limits, Settings, database_url
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from server.live import Live, Person, against, eventually, running
from server.mutations import Files, wish
from server.toy_catalogue import ToyCatalogue

PATIENT = 4 * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
"""How many times as long as on a machine of its own something may take where much else runs."""


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    db = database_url(str(tmp_path_factory.mktemp("attacked") / "games.db"))
    limits = Limits(games_per_hour=10**6, requests_per_second=1e6, burst=10**6)
    with running(Settings(db, limits=limits, workers=1), ShippedCatalogue()) as server:
        server.person().post("open", {"text": "warm up"}, 422)
        yield server


def slowest_health(person: Person, sent: list[Future[tuple[int, float]]]) -> float:
    """The longest wait for an answer about health, for as long as something is under way."""
    slowest = 0.0
    while not all(one.done() for one in sent):
        begun = time.monotonic()
        assert person.get("health")["ok"] is True
        slowest = max(slowest, time.monotonic() - begun)
        time.sleep(0.02)
    return slowest


@pytest.mark.parametrize("text", ["[" * 50_000, "[" * 200_000, "{a: " * 50_000, "- " * 100_000])
def test_forty_deeply_nested_files_at_once_keep_nobody_waiting(real: Live, text: str) -> None:
    def send(_number: int) -> tuple[int, float]:
        begun = time.monotonic()
        with closing(Person(real.url).http) as http:  # an address has so many connections
            status = http.post("/api/open", json={"text": text}).status_code
        return status, time.monotonic() - begun

    with ThreadPoolExecutor(40) as senders:
        sent = [senders.submit(send, number) for number in range(40)]
        slowest = slowest_health(real.person(), sent)
        found = [one.result() for one in sent]
    assert {status for status, _ in found} <= {422, 429}
    assert 422 in {status for status, _ in found}
    assert max(seconds for _, seconds in found) < 10 * PATIENT  # it was minutes, and silence
    assert slowest < 1 * PATIENT


@pytest.mark.parametrize("key", ["att", "dmg", "models", "rounds"])
def test_a_number_of_a_thousand_milliards_is_refused(real: Live, key: str) -> None:
    catalogue = ShippedCatalogue()
    text = record(Game(catalogue.find("openfire"), catalogue.build("openfire", {}))).write()
    huge, count = re.subn(rf'"{key}": \d+', f'"{key}": {10**12}', text)
    if not count:
        huge = text.replace("setup\n  {", f'setup\n  {{"{key}": {10**12},', 1)
    begun = time.monotonic()
    told = real.person().post("open", {"text": huge}, 422)
    assert told["error"] == "bad-file"
    assert time.monotonic() - begun < 5 * PATIENT


def test_a_thousand_silent_connections_are_no_outage(
    real: Live, caplog: pytest.LogCaptureFixture
) -> None:
    raise_file_limit()
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 2_500
    host, _, port = real.url.removeprefix("http://").partition(":")
    person = real.person()
    person.get("health")
    with ExitStack() as stack:
        plugs = []
        for _ in range(1_060):
            plug = socket.create_connection((host, int(port)), timeout=60)
            plugs.append(stack.enter_context(plug))
        refused = sum(plug.recv(12) == b"HTTP/1.1 429" for plug in plugs[-900:])
        assert refused == 900  # one address has at most a hundred
        begun = time.monotonic()
        assert person.get("health")["ok"] is True  # over a connection that was there before
        assert time.monotonic() - begun < 1 * PATIENT
    eventually(lambda: real.person().get("health")["ok"])
    assert len(caplog.records) <= 120


def test_two_hundred_unwatched_machine_games_keep_no_person_waiting(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    db = database_url(str(tmp_path_factory.mktemp("crowded") / "games.db"))
    machines = {player: {"kind": "machine", "machine": "greedy"} for player in ("red", "blue")}
    limits = Limits(requests_per_second=1e6, burst=10**6)
    with running(Settings(db, limits=limits, workers=1), ToyCatalogue()) as live:
        crowd = live.person()
        for _ in range(199):
            crowd.new_game(seats=machines, pace=0)
        game = crowd.new_game(seats=against("greedy"), choices={"tokens": "0"})
        begun = time.monotonic()
        game.answer("wait")
        eventually(lambda: game.state["question"]["yours"], 10 * PATIENT)  # 89 s, once
        assert time.monotonic() - begun < 5 * PATIENT
        told = crowd.post("games", {"seats": machines}, 429)  # one address has 200 in an hour
        assert told["error"] == "too-many"


def test_whatever_can_be_asked_has_a_limit_and_every_limit_something_that_it_is_for(
    real: Live,
) -> None:
    asked = {
        (path, verb_of(method.upper(), path))
        for path, methods in real.app.openapi()["paths"].items()
        for method in methods
    }
    assert {verb for _, verb in asked if verb is not None} == set(VERBS)
    # Health costs nothing; games that are made and files that are opened have limits by the hour.
    free = {"/api/health", "/api/ready", "/api/games", "/api/open"}
    assert {path for path, verb in asked if verb is None} == free


# ---------------------------------------------------------------------- mutated files and wishes


def test_no_mutated_file_or_wish_finds_a_server_error(real: Live) -> None:
    """A part of what `python -m bench server_mutations` tries ten thousand of."""
    catalogue, chance = ShippedCatalogue(), random.Random("wishes")
    files, person = Files(catalogue, "files"), real.person()
    for number in range(160):
        if number % 2:
            body, path = {"text": files.next()}, "/api/open"
        else:
            body, path = wish(catalogue, chance), "/api/games"
        begun = time.monotonic()
        answer = person.http.post(
            path, content=json.dumps(body), headers={"content-type": "application/json"}
        )
        assert answer.status_code in (201, 400, 404, 413, 422), body
        assert time.monotonic() - begun < 2 * PATIENT, body
    assert person.get("health")["ok"] is True


ODD_TEXTS = ("\\ud800", "\\u0000", "\\u202e", "y" * 300, "[" * 5_000, "a: " + "[" * 900)
ODD_VALUES = ("NaN", "1e999", "9" * 4_500, "[" * 900 + "]" * 900, '{"a":' * 400 + "1" + "}" * 400)


def of_what_learners_and_builders_send() -> Iterator[tuple[str, str]]:
    """Odd bodies for lessons, puzzles, rules, squads and campaigns, as they go over the wire."""
    answers = "puzzles/skirm3/" + shipped_puzzles("skirm3")[0] + "/answers"
    change = '{"text":"id: x","changes":[{"do":"set","path":["name"],"value":%s}]}'
    for text in (f'"{one}"' for one in ODD_TEXTS):
        yield answers, f'{{"text":{text}}}'
        yield "learn/skirm3", f'{{"lesson":{text}}}'
        yield "rules/skirm3/play", f'{{"board":{text}}}'
        yield "barracks/skirm3", f'{{"text":{text}}}'
        yield "barracks/skirm3", change.replace('"name"', text) % text
        yield "campaigns/begin", f'{{"file":{text}}}'
        yield "campaigns/file", f'{{"file":{text}}}'
        yield "campaigns/look", f'{{"ledger":{text}}}'
        yield "campaigns/merge", f'{{"ledger":{text},"other":{text}}}'
    for value in ODD_VALUES:
        yield "barracks/skirm3", change % value
        yield "barracks/skirm3/odds", f'{{"text":"x","enemy":"x","other":0,"entry":{value}}}'
        yield "learn/skirm3", f'{{"lesson":"x","board":{value}}}'
        yield "rules/skirm3/play", f'{{"board":"x","step":{value}}}'


def test_nothing_that_learners_and_builders_send_is_a_server_error(real: Live) -> None:
    person = real.person()
    for path, body in of_what_learners_and_builders_send():
        head = {"content-type": "application/json"}
        answer = person.http.post(f"/api/{path}", content=body, headers=head)
        assert answer.status_code in (200, 400, 404, 413, 422), (path, body[:80])
        answer.json()
    assert person.get("health")["ok"] is True


def test_a_ledger_of_a_megabyte_is_read_within_bounds_or_refused(real: Live) -> None:
    person = real.person()
    shipped = person.get("campaigns")["campaigns"][0]
    wish = {"rulebook": shipped["rulebook"], "id": shipped["id"]}
    ledger = person.post("campaigns/begin", wish, 200)["ledger"]
    last = ledger.splitlines(keepends=True)[-1]
    long = (ledger + last * (10**6 // len(last)))[: 10**6 - 5_000]
    for path, body in (
        ("look", {"ledger": long}),
        ("merge", {"ledger": ledger, "other": long}),
        ("merge", {"ledger": long, "other": ledger}),
        ("decide", {"ledger": ledger, "do": "battle", "at": "1", "what": "x" * 900_000}),
    ):
        answer = person.http.post(f"/api/campaigns/{path}", json=body)
        assert answer.status_code in (200, 413, 422), path
        assert len(answer.content) < 2 * 10**6
    assert person.get("health")["ok"] is True


def test_what_fits_what_is_worked_out_beside_the_server_and_once(
    real: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each answer takes seconds: whoever asks for all of them keeps nobody else waiting."""

    def not_here(*_: object) -> None:
        raise AssertionError("it is worked out in the server's own process")

    monkeypatch.setattr(PreparedChoices, "_narrowed", not_here)
    catalogue = real.person().get("catalogue")
    (book,) = (one for one in catalogue["rulebooks"] if one["name"] == "skirm3")
    lead = book["choices"][0]
    paths = [
        f"rulebooks/skirm3/choices/{lead['key']}/{option['id']}" for option in lead["options"][:2]
    ]
    with ThreadPoolExecutor(6) as askers:
        told = list(askers.map(lambda path: real.person().get(path), paths * 3))
    assert told[:2] == told[2:4] == told[4:]
    assert told[0]["choices"][0]["default"] == lead["options"][0]["id"]
    pools = real.app.state.services.tables.pools
    assert next(pools.fitters._numbers) <= 3  # two answers, two pieces of work


@pytest.mark.parametrize(
    ("verb", "path"),
    [
        ("games", "games"),
        ("catalogue", "catalogue"),
        ("clauses", "rulebooks/toy/clauses"),
        ("choices", "rulebooks/toy/choices/tokens/2"),
        ("boards", "rulebooks/toy/picture.png"),
        ("musters", "musters"),
    ],
)
def test_costly_looks_have_a_limit_of_their_own(tmp_path: Path, verb: str, path: str) -> None:
    limits = Limits(verbs_per_minute={verb: 2})
    with running(Settings(database_url(str(tmp_path / "games.db")), limits=limits)) as live:
        person = live.person()
        statuses = [person.http.get(f"/api/{path}").status_code for _ in range(4)]
        assert statuses[2:] == [429, 429]
        assert 429 not in statuses[:2]
        person.new_game()  # making a game is another thing than listing them
