"""The rules read in the browser: chapters, search, editions, and a board beside a rule."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.conftest import People
from browser.stage import Stage


def test_a_rule_is_found_read_and_poked(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    page = ada.home()
    page.get_by_test_id("rules-link").click()
    expect(page.get_by_test_id("clause").first).to_be_visible()
    page.get_by_test_id("search").fill("closed door")
    expect(page.get_by_test_id("count")).to_have_text(re.compile("rules?$"))
    page.get_by_test_id("hit").filter(has_text="skirm3.action.door").click()
    clause = page.locator("article.chosen")
    expect(clause).to_have_attribute("id", "skirm3.action.door")
    expect(clause.get_by_test_id("edition")).to_have_count(2)
    expect(clause.locator("mark").first).to_be_visible()
    board = page.get_by_test_id("clause-board")
    decision = board.get_attribute("data-decision") or ""
    expect(board).to_have_attribute("data-at", decision, timeout=15_000)
    assert ada.violations() == []
    board.get_by_test_id("try").filter(has_text="Shoot at B").click()
    expect(board.get_by_test_id("verdict")).to_contain_text("Not legal")
    expect(board.get_by_test_id("verdict").get_by_role("button")).to_contain_text("los.corners")
    board.get_by_test_id("poke").click()
    expect(page.get_by_test_id("played")).to_be_visible()
    page.locator(".clause-board .prompt").get_by_role("button", name="Shoot").first.wait_for(
        state="detached"
    )
    page.get_by_test_id("sheet").click()
    frame = page.frame_locator("[data-testid=print-frame]")
    expect(frame.get_by_role("heading", level=1)).to_have_text("Skirm, third edition")
    assert ada.violations() == []


def test_a_clause_of_the_table_leads_into_the_book(skirm: Stage, people: People) -> None:
    page = people(skirm).home()
    page.goto(f"{page.url.rstrip('/')}/rules/skirm1#skirm1.action.dash")
    expect(page.locator("article.chosen")).to_have_attribute("id", "skirm1.action.dash")
    page.locator("article.chosen .editions a").last.click()
    expect(page.locator("article.chosen")).to_have_attribute("id", "skirm3.action.dash")


def test_a_board_in_a_frame_shows_and_tries(skirm: Stage, people: People) -> None:
    page = people(skirm).home()
    page.goto(f"{page.url.rstrip('/')}/embed/skirm3/doors")
    board = page.get_by_test_id("clause-board")
    expect(board).to_have_attribute("data-at", board.get_attribute("data-decision") or "")
    board.get_by_test_id("try").filter(has_text="Shoot at B").click()
    expect(board.get_by_test_id("verdict")).to_contain_text("not in line of sight")


def test_the_rules_that_matter_now_are_one_click_away(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    page = ada.both_sides()
    page.get_by_test_id("rules-now").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.locator("article").first).to_be_visible()
    expect(sheet.get_by_test_id("in-book").first).to_have_attribute(
        "href", re.compile("/rules/skirm3#")
    )
