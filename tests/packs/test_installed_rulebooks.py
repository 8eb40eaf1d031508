"""An installed package adds a game or an opponent, and one that is broken takes nobody down."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import battlemat

SOURCE = Path(battlemat.__file__).parents[1]

PLAYERS = '''
"""Opponents of somebody else."""
from random import Random


class Cautious:
    """Takes any answer, by chance."""

    def __init__(self, seed):
        self._random = Random(seed)

    def answer(self, game):
        return self._random.choice(game.question.listed)


class Clumsy:
    """Falls over."""

    def __init__(self, seed):
        pass

    def answer(self, game):
        raise KeyError("my notes")


NOBODY = 7
'''


def battlemat_in(
    site: Path, *arguments: str, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the command where these packages are installed."""
    path = os.pathsep.join((str(SOURCE), str(site)))
    return subprocess.run(
        [sys.executable, "-m", "battlemat", *arguments],
        env={**os.environ, "PYTHONPATH": path},
        cwd=cwd or site,
        capture_output=True,
        text=True,
        check=False,
    )


def install(site: Path, package: str, group: str, **points: str) -> None:
    """The metadata by which an installed package names what it brings."""
    info = site / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    lines = [f"{name} = {value}\n" for name, value in points.items()]
    (info / "entry_points.txt").write_text(f"[{group}]\n{''.join(lines)}")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Site packages with the game that `battlemat new rulebook` writes, built and installed by pip,
    with players of another package, and with packages that are broken in several ways."""
    folder = tmp_path_factory.mktemp("installed")
    site = folder / "site"
    site.mkdir()
    written = battlemat_in(site, "new", "rulebook", str(folder / "night_duel"))
    assert written.returncode == 0, written.stderr
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    options = ["--no-build-isolation", "--no-deps", "--target", str(site)]
    subprocess.run([*pip, *options, str(folder / "night_duel")], check=True)
    (site / "bots.py").write_text(PLAYERS)
    install(site, "bots", "battlemat.players", cautious="bots:Cautious", clumsy="bots:Clumsy")
    return site


def test_the_game_that_is_written_is_found_and_passes_its_own_checks(site: Path) -> None:
    listed = battlemat_in(site, "rulebooks", "--json")
    assert listed.stderr == ""
    assert json.loads(listed.stdout)[-1] == {
        "name": "night_duel",
        "title": "Night Duel",
        "about": "Two gunners a side, one wall, one hill, ten turns.",
    }
    own = site.parent / "night_duel" / "tests"
    path = os.pathsep.join((str(SOURCE), str(site)))
    test = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(own)]
    done = subprocess.run(
        test, env={**os.environ, "PYTHONPATH": path}, cwd=own, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("rules night_duel", "night_duel.fire.hit"),
        ("missions night_duel", "long-night"),
        ("answers night_duel", "`fire UNIT TARGET`"),
        ("play night_duel --seat-red random --seat-blue cautious --seed 1", "wins"),
        ("sim night_duel --games 2 --jobs 2 --players cautious,random", "2 games of night_duel"),
        ("lab first night_duel --players random --games 4 --jobs 1", "as usual"),
        ("lab first night_duel --over mission --players random --games 4 --jobs 1", "long-night"),
        ("ladder night_duel --players cautious,random --games 2 --jobs 1", "cautious"),
    ],
)
def test_every_command_reaches_what_is_installed(site: Path, arguments: str, told: str) -> None:
    done = battlemat_in(site, *arguments.split())
    assert done.returncode == 0, done.stderr
    assert told in done.stdout


def test_files_to_begin_with_come_from_the_installed_package(site: Path, tmp_path: Path) -> None:
    files = {kind: str(tmp_path / f"{kind}.yaml") for kind in ("mission", "scenario", "guide")}
    for kind, file in files.items():
        written = battlemat_in(site, "new", kind, file, "--rulebook", "night_duel")
        assert written.returncode == 0, written.stderr
    checked = battlemat_in(site, "check", *files.values())
    assert checked.returncode == 0, checked.stderr


def test_opponents_that_are_installed_are_listed_with_their_words(site: Path) -> None:
    told = json.loads(battlemat_in(site, "opponents", "--json").stdout)
    assert told[-2] == {
        "name": "cautious",
        "strength": "installed",
        "about": "Takes any answer, by chance.",
    }


def test_a_player_that_falls_over_is_told_as_theirs(site: Path) -> None:
    done = battlemat_in(site, "play", "night_duel", "--seat-red", "clumsy", "--seed", "1")
    assert done.returncode == 1
    assert done.stderr.startswith("error: the player 'clumsy' failed: KeyError: 'my notes'")
    assert "bots.py, line " in done.stderr


def test_a_class_in_a_file_of_ones_own_plays_where_an_opponent_is_named(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(PLAYERS)
    small = ("--mission", "first-steps", "--red", "recruits", "--blue", "recruits", "--map")
    game = ("skirm3", *small, "drill-yard")
    for arguments in (
        ("play", *game, "--seat-red", "random", "--seat-blue", "mine:Cautious", "--seed", "1"),
        ("sim", *game, "--players", "mine:Cautious,random", "--games", "2", "--jobs", "2"),
        ("ladder", *game, "--players", "mine:Cautious,random", "--games", "2", "--jobs", "1"),
        ("lab", "duel", *game, "--players", "mine:Cautious,random", "--games", "2", "--jobs", "1"),
    ):
        done = battlemat_in(tmp_path, *arguments)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("mine:Nobody", "AttributeError"),
        ("nowhere:Cautious", "ModuleNotFoundError: No module named 'nowhere'"),
        ("mine:NOBODY", "a class of players is wanted, not a int"),
        ("mine:", "does not load as module:Class"),
    ],
)
def test_a_class_that_is_not_there_is_wrong_usage(tmp_path: Path, name: str, why: str) -> None:
    (tmp_path / "mine.py").write_text(PLAYERS)
    done = battlemat_in(tmp_path, "play", "skirm3", "--seat-blue", name)
    assert done.returncode == 2
    assert why in done.stderr
    assert "Traceback" not in done.stderr


BROKEN_PACKS = {
    "absent": ("gone.pack:PACK", "ModuleNotFoundError: No module named 'gone'"),
    "number": ("broken:NUMBER", "a battlemat.packs.pack.Pack is wanted, not a int"),
    "crash": ("crash:PACK", "ZeroDivisionError"),
    "thief": ("broken:THIEF", "a rulebook 'skirm3' is shipped already"),
    "hollow": ("broken:HOLLOW", "its rulebook lacks "),
    "late": ("broken:LATE", "ImportError: the rules are missing"),
    "named": ("broken:NAMED", "its rulebook 'other' calls itself 'toy'"),
}
BROKEN = """
from dataclasses import replace
from battlemat.example.pack import PACK

NUMBER = 7
THIEF = replace(PACK, books={"skirm3": PACK.books["toy"]})
HOLLOW = replace(PACK, rulebook=lambda name: object())
NAMED = replace(PACK, books={"other": PACK.books["toy"]})


def _late(name):
    raise ImportError("the rules are missing")


LATE = replace(PACK, rulebook=_late)
"""


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    (tmp_path / "broken.py").write_text(BROKEN)
    (tmp_path / "crash.py").write_text("1 / 0\n")
    return tmp_path


def test_a_package_that_is_broken_is_told_in_one_line_and_left_out(broken: Path) -> None:
    points = {name: value for name, (value, _) in BROKEN_PACKS.items()}
    install(broken, "brittle", "battlemat.rulebooks", **points)
    done = battlemat_in(broken, "rulebooks")
    assert done.returncode == 0
    assert done.stdout.count("\n") == 10
    for name, line in zip(sorted(points), done.stderr.splitlines(), strict=True):
        value, why = BROKEN_PACKS[name]
        assert line.startswith(f"'{name}' of brittle is left out: {value} does not load (")
        assert why in line


def test_sound_packages_are_found_beside_broken_ones(broken: Path) -> None:
    install(broken, "brittle", "battlemat.rulebooks", absent="gone.pack:PACK")
    install(broken, "firm", "battlemat.rulebooks", toy="battlemat.example.pack:PACK")
    install(broken, "twin", "battlemat.rulebooks", toy="broken:PACK")
    install(broken, "bots", "battlemat.players", captain="gone:Captain", random="broken:_late")
    done = battlemat_in(broken, "rulebooks", "--json")
    assert [one["name"] for one in json.loads(done.stdout)][-1] == "toy"
    assert "another package brings 'toy' already" in done.stderr
    players = battlemat_in(broken, "opponents", "--json")
    assert len(json.loads(players.stdout)) == 5
    assert "there is a player 'random' already" in players.stderr


def test_a_shipped_game_is_played_without_a_look_at_what_is_installed(broken: Path) -> None:
    install(broken, "brittle", "battlemat.rulebooks", crash="crash:PACK")
    done = battlemat_in(broken, "rules", "skirm3.los.corners")
    assert (done.returncode, done.stderr) == (0, "")
