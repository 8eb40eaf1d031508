"""Puzzles in the browser: chosen from the list, tried wrongly, solved, and kept as solved."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from battlemat.packs.solving.puzzles import load_puzzle, shipped_puzzles
from browser.conftest import People
from browser.stage import Stage
from browser.test_access import expect_no_fault

BOOK, ID = "skirm3", "plan-239f70"


def test_a_puzzle_is_tried_wrongly_then_solved_and_kept(people: People, skirm: Stage) -> None:
    puzzle = load_puzzle(BOOK, ID)
    ada = people(skirm)
    page = ada.page
    page.goto(f"{ada.url}/puzzles")
    page.get_by_test_id("game").select_option(BOOK)
    expect(page.get_by_test_id("count")).to_contain_text(str(len(shipped_puzzles(BOOK))))
    expect_no_fault(ada, ".puzzles")
    page.locator(f'[data-testid=puzzle-link][href$="{ID}"]').click()
    expect(page.get_by_test_id("goal")).to_contain_text("out of action")
    expect_no_fault(ada, ".puzzles")
    page.locator(f'[data-text="{puzzle.next.answer}"]').first.click()
    verdict = page.get_by_test_id("verdict")
    expect(verdict).to_have_attribute("data-right", "no")
    expect(verdict).to_contain_text("87")
    page.get_by_test_id("again").click()
    page.locator(f'[data-text="{puzzle.best[0].answer}"]').first.focus()
    page.keyboard.press("Enter")
    expect(verdict).to_have_attribute("data-right", "yes")
    page.get_by_test_id("all").click()
    solved = page.locator(f'[data-testid=puzzle-link][href$="{ID}"]')
    expect(solved).to_contain_text("solved", ignore_case=True)


GIVEN_AWAY = """\
rulebook: skirm3
map: |
  A . . B . .
red: {A: {weapons: {rifle: {roa: 4, dam: 2}}}}
blue: {B: }
"""
"""Whoever ends the activation has not shot."""


def test_what_was_given_away_in_a_game_is_made_better_and_added_up(
    people: People, skirm: Stage
) -> None:
    ada = people(skirm)
    page, game = ada.page, ada.opened(GIVEN_AWAY)["game"]["id"]
    deeds: list[tuple[str, dict[str, Any]]] = [
        ("answers", {"number": 1, "text": "activate A"}),
        ("answers", {"number": 2, "text": "end A"}),
        ("concede", {"player": "red"}),
    ]
    for deed, given in deeds:
        ada.asked(f"/api/games/{game}/{deed}", given)
    ada.visit(f"/game/{game}")
    page.get_by_test_id("find-better").click()
    expect(page.get_by_test_id("goal")).to_contain_text("points given away here: find better")
    expect_no_fault(ada, ".puzzles")
    page.locator('[data-text="end A"]').click()
    verdict = page.get_by_test_id("verdict")
    expect(verdict).to_have_attribute("data-right", "no")
    page.get_by_test_id("again").click()
    page.locator('[data-text="shoot A B rifle"]').focus()
    page.keyboard.press("Enter")
    expect(verdict).to_have_attribute("data-right", "yes")
    expect(verdict).to_contain_text("Played then: “End the activation”")
    page.get_by_test_id("every-game").click()
    expect(page.get_by_test_id("kinds")).to_contain_text("End activation")
    expect(page.get_by_test_id("own-game")).to_contain_text("1 choice to make once more")
    expect_no_fault(ada, ".puzzles")


def test_the_puzzle_of_the_day_stands_on_a_phone_and_another_can_be_had(
    people: People, skirm: Stage
) -> None:
    ada = people(skirm, viewport={"width": 390, "height": 844})
    page = ada.page
    page.goto(f"{ada.url}/puzzles")
    page.get_by_test_id("daily").click()
    expect(page.get_by_test_id("puzzle")).to_have_attribute("data-answered", "no")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    page.get_by_test_id("answer").first.click()
    expect(page.get_by_test_id("verdict")).to_be_visible()
    page.get_by_test_id("another").click()
    expect(page.get_by_test_id("puzzle")).to_have_attribute("data-answered", "no")


def test_a_puzzle_that_there_is_not_says_so(people: People, skirm: Stage) -> None:
    ada = people(skirm)
    ada.page.goto(f"{ada.url}/puzzles/skirm3/nothing")
    expect(ada.page.get_by_test_id("live")).to_have_text("skirm3 has no puzzle 'nothing'")
    expect(ada.page.get_by_role("main")).not_to_contain_text("Setting the table")
