"""A server and a real Chromium for the tests of the page.

One rule: nothing is skipped. Without a browser or a built page a test fails and says what to run.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from battlemat.server.app import make_app
from battlemat.server.routes.pages import BUILT
from battlemat.server.run import listen, server
from battlemat.server.settings import Settings, database_url
from battlemat.tables.catalogue import Catalogue
from server.live import FREE, eventually
from server.postgres import free_port

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class Stage:
    """A server of the page that can be stopped and started again at the same address."""

    alone = False
    """Whether nothing stands behind the page."""

    def __init__(self, shelf: Catalogue, db: Path, *, lasts: bool = True) -> None:
        if not (BUILT / "index.html").is_file():
            raise AssertionError("the page is not built; run: pip install --editable .")
        self.lasts = lasts
        """Whether it outlives a single test."""
        self._shelf = shelf
        self._settings = Settings(database_url(str(db)), limits=FREE, workers=1, keep_alive=0.5)
        self._port = 0 if lasts else free_port()  # so that nobody takes it while it is stopped
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        self._at = listen("127.0.0.1", self._port)
        self._port = self._at.getsockname()[1]
        self._server = server(make_app(self._settings, self._shelf), log_level="critical")
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._at]})
        self._thread.start()
        eventually(lambda: self._server.started or not self._thread.is_alive())

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()
        self._at.close()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, the quickest that is installed."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        raise AssertionError("no Chromium is installed; run: sh scripts/install-chromium.sh")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()
