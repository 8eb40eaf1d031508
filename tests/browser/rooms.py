"""Contexts of a browser that serve one person after another.

A page opens three times as fast in a context that has shown one before: its process runs, and the
scripts are compiled. Whoever leaves takes along all that a page can keep: cookies, what is stored,
permissions, and everything that a test has told the page itself.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page

from browser.table import Person

QUIET_PLACE, QUIET_FILE = "/api/health", "/catalogue.json"
FORGET = """async () => {
  localStorage.clear();
  for (const one of await caches.keys()) await caches.delete(one);
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
}"""


class _Room(NamedTuple):
    context: BrowserContext
    anchor: Page
    """Stays at a page of the same server, so that the context keeps its process."""


class Rooms:
    """The contexts of one browser."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[_Room]] = defaultdict(list)
        self._taken: dict[Person, tuple[str, _Room | None]] = {}

    def enter(self, url: str, *, fresh: bool = False, **how: Any) -> Person:
        """Somebody at a server; `fresh` gives a context that nobody has used, nor will."""
        key = "" if fresh else f"{url} {sorted(how.items())}"
        room = self._free[key].pop() if self._free[key] else None
        person = Person(self._browser, url, context=room.context if room else None, **how)
        self._taken[person] = (key, room)
        return person

    def leave(self, person: Person) -> None:
        """Make ready for the next; fails if anything went wrong on the page of who leaves."""
        key, room = self._taken.pop(person)
        if not key or person.clock_stands:
            person.close()
            return
        if room is None:
            person.page.unroute_all()
            person.page.goto(person.url + (QUIET_FILE if person.alone else QUIET_PLACE))
            room = _Room(person.context, person.page)
        for page in person.context.pages:
            if page != room.anchor:
                page.close()
        room.anchor.evaluate(FORGET)
        room.context.clear_cookies()
        room.context.clear_permissions()
        self._free[key].append(room)
        person.expect_nothing_wrong()
