"""The frame of the table stands still; the question and its first answers are always in sight."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import Person, boxes, eventually

SIZES = ((1440, 900), (1280, 720), (390, 844))
BOOKS = ("skirm1", "skirm2", "skirm3", "skirmishers", "openfire")
QUESTIONS = 40
"""So many questions of a game are looked at, one after the other."""
STRIDE = 7  # which of the offered answers is given: not always the first
ANSWERS = 3
"""So many of the first answers must be in sight, or all where there are fewer."""
SEEN = """([wide, most]) => {
  const asked = document.querySelector(".prompt.mine");
  if (!asked || innerWidth !== wide || scrollY) return null;
  const inSight = (one) => {
    const { top, bottom, left, right, width, height } = one.getBoundingClientRect();
    if (top < -0.5 || bottom > innerHeight + 0.5) return false;
    if (left < -0.5 || right > innerWidth + 0.5) return false;
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return !!hit && (one.contains(hit) || hit.contains(one));
  };
  const offered = [...asked.querySelectorAll("[data-answer], [data-group], .primary, .small")];
  const answers = offered.filter((one) => one.checkVisibility()); // else folded: the board shows it
  const wanted = [asked.querySelector("h2"), ...answers.slice(0, most)];
  const hidden = wanted.filter((one) => !inSight(one));
  const measure = (mark) => {
    const { x, y, width, height } = document.querySelector(mark).getBoundingClientRect();
    return [x, y, width, height];
  };
  return {
    answers: answers.length + document.querySelectorAll(".surface .place, .surface .choice").length,
    hidden: hidden.map((one) => one.textContent.trim()),
    frame: [".top", ".scoreboard", ".game-menu", ".surface"].map(measure),
    text: document.querySelector(".table").innerText,
  };
}"""
"""What is hidden of the question, where the frame lies, and every word on the screen."""
CODE = re.compile(
    r"\b(?:move|dash|fire|attack|arc|activate|deploy|charge|end|lose|reserve|scan|use) [A-Z]\d\b"
    r"|\b[a-z]+\d?\.[a-z]+\.[a-z-]+\b"
    r"|\b[a-z]+_[a-z]+\b"
)
"""An answer as it is typed, the name of a clause, or a name of the program."""


def hot_seat(person: Person, book: str) -> str:
    """A game of both sides; its address at the server."""
    seats = {"red": {"kind": "me"}, "blue": {"kind": "me"}}
    origin = {"Origin": person.url}
    made = person.page.request.post(
        f"{person.url}/api/games", data={"rulebook": book, "seats": seats}, headers=origin
    )
    assert made.ok, made.text()
    game: str = made.json()["game"]["id"]
    person.visit(f"/game/{game}")
    person.expect_turn()
    return f"{person.url}/api/games/{game}"


def give(person: Person, table: str, turn: int) -> None:
    """Answer the question that stands, and wait until the page knows it."""
    question = eventually(lambda: person.page.request.get(table).json()["question"])
    handles: list[Any] = question["handles"]
    text = handles[(STRIDE * turn) % len(handles)]["answer"]
    data = {"number": question["number"], "text": text}
    told = person.page.request.post(f"{table}/answers", data=data, headers={"Origin": person.url})
    assert told.ok, told.text()
    person.expect_answered(str(question["number"]))
    person.wait_for_turn()


DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""A window tells its page of a new size with the next picture, and not before."""


def look(person: Person, size: tuple[int, int]) -> Any:
    """The screen at one size, as it is drawn."""
    person.page.set_viewport_size({"width": size[0], "height": size[1]})
    person.page.evaluate(DRAWN)
    arg = [size[0], ANSWERS if size[0] > 860 else 2]
    return eventually(lambda: person.page.evaluate(SEEN, arg))


@pytest.mark.parametrize("book", BOOKS)
def test_question_and_answers_are_in_sight_and_the_frame_stands_still_at_every_question(
    skirm: Stage, people: People, book: str
) -> None:
    ada = people(skirm, {"notes": True})
    table = hot_seat(ada, book)
    frames: dict[tuple[int, int], Any] = {}
    for turn in range(QUESTIONS):
        for size in SIZES:
            seen = look(ada, size)
            what = f"{book}, question {ada.question}, {size}"
            assert seen["answers"], what
            assert not seen["hidden"], f"{what}: {seen['hidden']}"
            assert frames.setdefault(size, seen["frame"]) == seen["frame"], what
            assert not CODE.findall(seen["text"]), f"{what}: {CODE.findall(seen['text'])}"
        give(ada, table, turn)


@pytest.mark.parametrize("size", SIZES)
def test_a_hint_is_a_band_of_the_question_and_pushes_no_answer_away(
    skirm: Stage, people: People, size: tuple[int, int]
) -> None:
    ada = people(skirm, viewport={"width": size[0], "height": size[1]})
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
