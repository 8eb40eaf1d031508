"""The container file: every option, path and command in it is one that there is."""

from __future__ import annotations

import json
import re
from pathlib import Path

from click import Context

from battlemat.cli import main
from battlemat.commands.serve import command
from battlemat.server.routes.home import router

FILE = Path(__file__).parents[2] / "Containerfile"
TEXT = FILE.read_text(encoding="utf-8")


def said(word: str) -> list[str]:
    """What the file says after a word at the beginning of a line."""
    return [line.partition(" ")[2] for line in TEXT.splitlines() if line.startswith(word + " ")]


def options() -> dict[str, object]:
    """What can be said to `serve` by a variable, and what holds where nothing is said."""
    return {str(one.envvar): one.default for one in command.params if one.envvar}


def test_every_variable_is_an_option_of_serve_and_every_path_is_made() -> None:
    (line,) = said("ENV")
    given = dict(word.split("=") for word in line.split())
    assert given
    assert set(given) <= set(options())
    made = [word for run in said("RUN") if "install -d" in run for word in run.split()]
    volumes = said("VOLUME")[0].split()
    for variable in ("BATTLEMAT_DB", "BATTLEMAT_SECRET_FILE"):
        folder = str(Path(given[variable]).parent)
        assert folder in made
        assert folder in volumes


def test_it_runs_a_command_that_there_is_as_somebody_who_is_not_root() -> None:
    (last,) = said("CMD")
    program, name = json.loads(last)
    assert (program, name in main.list_commands(Context(main))) == ("battlemat", True)
    project = (FILE.parent / "pyproject.toml").read_text(encoding="utf-8")
    assert 'battlemat = "battlemat.cli:main"' in project
    (user,) = said("USER")
    assert any(f"useradd --create-home {user}" in run for run in said("RUN"))
    least = re.search(r'requires-python = ">=3\.(\d+)"', project)
    used = re.findall(r"python:3\.(\d+)-slim", TEXT)
    assert least is not None
    assert used
    assert all(int(version) >= int(least[1]) for version in used)


def test_its_port_and_its_health_are_those_of_the_server() -> None:
    (port,) = said("EXPOSE")
    assert int(port) == options()["BATTLEMAT_PORT"]
    (check,) = said("HEALTHCHECK")
    found = re.search(r"http://127\.0\.0\.1:(\d+)(/\S+?)'", json.loads(check[len("CMD ") :])[2])
    assert found is not None
    assert found[1] == port
    assert found[2] in {str(route.path) for route in router.routes if hasattr(route, "path")}
