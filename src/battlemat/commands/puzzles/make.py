"""`battlemat puzzles make`: puzzles from games and drawings, found, counted, rated and written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from battlemat.commands.shared.house import House
from battlemat.commands.shared.options import FILE, known_rulebook
from battlemat.kernel.words import say

if TYPE_CHECKING:
    from battlemat.packs.solving.puzzles import Puzzle
    from battlemat.puzzles.making import Played


@click.command(short_help="Make puzzles from records, drawn positions, or games of machines.")
@click.argument("records", nargs=-1, type=FILE)
@click.option("--rulebook", callback=known_rulebook, help="Let machines play this, for --games.")
@click.option("--games", type=click.IntRange(0, 10_000), default=0, help="So many games.")
@click.option("--first", type=click.IntRange(0, 10**6), default=0, help="Go on with this game.")
@click.option("--seed", default="1", show_default=True, help="The same seed, the same games.")
@click.option("--judgements", is_flag=True, help="Look for judgements, too; takes minutes.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("puzzles"),
    show_default=True,
    help="The folder for the files.",
)
@click.pass_obj
def make(
    house: House,
    records: tuple[Path, ...],
    rulebook: str | None,
    games: int,
    first: int,
    seed: str,
    judgements: bool,
    out: Path,
) -> None:
    """Find puzzles in saved games (RECORDS), in games that machines play for it, or in positions.

    A position is drawn as in a scenario file (.yaml); every answer to its question is compared.
    Files are written as puzzles are found: go on with --first where you stopped.

    Each is counted exactly and rated by the weakest level of opponents that finds the answer.

    \b
    Examples:
      battlemat puzzles make evening.battlemat --out my-puzzles
      battlemat puzzles make position.yaml --judgements
      battlemat puzzles make --rulebook skirm3 --games 10 --seed 7
    """
    from battlemat.keeping import saves
    from battlemat.puzzles.files import puzzle_text

    if not records and not (rulebook and games):
        raise click.UsageError("name records or positions, or a --rulebook and how many --games")
    count = 0
    out.mkdir(parents=True, exist_ok=True)
    for played in _played(house, records, rulebook, range(first, first + games), seed):
        for puzzle in _found(played, judgements):
            file = out / f"{puzzle.id}.yaml"
            saves.write_whole(file, puzzle_text(puzzle))
            count += 1
            click.echo(f"{file}  {puzzle.difficulty}, {puzzle.best[0].answer}")
    click.echo(
        say("{count, plural, =0 {No puzzles.} one {# puzzle.} other {# puzzles.}}", count=count)
    )


def _found(played: Played, judgements: bool) -> Iterator[Puzzle]:
    from battlemat.puzzles.making import plans_of
    from battlemat.puzzles.weighing import judgements_of

    yield from plans_of(played)
    if judgements:
        yield from judgements_of(played)


def _played(
    house: House, records: tuple[Path, ...], rulebook: str | None, games: range, seed: str
) -> Iterator[Played]:
    from battlemat.keeping import saves
    from battlemat.kernel.record import resume
    from battlemat.puzzles.making import Played, drawn_file, machine_game

    for file in records:
        if file.suffix in (".yaml", ".yml"):
            yield drawn_file(file)
            continue
        record = saves.load(file)
        book = house.find(record.rulebook)
        resume(book, record)
        yield Played(book, record.setup, tuple(text for _, text in record.answers))
    for number in games if rulebook else ():
        yield machine_game(str(rulebook), f"{seed}.{number}")
