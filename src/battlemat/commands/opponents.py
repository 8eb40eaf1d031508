"""`battlemat opponents`: the machine opponents, from first game to expert."""

from __future__ import annotations

import json

import click

from battlemat.players.levels import DEFAULT
from battlemat.players.registry import opponents


@click.command(short_help="List the machine opponents.")
@click.option("--json", "as_json", is_flag=True, help="Print them as JSON.")
def command(as_json: bool) -> None:
    """List the machine opponents, the weakest first; every one plays every game.

    Those of installed packages follow. A player of your own need not be installed: where an
    opponent is named, module:Class names a class in a file of yours.

    \b
    Examples:
      battlemat opponents
      battlemat play skirm3 --seat-blue my_bots:Cautious
    """
    found = opponents()
    if as_json:
        told = [{"name": one.name, "strength": one.strength, "about": one.about} for one in found]
        click.echo(json.dumps(told, indent=2))
        return
    for level in found:
        usual = ", the default" if level.name == DEFAULT else ""
        click.echo(f"{level.name:<10}{level.strength}{usual}\n{'':<10}{level.about}")
