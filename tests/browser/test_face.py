"""The face of the boards: one look for each game, silhouettes, and banners."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import Person, attributes, eventually


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
    tokens = ada.page.locator(".token[data-piece]")
    expect(tokens).to_have_count(12)
    eventually(lambda: len(shapes(ada, "")) == 12)
    assert len(set(shapes(ada, ""))) > 2
    # One who is told to carry a rifle and one with a submachine gun differ.
    assert shapes(ada, "=A2") != shapes(ada, "=A5")


def shapes(person: Person, which: str) -> list[str]:
    return attributes(person.page.locator(f".token[data-piece{which}] .face"), "d")


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
    names = ada.page.locator(".label .name")

    def share_banners() -> bool:
        models = attributes(ada.page.locator(".token[data-piece]"), "data-piece")
        units = {model.split(".")[0] for model in models}
        return len(models) > len(units) > 1 and 1 < len(attributes(names, "class")) <= len(units)

    eventually(share_banners)
