"""The options that say who sits where: people, and machine opponents by the names of levels."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from battlemat.kernel.near import did_you_mean
from battlemat.players import registry
from battlemat.players.driver import Windows
from battlemat.players.levels import DEFAULT

F = TypeVar("F", bound=Callable[..., Any])

HUMAN = "human"


def player_named(name: str) -> str:
    """The name of a machine player as it is called now; `UnknownPlayer` if there is none.

    `module:Class` is looked for in the folder where the command is given, too.
    """
    if ":" in name and (here := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, here)
    return registry.checked_here(name)


def _seat(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """Who answers for a side: a person, or a level; names of old saves are understood."""
    if value == HUMAN:
        return value
    try:
        return player_named(value)
    except registry.UnknownPlayer as error:
        told = str(error)
        if ":" not in value:
            hint = did_you_mean(value, [HUMAN, *(one.name for one in registry.opponents())])
            told = f"there is no player '{value}'{hint}"
        raise click.BadParameter(told, ctx, param) from None


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    del ctx, param
    known = (HUMAN, *(one.name for one in registry.opponents()))
    return [name for name in known if name.startswith(incomplete)]


def _seat_option(side: str, usual: str) -> Callable[[F], F]:
    return click.option(
        f"--seat-{side}",
        default=usual,
        callback=_seat,
        shell_complete=_complete,
        metavar="|".join((HUMAN, *registry.names(), "MODULE:CLASS")),
        show_default=True,
        help=f"Who plays {side}; 'battlemat opponents' tells the levels apart.",
    )


def seat_options(function: F) -> F:
    """--seat-red, --seat-blue and --windows: who answers, and when people are asked."""
    for option in (
        click.option(
            "--windows",
            type=click.Choice([policy.value for policy in Windows]),
            default=Windows.MATTER.value,
            show_default=True,
            help="When to ask you about optional things such as re-rolls.",
        ),
        _seat_option("blue", DEFAULT),
        _seat_option("red", HUMAN),
    ):
        function = option(function)
    return function
