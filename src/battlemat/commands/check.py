"""`battlemat check`: whether content files are sound."""

from __future__ import annotations

from pathlib import Path

import click

from battlemat.commands.shared.guard import told
from battlemat.commands.shared.house import House
from battlemat.kernel.errors import BattlematError


@click.command(short_help="Check content files of any kind.")
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.pass_obj
def command(house: House, files: tuple[Path, ...]) -> None:
    """Check content files of any kind: factions, squads, maps, missions, environments, scenarios.

    Everything wrong is told with its line. Ends with 1 if anything is.

    \b
    Example:
      battlemat check my-squad.yaml my-map.yaml
    """
    failed = False
    for file in files:
        lines = _problems(house, file)
        if not lines:
            click.echo(f"ok    {file}")
        for line in lines:
            failed = True
            click.echo(line, err=True)
    if failed:
        raise click.exceptions.Exit(1)


def _problems(house: House, file: Path) -> list[str]:
    try:
        return list(house.check(file))
    except BattlematError as error:
        return str(error).splitlines()
    except UnicodeError as error:
        return [f"{file}: this is not UTF-8 text: {error}"]
    except OSError as error:
        return [told(error)]
