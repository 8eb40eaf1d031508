"""The options that say who sits where: people, and machine players by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from battlemat.players import registry
from battlemat.players.driver import Windows

F = TypeVar("F", bound=Callable[..., Any])

HUMAN = "human"


def seat_options(function: F) -> F:
    """--seat-red, --seat-blue and --windows: who answers, and when people are asked."""
    seats = click.Choice([HUMAN, *registry.names()])
    for option in (
        click.option(
            "--windows",
            type=click.Choice([policy.value for policy in Windows]),
            default=Windows.MATTER.value,
            show_default=True,
            help="When to ask you about optional things such as re-rolls.",
        ),
        click.option("--seat-blue", type=seats, default="greedy", show_default=True),
        click.option("--seat-red", type=seats, default=HUMAN, show_default=True),
    ):
        function = option(function)
    return function
