"""Looking before and after: odds, reasons, clauses, the timeline, practice copies, the export."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Route, expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import Person, attributes, box, boxes, eventually, middle


def a_game(people: People, stage: Stage, **settings: object) -> Person:
    ada = people(stage, settings)
    ada.both_sides()
    return ada


def test_resting_on_a_target_shows_the_exact_odds_before_the_click(
    toy: Stage, people: People
) -> None:
    ada = a_game(people, toy)
    ada.click_piece("R1")
    ada.rest_on(ada.page.locator(".target[data-target=B1] circle"))
    odds = ada.page.locator(".pop .odds li")
    expect(odds.first).to_be_visible()
    expect(odds.locator(".chance").first).to_have_text(re.compile(r"\d+(\.\d)? %"))
    ada.expect_step(0)


def test_only_what_may_be_done_is_lit(toy: Stage, people: People) -> None:
    ada = a_game(people, toy)
    ada.click_piece("R1")
    ada.page.locator("[data-group=Walk]").click()
    lit = ada.page.locator(".place")
    expect(lit).to_have_count(2)
    eventually(lambda: set(attributes(lit, "data-place")) == {"b1", "a2"})
    expect(ada.page.locator(".target")).to_have_count(0)
    ada.page.locator("[data-group=Fire]").click()
    expect(ada.page.locator(".target")).to_have_count(2)
    expect(ada.page.locator(".place")).to_have_count(0)


def test_what_may_not_be_done_says_why_with_its_clause(toy: Stage, people: People) -> None:
    ada = a_game(people, toy)
    ada.click_piece("R1")
    ada.page.locator("[data-group=Walk]").click()
    place, unit = boxes(
        ada.page.locator(".place[data-place=b1]"), ada.page.locator(".token[data-piece=R1] .body")
    )
    x, y = place.middle
    ada.page.mouse.click(x + 2 * (x - unit.middle[0]), y)
    why = ada.page.locator(".whys")
    expect(why).to_contain_text("free neighbouring square", ignore_case=True)
    why.get_by_role("button", name="Rule move · step").click()
    rule = ada.page.get_by_role("dialog", name="One square")
    expect(rule).to_contain_text("A gunner walks to a free")
    ada.expect_step(0)


def test_dice_fall_where_they_can_be_seen_and_be_skipped(toy: Stage, people: People) -> None:
    ada = a_game(people, toy, dice="full")
    ada.click_piece("R1")
    ada.page.locator("[data-group=Fire]").click()
    ada.stop_the_clock()  # dice that lie there go on lying there
    ada.click_piece("B1")
    tray = ada.page.locator(".tray")
    expect(tray.locator(".die")).to_have_count(2)
    tray.get_by_role("button", name="Skip").click()
    expect(tray).to_have_count(0)
    expect(ada.log).to_contain_text("R1 fires at B1")


def test_a_reaction_window_shows_its_dice_and_can_be_passed(toy: Stage, people: People) -> None:
    ada = a_game(people, toy)
    ada.click_piece("R1")
    ada.click_piece("B1")
    expect(ada.page.locator(".prompt.window .die")).to_have_count(2)
    number = ada.question
    ada.page.get_by_role("button", name="Pass").first.click()
    ada.expect_answered(number)


def test_the_timeline_steps_through_the_game_in_both_directions(toy: Stage, people: People) -> None:
    ada = a_game(people, toy)
    for unit, square in (("R1", "b1"), ("B1", "d1"), ("R1", "c1")):
        number = ada.question
        ada.choose_step(unit, square)
        ada.expect_answered(number)
    now = middle(ada.page.locator(".token[data-piece=R1] .body"))[0]
    page = ada.page
    page.get_by_role("button", name="To the beginning").click()
    expect(page.locator(".ribbon")).to_have_text("Position 0")
    eventually(lambda: middle(page.locator(".token[data-piece=R1] .body"))[0] < now)
    start = middle(page.locator(".token[data-piece=R1] .body"))[0]
    expect(page.locator("[data-answer], .place")).to_have_count(0)
    page.get_by_role("button", name="One step on").click()
    expect(page.locator(".ribbon")).to_contain_text("R1 walks to b1")
    eventually(lambda: start < middle(page.locator(".token[data-piece=R1] .body"))[0] < now)
    page.get_by_role("slider", name="Position in the game").fill("2")
    expect(page.locator(".ribbon")).to_contain_text("B1 walks to d1")
    ada.more_of_time()
    page.get_by_label("Speed").select_option("4")
    page.get_by_role("button", name="Play backwards").click()
    expect(page.locator(".ribbon")).to_have_text("Position 0")
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator(".ribbon")).to_have_count(0)
    eventually(lambda: middle(page.locator(".token[data-piece=R1] .body"))[0] == now)
    ada.expect_turn()


def test_what_if_branches_off_a_practice_copy_at_the_position_shown(
    toy: Stage, people: People
) -> None:
    ada = a_game(people, toy)
    number = ada.question
    ada.choose_step("R1", "b1")
    ada.expect_answered(number)
    before = ada.page.url
    ada.page.get_by_role("button", name="To the beginning").click()
    expect(ada.page.locator(".ribbon")).to_have_text("Position 0")
    ada.page.get_by_role("button", name="What if?").click()
    ada.page.wait_for_url(lambda url: url != before)
    expect(ada.page.locator(".title")).to_contain_text("practice")
    expect(ada.page.locator(".notice")).to_contain_text("A practice copy from position 0")
    ada.expect_turn()
    ada.expect_step(0)
    ada.page.go_back()
    expect(ada.log).to_contain_text("R1 walks to b1.")


def test_an_exported_record_opens_again_at_its_last_position(
    toy: Stage, people: People, tmp_path: Path
) -> None:
    ada = a_game(people, toy)
    number = ada.question
    ada.choose_step("R1", "b1")
    ada.expect_answered(number)
    with ada.page.expect_download() as download:
        ada.more_of_time()
        ada.page.locator(".timeline").get_by_role("link", name="Export").click()
    file = tmp_path / "game.txt"
    download.value.save_as(file)
    ada.home().get_by_test_id("open").set_input_files(file)
    expect(ada.table).to_be_visible()
    expect(ada.log).to_contain_text("R1 walks to b1.")


def test_a_file_that_is_no_record_is_refused_in_words(
    toy: Stage, people: People, tmp_path: Path
) -> None:
    ada = people(toy)
    file = tmp_path / "poem.txt"
    file.write_text("Shall I compare thee to a summer's day?", encoding="utf-8")
    ada.home().get_by_test_id("open").set_input_files(file)
    expect(ada.page.locator(".notice.bad")).to_be_visible()


def test_games_that_wait_are_on_the_first_page(toy: Stage, people: People) -> None:
    ada = a_game(people, toy)
    address = ada.page.url
    ada.home()
    ada.page.locator(".resume a").first.click()
    ada.expect_turn()
    assert ada.page.url == address


def test_a_unit_shows_its_card_and_its_rules_are_a_tap_away(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    ada.both_sides()
    while ada.prompt.get_attribute("data-kind") != "activate":
        number = ada.question
        if ada.page.locator(".place").count():
            ada.click_on(ada.page.locator(".place").first)
        else:
            ada.page.locator(".prompt [data-answer]").first.click()
        ada.expect_answered(number)
        ada.expect_turn()
    # A click would choose the unit: its card and its reach are told before.
    ada.rest_on(ada.page.locator("circle.choice").first)
    card = ada.page.locator(".card")
    expect(card).to_contain_text("ACT")
    expect(ada.page.locator(".o-sight").first).to_be_attached()
    expect(ada.page.locator(".o-reach").first).to_be_attached()
    number = ada.question
    ada.click_on(ada.page.locator("circle.choice").first)
    ada.expect_answered(number)
    card.locator(".code").first.click()
    expect(ada.page.get_by_role("dialog").locator(".rule").first).not_to_be_empty()
    ada.page.keyboard.press("Escape")
    expect(ada.page.get_by_role("dialog")).to_have_count(0)


def test_home_offers_only_what_fits_the_mission(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    page = ada.home()

    def field(name: str) -> Locator:
        return page.get_by_role("combobox", name=re.compile(f"^{name}"))

    field("Game").select_option(label="Open Fire")
    expect(field("Red squad").locator("option", has_text="First Watch")).to_have_count(1)
    field("Mission").select_option("crossroads")
    expect(field("Red squad").locator("option", has_text="First Watch")).to_have_count(0)
    expect(field("Red squad")).not_to_have_value("first-watch")
    field("Blue squad").select_option("road-column")
    page.get_by_test_id("both").click()
    expect(ada.page.locator(".title")).to_contain_text("Crossroads")
    expect(ada.page.locator(".scores, .top")).to_contain_text("Road Column")


def test_what_starts_is_what_the_form_shows_however_slowly_it_is_filled(
    skirm: Stage, people: People
) -> None:
    ada = people(skirm)
    page = ada.home()
    page.get_by_role("combobox", name="Game").select_option(label="Open Fire")
    red = page.get_by_role("combobox", name="Red squad")
    held: list[Route] = []
    page.route(re.compile("/choices/.*crossroads"), lambda route: held.append(route))
    with page.expect_request(re.compile("/choices/.*crossroads")):
        page.get_by_role("combobox", name=re.compile("^Mission")).select_option("crossroads")
    page.get_by_test_id("both").click()
    held[0].continue_()
    page.unroute_all()
    expect(page.locator(".title")).to_contain_text("Crossroads")
    page.go_back()
    page.get_by_role("combobox", name="Game").select_option(label="Open Fire")
    with page.expect_response(re.compile("/choices/.*crossroads")):
        page.get_by_role("combobox", name=re.compile("^Mission")).select_option("crossroads")
    expect(red.locator("option", has_text="First Watch")).to_have_count(0)
    usual = red.locator("option:checked").text_content() or "?"
    page.go_forward()
    expect(page.locator(".scores, .top")).to_contain_text(usual)


def test_a_late_answer_about_an_earlier_mission_changes_nothing(
    skirm: Stage, people: People
) -> None:
    page = people(skirm).home()
    held: list[Route] = []
    earlier = re.compile("/openfire/choices/(?!.*crossroads)")
    page.route(earlier, lambda route: held.append(route))
    with page.expect_request(earlier):
        page.get_by_role("combobox", name="Game").select_option(label="Open Fire")
    page.get_by_role("combobox", name=re.compile("^Mission")).select_option("crossroads")
    first_watch = page.get_by_role("combobox", name="Red squad").locator(
        "option", has_text="First Watch"
    )
    expect(first_watch).to_have_count(0)
    with page.expect_response(earlier):
        held[0].continue_()
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(first_watch).to_have_count(0)


def test_the_newest_line_stays_in_view_until_somebody_reads_further_up(
    toy: Stage, people: People
) -> None:
    ada = people(toy, viewport={"width": 1360, "height": 420})
    ada.both_sides()
    ada.turn_to("Log")
    answers = ada.page.url.replace("/game/", "/api/games/") + "/answers"

    def walk(unit: str, square: str) -> None:
        number = ada.question
        step = {"number": int(number), "text": f"step {unit} {square}"}
        assert ada.page.request.post(answers, data=step).status == 201
        ada.expect_answered(number)
        ada.expect_turn()

    gap = "box => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight)"
    for square in ("b1", "a1", "b1"):
        walk("R1", square)
        walk("B1", "d1" if square == "b1" else "e1")
    # A scroll event that comes late, with new lines below already, is not a reader's.
    ada.log.evaluate(
        """box => {
            for (let i = 0; i < 20; i++) {
                box.append(Object.assign(document.createElement("li"), {textContent: "more"}));
            }
            box.dispatchEvent(new Event("scroll"));
        }"""
    )
    walk("R1", "a1")
    expect(ada.log).to_contain_text("R1 walks to a1.")
    eventually(lambda: ada.log.evaluate(gap) < 60)  # the page scrolls with its next frame
    ada.log.evaluate("box => { box.scrollTop = 0; box.dispatchEvent(new Event('scroll')); }")
    walk("B1", "e1")
    expect(ada.log.locator("li", has_text="B1 walks to e1.")).to_have_count(2)
    box(ada.log.locator("li").last)
    eventually(lambda: ada.log.evaluate(gap) >= 60)


HELD_FRAMES = """box => {
    for (let i = 0; i < 40; i++) {
        box.append(Object.assign(document.createElement("li"), {textContent: "more"}));
    }
    const soon = window.requestAnimationFrame.bind(window);
    window.due = [];
    window.requestAnimationFrame = frame =>
        box.textContent.includes("R1 walks to b1.") ? window.due.push(frame) : soon(frame);
    window.frame = () => {
        window.requestAnimationFrame = soon;
        window.due.forEach(frame => frame(0));
    };
    window.scrollTo = top => { box.scrollTop = top; box.dispatchEvent(new Event("scroll")); };
}"""


@pytest.mark.parametrize("order", ["frame(); scrollTo(0)", "scrollTo(9999); scrollTo(0); frame()"])
def test_who_scrolls_up_while_a_line_comes_in_is_left_there(
    toy: Stage, people: People, order: str
) -> None:
    ada = people(toy, viewport={"width": 1360, "height": 420})
    ada.both_sides()
    ada.log.evaluate(HELD_FRAMES)
    ada.choose_step("R1", "b1")
    expect(ada.log).to_contain_text("R1 walks to b1.")
    ada.page.wait_for_function("() => due.length > 0", polling=10)
    ada.page.evaluate(order)
    ada.choose_step("B1", "d1")
    expect(ada.log).to_contain_text("B1 walks to d1.")
    ada.page.evaluate("() => new Promise(requestAnimationFrame)")
    eventually(lambda: ada.log.evaluate("box => box.scrollTop") == 0)


def test_a_game_that_is_over_is_looked_back_on_along_the_chance_to_win(
    toy: Stage, people: People
) -> None:
    ada = a_game(people, toy)
    for unit, square in (("R1", "b1"), ("B1", "d1")):
        number = ada.question
        ada.choose_step(unit, square)
        ada.expect_answered(number)
    ada.page.get_by_text("Game", exact=True).click()
    ada.page.get_by_role("button", name="Concede").click()
    ada.page.get_by_role("dialog").get_by_role("button", name="Concede").click()
    curve = ada.page.get_by_test_id("curve")
    expect(curve).to_contain_text("After answer 2: 0 %")  # red gave up
    curve.get_by_role("slider").press("ArrowLeft")
    expect(ada.page.locator(".ribbon")).to_contain_text("Position 1")
    expect(curve).to_contain_text("After answer 1:")
    curve.get_by_role("button").first.click()
    expect(ada.page.locator(".ribbon")).to_contain_text("Position 2")
    assert ada.violations(".curve") == []
