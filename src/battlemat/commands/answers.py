"""`battlemat answers`: every question and every answer of the rulebooks."""

from __future__ import annotations

from pathlib import Path

import click

from battlemat.commands.shared.house import House
from battlemat.commands.shared.options import FILE, NEW_FILE, known_rulebook


@click.command(short_help="List every question and answer.")
@click.argument("rulebook", required=False, callback=known_rulebook)
@click.option("--write", "path", type=NEW_FILE, help="Write the page to this file.")
@click.option("--chapters", type=FILE, help="Write the table of chapters of this page anew.")
@click.pass_obj
def command(house: House, rulebook: str | None, path: Path | None, chapters: Path | None) -> None:
    """Every kind of question of a rulebook, and every answer that may be typed.

    \b
    Examples:
      battlemat answers skirm3
      battlemat answers --write answers.md
    """
    from battlemat.packs.answers import answers_page  # needs the rules of every book asked for
    from battlemat.packs.chapters import chapters_table, put_chapters

    names = [rulebook] if rulebook is not None else list(house.names())
    books = [house.find(name) for name in names]
    if path is None and chapters is None:
        click.echo(answers_page(books))
    if path is not None:
        path.write_text(answers_page(books), encoding="utf-8")
        click.echo(f"The page is in {path}.")
    if chapters is not None:
        page = put_chapters(chapters.read_text("utf-8"), chapters_table(books))
        chapters.write_text(page, encoding="utf-8")
        click.echo(f"The chapters are in {chapters}.")
