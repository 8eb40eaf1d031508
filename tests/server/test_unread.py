"""Memory: a question and a state have bounds, and so has what waits for readers who do not read."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from battlemat.kernel.questions import PASS, Choice
from battlemat.kernel.scene import Handle
from battlemat.server.connections import Unread
from battlemat.server.quick_json import drawn, dumps
from battlemat.server.settings import Limits, Settings, database_url
from battlemat.tables.play.history import Line
from battlemat.tables.view import pages as log_pages
from battlemat.tables.view import painting, views
from example.listing import Listing
from server.live import HOT_SEAT, Live, Person, eventually, running
from server.toy_catalogue import Standoff

MEGABYTE = 10**6


# ---------------------------------------------------------------------- questions and states


def handle_of(_rules: Any, _battle: Any, _question: Any, option: Any) -> Handle:
    return Handle(" ".join(option), " ".join(option))


@pytest.fixture
def many(live: Live, ada: Person, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A real table whose question lists twenty thousand options of a kilobyte each."""
    game = ada.new_game(seats=HOT_SEAT)
    table = live.app.state.services.tables.live(game.id)
    options = [("fire", str(number), "x" * 1000) for number in range(20_880)]
    question = Choice("red", "action", Listing([*options, PASS]), because="move.step")
    monkeypatch.setattr(Standoff, "handle", handle_of)
    return table, question


def test_a_question_of_twenty_thousand_options_is_told_page_by_page(many: Any) -> None:
    table, question = many
    with table.lock:
        first = table.view.offered_from(question, 0)
        assert len(drawn(first)) <= painting.HANDLE_BYTES
        assert first[0].text == "pass"  # what can be passed can be passed at once
        found, pages = list(first), 1
        while page := table.view.offered_from(question, len(found)):
            assert len(drawn(page)) <= painting.HANDLE_BYTES
            found, pages = found + page, pages + 1
    assert len({one.text for one in found}) == len(found) == len(question.listed)
    assert pages < 60


def test_a_state_leaves_options_out_and_says_how_to_get_them(
    ada: Person, bo: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ada.new_game(seats=HOT_SEAT)
    whole = game.state["question"]
    assert whole["more"] == 0
    game.answer("wait")
    texts = [one["text"] for one in game.state["question"]["handles"]]
    monkeypatch.setattr(painting, "HANDLE_PAGE", 3)
    game.answer("wait")
    game.post("undo")
    told = game.state["question"]
    assert (len(told["handles"]), told["more"]) == (3, len(texts) - 3)
    found = list(told["handles"])
    while True:
        page = game.get("options", after=len(found))
        assert page["number"] == told["number"]
        found += page["handles"]
        if not page["more"]:
            break
    assert sorted(one["text"] for one in found) == sorted(texts)
    game.answer(found[-1]["answer"])  # what was left out is as good an answer
    watching = bo.at(game.id).get("options", after=0)
    assert (watching["handles"], watching["more"]) == ([], 0)


def test_a_log_of_long_lines_is_told_page_by_page(many: Any) -> None:
    table, _ = many
    long = [Line(1, 1, "note", f"{number} {'x' * 10_000}") for number in range(500)]
    with table.lock:
        table.play.history.log, before = long, table.play.history.log
        page = views.log_page(table, 500)
        rest = views.log_page(table, page["earlier"])
        table.play.history.log = before
    assert len(dumps(page["log"])) <= log_pages.LOG_BYTES + 1000
    assert page["log"][-1]["text"].startswith("499 ")
    last = rest["log"][-1]["text"].split()[0]
    assert int(last) == page["earlier"] - 1


# ---------------------------------------------------------------------- readers who do not read


def test_who_has_taken_nothing_for_longest_is_dropped_first() -> None:
    unread, dropped = Unread(100, 50, {"proxy"}), list[str]()

    def wait(name: str, address: str, bytes: int) -> None:
        unread.wait(name, address, bytes, lambda: dropped.append(name))

    wait("a1", "a", 20)
    wait("a2", "a", 20)
    wait("b1", "b", 30)
    assert dropped == []
    wait("a3", "a", 20)  # too much for one address
    assert dropped == ["a1"]
    unread.taken("a2")
    wait("p1", "proxy", 45)
    assert dropped == ["a1"]
    wait("p2", "proxy", 45)  # too much in all
    assert dropped == ["a1", "b1", "a3", "p1"][: len(dropped)]
    assert "b1" in dropped


SMALL = Limits(
    requests_per_second=1e6,
    burst=10**6,
    games_per_hour=10**6,
    streams=1000,
    connections_each=1000,
    send_seconds=600,
    unread_each=2 * MEGABYTE,
    unread=3 * MEGABYTE,
)


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    folder: Path = tmp_path_factory.mktemp("unread")
    with running(Settings(database_url(str(folder / "games.db")), limits=SMALL)) as server:
        yield server


def deaf(live: Live, path: str) -> socket.socket:
    """Somebody who asks for something and never reads it."""
    host, _, port = live.url.removeprefix("http://").partition(":")
    found = socket.socket()
    found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    found.settimeout(20)
    found.connect((host, int(port)))
    found.sendall(f"GET {path} HTTP/1.1\r\nhost: x\r\n\r\n".encode())
    return found


def is_dropped(reader: socket.socket) -> bool:
    """Whether the server has left a reader; what it sent before is not read."""
    reader.setblocking(False)
    try:
        reader.send(b" ")
        reader.send(b" ")
    except (ConnectionError, BrokenPipeError):
        return True
    except BlockingIOError:
        pass
    return False


def test_readers_who_do_not_read_hold_so_many_bytes_and_no_more(
    strict: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ninety-five of them, as once held a gigabyte and a half; each board has a megabyte here."""
    draw = Standoff.scene

    def large(rules: Standoff, battle: Any) -> Any:
        scene = draw(rules, battle)
        scene.title = "x" * MEGABYTE
        return scene

    monkeypatch.setattr(Standoff, "scene", large)
    game = strict.person().new_game(seats=HOT_SEAT)
    held: list[int] = []
    wait = Unread.wait

    def noting(unread: Unread, *args: Any) -> None:
        wait(unread, *args)
        held.append(unread._each.total())

    monkeypatch.setattr(Unread, "wait", noting)
    with ExitStack() as stack:
        paths = (f"/api/games/{game.id}/events?after=0", f"/api/games/{game.id}")
        readers = [stack.enter_context(deaf(strict, paths[number % 2])) for number in range(95)]
        eventually(lambda: sum(is_dropped(one) for one in readers) >= 85, pause=0.2)
        assert max(held) <= 3 * MEGABYTE
        game.answer("wait")  # and the table goes on
        with game.stream(after=0) as events:  # whoever reads has all of it
            assert [next(events).kind, next(events).kind] == ["entry", "state"]
