"""`battlemat puzzles check`: whether puzzles are what their files say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from battlemat.commands.shared.options import known_rulebook
from battlemat.kernel.errors import BattlematError
from battlemat.kernel.words import say

if TYPE_CHECKING:
    from battlemat.packs.solving.puzzles import Puzzle


@click.command(short_help="Count puzzles anew and compare.")
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--rulebook", callback=known_rulebook, help="The shipped puzzles of one rulebook.")
@click.option("--play", is_flag=True, help="Play the games of judgements anew; takes minutes.")
def check(files: tuple[Path, ...], rulebook: str | None, play: bool) -> None:
    """Check puzzle FILES against the rules of today; without files, all that are shipped.

    Plans are counted anew. Ends with 0 if all hold, with 1 if any does not.

    \b
    Examples:
      battlemat puzzles check
      battlemat puzzles check my-puzzles/plan-1a2b3c.yaml
    """
    held = checked = 0
    for name, found in _puzzles(files, rulebook):
        checked += 1
        wrong = [found] if isinstance(found, str) else _faults(found, play)
        held += not wrong
        click.echo(f"{'FAIL' if wrong else 'ok  '}  {name}")
        for line in wrong:
            click.echo(f"      {line}")
    click.echo(say("{held} of {checked} hold.", held=held, checked=checked))
    if held < checked:
        raise click.exceptions.Exit(1)


def _faults(puzzle: Puzzle, play: bool) -> list[str]:
    from battlemat.packs.solving.puzzles import JUDGEMENT
    from battlemat.puzzles.checking import faults
    from battlemat.puzzles.judging import judged_again

    found = faults(puzzle)
    if not found and play and puzzle.type == JUDGEMENT:
        found = judged_again(puzzle)
    return found


def _puzzles(files: tuple[Path, ...], rulebook: str | None) -> Iterator[tuple[str, Puzzle | str]]:
    from battlemat.packs.solving.puzzles import load_puzzle, read_puzzle_file, shipped_puzzles
    from battlemat.puzzles.desk import books

    for file in files:
        try:
            yield str(file), read_puzzle_file(file)
        except BattlematError as error:
            yield str(file), str(error).replace("\n", "\n      ")
    if not files:
        for book in [rulebook] if rulebook else books():
            for id in shipped_puzzles(book):
                yield f"{book} {id}", load_puzzle(book, id)
