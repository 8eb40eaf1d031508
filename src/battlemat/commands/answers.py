"""`battlemat answers`: every question and every answer of the rulebooks."""

from __future__ import annotations

from pathlib import Path

import click

from battlemat.commands._house import House
from battlemat.commands._options import NEW_FILE, known_rulebook


@click.command(short_help="List every question and answer.")
@click.argument("rulebook", required=False, callback=known_rulebook)
@click.option("--write", "path", type=NEW_FILE, help="Write the page to this file.")
@click.pass_obj
def command(house: House, rulebook: str | None, path: Path | None) -> None:
    """Every kind of question of a rulebook, and every answer that may be typed.

    \b
    Examples:
      battlemat answers skirm3
      battlemat answers --write docs/answers.md
    """
    from battlemat.packs.answers import answers_page  # needs the rules of every book asked for

    names = [rulebook] if rulebook is not None else list(house.names())
    page = answers_page([house.find(name) for name in names])
    if path is None:
        click.echo(page)
        return
    path.write_text(page, encoding="utf-8")
    click.echo(f"The page is in {path}.")
