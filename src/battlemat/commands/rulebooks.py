"""`battlemat rulebooks`: the games that can be played here."""

from __future__ import annotations

import json

import click

from battlemat.commands.shared.house import House


@click.command(short_help="List the rulebooks: what is shipped and what is installed.")
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
@click.pass_obj
def command(house: House, as_json: bool) -> None:
    """List the rulebooks that can be played: those that are shipped, then those that installed
    packages bring. A package that does not load is told on stderr.

    \b
    Example:
      battlemat rulebooks
    """
    found = [
        {"name": name, "title": house.register(name).title, "about": house.about(name)}
        for name in house.names()
    ]
    if as_json:
        click.echo(json.dumps(found, indent=2, ensure_ascii=False))
        return
    for one in found:
        click.echo(f"{one['name']:<13}{one['title']}\n{'':<13}{one['about']}")
