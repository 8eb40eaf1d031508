"""Those who watch write only where the players let them, and everybody sees how it stands."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import Person


def to_chat(person: Person) -> Person:
    person.turn_to("Chat")
    return person


def test_watchers_write_where_both_players_let_them(toy: Stage, people: People) -> None:
    ada = people(toy, {"player": "Ada"})
    ada.home().get_by_test_id("friend").click()
    invite = ada.page.get_by_test_id("invite").input_value()
    bob = people(toy, {"player": "Bob"})
    bob.visit(invite)
    cy = people(toy, {"player": "Cy"})
    cy.visit(invite.partition("#")[0])
    for person in (ada, bob, cy):
        to_chat(person)
    # Nobody lets them at first.
    expect(cy.page.get_by_test_id("watchers-silent")).to_be_visible()
    expect(cy.page.get_by_label("Say something as a watcher")).to_have_count(0)
    expect(ada.page.get_by_test_id("watchers-may")).to_contain_text("Watchers cannot write.")
    # One alone cannot let them.
    ada.page.get_by_label("Let watchers write here").check()
    expect(ada.page.get_by_test_id("watchers-may")).to_contain_text("until Bob lets them, too")
    expect(cy.page.get_by_test_id("watchers-silent")).to_be_visible()
    bob.page.get_by_label("Let watchers write here").check()
    for player in (ada, bob):
        expect(player.page.get_by_test_id("watchers-may")).to_contain_text("Watchers may write.")
    words = cy.page.get_by_label("Say something as a watcher")
    words.fill("Well played!")
    words.press("Enter")
    # What a watcher says is marked as such.
    line = ada.page.locator(".chat li.watcher", has_text="Well played!")
    expect(line).to_contain_text("Cy")
    expect(line.locator(".tag")).to_have_text("watching")
    assert ada.violations(".talk") == []
    assert cy.violations(".talk") == []
    # A player mutes a watcher; the watcher takes the words back; and one player ends it.
    ada.page.get_by_role("button", name="Mute Cy").click()
    expect(line).to_have_count(0)
    cy.page.get_by_role("button", name="Remove my words").click()
    expect(bob.page.locator(".chat li.watcher")).to_have_count(0)
    bob.page.get_by_label("Let watchers write here").uncheck()
    expect(cy.page.get_by_test_id("watchers-silent")).to_be_visible()


def test_a_watcher_without_a_name_is_somebody_on_a_phone_too(toy: Stage, people: People) -> None:
    ada = people(toy)
    ada.both_sides()
    to_chat(ada).page.get_by_label("Let watchers write here").check()
    expect(ada.page.get_by_test_id("watchers-may")).to_have_attribute("data-write", "true")
    cy = people(toy, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    cy.visit(ada.page.url)
    to_chat(cy)
    words = cy.page.get_by_label("Say something as a watcher")
    words.fill("hello")
    cy.page.get_by_role("button", name="Send").tap()
    expect(ada.page.locator(".chat li.watcher")).to_contain_text("Somebody")
    cy.expect_no_wider()
    cy.page.get_by_label("Your name").fill("Cy")
    words.fill("again")
    words.press("Enter")
    expect(ada.page.locator(".chat li.watcher").nth(1)).to_contain_text("Cy")


def test_a_game_against_the_machine_is_opened_listed_with_its_board_and_watched(
    toy: Stage, people: People
) -> None:
    ada = people(toy, {"player": "Ada"})
    ada.home().get_by_test_id("play").click()
    ada.wait_for_turn()
    game = ada.page.url.rpartition("/")[2]
    cy = people(toy)
    page = cy.home()
    card = page.locator(f"[data-watch='{game}']")
    expect(card).to_have_count(0)
    ada.page.get_by_role("button", name="Links").click()
    ada.page.get_by_label("Open this game to watchers").check()
    expect(ada.page.get_by_test_id("open-to-watchers")).to_contain_text("anybody may watch")
    assert ada.violations("dialog") == []
    ada.page.keyboard.press("Escape")
    expect(card).to_contain_text("Ada")
    page.wait_for_function(
        "game => document.querySelector(`[data-watch='${game}'] img`)?.naturalWidth === 360",
        arg=game,
    )
    board = card.locator("img")
    before = board.get_attribute("src") or ""
    number = ada.question
    ada.choose("wait")
    ada.expect_answered(number)
    expect(board).not_to_have_attribute("src", before)  # the small board is live
    assert cy.violations("[data-testid=to-watch]") == []
    card.get_by_role("link").click()
    expect(cy.table).to_be_visible()
    expect(cy.page.locator(".title")).to_contain_text("watching")
