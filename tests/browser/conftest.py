"""One browser and one server for all tests of the page; fresh people for each."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from battlemat.tables.shipped_catalogue import ShippedCatalogue
from browser.alone import Site, written
from browser.boards_shelf import BoardsShelf
from browser.rooms import Rooms
from browser.stage import Stage, chromium
from browser.table import QUIET, Person
from browser.transports import HTTP, PAGE, PageStage, needs_server
from server.toy_catalogue import ToyCatalogue

People = Callable[..., Person]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for a file of tests; its event loop must not outlive the file."""
    with chromium() as found:
        yield found


@pytest.fixture(scope="session")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    stage = Stage(ToyCatalogue(), tmp_path_factory.mktemp("toy") / "games.db")
    yield stage
    stage.stop()


@pytest.fixture(scope="session")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    stage = Stage(BoardsShelf(), tmp_path_factory.mktemp("boards") / "games.db")
    yield stage
    stage.stop()


def pytest_addoption(parser: pytest.Parser) -> None:
    told = "what stands behind the page: a server, or nothing but its files"
    parser.addoption("--transport", choices=(HTTP, PAGE), default=HTTP, help=told)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With nothing behind the page, leave out what needs a server (see `transports`)."""
    if config.getoption("transport", HTTP) != PAGE:
        return
    left = [item for item in items if isinstance(item, pytest.Function) and _needs_server(item)]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if item not in left]


def _needs_server(item: pytest.Function) -> str:
    return needs_server(item.path.name, item.originalname, tuple(item.fixturenames))


@pytest.fixture(scope="session")
def skirm(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Stage | PageStage]:
    """All games that are shipped, with a server behind the page or with nothing."""
    if request.config.getoption("transport", HTTP) == PAGE:
        yield PageStage(request.getfixturevalue("site"))
        return
    stage = Stage(ShippedCatalogue(), tmp_path_factory.mktemp("skirm") / "games.db")
    yield stage
    stage.stop()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The edition without a server; all workers of one run serve the same folder."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    found = Site(written(shared / "host"))
    yield found
    found.stop()


@pytest.fixture
def browser_stage(tmp_path: Path) -> Iterator[Stage]:
    """A server of its own, for tests that stop it."""
    stage = Stage(ToyCatalogue(), tmp_path / "games.db", lasts=False)
    yield stage
    stage.stop()


@pytest.fixture(scope="module")
def rooms(browser: Browser) -> Rooms:
    return Rooms(browser)


@pytest.fixture
def people(rooms: Rooms) -> Iterator[People]:
    """People who play with dice that are not shown, unless they say otherwise."""
    found: list[Person] = []

    def arrive(
        stage: Stage | PageStage,
        settings: dict[str, Any] | None = None,
        *,
        fresh: bool = False,
        **how: Any,
    ) -> Person:
        chosen = {**QUIET, **(settings or {})}
        if chosen["motion"] == chosen["dice"] == "off":  # then nothing is painted in vain
            how.setdefault("reduced_motion", "reduce")
        person = rooms.enter(stage.url, fresh=fresh or not stage.lasts, **how)
        person.alone = stage.alone
        person.settle(**(settings or {}))
        found.append(person)
        return person

    yield arrive
    for person in found:
        rooms.leave(person)
