"""The page for everyone: phone, keyboard alone, screen reader, light and dark, real dice."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import Person, attributes, boxes, eventually, middle, width

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


def test_dice_rolled_by_hand_are_typed_in_and_believed(toy: Stage, people: People) -> None:
    ada = people(toy)
    ada.home().get_by_label("Real dice.").check()
    ada.page.get_by_test_id("both").click()
    ada.expect_turn()
    ada.click_piece("R1")
    ada.page.locator("[data-group=Fire]").click()
    ada.click_piece("B1")
    typed = ada.page.locator(".typed")
    expect(typed).to_contain_text("Roll 2d6")
    send = typed.get_by_role("button", name="That is my roll")
    typed.get_by_role("button", name="Face 2").click()
    expect(send).to_be_disabled()
    typed.get_by_role("button", name="Face 6").click()
    number = ada.question
    send.click()
    ada.expect_answered(number)
    expect(ada.log).to_contain_text("R1 fires at B1: 2, 6, 1 hit.")


def test_typed_dice_may_come_from_the_keyboard(toy: Stage, people: People) -> None:
    ada = people(toy)
    ada.home().get_by_label("Real dice.").check()
    ada.page.get_by_test_id("both").click()
    ada.expect_turn()
    ada.click_piece("R1")
    ada.click_piece("B1")
    ada.page.locator(".typed").focus()
    ada.page.keyboard.type("11")
    ada.page.keyboard.press("Enter")
    expect(ada.log).to_contain_text("1, 1, 2 hit.")


def test_on_a_phone_a_tap_asks_before_it_acts_and_nothing_is_cut_off(
    toy: Stage, people: People
) -> None:
    ada = people(toy, **PHONE)
    ada.home().get_by_test_id("both").tap()
    ada.expect_turn()
    page = ada.page
    ada.expect_no_wider()
    page.locator(".surface").scroll_into_view_if_needed()
    ada.tap_on(page.locator(".token[data-piece=R1] .body"))
    expect(page.locator(".token.selected")).to_have_count(1)
    ada.tap_on(page.locator(".place[data-place=b1]"))
    expect(page.locator(".pop")).to_contain_text("R1 walks to b1")
    ada.expect_step(0)
    page.locator(".pop [data-answer]").tap()
    expect(ada.log).to_contain_text("R1 walks to b1.")
    ada.expect_no_wider()


def test_on_a_phone_a_second_tap_on_the_same_place_does_it_and_the_board_stays_in_sight(
    toy: Stage, people: People
) -> None:
    ada = people(toy, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    ada.both_sides()
    page = ada.page
    ada.tap_on(page.locator(".token[data-piece=R1] .body"))
    place = page.locator(".place[data-place=b1]")
    ada.tap_on(place)
    pop = page.locator(".pop")
    expect(pop).to_contain_text("R1 walks to b1")
    told, surface = boxes(pop, page.locator(".surface"))
    assert not told.meets(surface)
    ada.expect_step(0)
    ada.tap_on(place)
    expect(ada.log).to_contain_text("R1 walks to b1.")


def test_a_turn_is_played_with_the_keyboard_alone(toy: Stage, people: People) -> None:
    ada = people(toy)
    page = ada.home()
    press_until(ada, "Tab", "[data-testid=both]")
    page.keyboard.press("Enter")
    ada.expect_turn()
    page.keyboard.press("b")
    expect(page.locator(".surface")).to_be_focused()
    page.keyboard.press("n")
    live = page.get_by_test_id("live")
    expect(live).to_contain_text("Gunner")
    page.keyboard.press("Escape")
    go_to(ada, "a1")
    page.keyboard.press("Enter")
    expect(page.locator(".token[data-piece=R1].selected")).to_have_count(1)
    go_to(ada, "b1")
    expect(live).to_contain_text("R1 walks to b1")
    page.keyboard.press("Enter")
    expect(ada.log).to_contain_text("R1 walks to b1.")


def press_until(person: Person, key: str, selector: str) -> None:
    for _ in range(60):
        person.page.keyboard.press(key)
        if person.page.evaluate(f"document.activeElement.matches('{selector}')"):
            return
    raise AssertionError(f"{selector} cannot be reached with {key}")


def go_to(person: Person, square: str) -> None:
    """Walk the cursor to a square by its name, as the live region tells it."""
    column, row = "abcde".index(square[0]), int(square[1]) - 1
    for key, times in (
        ("ArrowLeft", 5),
        ("ArrowUp", 3),
        ("ArrowRight", column),
        ("ArrowDown", row),
    ):
        for _ in range(times):
            person.page.keyboard.press(key)
    expect(person.page.get_by_test_id("live")).to_contain_text(square)


def test_an_answer_is_found_and_given_in_the_list_with_the_keyboard(
    toy: Stage, people: People
) -> None:
    ada = people(toy)
    ada.both_sides()
    ada.page.keyboard.press("2")
    expect(ada.page.locator("[data-group=Walk]")).to_have_attribute("aria-pressed", "true")
    ada.page.locator(".options summary").focus()
    press_until(ada, "Tab", '[data-answer="step R2 b3"]')
    ada.page.keyboard.press("Enter")
    expect(ada.log).to_contain_text("R2 walks to b3.")


def test_the_board_is_also_a_list_and_events_are_announced(toy: Stage, people: People) -> None:
    ada = people(toy)
    ada.both_sides()
    ada.page.get_by_role("tab", name="List").click()
    listed = ada.page.get_by_test_id("board-list")
    expect(listed).to_contain_text("R1 Gunner R1, Red, Ready, a1")
    ada.choose_step("R1", "b1")
    expect(listed).to_contain_text("R1 Gunner R1, Red, Ready, b1")


def test_sides_differ_in_shape_and_pattern_and_not_in_colour_alone(
    toy: Stage, people: People
) -> None:
    ada = people(toy)
    ada.both_sides()

    def look(piece: str, part: str, what: str) -> list[str]:
        return attributes(ada.page.locator(f".token[data-piece={piece}] {part}"), what)

    expect(ada.page.locator(".token[data-piece]")).to_have_count(4)
    body, weave = (".body", "d"), (".weave", "fill")
    eventually(lambda: look("R1", *body) == look("R2", *body) != look("B1", *body))
    eventually(lambda: look("R1", *weave) != look("B1", *weave))


def test_the_board_zooms_and_pans_by_wheel_drag_and_keys(toy: Stage, people: People) -> None:
    ada = people(toy)
    ada.both_sides()
    page, body = ada.page, ada.page.locator(".token[data-piece=R1] .body")
    size = width(body)
    page.mouse.move(*middle(page.locator(".surface")))
    page.mouse.wheel(0, -400)
    page.wait_for_function(
        "w => document.querySelector('[data-piece=R1] .body').getBoundingClientRect().width > w",
        arg=size,
    )
    (x, y), before = (one.middle for one in boxes(page.locator(".surface"), body))
    page.mouse.down()
    page.mouse.move(x + 60, y + 20, steps=4)
    page.mouse.up()
    after = pytest.approx((before[0] + 60, before[1] + 20), abs=1.5)
    eventually(lambda: middle(body) == after)
    ada.expect_step(0)
    page.locator(".surface").focus()
    page.keyboard.press("0")
    eventually(lambda: width(body) == pytest.approx(size, abs=0.5))


def test_dice_do_not_tumble_for_those_who_asked_for_stillness(toy: Stage, people: People) -> None:
    ada = people(toy, {"dice": "full"}, reduced_motion="reduce")
    ada.both_sides()
    ada.click_piece("R1")
    ada.stop_the_clock()  # dice that lie there go on lying there
    ada.click_piece("B1")
    expect(ada.page.locator(".tray .die")).to_have_count(2)
    expect(ada.page.locator(".die.rolling")).to_have_count(0)


def test_the_first_page_is_light(toy: Stage, people: People) -> None:
    ada = people(toy, fresh=True)
    sizes: list[int] = []
    ada.page.on("requestfinished", lambda one: sizes.append(one.sizes()["responseBodySize"]))
    ada.home()
    assert 0 < sum(sizes) < 250_000
