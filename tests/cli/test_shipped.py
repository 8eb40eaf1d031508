"""The commands on what is shipped: every rulebook plays, saves, verifies and is listed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from battlemat.commands.shared.house import House
from battlemat.keeping import saves
from battlemat.packs import setups
from cli.house import run

BOOKS = ("skirm1", "skirm2", "skirm3", "skirmishers", "openfire")
CONTENT = Path(str(files("battlemat.packs") / "content"))
FIELDED = ("squads", "forces", "armies")
MACHINES = ("--seat-red", "random", "--seat-blue", "random")


@pytest.mark.parametrize("book", BOOKS)
def test_every_rulebook_plays_to_its_end_and_its_record_is_true(book: str, tmp_path: Path) -> None:
    file = tmp_path / "game.battlemat"
    played = run("play", book, *MACHINES, "--seed", "1", "--save", file, house=House())
    assert played.exit_code == 0, played.output
    assert "wins (" in played.output or "A draw (" in played.output
    assert run("verify", file, house=House()).exit_code == 0
    told = run("replay", file, "--at", "30", "--svg", tmp_path / "a.svg", house=House())
    assert told.exit_code == 0
    assert f"[{book}." in told.output


@pytest.mark.parametrize("book", BOOKS)
def test_a_newcomer_gets_into_a_game_by_typing_auto(book: str, tmp_path: Path) -> None:
    file = tmp_path / "game.battlemat"
    args = ["play", book, "--seed", "2", "--seat-blue", "random", "--save", str(file)]
    played = run(*args, typed="auto\n" * 8, house=House())
    assert played.exit_code == 0, played.output
    assert played.output.count("Red > auto") == 8
    assert len(saves.load(file).answers) >= 8


@pytest.mark.parametrize("book", BOOKS)
def test_every_rulebook_has_something_to_choose_from(book: str) -> None:
    for kind, entries in setups.choices(book).items():
        assert len(entries) > 1, kind
        assert all(entry.name for entry in entries)


@pytest.mark.parametrize("kind", ["squads", "maps", "missions", "environments"])
def test_what_is_shipped_for_skirm_is_listed(kind: str) -> None:
    found = json.loads(run(kind, "skirm3", "--json", house=House()).output)["skirm3"]
    assert len(found) > 1
    assert all(one["name"] for one in found)


@pytest.mark.parametrize("folder", sorted({path.parent for path in CONTENT.glob("*/*/*.yaml")}))
def test_squad_check_adds_up_what_a_side_brings_and_sends_everything_else_on(folder: Path) -> None:
    done = run("squad", "check", min(folder.glob("*.yaml")), house=House())
    if folder.name in FIELDED:
        assert done.exit_code == 0, done.output
    else:
        assert done.exit_code == 1
        assert len(done.stderr.splitlines()) == 1
        assert "try 'battlemat check'" in done.stderr


def test_a_wrong_mission_names_the_nearest() -> None:
    done = run("play", "skirm3", "--mission", "secur", house=House())
    assert done.exit_code == 2
    assert "did you mean 'secure'" in done.stderr


def test_sim_runs_the_shipped_game_in_worker_processes() -> None:
    args = ["sim", "skirm3", "--games", "4", "--players", "random,random", "--json"]
    one, two = (json.loads(run(*args, "--jobs", n, house=House()).stdout) for n in "12")
    assert one["outcomes"] == two["outcomes"]


def battlemat(*args: str, typed: str = "", **environ: str) -> subprocess.CompletedProcess[str]:
    """The real command in a process of its own."""
    command = [sys.executable, "-c", "from battlemat.cli import main; main()", *args]
    return subprocess.run(
        command,
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environ},
    )


def test_the_package_can_be_run_by_its_name() -> None:
    command = [sys.executable, "-m", "battlemat", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "version" in done.stdout


def test_a_terminal_without_unicode_gets_a_plain_board(tmp_path: Path) -> None:
    file = tmp_path / "x.battlemat"
    done = battlemat(
        "play", "skirm3", "--seed", "1", "--save", str(file), PYTHONIOENCODING="ascii:strict"
    )
    assert done.returncode == 0, done.stderr
    assert "+   .   " in done.stdout


def test_a_reader_that_stops_reading_gets_no_traceback() -> None:
    command = [sys.executable, "-c", "from battlemat.cli import main; main()", "rules", "skirm3"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as reader:
        assert reader.stdout is not None
        assert reader.stderr is not None
        reader.stdout.readline()
        reader.stdout.close()
        told = reader.stderr.read()
    assert b"Traceback" not in told


def test_the_mission_is_chosen_and_terrain_shifted_at_the_terminal() -> None:
    args = ["play", "openfire", "--choose-mission", "--edit-terrain", "--map", "random:7"]
    typed = "mission the-gauntlet\nshift ruin 1 1.00,-0.50\naccept\nquit\nn\n"
    told = run(*args, "--seed", "3", house=House(), typed=typed).output
    assert "Red: Which mission is played?" in told
    assert "Shift ruin 2" in told
