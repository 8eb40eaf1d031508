"""Two strangers meet through the list of open seats on the first page."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Locator, expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import Person


def test_two_strangers_meet_in_the_lobby(people: People, toy: Stage) -> None:
    ada, bo = people(toy, {"player": "Ada"}), people(toy, {"player": "Bo"})
    page = ada.home()
    page.get_by_test_id("clock-pick").select_option("15+15")
    form = page.get_by_test_id("offer-seat")
    form.get_by_label("Who you are looking for").select_option("new")
    form.get_by_label("A word to them").fill("Come and play, I am new here.")
    form.get_by_test_id("offer").click()
    expect(page.get_by_test_id("waiting")).to_be_visible()
    game = page.url.rpartition("/")[2]

    other = bo.home()
    seat = other.locator(f"[data-open-seat='{game}']")
    expect(seat).to_contain_text("“Come and play, I am new here.”")
    expect(seat).to_contain_text("for newcomers")
    expect(seat).to_contain_text("15 minutes, 15 s more with each answer")
    assert bo.violations("[data-testid=lobby]") == []
    seat.get_by_role("button", name="Sit down").click()
    expect(bo.table).to_be_visible()
    for person in (ada, bo):
        expect(person.log).to_contain_text("Bo (blue) takes a seat.")
    expect(page.get_by_test_id("waiting")).to_have_count(0)
    ada.expect_turn()
    ticking = page.locator("[data-clock=red].running")
    expect(ticking).to_contain_text("14:")  # it runs in the page, from fifteen minutes down
    expect(page.locator("[data-clock=blue]")).to_contain_text("15:00")
    bo.page.get_by_role("tab", name="Chat").click()
    words = bo.page.get_by_label("Say something")
    words.fill("You will lose.")
    words.press("Enter")
    page.get_by_role("tab", name="Chat").click()
    expect(page.locator(".chat")).to_contain_text("You will lose.")
    page.get_by_role("button", name="Report Bo").click()
    form = page.get_by_test_id("report")
    form.get_by_label("What it is about").select_option(label="“You will lose.”")
    form.get_by_role("button", name="Send the report").click()
    expect(form).to_have_count(0)
    page.get_by_role("button", name="Mute Bo").click()
    expect(page.locator(".chat ul")).not_to_contain_text("You will lose.")
    page.get_by_role("tab", name="Log").click()
    number = ada.question
    ada.choose("wait")
    ada.expect_answered(number)
    bo.expect_turn()
    expect(other.locator("[data-clock=blue].running")).to_be_visible()


def test_an_offer_is_reported_from_the_list(people: People, toy: Stage) -> None:
    ada, bo = people(toy, {"player": "Ada"}), people(toy, {"player": "Bo"})
    page = ada.home()
    page.get_by_test_id("offer-seat").get_by_label("A word to them").fill("Buy my watches")
    page.get_by_test_id("offer").click()
    expect(page.get_by_test_id("waiting")).to_be_visible()
    game = page.url.rpartition("/")[2]
    other = bo.home()
    other.locator(f"[data-open-seat='{game}']").get_by_role("button", name="Report").click()
    assert bo.violations("[data-testid=report-offer]") == []
    other.get_by_test_id("report-offer").get_by_role("button", name="Send the report").click()
    expect(other.get_by_text("The host will read it.").first).to_be_visible()


def test_hints_need_the_agreement_of_both_and_are_told(people: People, toy: Stage) -> None:
    ada, bo = people(toy, {"player": "Ada"}), people(toy, {"player": "Bo", "named": True})
    page = ada.home()
    page.get_by_test_id("friend").click()
    bo.visit(page.get_by_test_id("invite").input_value())
    page.keyboard.press("Escape")
    ada.expect_turn()
    hint = page.get_by_test_id("ask-hint")
    expect(hint).to_be_disabled()
    page.get_by_text("Game", exact=True).click()
    page.get_by_role("button", name="Agree to hints").click()
    expect(bo.log).to_contain_text("Ada (red) agrees to hints.")
    bo.page.get_by_text("Game", exact=True).click()
    bo.page.get_by_role("button", name="Agree to hints, as Ada").click()
    expect(hint).to_be_enabled()
    hint.click()
    expect(page.get_by_test_id("hint")).to_be_visible()
    expect(bo.log).to_contain_text("Ada (red) takes a hint.")


def played_to_the_end(people: People, toy: Stage) -> tuple[Person, str]:
    """A game by link in which a die fell and somebody gave up; one of them, and where it is."""
    ada, bo = people(toy, {"player": "Ada"}), people(toy, {"player": "Bo", "named": True})
    page = ada.home()
    page.get_by_test_id("friend").click()
    bo.visit(page.get_by_test_id("invite").input_value())
    page.keyboard.press("Escape")
    ada.expect_turn()
    number, table = ada.question, page.url.replace("/game/", "/api/games/")
    mixes = page.request.get(table).json()["game"]["mixes"]
    assert [(mix["player"], mix["after"]) for mix in mixes] == [("red", 0), ("blue", 0)]
    shot = {"number": int(number), "text": "fire R1 B1"}
    assert page.request.post(f"{table}/answers", data=shot).status == 201
    ada.expect_answered(number)
    expect(bo.log).to_contain_text("R1 fires at B1")
    assert page.request.post(f"{table}/concede", data={}).status == 201
    expect(bo.page.get_by_test_id("end")).to_be_visible()
    return bo, f"battlemat-dice-{page.url.rpartition('/')[2]}"


def verdict(person: Person) -> Locator:
    person.page.get_by_text("Game", exact=True).click()
    person.page.get_by_role("button", name="Check the dice").click()
    return person.page.get_by_test_id("fair-verdict")


def test_whoever_joins_by_link_checks_when_their_nonce_came_and_what_they_saw(
    people: People, toy: Stage
) -> None:
    """The record is true; so what the browser remembers is changed, and it must notice."""
    bo, key = played_to_the_end(people, toy)
    expect(verdict(bo)).to_contain_text("dice fell as they had to")
    bo.page.keyboard.press("Escape")
    kept = json.loads(bo.page.evaluate(f"localStorage.getItem('{key}')"))
    assert kept["faces"]
    assert list(kept["by"].values()) == [0]
    (step, faces), *_ = kept["faces"].items()
    other = faces[:-1] + ("1" if faces[-1] != "1" else "2")
    changed = {**kept, "faces": {**kept["faces"], step: other}}
    bo.page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, json.dumps(changed)])
    expect(verdict(bo)).to_contain_text("The record has other dice than were seen to fall")
    bo.page.keyboard.press("Escape")
    remembered = json.dumps(kept)
    bo.page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, remembered])
    bo.page.route("**/record", lambda route: route.fulfill(body=later(route.fetch().text())))
    expect(verdict(bo)).to_contain_text("was not in the dice as soon as it was sent")


def later(record: str) -> str:
    """The record, with every nonce mixed in one die later than it was."""
    return re.sub(r"(?m)^mixed (\d+) ", lambda found: f"mixed {int(found[1]) + 1} ", record)
