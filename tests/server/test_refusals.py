"""What is refused at the door and at the table: forged seats, foreign pages, floods, nonsense."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from battlemat.server.guard import HEADERS
from battlemat.server.settings import Limits, Settings, database_url
from server.live import BY_LINK, FREE, HOT_SEAT, Live, Person, running

DEEDS: list[tuple[str, dict[str, Any]]] = [
    ("answers", {"number": 1, "text": "wait"}),
    ("undo", {}),
    ("offers", {"kind": "draw"}),
    ("concede", {}),
    ("chat", {"text": "hello"}),
    ("policy", {"policy": "never"}),
    ("cancel", {}),
]


@pytest.mark.parametrize(("path", "body"), DEEDS)
def test_a_watcher_can_do_nothing(
    ada: Person, watcher: Person, path: str, body: dict[str, Any]
) -> None:
    game = ada.new_game(seats=HOT_SEAT)
    watcher.post("games", {})  # has a cookie, but no seat here
    error = watcher.at(game.id).post(path, body, 403)
    assert error["error"] == "not-your-seat"
    assert game.state["number"] == 0


def test_a_watcher_can_not_answer_an_offer(live: Live, watcher: Person) -> None:
    red = live.person().new_game(seats=BY_LINK)
    red.invite(live.person())
    offer = red.post("offers", {"kind": "draw"})["number"]
    error = watcher.at(red.id).post(f"offers/{offer}", {"accept": True}, 403)
    assert error["error"] == "not-your-seat"
    assert red.state["result"] is None


def test_a_seat_answers_only_when_it_is_asked(live: Live) -> None:
    red = live.person().new_game(seats=BY_LINK)
    blue = red.invite(live.person())
    error = blue.answer("wait", 1, status=403)
    assert (error["error"], error["message"]) == ("not-your-seat", "Red is asked, not you")
    forged = blue.post("concede", {"player": "red"}, 403)
    assert forged["error"] == "not-your-seat"


@pytest.mark.parametrize("token", ["", "x", "A" * 43, "../../../etc/passwd", "0" * 64])
def test_a_forged_cookie_holds_nothing(ada: Person, live: Live, token: str) -> None:
    game = ada.new_game(seats=HOT_SEAT)
    forger = live.person()
    forger.http.cookies.set("battlemat", token)
    assert forger.at(game.id).state["you"] == {"seats": [], "owner": False}
    assert forger.at(game.id).answer("wait", 1, status=403)["error"] == "not-your-seat"


@pytest.mark.parametrize("token", ["", "0" * 40, "é" * 40, "seat"])
def test_a_forged_link_opens_nothing(ada: Person, watcher: Person, token: str) -> None:
    game = ada.new_game(seats=BY_LINK)
    error = watcher.at(game.id).post("join", {"token": token}, 403)
    assert error["error"] == "bad-link"


def test_the_link_of_one_game_or_seat_opens_no_other(ada: Person, watcher: Person) -> None:
    one, two = ada.new_game(seats=BY_LINK), ada.new_game(seats=BY_LINK)
    invite = one.state["links"]["invites"]["blue"].partition("#invite=")[2]
    assert watcher.at(two.id).post("join", {"token": invite}, 403)["error"] == "bad-link"


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(live: Live) -> None:
    answer = live.person().http.post("/api/games", json={})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "path=/" in cookie


def test_a_replayed_answer_is_refused(ada: Person) -> None:
    game = ada.new_game(seats=HOT_SEAT)
    body = {"number": 1, "text": "wait"}
    game.post("answers", body)
    assert game.post("answers", body, 409)["error"] == "conflict"
    assert game.state["step"] == 1


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://["},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_pages_of_other_sites_are_refused(ada: Person, headers: dict[str, str]) -> None:
    game = ada.new_game(seats=HOT_SEAT)
    body = {"number": 1, "text": "wait"}
    answer = ada.http.post(f"/api/games/{game.id}/answers", json=body, headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (403, "foreign-origin")
    assert game.state["number"] == 0


def test_the_page_itself_is_no_foreigner(ada: Person, live: Live) -> None:
    headers = {"origin": live.url, "sec-fetch-site": "same-origin"}
    assert ada.http.post("/api/games", json={}, headers=headers).status_code == 201


def test_bodies_have_a_limit(ada: Person) -> None:
    game = ada.new_game(seats=HOT_SEAT)
    url = f"/api/games/{game.id}/answers"
    large = {"number": 1, "text": "x" * 20_000}
    told = ada.http.post(url, json=large)
    assert (told.status_code, told.json()["error"]) == (413, "too-large")

    def drip() -> Iterator[bytes]:
        for _ in range(40):
            yield b" " * 1000

    headers = {"content-type": "application/json"}
    untold = ada.http.post(url, content=drip(), headers=headers)
    assert (untold.status_code, untold.json()["error"]) == (413, "too-large")
    assert ada.http.post("/api/open", json={"text": "x" * 50_000}).status_code == 422
    assert ada.http.post("/api/open", json={"text": "x" * 1_100_000}).status_code == 413
    assert game.state["number"] == 0


@pytest.mark.parametrize(
    ("content", "kind", "status", "error"),
    [
        (b"{", "application/json", 400, "malformed"),
        (b"\xff\xfe", "application/json", 400, "malformed"),
        (b"{}", "text/plain", 415, "not-json"),
        (b"number=1", "application/x-www-form-urlencoded", 415, "not-json"),
        (b"[]", "application/json", 422, "invalid"),
        (b'{"number": 1}', "application/json", 422, "invalid"),
        (b'{"number": "1", "text": "wait"}', "application/json", 422, "invalid"),
        (b'{"number": 1, "text": "wait", "extra": 1}', "application/json", 422, "invalid"),
        (b'{"number": 1e999, "text": "wait"}', "application/json", 422, "invalid"),
        (b'{"number": 1, "text": "\\ud800"}', "application/json", 422, "invalid"),
        (b'{"number": 1, "text": "a\\u0000b"}', "application/json", 422, "invalid"),
        (b"[" * 9000, "application/json", 400, "malformed"),
    ],
)
def test_nonsense_is_told_what_is_wrong(
    ada: Person, content: bytes, kind: str, status: int, error: str
) -> None:
    game = ada.new_game(seats=HOT_SEAT)
    url = f"/api/games/{game.id}/answers"
    answer = ada.http.post(url, content=content, headers={"content-type": kind})
    assert (answer.status_code, answer.json()["error"]) == (status, error)


def test_every_response_carries_the_headers(ada: Person) -> None:
    for path in ("/", "/api/health", "/api/nothing", "/game/x"):
        headers = ada.http.get(path).headers
        for name, value in HEADERS.items():
            assert headers[name] == value
        assert "server" not in headers
    assert "'unsafe" not in HEADERS["content-security-policy"]


def test_unknown_addresses_and_methods_are_told_so(ada: Person) -> None:
    assert ada.http.get("/api/nothing").json()["error"] == "not-found"
    answer = ada.http.put("/api/games", json={})
    assert (answer.status_code, answer.json()["error"]) == (405, "wrong-method")
    assert "GET" in answer.headers["allow"]


# ---------------------------------------------------------------------- limits of one address


def limited(folder: Path, **limits: Any) -> Settings:
    return Settings(database_url(str(folder / "x.db")), limits=Limits(**limits), workers=1)


def test_requests_of_one_address_are_limited(tmp_path: Path) -> None:
    settings = limited(tmp_path, requests_per_second=0.001, burst=5)
    with running(settings) as live:
        ada = live.person()
        found = [ada.http.get("/api/health") for _ in range(7)]
    assert [answer.status_code for answer in found] == [200] * 5 + [429] * 2
    assert found[-1].json()["error"] == "too-many"
    assert int(found[-1].headers["retry-after"]) >= 1


def test_new_games_of_one_address_are_limited(tmp_path: Path) -> None:
    with running(limited(tmp_path, games_per_hour=2)) as live:
        ada = live.person()
        game = ada.new_game(seats=HOT_SEAT)
        game.post("practice")
        assert ada.post("games", {}, 429)["error"] == "too-many"
        assert ada.post("open", {"text": "x"}, 429)["error"] == "too-many"
        assert game.post("practice", status=429)["error"] == "too-many"


def test_open_streams_of_one_address_are_limited(tmp_path: Path) -> None:
    with running(limited(tmp_path, streams=1)) as live:
        game = live.person().new_game(seats=HOT_SEAT)
        with game.stream(after=0) as events:
            next(events)
            assert game.get("events", 429)["error"] == "too-many"


def test_a_server_answers_to_its_own_names_alone(tmp_path: Path) -> None:
    settings = Settings(database_url(str(tmp_path / "x.db")), ("127.0.0.1",), limits=FREE)
    with running(settings) as live:
        ada = live.person()
        assert ada.get("health")["ok"] is True
        answer = ada.http.get("/api/health", headers={"host": "evil.example"})
        assert (answer.status_code, answer.json()["error"]) == (400, "unknown-host")
