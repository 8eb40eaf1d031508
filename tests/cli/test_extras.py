"""A plain installation plays in the terminal; what needs an extra says which."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from battlemat.commands.shared.guard import EXTRAS

PROJECT = Path(__file__).parents[2] / "pyproject.toml"

WITHOUT = """
import json, sys
for name in json.loads(sys.argv[1]):
    sys.modules[name] = None  # as if it were not installed
from click.testing import CliRunner
from battlemat.cli import main
told = []
for arguments in json.loads(sys.argv[2]):
    done = CliRunner().invoke(main, arguments)
    told.append([done.exit_code, done.stdout, done.stderr])
print(json.dumps(told))
"""


def without_extras(*commands: str) -> list[tuple[int, str, str]]:
    """How commands end where nothing is installed that only an extra brings."""
    missing = json.dumps([module for modules in EXTRAS.values() for module in modules])
    given = json.dumps([command.split() for command in commands])
    program = [sys.executable, "-c", WITHOUT, missing, given]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    return [(code, out, err) for code, out, err in json.loads(done.stdout)]


def test_a_terminal_player_needs_neither_database_nor_web_framework() -> None:
    small = "--mission first-steps --map drill-yard --red recruits --blue recruits"
    for code, out, err in without_extras(
        "--help",
        f"play skirm3 {small} --seat-red random --seat-blue random --seed 1",
        f"sim skirm3 {small} --players random,random --games 2 --jobs 1",
        "opponents",
        "rules skirm3.los.corners",
        "serve --help",
        "reports --help",
        "new squad",
    ):
        assert (code, err) == (0, ""), out


@pytest.mark.parametrize(("command", "extra"), [("serve", "server"), ("reports", "server")])
def test_what_is_missing_says_which_extra_brings_it(command: str, extra: str) -> None:
    ((code, out, err),) = without_extras(command)
    assert (code, out) == (2, "")
    assert re.fullmatch(
        rf"error: this needs \w+, which is not installed: pip install 'battlemat\[{extra}\]'\n", err
    )


def test_every_package_of_an_extra_is_known_by_it() -> None:
    extras = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    for extra, modules in EXTRAS.items():
        named = {re.split(r"[\[<>=]", line)[0] for line in extras[extra]}
        assert named <= set(modules), extra
    assert f"battlemat[{','.join(sorted(EXTRAS))}]" in extras["test"]
