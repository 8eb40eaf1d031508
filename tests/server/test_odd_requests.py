"""Requests that are odd in their path, their headers or their query: told what is wrong, never 5xx.

They are written to the socket as they are, because clients tidy them up before they send them.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from battlemat.server.settings import Settings, database_url
from server.live import FREE, HOT_SEAT, Live, running

LONG = "x" * 256
PIECES = (
    LONG,
    "x" * 5_000,
    "%00",
    "a%00b",
    "%ff%fe",
    "%ed%a0%80",
    "%F0%9F%92%A9" * 80,
    "..%2f..%2fetc%2fpasswd",
    "%2e%2e",
    "%0d%0aset-cookie:%20a=b",
    "%",
    "%zz",
    "-1",
    "9" * 400,
    "%E2%80%AE",
    ";",
    "a:b@c",
    "[",
)
PATHS = ("/{}", "/assets/{}", "/game/{}", "/game/{}/x", "/{}/{}", "//{}", "/api/{}", "/api//{}")
HEADERS = (
    "host: [",
    "host: [::1",
    "host: a b",
    "host: \xff",
    "host: " + LONG,
    "host: x:999999",
    "host: x:port",
    "host: ?#",
    "cookie: =;;=;\xff",
    "cookie: seat=" + LONG,
    "cookie: " + "battlemat=%00; " * 200,
    "accept-encoding: gzip;q=\xff, ;;;",
    "last-event-id: \xb2",
    "last-event-id: " + "9" * 20,
    "origin: http://[",
    "sec-fetch-site: \xff",
    "content-type: \xff",
    "content-type: application/json; charset=\xff",
    "range: bytes=9-1,-,a",
    "if-none-match: \xff",
    "if-modified-since: \xff",
    "x-forwarded-for: [",
    "accept: \xff",
)


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    db = database_url(str(tmp_path_factory.mktemp("odd") / "games.db"))
    static: Path = tmp_path_factory.mktemp("static")
    (static / "index.html").write_text("<html><head></head><body></body></html>")
    (static / "a.js").write_text("1")
    with running(Settings(db, limits=FREE, workers=1, static=static)) as server:
        yield server


def ask(live: Live, path: str, *headers: str, method: str = "GET", body: str = "") -> int:
    """The status of an answer to a request that is sent letter by letter as it is written."""
    host, _, port = live.url.removeprefix("http://").partition(":")
    named = any(one.startswith("host:") for one in headers)
    lines = [f"{method} {path} HTTP/1.1", *([] if named else ["host: x"]), *headers]
    if body:
        lines.append(f"content-length: {len(body)}")
    text = "\r\n".join([*lines, "connection: close", "", body])
    with socket.create_connection((host, int(port)), timeout=30) as line:
        line.sendall(text.encode("latin-1"))
        told = line.recv(40)
    return int(told.split()[1])


def routes(live: Live) -> list[tuple[str, str]]:
    """Every method and path of the server; a part that varies is written `{}`."""
    found = [("GET", path) for path in PATHS]
    for path, methods in live.app.openapi()["paths"].items():
        parts = ["{}" if part.startswith("{") else part for part in path.split("/")]
        found += [(method.upper(), "/".join(parts)) for method in methods]
    return found


def test_no_path_whatever_it_holds_is_a_mistake_of_the_server(live: Live) -> None:
    for method, path in routes(live):
        if "{}" not in path:
            continue
        for piece in PIECES if path in PATHS else (LONG, "%00", "%ff", "9" * 400, "%ed%a0%80"):
            body = "{}" if method == "POST" else ""
            kind = ["content-type: application/json"] if body else []
            status = ask(live, path.replace("{}", piece), *kind, method=method, body=body)
            assert status < 500, (method, path, piece[:30])


def test_no_header_whatever_it_says_is_a_mistake_of_the_server(live: Live) -> None:
    game = live.person().new_game(seats=HOT_SEAT).id
    for path in ("/", "/a.js", f"/game/{game}", "/api/games", f"/api/games/{game}", "/api/health"):
        for header in HEADERS:
            assert ask(live, path, header) < 500, (path, header)
    for header in HEADERS:
        kind = [] if header.startswith("content-type") else ["content-type: application/json"]
        for path in ("/api/games", "/api/open", f"/api/games/{game}/answers"):
            status = ask(live, path, header, *kind, method="POST", body="{}")
            assert status < 500, (path, header)


def test_no_question_behind_a_path_is_a_mistake_of_the_server(live: Live) -> None:
    game = live.person().new_game(seats=HOT_SEAT).id
    described = live.app.openapi()["paths"]
    for path, methods in described.items():
        at = path.replace("{game}", game)
        if "{" in at or "get" not in methods or path.endswith("/events"):
            continue
        names = [
            one["name"] for one in methods["get"].get("parameters", ()) if one["in"] == "query"
        ]
        for name in [*names, "step", "%00"]:
            for piece in PIECES:
                status = ask(live, f"{at}?{name}={piece}")
                assert status < 500, (at, name, piece)
