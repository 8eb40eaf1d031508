"""`battlemat opponents`: the machine opponents, from first game to expert."""

from __future__ import annotations

import json

import click

from battlemat.players.levels import DEFAULT, LEVELS


@click.command(short_help="List the machine opponents.")
@click.option("--json", "as_json", is_flag=True, help="Print them as JSON.")
def command(as_json: bool) -> None:
    """List the machine opponents, the weakest first; every one plays every game.

    \b
    Example:
      battlemat opponents
    """
    if as_json:
        told = [{"name": one.name, "strength": one.strength, "about": one.about} for one in LEVELS]
        click.echo(json.dumps(told, indent=2))
        return
    for level in LEVELS:
        usual = ", the default" if level.name == DEFAULT else ""
        click.echo(f"{level.name:<10}{level.strength}{usual}\n{'':<10}{level.about}")
