"""`battlemat new`: a file to begin with."""

from __future__ import annotations

from pathlib import Path

import click

from battlemat.commands.shared.guard import Failure
from battlemat.commands.shared.house import House
from battlemat.commands.shared.options import NEW_FILE, rulebook_option


@click.command(short_help="Write a content file to begin with.")
@click.argument("kind")
@click.argument("file", type=NEW_FILE, required=False)
@rulebook_option
@click.pass_obj
def command(house: House, kind: str, file: Path | None, rulebook: str) -> None:
    """Write a sound FILE of a KIND, with remarks on what may stand where: faction, squad, map,
    mission, environment, force, module, board, army, scenario, guide, lesson, puzzle, campaign.

    Without a FILE it is printed. A file that is there is never written over. With the KIND rulebook
    a whole small game is written to a new folder, as a package that brings it to Battlemat.

    \b
    Examples:
      battlemat new squad my-squad.yaml
      battlemat new mission my-mission.yaml --rulebook skirmishers
      battlemat new rulebook my_game
    """
    if kind == "rulebook":
        _write_rulebook(house, file)
        return
    text = house.new_file(rulebook, kind)
    if file is None:
        click.echo(text, nl=False)
        return
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(text)
    except FileExistsError:
        raise Failure(f"{file} is there already; give another name") from None
    click.echo(f"{file} is sound as it is: change it, then 'battlemat check {file}'.")


def _write_rulebook(house: House, folder: Path | None) -> None:
    if folder is None:
        raise click.UsageError("a folder is wanted, whose name the game gets: new rulebook my_game")
    try:
        house.new_rulebook(folder)
    except FileExistsError:
        raise Failure(f"{folder} is there already; give another name") from None
    click.echo(
        f"{folder} is a game that can be played: 'pip install --editable {folder}', then "
        f"'battlemat play {folder.name}'. {folder / 'README.md'} says what stands where."
    )
