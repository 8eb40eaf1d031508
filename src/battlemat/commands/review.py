"""`battlemat review`: a saved game looked over by the coach."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from battlemat.commands.shared.house import House
from battlemat.commands.shared.options import FILE
from battlemat.commands.shared.sitting import in_words
from battlemat.keeping import saves
from battlemat.kernel.record import resume
from battlemat.players.coach import Move, Review, review

BARS = "▁▂▃▄▅▆▇█"
WIDTH = 60


@click.command(short_help="Look over a saved game: luck, choices, turning points.")
@click.argument("file", type=FILE)
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@click.pass_obj
def command(house: House, file: Path, as_json: bool) -> None:
    """Look over a saved game: who won it by choice, who by luck, and where it turned.

    Chances to win are estimates, made to compare moves with each other.

    \b
    Example:
      battlemat review evening.battlemat
    """
    record = saves.load(file)
    book = house.find(record.rulebook)
    game = resume(book, record)
    if not game.answers:
        raise click.UsageError("nobody has answered anything in this game so far")
    with _Progress(len(game.answers)) as watch:
        found = review(book, record.setup, game.answers, watch=watch)
    if as_json:
        click.echo(json.dumps(_plain(found), indent=2))
        return
    click.echo(in_words(game.result) if game.result else "The game is not over.")
    click.echo("\n".join(_lines(found)))


class _Progress:
    """A bar on a terminal, and nothing elsewhere."""

    def __init__(self, length: int) -> None:
        self._bar = (
            click.progressbar(length=length, label="Looking", file=sys.stderr)
            if sys.stderr.isatty()
            else None
        )

    def __enter__(self) -> Any:
        if self._bar is None:
            return None
        self._bar.__enter__()
        return self._step

    def _step(self, number: int, _of: int) -> None:
        if self._bar is not None:
            self._bar.update(number - self._bar.pos)

    def __exit__(self, *error: Any) -> None:
        if self._bar is not None:
            self._bar.__exit__(*error)


def _plain(found: Review) -> dict[str, Any]:
    """The review as JSON values."""
    return {
        "players": {
            player: {"lost": round(found.lost(player), 4), "luck": round(found.luck(player), 4)}
            for player in found.players
        },
        "curve": [[number, round(chance, 4)] for number, chance in found.curve],
        "moves": [_move(move) for move in found.moves],
        "turning_points": [move.number for move in found.turning_points],
    }


def _move(move: Move) -> dict[str, Any]:
    told = asdict(move)
    del told["best"]
    best = {"text": move.best.text, "told": move.best.told, "chance": move.best.chance}
    return {**told, "best": best, "lost": move.lost, "luck": move.luck}


def _lines(found: Review) -> Iterator[str]:
    first = found.players[0]
    yield f"{first.capitalize()}'s chance to win:  {_curve(found)}"
    for player in found.players:
        lost, luck = 100 * found.lost(player), 100 * found.luck(player)
        yield f"  {player}: {lost:.0f} points of chance given away by choices, luck {luck:+.0f}"
    yield "Where the game turned"
    for rank, move in enumerate(found.turning_points, 1):
        yield from _told(rank, move)


def _told(rank: int, move: Move) -> Iterator[str]:
    head = f"  {rank}. Answer {move.number}, {move.player}: {move.told}"
    yield f"{head}; chance to win {_per_cent(move.before)}, then {_per_cent(move.after)}"
    if move.lost > 0.005:
        chances = f"{_per_cent(move.best.chance)} beside {_per_cent(move.made)}"
        yield f"     The best found was “{move.best.told}” ({chances})."
    else:
        yield f"     Nothing better was found ({_per_cent(move.made)} on average)."
    yield f"     By choice {-100 * move.lost:+.0f}, by luck {100 * move.luck:+.0f}."
    if move.outcomes:
        odds = ", ".join(f"{what} {_per_cent(chance)}" for what, chance in move.outcomes[:4])
        yield f"     The odds were: {odds}."


def _curve(found: Review) -> str:
    """The chances as a row of bars, from the start to the end."""
    chances = [chance for _, chance in found.curve]
    few = [chances[len(chances) * at // WIDTH] for at in range(WIDTH)]
    few = chances if len(chances) <= WIDTH else few
    if "utf" not in (sys.stdout.encoding or "").lower():
        return " ".join(f"{100 * chance:.0f}" for chance in few[:: max(1, len(few) // 12)])
    return "".join(BARS[min(7, int(8 * chance))] for chance in few)


def _per_cent(chance: float) -> str:
    return f"{100 * chance:.0f} %"
