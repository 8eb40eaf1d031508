"""The face of the boards: one look for each game, silhouettes, and names that can be read."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import Person
from server.live import eventually

LEAST = 11  # pixels
BOOKS = ("skirm3", "skirm1", "skirmishers", "openfire")
TEXTS = """() => [...document.querySelectorAll(".surface svg text")].map(text => {
  const box = text.getBoundingClientRect();
  const matrix = text.getScreenCTM();
  const size = parseFloat(getComputedStyle(text).fontSize) * matrix.a;
  return { words: text.textContent, size, x: box.x, y: box.y, w: box.width, h: box.height };
})"""


def missions(person: Person, book: str) -> list[str]:
    books = person.page.request.get(f"{person.url}/api/catalogue").json()["rulebooks"]
    choices = next(one["choices"] for one in books if one["name"] == book)
    return [option["id"] for option in choices[0]["options"]]


def seated(person: Person, book: str, mission: str, answers: int) -> None:
    """A game of both sides after a few answers, most of them the first that is offered."""
    post = person.page.request.post
    origin = {"Origin": person.url}
    seats = {"red": {"kind": "me"}, "blue": {"kind": "me"}}
    body = {"rulebook": book, "choices": {"mission": mission}, "seats": seats}
    game = post(f"{person.url}/api/games", data=body, headers=origin).json()["game"]["id"]
    for turn in range(answers):
        question = eventually(lambda: asked(person, game))
        handles = question["handles"]
        text = handles[(7 * turn) % len(handles)]["answer"]
        data = {"number": question["number"], "text": text}
        post(f"{person.url}/api/games/{game}/answers", data=data, headers=origin)
    person.visit(f"/game/{game}")


def asked(person: Person, game: str) -> Any:
    return person.page.request.get(f"{person.url}/api/games/{game}").json()["question"]


def overlap(a: dict[str, Any], b: dict[str, Any]) -> bool:
    """Whether two texts lie over each other by more than a hair."""
    across = min(a["x"] + a["w"], b["x"] + b["w"]) - max(a["x"], b["x"])
    # The box of a text has room above and below its letters.
    down = min(a["y"] + a["h"], b["y"] + b["h"]) - max(a["y"], b["y"])
    return bool(across > 1 and down > 0.35 * min(a["h"], b["h"]))


@pytest.mark.parametrize("book", BOOKS)
def test_no_name_on_any_shipped_board_is_too_small_or_covers_another(
    skirm: Stage, people: People, book: str
) -> None:
    ada = people(skirm)
    for mission in missions(ada, book):
        seated(ada, book, mission, 26)
        expect(ada.page.locator(".surface svg text").first).to_be_attached()
        texts = ada.page.evaluate(TEXTS)
        small = [one["words"] for one in texts if one["size"] < LEAST]
        assert not small, (mission, small)
        covered = [
            (a["words"], b["words"]) for a, b in itertools.combinations(texts, 2) if overlap(a, b)
        ]
        assert not covered, (mission, covered)


def test_on_a_phone_names_are_as_large(skirm: Stage, people: People) -> None:
    for book in ("skirm3", "openfire"):
        ada = people(skirm, viewport={"width": 390, "height": 844}, has_touch=True)
        seated(ada, book, missions(ada, book)[0], 26)
        expect(ada.page.locator(".surface svg text").first).to_be_attached()
        texts = ada.page.evaluate(TEXTS)
        assert not [one["words"] for one in texts if one["size"] < LEAST]
        assert not [1 for a, b in itertools.combinations(texts, 2) if overlap(a, b)]


def test_each_game_has_a_table_of_its_own(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    mats = set()
    for book in ("skirm3", "skirmishers", "openfire"):
        seated(ada, book, missions(ada, book)[0], 0)
        mat = ada.page.locator("rect.mat")
        mats.add(mat.evaluate("one => getComputedStyle(one).fill"))
    assert len(mats) == 3


def test_units_have_the_silhouette_of_what_they_carry(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    seated(ada, "skirmishers", "chance-meeting", 0)
    faces = ada.page.locator(".token[data-piece] .face")
    count = ada.page.locator(".token[data-piece]").count()
    assert faces.count() == count
    shapes = {faces.nth(n).get_attribute("d") for n in range(count)}
    assert len(shapes) > 2
    # One who is told to carry a rifle and one with a submachine gun differ.
    rifle = ada.page.locator(".token[data-piece=A2] .face").get_attribute("d")
    assert rifle != ada.page.locator(".token[data-piece=A5] .face").get_attribute("d")


def test_a_name_is_told_in_full_when_it_is_asked_for(skirm: Stage, people: People) -> None:
    ada = people(skirm, {"names": False})
    seated(ada, "skirmishers", "chance-meeting", 0)
    names = ada.page.locator(".label .name")
    expect(names.filter(has_text="Sgt Vale")).to_have_count(0)
    ada.page.locator(".token[data-piece=A1] .body").hover(force=True)
    expect(names.filter(has_text="A1 Sgt Vale")).to_have_count(1)


def test_the_models_of_a_unit_share_one_banner(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    seated(ada, "openfire", "the-spine", 60)
    units = {
        (ada.page.locator(".token[data-piece]").nth(n).get_attribute("data-piece") or "").split(
            "."
        )[0]
        for n in range(ada.page.locator(".token[data-piece]").count())
    }
    assert ada.page.locator(".token[data-piece]").count() > len(units) > 1
    assert 1 < ada.page.locator(".label .name").count() <= len(units)
