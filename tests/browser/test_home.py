"""The first page: one card for each game, and a game in one click from any of them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import People
from browser.stage import Stage

GAMES = {"skirm": "squares", "skirmishers": "dots", "openfire": "free"}


def test_each_game_has_a_card_with_a_picture_a_sentence_its_length_and_difficulty(
    skirm: Stage, people: People
) -> None:
    ada = people(skirm)
    page = ada.home()
    expect(page.locator(".game")).to_have_count(len(GAMES))
    for name in GAMES:
        card = page.locator(f".game[data-game={name}]")
        card.scroll_into_view_if_needed()
        page.wait_for_function(
            "name => document.querySelector(`[data-game=${name}] img`)?.naturalWidth > 0", arg=name
        )
        expect(card.locator("p").first).not_to_be_empty()
        expect(card.locator(".tag")).to_have_count(2)


@pytest.mark.parametrize("name", GAMES)
def test_one_click_on_a_card_starts_that_game(skirm: Stage, people: People, name: str) -> None:
    ada = people(skirm)
    ada.home().get_by_test_id(f"play-{name}").click()
    expect(ada.table).to_be_visible()
    expect(ada.page.locator(f".board.look-{GAMES[name]}")).to_be_visible()


def test_a_card_chooses_the_edition_for_the_form_below(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    page = ada.home()
    page.locator(".editions").get_by_role("button", name="first edition").click()
    expect(page.get_by_role("combobox", name="Game")).to_have_value("skirm1")


def test_the_first_page_with_its_pictures_is_light(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    sizes: list[int] = []
    ada.page.on("requestfinished", lambda one: sizes.append(one.sizes()["responseBodySize"]))
    page = ada.home()
    for name in GAMES:
        page.locator(f".game[data-game={name}]").scroll_into_view_if_needed()
    page.wait_for_load_state("networkidle")
    assert 100_000 < sum(sizes) < 250_000
