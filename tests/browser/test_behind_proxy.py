"""Two browsers, two servers on one PostgreSQL, nginx in front, below a path: a whole game."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browser.table import Person
from server.nginx import nginx, toy_servers
from server.postgres import cluster, new_database


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = Path(tempfile.mkdtemp(prefix="battlemat-pg-"))
    try:
        with (
            cluster(folder) as address,
            toy_servers(new_database(address, "two_browsers"), "/mat") as ports,
            nginx(tmp_path_factory.mktemp("nginx"), ports, "/mat") as url,
        ):
            yield url
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def two(browser: Browser, behind: str) -> Iterator[tuple[Person, Person]]:
    people = Person(browser, behind), Person(browser, behind)
    for person in people:
        person.settle()
    yield people
    for person in people:
        person.close()


def test_two_browsers_play_a_whole_game_through_a_proxy(two: tuple[Person, Person]) -> None:
    ada, bo = two
    ada.home().get_by_test_id("friend").click()
    bo.visit(ada.page.get_by_test_id("invite").input_value())
    assert "/mat/game/" in bo.page.url
    ended = [person.page.get_by_test_id("end") for person in two]
    until = time.monotonic() + 120
    while not all(end.count() for end in ended):
        assert time.monotonic() < until, "the game did not end"
        for person in two:
            answer = person.page.locator(
                ".prompt.mine [data-answer=wait], .prompt.mine [data-answer=pass]"
            )
            if answer.count():
                number = person.question
                answer.first.click()
                person.expect_answered(number)
        ada.page.wait_for_timeout(50)
    for end in ended:
        expect(end).to_be_visible()
    ada.page.reload()
    expect(ended[0]).to_be_visible()
    ada.page.get_by_role("link", name="Battlemat").first.click()
    expect(ada.page.get_by_test_id("play")).to_be_enabled()
