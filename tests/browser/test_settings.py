"""Settings are a place of their own: each has a name and says what it does, and is remembered."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import People
from browser.rooms import Rooms
from browser.stage import Stage
from browser.table import SETTINGS, Person

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
FIELDS = {
    "Light or dark",
    "Names under units",
    "Reach, sight and threat",
    "All arcs of fire",
    "Motion",
    "Dice",
    "Sound",
    "Call me",
    "Reaction windows",
    "Forced answers",
    "Formations",
    "Ask before every action",
    "Your name",
    "Hints for newcomers",
}
TOLD = """() => [...document.querySelectorAll(".settings :is(select, input)")].map((field) => {
  const about = document.getElementById(field.getAttribute("aria-describedby"));
  return [field.labels[0].textContent.trim(), about.textContent.trim().length];
})"""
"""The name of every setting, and how long its explanation is."""
Newcomer = Callable[..., Person]


@pytest.fixture
def newcomer(rooms: Rooms, toy: Stage) -> Iterator[Newcomer]:
    """Somebody whose browser keeps what it is told, from one page to the next."""
    found: list[Person] = []

    def arrive(**how: Any) -> Person:
        found.append(rooms.enter(toy.url, **how))
        return found[-1]

    yield arrive
    for person in found:
        rooms.leave(person)


def to_settings(person: Person) -> Page:
    person.home().get_by_role("link", name="Settings").click()
    expect(person.page.get_by_role("heading", name="Settings")).to_be_visible()
    return person.page


def expect_kept(page: Page, **values: Any) -> None:
    page.wait_for_function(
        """([key, wanted]) => {
          const kept = JSON.parse(localStorage.getItem(key) ?? "{}");
          return Object.entries(wanted).every(([name, value]) => kept[name] === value);
        }""",
        arg=[SETTINGS, values],
    )


def test_every_setting_has_a_name_and_says_what_it_does(newcomer: Newcomer) -> None:
    page = to_settings(newcomer())
    expect(page).to_have_url(page.url.partition("/settings")[0] + "/settings")
    told = page.evaluate(TOLD)
    assert {name for name, _ in told} == FIELDS
    assert all(length > 10 for _, length in told), told
    expect(page.locator(".settings fieldset")).to_have_count(5)


def test_settings_hold_at_once_and_are_remembered(newcomer: Newcomer) -> None:
    ada = newcomer()
    page = to_settings(ada)
    page.get_by_label("Light or dark").select_option("light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.get_by_label("Motion").select_option("off")
    page.get_by_label("Dice").select_option("quick")
    page.get_by_label("Reaction windows").select_option("never")
    page.get_by_label("Sound").uncheck()
    page.get_by_label("Forced answers").uncheck()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Your name").blur()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    expect(page.get_by_label("Motion")).to_have_value("off")
    expect(page.get_by_label("Dice")).to_have_value("quick")
    expect(page.get_by_label("Reaction windows")).to_have_value("never")
    expect(page.get_by_label("Sound")).not_to_be_checked()
    expect(page.get_by_label("Forced answers")).not_to_be_checked()
    expect(page.get_by_label("Your name")).to_have_value("Ada")
    # The table knows them, and has them, too.
    page.get_by_role("link", name="To the first page", exact=True).click()
    page.get_by_test_id("both").click()
    ada.expect_turn()
    page.get_by_role("button", name="Settings").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_label("Motion")).to_have_value("off")
    expect(sheet.get_by_label("Never ask, always pass").first).to_be_checked()
    sheet.get_by_label("Names under units").uncheck()
    expect_kept(page, names=False, theme="light")
    sheet.get_by_role("button", name="Reset to defaults").click()
    expect(sheet.get_by_label("Motion")).to_have_value("full")
    expect_kept(page, names=True, motion="full", player="Ada")


def test_settings_are_changed_with_the_keyboard_alone(newcomer: Newcomer) -> None:
    ada = newcomer()
    page = ada.home()
    page.get_by_role("link", name="Settings").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    page.get_by_role("link", name="To the first page", exact=True).focus()
    page.keyboard.press("Tab")
    expect(page.get_by_label("Light or dark")).to_be_focused()
    page.keyboard.type("Dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Names under units")).to_be_focused()
    page.keyboard.press("Space")
    expect_kept(page, theme="dark", names=False)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_setting_is_out_of_reach_on_a_phone(newcomer: Newcomer, scheme: str) -> None:
    ada = newcomer(**PHONE, color_scheme=scheme)
    page = to_settings(ada)
    ada.expect_no_wider()
    assert ada.violations() == []
    page.get_by_label("Formations").tap()
    expect_kept(page, formation=False)


def test_calls_are_asked_for_and_a_refusal_is_told(newcomer: Newcomer) -> None:
    ada = newcomer()
    ada.page.add_init_script(
        "Notification.requestPermission = async () => window.says ?? 'denied';"
    )
    page = to_settings(ada)
    page.get_by_label("Call me").click()
    expect(page.locator(".notice")).to_contain_text("does not allow notifications")
    expect(page.get_by_label("Call me")).not_to_be_checked()
    expect_kept(page, notify=False)
    page.evaluate("window.says = 'granted'")
    page.get_by_label("Call me").click()
    expect_kept(page, notify=True)


def test_what_was_kept_by_an_older_page_is_no_obstacle(people: People, toy: Stage) -> None:
    ada = people(toy, {"unknown": json.dumps({"a": 1}), "theme": "dark"})
    to_settings(ada)
    expect(ada.page.get_by_label("Light or dark")).to_have_value("dark")
