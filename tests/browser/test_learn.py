"""The first lesson of a course, walked by pointers, by keyboard and on a phone."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import Person

FIRST = "/learn/skirm3/walking"
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}


def card(person: Person) -> Locator:
    return person.page.get_by_test_id("guide")


def expect_card(person: Person, kind: str, title: str) -> None:
    expect(card(person)).to_have_attribute("data-kind", kind)
    expect(person.page.locator("#guide-title")).to_have_text(title)


def read_on(person: Person, *titles: str) -> None:
    """Read what is said, one after another; the last one waits for an answer."""
    for title in titles[:-1]:
        expect_card(person, "said", title)
        person.page.get_by_test_id("guide-next").click()
    expect_card(person, "said", titles[-1])


def put_away(person: Person) -> None:
    """Fold the bubble, so that the whole board is in reach."""
    person.page.get_by_test_id("lesson-fold").click()
    expect(person.page.get_by_test_id("guide-again")).to_be_visible()


def go_on(person: Person) -> None:
    expect_card(person, "done", "Well done")
    person.page.get_by_test_id("lesson-next").click()


def test_the_first_lesson_is_walked_by_pointers_alone(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    page = ada.home()
    page.get_by_test_id("learn-link").click()
    page.get_by_test_id("lesson-skirm3-walking").click()
    read_on(ada, "Your goal", "This is a soldier", "Walk")
    expect(page.get_by_test_id("guide-ring")).to_be_visible()
    put_away(ada)
    ada.click_place("c3")  # not there
    expect_card(ada, "wrong", "Not quite: Move to c3")
    expect(page.get_by_test_id("lesson-leads")).to_have_text("A moves from a2 to c3.")
    page.get_by_test_id("lesson-back").click()
    expect(page.get_by_test_id("guide-again")).to_be_visible()
    ada.click_place("d2")
    go_on(ada)
    read_on(ada, "Your goal", "Choose a soldier")
    page.get_by_test_id("lesson-hint").click()
    expect_card(ada, "hint", "A hint")
    page.get_by_test_id("guide-next").click()
    put_away(ada)
    ada.click_piece("C")
    expect_card(ada, "said", "And walk")
    put_away(ada)
    ada.click_place("e1")
    go_on(ada)
    read_on(ada, "Your goal", "The same again costs more")
    put_away(ada)
    ada.click_place("d1")
    expect(page.locator(".token[data-piece='A']")).to_be_visible()
    ada.click_place("g1")
    go_on(ada)
    read_on(ada, "Your goal", "Move, then dash")
    page.goto(skirm.url + "/learn")  # left in the middle of it
    expect(page.get_by_test_id("lesson-skirm3-walking")).to_contain_text("3 of 4")
    page.get_by_test_id("lesson-skirm3-walking").click()
    read_on(ada, "Your goal", "Move, then dash")


def test_a_lesson_is_done_by_keyboard(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    page = ada.page
    page.goto(skirm.url + FIRST)
    for title in ("Your goal", "This is a soldier"):
        expect_card(ada, "said", title)
        page.get_by_test_id("guide-next").focus()
        page.keyboard.press("Enter")
    expect_card(ada, "said", "Walk")
    by_hand = page.locator(".by-hand")
    by_hand.locator("summary").focus()
    page.keyboard.press("Enter")
    by_hand.locator("input").focus()
    page.keyboard.type("move A a2-d2")
    page.keyboard.press("Enter")
    expect_card(ada, "done", "Well done")
    page.get_by_test_id("lesson-next").focus()
    page.keyboard.press("Enter")
    expect_card(ada, "said", "Your goal")


def test_a_lesson_is_done_on_a_phone(skirm: Stage, people: People) -> None:
    ada = people(skirm, **PHONE)
    page = ada.page
    page.goto(skirm.url + "/learn")
    ada.expect_no_wider()
    page.get_by_test_id("lesson-skirm3-walking").tap()
    for title in ("Your goal", "This is a soldier"):
        expect_card(ada, "said", title)
        page.get_by_test_id("guide-next").tap()
    expect_card(ada, "said", "Walk")
    ada.expect_no_wider()
    page.get_by_test_id("lesson-fold").tap()
    ada.tap_on(page.locator(".place[data-place='d2']"))  # nothing is at stake: one tap does it
    expect_card(ada, "done", "Well done")
    page.get_by_test_id("lesson-next").tap()
    expect_card(ada, "said", "Your goal")


def test_a_lesson_that_there_is_not_says_so(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    ada.page.goto(skirm.url + "/learn/skirm3/wandering")
    expect(ada.page.get_by_test_id("learn-missing")).to_have_text("There is no such lesson here.")
    ada.page.goto(skirm.url + "/learn")
    assert ada.violations(".learn") == []
