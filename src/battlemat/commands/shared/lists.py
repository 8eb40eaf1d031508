"""Lists of what is shipped; the commands that show them differ in the kind alone."""

from __future__ import annotations

import json
from textwrap import fill

import click

from battlemat.commands.shared.house import House
from battlemat.commands.shared.options import known_rulebook


def list_command(kind: str, option: str) -> click.Command:
    """The command that lists the shipped content of one kind."""

    @click.command(
        short_help=f"List the {kind}s that are shipped.",
        help=f"List the {kind}s that are shipped, for one rulebook or for all.\n\n"
        f"\b\nExample:\n  battlemat {kind}s skirm3\n\n"
        f"Use an id with 'battlemat play' and {option}.",
    )
    @click.argument("rulebook", required=False, callback=known_rulebook)
    @click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
    @click.pass_obj
    def command(house: House, rulebook: str | None, as_json: bool) -> None:
        names = [rulebook] if rulebook is not None else list(house.names())
        found = {name: house.listed(name, kind) for name in names}
        if as_json:
            told = {
                name: [{"id": e.id, "name": e.name, "text": e.text} for e in entries]
                for name, entries in found.items()
            }
            click.echo(json.dumps(told, indent=2, ensure_ascii=False))
            return
        for name, entries in found.items():
            click.echo(f"{name}: {len(entries)} {kind}{'' if len(entries) == 1 else 's'}")
            for entry in entries:
                click.echo(f"  {entry.id:<26} {entry.name}")
                if entry.text:
                    indent = " " * 6
                    click.echo(
                        fill(entry.text, 78, initial_indent=indent, subsequent_indent=indent)
                    )

    return command
