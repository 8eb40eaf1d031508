"""What tests of the server share. Those that mean the store run on both kinds of it.

What is asked of a store stands in a few modules, and each of their queries is made by one of the
files in `BOTH`; what stands above them does not know which store it has, so it is tried on one.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from battlemat.server.settings import Settings, database_url
from server.live import FREE, Live, Person, running
from server.postgres import cluster, new_database

_names = count(1)
BOTH = {
    *("test_absence", "test_collecting", "test_conduct", "test_failover", "test_fellows"),
    *("test_forgetting", "test_kill", "test_lobby", "test_many", "test_musters", "test_play"),
    *("test_renewal", "test_snapshots", "test_store", "test_store_away", "test_talk"),
    *("test_waking", "test_wrong_clock"),
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """On which stores a test runs that asks for one."""
    if "db" in metafunc.fixturenames:
        both = Path(str(metafunc.module.__file__)).stem in BOTH
        kinds = ["sqlite", "postgresql"] if both else ["sqlite"]
        metafunc.parametrize("db", kinds, indirect=True, scope="module")


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    folder = Path(tempfile.mkdtemp(prefix="battlemat-pg-"))
    try:
        with cluster(folder) as address:
            yield address
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def db(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a fresh, empty store."""
    if request.param == "sqlite":
        return database_url(str(tmp_path_factory.mktemp("store") / "games.db"))
    maintenance: str = request.getfixturevalue("postgres")
    return database_url(new_database(maintenance, f"games{next(_names)}"))


@pytest.fixture(scope="module")
def live(db: str) -> Iterator[Live]:
    with running(Settings(db, limits=FREE, workers=1, keep_alive=0.5)) as server:
        yield server


@pytest.fixture
def ada(live: Live) -> Person:
    return live.person()


@pytest.fixture
def bo(live: Live) -> Person:
    return live.person()


@pytest.fixture
def watcher(live: Live) -> Person:
    return live.person()


@pytest.fixture(autouse=True)
def own_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers that tests start as people do make their key here, and not in anybody's home."""
    monkeypatch.setenv("BATTLEMAT_SECRET_FILE", str(tmp_path / "own" / "secret.key"))
