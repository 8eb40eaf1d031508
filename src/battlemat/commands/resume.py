"""`battlemat resume`: go on with a saved game."""

from __future__ import annotations

from pathlib import Path

import click

from battlemat.commands.shared.house import House
from battlemat.commands.shared.options import FILE
from battlemat.commands.shared.seats import seat_options
from battlemat.commands.shared.sitting import Seats, in_words, sit
from battlemat.keeping import saves
from battlemat.keeping.story import Log
from battlemat.kernel.record import resume
from battlemat.kernel.words import say
from battlemat.players.driver import Windows


@click.command()
@click.argument("file", type=FILE)
@seat_options
@click.pass_obj
def command(house: House, file: Path, seat_red: str, seat_blue: str, windows: str) -> None:
    """Go on with a saved game. It is kept in the same file after each of your answers.

    \b
    Example:
      battlemat resume evening.battlemat --seat-blue human
    """
    record = saves.load(file)
    book = house.find(record.rulebook)
    game = resume(book, record)
    result = game.result
    if result is not None:
        click.echo(f"{say('This game is over.')} {in_words(result)}")
        return
    sides = dict(zip(book.players, (seat_red, seat_blue), strict=True))
    sit(house, game, Seats(sides, Windows(windows), file), Log(book))
