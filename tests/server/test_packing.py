"""Answers and streams are small for those who understand it, and the same for everybody."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import zlib
from collections.abc import AsyncIterator

import pytest
from starlette.datastructures import Headers

from battlemat.server.logs import JsonLines
from battlemat.server.packing import StreamPacker, accepts_gzip, pack
from server.live import HOT_SEAT, Live, Person

PLAIN = {"accept-encoding": "identity"}


def test_an_answer_that_pays_is_packed_and_a_small_one_is_not(ada: Person) -> None:
    game = ada.new_game(seats=HOT_SEAT)
    url = f"/api/games/{game.id}"
    packed, plain = ada.http.get(url), ada.http.get(url, headers=PLAIN)
    assert packed.headers["content-encoding"] == "gzip"
    assert "accept-encoding" in packed.headers["vary"]
    assert "content-encoding" not in plain.headers
    assert packed.json() == plain.json()
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 2
    assert "content-encoding" not in ada.http.get("/api/health").headers


def test_the_length_of_a_packed_answer_tells_little() -> None:
    body = b"the same words again and again " * 100
    found = [pack(body) for _ in range(200)]
    assert len({len(one) for one in found}) > 10
    assert {gzip.decompress(one) for one in found} == {body}


def test_a_packed_stream_is_read_as_it_comes(live: Live, ada: Person) -> None:
    game = ada.new_game(seats=HOT_SEAT)
    packer = live.app.state.services.packer
    room = packer._free
    url = f"/api/games/{game.id}/events"
    with ada.http.stream("GET", url, headers={"accept-encoding": "gzip"}) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        parts = answer.iter_text()
        while "event: state" not in next(parts):
            pass
        assert packer._free == room - 1
    with ada.http.stream("GET", url, headers=PLAIN) as answer:
        assert "content-encoding" not in answer.headers


def test_only_so_many_streams_are_packed_and_each_gives_its_place_back() -> None:
    async def told() -> AsyncIterator[str]:
        for _ in range(5):
            yield "data: " + "board " * 2_000 + "\n\n"

    async def run() -> list[bytes]:
        packer = StreamPacker(1)
        parts = []
        async for part in packer.run(told()):
            assert not packer.has_room
            parts.append(part)
        assert packer.has_room
        return parts

    parts = asyncio.run(run())
    assert all(len(part) < 400 for part in parts[1:])  # what was told before costs little
    lines = zlib.decompress(b"".join(parts), 16 + zlib.MAX_WBITS).decode().splitlines()
    assert sum(line.startswith("data: ") for line in lines) == 5
    assert all(not line or line.startswith(("data: ", ":")) for line in lines)


@pytest.mark.parametrize(
    ("said", "packed"),
    [("gzip, br", True), ("br;q=1, GZIP;q=0.5", True), ("gzip;q=0", False), ("", False)],
)
def test_whoever_does_not_want_it_does_not_get_it(said: str, packed: bool) -> None:
    assert accepts_gzip(Headers({"accept-encoding": said})) is packed


def test_a_line_of_the_log_is_one_json_object() -> None:
    try:
        raise ZeroDivisionError("in\ntwo lines")
    except ZeroDivisionError as error:
        info = (ZeroDivisionError, error, error.__traceback__)
    record = logging.LogRecord("battlemat.server", logging.ERROR, "", 1, "said %d", (7,), info)
    line = JsonLines().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert (told["level"], told["logger"], told["message"]) == (
        "error",
        "battlemat.server",
        "said 7",
    )
    assert told["at"].endswith("Z")
    assert "ZeroDivisionError: in\ntwo lines" in told["error"]
