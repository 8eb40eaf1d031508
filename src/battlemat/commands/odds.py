"""`battlemat odds`: the exact chances of what may be chosen in a position."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from battlemat.commands.shared.guard import Failure
from battlemat.commands.shared.house import House
from battlemat.commands.shared.options import FILE
from battlemat.kernel.game import Game
from battlemat.kernel.odds import Odds, odds
from battlemat.kernel.plans import plan_odds
from battlemat.kernel.questions import Choice
from battlemat.kernel.record import FORMAT, read, resume
from battlemat.kernel.scenario import play
from battlemat.kernel.words import say
from battlemat.players.lookahead import TooMany, bounded_odds
from battlemat.players.terminal.menu import is_attack

MOST_WAYS = 20_000
LONGEST = 24
"""A fraction with more figures than this tells nobody anything; JSON has it whole."""


@click.command(short_help="The exact odds of what may be chosen.")
@click.argument("file", type=FILE)
@click.option(
    "--answer",
    "answers",
    multiple=True,
    help="The option to count, by its text; otherwise every attack. Several are a plan.",
)
@click.option("--json", "as_json", is_flag=True, help="Print fractions and per cents as JSON.")
@click.pass_obj
def command(house: House, file: Path, answers: tuple[str, ...], as_json: bool) -> None:
    """The exact odds of what may be chosen where a scenario or a saved game stands.

    Nothing is sampled: every way the dice can fall is counted with the rules themselves. Several
    answers are a plan that is carried out one after another, such as a whole activation; what has
    become impossible on the way is left out.

    \b
    Examples:
      battlemat odds dispute.yaml
      battlemat odds dispute.yaml --answer "shoot R1 B2 rifle" --json
      battlemat odds dispute.yaml --answer "move R1 c4" --answer "shoot R1 B2 rifle"
    """
    game = _position(house, file)
    if not isinstance(game.question, Choice):
        raise Failure(say("{file}: nothing is to be chosen where this ends", file=file))
    texts: Sequence[str] = answers or _attacks(game, game.question)
    if not texts:
        raise Failure(
            say("{file}: no attack is offered here; name an option with --answer", file=file)
        )
    if len(answers) > 1:
        planned = plan_odds(game, answers)
        tables = {"; ".join(answers): planned.odds}
        for text in planned.unused:
            click.echo(f"note: '{text}' is never possible in this plan", err=True)
    else:
        tables = {text: _count(game, text) for text in texts}
    if as_json:
        click.echo(json.dumps({text: _plain(found) for text, found in tables.items()}, indent=2))
        return
    for text, found in tables.items():
        click.echo(text)
        for what, chance in found.ranked():
            exactly = f"  ({chance})" if len(str(chance)) <= LONGEST else ""
            click.echo(f"  {100 * float(chance):7.3f} %  {what}{exactly}")
        if found.missing:
            click.echo(f"  left out: less than {float(found.missing):.1g}")


def _count(game: Game[Any], text: str) -> Odds:
    """The odds of an option; a chain that would take too long is followed until it is tiny."""
    option = game.read(text)
    try:
        return bounded_odds(game, option, MOST_WAYS)
    except TooMany:
        return odds(game, option)


def _position(house: House, file: Path) -> Game[Any]:
    """Where the file ends: a saved game or a scenario."""
    text = file.read_text(encoding="utf-8")
    if text.startswith(FORMAT):
        record = read(text)
        return resume(house.find(record.rulebook), record)
    scenario = house.scenario(file)
    return play(house.find(scenario.rulebook), scenario)


def _attacks(game: Game[Any], choice: Choice) -> list[str]:
    battle, rulebook = game.battle, game.rulebook
    sides = {piece.id: piece.side for piece in rulebook.scene(battle).pieces}
    handles = [rulebook.handle(battle, choice, option) for option in choice.listed]
    return [handle.text for handle in handles if is_attack(handle, sides)]


def _plain(found: Odds) -> dict[str, Any]:
    outcomes = [
        {"outcome": what, "fraction": str(chance), "per_cent": round(100 * float(chance), 6)}
        for what, chance in found.ranked()
    ]
    return {"outcomes": outcomes, "missing": float(found.missing)}
