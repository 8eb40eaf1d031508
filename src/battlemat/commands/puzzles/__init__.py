"""`battlemat puzzles`: positions with one best answer, to solve, to make and to check."""

from __future__ import annotations

import json
from typing import Any

import click

from battlemat.commands.puzzles.check import check
from battlemat.commands.puzzles.make import make
from battlemat.commands.puzzles.solve import solve
from battlemat.commands.shared.options import known_rulebook
from battlemat.kernel.words import say


@click.group(short_help="Solve puzzles, make them, check them.", invoke_without_command=True)
@click.option("--rulebook", callback=known_rulebook, help="Only the puzzles of this rulebook.")
@click.option("--theme", help="Only the puzzles with this theme.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@click.pass_context
def command(ctx: click.Context, rulebook: str | None, theme: str | None, as_json: bool) -> None:
    """List the puzzles, or solve, make and check them.

    A plan has a goal within one activation, and all its answers are counted exactly. A judgement
    asks for the answer that wins more games.

    \b
    Examples:
      battlemat puzzles --rulebook skirm3
      battlemat puzzles solve skirm3 --daily
      battlemat puzzles make evening.battlemat --out my-puzzles
    """
    if ctx.invoked_subcommand is not None:
        return
    from battlemat.puzzles import desk

    found: list[dict[str, Any]] = []
    for book in [rulebook] if rulebook else desk.books():
        found += desk.listed(book)
    found = [one for one in found if theme is None or theme in one["themes"]]
    if as_json:
        click.echo(json.dumps(found, indent=2, ensure_ascii=False))
        return
    for one in found:
        themes = ", ".join(one["themes"])
        click.echo(
            f"{one['rulebook']} {one['id']:<16} {one['difficulty']:<9} {one['name']} ({themes})"
        )
    click.echo(
        say(
            "{count, plural, =0 {No puzzles.} one {# puzzle.} other {# puzzles.}}", count=len(found)
        )
    )


for one in (solve, make, check):
    command.add_command(one)
