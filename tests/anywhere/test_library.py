"""Which part of the standard library goes into a page."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest
import yaml

from battlemat.anywhere.folder import NOT_IN_PAGES, Parts, write_engine
from battlemat.anywhere.library import imported, imported_at_once, lacking, needed
from battlemat.server.routes.pages import BUILT

ROOT = Path(__file__).parents[2]
RUNTIME = ROOT / "web" / "node_modules" / "pyodide"
LIBRARY = {
    "json/__init__.py": "from .decoder import Decoder\nfrom . import scanner",
    "json/decoder.py": "import re",
    "json/scanner.py": "def scan():\n    import doctest",
    "json/tool.py": "",
    "re.py": "",
    "doctest.py": "import turtle",
    "turtle.py": "",
    "unittest/mock.py": "",
}


def test_what_an_import_leads_to_is_kept_and_nothing_else() -> None:
    assert needed(LIBRARY, {"own.py": "def late():\n    import json.decoder"}) == {
        "json/__init__.py",
        "json/decoder.py",
        "json/scanner.py",
        "re.py",
    }
    assert needed(LIBRARY, {"own.py": "import unittest.mock, doctest"}) == set()
    assert needed(LIBRARY, {"own.py": "from re import compile"}) == {"re.py"}
    assert needed(LIBRARY, {"own.py": "from json import tool"}) > {"json/tool.py"}


def test_what_is_left_out_may_be_named_late_and_never_at_once() -> None:
    kept = needed(LIBRARY, {"own.py": "import json"})
    assert lacking(LIBRARY, kept) == []
    broken = LIBRARY | {"re.py": "import unittest.mock", "json/scanner.py": "from doctest import a"}
    assert lacking(broken, kept) == ["json/scanner.py: doctest.a", "re.py: unittest.mock"]


def test_imports_are_read_in_every_form() -> None:
    assert set(imported("a/b/c.py", "from . import d\nfrom ..e import f\nimport g.h as i")) == {
        "a.b.d",
        "a.e.f",
        "g.h",
    }
    late = "import a\ndef f():\n    import b"
    assert set(imported("own.py", late)) == {"a", "b"}
    assert set(imported_at_once("own.py", late)) == {"a"}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    archive = tmp_path_factory.mktemp("engine") / "engine.zip"
    write_engine(archive, Parts(BUILT, RUNTIME, Path(yaml.__file__).parent))
    return archive


def test_no_room_of_the_engine_that_stays_at_home_is_asked_for_by_one_that_goes(
    engine: Path,
) -> None:
    with zipfile.ZipFile(engine) as packed:
        names = set(packed.namelist())
        sources = {name: packed.read(name).decode() for name in names if name.endswith(".py")}
    homes = {f"battlemat.{room.removesuffix('.py')}".replace("/", ".") for room in NOT_IN_PAGES}
    assert not any(
        name.startswith(("battlemat/server/", "battlemat/players/terminal/")) for name in names
    )
    asked = {(path, name) for path, text in sources.items() for name in imported(path, text)}
    assert {one for one in asked if _is_in(one[1], homes)} == set()


def _is_in(name: str, homes: Iterable[str]) -> bool:
    return any(f"{name}.".startswith(f"{home}.") for home in homes)
