"""`battlemat factions`: what a side may be made of, and what it costs."""

from __future__ import annotations

import json
from textwrap import fill
from typing import TYPE_CHECKING

import click

from battlemat.commands.shared.house import House
from battlemat.commands.shared.options import rulebook_argument

if TYPE_CHECKING:
    from battlemat.packs.prices import PriceList


@click.command(short_help="List units, gear and prices, faction by faction.")
@rulebook_argument
@click.argument("id", required=False, metavar="[ID|FILE]")
@click.option("--json", "as_json", is_flag=True, help="Print the lists as JSON.")
@click.pass_obj
def command(house: House, rulebook: str, id: str | None, as_json: bool) -> None:
    """List units, gear and prices of a faction (Skirm), a force and the weapons of the book
    (Skirmishers) or a module with its armies (Open Fire); without an ID, what there is.

    \b
    Examples:
      battlemat factions skirm3
      battlemat factions skirm3 shock-troops
      battlemat factions openfire ./my-module.yaml --json
    """
    lists = house.price_lists(rulebook, id)
    if as_json:
        click.echo(json.dumps([one.as_json() for one in lists], indent=2, ensure_ascii=False))
        return
    for one in lists:
        click.echo(f"{one.id:<22} {one.name}: {_sizes(one)}")
        if one.text:
            click.echo(_below(one.text))
        if id is not None:
            _tell(one)


def _sizes(one: PriceList) -> str:
    return ", ".join(f"{len(things)} {part}" for part, things in one.parts.items() if things)


def _tell(one: PriceList) -> None:
    for part, things in one.parts.items():
        if not things:
            continue
        click.echo(f"\n{part}")
        for thing in things:
            price = "" if thing.price is None else f", {thing.price} {one.unit}"
            click.echo(f"  {thing.id:<22} {thing.name}{price}")
            if thing.text:
                click.echo(_below(thing.text))


def _below(text: str) -> str:
    """A text below its name; ids are not broken at their hyphens."""
    indent = " " * 6
    return fill(text, 78, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
