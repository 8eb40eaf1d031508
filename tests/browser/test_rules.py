"""The rules read in the browser: chapters, search, editions, and a board beside a rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from playwright.sync_api import Browser, expect

from battlemat.puzzles.desk import listed
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
    expect(board.get_by_test_id("verdict").get_by_role("button")).to_contain_text("los · corners")
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


@contextmanager
def page_of_somebody_else(body: str) -> Iterator[str]:
    """The address of a page of another site, which holds these frames."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, format: str, *args: object) -> None:
            """Nothing is told."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()


def test_a_puzzle_is_solved_in_a_page_of_somebody_else(skirm: Stage, browser: Browser) -> None:
    names = {
        "one": f"embed/puzzles/skirm3/{listed('skirm3')[0]['id']}",
        "two": "embed/game/abcdef",
        "three": "learn",
    }
    frames = "".join(
        f'<iframe id="{id}" src="{skirm.url}/{what}" width="480" height="640"></iframe>'
        for id, what in names.items()
    )
    with page_of_somebody_else(f"<!doctype html>{frames}") as address, browser.new_page() as page:
        page.goto(address)
        puzzle = page.frame_locator("#one")
        puzzle.get_by_test_id("answer").first.focus()
        page.keyboard.press("Enter")
        expect(puzzle.get_by_test_id("verdict")).to_be_visible()
        expect(puzzle.get_by_test_id("copy-frame")).to_have_count(0)
        refused = page.frame_locator("#two").get_by_test_id("embed-refused")
        expect(refused).to_contain_text("Games are not shown on other pages")
        expect(page.frame_locator("#three").locator(".learn")).to_have_count(0)


def test_a_board_of_the_rules_is_played_in_a_page_of_somebody_else(
    skirm: Stage, browser: Browser
) -> None:
    frame = f'<iframe src="{skirm.url}/embed/skirm3/doors" width="480" height="700"></iframe>'
    with page_of_somebody_else(f"<!doctype html>{frame}") as address, browser.new_page() as page:
        page.goto(address)
        board = page.frame_locator("iframe")
        board.get_by_test_id("poke").focus()
        page.keyboard.press("Enter")
        played = board.get_by_test_id("played")
        before = played.get_attribute("data-step")
        answers = board.locator(".prompt.mine [data-answer]")
        answers.first.focus()
        page.keyboard.press("Enter")
        expect(played).not_to_have_attribute("data-step", before or "")
        assert page.context.cookies() == []


def test_the_rules_that_matter_now_are_one_click_away(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    page = ada.both_sides()
    page.get_by_test_id("rules-now").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.locator("article").first).to_be_visible()
    expect(sheet.get_by_test_id("in-book").first).to_have_attribute(
        "href", re.compile("/rules/skirm3#")
    )
