"""The frame of the table stands still; the question and its first answers are always in sight."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import Person, boxes, eventually
from browser.walks import SEEN, SIZES, Size


def hot_seat(person: Person, book: str) -> str:
    """A game of both sides; its address at the server."""
    seats = {"red": {"kind": "me"}, "blue": {"kind": "me"}}
    game: str = person.asked("/api/games", {"rulebook": book, "seats": seats})["game"]["id"]
    person.visit(f"/game/{game}")
    person.expect_turn()
    return f"{person.url}/api/games/{game}"


def look(person: Person, size: Size) -> Any:
    """The screen at one size, as it is drawn."""
    return eventually(lambda: person.page.evaluate(SEEN, size.answers))


@pytest.mark.parametrize("size", SIZES)
def test_a_hint_is_a_band_of_the_question_and_pushes_no_answer_away(
    skirm: Stage, people: People, size: Size
) -> None:
    ada = people(skirm, **size.how)
    hot_seat(ada, "skirm3")
    before = look(ada, size)["frame"]
    ada.page.get_by_test_id("ask-hint").click()
    expect(ada.page.locator(".prompt [data-testid=hint]")).to_be_visible()
    seen = look(ada, size)
    assert seen["frame"] == before
    assert not seen["hidden"]


def test_head_foot_and_columns_have_their_measures(skirm: Stage, people: People) -> None:
    ada = people(skirm, viewport={"width": 1280, "height": 720})
    hot_seat(ada, "skirm3")
    marks = (".top", ".talk", ".side", ".score-side >> nth=0", ".surface")
    top, talk, side, score, surface = boxes(*(ada.page.locator(mark) for mark in marks))
    assert (top.height, talk.width, side.width, score.width) == (56, 236, 344, 228)
    assert 720 - surface.bottom == 44


def test_the_page_brings_its_own_typefaces(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    hot_seat(ada, "skirm3")
    loaded = """() => [...document.fonts]
      .filter((one) => one.status === "loaded").map((one) => one.family)"""
    eventually(lambda: {"Inter", "Barlow Condensed"} <= set(ada.page.evaluate(loaded)))
    for mark, family in ((".prompt h2", "Barlow"), (".names text", "Barlow"), (".prompt", "Inter")):
        expect(ada.page.locator(mark).first).to_have_css("font-family", re.compile(f"^.?{family}"))


COVERED = """() => {
  const answers = [...document.querySelectorAll(".prompt [data-answer], .prompt [data-group]")];
  return answers.filter((one) => one.checkVisibility()).filter((one) => {
    one.scrollIntoView({ block: "nearest" });
    const { left, top, width, height } = one.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return !hit || !(one.contains(hit) || hit.contains(one));
  }).map((one) => one.textContent.trim());
}"""
"""The answers that something lies over, once they are scrolled to."""


def test_the_tips_for_newcomers_lie_over_no_answer(skirm: Stage, people: People) -> None:
    ada = people(skirm, {"notes": True}, viewport={"width": 1280, "height": 720})
    ada.open(ARMED_TO_THE_TEETH)
    ada.click_piece("A")
    expect(ada.prompt).to_have_attribute("data-kind", "action")
    expect(ada.page.locator(".tips")).to_be_visible()
    eventually(lambda: ada.page.evaluate(COVERED) == [])
    asks, tips = boxes(ada.page.locator(".asks"), ada.page.locator(".tips"))
    assert tips.y >= asks.bottom - 1


ARMED_TO_THE_TEETH = """\
rulebook: skirm3
map: |
  A . . . B . . .
  C . . . D . . .
red:
  A: {weapons: {rifle: {roa: 2, dam: 1}, pistol: {roa: 1, dam: 1}, gun: {roa: 3, dam: 1}}}
  C:
blue: {B: , D: }
orders: {red: 2}
"""
"""A unit with so much to do that its answers fill the column."""
