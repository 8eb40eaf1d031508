"""`battlemat verify`: whether a record tells the truth."""

from __future__ import annotations

from pathlib import Path

import click

from battlemat.commands._house import House
from battlemat.commands._options import FILE
from battlemat.keeping import saves
from battlemat.kernel.dice import commitment
from battlemat.kernel.questions import is_faces
from battlemat.kernel.record import resume


@click.command(short_help="Check every answer and every die of a record.")
@click.argument("file", type=FILE)
@click.pass_obj
def command(house: House, file: Path) -> None:
    """Check a record: every answer legal, every die from its seed, and the end as it says.

    \b
    Example:
      battlemat verify evening.battlemat
    """
    record = saves.load(file)
    game = resume(house.find(record.rulebook), record)
    dice = sum(len(answer) for answer in game.answers if is_faces(answer))
    click.echo(f"{file}: {len(record.answers)} answers, all legal; the end is as recorded.")
    if record.seed is None:
        click.echo(f"The {dice} dice were typed by the players.")
    else:
        click.echo(f"All {dice} dice follow from the seed '{record.seed}',")
        click.echo(f"whose commitment is {commitment(record.seed)}.")
