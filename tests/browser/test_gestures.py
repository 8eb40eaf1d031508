"""Hands on the board: what an option would cover, the ruler, and two fingers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import CDPSession, Locator, Request, expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import Person, boxes, eventually, middle, width

PHONE = {"width": 390, "height": 844}


def a_game(people: People, stage: Stage, **how: object) -> Person:
    ada = people(stage, **how)
    ada.both_sides()
    return ada


# ---------------------------------------------------------------------- previews


def test_an_option_shows_what_it_would_cover_where_it_is_pointed_at(
    toy: Stage, people: People
) -> None:
    ada = a_game(people, toy)
    ada.click_piece("R1")
    blast = ada.page.locator(".cover.c-blast")
    expect(blast).to_have_count(0)
    target = ada.page.locator(".token[data-piece=B1] .body")
    ada.rest_on(target)
    expect(blast).to_have_count(1)
    shown, aimed = boxes(blast, target)
    assert shown.middle == pytest.approx(aimed.middle, abs=1)
    ada.rest_on(ada.page.locator(".token[data-piece=R2] .body"))
    expect(blast).to_have_count(0)
    ada.expect_step(0)


def test_an_option_in_the_list_shows_what_it_would_cover_and_is_asked_for_once(
    toy: Stage, people: People
) -> None:
    ada = a_game(people, toy)
    asked: list[str] = []

    def heard(request: Request) -> None:
        if "/preview" in request.url:
            asked.append(request.url)

    ada.page.on("request", heard)
    ada.click_piece("R1")
    ada.page.locator("[data-group=Fire]").click()
    option = ada.page.locator("[data-answer='fire R1 B1']")
    blast = ada.page.locator(".cover.c-blast")
    for _ in range(2):
        option.focus()
        expect(blast).to_have_count(1)
        option.blur()
        expect(blast).to_have_count(0)
    eventually(lambda: len([url for url in asked if "B1" in url]) == 1)
    ada.expect_step(0)


# ---------------------------------------------------------------------- the ruler


def fact(person: Person, name: str = "distance") -> Locator:
    return person.page.locator(f".ruler-panel [data-fact={name}]")


def test_two_things_are_measured_by_pointing_and_nothing_is_answered(
    toy: Stage, people: People
) -> None:
    ada = a_game(people, toy)
    ada.page.get_by_role("button", name="Ruler").click()
    ada.click_piece("R1")
    ada.click_piece("B1")
    expect(fact(ada)).to_contain_text("4 squares")
    expect(ada.page.locator(".cover.c-ruler")).to_have_count(1)
    expect(ada.page.get_by_test_id("live")).to_have_text("R1 to B1. 4 squares")
    fact(ada).get_by_role("button", name="Rule move · step").click()
    rule = ada.page.get_by_role("dialog", name="One square")
    expect(rule).to_contain_text("A gunner walks to a free")
    rule.get_by_role("button", name="Close").click()
    # A second measurement takes the place of the first.
    ada.click_piece("R1")
    ada.click_piece("R2")
    expect(fact(ada)).to_contain_text("2 squares")
    expect(ada.page.locator(".cover.c-ruler")).to_have_count(1)
    ada.page.keyboard.press("Escape")
    expect(ada.page.get_by_test_id("ruler")).to_have_count(0)
    expect(ada.page.locator(".cover.c-ruler")).to_have_count(0)
    ada.expect_step(0)
    ada.choose_step("R1", "b1")
    expect(ada.log).to_contain_text("R1 walks to b1.")


def test_a_ruler_is_dragged_and_tells_as_it_goes(toy: Stage, people: People) -> None:
    ada = a_game(people, toy)
    ada.page.keyboard.press("m")
    marks = [ada.page.locator(f".token[data-piece={id}] .body") for id in ("R1", "R2", "B2")]
    red, low, blue = (one.middle for one in boxes(*marks))
    ada.page.mouse.move(*red)
    ada.page.mouse.down()
    ada.page.mouse.move(*low, steps=4)
    expect(fact(ada)).to_contain_text("2 squares")
    ada.page.mouse.move(*blue, steps=4)
    expect(fact(ada)).to_contain_text("4 squares")
    ada.page.mouse.up()
    ada.page.mouse.move(*low, steps=4)
    expect(ada.page.get_by_test_id("live")).to_have_text("R1 to B2. 4 squares")
    expect(fact(ada)).to_contain_text("4 squares")
    ada.expect_step(0)


def test_a_watcher_measures_with_the_keyboard_alone(toy: Stage, people: People) -> None:
    ada = a_game(people, toy)
    eve = people(toy)
    eve.visit(ada.page.url)
    expect(eve.page.locator(".prompt.mine")).to_have_count(0)
    eve.page.keyboard.press("m")
    for keys in ("n", "Enter", "n", "n", "Enter"):
        eve.page.keyboard.press(keys)
    expect(eve.page.get_by_test_id("live")).to_have_text("R1 to B1. 4 squares")
    eve.page.keyboard.press("m")
    expect(eve.page.get_by_test_id("ruler")).to_have_count(0)
    ada.expect_step(0)


def test_the_board_list_and_typed_names_are_measured_too(toy: Stage, people: People) -> None:
    ada = a_game(people, toy)
    ada.page.get_by_role("tab", name="List").click()
    ada.page.get_by_role("button", name="Ruler").click()
    entries = ada.page.get_by_test_id("board-list")
    entries.get_by_role("button", name=re.compile("^R2 ")).press("Enter")
    entries.get_by_role("button", name=re.compile("^B2 ")).press("Enter")
    expect(fact(ada)).to_contain_text("4 squares")
    to = ada.page.get_by_role("textbox", name="To")
    to.fill("r1")
    to.press("Enter")
    expect(fact(ada)).to_contain_text("2 squares")
    to.fill("Z9")
    to.press("Enter")
    expect(ada.page.locator(".ruler-panel .bad")).to_contain_text("there is no 'Z9' here")
    expect(fact(ada)).to_have_count(0)


def test_squares_and_objectives_of_skirm_are_measured_with_the_clauses_that_say_so(
    skirm: Stage, people: People
) -> None:
    ada = a_game(people, skirm)
    step = ada.step
    ada.page.keyboard.press("m")
    ada.page.get_by_role("textbox", name="From").fill("b2")
    ada.page.get_by_role("textbox", name="To").fill("b6")
    ada.page.get_by_role("textbox", name="To").press("Enter")
    expect(fact(ada)).to_contain_text("4 squares from b2 to b6")
    expect(fact(ada).locator(".clause")).to_have_count(1)
    expect(fact(ada, "sight").locator(".clause")).to_have_count(1)
    assert ada.violations(".ruler-panel") == []
    ada.page.locator(".surface").focus()
    ada.click_on(ada.page.locator(".sign.m-objective .flag-base").first)
    ada.click_on(ada.page.locator(".sign.m-objective .flag-base").nth(1))
    expect(fact(ada)).to_contain_text("from West relay to East relay")
    ada.expect_step(step)


# ---------------------------------------------------------------------- two fingers


def touch(session: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    at = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})


def test_two_fingers_zoom_the_board_about_the_point_between_them_and_answer_nothing(
    toy: Stage, people: People
) -> None:
    ada = a_game(people, toy, viewport=PHONE, has_touch=True, is_mobile=True)
    token = ada.page.locator(".token[data-piece=R1] .body")
    mat = ada.page.locator("rect.mat")
    board, piece = boxes(mat, token)
    (x, y), before, size = board.middle, piece.width, board.width
    session = ada.context.new_cdp_session(ada.page)
    touch(session, "touchStart", (x - 30, y), (x + 30, y))
    for reach in (40, 50, 60):
        touch(session, "touchMove", (x - reach, y), (x + reach, y))
    touch(session, "touchEnd")
    eventually(lambda: width(token) == pytest.approx(2 * before, rel=0.05))
    eventually(lambda: middle(mat) == pytest.approx((x, y), abs=2))
    ada.expect_step(0)
    # The fingers come back together, and so does the board.
    touch(session, "touchStart", (x - 60, y), (x + 60, y))
    for reach in (50, 40, 30):
        touch(session, "touchMove", (x - reach, y), (x + reach, y))
    touch(session, "touchEnd")
    eventually(lambda: width(mat) == pytest.approx(size, rel=0.05))
    expect(ada.page.locator(".pop, .tray")).to_have_count(0)
