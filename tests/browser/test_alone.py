"""The edition without a server: a folder of files in a real browser, and the network cut."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import yaml
from playwright.sync_api import Browser, Page, expect

from battlemat.anywhere.folder import NotWritten, Parts, write
from battlemat.server.routes.pages import BUILT
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from browser.stage import ROOT

RUNTIME = ROOT / "web" / "node_modules" / "pyodide"
PREFIX = "/games/battlemat"
"""It lives below a path, as on many hosts."""
BOOTING = 120_000
"""Milliseconds in which a runtime has begun, however busy the machine is."""


class PlainFiles(SimpleHTTPRequestHandler):
    """A host of files that knows nothing of games."""

    extensions_map = {  # noqa: RUF012  (as the library has it)
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *_told: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The edition at a plain host; its address."""
    root = tmp_path_factory.mktemp("host")
    parts = Parts(BUILT, RUNTIME, Path(yaml.__file__).parent)
    write(root / PREFIX[1:], ShippedCatalogue(), parts, PREFIX)
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(PlainFiles, directory=str(root)))
    thread = threading.Thread(target=host.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{host.server_port}{PREFIX}/"
    host.shutdown()
    thread.join()
    host.server_close()


def answered(page: Page) -> None:
    """Give the answer that is listed first, and wait for the next question of this person."""
    prompt = page.locator(".prompt.mine")
    number = prompt.get_attribute("data-question")
    page.get_by_test_id("ask-hint").click()
    page.get_by_test_id("hint-take").click(timeout=BOOTING)
    expect(prompt).not_to_have_attribute("data-question", number or "", timeout=BOOTING)
    expect(page.locator(".prompt.mine")).to_be_visible(timeout=BOOTING)


def test_a_game_is_played_from_plain_files_and_goes_on_without_a_network(
    site: str, browser: Browser
) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    strange: list[str] = []
    context.on("request", lambda one: strange.append(one.url))
    page = context.new_page()
    page.goto(site)
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
    assert all(url.startswith((site, "blob:", "data:")) for url in strange)
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
