"""`battlemat squad`: what a squad file costs and whether it may be played."""

from __future__ import annotations

from pathlib import Path

import click

from battlemat.commands._house import House
from battlemat.commands._options import FILE


@click.group()
def command() -> None:
    """Work on squad files."""


@command.command()
@click.argument("file", type=FILE)
@click.pass_obj
def check(house: House, file: Path) -> None:
    """What a squad costs, unit by unit, and whether it may be played. Ends with 1 if not.

    \b
    Example:
      battlemat squad check my-squad.yaml
    """
    report = house.squad_report(file)
    click.echo(str(report))
    if not report.legal:
        raise click.exceptions.Exit(1)
