"""`battlemat verify`: whether a record tells the truth."""

from __future__ import annotations

from pathlib import Path

import click

from battlemat.commands.shared.house import House
from battlemat.commands.shared.options import FILE
from battlemat.keeping import saves
from battlemat.kernel.dice import commitment
from battlemat.kernel.errors import RecordError
from battlemat.kernel.questions import is_faces
from battlemat.kernel.record import Record, resume
from battlemat.kernel.words import say


@click.command(short_help="Check every answer and every die of a record.")
@click.argument("file", type=FILE)
@click.option(
    "--commitment",
    "shown",
    metavar="HEX",
    help="What was shown before the first die; the seed of the record must be the one behind it.",
)
@click.option(
    "--nonce",
    "nonces",
    multiple=True,
    metavar="HEX",
    help="What you (or your browser) added to the dice; it must be among them. May be given "
    "several times.",
)
@click.pass_obj
def command(house: House, file: Path, shown: str | None, nonces: tuple[str, ...]) -> None:
    """Check a record: every answer legal, every die from its seed, and the end as it says.

    Dice also follow from what players added to them; an agreed taking back mixes the dice anew.

    \b
    Example:
      battlemat verify evening.battlemat
      battlemat verify evening.battlemat --commitment 9f2c... --nonce 5f3a...
    """
    record = saves.load(file)
    game = resume(house.find(record.rulebook), record)
    dice = sum(len(answer) for answer in game.answers if is_faces(answer))
    _check(record, shown, nonces)
    click.echo(f"{file}: {len(record.answers)} answers, all legal; the end is as recorded.")
    if record.seed is None:
        click.echo(f"The {dice} dice were typed by the players, or the game is not over.")
    else:
        _tell_dice(record, record.seed, dice)
    for one in record.takebacks:
        click.echo(f"{one.player.capitalize()} took answer {one.answer} back: {one.text}")


def _check(record: Record, shown: str | None, nonces: tuple[str, ...]) -> None:
    """`RecordError` if the dice are not those that somebody was promised."""
    if (shown is not None or nonces) and record.seed is None:
        raise RecordError(say("this record tells no seed, so nothing can be said about its dice"))
    if shown is not None and record.seed is not None:
        found = commitment(record.seed)
        if found != shown.strip().lower():
            raise RecordError(
                say("the commitment of this seed is {found}, not {shown}", found=found, shown=shown)
            )
    added = [mix.text for mix in record.mixes if mix.kind == "nonce"]
    for nonce in nonces:
        if nonce.strip().lower() not in added:
            raise RecordError(say("nobody added {nonce} to the dice of this game", nonce=nonce))


def _tell_dice(record: Record, seed: str, dice: int) -> None:
    click.echo(f"All {dice} dice follow from the seed '{seed}',")
    click.echo(f"whose commitment is {commitment(seed)},")
    for mix in record.mixes:
        when = f"after {mix.after} dice" if mix.after else "before the first die"
        if mix.kind == "nonce":
            click.echo(f"from {mix.text}, which {mix.player} added {when},")
        else:
            click.echo(f"from the taking back (entry {mix.text}) by {mix.player} {when},")
    click.echo("and from nothing else.")
