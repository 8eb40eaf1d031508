"""`battlemat lab clauses`: which rules ever mattered in these games."""

from __future__ import annotations

from collections import Counter

import click

from battlemat.commands.lab.duels import entrants, play_all
from battlemat.commands.lab.options import Asked, lab_command
from battlemat.commands.shared.house import House
from battlemat.lab.plots import Bars
from battlemat.lab.report import Report, Table, games_of
from battlemat.lab.standing import Counted

SHOWN = 60
"""Clauses in the plot; the table has them all."""


@click.command("clauses", short_help="See which rules ever mattered in some games.")
@click.option("--red", metavar="ID|FILE", help="The first squad.")
@click.option("--blue", metavar="ID|FILE", help="The second squad.")
@lambda function: lab_command(function, most=40)
def command(house: House, asked: Asked, red: str | None, blue: str | None) -> tuple[Report, bool]:
    """See which rules ever mattered: in how many games something was done, asked or rolled by them.

    It plays the asked number of games, as --games says.

    \b
    Example:
      battlemat lab clauses skirm3 --levels recruit --games 20
    """
    meeting = entrants(house, asked, red, blue).meeting
    counted = Counted(asked.aim.most)
    finished = play_all(house, asked, "clauses", [meeting], {meeting.name: counted}, listening=True)
    games: Counter[str] = Counter()
    times: Counter[str] = Counter()
    for pair in counted.pairs:
        for clause, (in_games, told) in pair.heard.items():
            games[clause] += in_games
            times[clause] += told
    register = house.register(asked.rulebook)
    played = 2 * len(counted.pairs)
    spoke = sorted(games, key=lambda clause: (-games[clause], -times[clause], clause))
    silent = [one for one in register if one.id not in games and not one.exempt]
    report = Report(
        f"Rules that mattered in {meeting.name}, {house.find(asked.rulebook).title}",
        asked.command,
        {
            "games": str(played),
            "players": " against ".join(asked.levels),
            "spoke": f"{len(spoke)} clauses; {len(silent)} never did, of those for software",
            "seed": asked.seed,
        },
        [
            Table(
                "Clauses that spoke",
                ("clause", "title", "in games", "times a game"),
                [
                    (
                        clause,
                        register.clauses[clause].title,
                        f"{100 * games[clause] / played:.0f} %",
                        times[clause] / played,
                    )
                    for clause in spoke
                ],
            ),
            Table("Clauses that never did", ("clause", "title"), [(c.id, c.title) for c in silent]),
        ],
        [
            Bars(
                "In how many games a clause spoke",
                [(clause, games[clause] / played) for clause in spoke[:SHOWN]],
            )
        ],
        games_of([meeting], {meeting.name: counted}),
    )
    return report, finished
