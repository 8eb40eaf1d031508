"""Nothing on any page keeps those out who need help: axe-core finds no serious fault.

One game for each rulebook is looked at in every way: light and dark, at the desk and on the phone,
with its sheets open, at its end and back at its beginning.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import pytest
from playwright.sync_api import expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import Person

Scheme: TypeAlias = Literal["light", "dark"]
DESK, PHONE = (1360, 860), (390, 844)
LOOKS = ("color-contrast", "target-size", "scrollable-region-focusable")
"""What can differ with the size of a window and with its colours."""
TITLES = [
    "Skirm, third edition",
    "Skirm, second edition",
    "Skirm, first edition",
    "Skirmishers",
    "Open Fire",
]
COLOURS_REST = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame();
  await frame();
  const fading = document.getAnimations().filter((one) => one instanceof CSSTransition);
  for (const one of fading) one.finish();
  await frame();
}"""


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_no_page_has_a_serious_fault_for_those_who_need_help(
    toy: Stage, people: People, scheme: str
) -> None:
    ada = people(toy, {"notes": True, "theme": scheme})
    ada.home()
    assert ada.violations() == []
    ada.page.get_by_role("link", name="Settings").click()
    expect(ada.page.get_by_role("heading", name="Settings")).to_be_visible()
    assert ada.violations() == []
    ada.home().get_by_test_id("both").click()
    ada.expect_turn()
    ada.click_piece("R1")
    assert ada.violations() == []
    ada.click_place("b1")
    expect(ada.log).to_contain_text("R1 walks to b1.")
    for tab in ("Chat", "List", "Log"):
        ada.page.get_by_role("tab", name=tab).click()
        assert ada.violations(".talk") == []
    ada.page.get_by_role("button", name="Rule turn · act").click()
    expect(ada.page.get_by_role("dialog")).to_be_visible()
    assert ada.violations("dialog") == []
    ada.page.keyboard.press("Escape")
    for sheet in ("Links", "Signs and keys"):
        ada.page.get_by_role("button", name=sheet).click()
        assert ada.violations("dialog") == []
        ada.page.keyboard.press("Escape")
    ada.page.get_by_text("Game", exact=True).click()
    ada.page.get_by_role("button", name="Concede").click()
    ada.page.get_by_role("dialog").get_by_role("button", name="Concede").click()
    expect(ada.page.get_by_test_id("end")).to_be_visible()
    assert ada.violations() == []
    ada.page.get_by_role("button", name="To the beginning").click()
    expect(ada.page.locator(".ribbon")).to_be_visible()
    assert ada.violations() == []
    ada.page.goto(toy.url + "/game/none")
    expect(ada.page.get_by_role("heading", name="No such table")).to_be_visible()
    assert ada.violations() == []


def show(person: Person, size: tuple[int, int], scheme: Scheme) -> None:
    """Show the page as it stands in a scheme, in a window of this size."""
    person.page.set_viewport_size({"width": size[0], "height": size[1]})
    person.page.emulate_media(color_scheme=scheme)
    person.page.evaluate(COLOURS_REST)


def expect_no_fault(person: Person, part: str, *sizes: tuple[int, int]) -> None:
    """The whole look in daylight at each size; in the dark, what colours can change."""
    for size in sizes:
        show(person, size, "dark")
        assert person.violations(part, LOOKS) == [], (size, "dark")
        show(person, size, "light")
        assert person.violations(part) == [], (size, "light")


def answer_in_words(person: Person, times: int) -> None:
    """Give the first answer that the page suggests, in its short form."""
    person.page.locator(".by-hand summary").click()
    field = person.page.get_by_label("The answer in its short form")
    for _ in range(times):
        person.expect_turn()
        number = person.question
        field.fill((field.get_attribute("placeholder") or "").removeprefix("for example "))
        field.press("Enter")
        person.expect_answered(number)
    person.expect_turn()


@pytest.mark.parametrize("title", TITLES)
def test_no_real_table_has_a_serious_fault_whatever_is_open_on_it(
    skirm: Stage, people: People, title: str
) -> None:
    ada = people(skirm)
    page = ada.page
    ada.home().get_by_role("combobox", name="Game").select_option(label=title)
    page.get_by_test_id("both").click()
    answer_in_words(ada, 2)
    expect_no_fault(ada, "html", PHONE, DESK)
    ada.expect_no_wider()
    ada.turn_to("Log")
    page.locator(".log .clause").first.click()
    expect(page.get_by_role("dialog").locator(".rule").first).to_be_visible()
    expect_no_fault(ada, "dialog", DESK)
    page.keyboard.press("Escape")
    if title == TITLES[0]:  # these sheets are the same for every game
        for sheet in ("Settings", "Links", "Signs and keys"):
            page.get_by_role("button", name=sheet).click()
            expect_no_fault(ada, "dialog", PHONE, DESK)
            page.keyboard.press("Escape")
    page.get_by_text("Game", exact=True).click()
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("dialog").get_by_role("button", name="Concede").click()
    expect(page.get_by_test_id("end")).to_be_visible()
    expect_no_fault(ada, ".side", DESK)
    page.get_by_role("button", name="To the beginning").click()
    expect(page.locator(".ribbon")).to_be_visible()
    expect_no_fault(ada, ".side, .ribbon, .timeline", DESK)


OTHERWISE: tuple[tuple[tuple[int, int], Scheme], ...] = (
    (PHONE, "light"),
    (PHONE, "dark"),
    (DESK, "dark"),
)


def expect_no_fault_anywhere(person: Person, part: str = "html") -> None:
    """The whole look at the desk in daylight; what depends on size and colours in every other."""
    show(person, DESK, "light")
    assert person.violations(part) == []
    for size, scheme in OTHERWISE:
        show(person, size, scheme)
        assert person.violations(part, LOOKS) == [], (size, scheme)


def test_no_page_around_the_table_has_a_serious_fault(skirm: Stage, people: People) -> None:
    ada = people(skirm, {"named": False})
    page = ada.home()
    page.get_by_text("Map in pictures").click()
    expect(page.locator(".board-picks")).to_have_count(2)
    expect_no_fault_anywhere(ada)
    page.get_by_test_id("muster").click()
    expect(page.get_by_test_id("muster-terms")).to_be_visible()
    expect_no_fault_anywhere(ada, "main")
    ada.home().get_by_test_id("friend").click()
    link = page.get_by_test_id("invite").input_value()
    page.get_by_role("button", name="QR").click()
    expect(page.get_by_test_id("code")).to_be_visible()
    expect_no_fault_anywhere(ada, ".side")
    page.get_by_text("Game", exact=True).click()
    page.get_by_role("button", name="Check the dice").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect_no_fault_anywhere(ada, "dialog")
    guest = people(skirm, {"named": False})
    guest.page.goto(link)
    expect(guest.page.get_by_test_id("invited")).to_be_visible()
    expect_no_fault_anywhere(guest)
