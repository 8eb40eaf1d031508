"""`battlemat lab first`: what a side, and choosing first, are worth on each map."""

from __future__ import annotations

from collections.abc import Sequence

import click

from battlemat.commands.lab.duels import entrants, estimates, facts, judged, play_all, share_of
from battlemat.commands.lab.options import Asked, lab_command, named
from battlemat.commands.shared.guard import Unreadable
from battlemat.commands.shared.house import House
from battlemat.kernel.errors import BattlematError
from battlemat.lab.plots import Ranges
from battlemat.lab.report import Report, Table, games_of
from battlemat.lab.runner import Meeting
from battlemat.lab.standing import first_share, side_share

USUAL = "as usual"
"""The one row of a game that has nothing to choose from."""


@click.command("first", short_help="Measure the advantage of a side and of choosing first.")
@click.option("--red", metavar="ID|FILE", help="A squad.")
@click.option("--blue", metavar="ID|FILE", help="Another squad, or the same.")
@click.option(
    "--over",
    type=click.Choice(["map", "mission"]),
    default="map",
    show_default=True,
    help="For each map, or for each mission with the forces and the map that it names.",
)
@click.option("--only", metavar="A,B,...", help="Which maps or missions; by default all.")
@lab_command
def command(
    house: House, asked: Asked, red: str | None, blue: str | None, over: str, only: str | None
) -> tuple[Report, bool]:
    """Measure what a side is worth on each map, and what it is worth to choose first.

    Squads change sides in each pair, so that their strength cancels out; with --fixed they do not,
    and the share of a side is that of its forces too. Maps that do not fit are left out, and named.
    A game that has no maps is measured as it is usually played.

    \b
    Example:
      battlemat lab first skirm3 --levels recruit --width 15
    """
    one, other = house.find(asked.rulebook).players
    wanted = named(only) if only else _listed(house, asked, over)
    meetings, left_out, why = [], [], None
    for name in wanted:
        try:
            who = entrants(house, asked, red, blue, **({} if name == USUAL else {over: name}))
            meetings.append(Meeting(name, who.duel))
        except (BattlematError, Unreadable) as error:
            left_out.append(name)
            why = error
    if not meetings:
        raise Unreadable(f"none of these can be played: {why}")
    standings = estimates(asked, meetings, side_share(one))
    finished = play_all(house, asked, "first", meetings, standings)
    confidence = asked.aim.confidence
    rows = [
        (
            meeting.name,
            found.range,
            share_of(found.pairs, first_share, confidence),
            2 * len(found.pairs),
            found.ended.value,
        )
        for meeting in meetings
        if (found := standings[meeting.name]).pairs
    ]
    told = {**facts(asked, standings), **judged(asked, standings)}
    if left_out:
        told["left out"] = ", ".join(left_out)
    report = Report(
        f"Sides by {over}, {house.find(asked.rulebook).title}",
        asked.command,
        told,
        [
            Table(
                "",
                (over, f"share of {one}", "share of the first to choose", "games", "stopped"),
                rows,
            )
        ],
        [
            Ranges(f"Share of {one} (the rest is {other}'s)", [(row[0], row[1]) for row in rows]),
            Ranges("Share of whoever chose first", [(row[0], row[2]) for row in rows]),
        ],
        games_of(meetings, standings),
    )
    return report, finished


def _listed(house: House, asked: Asked, kind: str) -> Sequence[str]:
    """The maps or missions that are shipped; where there are none, what is usually played."""
    found = house.listed(asked.rulebook, kind) or house.listed(asked.rulebook, "board")
    return [entry.id for entry in found] or [USUAL]
