"""`battlemat schema`: what a kind of file may hold, for editors."""

from __future__ import annotations

import json
from pathlib import Path

import click

from battlemat.commands.shared.house import House
from battlemat.commands.shared.options import NEW_FILE, rulebook_option


@click.command(short_help="Write the JSON Schema of a kind of file, for editors.")
@click.argument("kind")
@rulebook_option
@click.option("--out", type=NEW_FILE, help="The file to write (default: standard output).")
@click.pass_obj
def command(house: House, kind: str, rulebook: str, out: Path | None) -> None:
    """Write the JSON Schema of a KIND of file: faction, squad, map, mission, environment, force,
    module, board, army, scenario, guide, lesson, campaign, puzzle.

    Editors that know the schema complete keys and words as you write, and mark what is wrong. It
    is made from what reads the files. What one part of a file says of another, 'battlemat check'
    tells.

    \b
    Examples:
      battlemat schema squad --out squad.schema.json
      battlemat schema mission --rulebook skirmishers
    """
    text = json.dumps(house.schema(rulebook, kind), indent=1, ensure_ascii=False) + "\n"
    if out is None:
        click.echo(text, nl=False)
        return
    from battlemat.keeping import saves

    saves.write_whole(out, text)
    click.echo(f"The schema is in {out}.")
