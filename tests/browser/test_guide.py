"""A guided first game: offered to newcomers, one thing at a time, left at any time."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import People
from browser.stage import Stage


def test_somebody_who_never_played_is_offered_a_guided_game(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    page = ada.home()
    page.get_by_test_id("guide").click()
    expect(ada.table).to_be_visible()
    card = page.get_by_test_id("guide")
    expect(card).to_be_visible()
    expect(page.locator(".pointed")).to_have_count(1)
    ada.page.goto(skirm.url)
    expect(page.get_by_test_id("play")).to_be_visible()
    expect(page.locator(".game").first).to_be_visible()
    expect(page.get_by_test_id("newcomer")).to_have_count(0)  # they have played now


@pytest.mark.parametrize("name", ["skirm", "skirmishers", "openfire"])
def test_each_game_has_its_guide_and_it_goes_on_after_a_reload(
    skirm: Stage, people: People, name: str
) -> None:
    ada = people(skirm)
    ada.home().get_by_test_id(f"guide-{name}").click()
    expect(ada.table).to_be_visible()
    title = ada.page.locator("#guide-title")
    expect(title).not_to_be_empty()
    first = title.inner_text()
    ada.page.reload()
    expect(title).to_have_text(first)
    ada.page.get_by_test_id("guide-leave").click()
    expect(ada.page.get_by_test_id("guide")).to_have_count(0)
    ada.page.reload()
    expect(ada.table).to_be_visible()
    expect(ada.page.get_by_test_id("guide")).to_have_count(0)


def test_answering_moves_the_guide_on(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    ada.home().get_by_test_id("guide-skirmishers").click()
    title = ada.page.locator("#guide-title")
    expect(title).to_have_text("Who acts?")
    ada.page.get_by_test_id("guide-next").click()
    expect(ada.page.get_by_test_id("guide")).to_have_count(0)
    ada.page.locator("[data-answer^='activate']").first.click()
    expect(title).to_have_text("Action points")
    ada.page.get_by_test_id("guide-next").click()
    expect(title).to_have_text("Move")
