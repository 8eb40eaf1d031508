"""`battlemat squad`: squads are built, checked and let grow."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from battlemat.commands.shared.guard import Failure
from battlemat.commands.shared.house import House
from battlemat.commands.shared.options import FILE, NEW_FILE, rulebook_argument
from battlemat.kernel.errors import Misuse
from battlemat.kernel.near import did_you_mean
from battlemat.kernel.words import say

if TYPE_CHECKING:
    from battlemat.barracks.desk import Desk


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
@rulebook_argument
@click.option("--from", "start", help="What to begin from: a faction or a squad, by its id.")
@click.option("--cap", type=click.IntRange(0), help="What may be spent, if not the usual.")
@click.option("--out", type=NEW_FILE, default=Path("my-squad.yaml"), show_default=True)
@click.pass_obj
def new(house: House, rulebook: str, start: str | None, cap: int | None, out: Path) -> None:
    """Build a squad, force or army at this terminal, and save its file.

    \b
    Examples:
      battlemat squad new skirm3 --from shock-troops
      battlemat squad new openfire --from first-watch --out mine.yaml
    """
    from battlemat.barracks.drafts import building

    starts = {one.id: one for one in building(rulebook).starts()}
    chosen = start if start is not None else next(iter(starts))
    if chosen not in starts:
        raise click.BadParameter(
            f"nothing is called '{chosen}'{did_you_mean(chosen, list(starts))}", param_hint="--from"
        )
    if out.exists():
        raise Failure(
            say("{out} is there already; try ''battlemat squad edit {out}'', or --out", out=out)
        )
    del house
    _sit_at_desk(rulebook, starts[chosen].value, cap, out)


@command.command()
@click.argument("file", type=FILE)
@click.option("--cap", type=click.IntRange(0), help="What may be spent, if not the usual.")
@click.option("--out", type=NEW_FILE, help="The file to write (default: the same).")
def edit(file: Path, cap: int | None, out: Path | None) -> None:
    """Change a squad, force or army file at this terminal.

    What changed in the content since it was saved is told first; nothing is re-priced in silence.

    \b
    Example:
      battlemat squad edit my-squad.yaml
    """
    from battlemat.barracks.drafts import read

    rulebook, value = read(file.read_text(encoding="utf-8-sig"))
    _sit_at_desk(rulebook, value, cap, out or file)


def _sit_at_desk(rulebook: str, value: dict[str, Any], cap: int | None, out: Path) -> None:
    """Read lines until the squad is saved or left; an illegal one is saved, and said to be."""
    from battlemat.barracks.desk import Desk, help_lines
    from battlemat.barracks.drafts import building
    from battlemat.keeping import saves

    desk = Desk(building(rulebook, out.parent), value, cap)
    click.echo("\n".join([*desk.greeting(), "", *help_lines()]))
    if work_at(desk):
        saves.write_whole(out, desk.text)
        legal = desk.building.judge(desk.value, cap).legal
        click.echo(f"Saved in {out}" + ("." if legal else "; it may not be played as it is."))


def work_at(desk: Desk) -> bool:
    """Let lines be typed at a desk until the draft is to be saved, or left: whether to save."""
    for line in _lines():
        if line in ("quit", "exit", "save"):
            return line == "save"
        try:
            click.echo("\n".join(desk.do(line)))
        except Misuse as error:
            click.echo(f"{error}")
    return False


def _lines() -> Iterator[str]:
    """What is typed, line by line, until there is no more."""
    while True:
        try:
            line = input("squad> ").strip()
        except EOFError:
            return
        if line:
            yield line


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
