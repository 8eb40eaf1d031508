"""Two people in two browsers bring their squads to one game, unseen by each other."""

from __future__ import annotations

from importlib.resources import files

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import Person
from browser.test_barracks import add, enter, named

OWN = {
    "skirm1": "skirm-early/squads/red-harvest",
    "skirm2": "skirm-early/squads/gate-crashers",
    "skirm3": "skirm3/squads/survey-crew",
    "skirmishers": "skirmishers/forces/road-patrol",
    "openfire": "openfire/armies/third-shift",
}


def own_file(rulebook: str) -> str:
    """A shipped squad under another name, as a guest would have it on their disk."""
    text = (files("battlemat.packs") / "content" / f"{OWN[rulebook]}.yaml").read_text("utf-8")
    lines = text.splitlines()
    name = next(line for line in lines if line.startswith("name:"))
    return text.replace(name, "name: Zebra Regiment")


def agree(host: Person, rulebook: str) -> str:
    """Agree on a game from the home page; gives the link for the guest."""
    page = host.home()
    page.get_by_role("combobox", name="Game").select_option(rulebook)
    page.get_by_test_id("muster").click()
    expect(page.get_by_test_id("muster-terms")).to_be_visible()
    return page.get_by_label("Invite").input_value()


def build(host: Person, rulebook: str, name: str) -> None:
    """Build a squad from nothing and keep it in the browser."""
    page = host.home()
    enter(page, rulebook)
    add(page)
    verdict = page.get_by_test_id("verdict")
    if verdict.get_attribute("data-legal") == "false":
        page.get_by_test_id("mend").click()
    expect(verdict).to_have_attribute("data-legal", "true")
    named(page, name)
    page.get_by_test_id("keep").click()
    expect(page.get_by_test_id("kept")).to_contain_text(name)


def open_link(guest: Person, link: str) -> Page:
    guest.page.goto(link)
    expect(guest.page.get_by_test_id("bring")).to_be_visible()
    assert "#" not in guest.page.url
    return guest.page


def bring_kept(person: Person, name: str) -> None:
    """Bring a squad that this browser keeps."""
    person.page.get_by_test_id("own").check()
    person.page.locator(f"[data-kept='{name}']").click()
    person.page.get_by_test_id("do-bring").click()


@pytest.mark.parametrize("rulebook", sorted(OWN))
def test_a_squad_from_the_builder_meets_the_file_of_a_guest_and_nobody_sees_either_before(
    people: People, skirm: Stage, rulebook: str
) -> None:
    host, guest = people(skirm, {"player": "Ada"}), people(skirm, {"player": "Bo"})
    build(host, rulebook, "Host Line")
    page = open_link(guest, agree(host, rulebook))
    page.get_by_test_id("own").check()
    page.get_by_test_id("squad-text").fill(own_file(rulebook))
    page.get_by_test_id("do-bring").click()
    expect(page.get_by_test_id("muster-waits")).to_be_visible()
    expect(page.locator("[data-seat=blue]")).to_contain_text("brings Zebra Regiment")
    other = host.page
    expect(other.locator("[data-seat=blue]")).to_contain_text("has brought a squad")
    assert "Zebra" not in other.content()
    bring_kept(host, "Host Line")
    for who in (host, guest):
        expect(who.table).to_be_visible()
        expect(who.log).to_contain_text("Bo (blue) brings Zebra Regiment.")
        expect(who.log).to_contain_text("Ada (red) brings Host Line.")


def test_a_wrong_file_is_told_whole_and_another_can_be_chosen(people: People, skirm: Stage) -> None:
    host, guest = people(skirm), people(skirm)
    page = open_link(guest, agree(host, "skirm3"))
    wrong = own_file("skirm3").replace("faction:", "colour: red\nfaction:") + "  - nobody\n"
    page.get_by_test_id("own").check()
    expect(page.get_by_test_id("do-bring")).to_be_disabled()
    page.get_by_test_id("squad-file").set_input_files(
        {"name": "mine.yaml", "mimeType": "text/plain", "buffer": wrong.encode()}
    )
    expect(page.get_by_test_id("squad-text")).to_have_value(wrong)
    page.get_by_test_id("do-bring").click()
    faults = page.get_by_test_id("faults")
    expect(faults).to_contain_text("colour")
    expect(faults).to_contain_text("line")
    assert guest.violations() == []
    page.get_by_test_id("squad-text").fill(own_file("skirm3"))
    page.get_by_test_id("do-bring").click()
    expect(page.get_by_test_id("muster-waits")).to_be_visible()


def test_a_muster_can_be_left_and_found_again(people: People, skirm: Stage) -> None:
    host, guest = people(skirm), people(skirm)
    link = agree(host, "skirm3")
    home = host.home()
    home.locator(".resume a").first.click()
    expect(home.get_by_test_id("bring")).to_be_visible()
    page = open_link(guest, link)
    page.reload()  # the address no longer holds the token, the tab does
    expect(page.get_by_test_id("bring")).to_be_visible()
    page.get_by_test_id("do-bring").click()
    expect(page.get_by_test_id("muster-waits")).to_be_visible()
    late = people(skirm)
    late.page.goto(link)
    expect(late.page.get_by_test_id("no-seat")).to_contain_text("has been used")
