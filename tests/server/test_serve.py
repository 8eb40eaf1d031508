"""`battlemat serve` as people start it, the page that it shows, and the bot of the manual."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from click.testing import CliRunner

from battlemat.cli import main
from battlemat.kernel.scene import as_json
from battlemat.server.quick_json import drawn, dumps
from battlemat.server.settings import Settings, database_url, limit_names
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from server.live import FREE, HOT_SEAT, Person, eventually, running
from server.toy_catalogue import Standoff

ROOT = Path(__file__).parents[2]


@contextmanager
def serving(*options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command in a process of its own, and the address that it tells."""
    start = "from battlemat.cli import main; main()"
    command = [sys.executable, "-c", start, "serve", "--port", "0", *options]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        found = re.search(r"http://[^/]+/", said)
        try:
            assert found is not None, said
            yield process, found[0]
        finally:
            process.kill()


def test_a_server_starts_tells_where_it_is_and_stops_quietly(tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    with serving("--db", str(db)) as (process, url):
        person = Person(url)
        assert person.get("health")["ok"] is True
        game = person.new_game(seats=HOT_SEAT)
        with game.stream(after=0) as events:
            next(events)
            process.send_signal(signal.SIGINT)
            list(events)  # the stream comes to its end
        person.http.close()
        assert process.wait(20) == 0
        assert process.stdout is not None
        assert process.stdout.read() == ""
    assert db.exists()


def test_what_keeps_a_server_from_starting_is_told_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        busy = CliRunner().invoke(
            main, ["serve", "--port", port, "--db", str(tmp_path / "games.db")]
        )
    assert busy.exit_code != 0
    assert f"cannot listen on 127.0.0.1, port {port}" in busy.output
    for db in (str(tmp_path), "postgresql://nobody@127.0.0.1:1/x", "mongodb://x"):
        failed = CliRunner().invoke(main, ["serve", "--port", "0", "--db", db])
        assert failed.exit_code != 0
        assert "the store cannot be opened" in failed.output
        assert "Traceback" not in failed.output


def test_a_limit_that_is_none_is_told_with_the_nearest(tmp_path: Path) -> None:
    for said, told in (("stream=3", "did you mean 'streams'"), ("streams=x", "streams=NUMBER")):
        failed = CliRunner().invoke(main, ["serve", "--limit", said])
        assert failed.exit_code == 2
        assert told in failed.output
    page = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
    shown = CliRunner().invoke(main, ["serve", "--help"]).output
    for name, number in limit_names().items():
        assert f"{name}={number:.12g}" in " ".join(shown.split())
        assert f"`{name}`" in page


def test_a_server_behind_a_proxy_knows_for_whom_it_asks(tmp_path: Path) -> None:
    options = ["--trusted-proxy", "127.0.0.1", "--allowed-host", "play.example", "--drain", "5"]
    one = ["--limit", "games_per_hour=1", "--workers", "1"]
    with serving("--db", str(tmp_path / "games.db"), *options, *one) as (process, url):
        person = Person(url)
        for name, status in (("play.example", 201), ("evil.example", 400)):
            headers = {"host": name, "x-forwarded-for": "10.0.0.1", "x-forwarded-proto": "https"}
            made = person.http.post("/api/games", json={}, headers=headers)
            assert made.status_code == status
            assert ("secure" in made.headers.get("set-cookie", "").lower()) is (status == 201)
        other = {"x-forwarded-for": "10.0.0.2"}
        assert person.http.post("/api/games", json={}, headers=other).status_code == 201
        assert person.http.post("/api/games", json={}, headers=other).status_code == 429
        assert person.get("ready")["ready"] is True
        process.send_signal(signal.SIGTERM)
        assert eventually(lambda: person.http.get("/api/ready").status_code == 503)
        assert person.get("ready", 503)["error"] == "ending"
        assert person.get("health")["ok"] is True  # it goes on until all have been sent elsewhere
        person.http.close()
        process.wait(30)


def test_a_server_believes_no_address_that_nobody_vouches_for(tmp_path: Path) -> None:
    one = ["--limit", "games_per_hour=1"]
    with serving("--db", str(tmp_path / "games.db"), *one) as (_, url):
        person = Person(url)
        found = [
            person.http.post("/api/games", json={}, headers={"x-forwarded-for": f"10.0.0.{n}"})
            for n in range(2)
        ]
        person.http.close()
    assert [answer.status_code for answer in found] == [201, 429]


def test_the_bot_of_the_manual_plays_a_whole_game(tmp_path: Path) -> None:
    page = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    (bot,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    settings = Settings(database_url(str(tmp_path / "games.db")), limits=FREE, workers=1)
    with running(settings) as live:
        done = subprocess.run(
            [sys.executable, "-c", bot, live.url], capture_output=True, text=True, check=False
        )
    assert done.stderr == ""
    assert done.stdout.strip() == "the shooting is over"


# ---------------------------------------------------------------------- the page


def test_the_page_answers_at_every_address_of_its_own(tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>The table</title>" + " " * 2000)
    (static / "assets/app.js").write_text("let table;" * 500)
    (tmp_path / "secret.txt").write_text("secret")
    settings = Settings(database_url(str(tmp_path / "x.db")), limits=FREE, static=static)
    with running(settings) as live:
        http = live.person().http
        for path in ("/", "/game/abc", "/anything"):
            page = http.get(path)
            assert page.text.startswith("<!doctype html><title>The table</title>")
            assert page.headers["cache-control"] == "no-cache"
        script = http.get("/assets/app.js")
        assert script.text == "let table;" * 500
        assert script.headers["content-encoding"] == "gzip"
        assert "immutable" in script.headers["cache-control"]
        plain = http.get("/assets/app.js", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.text == script.text
        for path in ("/%2e%2e/secret.txt", "/assets/%2e%2e/%2e%2e/secret.txt"):
            assert "secret" not in http.get(path).text


def test_without_a_built_page_the_server_says_how_to_build_it(tmp_path: Path) -> None:
    settings = Settings(database_url(str(tmp_path / "x.db")), limits=FREE, static=tmp_path / "no")
    with running(settings) as live:
        assert "make play" in live.person().http.get("/").text


# ---------------------------------------------------------------------- tables that sleep


def test_tables_that_nobody_uses_sleep_and_wake_as_they_were(tmp_path: Path) -> None:
    settings = Settings(database_url(str(tmp_path / "x.db")), limits=FREE, workers=1, live_tables=2)
    with running(settings) as live:
        ada = live.person()
        games = [ada.new_game(seats=HOT_SEAT) for _ in range(6)]
        for game in games:
            game.answer("step R1 b1")
        for game in games:
            assert game.state["log"][-1]["text"] == "R1 walks to b1."
        assert len(ada.get("games")["games"]) == 6


def test_a_game_of_another_version_is_told_so(tmp_path: Path) -> None:
    settings = Settings(database_url(str(tmp_path / "x.db")), limits=FREE, workers=1)
    with running(settings) as live:
        ada = live.person()
        game = ada.new_game(seats=HOT_SEAT)
    with running(settings, ShippedCatalogue()) as live:
        later = live.person()
        later.http.cookies = ada.http.cookies
        assert later.at(game.id).get(status=409)["error"] == "other-version"
        mine = later.get("games")
        assert (mine["games"], len(mine["outlived"])) == ([], 1)


def test_scenes_are_drawn_as_the_kernel_says() -> None:
    rulebook = Standoff()
    scene = rulebook.scene(rulebook.start({"tokens": 1}))
    assert drawn(scene) == dumps(as_json(scene))
    odd = {"card": {(1, 2): 3}}
    assert drawn(odd) == '{"card":{"(1, 2)":3}}'
