"""The same page on hex dots and on free inches: scenes, gestures and refusals, and no new code."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import Person, boxes


def on_board(people: People, stage: Stage, title: str) -> Person:
    ada = people(stage)
    ada.home().get_by_role("combobox", name="Game").select_option(label=title)
    ada.page.get_by_test_id("both").click()
    ada.expect_turn()
    return ada


def test_a_game_on_dots_is_played_by_clicking_dots(boards: Stage, people: People) -> None:
    ada = on_board(people, boards, "Standoff on dots")
    expect(ada.page.locator("svg.grid-dots .dot")).to_have_count(15)
    number = ada.question
    ada.choose_step("R1", "b1")
    ada.expect_answered(number)
    expect(ada.log).to_contain_text("R1 walks to b1.")


def pixels(person: Person, x: float, y: float) -> tuple[float, float]:
    """Where a point of the free table, given in inches, lies on the screen."""
    marks = [person.page.locator(f".token[data-piece={id}] .body") for id in ("R1", "B1")]
    red, blue = (one.middle for one in boxes(*marks))
    inch = (blue[0] - red[0]) / 18
    return red[0] + (x - 3) * inch, red[1] + (y - 9) * inch


def point_at(person: Person, x: float, y: float) -> None:
    """Click on a point of the free table."""
    person.page.mouse.click(*pixels(person, x, y))


def test_a_path_is_drawn_bend_by_bend_on_the_free_table(boards: Stage, people: People) -> None:
    ada = on_board(people, boards, "Standoff in the field")
    for name, middle in (("Pond", (10, 13)), ("Wood", (12, 5))):  # ground is named when pointed at
        ada.page.mouse.move(*pixels(ada, *middle))
        expect(ada.page.locator(".area-name")).to_have_text([name])
    ada.page.get_by_role("button", name="R1 walks to 6, 9").click()
    point_at(ada, 5, 9)
    point_at(ada, 5, 12)
    expect(ada.page.locator(".way")).to_have_count(3)
    number = ada.question
    ada.page.get_by_role("button", name="Do it").click()
    ada.expect_answered(number)
    expect(ada.log).to_contain_text("R1 walks to 5")


def test_a_way_that_is_too_long_is_refused_in_words_and_may_be_mended(
    boards: Stage, people: People
) -> None:
    ada = on_board(people, boards, "Standoff in the field")
    ada.page.get_by_role("button", name="R1 walks to 6, 9").click()
    point_at(ada, 12, 9)
    number = ada.question
    expect(ada.page.get_by_role("button", name="Do it")).to_be_disabled()
    expect(ada.page.locator(".verdict.bad")).to_contain_text("9.0 inches long")
    expect(ada.prompt).to_have_attribute("data-question", number)
    ada.page.get_by_role("button", name="Undo the last bend").click()
    point_at(ada, 8, 9)
    ada.page.get_by_role("button", name="Do it").click()
    ada.expect_answered(number)
