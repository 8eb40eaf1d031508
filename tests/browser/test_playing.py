"""Playing by clicks: the first game, a friend by link, a watcher, a lost connection."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import Person, boxes, eventually


def test_one_click_on_home_starts_a_game(toy: Stage, people: People) -> None:
    ada = people(toy)
    ada.home().get_by_test_id("play").click()
    expect(ada.table).to_be_visible()
    ada.expect_turn()
    expect(ada.page.locator("[data-piece]")).to_have_count(4)


def test_a_whole_game_of_skirm_is_played_by_clicks_against_the_sergeant(
    skirm: Stage, people: People
) -> None:
    ada = people(skirm)
    ada.home().get_by_test_id("play").click()
    expect(ada.table).to_be_visible()
    never_ask_at_windows(ada)
    clicks = Clicks(ada)
    while clicks.go_on():
        pass
    end = ada.page.get_by_test_id("end")
    expect(end).to_contain_text("How the score grew")
    expect(end).to_contain_text(re.compile("wins|A draw"))
    # Counting every attack of a whole game takes the server a while.
    expect(end.get_by_test_id("luck")).to_be_visible(timeout=90_000)
    assert {"deploy", "activate", "action"} <= clicks.asked


def never_ask_at_windows(person: Person) -> None:
    page = person.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Never ask, always pass").check()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()


class Clicks:
    """Someone who moves once and attacks once with every unit, by pointing at the board."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.asked: set[str] = set()
        self.acted: set[str] = set()
        self.number = ""

    def go_on(self) -> bool:
        """Answer one question by clicks; False when the game is over."""
        page = self.person.page
        self.person.wait_for_turn()
        if page.get_by_test_id("end").count():
            return False
        self.number = self.person.question
        kind = self.person.prompt.get_attribute("data-kind") or ""
        self.asked.add(kind)
        if kind == "activate":
            self.acted.clear()
            self._activate()
        elif kind == "action":
            self._act()
        else:
            self._point_or_take()
        self.person.expect_answered(self.number)
        return True

    def _activate(self) -> None:
        """Point at a ringed unit: that is the answer."""
        page = self.person.page
        first = page.locator(".prompt [data-answer^='activate ']").first
        unit = (first.get_attribute("data-answer") or "").removeprefix("activate ")
        self.person.click_piece(unit)

    def _act(self) -> None:
        page = self.person.page
        if "attack" not in self.acted and page.locator(".target").count():
            self.acted.add("attack")
            self.person.click_on(page.locator(".target circle").first)
            self._pick_from_menu()
        elif "move" not in self.acted and page.locator("[data-group=Move]").count():
            self.acted.add("move")
            page.locator("[data-group=Move]").click()
            self._point_or_take()
        else:
            page.locator("[data-answer^='end ']").first.click()

    def _point_or_take(self) -> None:
        page = self.person.page
        places = page.locator(".place")
        if places.count():
            self.person.click_on(places.nth(places.count() // 2))
            self._pick_from_menu()
        else:
            page.locator(".prompt [data-answer]").first.click()

    def _pick_from_menu(self) -> None:
        """Several answers to one place are offered beside it; one alone is taken at once."""
        page = self.person.page
        page.wait_for_function(
            """number => document.querySelector(".pop [data-answer]")
                || document.querySelector("[data-testid=end]")
                || !document.querySelector(".prompt.mine [data-answer], .prompt.mine .group")
                || document.querySelector(".prompt").dataset.question !== number""",
            arg=self.number,
        )
        menu = page.locator(".pop [data-answer]")
        if menu.count():
            menu.first.click()


def test_two_people_play_by_link_and_a_third_watches(toy: Stage, people: People) -> None:
    ada, bo, eve = people(toy), people(toy), people(toy)
    ada.home().get_by_test_id("friend").click()
    invite = ada.page.get_by_test_id("invite").input_value()
    bo.visit(invite)
    assert "#" not in bo.page.url
    eve.visit(bo.page.url)

    ada.expect_turn()
    expect(bo.prompt).to_contain_text("Waiting for")
    ada.choose_step("R1", "b1")
    bo.expect_turn()
    expect(eve.log).to_contain_text("R1 walks to b1.")
    expect(eve.page.locator("[data-answer], [data-group], .place, .target")).to_have_count(0)
    bo.choose_step("B1", "d1")
    for person in (ada, bo, eve):
        expect(person.log).to_contain_text("B1 walks to d1.")
        red, blue = (person.page.locator(f".token[data-piece={id}] .body") for id in ("R1", "B1"))
        at_red, at_blue = boxes(red, blue)
        assert at_blue.x > at_red.x

    ada.page.get_by_role("tab", name="Chat").click()
    ada.page.get_by_label("Say something").fill("Good luck!")
    ada.page.get_by_role("button", name="Send").click()
    bo.page.get_by_role("tab", name="Chat").click()
    expect(bo.page.locator(".chat")).to_contain_text("Good luck!")


def test_an_undo_needs_the_other_side_and_is_agreed_on_the_page(toy: Stage, people: People) -> None:
    ada, bo = people(toy), people(toy)
    ada.home().get_by_test_id("friend").click()
    bo.visit(ada.page.get_by_test_id("invite").input_value())
    ada.expect_turn()
    ada.choose_step("R1", "b1")
    bo.expect_turn()
    bo.choose_step("B1", "d1")
    expect(ada.log).to_contain_text("B1 walks")
    ada.page.get_by_role("button", name="Ask to undo").click()
    bo.page.get_by_role("button", name="Accept").click()
    expect(ada.log).not_to_contain_text("R1 walks to b1.")
    ada.expect_turn()
    ada.expect_step(0)


def offer_draw(person: Person) -> None:
    person.page.get_by_text("Game", exact=True).click()
    person.page.get_by_role("button", name="Offer draw").click()
    expect(person.page.locator(".banner")).to_contain_text("Your offer stands")


def test_a_draw_is_offered_declined_swept_away_by_an_answer_and_agreed(
    toy: Stage, people: People
) -> None:
    ada, bo = people(toy), people(toy)
    ada.home().get_by_test_id("friend").click()
    bo.visit(ada.page.get_by_test_id("invite").input_value())
    ada.expect_turn()
    banners = [person.page.locator(".banner") for person in (ada, bo)]
    offer_draw(ada)
    expect(banners[1]).to_contain_text("offers a draw")
    bo.page.get_by_role("button", name="Decline").click()
    for banner in banners:
        expect(banner).to_have_count(0)
    offer_draw(ada)
    expect(banners[1]).to_contain_text("offers a draw")
    ada.choose_step("R1", "b1")
    bo.expect_turn()
    for banner in banners:
        expect(banner).to_have_count(0)
    offer_draw(bo)
    ada.page.get_by_role("button", name="Accept").click()
    for person in (ada, bo):
        expect(person.page.get_by_test_id("end")).to_contain_text("A draw")
    ada.page.get_by_role("button", name="Rematch").click()
    bo.page.get_by_role("button", name="Accept").click()
    before = ada.page.url
    for person in (ada, bo):
        person.page.get_by_role("link", name="To the rematch").click()
        person.page.wait_for_url(lambda url: url != before)
    ada.expect_turn()
    assert ada.page.url == bo.page.url


def test_conceding_ends_the_game_and_a_rematch_leads_to_a_new_table(
    toy: Stage, people: People
) -> None:
    ada = people(toy)
    ada.home().get_by_test_id("play").click()
    ada.expect_turn()
    ada.page.get_by_text("Game", exact=True).click()
    ada.page.get_by_role("button", name="Concede").click()
    ada.page.get_by_role("dialog").get_by_role("button", name="Concede").click()
    expect(ada.page.get_by_test_id("end")).to_contain_text("wins")
    before = ada.page.url
    ada.page.get_by_role("button", name="Rematch").click()  # against a machine that is all
    ada.page.wait_for_url(lambda url: url != before)
    ada.expect_turn()


def test_a_reload_in_mid_question_brings_the_same_question_back(toy: Stage, people: People) -> None:
    ada = people(toy)
    ada.both_sides()
    ada.choose_step("R1", "b1")
    expect(ada.log).to_contain_text("R1 walks to b1.")
    number = ada.question
    ada.page.reload()
    ada.expect_turn()
    expect(ada.prompt).to_have_attribute("data-question", number)
    ada.choose_step("B1", "d1")
    ada.expect_answered(number)


def test_a_lost_connection_is_told_and_play_goes_on_where_it_was(
    browser_stage: Stage, people: People
) -> None:
    ada = people(browser_stage)
    ada.both_sides()
    ada.choose_step("R1", "b1")
    expect(ada.log).to_contain_text("R1 walks to b1.")
    browser_stage.stop()
    expect(ada.page.get_by_role("alert")).to_contain_text("connection is lost")
    ada.click_place("d1")
    expect(ada.page.locator(".notice")).to_contain_text("did not answer")
    browser_stage.start()
    expect(ada.page.get_by_role("alert")).to_have_count(0)
    number = ada.question
    ada.choose_step("B1", "d1")
    ada.expect_answered(number)
    expect(ada.log.locator("li", has_text="walks")).to_have_count(2)


def test_a_thinking_machine_is_shown_and_can_be_hurried(toy: Stage, people: People) -> None:
    ada = people(toy)
    ada.home().get_by_role("combobox", name="Machine opponent").select_option("slow")
    ada.page.get_by_test_id("play").click()
    ada.expect_turn()
    ada.choose_step("R1", "b1")
    expect(ada.prompt).to_contain_text("Slow is thinking")
    hurry = ada.page.get_by_role("button", name="Hurry up")
    mine = ada.page.locator(".prompt.mine")
    for _ in range(3):  # it may think once more at a window of its own
        expect(hurry.or_(mine)).to_be_visible()
        if mine.count():
            break
        number = ada.question
        hurry.click()
        ada.expect_answered(number)
    ada.expect_turn()
    eventually(lambda: ada.step >= 2)


def test_who_has_answered_is_not_hurried_while_dice_still_roll(toy: Stage, people: People) -> None:
    ada = people(toy, {"motion": "full", "dice": "full"})
    wish = {
        "rulebook": "toy",
        "choices": {"tokens": "0"},  # so that it is not asked again while its dice roll
        "seats": {"red": {"kind": "me"}, "blue": {"kind": "machine", "machine": "slow"}},
    }
    made = ada.page.request.post(f"{toy.url}/api/games", data=wish, headers={"Origin": toy.url})
    ada.visit(f"/game/{made.json()['game']['id']}")
    ada.expect_turn()
    ada.choose_step("R1", "b1")
    expect(ada.prompt).to_contain_text("Slow is thinking")
    ada.stop_the_clock()  # dice that roll go on rolling
    hurry = ada.page.get_by_role("button", name="Hurry up")
    hurry.click()
    tray = ada.page.locator(".tray")
    ada.run_until(tray)
    expect(hurry).to_have_count(0)


def test_two_machines_play_for_a_watcher_who_is_offered_nothing(toy: Stage, people: People) -> None:
    ada = people(toy)
    ada.home().get_by_test_id("watch").click()
    expect(ada.table).to_be_visible()
    expect(ada.page.locator(".title")).to_contain_text("watching")
    ada.turn_to("Log")
    expect(ada.log.locator("li:not(.note):visible").nth(1)).to_be_visible()
    expect(ada.page.locator("[data-answer], [data-group], .place, .target")).to_have_count(0)
