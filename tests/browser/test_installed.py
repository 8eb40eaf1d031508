"""Battlemat as an installed program: a manifest with icons, and a page that says it is offline."""

from __future__ import annotations

from urllib.parse import urljoin

from playwright.sync_api import expect

from browser.conftest import People
from browser.stage import Stage

OLD = "battlemat-offline-0"
KEPT_BEFORE = f"caches.open('{OLD}').then(() => undefined)"
TAKEN_OVER = f"""async () =>
  !!navigator.serviceWorker.controller && !(await caches.keys()).includes('{OLD}')"""


def test_it_can_be_installed_tells_when_its_server_is_gone_and_comes_back(
    browser_stage: Stage, people: People
) -> None:
    ada = people(browser_stage, service_workers="allow")
    page = ada.page
    page.goto(browser_stage.url + "/api/health")
    page.evaluate(KEPT_BEFORE)  # by an older version
    ada.home()
    page.wait_for_function(TAKEN_OVER)
    # What browsers ask for before they offer to install it.
    address = urljoin(page.url, page.locator("link[rel=manifest]").get_attribute("href") or "")
    manifest = page.request.get(address).json()
    assert manifest["display"] == "standalone"
    sizes = {
        icon["sizes"]: page.request.get(urljoin(address, icon["src"])) for icon in manifest["icons"]
    }
    assert {"192x192", "512x512"} <= sizes.keys()
    assert all(icon.ok for icon in sizes.values())

    browser_stage.stop()
    page.goto(browser_stage.url)
    expect(page.get_by_role("heading", name="The table cannot be reached")).to_be_visible()
    assert ada.violations() == []
    browser_stage.start()
    expect(page.get_by_test_id("play")).to_be_enabled()  # without a click
