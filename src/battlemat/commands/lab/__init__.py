"""`battlemat lab`: questions on balance, answered by many games."""

from __future__ import annotations

import click

from battlemat.commands.lab import clauses, duel, first, matrix, price, sweep


@click.group(short_help="Measure balance by many games.")
def command() -> None:
    """Measure balance by many games between machine opponents.

    Each question plays until its answer is known as well as asked, on all cores or on a Dask
    cluster, and says how sure it is. The same seed gives the same answer everywhere.

    \b
    Example:
      battlemat lab duel skirm3 --red tolands-line --blue hungry-tide
    """


for one in (
    duel.command,
    matrix.command,
    first.command,
    sweep.command,
    price.command,
    clauses.command,
):
    command.add_command(one)
