"""The whole way of a squad, for every rulebook: built from nothing, printed and kept, brought to a
table against a guest who brings theirs and against the machine, and led through a campaign.

There it is the force: it fights, has what the campaign's own file gives, is changed, fights on.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from battlemat.barracks.drafts import Change, apply, building
from battlemat.barracks.drafts import read as read_squad
from battlemat.barracks.steps import steps
from battlemat.campaigns import desk
from battlemat.campaigns.battles import machines_play
from battlemat.campaigns.forces import Force
from battlemat.campaigns.state import Standing
from battlemat.packs.campaigns.values import BOOK, FOE, YOU
from browser.conftest import People
from browser.stage import Stage
from browser.table import Person, eventually
from browser.test_barracks import RULEBOOKS, meet_the_machine, print_cards
from browser.test_campaign import as_file, begin, kept, read_on, standing
from browser.test_muster import agree, bring_kept, build, open_link

HOST, GUEST = "Host Line", "Zebra Regiment"
SEED = "dawn"
"""From which the dice of every campaign follow here: the first battle is then not lost, which may
end it."""


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_squad_goes_the_whole_way(skirm: Stage, people: People, rulebook: str) -> None:
    host, guest = people(skirm, {"player": "Ada"}), people(skirm, {"player": "Bo"})
    build(host, rulebook, HOST)
    print_cards(host.page, HOST)
    build(guest, rulebook, GUEST)
    meet_the_guest(host, guest, rulebook)
    page = host.home()
    page.get_by_test_id("barracks").click()
    page.get_by_test_id("game").select_option(rulebook)
    page.get_by_test_id("kept").get_by_role("button", name=HOST).first.click()
    meet_the_machine(host, HOST)
    lead_through_a_campaign(host, rulebook)


def meet_the_guest(host: Person, guest: Person, rulebook: str) -> None:
    """Both bring what they built, and each gives two answers of the game."""
    open_link(guest, agree(host, rulebook))
    bring_kept(guest, GUEST)
    bring_kept(host, HOST)
    for who in (host, guest):
        expect(who.table).to_be_visible()
        expect(who.log).to_contain_text(f"Bo (blue) brings {GUEST}.")
        expect(who.log).to_contain_text(f"Ada (red) brings {HOST}.")
    given = {host: 0, guest: 0}
    for turn in range(40):
        if min(given.values()) >= 2:
            break
        given[answered((host, guest), turn)] += 1
    assert min(given.values()) >= 2
    eventually(lambda: host.step == guest.step >= sum(given.values()))


def answered(both: Sequence[Person], turn: int) -> Person:
    """Whoever is asked gives an answer, and both pages hear of it."""

    def asked() -> tuple[Person, Any] | None:
        for person in both:
            question = person.asked(person.game)["question"]
            if question and question["yours"]:
                return person, question
        return None

    found: tuple[Person, Any] = eventually(asked)
    person, question = found
    handles = question["handles"]
    data = {"number": question["number"], "text": handles[turn % len(handles)]["answer"]}
    person.asked(person.game + "/answers", data)
    for one in both:
        one.expect_answered(str(question["number"]))
    return person


def lead_through_a_campaign(host: Person, rulebook: str) -> None:
    page = host.home()
    with dice_from(page, SEED):
        begin(page, rulebook)
    page.get_by_test_id("change-you").click()
    expect(page.get_by_test_id("squad-name")).to_be_visible()
    page.get_by_test_id("begin").click()
    page.get_by_test_id("kept").get_by_role("button", name=HOST).first.click()
    expect(page.get_by_test_id("squad-name")).to_have_text(HOST)
    take(page)
    before = standing(page)
    fight(page)
    gain(page, before)
    read_on(page)
    if page.get_by_test_id("option").count():
        page.get_by_test_id("option").last.click()
        expect(page.get_by_test_id("read-on")).to_be_visible()
        read_on(page)
    force = standing(page).forces[YOU]
    page.get_by_test_id("change-you").click()
    expect(page.get_by_test_id("squad-name")).to_have_text(HOST)
    change_by_hand(page, rulebook, force)
    take(page)
    page.get_by_test_id("machine").select_option("recruit")
    page.get_by_test_id("fight").click()
    expect(host.table).to_be_visible()
    expect(page.locator(".scoreboard")).to_contain_text(HOST)
    host.wait_for_turn()


@contextmanager
def dice_from(page: Page, seed: str) -> Iterator[None]:
    """A campaign that is begun meanwhile has this seed in place of one that the server draws."""
    path = "**/api/campaigns/begin"

    def answer(route: Route) -> None:
        asked: dict[str, str] = json.loads(route.request.post_data or "{}")
        begun = desk.begin(asked["rulebook"], asked["id"], "", seed, asked["foe"])
        route.fulfill(json=begun)

    page.route(path, answer)
    yield
    page.unroute(path)


def take(page: Page) -> None:
    """Take the force that was built into the campaign."""
    expect(page.get_by_test_id("verdict")).to_have_attribute("data-legal", "true")
    page.get_by_test_id("take").click()
    expect(page.get_by_test_id("point")).to_contain_text("was changed")
    expect(page.locator("[data-force=you]")).to_contain_text(HOST)
    read_on(page)


def fight(page: Page) -> None:
    """Machines play the battle elsewhere, and it is handed in."""
    now, ledger = standing(page), kept(page)["ledger"]
    ours, theirs = (now.campaign.sides[who].colour for who in (YOU, FOE))
    record = machines_play(now, {ours: "recruit", theirs: "random"})
    after = desk.decide(ledger, "battle", now.at, record)
    assert after["view"]["fights"][-1]["outcome"] != "lost", "the rules changed: take another seed"
    page.get_by_text("It was played elsewhere").click()
    page.get_by_test_id("record-file").set_input_files(as_file(record))
    expect(page.locator("[data-force=you]")).to_contain_text("1 battle")


def gain(page: Page, before: Standing) -> None:
    """The force may spend what the book gives, or what the campaign's own file says."""
    after = standing(page)
    (battle,), carry = after.fights, after.campaign.carry
    lines = battle.came.gains.get(battle.sides[YOU].colour, ())
    if carry.gains == BOOK:
        gained = sum(amount for _, _, amount in lines)
        assert gained > 0
        expect(page.get_by_test_id("gains").locator("li")).to_have_count(len(lines))
    else:
        assert isinstance(carry.gains, Mapping)
        gained = carry.gains[battle.outcome]
    had, has = (one.forces[YOU].cap for one in (before, after))
    assert (has or 0) - (had or 0) == gained
    if carry.learns:
        assert after.forces[YOU].text != before.forces[YOU].text
    if has is not None:
        expect(page.get_by_test_id("standings")).to_contain_text(f"of {has}")


def change_by_hand(page: Page, rulebook: str, force: Force) -> None:
    """Take somebody in, or something along, or leave somebody out: the first that may be."""
    build, value = building(rulebook), read_squad(force.text, rulebook)[1]
    view = build.view(value)
    slots = {slot.path: slot for row in view.rows for slot in row.slots}

    def by_hand(change: Change) -> int:
        if change.do == "drop":
            return 2 if len(change.path) == 2 else 0
        if change.do == "set":
            slot = slots.get(change.path)
            more = slot is not None and slot.kind == "many" and len(change.value) > len(slot.value)
            return 3 if more else 0
        return 4

    verdict = build.judge(value, force.cap)
    offered = [change for change, _ in steps(view, value, verdict) if by_hand(change)]
    offered.sort(key=by_hand, reverse=True)
    legal = (one for one in offered if build.judge(apply(value, one), force.cap).legal)
    change = next(legal)
    entries = page.get_by_test_id("entry")
    expect(entries).to_have_count(len(view.rows))
    entry = entries.nth(int(change.path[1])) if len(change.path) > 1 else entries
    text = page.get_by_test_id("verdict").get_attribute("data-total")
    if change.do == "drop":
        entry.get_by_test_id("drop").click()
        expect(entries).to_have_count(len(view.rows) - 1)
    elif change.do == "add":
        things = [one for shelf in view.shelves for _, one in shelf.things]
        page.get_by_test_id("add").nth(things.index(change.value)).click()
        expect(entries).to_have_count(len(view.rows) + 1)
    else:
        entry.get_by_label(f"+ {slots[change.path].label}", exact=True).select_option(
            change.value[-1]
        )
    expect(page.get_by_test_id("verdict")).not_to_have_attribute("data-total", str(text))
