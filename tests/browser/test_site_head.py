"""One head over all pages but the table: where one is, where else one can go, and the way back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import eventually

ROOMS = {
    "Learn": "/learn",
    "Rules": "/rules",
    "Puzzles": "/puzzles",
    "Barracks": "/barracks",
    "Campaigns": "/campaigns",
}
BESIDE = {"/puzzles/skirm3/no-such": "Puzzles", "/mistakes": "Puzzles", "/lab": "", "/settings": ""}
"""Pages that are parts of a room, or of none."""
GO = """(path) => {
  const link = Object.assign(document.createElement("a"), { href: path });
  link.setAttribute("data-within", "");
  document.body.append(link);
  link.click();
  link.remove();
}"""
"""What a link within the page does, wherever one stands."""
LATER = "() => new Promise((done) => setTimeout(done, 400))"
IN_SIGHT = """(link) => {
  const [own, room] = [link.getBoundingClientRect(), link.parentElement.getBoundingClientRect()];
  return own.left >= room.left - 1 && own.right <= room.right + 1;
}"""


def expect_marked(page: Page, *entered: str) -> None:
    """The head names every room, and marks those that are entered."""
    nav = page.get_by_role("navigation", name="All of Battlemat")
    expect(nav.get_by_role("link")).to_have_text(list(ROOMS))
    expect(nav.locator("[aria-current=page]")).to_have_text(list(entered))


@contextmanager
def held_back(page: Page, asked: str) -> Iterator[None]:
    """What the page asks for meanwhile is answered afterwards."""
    held: list[Route] = []
    page.route(asked, lambda one: held.append(one))
    yield
    eventually(lambda: page.evaluate("true") and held)
    for one in held:
        one.continue_()
    page.unroute(asked)


def to_room(page: Page, name: str) -> None:
    page.get_by_role("navigation", name="All of Battlemat").get_by_text(name).click()


def expect_in_sight(link: Locator) -> None:
    eventually(lambda: link.evaluate(IN_SIGHT))


def test_every_room_is_one_click_away_from_every_other(skirm: Stage, people: People) -> None:
    page = people(skirm).home()
    expect_marked(page)
    for name, path in ROOMS.items():
        to_room(page, name)
        page.wait_for_url(f"**{path}*")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect_marked(page, name)
        expect(page.locator("header.site-head")).to_have_count(1)
    page.get_by_role("link", name="Battlemat: back to the first page").click()
    expect(page.get_by_test_id("play")).to_be_enabled()
    expect_marked(page)


@pytest.mark.parametrize("path", BESIDE)
def test_a_page_within_a_room_is_marked_as_that_room(
    skirm: Stage, people: People, path: str
) -> None:
    page = people(skirm).page
    page.goto(f"{skirm.url}{path}")
    expect_marked(page, *(name for name in [BESIDE[path]] if name))


def test_the_way_back_from_a_page_that_leads_on_does_not_stop_there(
    skirm: Stage, people: People
) -> None:
    page = people(skirm).home()
    to_room(page, "Rules")
    page.wait_for_url("**/rules/*")
    page.go_back()
    expect(page.get_by_test_id("play")).to_be_enabled()
    to_room(page, "Learn")
    page.get_by_test_id("learn").get_by_role("listitem").get_by_role("link").first.click()
    page.wait_for_url("**/game/*")
    page.go_back()
    page.wait_for_url("**/learn")


def test_a_room_that_is_entered_anew_is_there(skirm: Stage, people: People) -> None:
    page = people(skirm).home()
    for _ in range(2):
        to_room(page, "Rules")
        page.wait_for_url("**/rules/skirm3")
        expect(page.get_by_test_id("book")).to_have_value("skirm3")


@pytest.mark.parametrize("asked", ["/rules", "/learn/skirm3/walking"])
def test_what_took_its_time_calls_nobody_back(skirm: Stage, people: People, asked: str) -> None:
    page = people(skirm).page
    page.goto(f"{skirm.url}/settings")
    with held_back(page, "**/api/*"):
        page.evaluate(GO, asked)
        expect(page.get_by_role("heading", name="Settings")).to_have_count(0)
        to_room(page, "Campaigns")
    expect(page.get_by_test_id("begin").first).to_be_visible()
    page.evaluate(LATER)
    expect(page).to_have_url(re.compile("/campaigns$"))


def test_a_game_that_was_slow_to_begin_calls_nobody_back(skirm: Stage, people: People) -> None:
    page = people(skirm).home()
    with held_back(page, "**/api/games"):
        page.get_by_test_id("play").click()
        expect(page.get_by_test_id("play")).to_be_disabled()
        page.get_by_role("link", name="Settings").click()
    page.evaluate(LATER)
    expect(page).to_have_url(re.compile("/settings$"))


def test_the_table_has_the_whole_window(skirm: Stage, people: People) -> None:
    person = people(skirm)
    person.home().get_by_test_id("play").click()
    person.page.wait_for_url("**/game/*")
    expect(person.page.locator(".board").first).to_be_visible()
    expect(person.page.locator("header.site-head")).to_have_count(0)


def test_on_a_phone_the_room_that_is_entered_is_in_sight(skirm: Stage, people: People) -> None:
    ada = people(skirm, viewport={"width": 360, "height": 740})
    page = ada.page
    for name, path in ROOMS.items():
        page.goto(f"{skirm.url}{path}")
        link = page.get_by_role("navigation", name="All of Battlemat").get_by_text(name)
        expect(link).to_have_attribute("aria-current", "page")
        expect_in_sight(link)
        ada.expect_no_wider()
