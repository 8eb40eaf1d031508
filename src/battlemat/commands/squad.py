"""`battlemat squad`: what a squad file costs and whether it may be played."""

from __future__ import annotations

from pathlib import Path

import click

from battlemat.commands.shared.house import House
from battlemat.commands.shared.options import FILE, NEW_FILE


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


@command.command()
@click.argument("file", type=FILE)
@click.argument("record", type=FILE)
@click.option("--side", type=click.Choice(["red", "blue"]), help="Whose squad it was, if both.")
@click.option("--out", type=NEW_FILE, help="The file to write (default: the squad's own).")
@click.pass_obj
def gain(house: House, file: Path, record: Path, side: str | None, out: Path | None) -> None:
    """Let a squad grow by a finished game: write its file with the EP that it gained.

    The gains are told line by line with their clauses. A game counts once for a squad. Whoever
    plays with a grown squad agrees on the higher cap: 'battlemat play skirm3 --cap 111'.

    \b
    Example:
      battlemat squad gain my-squad.yaml evening.battlemat
    """
    from battlemat.keeping import saves
    from battlemat.kernel.record import resume

    kept = saves.load(record)
    game = resume(house.find(kept.rulebook), kept)
    text = house.grown(file, kept, game, side)
    for line in house.gains(game):
        click.echo(line)
    saves.write_whole(out or file, text)
    click.echo(f"The grown squad is in {out or file}.")
