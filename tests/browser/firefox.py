"""Debian's Firefox without a window, for the edition without a server.

Playwright brings a Firefox of its own, which registries do not have, and asks more of one that is
installed than it knows. So it is spoken to directly, by WebDriver BiDi: go somewhere, evaluate.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from tornado.websocket import WebSocketClientConnection, websocket_connect

from browser.alone import BOOTING
from server.live import eventually

NAMES = ("firefox-esr", "firefox")
QUIET = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.safebrowsing.update.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "media.gmp-manager.updateEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.server": "data:,",
}
"""So that it asks nobody for anything."""


class Firefox:
    """One browser with a profile of its own and one page."""

    def __init__(self, profile: Path) -> None:
        found = next((path for name in NAMES if (path := shutil.which(name))), None)
        if found is None:
            raise AssertionError("no Firefox is installed; run: sh scripts/install-firefox.sh")
        profile.mkdir()
        lines = [f"user_pref({json.dumps(key)}, {json.dumps(to)});" for key, to in QUIET.items()]
        (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
        listens = profile / "WebDriverBiDiServer.json"
        self._runner, self._asked = asyncio.Runner(), 0
        command = [found, "--headless", "--no-remote", "--remote-debugging-port", "0"]
        with (profile / "told.txt").open("wb") as told:
            self._process = subprocess.Popen(
                [*command, "--profile", str(profile)], stdout=told, stderr=told
            )
        eventually(lambda: listens.is_file() and listens.read_text("utf-8"), BOOTING / 1000)
        at = json.loads(listens.read_text("utf-8"))
        address = f"ws://{at['ws_host']}:{at['ws_port']}/session"
        self._socket: WebSocketClientConnection = self._runner.run(_connected(address))
        self._ask("session.new", capabilities={})
        (page,) = self._ask("browsingContext.getTree")["contexts"]
        self._page = page["context"]

    def close(self) -> None:
        self._ask("browser.close")
        self._process.wait()
        self._runner.run(_hung_up(self._socket))
        self._runner.close()

    def goto(self, url: str) -> None:
        self._ask("browsingContext.navigate", context=self._page, url=url, wait="complete")

    def evaluate(self, expression: str) -> Any:
        """What an expression gives in the page, as far as JSON can say it."""
        told = self._ask(
            "script.evaluate",
            expression=f"Promise.resolve({expression}).then((it) => JSON.stringify(it ?? null))",
            target={"context": self._page},
            awaitPromise=True,
            userActivation=True,
        )
        assert told["type"] == "success", told
        return json.loads(told["result"]["value"])

    def wait_for(self, expression: str) -> Any:
        """What an expression gives as soon as it holds."""
        return eventually(lambda: self.evaluate(expression), BOOTING / 1000)

    def _ask(self, method: str, **params: Any) -> Any:
        self._asked += 1
        asked = {"id": self._asked, "method": method, "params": params}
        return self._runner.run(self._answered(asked))

    async def _answered(self, asked: dict[str, Any]) -> Any:
        await self._socket.write_message(json.dumps(asked))
        while True:
            text = await self._socket.read_message()
            assert text is not None, "Firefox hung up"
            told = json.loads(text)
            if told.get("id") == asked["id"]:
                assert told["type"] == "success", told
                return told["result"]


async def _hung_up(socket: WebSocketClientConnection) -> None:
    socket.close()
    while await socket.read_message() is not None:
        pass


async def _connected(address: str) -> WebSocketClientConnection:
    return await websocket_connect(address, max_message_size=2**24)
