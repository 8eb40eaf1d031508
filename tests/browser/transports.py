"""The same tests with a server behind the page, or with nothing behind it (`--transport page`).

What cannot run there is written down, with its reason; such tests are left out and never skipped.
"""

from __future__ import annotations

from collections.abc import Mapping

from browser.alone import Site

HTTP, PAGE = "http", "page"

FIXTURES: Mapping[str, str] = {
    "toy": "a game that is not shipped: the folder holds shipped games alone",
    "boards": "boards made for tests: the folder holds shipped content alone",
    "browser_stage": "its server is stopped and started again in the middle",
    "marked": "a house that speaks another language; the folder speaks English",
    "site": "it tries the edition without a server anyway",
}
"""Tests that want one of these need a server."""
FILES: Mapping[str, str] = {
    "test_behind_proxy.py": "a proxy before a server",
    "test_everyone.py": "invitations and watchers: nobody is reached without a server",
    "test_installed.py": "what an installed page says while its server is away",
    "test_kept.py": "games whose rules changed while a server slept",
    "test_lobby.py": "the lobby: nobody is reached without a server",
    "test_muster.py": "musters: nobody is reached without a server",
    "test_rooms.py": "how tests clear away after themselves at a server",
    "test_watching.py": "watching: nobody is reached without a server",
    "test_whole_way.py": "a muster: nobody is reached without a server",
    "test_play_now.py": "it patches the server, so that its dice fall from one seed",
    "test_whole_games.py": "it patches the server, so that its dice fall from one seed",
}
"""Files of tests that need a server."""
TESTS: Mapping[str, str] = {
    "test_access.py::test_no_page_around_the_table_has_a_serious_fault": "musters and the lobby "
    "are among these pages: nobody is reached without a server",
    "test_barracks.py::test_a_change_that_meets_a_busy_server_is_not_lost": "a busy server",
    "test_barracks.py::test_the_nearest_legal_change_is_asked_for_again": "a busy server",
    "test_barracks.py::test_what_is_kept_has_the_change_that_still_waited": "a busy server",
    "test_barracks.py::test_a_server_that_stays_busy_is_told_of": "a busy server",
    "test_rules.py::test_a_puzzle_is_solved_in_a_page_of_somebody_else": "a server says which "
    "pages may be framed",
    "test_rules.py::test_a_board_of_the_rules_is_played_in_a_page_of_somebody_else": "a "
    "server says which pages may be framed",
    "test_site_head.py::test_what_took_its_time_calls_nobody_back": "a server that takes its time",
    "test_site_head.py::test_a_game_that_was_slow_to_begin_calls_nobody_back": "a server that "
    "takes its time",
}
"""Single tests that need a server, by file and name."""


def needs_server(file: str, test: str, fixtures: tuple[str, ...]) -> str:
    """Why a test cannot run where nothing stands behind the page; "" if it can."""
    reasons = [FIXTURES[one] for one in fixtures if one in FIXTURES]
    reasons += [FILES.get(file, ""), TESTS.get(f"{file}::{test}", "")]
    return next((one for one in reasons if one), "")


class PageStage:
    """A plain host of files in the place of a server."""

    alone = True
    lasts = True

    def __init__(self, site: Site) -> None:
        self.url = site.url.rstrip("/")

    def stop(self) -> None:
        """The host is that of other tests, too."""


ASK = """async ([method, path, query, body]) => {
  const names = () => performance.getEntriesByType("resource").map(({ name }) => name);
  for (;;) {
    const parts = names().filter((name) => /assets\\/transport-[^/]*\\.js$/.test(name));
    for (const part of parts)
      for (const one of Object.values(await import(part)))
        if (one?.ask && one?.listen) return one.ask(method, path, query, body);
    await new Promise((done) => setTimeout(done, 50));
  }
}"""
"""Asks the engine in a page, as the page itself does."""
