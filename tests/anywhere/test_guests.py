"""Two pages, one game: whoever plays from another page, and what they may ask of this one."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from anywhere.page import Page
from battlemat.anywhere.desk import ask_guest
from battlemat.anywhere.everything import take_in, write_all
from battlemat.anywhere.keeping import GUEST


class Guest:
    """Another page that is connected with one."""

    def __init__(self, page: Page, game: str) -> None:
        self._page, self._game = page, game

    def ask(self, method: str, path: str, **body: Any) -> tuple[int, Any]:
        query, sent = (body, {}) if method == "GET" else ({}, body)
        given = (json.dumps(query), json.dumps(sent))
        text = ask_guest(self._page.house, self._game, method, f"/api{path}", *given)
        reply = self._page.stored(text)
        return reply["status"], json.loads(reply["body"])


@pytest.fixture
def page() -> Page:
    return Page()


@pytest.fixture
def game(page: Page) -> str:
    seats = {"red": {"kind": "me"}, "blue": {"kind": "friend"}}
    status, state = page.ask("POST", "/games", rulebook="skirm3", seats=seats)
    assert status == 200, state
    return str(state["game"]["id"])


def joined(page: Page, game: str) -> Guest:
    """A guest at the free seat, with what they mix into the dice."""
    guest = Guest(page, game)
    link = page.ask("GET", f"/games/{game}")[1]["links"]["invites"]["blue"]
    token = link.partition("#invite=")[2]
    body = {"token": token, "name": "Ada", "nonce": "b" * 32}
    assert guest.ask("POST", f"/games/{game}/join", **body)[0] == 200
    return guest


def test_no_die_falls_before_both_pages_have_mixed_something_into_the_dice(
    page: Page, game: str
) -> None:
    promised = page.ask("GET", f"/games/{game}")[1]["game"]["commitment"]
    guest = joined(page, game)
    page.drive(game)
    assert page.ask("GET", f"/games/{game}")[1]["question"] is None
    assert page.ask("POST", f"/games/{game}/nonce", player="red", nonce="a" * 32)[0] == 200
    page.drive(game)
    _, state = guest.ask("GET", f"/games/{game}")
    assert state["question"] is not None
    assert [mix["player"] for mix in state["game"]["mixes"]] == ["blue", "red"]
    assert guest.ask("POST", f"/games/{game}/concede", player="blue")[0] == 200
    seed = guest.ask("GET", f"/games/{game}")[1]["game"]["seed"]
    assert hashlib.sha256(f"battlemat dice {seed}".encode()).hexdigest() == promised


def test_a_guest_answers_for_their_own_seat_alone(page: Page, game: str) -> None:
    guest = joined(page, game)
    page.ask("POST", f"/games/{game}/nonce", player="red", nonce="a" * 32)
    page.drive(game)
    for _ in range(6):
        asked: Page | Guest = page
        other: Page | Guest = guest
        _, state = asked.ask("GET", f"/games/{game}")
        if state["question"]["player"] == "blue":
            asked, other = guest, page
            _, state = asked.ask("GET", f"/games/{game}")
        question = state["question"]
        text = question["handles"][0]["answer"] or question["handles"][0]["text"]
        told = {"number": question["number"], "text": text}
        assert other.ask("POST", f"/games/{game}/answers", **told)[0] == 403
        assert asked.ask("POST", f"/games/{game}/answers", **told)[0] == 200
        page.drive(game)
    assert guest.ask("GET", f"/games/{game}")[1]["you"]["seats"] == ["blue"]
    assert page.ask("GET", f"/games/{game}")[1]["you"]["seats"] == ["red"]


def test_a_guest_keeps_the_seat_when_the_page_begins_anew(page: Page, game: str) -> None:
    joined(page, game)
    again = Page(page.rows)
    assert again.house.table(game).held[GUEST] == {"blue"}
    assert Guest(again, game).ask("GET", f"/games/{game}")[1]["you"]["seats"] == ["blue"]
    other = Page()
    assert take_in(other.house, write_all(again.house, {}))["added"] == 1
    assert other.house.table(game).held[GUEST] == {"blue"}


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/games"),
        ("GET", "/games/{other}"),
        ("POST", "/games/{game}/forget"),
        ("POST", "/games/{game}/practice"),
        ("POST", "/games"),
    ],
)
def test_a_guest_reaches_nothing_but_the_game(
    page: Page, game: str, method: str, path: str
) -> None:
    guest = joined(page, game)
    _, other = page.ask("POST", "/games", rulebook="skirm1")
    asked = path.format(game=game, other=other["game"]["id"])
    status, told = guest.ask(method, asked)
    assert status == 403
    assert told["message"]
    assert page.ask("GET", f"/games/{game}")[0] == 200


def test_between_two_pages_nobody_is_given_hints(page: Page, game: str) -> None:
    guest = joined(page, game)
    page.ask("POST", f"/games/{game}/nonce", player="red", nonce="a" * 32)
    page.drive(game)
    assert page.ask("GET", f"/games/{game}/hint")[0] == 409
    assert guest.ask("GET", f"/games/{game}/hint")[0] == 409


def test_the_rematch_keeps_both_at_their_seats(page: Page, game: str) -> None:
    guest = joined(page, game)
    page.ask("POST", f"/games/{game}/nonce", player="red", nonce="a" * 32)
    page.drive(game)
    page.ask("POST", f"/games/{game}/concede", player="red")
    page.ask("POST", f"/games/{game}/offers", kind="rematch", player="red")
    _, state = guest.ask("GET", f"/games/{game}")
    number = state["offer"]["number"]
    assert guest.ask("POST", f"/games/{game}/offers/{number}", accept=True)[0] == 200
    again = page.ask("GET", f"/games/{game}")[1]["rematch"]
    assert page.house.table(again).held[GUEST] == {"blue"}
    assert page.ask("GET", f"/games/{again}")[1]["you"]["seats"] == ["red"]
    assert guest.ask("GET", f"/games/{again}")[1]["you"]["seats"] == ["blue"]
