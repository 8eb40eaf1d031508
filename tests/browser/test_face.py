"""The face of the boards: one look for each game, silhouettes, and banners."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import Person, attributes, boxes, eventually


def missions(person: Person, book: str) -> list[str]:
    books = person.asked("/api/catalogue")["rulebooks"]
    choices = next(one["choices"] for one in books if one["name"] == book)
    return [option["id"] for option in choices[0]["options"]]


def seated(person: Person, book: str, mission: str, answers: int) -> None:
    """A game of both sides after a few answers, most of them the first that is offered."""
    seats = {"red": {"kind": "me"}, "blue": {"kind": "me"}}
    body = {"rulebook": book, "choices": {"mission": mission}, "seats": seats}
    game = person.asked("/api/games", body)["game"]["id"]
    for turn in range(answers):
        question = eventually(lambda: asked(person, game))
        handles = question["handles"]
        text = handles[(7 * turn) % len(handles)]["answer"]
        data = {"number": question["number"], "text": text}
        person.asked(f"/api/games/{game}/answers", data)
    person.visit(f"/game/{game}")


def asked(person: Person, game: str) -> Any:
    return person.asked(f"/api/games/{game}")["question"]


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


def test_from_afar_one_token_stands_for_a_whole_unit_and_from_near_its_models(
    skirm: Stage, people: People
) -> None:
    ada = people(skirm, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    ada.open(TWO_SQUADS)
    units = ada.page.locator(".token[data-piece=R1], .token[data-piece=B1]")
    far = ada.page.locator(".token.far")
    expect(units).to_have_count(2)
    expect(far).not_to_have_count(0)
    closer = ada.page.get_by_role("button", name="Closer")
    for _ in range(5):
        closer.click()
    expect(units).to_have_count(0)
    expect(far).to_have_count(0)
    ada.page.get_by_role("button", name="Whole board").click()
    # The token answers for its unit.
    number = ada.question
    ada.tap_on(ada.page.locator(".token[data-piece=R1] .body"))
    ada.expect_answered(number)


TWO_SQUADS = """\
rulebook: openfire
board: village-edge
red:
  R1: {unit: white-frontier/rifle-squad, at: [14, 6]}
  R2: {unit: white-frontier/rifle-squad, at: [24, 6], activated: true}
blue: {B1: {unit: white-frontier/rifle-squad, at: [14, 20]}}
"""


@pytest.mark.parametrize("size", [(1360, 860), (1000, 1200), (390, 844)])
@pytest.mark.parametrize("book", ["skirm3", "skirmishers", "openfire"])
def test_a_board_fills_the_space_that_there_is(
    skirm: Stage, people: People, book: str, size: tuple[int, int]
) -> None:
    ada = people(skirm, viewport={"width": size[0], "height": size[1]})
    seated(ada, book, missions(ada, book)[0], 0)
    surface, mat = boxes(ada.page.locator(".surface"), ada.page.locator("rect.mat"))
    assert surface.holds(mat, slack=1)
    filled = max(mat.width / surface.width, mat.height / surface.height)
    assert filled > 0.84  # the rest are the names of columns and rows
