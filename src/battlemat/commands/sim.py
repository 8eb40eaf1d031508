"""`battlemat sim`: many games between two machine players."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import asdict
from io import StringIO
from pathlib import Path
from time import perf_counter

import click

from battlemat.commands.shared.house import House
from battlemat.commands.shared.options import (
    choice_options,
    chosen,
    readings_option,
    rulebook_argument,
)
from battlemat.commands.shared.playing import INTERRUPTED, Crew, crew_options, play_on
from battlemat.commands.shared.seats import player_named
from battlemat.lab.duel import Duel, Outcome
from battlemat.lab.results import about, digest
from battlemat.lab.runner import Meeting
from battlemat.lab.standing import Counted
from battlemat.lab.summary import Range, Summary, summarise
from battlemat.players import registry


def _two_players(ctx: click.Context, param: click.Parameter, value: str) -> tuple[str, str]:
    names = [name.strip() for name in value.split(",")]
    if len(names) != 2:
        raise click.BadParameter("two players are wanted, such as 'captain,sergeant'", ctx, param)
    try:
        one, two = map(player_named, names)
    except registry.UnknownPlayer as error:
        raise click.BadParameter(str(error), ctx, param) from None
    return one, two


@click.command(short_help="Play many games between machines.")
@rulebook_argument
@click.option("--games", type=click.IntRange(1), default=100, show_default=True)
@click.option(
    "--players",
    callback=_two_players,
    default="sergeant,recruit",
    show_default=True,
    metavar="A,B",
    help=f"Two of: {', '.join(registry.names())}; {' and '.join(registry.YARDSTICKS)}; installed "
    "ones; or MODULE:CLASS.",
)
@choice_options
@readings_option
@click.option("--seed", default="1", show_default=True, help="The same seed, the same games.")
@crew_options
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Print one line for each game as CSV.")
@click.pass_obj
def command(
    house: House,
    rulebook: str,
    games: int,
    players: tuple[str, str],
    mission: str | None,
    map: str | None,
    environment: str | None,
    red: str | None,
    blue: str | None,
    cap: str | None,
    readings: dict[str, str],
    seed: str,
    workers: int,
    cluster: str | None,
    results: Path | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Play many games between two machine players and add them up.

    The players change sides from game to game, and two games each share their dice. The same seed
    gives the same games whatever --workers.

    \b
    Example:
      battlemat sim skirm3 --games 200 --players captain,sergeant --seed 7
    """
    if as_json and as_csv:
        raise click.UsageError("--json or --csv, not both")
    choices = chosen(mission=mission, map=map, environment=environment, red=red, blue=blue, cap=cap)
    choices.update(readings)
    duel = Duel(rulebook, house.setup(rulebook, **choices), players, seed)
    started = perf_counter()
    meeting = Meeting("sim", duel)
    counted = Counted((games + 1) // 2)
    told_of = about(
        house.find(rulebook), question="sim", players=list(players), seed=seed, setups=digest(duel)
    )
    crew = Crew(min(workers, games), cluster, results)
    finished = play_on(house, [meeting], {"sim": counted}, crew, told_of)
    outcomes = [game for pair in counted.pairs for game in pair.games][:games]
    seconds = perf_counter() - started
    summary = summarise(outcomes)
    if as_json:
        told = {
            "rulebook": rulebook,
            "players": players,
            "seed": seed,
            **asdict(summary),
            "seconds": round(seconds, 3),
            "outcomes": [asdict(outcome) for outcome in outcomes],
        }
        click.echo(json.dumps(told, indent=2))
    elif as_csv:
        click.echo(_table(duel, outcomes), nl=False)
    else:
        click.echo("\n".join(_lines(duel, summary, seconds)))
    if not finished:
        raise click.exceptions.Exit(INTERRUPTED)


COLUMNS = (
    *("game", "seed", "red", "blue", "winner", "red_score", "blue_score"),
    *("first", "decisions", "rolls", "reason", "digest"),
)
"""The columns of --csv: who plays a side, which side wins ("" for none) and which chose first."""


def _table(duel: Duel, outcomes: list[Outcome]) -> str:
    paper = StringIO()
    sheet = csv.writer(paper, lineterminator="\n")
    sides = sorted(outcomes[0].sides, reverse=True)
    sheet.writerow(
        [column.replace("red", sides[0]).replace("blue", sides[1]) for column in COLUMNS]
    )
    for one in outcomes:
        entrants = [one.sides.index(side) for side in sides]
        winner = "" if one.winner is None else one.sides[one.winner]
        names = [duel.players[entrant] for entrant in entrants]
        scores = [one.scores[entrant] for entrant in entrants]
        counts = [one.decisions, one.rolls, one.reason, one.digest]
        sheet.writerow(
            [one.number, one.seed, *names, winner, *scores, one.sides[one.first], *counts]
        )
    return paper.getvalue()


def _lines(duel: Duel, summary: Summary, seconds: float) -> Iterator[str]:
    games = summary.games
    yield f"{games} games of {duel.rulebook}, seed {duel.seed}"
    for entrant, name in enumerate(duel.players):
        rate, score = summary.win_rates[entrant], summary.mean_scores[entrant]
        wins = f"{summary.wins[entrant]:>5} wins  {_share(rate)}"
        yield f"  {'AB'[entrant]} {name:<10}{wins}   mean score {score:.2f}"
    yield f"    {'draws':<10}{summary.draws:>5}"
    if summary.unfinished:
        yield f"    {'unfinished':<10}{summary.unfinished:>5}"
    for side, won in summary.side_wins.items():
        yield f"    {side:<10}{won:>5} wins  {_share(summary.side_rates[side])}"
    edge = summary.edge
    words = f"{100 * edge.value:+.1f} % ({100 * edge.low:+.1f} to {100 * edge.high:+.1f})"
    yield f"  edge of the first to choose: {words}"
    speed = f"{games / seconds:.1f} games/s, {summary.decisions / seconds:.0f} decisions/s"
    yield f"  {summary.decisions} decisions, {summary.rolls} rolls, {seconds:.1f} s: {speed}"


def _share(rate: Range) -> str:
    return f"{100 * rate.value:5.1f} % ({100 * rate.low:.1f} to {100 * rate.high:.1f})"
