"""Squads that people select for themselves, unseen by the other, and shown together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

from battlemat.commands.shared.house import House
from battlemat.kernel.errors import BattlematError
from battlemat.kernel.events import side_name
from battlemat.kernel.words import say


def select_secretly(
    house: House, rulebook: str, sides: Sequence[str], choices: Mapping[str, str]
) -> dict[str, str]:
    """What each of the sides brings: an id or a file, typed unseen and legal in this battle.

    Nothing of it is shown before everybody has selected.
    """
    found: dict[str, str] = {}
    for side in sides:
        if side not in choices:
            found[side] = _ask(house, rulebook, side, choices)
    for side, name in found.items():
        click.echo(say("{player} brings {squad}.", player=side_name(side), squad=name))
    return found


def _ask(house: House, rulebook: str, side: str, choices: Mapping[str, str]) -> str:
    others = {key: one for key, one in choices.items() if key not in ("red", "blue")}
    question = say(
        "{player}, your squad (an id or a file; it is not shown)", player=side_name(side)
    )
    while True:
        name: str = click.prompt(question, hide_input=True)
        try:
            house.setup(rulebook, **others, **{side: name.strip()})
        except BattlematError as error:
            # What is wrong is told without the name, which the other player might see.
            lines = str(error).replace(name.strip(), "...").splitlines()
            click.echo(say("That cannot be played: {why}", why=lines[0]), err=True)
        else:
            return name.strip()
