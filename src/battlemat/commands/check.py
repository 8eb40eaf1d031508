"""`battlemat check`: whether content files are sound."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from battlemat.commands.shared.guard import told
from battlemat.commands.shared.house import House
from battlemat.kernel.errors import BattlematError

if TYPE_CHECKING:
    from battlemat.packs.problems import Problem


@click.command(short_help="Check content files of any kind.")
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print what is wrong as JSON, for tools.")
@click.pass_obj
def command(house: House, files: tuple[Path, ...], as_json: bool) -> None:
    """Check content files of any kind: factions, squads, maps, missions, environments, scenarios.

    Everything wrong is told at once, with its line. Ends with 1 if anything is, and with 2 if a
    file is not there. With --json one list holds an object for each fault: file, line, column, key,
    message, and what would be right.

    \b
    Examples:
      battlemat check my-squad.yaml my-map.yaml
      battlemat check --json my-mission.yaml
    """
    missing = any(not file.is_file() for file in files)
    if as_json:
        faults = [_as_json(one) for file in files for one in house.problems(file)]
        click.echo(json.dumps(faults, indent=2, ensure_ascii=False))
        failed = bool(faults)
    else:
        wrong = [file for file in files if _tell(house, file)]  # each is told, whatever the first
        failed = bool(wrong)
    if failed:
        raise click.exceptions.Exit(2 if missing else 1)


def _as_json(problem: Problem) -> dict[str, Any]:
    """A fault for a tool; what is not known of its place or remedy is null."""
    return {
        "file": problem.file,
        "line": problem.line or None,
        "column": problem.column or None,
        "key": problem.key or None,
        "message": problem.what,
        "right": problem.right or None,
    }


def _tell(house: House, file: Path) -> bool:
    """Tell what is wrong with a file; whether anything is."""
    lines = _problems(house, file)
    if not lines:
        click.echo(f"ok    {file}")
    for line in lines:
        click.echo(line, err=True)
    return bool(lines)


def _problems(house: House, file: Path) -> list[str]:
    try:
        return list(house.check(file))
    except BattlematError as error:
        return str(error).splitlines()
    except UnicodeError as error:
        return [f"{file}: this is not UTF-8 text: {error}"]
    except OSError as error:
        return [told(error)]
