"""Before the game: squads with their cards, a squad of one's own, and links that open no seat."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import Person
from browser.test_muster import OWN, agree, own_file
from browser.test_setup_choices import set_up
from browser.walks import give

KEEPS = "localStorage.setItem('battlemat squads', {})"


def keep(person: Person, rulebook: str) -> None:
    """A squad that the barracks of this browser keep."""
    squad = {
        "id": f"{rulebook} Zebra Regiment",
        "name": "Zebra Regiment",
        "rulebook": rulebook,
        "legal": True,
        "text": own_file(rulebook),
    }
    person.page.add_init_script(KEEPS.format(json.dumps(json.dumps([squad]))))


def expect_squad(person: Person, name: str) -> None:
    """The squad that the table's own side leads."""
    expect(person.table).to_be_visible()
    expect(person.page.locator(".scoreboard")).to_contain_text(name)


@pytest.mark.parametrize("rulebook", sorted(OWN))
def test_squads_of_the_set_up_show_their_cards_and_a_kept_one_meets_the_machine(
    skirm: Stage, people: People, rulebook: str
) -> None:
    ada = people(skirm)
    keep(ada, rulebook)
    page = set_up(ada, rulebook)
    page.locator("[data-cards=blue] summary").first.click()
    cards = page.locator("[data-cards=blue] .squad-card")
    expect(cards.nth(2)).to_be_visible()
    cards.first.locator("summary").click()
    expect(cards.first.locator("dd").first).to_be_visible()
    page.locator("select", has=page.locator("optgroup")).select_option(label="Zebra Regiment")
    page.locator("[data-cards=red] summary").first.click()
    expect(page.locator("[data-squad='Zebra Regiment']")).to_be_visible()
    expect(page.get_by_test_id("start-bar")).to_contain_text("Zebra Regiment")
    page.get_by_test_id("start").click()
    expect_squad(ada, "Zebra Regiment")


def test_the_barracks_link_to_the_set_up_with_a_kept_squad(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    keep(ada, "skirmishers")
    ada.page.goto(f"{skirm.url}/?squad=Zebra%20Regiment&rulebook=skirmishers")
    expect(ada.page.get_by_role("combobox", name="Game")).to_have_value("skirmishers")
    expect(ada.page.get_by_test_id("start-bar")).to_contain_text("Zebra Regiment")
    ada.page.goto(f"{skirm.url}/?squad=Nobody&rulebook=skirmishers")
    expect(ada.page.locator(".notice")).to_contain_text("keeps no squad called “Nobody”")


def choose_file(page: Page, text: str) -> None:
    page.locator("select", has=page.locator("optgroup")).select_option(label="From a file …")
    page.get_by_test_id("own-file").set_input_files(
        {"name": "mine.yaml", "mimeType": "text/plain", "buffer": text.encode()}
    )


def test_a_squad_file_meets_the_machine_or_tells_what_is_wrong(
    skirm: Stage, people: People
) -> None:
    ada = people(skirm)
    page = set_up(ada, "skirm3")
    choose_file(page, own_file("skirm3").replace("faction:", "colour: red\nfaction:"))
    page.get_by_test_id("start").click()
    expect(page.get_by_test_id("faults")).to_contain_text("colour")
    assert ada.violations("[aria-labelledby=setup]") == []
    choose_file(page, own_file("skirm3"))
    expect(page.get_by_test_id("faults")).to_have_count(0)
    page.get_by_test_id("start").click()
    expect_squad(ada, "Zebra Regiment")


def test_with_a_friend_a_squad_of_ones_own_is_in_at_once_and_the_muster_shows_cards(
    skirm: Stage, people: People
) -> None:
    ada, ben = people(skirm), people(skirm)
    keep(ada, "skirm3")
    keep(ben, "skirm3")
    page = set_up(ada, "skirm3")
    page.locator("select", has=page.locator("optgroup")).select_option(label="Zebra Regiment")
    page.get_by_role("button", name="With a friend").click()
    expect(page.get_by_test_id("muster-waits")).to_be_visible()
    ben.page.goto(page.get_by_label("Invite").input_value())
    expect(ben.page.locator(".squad-card").nth(2)).to_be_visible()
    ben.page.get_by_test_id("own").check()
    ben.page.locator("[data-kept='Zebra Regiment']").click()
    ben.page.get_by_test_id("do-bring").click()
    for person in (ada, ben):
        expect_squad(person, "Zebra Regiment")


@pytest.mark.parametrize("rulebook", ["skirm3", "openfire"])
def test_units_that_are_yet_to_be_placed_have_cards(
    skirm: Stage, people: People, rulebook: str
) -> None:
    ada = people(skirm)
    ada.home().get_by_test_id(f"play-{'skirm' if rulebook == 'skirm3' else rulebook}").click()
    ada.wait_for_turn()
    page = ada.page
    pass_on_to_placing(ada, "deploy" if rulebook == "skirm3" else "activate")
    if rulebook == "skirm3":
        units = page.locator("[data-coming]")
        expect(units.nth(1)).to_contain_text("R2")
        units.nth(1).click()
    else:
        page.locator(".prompt .option[data-answer^='activate']").nth(1).hover()
    card = page.locator("details.card")
    expect(card.locator(".card-name")).to_contain_text("R2")
    numbers = card.locator(".card-brief small, .card-body .number").filter(visible=True)
    expect(numbers.first).to_be_visible()


def pass_on_to_placing(person: Person, kind: str) -> None:
    """Answer what comes before the first unit is placed, until a question of this kind stands."""
    table = person.page.url.replace("/game/", "/api/games/")
    for turn in range(9):
        person.wait_for_turn()
        if person.prompt.get_attribute("data-kind") == kind:
            return
        give(person, table, turn)
    raise AssertionError("nobody is placed")


# ---------------------------------------------------------------------- links that open no seat


def test_a_used_invitation_says_so_and_what_to_do(toy: Stage, people: People) -> None:
    ada, ben = people(toy), people(toy, {"player": "Ben"})
    ada.home().get_by_test_id("friend").click()
    link = ada.page.get_by_test_id("invite").input_value()
    ben.visit(link)
    expect(ada.page.locator(".scoreboard")).to_contain_text("Ben")
    named, new = people(toy, {"player": "Cy"}), people(toy, {"named": False})
    named.visit(link)
    told = named.page.get_by_test_id("turned-away")
    expect(told).to_contain_text("This invitation has been used")
    expect(told).to_contain_text("ask for another link")
    expect(told.get_by_role("link")).to_be_visible()
    new.page.goto(link)
    expect(new.page.get_by_role("heading")).to_have_text("This invitation has been used")
    expect(new.page.get_by_test_id("invited")).to_contain_text("ask for another invitation")
    new.page.get_by_role("button", name="Watch the game").click()
    expect(new.page.get_by_test_id("turned-away")).to_be_visible()
    ben.visit(link)  # who has the seat is not turned away from it
    expect(ben.page.get_by_test_id("turned-away")).to_have_count(0)


def test_a_damaged_link_says_so_and_what_to_do(toy: Stage, people: People) -> None:
    ada, ben = people(toy), people(toy, {"player": "Ben"})
    ada.home().get_by_test_id("friend").click()
    link = ada.page.get_by_test_id("invite").input_value()
    ben.visit(link[:-4])
    told = ben.page.get_by_test_id("turned-away")
    expect(told).to_contain_text("This link opens no seat of this game")
    expect(told).to_contain_text("new link, whole and uncut")
    expect(ada.page.locator(".scoreboard")).not_to_contain_text("Ben")
    ben.page.goto(link.replace("/game/", "/game/x"))
    expect(ben.page.get_by_role("heading", name="No such table")).to_be_visible()
    expect(ben.page.get_by_text("Ask for the link again")).to_be_visible()


def test_a_damaged_or_used_link_to_a_muster_says_so_and_what_to_do(
    skirm: Stage, people: People
) -> None:
    ada, ben, cy = people(skirm), people(skirm), people(skirm)
    link = agree(ada, "skirm3")
    ben.page.goto(link[:-4])
    ben.page.get_by_test_id("do-bring").click()
    expect(ben.page.get_by_test_id("no-seat")).to_contain_text("This link opens no seat here")
    expect(ben.page.get_by_test_id("no-seat")).to_contain_text("whole and uncut")
    cy.page.goto(link)
    cy.page.get_by_test_id("do-bring").click()
    expect(cy.page.get_by_test_id("muster-waits")).to_be_visible()
    ben.page.goto(link)
    expect(ben.page.get_by_test_id("no-seat")).to_contain_text("This invitation has been used")
    expect(ben.page.get_by_test_id("no-seat")).to_contain_text("Ask for another game")
    ben.page.goto(link.replace("/muster/", "/muster/x"))
    expect(ben.page.get_by_test_id("no-seat")).to_contain_text("There is no such game")
