"""`battlemat play`: a new game at this terminal."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path
from textwrap import fill

import click

from battlemat.commands.shared.house import House
from battlemat.commands.shared.options import (
    NEW_FILE,
    choice_options,
    chosen,
    readings_option,
    rulebook_argument,
    words_option,
)
from battlemat.commands.shared.seats import HUMAN, seat_options
from battlemat.commands.shared.selecting import select_secretly
from battlemat.commands.shared.sitting import Seats, sit
from battlemat.keeping.story import Log
from battlemat.kernel.dice import SeededDice
from battlemat.kernel.game import Game
from battlemat.kernel.rulebook import Setup
from battlemat.players.driver import Windows


@click.command(short_help="Play a game at this terminal.")
@rulebook_argument
@choice_options
@readings_option
@click.option(
    "--choose-mission",
    is_flag=True,
    help="Skirm, Open Fire: both players name a mission first; dice decide if they differ.",
)
@click.option(
    "--edit-terrain",
    is_flag=True,
    help="Open Fire: a player may change the terrain first (you, or Blue), then both accept it.",
)
@click.option(
    "--choose-leaders", is_flag=True, help="Open Fire: name the leader of each unit at the table."
)
@click.option(
    "--free-form", is_flag=True, help="Squads may break the rules of building; both agree to it."
)
@seat_options
@words_option
@click.option("--seed", help="A text from which all dice follow; the same seed, the same dice.")
@click.option(
    "--dice",
    type=click.Choice(["seed", "typed"]),
    default="seed",
    show_default=True,
    help="'typed': you roll real dice and type what they show.",
)
@click.option(
    "--secret",
    is_flag=True,
    help="Each person names a squad that the other does not see; then both are shown.",
)
@click.option(
    "--save", type=NEW_FILE, help="Keep the game in this file after each of your answers."
)
@click.pass_obj
def command(
    house: House,
    rulebook: str,
    mission: str | None,
    map: str | None,
    environment: str | None,
    red: str | None,
    blue: str | None,
    cap: str | None,
    readings: dict[str, str],
    choose_mission: bool,
    edit_terrain: bool,
    choose_leaders: bool,
    free_form: bool,
    seat_red: str,
    seat_blue: str,
    windows: str,
    seed: str | None,
    dice: str,
    secret: bool,
    save: Path | None,
) -> None:
    """Play a game at this terminal, against the machine or another person.

    Everything has a default, and every question explains itself: you need not know the rules. Type
    'help' in the game for all that you can ask.

    \b
    Examples:
      battlemat play skirm3
      battlemat play skirm3 --mission kill --seat-blue human
      battlemat play skirm3 --seat-blue human --secret
      battlemat play skirm3 --dice typed --save evening.battlemat
      battlemat play skirm3 --map random:7
      battlemat play openfire --choose-mission --edit-terrain
    """
    if save is not None and save.exists():
        hint = f"go on with 'battlemat resume {save}' or name another file"
        raise click.BadParameter(f"{save} is there already; {hint}", param_hint="--save")
    choices = chosen(mission=mission, map=map, environment=environment, red=red, blue=blue, cap=cap)
    choices.update(readings)
    book = house.find(rulebook)
    people = [side for side, seat in (("red", seat_red), ("blue", seat_blue)) if seat == HUMAN]
    agreed = {
        "choose_mission": choose_mission,
        "choose_leaders": choose_leaders,
        "free_form": free_form,
    }
    choices |= {key: "yes" for key, said in agreed.items() if said}
    if edit_terrain:
        choices["edit_terrain"] = people[0] if len(people) == 1 else "blue"
    if secret:
        choices |= select_secretly(house, rulebook, people, choices)
    setup = house.setup(rulebook, **choices)
    source = SeededDice(seed or secrets.token_hex(8)) if dice == "seed" else None
    log = Log(book)
    game = Game(book, setup, dice=source, log=log)
    _brief(setup)
    sides = dict(zip(book.players, (seat_red, seat_blue), strict=True))
    sit(house, game, Seats(sides, Windows(windows), save), log)


def _brief(setup: Setup) -> None:
    """What the game is about, where the content says so."""
    mission = setup.get("mission")
    if not isinstance(mission, Mapping):
        return
    told = [str(mission.get(key, "")).strip() for key in ("name", "briefing")]
    words = " ".join(part if part[-1] in ".!?" else f"{part}." for part in told if part)
    if words:
        click.echo(fill(" ".join(words.split()), 78))
