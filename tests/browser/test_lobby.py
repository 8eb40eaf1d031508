"""Two strangers meet through the list of open seats on the first page."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.conftest import People
from browser.stage import Stage


def test_two_strangers_meet_in_the_lobby(people: People, toy: Stage) -> None:
    ada, bo = people(toy, {"player": "Ada"}), people(toy, {"player": "Bo"})
    page = ada.home()
    page.get_by_test_id("clock-pick").select_option("15+15")
    form = page.get_by_test_id("offer-seat")
    form.get_by_label("Whom you look for").select_option("new")
    form.get_by_label("A sentence for them").fill("Come and play, I am new here.")
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
