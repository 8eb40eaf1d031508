"""A tab that is killed in the middle of answers, again and again, and what is there afterwards."""

from __future__ import annotations

import os
import random
import signal
from contextlib import suppress

from playwright.sync_api import BrowserContext, Page, expect
from playwright.sync_api import Error as Gone

from browser.alone import BOOTING

WATCH = """() => {
  const told = () => {
    const shown = document.querySelector(".prompt[data-question]");
    if (shown) window.confirmed(Number(shown.dataset.question));
  };
  new MutationObserver(told).observe(document.body, {
    subtree: true, childList: true, attributes: true, attributeFilter: ["data-question"],
  });
  told();
}"""
"""Every question that the page shows is told at once: the answer before it is confirmed."""
ANSWER = """() => setInterval(() => {
  const prompt = document.querySelector(".prompt.mine");
  const found = [...(prompt?.querySelectorAll("[data-answer]") ?? [])];
  (found[0] ?? prompt?.querySelector("[data-group]"))?.click();
}, 20)"""
"""Answers as quickly as the page takes them."""


def begun(context: BrowserContext, url: str) -> str:
    """The address of a game with both seats at this page."""
    page = context.new_page()
    page.goto(url)
    page.get_by_test_id("both").click(timeout=BOOTING)
    expect(page.locator(".prompt.mine")).to_be_visible(timeout=BOOTING)
    address = page.url
    page.close()
    return address


def killed(context: BrowserContext, address: str, chance: random.Random) -> tuple[int, int]:
    """Play a little, and kill the tab: the question that was there first, the last one told."""
    page, told = context.new_page(), list[int]()
    page.expose_function("confirmed", lambda number: told.append(number))
    page.goto(address)
    expect(page.locator(".prompt[data-question]")).to_be_visible(timeout=BOOTING)
    found = _question(page)
    page.evaluate(WATCH)
    page.evaluate(ANSWER)
    page.wait_for_timeout(chance.uniform(200, 1500))
    _kill(context)
    with suppress(Gone):
        page.close()
    return found, max([found, *told])


def _kill(context: BrowserContext) -> None:
    """Kill the processes of all pages, as a system does that runs out of memory."""
    assert context.browser is not None
    told = context.browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    for one in told["processInfo"]:
        if one["type"] == "renderer":
            os.kill(one["id"], signal.SIGKILL)


def stands(context: BrowserContext, address: str) -> int:
    """The question of a game as a new tab finds it."""
    page = context.new_page()
    page.goto(address)
    expect(page.locator(".prompt[data-question]")).to_be_visible(timeout=BOOTING)
    found = _question(page)
    page.close()
    return found


def _question(page: Page) -> int:
    return int(page.locator(".prompt[data-question]").get_attribute("data-question") or 0)
