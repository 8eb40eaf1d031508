"""Arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from battlemat.commands.shared.house import House
from battlemat.kernel.near import did_you_mean

F = TypeVar("F", bound=Callable[..., Any])

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
NEW_FILE = click.Path(dir_okay=False, path_type=Path)


def known_rulebook(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """The name of a rulebook; a wrong one is answered with the nearest right one."""
    house = ctx.ensure_object(House)
    if value is None or house.has(value):
        return value
    hint = did_you_mean(value, list(house.names()))
    raise click.BadParameter(f"there is no rulebook '{value}'{hint}", ctx, param)


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    del param
    return [name for name in ctx.ensure_object(House).names() if name.startswith(incomplete)]


def rulebook_argument(function: F) -> F:
    """The argument RULEBOOK, which shells complete."""
    decorate = click.argument("rulebook", callback=known_rulebook, shell_complete=_complete)
    return decorate(function)


def rulebook_option(function: F) -> F:
    """The option --rulebook: whose files are meant."""
    decorate = click.option(
        "--rulebook",
        default="skirm3",
        show_default=True,
        callback=known_rulebook,
        shell_complete=_complete,
        help="Whose files are meant.",
    )
    return decorate(function)


def _speak(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if value is not None:
        from battlemat.keeping.catalogues import BadCatalogue, catalogue
        from battlemat.kernel.words import speak

        try:
            speak(catalogue(value))
        except BadCatalogue as error:
            raise click.BadParameter(str(error), ctx, param) from None
    return value


def words_option(function: F) -> F:
    """The option --words: the language of everything that is said from now on."""
    decorate = click.option(
        "--words",
        metavar="FILE",
        envvar="BATTLEMAT_WORDS",
        callback=_speak,
        expose_value=False,
        help="Speak the sentences of a catalogue: a .po or .json file ('battlemat words'), or "
        "'marked', which shows what is in no catalogue.",
    )
    return decorate(function)


def choice_options(function: F) -> F:
    """--mission, --map, --environment, --red and --blue: what is played, by id or file; --cap."""
    function = click.option(
        "--cap", metavar="EP", help="What each squad may spend, if you agree on another cap."
    )(function)
    for name, words in (
        ("--blue", "Blue's squad: an id ('battlemat squads RULEBOOK') or a file."),
        ("--red", "Red's squad: an id ('battlemat squads RULEBOOK') or a file."),
        ("--environment", "The environment and its events, 'none' for none."),
        (
            "--map",
            "The map: an id ('battlemat maps RULEBOOK'), a file, or random:SEED for one that is "
            "made from a seed.",
        ),
        ("--mission", "The mission: an id ('battlemat missions RULEBOOK') or a file."),
    ):
        function = click.option(name, metavar="ID|FILE", help=words)(function)
    return function


def readings_option(function: F) -> F:
    """--reading CLAUSE=print|intent, as often as wanted."""
    words = "Read a clause as printed or as meant, such as skirm2.combat.saves=print."
    decorate = click.option(
        "--reading",
        "readings",
        metavar="CLAUSE=WAY",
        multiple=True,
        callback=_readings,
        help=words,
    )
    return decorate(function)


def _readings(
    ctx: click.Context, param: click.Parameter, values: tuple[str, ...]
) -> dict[str, str]:
    found = {}
    for value in values:
        clause, sign, way = value.partition("=")
        if not sign or way not in ("print", "intent"):
            wanted = "CLAUSE=print or CLAUSE=intent is wanted"
            raise click.BadParameter(f"{wanted}, not '{value}'", ctx, param)
        found[clause] = way
    return found


def chosen(**choices: str | None) -> dict[str, str]:
    """The choices that were made; the others are left to their defaults."""
    return {name: value for name, value in choices.items() if value is not None}
