"""Behind a proxy, below a path, on several servers: a whole game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner

from battlemat.cli import main
from battlemat.server.settings import Settings, database_url, path_prefix
from server.live import BY_LINK, FREE, HOT_SEAT, Live, Person, Seated, running
from server.nginx import nginx, toy_servers
from server.postgres import new_database

PREFIX = "/mat"


@pytest.fixture(scope="module")
def behind(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of two servers on one PostgreSQL, behind nginx, below a path."""
    folder = tmp_path_factory.mktemp("nginx")
    db = new_database(postgres, "behind_a_proxy")
    with toy_servers(db, PREFIX) as ports, nginx(folder, ports, PREFIX) as url:
        yield url


def test_two_people_play_a_whole_game_through_a_proxy_and_two_servers(behind: str) -> None:
    ada, bo = Person(behind), Person(behind)
    red = ada.new_game(seats=BY_LINK)
    assert red.state["links"]["watch"] == f"{PREFIX}/game/{red.id}"
    blue = red.invite(bo)
    heard: list[int] = []
    listening = Thread(target=listen, args=(Person(behind).at(red.id), heard))
    listening.start()
    players = [Thread(target=seat.play_out) for seat in (red, blue)]
    for player in players:
        player.start()
    for player in players:
        player.join()
    listening.join()
    over = red.state
    assert over["result"] is not None
    assert over == {**blue.state, **{key: over[key] for key in ("you", "seats", "links", "undo")}}
    assert heard == list(range(1, over["number"] + 1))
    for person in (ada, bo):
        person.http.close()


def listen(watcher: Seated, heard: list[int]) -> None:
    """Hear every entry of a game until it is over."""
    with watcher.stream(after=0) as events:
        for event in events:
            if event.id is not None:
                heard.append(event.id)
            elif event.kind == "state" and event.data["result"]:
                break
    watcher.person.http.close()


def test_the_page_and_its_files_are_found_below_the_path(tmp_path: Path) -> None:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    text = '<link href="/icon.svg"><script src="/assets/x.js"></script><a href="//example.org">'
    (page / "index.html").write_text(text, encoding="utf-8")
    (page / "assets" / "x.js").write_text("1", encoding="utf-8")
    db = database_url(str(tmp_path / "games.db"))
    with running(Settings(db, limits=FREE, static=page, prefix=PREFIX)) as live:
        http = live.person().http
        for path in ("/mat", "/mat/", "/mat/game/x", "/", "/game/x"):  # cut off by a proxy or not
            told = http.get(path)
            assert told.status_code == 200
            assert 'href="/mat/icon.svg"' in told.text
            assert 'src="/mat/assets/x.js"' in told.text
            assert 'href="//example.org"' in told.text
        assert http.get("/mat/assets/x.js").text == "1"
        assert http.get("/material").text.startswith("<link")  # a page's own address, no prefix


def below(live: Live) -> Person:
    return Person(live.url + PREFIX)


def test_cookies_and_limits_are_kept_below_the_path(tmp_path: Path) -> None:
    db = database_url(str(tmp_path / "games.db"))
    with running(Settings(db, limits=FREE, prefix=PREFIX)) as live:
        person = below(live)
        made = person.http.post("/api/games", json={"seats": HOT_SEAT})
        assert "path=/mat;" in made.headers["set-cookie"].lower()
        game = person.at(made.json()["game"]["id"])
        assert game.state["you"]["seats"] == ["blue", "red"]
        large = person.http.post("/api/open", json={"text": "x" * 20_000})
        assert large.status_code == 422  # a file may be larger than other bodies, here as well
        person.http.close()


@pytest.mark.parametrize(
    ("said", "path"), [("", ""), ("/", ""), ("mat", "/mat"), ("/a/b-c/", "/a/b-c")]
)
def test_a_path_is_read_as_people_write_it(said: str, path: str) -> None:
    assert path_prefix(said) == path


@pytest.mark.parametrize("said", ["a b", "/a//b", "../x", 'x"', "/é"])
def test_a_path_that_is_none_is_refused(said: str) -> None:
    failed = CliRunner().invoke(main, ["serve", "--prefix", said])
    assert failed.exit_code == 2
    assert "is not a path like /mat" in failed.output
