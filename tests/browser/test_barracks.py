"""Squads are built in the page, from nothing, by clicks alone: for every rulebook the same page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import Person
from browser.test_playing import Clicks
from browser.walks import give

RULEBOOKS = ("skirm1", "skirm2", "skirm3", "skirmishers", "openfire")
BUSY = '{"error": "too-many", "message": "too many squads are being built", "clause": null}'


def enter(page: Page, rulebook: str) -> None:
    page.get_by_test_id("barracks").click()
    page.get_by_test_id("game").select_option(rulebook)
    start = page.locator("[data-start]").first
    start.click()
    expect(page.get_by_test_id("verdict")).to_be_visible()


def add(page: Page, n: int = 0) -> None:
    entries = page.get_by_test_id("entry")
    before = entries.count()
    page.get_by_test_id("add").nth(n).click()
    expect(entries).to_have_count(before + 1)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_squad_is_built_from_nothing_mended_kept_and_printed(
    skirm: Stage, people: People, rulebook: str
) -> None:
    ada = people(skirm)
    page = ada.home()
    enter(page, rulebook)
    expect(page.get_by_test_id("entry")).to_have_count(0)
    verdict = page.get_by_test_id("verdict")
    expect(verdict).to_have_attribute("data-legal", "false")  # nobody is no squad
    add(page)
    expect(page.get_by_test_id("card").locator("dt").first).to_be_visible()
    page.get_by_test_id("cap").fill("0")
    page.get_by_test_id("cap").press("Tab")
    page.get_by_test_id("cap").fill("")
    page.get_by_test_id("cap").press("Tab")
    for _ in range(3):  # the cap was changed twice, and somebody was added
        page.get_by_test_id("undo").click()
    expect(page.get_by_test_id("entry")).to_have_count(0)
    page.get_by_test_id("mend").click()  # the nearest legal change is a button
    expect(verdict).to_have_attribute("data-legal", "true")
    expect(page.get_by_test_id("entry")).not_to_have_count(0)
    page.get_by_label("Name", exact=True).first.fill("First Try")
    page.get_by_label("Name", exact=True).first.press("Tab")
    expect(page.get_by_test_id("squad-name")).to_have_text("First Try")
    page.get_by_test_id("keep").click()
    expect(page.get_by_test_id("kept")).to_contain_text("First Try")
    total = verdict.get_attribute("data-total")
    assert ada.violations() == []
    page.reload()
    page.get_by_test_id("game").select_option(rulebook)
    page.get_by_test_id("kept").get_by_role("button", name="First Try").first.click()
    expect(verdict).to_have_attribute("data-total", str(total))
    expect(verdict).to_have_attribute("data-legal", "true")
    print_cards(page, "First Try")


def print_cards(page: Page, name: str) -> None:
    """Look at the cards of the squad on the bench, which may be played, as they are printed."""
    page.get_by_test_id("print").click()
    cards = page.frame_locator("[data-testid=print-frame]")
    expect(cards.locator("body")).to_contain_text(name)
    expect(cards.locator("footer")).to_contain_text("This may be played. Content")


def test_a_link_carries_the_whole_squad_and_a_damaged_one_is_told(
    skirm: Stage, people: People
) -> None:
    page = people(skirm).home()
    enter(page, "skirm3")
    add(page)
    page.get_by_test_id("share").click()
    link = page.get_by_test_id("squad-link").input_value()
    page.goto(skirm.url)
    page.goto(link)
    expect(page.get_by_test_id("entry")).to_have_count(1)
    page.goto(link[:-9])
    expect(page.locator(".notice").get_by_text("This link is damaged")).to_be_visible()
    expect(page.get_by_test_id("entry")).to_have_count(1)


def test_what_is_pasted_is_opened_or_told_and_nothing_is_lost(skirm: Stage, people: People) -> None:
    page = people(skirm).home()
    enter(page, "skirm3")
    add(page)
    page.get_by_test_id("begin").click()
    page.get_by_test_id("paste").click()
    for text, said in (
        ("nonsense", "names no game"),
        ("rulebook: skirm3\nunits: [" + "a, " * 300 + "a]", "301 entries"),
    ):
        page.get_by_test_id("pasted").fill(text)
        page.get_by_test_id("do-paste").click()
        expect(page.locator(".notice").get_by_text(said)).to_be_visible()
        expect(page.get_by_test_id("entry")).to_have_count(1)
    page.get_by_test_id("pasted").fill(
        "kind: squad\nrulebook: skirm3\nname: <img src=x onerror=alert(1)>\n"
        "faction: shock-troops\nunits: [strike-trooper, field-medic]\n"
    )
    page.get_by_test_id("do-paste").click()
    expect(page.get_by_test_id("squad-name")).to_have_text("<img src=x onerror=alert(1)>")
    expect(page.get_by_test_id("entry")).to_have_count(2)


def test_squads_are_built_on_a_phone(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    page = ada.home()
    page.set_viewport_size({"width": 390, "height": 844})
    enter(page, "skirm3")
    expect(page.get_by_test_id("add").first).to_be_hidden()  # shelves are folded here
    page.get_by_test_id("shelf").first.click()
    add(page)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    assert ada.violations() == []


def test_two_units_meet_with_the_odds_of_the_game(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    page = ada.home()
    enter(page, "skirm3")
    add(page)
    page.get_by_test_id("odds").locator("summary").click()
    page.get_by_test_id("odds-from").select_option("hungry-tide")
    page.get_by_test_id("odds-unit").select_option(index=1)
    told = page.get_by_test_id("odds-told")
    expect(told).to_contain_text("against", timeout=20_000)
    expect(told).to_contain_text("%")
    assert ada.violations() == []


def test_a_change_of_the_cap_is_taken_back_like_any_other(skirm: Stage, people: People) -> None:
    page = people(skirm).home()
    enter(page, "skirm3")
    add(page)
    verdict = page.get_by_test_id("verdict")
    expect(verdict).to_have_attribute("data-legal", "true")
    page.get_by_test_id("cap").fill("1")
    page.get_by_test_id("cap").press("Tab")
    expect(verdict).to_have_attribute("data-legal", "false")
    page.get_by_test_id("undo").click()
    expect(verdict).to_have_attribute("data-legal", "true")
    expect(page.get_by_test_id("cap")).to_have_value("")
    expect(page.get_by_test_id("entry")).to_have_count(1)


def test_a_squad_is_taken_from_the_builder_to_the_set_up(skirm: Stage, people: People) -> None:
    page = people(skirm).home()
    enter(page, "skirm3")
    add(page)
    page.get_by_label("Name", exact=True).first.fill("Night & Day")
    page.get_by_label("Name", exact=True).first.press("Tab")
    expect(page.get_by_test_id("squad-name")).to_have_text("Night & Day")
    page.get_by_test_id("play-with").click()
    page.wait_for_url("**/?rulebook=skirm3&squad=Night*")
    kept = page.evaluate(
        "JSON.parse(localStorage.getItem('battlemat squads')).map((one) => one.name)"
    )
    assert kept == ["Night & Day"]


def test_a_squad_is_built_by_the_keyboard_downloaded_and_opened_again(
    skirm: Stage, people: People
) -> None:
    page = people(skirm).home()
    enter(page, "skirm3")
    page.get_by_test_id("add").first.press("Enter")
    expect(page.get_by_test_id("entry")).to_have_count(1)
    page.get_by_test_id("add").nth(1).press("Enter")
    expect(page.get_by_test_id("entry")).to_have_count(2)
    total = page.get_by_test_id("verdict").get_attribute("data-total")
    with page.expect_download() as started:
        page.get_by_test_id("download").press("Enter")
    file = started.value.path()
    page.get_by_test_id("undo").press("Enter")
    expect(page.get_by_test_id("entry")).to_have_count(1)
    page.get_by_test_id("squad-file").set_input_files(file)
    expect(page.get_by_test_id("entry")).to_have_count(2)
    expect(page.get_by_test_id("verdict")).to_have_attribute("data-total", str(total))


def named(page: Page, name: str) -> None:
    page.get_by_label("Name", exact=True).first.fill(name)
    page.get_by_label("Name", exact=True).first.press("Tab")
    expect(page.get_by_test_id("squad-name")).to_have_text(name)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_squad_is_built_from_nothing_and_meets_the_machine(
    skirm: Stage, people: People, rulebook: str
) -> None:
    ada = people(skirm)
    page = ada.home()
    enter(page, rulebook)
    add(page)
    verdict = page.get_by_test_id("verdict")
    if verdict.get_attribute("data-legal") == "false":
        page.get_by_test_id("mend").click()
    expect(verdict).to_have_attribute("data-legal", "true")
    named(page, "First Try")
    meet_the_machine(ada, "First Try")


def meet_the_machine(person: Person, name: str) -> None:
    """Bring the squad on the bench to a game against the machine, and give its first answers."""
    page = person.page
    page.get_by_test_id("play-with").click()
    expect(page.get_by_test_id("start-bar")).to_contain_text(name)
    page.get_by_test_id("start").click()
    expect(person.table).to_be_visible()
    expect(page.locator(".scoreboard")).to_contain_text(name)
    person.wait_for_turn()
    for turn in range(2):
        give(person, person.url + person.game, turn)
    assert person.step >= 2


def test_a_squad_from_the_builder_is_played_by_clicks(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    page = ada.home()
    enter(page, "skirm3")
    add(page)
    add(page, 1)
    named(page, "By Hand")
    page.get_by_test_id("play-with").click()
    expect(page.get_by_test_id("start-bar")).to_contain_text("By Hand")
    page.get_by_test_id("start").click()
    expect(ada.table).to_be_visible()
    clicks = Clicks(ada)
    while "action" not in clicks.asked and clicks.go_on():
        pass
    assert "action" in clicks.asked


def busy_once(person: Person, path: str, status: int) -> list[str]:
    """Let the next request there be answered that nobody has time for it; gives whom it met."""
    met: list[str] = []

    def answer(route: Route) -> None:
        if met:
            route.continue_()
            return
        met.append(route.request.url)
        route.fulfill(status=status, content_type="application/json", body=BUSY)

    person.page.route(path, answer)
    return met


@pytest.mark.parametrize("status", [429, 503])
def test_a_change_that_meets_a_busy_server_is_not_lost(
    skirm: Stage, people: People, status: int
) -> None:
    ada = people(skirm)
    page = ada.home()
    enter(page, "skirm3")
    entries = page.get_by_test_id("entry")
    met = busy_once(ada, "**/api/barracks/skirm3", status)
    for _ in range(3):
        page.get_by_test_id("add").first.click()
    expect(entries).to_have_count(3)
    assert met
    met.clear()
    for _ in range(2):
        page.get_by_test_id("undo").click()
    expect(entries).to_have_count(1)
    assert met
    met.clear()
    page.get_by_test_id("cap").fill("1")
    page.get_by_test_id("cap").press("Tab")
    expect(page.get_by_test_id("verdict")).to_have_attribute("data-legal", "false")
    assert met
    expect(page.locator(".notice")).to_have_count(0)  # whoever waits for a moment hears of nothing


def test_what_is_kept_has_the_change_that_still_waited(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    page = ada.home()
    enter(page, "skirm3")
    met = busy_once(ada, "**/api/barracks/skirm3", 503)
    page.get_by_test_id("add").first.click()
    page.get_by_test_id("keep").click()
    expect(page.locator(".notice").get_by_text("Kept in this browser")).to_be_visible()
    assert met
    page.reload()
    page.get_by_test_id("kept").get_by_role("button").first.click()
    expect(page.get_by_test_id("entry")).to_have_count(1)


def test_the_nearest_legal_change_is_asked_for_again(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    page = ada.home()
    met = busy_once(ada, "**/api/barracks/skirm3/mend", 503)
    enter(page, "skirm3")
    page.get_by_test_id("mend").click()
    expect(page.get_by_test_id("verdict")).to_have_attribute("data-legal", "true")
    assert met


def test_a_server_that_stays_busy_is_told_of(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    page = ada.home()
    enter(page, "skirm3")
    add(page)
    page.route(
        "**/api/barracks/skirm3",
        lambda route: route.fulfill(status=429, content_type="application/json", body=BUSY),
    )
    page.get_by_test_id("undo").click()
    expect(page.locator(".notice").get_by_text("Trying again")).to_be_visible()
    expect(page.locator(".notice").get_by_text("too many squads")).to_be_visible()
    expect(page.get_by_test_id("entry")).to_have_count(1)
    page.unroute("**/api/barracks/skirm3")
    page.get_by_test_id("undo").click()
    expect(page.get_by_test_id("entry")).to_have_count(0)
