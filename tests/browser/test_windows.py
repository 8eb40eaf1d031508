"""Windows at the table: how an offer is passed, and what lies under the hand after it."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import box

CLEAR = """([x, y]) =>
  !document.elementFromPoint(x, y)?.closest("button, summary, a, select")"""


def test_where_pass_was_nothing_else_can_be_pressed_for_a_second(
    toy: Stage, people: People
) -> None:
    ada = people(toy)
    ada.both_sides()
    ada.click_piece("R1")
    ada.click_piece("B1")
    expect(ada.page.locator(".prompt.window")).to_be_visible()
    passing = ada.page.locator(".prompt [data-answer=pass]")
    x, y = box(passing).middle
    number = ada.question
    ada.stop_the_clock()
    ada.page.mouse.click(x, y)
    ada.page.clock.run_for(600)
    ada.expect_answered(number)
    ada.page.wait_for_function(CLEAR, arg=[x, y])
    ada.page.clock.run_for(300)
    ada.page.wait_for_function(CLEAR, arg=[x, y])
    ada.page.clock.run_for(600)
    expect(ada.page.get_by_test_id("passed")).to_have_count(0)
