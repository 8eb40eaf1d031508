"""The options that say who sits where: people, and machine opponents by the names of levels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from battlemat.kernel.near import did_you_mean
from battlemat.players import registry
from battlemat.players.driver import Windows
from battlemat.players.levels import DEFAULT

F = TypeVar("F", bound=Callable[..., Any])

HUMAN = "human"


def _seat(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """Who answers for a side: a person, or a level; names of old saves are understood."""
    if value == HUMAN:
        return value
    try:
        return registry.checked(value)
    except registry.UnknownPlayer:
        hint = did_you_mean(value, [HUMAN, *registry.names()])
        raise click.BadParameter(f"there is no player '{value}'{hint}", ctx, param) from None


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    del ctx, param
    return [name for name in (HUMAN, *registry.names()) if name.startswith(incomplete)]


def _seat_option(side: str, usual: str) -> Callable[[F], F]:
    return click.option(
        f"--seat-{side}",
        default=usual,
        callback=_seat,
        shell_complete=_complete,
        metavar="|".join((HUMAN, *registry.names())),
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
