"""A person before the page: points, clicks, types and looks. Nothing here knows a rule."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from browser.stage import AXE

SETTINGS = "battlemat.settings"
QUIET = {
    "dice": "off",
    "motion": "off",
    "sound": False,
    "notes": False,
    "forced": False,
    "formation": False,
    "policy": "always",
    "named": True,
}
"""A page without anything that takes time or acts by itself, for tests of something else."""
MINE_OR_OVER = """!!document.querySelector(
    ".prompt.mine [data-answer], .prompt.mine [data-group], [data-testid=end]"
)"""
expect.set_options(timeout=15_000)


class Person:
    """One browser with its own cookies, at one page."""

    def __init__(self, browser: Browser, url: str, **how: Any) -> None:
        self.url = url
        how.setdefault("viewport", {"width": 1360, "height": 860})
        how.setdefault("service_workers", "block")
        self.context = browser.new_context(**how)
        self.context.set_default_timeout(15_000)
        self.page = self.context.new_page()
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", self._heard)

    def _heard(self, message: Any) -> None:
        # A refused request is news for the player, not a fault of the page.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.wrong.append(message.text)

    def close(self) -> None:
        self.context.close()
        assert not self.wrong, self.wrong

    def settle(self, **settings: Any) -> None:
        """Remember settings before any page is opened."""
        text = json.dumps(json.dumps({**QUIET, **settings}))
        self.context.add_init_script(f"localStorage.setItem('{SETTINGS}', {text})")

    def home(self) -> Page:
        self.page.goto(self.url)
        expect(self.page.get_by_test_id("play")).to_be_enabled()
        return self.page

    def visit(self, address: str) -> None:
        self.page.goto(address if address.startswith("http") else self.url + address)
        expect(self.table).to_be_visible()

    # ------------------------------------------------------------------ the table

    @property
    def table(self) -> Locator:
        return self.page.get_by_test_id("table")

    @property
    def prompt(self) -> Locator:
        return self.page.locator(".prompt")

    @property
    def log(self) -> Locator:
        return self.page.locator(".log")

    @property
    def step(self) -> int:
        return int(self.table.get_attribute("data-step") or "0")

    @property
    def question(self) -> str:
        return self.prompt.get_attribute("data-question") or ""

    def expect_turn(self) -> None:
        expect(self.page.locator(".prompt.mine")).to_be_visible()

    def wait_for_turn(self) -> None:
        """Wait until this person may answer, or the game is over.

        Machines may take their time on a busy computer: every answer of theirs renews patience.
        """
        while not self.page.evaluate(MINE_OR_OVER):
            self.page.wait_for_function(
                f"""step => {MINE_OR_OVER}
                    || document.querySelector("[data-testid=table]")?.dataset.step !== step""",
                arg=str(self.step),
                timeout=60_000,
            )

    def click_on(self, mark: Locator) -> None:
        """Click on the middle of something on the board, as a hand would."""
        x, y = middle(mark)
        self.page.mouse.click(x, y)

    def click_piece(self, id: str) -> None:
        self.click_on(self.page.locator(f".token[data-piece='{id}'] .body"))

    def click_place(self, name: str) -> None:
        self.click_on(self.page.locator(f".place[data-place='{name}']"))

    def choose(self, answer: str) -> None:
        """Click the button that gives this answer."""
        self.page.locator(f"[data-answer='{answer}']").first.click()

    def choose_step(self, unit: str, square: str) -> None:
        """Select a unit on the board, then click the lit square."""
        self.click_piece(unit)
        expect(self.page.locator(f".token[data-piece='{unit}']")).to_have_class(
            re.compile(r"\bselected\b")
        )
        self.click_place(square)

    def expect_answered(self, number: str) -> None:
        """Wait until question `number` stands no more."""
        self.page.wait_for_function(
            """number => document.querySelector("[data-testid=end]")
                || document.querySelector(".prompt")?.dataset.question !== number""",
            arg=number,
            timeout=30_000,
        )

    def violations(self, part: str = "html") -> list[str]:
        """Serious faults that axe-core finds on (a part of) the page as it stands."""
        assert AXE.is_file(), "axe-core is missing; run: pip install --editable ."
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8") + "; null")
        ask = "part => axe.run(part, { resultTypes: ['violations'], elementRef: false })"
        found = self.page.evaluate(ask, part)["violations"]
        return [
            f"{one['id']}: {node['html'][:160]} {node['failureSummary']}"
            for one in found
            if one["impact"] in ("serious", "critical")
            for node in one["nodes"]
        ]


def middle(mark: Locator) -> tuple[float, float]:
    box = mark.bounding_box()
    assert box is not None, f"{mark} is not on the board"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def width(mark: Locator) -> float:
    box = mark.bounding_box()
    assert box is not None, f"{mark} is not on the board"
    return box["width"]
