"""Wrong usage ends with 2 and says what would be right; a command writes nothing unasked."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from battlemat.cli import main
from battlemat.commands.shared.house import House
from cli.house import run

WRONG = [
    ["nope"],
    ["play"],
    ["play", "nope"],
    ["play", "skirm3", "--nope"],
    *(
        ["play", "skirm3", f"--{one}", "nope"]
        for one in ("mission", "map", "environment", "red", "blue", "cap")
    ),
    ["play", "skirm3", "--map", "random:"],
    ["play", "skirm3", "--seat-blue", "nope"],
    ["play", "skirm3", "--reading", "nope=print"],
    ["play", "skirm3", "--reading", "skirm3.nope=print"],
    ["play", "skirmishers", "--choose-mission"],
    ["play", "skirm3", "--edit-terrain"],
    ["play", "openfire", "--cap", "3"],
    *(["play", book, "--mission", "nope"] for book in ("openfire", "skirmishers")),
    *(["play", book, "--blue", "nope"] for book in ("openfire", "skirmishers")),
    ["rules", "skirm3", "nope"],
    ["rules", "skirm3.nope"],
    ["sim", "skirm3", "--players", "a,b,c"],
    ["sim", "skirm3", "--red", "nope"],
    ["ladder", "skirm3", "--red", "nope"],
    ["cards", "skirm3", "nope"],
    *(
        [one, "nowhere.battlemat"]
        for one in ("resume", "replay", "verify", "review", "odds", "corpus")
    ),
    ["squad", "check", "nowhere.yaml"],
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("args", WRONG, ids=" ".join)
def test_wrong_usage_ends_with_two_and_leaves_no_file(args: list[str], folder: Path) -> None:
    done = run(*args, house=House())
    assert done.exit_code == 2, done.output
    assert done.stderr.strip()
    assert list(folder.iterdir()) == []


def helps(command: click.Command, name: str = "battlemat") -> list[tuple[str, str]]:
    """The help of a command and of all below it."""
    ctx = click.Context(command, info_name=name)
    found = [(name, command.get_help(ctx))]
    if isinstance(command, click.Group):
        for inner in command.list_commands(ctx):
            below = command.get_command(ctx, inner)
            assert below is not None
            found += helps(below, f"{name} {inner}")
    return found


@pytest.mark.parametrize(("name", "told"), helps(main))
def test_no_help_points_to_what_only_a_checkout_has(name: str, told: str) -> None:
    assert re.findall(r"\b(?:docs|tests|scripts|bench)/", told) == []


@pytest.mark.parametrize("missing", ["gymnasium", "pettingzoo", "numpy"])
def test_a_missing_extra_is_named_with_how_to_get_it(missing: str) -> None:
    code = f"import sys; sys.modules['{missing}'] = None; import battlemat.env"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert f"battlemat.env needs {missing}" in done.stderr
    assert "pip install 'battlemat[env]'" in done.stderr
