"""`battlemat lab duel`: two squads against each other."""

from __future__ import annotations

import click

from battlemat.commands.lab.duels import (
    estimates,
    facts,
    in_turn,
    listed_missions,
    missions_option,
    play_all,
    share_of,
    verdict,
)
from battlemat.commands.lab.options import Asked, lab_command
from battlemat.commands.shared.house import House
from battlemat.lab.plots import Course, Ranges
from battlemat.lab.report import Report, Table, games_of
from battlemat.lab.standing import first_share, side_share
from battlemat.lab.summary import Range


@click.command("duel", short_help="Play two squads against each other until it is known.")
@click.option("--red", metavar="ID|FILE", help="The first squad.")
@click.option("--blue", metavar="ID|FILE", help="The second squad.")
@missions_option
@lab_command
def command(
    house: House, asked: Asked, red: str | None, blue: str | None, missions: str | None
) -> tuple[Report, bool]:
    """Play two squads against each other until it is known which is stronger, or how little.

    Games come in mirrored pairs: the same dice, the squads change sides. It stops when the range
    of the share of points is as narrow as asked, or when it lies on one side of 50 %; such ranges
    stay true however often one looks. Ctrl-C tells what is known; --results FILE goes on later.

    \b
    Example:
      battlemat lab duel skirm3 --red tolands-line --blue hungry-tide --html duel.html
    """
    who = in_turn(house, asked, red, blue, listed_missions(house, asked, missions))
    meeting = who.meeting
    standings = estimates(asked, [meeting])
    finished = play_all(house, asked, "duel", [meeting], standings)
    found = standings[meeting.name]
    share = found.range
    other = Range(1 - share.value, 1 - share.high, 1 - share.low)
    sides = house.find(asked.rulebook).players
    confidence = asked.aim.confidence
    told = [(side, share_of(found.pairs, side_share(side), confidence)) for side in sides]
    told.append(("whoever chose first", share_of(found.pairs, first_share, confidence)))
    games = [game for pair in found.pairs for game in pair.games]
    won = [sum(game.winner == entrant for game in games) for entrant in (0, 1)]
    drawn = len(games) - sum(won)
    report = Report(
        f"{meeting.name}, {house.find(asked.rulebook).title}",
        asked.command,
        {
            "answer": verdict(who.one, who.other, found),
            "stopped": found.ended.value,
            **facts(asked, standings),
        },
        [
            Table(
                "Share of the points",
                ("squad", "share", "won", "drawn", "lost"),
                [
                    (who.one, share, won[0], drawn, won[1]),
                    (who.other, other, won[1], drawn, won[0]),
                ],
            ),
            Table("Sides", ("side", "share"), told),
        ],
        [
            Ranges("Share of the points", [(who.one, share), (who.other, other), *told]),
            Course(f"Share of {who.one}, pair by pair", found.course),
        ],
        games_of([meeting], standings),
    )
    return report, finished
