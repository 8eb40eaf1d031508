"""Campaigns in the page: begun, read, fought, decided, changed, kept in the browser and merged."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, expect

from battlemat.barracks.drafts import building
from battlemat.barracks.drafts import read as read_squad
from battlemat.campaigns.battles import game_of, machines_play
from battlemat.campaigns.forces import Force
from battlemat.campaigns.ledger import read
from battlemat.campaigns.standing import stand
from battlemat.campaigns.state import Standing
from battlemat.kernel.record import record
from battlemat.packs.campaigns.values import YOU
from browser.conftest import People
from browser.stage import Stage
from browser.table import Person, eventually

RULEBOOKS = ("skirm1", "skirm2", "skirm3", "skirmishers", "openfire")
CAN_SPARE = ("skirm3", "skirmishers")
"""Forces that can lose a unit and go on to the next battle at once."""


def begin(page: Page, rulebook: str, how: str = "begin") -> None:
    page.get_by_test_id("campaigns").click()
    page.locator(f"[data-campaign={rulebook}]").get_by_test_id(how).click()
    expect(page.get_by_test_id("point")).to_be_visible()
    read_on(page)


def read_on(page: Page) -> None:
    """Read what happened, point by point, until something is to be decided."""
    while page.get_by_test_id("read-on").count():
        page.get_by_test_id("read-on").click()


def kept(page: Page) -> dict[str, Any]:
    id = page.url.rsplit("/", 1)[1]
    text = page.evaluate("(id) => localStorage.getItem(`battlemat campaign ${id}`)", id)
    found: dict[str, Any] = json.loads(text)
    return found


def as_file(record: str) -> FilePayload:
    """A record as a file: to type thousands of lines into a field takes a browser half a minute."""
    return {"name": "battle.battlemat", "mimeType": "text/plain", "buffer": record.encode()}


def standing(page: Page) -> Standing:
    return stand(read(kept(page)["ledger"]))


def broken_off(person: Person, outcome: str, at: str = "") -> None:
    """Write into the browser that the battle was broken off, as a table that was left does."""
    page = person.page
    text = record(game_of(standing(page), at=at), traced=False).write()
    entry = {"do": "agreed", "at": at or standing(page).at, "what": f"{outcome}\n{text}"}
    body = {"ledger": kept(page)["ledger"], **entry}
    add_ledger(page, person.asked("/api/campaigns/decide", body)["ledger"])


def add_ledger(page: Page, ledger: str) -> None:
    page.get_by_test_id("add-ledger").click()
    page.get_by_test_id("ledger-text").fill(ledger)
    page.get_by_test_id("ledger-open").click()


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_campaign_is_played_through_its_first_choice(
    skirm: Stage, people: People, rulebook: str
) -> None:
    ada = people(skirm)
    page = ada.home()
    begin(page, rulebook)
    expect(page.get_by_test_id("fight")).to_be_enabled()
    assert ada.violations() == []
    broken_off(ada, "won")
    expect(page.get_by_test_id("standings")).to_contain_text("1")
    expect(page.get_by_test_id("read-on")).to_be_visible()
    read_on(page)
    options = page.get_by_test_id("option")
    expect(options).not_to_have_count(0)
    assert ada.violations() == []
    at = standing(page).at
    options.last.press("Enter")
    expect(page.get_by_test_id("read-on")).to_be_visible()
    read_on(page)
    expect(page.get_by_test_id("point")).not_to_have_attribute("data-at", at)
    page.set_viewport_size({"width": 390, "height": 844})
    ada.expect_no_wider()
    page.reload()
    expect(page.get_by_test_id("fight")).to_be_enabled()


def to_spare(rulebook: str, force: Force) -> int:
    """The last entry of a force that it may be without; the first ones lead."""
    build, value = building(rulebook), read_squad(force.text, rulebook)[1]
    rows = value[build.entries]
    without = [{**value, build.entries: rows[:n] + rows[n + 1 :]} for n in range(len(rows))]
    return max(n for n, one in enumerate(without) if build.judge(one, force.cap).legal)


@pytest.mark.parametrize("rulebook", CAN_SPARE)
def test_a_battle_is_fought_at_a_table_the_force_is_changed_and_fights_on(
    skirm: Stage, people: People, rulebook: str
) -> None:
    ada = people(skirm)
    page = ada.home()
    begin(page, rulebook)
    mine = standing(page).campaign.sides[YOU].colour
    page.get_by_test_id("machine").select_option("recruit")
    page.get_by_test_id("fight").click()
    expect(ada.table).to_be_visible()
    ada.wait_for_turn()
    ada.asked(ada.game + "/concede", {"player": mine})
    page.get_by_test_id("to-campaign").click()
    page.get_by_test_id("count").click()
    expect(page.get_by_test_id("point")).to_contain_text("Lost")
    read_on(page)
    force = standing(page).forces[YOU]
    page.get_by_test_id("change-you").click()
    expect(page.get_by_test_id("squad-name")).to_have_text(read_squad(force.text)[1]["name"])
    entries = page.get_by_test_id("entry")
    before = entries.count()
    entries.nth(to_spare(rulebook, force)).get_by_test_id("drop").click()
    expect(entries).to_have_count(before - 1)
    page.get_by_test_id("take").click()
    expect(page.get_by_test_id("point")).to_contain_text("was changed")
    expect(page.locator("[data-force=you]")).to_contain_text("No longer with them")
    if rulebook == "skirm3":
        assert ada.violations() == []
    read_on(page)
    if page.get_by_test_id("option").count():
        page.get_by_test_id("option").first.click()
        expect(page.get_by_test_id("read-on")).to_be_visible()
        read_on(page)
    page.get_by_test_id("fight").click()
    expect(ada.table).to_be_visible()
    ada.wait_for_turn()


def test_a_battle_that_was_played_elsewhere_is_handed_in_with_its_gains(
    skirm: Stage, people: People
) -> None:
    page = people(skirm).home()
    begin(page, "skirm3")
    before = standing(page)
    page.get_by_text("It was played elsewhere").click()
    page.get_by_test_id("record-text").fill("nonsense")
    page.get_by_test_id("record-open").click()
    expect(page.locator(".notice")).to_contain_text("record")
    page.get_by_test_id("record-file").set_input_files(as_file(machines_play(before)))
    expect(page.get_by_test_id("gains")).to_contain_text("a finished mission")
    expect(page.get_by_test_id("gains")).to_contain_text("progress · finished")
    expect(page.locator("[data-force=you]")).to_contain_text("1 battle")


def test_two_devices_decide_at_once_and_nothing_is_lost(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    page = ada.home()
    begin(page, "skirm1")
    broken_off(ada, "won")
    expect(page.get_by_test_id("read-on")).to_be_visible()
    read_on(page)
    other = people(skirm)
    there = other.home()
    there.get_by_test_id("campaigns").click()
    there.get_by_test_id("ledger-text").fill(kept(page)["ledger"])
    there.get_by_test_id("ledger-open").click()
    expect(there.get_by_test_id("point")).to_be_visible()
    read_on(there)
    for one, n in ((page, 0), (there, 1)):
        one.get_by_test_id("option").nth(n).click()
        expect(one.get_by_test_id("read-on")).to_be_visible()
    add_ledger(page, kept(there)["ledger"])
    expect(page.get_by_test_id("left-out")).to_contain_text("was decided already")
    assert kept(page)["entries"] == 3
    add_ledger(there, kept(page)["ledger"])
    expect(there.get_by_test_id("left-out")).to_be_visible()
    assert kept(there)["ledger"] == kept(page)["ledger"]


def test_a_group_names_itself_pairs_off_and_its_battles_are_counted(
    skirm: Stage, people: People
) -> None:
    ada = people(skirm)
    page = ada.home()
    page.get_by_test_id("campaigns").click()
    page.locator("[data-campaign=skirm3]").get_by_test_id("begin-group").click()
    for n, name in enumerate(("Ada", "Ben", "<b>Cyd</b>")):
        page.get_by_test_id("player-name").nth(n).fill(name)
    assert ada.violations() == []
    page.get_by_test_id("begin-group-do").click()
    expect(page.get_by_test_id("point")).to_be_visible()
    read_on(page)
    page.get_by_test_id("option").last.click()
    expect(page.get_by_test_id("read-on")).to_be_visible()
    read_on(page)
    rounds = page.get_by_test_id("rounds")
    expect(rounds).to_contain_text("Ada has a bye.")
    pair = page.locator("[data-pair='hunt/1-2']")
    pair.get_by_test_id("pair").click()
    expect(page.get_by_test_id("lead").locator("option")).to_have_text(["Ada", "Ben"])
    broken_off(ada, "won", "hunt/1-2")
    expect(page.get_by_test_id("read-on")).to_be_visible()
    read_on(page)
    expect(pair).to_have_text("Ada against Ben: Ada won")
    expect(page.get_by_test_id("standings").locator("tbody tr").first).to_contain_text("Ada")
    expect(page.get_by_test_id("pair").first).to_have_text("Ben against <b>Cyd</b>")
    assert ada.violations() == []
    page.set_viewport_size({"width": 390, "height": 844})
    ada.expect_no_wider()


def test_machines_lead_forces_of_a_group_and_play_out_the_battle_between_them(
    skirm: Stage, people: People
) -> None:
    ada = people(skirm, {"player": "Ada"})
    page = ada.home()
    page.get_by_test_id("campaigns").click()
    page.locator("[data-campaign=skirm3]").get_by_test_id("begin-group").click()
    for n in (1, 2):
        page.get_by_test_id("player-machine").nth(n).select_option("recruit")
    page.get_by_test_id("begin-group-do").click()
    expect(page.get_by_test_id("point")).to_be_visible()
    read_on(page)
    page.get_by_test_id("option").last.click()
    expect(page.get_by_test_id("read-on")).to_be_visible()
    read_on(page)
    expect(page.get_by_test_id("pair").first).to_have_text("Machine 2 against Machine 3")
    page.get_by_test_id("pair").first.click()
    expect(page.get_by_test_id("fight")).to_have_count(0)
    page.get_by_test_id("play-out").click()
    expect(page.get_by_test_id("read-on")).to_be_visible()
    read_on(page)
    expect(page.get_by_test_id("rounds")).to_contain_text("Machine 2 against Machine 3:")
    expect(page.get_by_test_id("pair").first).to_contain_text("Ada")
    page.get_by_test_id("pair").first.click()
    expect(page.get_by_test_id("play-out")).to_have_count(0)
    expect(page.get_by_test_id("fight")).to_be_enabled()
    for size in ((1360, 860), (1280, 720), (390, 844)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        ada.expect_no_wider()


def test_two_tabs_of_one_browser_do_not_write_over_each_other(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    page = ada.home()
    begin(page, "skirm1")
    broken_off(ada, "won")
    expect(page.get_by_test_id("read-on")).to_be_visible()
    read_on(page)
    tab = ada.context.new_page()
    tab.goto(page.url)
    for one, n in ((page, 0), (tab, 1)):
        one.get_by_test_id("option").nth(n).click()
        expect(one.get_by_test_id("read-on")).to_be_visible()
    # What a tab shows may be the other one's choice: its own comes a moment later.
    eventually(lambda: kept(tab)["entries"] == 3)
    tab.close()


def test_what_another_tab_wrote_over_is_written_again(skirm: Stage, people: People) -> None:
    ada = people(skirm)
    page = ada.home()
    begin(page, "skirm1")
    key = f"battlemat campaign {page.url.rsplit('/', 1)[1]}"
    before = page.evaluate("(key) => localStorage.getItem(key)", key)
    broken_off(ada, "won")
    expect(page.get_by_test_id("read-on")).to_be_visible()
    eventually(lambda: kept(page)["entries"] == 1)
    tab = ada.context.new_page()
    tab.goto(page.url)
    expect(tab.get_by_test_id("point")).to_be_visible()
    tab.evaluate("([key, before]) => localStorage.setItem(key, before)", [key, before])
    eventually(lambda: kept(page)["entries"] == 1 == kept(tab)["entries"])
    tab.close()


def test_a_ledger_that_is_cut_damaged_or_gone_is_told_in_one_message(
    skirm: Stage, people: People
) -> None:
    ada = people(skirm)
    page = ada.home()
    begin(page, "skirm3")
    whole = kept(page)["ledger"]
    add_ledger(page, whole[: len(whole) // 2])
    notice = page.locator(".notice")
    expect(notice).to_contain_text("cut off or damaged")
    page.keyboard.press("Escape")
    assert kept(page)["ledger"] == whole
    with page.expect_download() as started:
        page.get_by_test_id("download").click()
    assert started.value.path().read_text("utf-8") == whole
    page.evaluate("(id) => localStorage.removeItem(`battlemat campaign ${id}`)", page.url[-16:])
    page.reload()
    expect(page.get_by_test_id("problem")).to_contain_text("not kept in this browser")
    page.goto(f"{skirm.url}/campaigns")
    page.get_by_test_id("ledger-text").fill(whole)
    page.get_by_test_id("ledger-open").click()
    expect(page.get_by_test_id("point")).to_be_visible()
    read_on(page)
    expect(page.get_by_test_id("fight")).to_be_visible()
