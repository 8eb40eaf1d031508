"""What a person agrees on before a game, by clicks: a random board, the mission, the terrain."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import Person
from browser.test_openfire import answer, pixels

BOOKS = {
    "skirm3": "squares",
    "skirm2": "squares",
    "skirm1": "squares",
    "skirmishers": "dots",
    "openfire": "free",
}


def set_up(person: Person, rulebook: str) -> Page:
    """The first page, when the choices of a rulebook are known."""
    page = person.home()
    games = page.get_by_role("combobox", name="Game")
    if games.input_value() != rulebook:
        with page.expect_response(re.compile(f"/{rulebook}/choices/")):
            games.select_option(value=rulebook)
    return page


@pytest.mark.parametrize("rulebook", BOOKS)
def test_a_game_on_a_random_board_starts_by_clicks(
    skirm: Stage, people: People, rulebook: str
) -> None:
    ada = people(skirm)
    page = set_up(ada, rulebook)
    expect(page.get_by_test_id("seed")).to_have_count(0)
    page.get_by_role("combobox", name=re.compile("^Map")).select_option(label="Random board")
    seed = page.get_by_test_id("seed")
    expect(seed).not_to_be_empty()
    seed.fill("seven")
    with page.expect_request(
        lambda one: one.url.endswith("/games") and one.method == "POST"
    ) as sent:
        page.get_by_test_id("play").click()
    wish = sent.value.post_data_json
    assert wish is not None
    assert wish["choices"]["map"] == "random:seven"
    expect(ada.table).to_be_visible()
    expect(page.locator(f".board.look-{BOOKS[rulebook]}")).to_be_visible()
    expect(ada.page.locator(".prompt")).to_be_visible()


def test_another_seed_is_drawn_by_a_click_and_a_wrong_one_is_told(
    skirm: Stage, people: People
) -> None:
    ada = people(skirm)
    page = set_up(ada, "skirm3")
    page.get_by_role("combobox", name=re.compile("^Map")).select_option(label="Random board")
    expect(page.get_by_test_id("seed")).not_to_have_value("")
    first = page.get_by_test_id("seed").input_value()
    page.get_by_role("button", name="Another", exact=True).click()
    expect(page.get_by_test_id("seed")).not_to_have_value(first)
    page.get_by_test_id("seed").fill("no good")
    page.get_by_test_id("play").click()
    told = page.get_by_test_id("live")
    expect(told).to_contain_text("a seed of up to 40 letters and digits")


def test_the_mission_is_chosen_and_terrain_shifted_by_clicks(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    page = set_up(ada, "openfire")
    page.get_by_role("combobox", name=re.compile("^Map")).select_option(label="Random board")
    page.get_by_test_id("seed").fill("7")
    page.get_by_role("combobox", name=re.compile("^Choice of mission")).select_option(value="yes")
    page.get_by_role("combobox", name=re.compile("^Terrain")).select_option(value="red")
    page.get_by_test_id("both").click()
    ada.expect_turn()
    answer(ada, "mission the-gauntlet")
    answer(ada, "mission the-gauntlet")
    page.locator("[data-group='Shift ruin 1']").click()
    page.mouse.click(*pixels(ada, 16, 34))  # where no marker lies
    expect(page.locator(".verdict")).to_have_text("That is allowed.")
    number = ada.question
    page.get_by_role("button", name="Do it").first.click()
    ada.expect_answered(number)
    expect(page.locator("[data-group='Shift ruin 2']")).to_be_visible()
    expect(page.locator("[data-group='Shift ruin 1']")).to_have_count(0)
    for _ in range(3):
        answer(ada, "accept")
    expect(ada.log).to_contain_text("The Gauntlet")
