"""Windows at the table: how an offer is passed, and what lies under the hand after it."""

from __future__ import annotations

import re

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


ONE_HIT = """\
rulebook: skirm3
map: |
  A . . . . . . B
red: {A: {stats: {rsk: 3}, weapons: {rifle: {roa: 2, dam: 1}}}}
blue: {B: }
orders: {red: 2}
active: A
play: [{do: shoot A B rifle, dice: 2 6}]
"""
"""One die hits, the other fails, and an order may buy another roll of either."""


def test_a_re_roll_shows_its_odds_and_a_success_is_set_apart_under_a_rule(
    skirm: Stage, people: People
) -> None:
    ada = people(skirm)
    ada.open(ONE_HIT)
    expect(ada.prompt).to_have_attribute("data-kind", "re-roll")
    offered = ada.page.locator(".prompt .options > ul")
    expect(offered).to_have_count(2)
    expect(offered.first.locator(".option")).to_contain_text(["Re-roll the 6"])
    expect(offered.first.locator(".odds-brief")).to_contain_text("%")
    expect(ada.page.get_by_test_id("apart")).to_be_visible()
    expect(offered.last.locator(".option").first).to_contain_text("Re-roll the 2")


SCAN = """\
rulebook: skirm3
map: |
  A . . . . . . B
red: {A: {stats: {rsk: 3}, weapons: {rifle: {roa: 2, dam: 1}}, skills: {scan: {
  name: Scan, text: More RSK., cost: {to: 1},
  effects: [{do: modify, stat: rsk, by: 1, who: {pick: squad}, until: turn}]}}}}
blue: {B: }
orders: {red: 1}
active: A
"""


def test_an_armed_offer_shows_what_it_would_change(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    ada.open(SCAN)
    number = ada.question
    ada.choose("pass")
    ada.expect_answered(number)
    armed = ada.page.locator(".prompt [data-armed]")
    ada.rest_on(ada.page.locator(".token[data-piece='B'] .body"))
    expect(armed.locator("[data-change]")).to_have_text(re.compile(r"\d+ % → \d+ %"))
