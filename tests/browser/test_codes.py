"""Two people at two pages without a server: codes are copied, a game is played, the line breaks."""

from __future__ import annotations

import json

from playwright.sync_api import Browser, BrowserContext, Page, expect

from browser.alone import BOOTING, Site


def arrive(browser: Browser) -> BrowserContext:
    context = browser.new_context(viewport={"width": 1280, "height": 720}, service_workers="block")
    context.set_default_timeout(BOOTING)
    return context


def exchange(host: Page, guest: Page) -> None:
    """Copy a code to the guest, and the one that answers it back."""
    host.get_by_test_id("code-make").click()
    code = host.get_by_test_id("code-mine").input_value()
    guest.get_by_test_id("code-theirs").fill(code)
    guest.get_by_test_id("code-give").click()
    back = guest.get_by_test_id("code-mine").input_value()
    host.get_by_test_id("code-theirs").fill(back)
    host.get_by_test_id("code-give").click()


def asked(*pages: Page) -> Page:
    """The page of whoever must answer now, once every page shows the same question."""
    shown = [page.locator(".prompt[data-question]:not([data-question=''])") for page in pages]
    expect(shown[0]).to_be_visible(timeout=BOOTING)
    number = shown[0].get_attribute("data-question") or ""
    expect(shown[1]).to_have_attribute("data-question", number, timeout=BOOTING)
    return next(page for page in pages if page.locator(".prompt.mine").count())


ANSWER = """(number) => new Promise((done) => {
  const timer = setInterval(() => {
    const shown = document.querySelector(".prompt[data-question]")?.dataset.question;
    const [answer, group] = ["[data-answer]", "[data-group]"].map((one) =>
      document.querySelector(`.prompt.mine ${one}:not([disabled])`));
    if (!shown || shown === number) return (answer ?? group)?.click();
    clearInterval(timer);
    done();
  }, 50);
})"""
"""Takes what is listed first until the next question stands there."""


def answer(page: Page) -> None:
    """Give the first answer that the list has."""
    page.evaluate(ANSWER, page.locator(".prompt.mine").get_attribute("data-question"))


def test_two_people_play_by_copied_codes_and_go_on_after_the_line_broke(
    site: Site, browser: Browser
) -> None:
    contexts = [arrive(browser), arrive(browser)]
    requests: list[str] = []
    for context in contexts:
        context.on("request", lambda one: requests.append(one.url))
    host, guest = (context.new_page() for context in contexts)
    host.goto(site.url)
    host.get_by_test_id("by-codes").click()
    expect(host.get_by_test_id("codes")).to_be_visible(timeout=BOOTING)
    guest.goto(site.url)
    exchange(host, guest)
    guest.get_by_role("button", name="Sit down").click()
    for _ in range(3):
        answer(asked(host, guest))
    stood = asked(host, guest).locator(".prompt.mine").get_attribute("data-question") or ""
    host.reload()  # which breaks the line
    expect(guest.get_by_test_id("codes")).to_be_visible(timeout=BOOTING)
    expect(host.get_by_test_id("codes")).to_be_visible(timeout=BOOTING)
    kept = guest.evaluate("localStorage.getItem('battlemat.calls')")
    assert [one.startswith("battlemat record 1") for one in json.loads(kept).values()] == [True]
    exchange(host, guest)
    expect(guest.get_by_test_id("codes")).to_have_count(0, timeout=BOOTING)
    turn = asked(host, guest)
    expect(turn.locator(".prompt.mine")).to_have_attribute("data-question", stood)
    answer(turn)
    assert all(url.startswith((site.url, "blob:", "data:")) for url in requests)
    for context in contexts:
        context.close()


def test_a_code_that_is_no_call_is_told_and_changes_nothing(site: Site, browser: Browser) -> None:
    context = arrive(browser)
    page = context.new_page()
    page.goto(site.url)
    page.get_by_test_id("code-theirs").fill("bm90aGluZw")
    page.get_by_test_id("code-give").click()
    told = page.get_by_test_id("live")
    expect(told).to_contain_text("This code is damaged or not whole", timeout=BOOTING)
    expect(page.get_by_test_id("code-theirs")).to_have_value("bm90aGluZw")
    context.close()
