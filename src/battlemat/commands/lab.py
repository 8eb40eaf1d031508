"""`battlemat lab`: questions on balance, answered by many games."""

from __future__ import annotations

import click

from battlemat.commands import (
    _lab_clauses,
    _lab_duel,
    _lab_first,
    _lab_matrix,
    _lab_price,
    _lab_sweep,
)


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
    _lab_duel.command,
    _lab_matrix.command,
    _lab_first.command,
    _lab_sweep.command,
    _lab_price.command,
    _lab_clauses.command,
):
    command.add_command(one)
