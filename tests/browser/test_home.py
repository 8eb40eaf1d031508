"""The first page: one card for each game, and a game in one click from any of them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import Person, eventually

LETTERS = (17, 32, 53, 78, 106, 134, 154, 192, 230, 271)
"""How many letters a code of each version holds with the least correction (ISO/IEC 18004)."""
GAMES = {"skirm": "squares", "skirmishers": "dots", "openfire": "free"}


def test_each_game_has_a_card_with_a_picture_a_sentence_its_length_and_difficulty(
    skirm: Stage, people: People
) -> None:
    ada = people(skirm)
    page = ada.home()
    expect(page.locator(".game")).to_have_count(len(GAMES))
    for name in GAMES:
        card = see_the_picture(page, name)
        expect(card.locator("p").first).not_to_be_empty()
        expect(card.locator(".tag")).to_have_count(2)


def see_the_picture(page: Page, name: str) -> Locator:
    """Scroll to a card, until its picture is there."""
    card = page.locator(f".game[data-game={name}]")
    card.scroll_into_view_if_needed()
    page.wait_for_function(
        "name => document.querySelector(`[data-game=${name}] img`)?.naturalWidth > 0", arg=name
    )
    return card


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
    ada = people(skirm, fresh=True)
    sizes: list[int] = []
    ada.page.on("requestfinished", lambda one: sizes.append(one.sizes()["responseBodySize"]))
    page = ada.home()
    for name in GAMES:
        see_the_picture(page, name)
    eventually(lambda: page.evaluate("1") and sum(sizes) > 100_000)  # events come with answers
    assert sum(sizes) < 250_000


def test_my_games_show_picture_mission_and_score_and_can_be_put_away(
    toy: Stage, people: People
) -> None:
    ada = people(toy)
    ada.home().get_by_test_id("both").click()
    expect(ada.table).to_be_visible()
    page = ada.home()
    card = page.locator(".resume li")
    expect(card).to_have_count(1)
    page.wait_for_function("() => document.querySelector('.resume img')?.naturalWidth === 360")
    expect(card).to_contain_text("Red")
    expect(card.locator("strong")).not_to_be_empty()
    card.get_by_role("button", name="Put away or delete").click()
    page.get_by_role("button", name="Put it away").click()
    expect(page.locator(".resume")).to_have_count(0)


def test_a_game_of_mine_is_deleted_for_good(toy: Stage, people: People) -> None:
    ada = people(toy)
    ada.home().get_by_test_id("both").click()
    expect(ada.table).to_be_visible()
    address = ada.page.url
    page = ada.home()
    page.locator(".resume li").get_by_role("button", name="Put away or delete").click()
    assert ada.violations("dialog") == []
    page.get_by_test_id("delete").click()
    expect(page.locator(".resume")).to_have_count(0)
    page.goto(address)
    expect(page.get_by_role("heading", name="No such table")).to_be_visible()


def test_a_link_to_a_moment_opens_there_and_a_guest_is_asked_for_a_name(
    toy: Stage, people: People
) -> None:
    ada = people(toy, viewport={"width": 390, "height": 844})
    ada.home().get_by_test_id("friend").click()
    link = ada.page.get_by_test_id("invite").input_value()
    expect_code_for(ada, link)
    ben = people(toy, {"named": False})
    ben.page.goto(link)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Sit down").click()
    expect(ben.table).to_be_visible()
    expect(ada.page.locator(".scoreboard")).to_contain_text("Ben")
    ben.page.get_by_role("button", name="Links").click()
    moment = ben.page.get_by_label("This moment").input_value()
    assert moment.endswith("?step=0")
    ben.visit(moment)
    expect(ben.page.locator(".ribbon")).to_contain_text("Position 0")


def expect_code_for(person: Person, link: str) -> None:
    """The invitation is shown as a code as large as its link needs, and put away again."""
    page = person.page
    ask = page.locator("label", has=page.get_by_test_id("invite")).get_by_role("button", name="QR")
    ask.click()
    code = page.get_by_test_id("code")
    version = next(n for n, most in enumerate(LETTERS, start=1) if len(link) <= most)
    rows = 17 + 4 * version + 4  # two rows of quiet on each side
    expect(code).to_have_attribute("viewBox", f"0 0 {rows} {rows}")
    person.expect_no_wider()
    ask.click()
    expect(code).to_have_count(0)


def test_missions_and_maps_are_chosen_by_their_pictures(skirm: Stage, people: People) -> None:
    page = people(skirm).home()
    page.get_by_role("combobox", name="Game").select_option("skirmishers")
    missions = page.locator(".board-picks[data-choice=mission]")
    expect(missions.locator("img")).to_have_count(10)
    other = missions.locator(".board-pick[aria-pressed=false]").nth(1)
    option = other.get_attribute("data-option") or "?"
    other = missions.locator(f"[data-option='{option}']")
    other.click()
    expect(other).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("combobox", name=re.compile("^Mission"))).to_have_value(option)
    page.wait_for_function(
        "() => document.querySelector('.board-pick[aria-pressed=true] img')?.naturalWidth === 360"
    )
    page.get_by_text("Map in pictures").click()
    maps = page.locator(".board-picks[data-choice=map]")
    maps.locator("[data-option=harbour]").click()
    expect(page.get_by_role("combobox", name=re.compile("^Map"))).to_have_value("harbour")
    maps.locator("[data-option=random]").scroll_into_view_if_needed()
    page.wait_for_function(
        "() => document.querySelector('[data-option=random] img')?.naturalWidth === 360"
    )


def test_every_board_that_is_offered_beside_a_mission_has_its_picture(
    skirm: Stage, people: People
) -> None:
    ask = people(skirm).page.request
    at = f"{skirm.url}/api/rulebooks/skirmishers"
    missing = []
    for mission in ("chance-meeting", "forest-ambush", "hold-the-mill"):
        beside = ask.get(f"{at}/choices/mission/{mission}").json()["choices"]
        maps = next(one for one in beside if one["key"] == "map")["options"]
        for one in maps:
            id = "random:seed" if one["id"] == "random" else one["id"]
            told = ask.get(f"{at}/picture.png", params={"mission": mission, "map": id})
            if not told.ok:
                missing.append(f"{mission} on {id}: {told.text()}")
    assert missing == []
    assert ask.get(f"{at}/picture.png", params={"map": "nowhere:seed"}).status == 404
