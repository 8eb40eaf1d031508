"""A person before the page: points, clicks, types and looks. Nothing here knows a rule."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from playwright.sync_api import APIResponse, Browser, BrowserContext, Locator, Page, expect

from browser.stage import AXE
from browser.transports import ASK
from server import live

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
BUSY = ("takes longer to open", "too many files are being opened")
PATIENCE = 60_000  # milliseconds, for whatever a busy computer must still come to
expect.set_options(timeout=PATIENCE)


class Person:
    """One browser with its own cookies, at one page."""

    def __init__(
        self, browser: Browser, url: str, *, context: BrowserContext | None = None, **how: Any
    ) -> None:
        self.url = url
        how.setdefault("viewport", {"width": 1360, "height": 860})
        how.setdefault("service_workers", "block")
        self.context = context or browser.new_context(**how)
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.alone = False  # whether nothing stands behind the page
        self.clock_stands = False
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", self._heard)

    def _heard(self, message: Any) -> None:
        # A refused request is news for the player, not a fault of the page.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.wrong.append(message.text)

    def close(self) -> None:
        self.context.close()
        self.expect_nothing_wrong()

    def expect_nothing_wrong(self) -> None:
        assert not self.wrong, self.wrong

    def settle(self, **settings: Any) -> None:
        """Remember settings before any page is opened."""
        text = json.dumps(json.dumps({**QUIET, **settings}))
        self.page.add_init_script(f"localStorage.setItem('{SETTINGS}', {text})")

    def stop_the_clock(self) -> None:
        """Let time stand still for the page, until it is told to run for a while."""
        self.clock_stands = True
        self.page.evaluate(KEEP_FRAMES)
        # A clock that is installed runs on with that of the computer, until it is made to pause.
        now = time.time()
        self.page.clock.install(time=now)
        self.page.clock.pause_at(now + PATIENCE / 1000)

    def run_until(self, mark: Locator) -> None:
        """Let the page's time run in small steps until something is seen, and stand still again."""

        def seen() -> bool:
            self.page.clock.run_for(50)
            return mark.is_visible()

        eventually(seen)

    def home(self) -> Page:
        self.page.goto(self.url)
        expect(self.page.get_by_test_id("play")).to_be_enabled()
        return self.page

    def visit(self, address: str) -> None:
        self.page.goto(address if address.startswith("http") else self.url + address)
        expect(self.table).to_be_visible()

    def both_sides(self) -> Page:
        """Sit down at both sides of the usual game, without the way over the first page."""
        data = {"seats": live.HOT_SEAT, "nonces": True}  # as the page does
        self.visit(f"/game/{self.asked('/api/games', data)['game']['id']}")
        self.expect_turn()
        return self.page

    def opened(self, text: str) -> Any:
        """What the server says of a game that a scenario or a record tells of."""
        data, origin = {"text": text}, {"Origin": self.url}
        if self.alone:
            return self.asked("/api/open", data)

        def made() -> APIResponse | None:
            """The server's word; none while a busy computer leaves it no time for files."""
            told = self.page.request.post(f"{self.url}/api/open", data=data, headers=origin)
            return None if any(word in told.text() for word in BUSY) else told

        found: APIResponse = eventually(made)
        assert found.ok, found.text()
        return found.json()

    @property
    def game(self) -> str:
        """Where the game at this table is, for whoever asks the engine."""
        return f"/api/games/{self.page.url.rpartition('/')[2].partition('?')[0]}"

    def asked(self, path: str, data: Mapping[str, Any] | None = None, **query: Any) -> Any:
        """What the engine says to a request of this person: to look, or with `data` to do
        something. It stands behind the page, or is in it.
        """
        method = "GET" if data is None else "POST"
        if self.alone:
            if not self.page.url.startswith(self.url):
                self.home()
            told = self.page.evaluate(ASK, [method, path, query, data])
            assert told["status"] in (200, 201), told
            return told["body"]
        origin = {"Origin": self.url}
        given = self.page.request.fetch(
            self.url + path, method=method, params=query, data=data and dict(data), headers=origin
        )
        assert given.ok, given.text()
        return given.json() if "json" in given.headers["content-type"] else given.text()

    def open(self, text: str) -> None:
        """Sit down at both sides of a game that a scenario or a record tells of."""
        self.visit(f"/game/{self.opened(text)['game']['id']}")
        self.expect_turn()

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

    def turn_to(self, tab: str) -> None:
        """Open the log, the chat or the list, wherever this screen has it."""
        expect(self.table).to_be_visible()
        bar = self.page.locator(".game-menu .talks")
        if bar.is_visible() and not self.page.locator(".talk").is_visible():
            bar.click()
        button = self.page.get_by_role("tab", name=tab)
        if not self.page.locator(f"#panel-{tab.lower()}").is_visible():
            button.click()

    def more_of_time(self) -> None:
        """Open what the timeline keeps behind its sign."""
        self.page.locator(".timeline summary").click()

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
                timeout=PATIENCE,
            )

    def expect_step(self, number: int) -> None:
        """So many answers were given, and no more."""
        expect(self.table).to_have_attribute("data-step", str(number))

    def expect_no_wider(self) -> None:
        """Nothing sticks out of the window to the right."""
        self.page.wait_for_function(
            "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        )

    def click_on(self, mark: Locator) -> None:
        """Click on the middle of something on the board, as a hand would."""
        self.page.mouse.click(*under_the_hand(mark))

    def tap_on(self, mark: Locator) -> None:
        """The same with a finger."""
        self.page.touchscreen.tap(*under_the_hand(mark))

    def rest_on(self, mark: Locator) -> None:
        """Let the mouse rest on the middle of something."""
        self.page.mouse.move(*middle(mark))

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
            timeout=PATIENCE,
        )

    def violations(self, part: str = "html", rules: Sequence[str] = ()) -> list[str]:
        """Serious faults that axe-core finds on (a part of) the page as it stands, by all its
        rules or by some.
        """
        assert AXE.is_file(), "axe-core is missing; run: pip install --editable ."
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8") + "; null")
        ask = "([part, how]) => axe.run(part, { resultTypes: ['violations'], ...how })"
        how = {"runOnly": list(rules)} if rules else {}
        found = self.page.evaluate(ask, [part, how])["violations"]
        return [
            f"{one['id']}: {node['html'][:160]} {node['failureSummary']}"
            for one in found
            if one["impact"] in ("serious", "critical")
            for node in one["nodes"]
        ]


def eventually(holds: Callable[[], Any]) -> Any:
    """Wait until something holds, and give what it gave."""
    return live.eventually(holds, PATIENCE / 1000)


class Box(NamedTuple):
    """A place on the screen, in pixels."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def holds(self, other: Box, slack: float = 0) -> bool:
        """Whether another box lies within this one."""
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def meets(self, other: Box) -> bool:
        """Whether two boxes have more than an edge in common."""
        across = min(self.right, other.right) - max(self.x, other.x)
        return across > 0 and min(self.bottom, other.bottom) - max(self.y, other.y) > 0


KEEP_FRAMES = "() => { window.paint = window.requestAnimationFrame.bind(window); }"
"""The frames that are really painted are counted where time stands still, too."""
STILL = """async (marks) => {
  const frame = () => new Promise((done) => (window.paint ?? requestAnimationFrame)(done));
  const read = () => marks.map((mark) => {
    const { x, y, width, height } = mark.getBoundingClientRect();
    return [x, y, width, height];
  });
  let seen = read();
  for (let same = 0, frames = 0; same < 4; frames++) {
    await frame();
    if (frames > 300 || marks.some((mark) => !mark.isConnected)) return null;
    const now = read();
    same = String(now) === String(seen) ? same + 1 : 0;
    seen = now;
  }
  return seen;
}"""
"""Where marks are once none has moved for four frames; nothing if one of them went away."""
UNDER_THE_HAND = """(mark) => {
  const { x, y, width, height } = mark.getBoundingClientRect();
  const hit = document.elementFromPoint(x + width / 2, y + height / 2);
  const ground = mark.closest(".surface") ?? mark;
  return !!hit && (ground.contains(hit) || hit.contains(mark));
}"""
"""Whether nothing lies over the middle of a mark; the board itself hears what its marks would."""


def boxes(*marks: Locator) -> list[Box]:
    """Where several marks are, all measured in one moment, once none of them moves any more."""
    page = marks[0].page
    for _ in range(20):
        found = page.evaluate(STILL, [mark.element_handle() for mark in marks])
        if found is not None:
            return [Box(*one) for one in found]
    raise AssertionError(f"{marks} do not come to rest")


def box(mark: Locator) -> Box:
    """Where a mark is, once it stands still."""
    return boxes(mark)[0]


def middle(mark: Locator) -> tuple[float, float]:
    """The middle of a mark, once it stands still."""
    return box(mark).middle


def width(mark: Locator) -> float:
    return box(mark).width


def under_the_hand(mark: Locator) -> tuple[float, float]:
    """The middle of a mark, once it stands still and nothing covers it."""
    mark.page.wait_for_function(UNDER_THE_HAND, arg=mark.element_handle())
    return middle(mark)


def attributes(mark: Locator, name: str) -> list[str]:
    """An attribute of everything that is found, read in one moment; not waited for."""
    found: list[str] = mark.evaluate_all(
        "(all, name) => all.map((one) => one.getAttribute(name) ?? '')", name
    )
    return found
