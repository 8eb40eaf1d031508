"""The edition without a server: a folder of files in a real browser, and the network cut."""

from __future__ import annotations

import random
import sys
from itertools import pairwise
from pathlib import Path

import pytest
import yaml
from playwright.sync_api import Browser, Page, expect

from battlemat.anywhere.folder import NotWritten, Parts, write
from battlemat.server.routes.pages import BUILT
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from browser.alone import BOOTING, RUNTIME, Site
from browser.killing import begun, killed, stands
from browser.test_codes import answer as answer_once


def answered(page: Page) -> None:
    """Give the answer that is listed first, and wait for the next question of this person."""
    prompt = page.locator(".prompt.mine")
    number = prompt.get_attribute("data-question")
    page.get_by_test_id("ask-hint").click()
    page.get_by_test_id("hint-take").click(timeout=BOOTING)
    expect(prompt).not_to_have_attribute("data-question", number or "", timeout=BOOTING)
    expect(page.locator(".prompt.mine")).to_be_visible(timeout=BOOTING)


def test_a_game_is_played_from_plain_files_and_goes_on_without_a_network(
    site: Site, browser: Browser
) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    strange: list[str] = []
    context.on("request", lambda one: strange.append(one.url))
    page = context.new_page()
    page.goto(site.url)
    expect(page.get_by_test_id("alone")).to_be_visible()
    page.get_by_test_id("start").click()
    expect(page.locator(".prompt.mine")).to_be_visible(timeout=BOOTING)
    answered(page)
    stood = page.locator(".prompt.mine").get_attribute("data-question") or ""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    context.set_offline(True)
    page.reload()
    expect(page.locator(".prompt.mine")).to_be_visible(timeout=BOOTING)
    expect(page.locator(".prompt.mine")).to_have_attribute("data-question", stood)
    answered(page)
    assert all(url.startswith((site.url, "blob:", "data:")) for url in strange)
    context.close()


def question(page: Page) -> str:
    return page.locator(".prompt.mine").get_attribute("data-question") or ""


STUCK = "() => void setTimeout(() => { for (;;); })"
"""An engine that answers nothing any more, as one whose tab is just being closed."""
FULL = """() => {
  const add = (self.add = IDBObjectStore.prototype.add);
  IDBObjectStore.prototype.add = function (row) {
    const { transaction } = this;
    queueMicrotask(() => transaction.error ?? transaction.abort());
    return add.call(this, row);
  };
}"""
"""A browser whose storage gives up what is to be stored."""
ROOM = "() => { IDBObjectStore.prototype.add = self.add; }"
TRY = """(told) => new Promise((done) => {
  const timer = setInterval(() => {
    const all = [...document.querySelectorAll(".prompt.mine :is([data-answer], [data-group])")];
    const open = all.filter((one) => !one.disabled);
    const answer = open.find((one) => "answer" in one.dataset) ?? open[0];
    if (told ? !document.body.textContent.includes(told) : answer || !all.length)
      return answer?.click();
    clearInterval(timer);
    done();
  }, 50);
})"""
"""Answers until something is told, or until the answer is on its way and stays there."""


def test_killed_tabs_lose_no_answer_and_tabs_are_one_table_whichever_is_closed(
    site: Site, browser: Browser
) -> None:
    context, chance = browser.new_context(service_workers="block"), random.Random(1)
    context.set_default_timeout(BOOTING)
    address = begun(context, site.url)
    played = [killed(context, address, chance) for _ in range(2)]
    played.append((stands(context, address), 0))
    assert [after >= told for (_, told), (after, _) in pairwise(played)] == [True, True]
    assert played[-1][0] > played[0][0]

    first, second = context.new_page(), context.new_page()
    first.goto(address)
    expect(first.locator(".prompt.mine")).to_be_visible(timeout=BOOTING)
    second.goto(address)
    expect(second.locator(".prompt.mine")).to_be_visible(timeout=BOOTING)
    answer_once(second)
    expect(first.locator(".prompt.mine")).to_have_attribute("data-question", question(second))

    third = context.new_page()
    third.goto(address)
    expect(third.locator(".prompt.mine")).to_be_visible(timeout=BOOTING)
    asked = question(second)
    first.workers[0].evaluate(STUCK)
    second.evaluate(TRY, "")
    first.close()  # and what the second one asked for is still open
    expect(second.locator(".prompt.mine")).not_to_have_attribute(
        "data-question", asked, timeout=BOOTING
    )
    asked = question(second)
    expect(third.locator(".prompt.mine")).to_have_attribute("data-question", asked, timeout=BOOTING)

    second.workers[0].evaluate(FULL)
    second.evaluate(TRY, "Your browser has no more room")
    expect(second.locator(".prompt.mine")).to_have_attribute("data-question", asked)
    second.workers[0].evaluate(ROOM)
    answer_once(third)
    assert question(third) != asked
    expect(second.locator(".prompt.mine")).to_have_attribute("data-question", question(third))
    context.close()


def test_where_no_more_may_be_stored_it_is_told_and_what_was_confirmed_is_there_after_a_reload(
    site: Site, browser: Browser
) -> None:
    context = browser.new_context(service_workers="block")
    context.set_default_timeout(BOOTING)
    page = context.new_page()
    page.goto(site.url)
    page.get_by_test_id("both").click()
    expect(page.locator(".prompt.mine")).to_be_visible()
    answer_once(page)
    session = context.new_cdp_session(page)
    quota = {"origin": site.origin, "quotaSize": 1}
    session.send("Storage.overrideQuotaForOrigin", quota)
    page.evaluate(TRY, "Your browser has no more room")
    confirmed = question(page)
    page.reload()
    expect(page.locator(".prompt.mine")).to_have_attribute("data-question", confirmed)
    page.evaluate(TRY, "Your browser has no more room")
    expect(page.locator(".prompt.mine")).to_have_attribute("data-question", confirmed)
    session.send("Storage.overrideQuotaForOrigin", {"origin": site.origin})
    answer_once(page)
    assert int(question(page)) > int(confirmed)
    context.close()


def test_a_folder_that_cannot_be_written_says_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("kept")
    right = Parts(BUILT, RUNTIME, Path(yaml.__file__).parent)
    with pytest.raises(NotWritten, match="is not empty"):
        write(tmp_path / "full", ShippedCatalogue(), right)
    assert (tmp_path / "full" / "mine.txt").read_text() == "kept"
    bare = Parts(BUILT, tmp_path, Path(yaml.__file__).parent)
    with pytest.raises(NotWritten, match=r"the runtime lacks pyodide\.mjs"):
        write(tmp_path / "new", ShippedCatalogue(), bare)
    assert not (tmp_path / "new").exists()
    unbuilt = Parts(tmp_path, RUNTIME, Path(sys.prefix))
    with pytest.raises(NotWritten, match="the page is not built"):
        write(tmp_path / "new", ShippedCatalogue(), unbuilt)
