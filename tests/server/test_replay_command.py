"""`battlemat replay LINK`: a game of a server, told in a terminal."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from battlemat.commands.shared import links
from cli.house import run
from server.live import HOT_SEAT, Live, Person


@pytest.fixture
def link(live: Live, ada: Person) -> str:
    game = ada.new_game(seats=HOT_SEAT)
    for text in ("step R1 b1", "step B1 d1", "wait"):
        game.answer(text)
    game.post("chat", {"text": "hello there", "player": "red"})
    return f"{live.url}/game/{game.id}"


def test_a_game_is_told_by_its_link_as_it_was_played(link: str) -> None:
    done = run("replay", link)
    assert done.exit_code == 0, done.output
    assert "toy, begun 20" in done.output
    assert "   1 red: step R1 b1" in done.output
    assert "   3 red: wait" in done.output
    assert "   4 red: chat hello there" in done.output


@pytest.mark.parametrize("form", ["/", "#invite=abc", "?x=1"])
def test_links_are_taken_as_people_copy_them(link: str, form: str) -> None:
    assert "wait" in run("replay", link + form).output
    other = link.replace("/game/", "/api/games/") + "/replay.txt"
    assert "wait" in run("replay", other).output


def test_it_is_stepped_through_and_ended_by_q(link: str) -> None:
    done = run("replay", link, "--step", typed="\nq\n")
    assert "   2 blue: step B1 d1" in done.output
    assert "   3 red" not in done.output


def test_a_position_is_drawn_by_the_rules_of_this_program(link: str, tmp_path: Path) -> None:
    done = run("replay", link, "--at", "2", "--svg", tmp_path / "a.svg")
    assert done.exit_code == 0, done.output
    assert "a   b   c   d   e" in done.output
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").startswith("<svg")


def test_a_server_can_do_nothing_to_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {"number": 1, "kind": "chat", "player": "red", "text": "\x1b[2Jboo", "dice": []}
    told = {"rulebook": "toy\x07", "created": "now", "differs": None}
    body = json.dumps({**told, "entries": [{**said, "lines": []}]}).encode()
    monkeypatch.setattr(links, "urlopen", lambda *_, **__: io.BytesIO(body))
    done = run("replay", "https://play.example.org/game/abc")
    assert "chat \ufffd[2Jboo" in done.output
    assert not {"\x1b", "\x07"} & set(done.output)
    monkeypatch.setattr(links, "urlopen", lambda *_, **__: io.BytesIO(b"<html>"))
    foreign = run("replay", "https://play.example.org/game/abc")
    assert "no Battlemat server" in foreign.stderr


def test_a_bad_link_is_told_in_one_line(live: Live) -> None:
    for bad, why in {
        f"{live.url}/game/nosuchgame": "there is no such game",
        f"{live.url}/elsewhere": "this is no link to a game",
        "http://[": "this is no link to a game",
        "https://": "this is no link to a game",
        "http://127.0.0.1:9/game/abc": "the server cannot be reached",
    }.items():
        done = run("replay", bad)
        assert (done.exit_code, done.stdout) == (1, "")
        assert done.stderr.startswith(f"error: {bad}: ")
        assert why in done.stderr
        assert done.stderr.count("\n") == 1
