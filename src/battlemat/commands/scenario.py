"""`battlemat scenario`: play scenario files and hold them against the rules."""

from __future__ import annotations

from pathlib import Path

import click

from battlemat.commands.shared.guard import told
from battlemat.commands.shared.house import House
from battlemat.kernel.errors import BattlematError, RuleBug
from battlemat.kernel.scenario import play


@click.command(short_help="Play scenario files and check them.")
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.pass_obj
def command(house: House, files: tuple[Path, ...]) -> None:
    """Play scenario files; each expectation that does not hold is told.

    Ends with 0 when all hold, with 1 if any does not, and with 2 if a file is not there.

    \b
    Example:
      battlemat scenario dispute.yaml lessons/*.yaml
    """
    failed = 0
    for file in files:
        wrong = _differences(house, file)
        if wrong:
            failed += 1
            click.echo(f"FAIL  {file}")
            for line in wrong:
                click.echo(f"      {line}")
        else:
            click.echo(f"ok    {file}")
    click.echo(f"{len(files) - failed} of {len(files)} hold.")
    if failed:
        missing = any(not file.is_file() for file in files)
        raise click.exceptions.Exit(2 if missing else 1)


def _differences(house: House, file: Path) -> list[str]:
    try:
        scenario = house.scenario(file)
        if not scenario.is_content:  # what is wrong with content was told by reading it
            play(house.find(scenario.rulebook), scenario)
    except RuleBug:
        raise
    except BattlematError as error:
        return str(error).splitlines()
    except UnicodeError as error:
        return [f"this is not UTF-8 text: {error}"]
    except OSError as error:
        return [told(error)]
    return []
