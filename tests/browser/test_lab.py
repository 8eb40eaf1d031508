"""The laboratory in the browser, and a finished game weighed: what was luck, what was choice."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from browser.conftest import People
from browser.stage import Stage
from browser.table import eventually

ENDLESS = """() => {
  const real = window.fetch;
  const told = [
    {told: "begin", one: "steady", other: "swift", games: 200},
    {told: "pair", games: 2, won: 2, drawn: 0, lost: 0, share: {value: 1, low: 0.2, high: 1}},
  ];
  const run = (signal) => new ReadableStream({
    start(stream) {
      const text = told.map((one) => JSON.stringify(one) + "\\n").join("");
      stream.enqueue(new TextEncoder().encode(text));
      signal.addEventListener("abort", () => {
        window.gaveUp = true;
        stream.error(new DOMException("", "AbortError"));
      });
    },
  });
  const isRun = (at) => String(at).includes("/api/lab/duel");
  window.fetch = async (at, how) => isRun(at) ? new Response(run(how.signal)) : real(at, how);
}"""
"""A run of which nothing more comes after its first pair."""


def open_lab(page: Page) -> None:
    page.get_by_test_id("lab").click()
    expect(page.get_by_test_id("lab-run")).to_be_enabled()


def test_two_squads_are_picked_and_played_until_all_games_are_over(
    toy: Stage, people: People
) -> None:
    ada = people(toy)
    page = ada.home()
    open_lab(page)
    page.locator("[data-choice=blue]").select_option("swift")
    page.get_by_test_id("lab-level").select_option("recruit")
    page.get_by_test_id("lab-games").fill("6")
    assert ada.violations() == []
    page.get_by_test_id("lab-run").click()
    expect(page.get_by_test_id("lab-verdict")).to_have_text(
        re.compile("All games have been played|Known|Stopped")
    )
    expect(page.get_by_test_id("lab-known")).to_have_attribute("data-games", "6")
    expect(page.get_by_test_id("lab-after")).to_contain_text("After 6 games Steady takes")
    expect(page.locator(".lab-range polyline")).to_have_count(1)
    expect(page.get_by_role("row", name="Swift")).to_be_visible()
    assert ada.violations() == []
    page.go_back()
    expect(page.get_by_test_id("play")).to_be_enabled()


def test_a_run_can_be_stopped_and_says_what_is_known_by_then(toy: Stage, people: People) -> None:
    ada = people(toy)
    page = ada.home()
    open_lab(page)
    page.evaluate(ENDLESS)
    page.get_by_test_id("lab-run").click()
    expect(page.get_by_test_id("lab-after")).to_contain_text("between 20 % and 100 %")
    expect(page.get_by_test_id("lab-verdict")).to_have_text("Playing …")
    page.get_by_test_id("lab-stop").click()
    expect(page.get_by_test_id("lab-verdict")).to_have_text(re.compile("Stopped"))
    expect(page.get_by_test_id("lab-run")).to_be_enabled()
    page.wait_for_function("() => window.gaveUp")


def test_what_the_server_refuses_is_told_and_the_form_stays(toy: Stage, people: People) -> None:
    ada = people(toy)
    said = '{"error": "too-many", "message": "too many runs", "clause": null, "number": null}'
    ada.page.route(
        "**/api/lab/duel",
        lambda route: route.fulfill(status=429, content_type="application/json", body=said),
    )
    ada.page.goto(toy.url + "/lab")
    page = ada.page
    page.get_by_test_id("lab-run").click()
    expect(page.get_by_test_id("live")).to_have_text("too many runs")
    expect(page.get_by_test_id("lab-run")).to_be_enabled()


def test_a_finished_game_tells_what_was_luck_and_what_was_choice(
    toy: Stage, people: People
) -> None:
    ada = people(toy)
    ada.both_sides()
    ada.choose("wait")
    ada.expect_step(1)
    ada.page.get_by_text("Game", exact=True).click()
    ada.page.get_by_role("button", name="Concede").click()
    ada.page.get_by_role("dialog").get_by_role("button", name="Concede").click()
    expect(ada.page.get_by_test_id("end")).to_be_visible()
    told = ada.page.get_by_test_id("luck")
    expect(told).to_contain_text(re.compile(r"from \d+ at the start to \d+"))
    eventually(lambda: adds_up(told.inner_text()))
    assert ada.violations("[data-testid=end]") == []


def adds_up(said: str) -> bool:
    """Whether what the dice and the choices brought leads from the start to the end."""
    luck, choices, start, end = map(signed, re.findall(r"[+−]?\d+", said))
    return start + (-luck if "took" in said else luck) + choices == end


def signed(text: str) -> int:
    return int(text.replace("−", "-"))
