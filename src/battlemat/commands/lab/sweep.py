"""`battlemat lab sweep`: vary one thing and see what it changes."""

from __future__ import annotations

from dataclasses import replace

import click

from battlemat.commands.lab.duels import Entrants, entrants, estimates, facts, play_all
from battlemat.commands.lab.options import Asked, lab_command, named
from battlemat.commands.shared.guard import Unreadable
from battlemat.commands.shared.house import House
from battlemat.kernel.errors import BattlematError
from battlemat.lab.duel import Duel
from battlemat.lab.plots import Response
from battlemat.lab.report import Report, Table, games_of
from battlemat.lab.runner import Meeting
from battlemat.lab.tweaks import SWITCH, changed

CHOICES = ("mission", "map", "environment", "cap", "red", "blue")


def _varied(ctx: click.Context, param: click.Parameter, value: str) -> tuple[str, list[str]]:
    path, sign, values = value.partition("=")
    found = named(values, "|" if "|" in values else ",")
    if not sign or not path.strip() or "" in found or len(found) < 2:
        wanted = "WHAT=VALUE,VALUE with two values at least is wanted"
        raise click.BadParameter(f"{wanted}, not '{value}'", ctx, param)
    return path.strip(), found


@click.command("sweep", short_help="Vary one thing and see what it changes.")
@click.option("--red", metavar="ID|FILE", help="The first squad, whose share is told.")
@click.option("--blue", metavar="ID|FILE", help="The second squad.")
@click.option(
    "--vary",
    required=True,
    callback=_varied,
    metavar="WHAT=V1,V2,...",
    help="What is varied, and its values (split by | where they have commas).",
)
@lab_command
def command(
    house: House,
    asked: Asked,
    red: str | None,
    blue: str | None,
    vary: tuple[str, list[str]],
) -> tuple[Report, bool]:
    """Vary one thing and see how the share of the first squad answers.

    \b
    What can be varied:
      mission, map, environment, cap, red, blue   what is played, by id or file
      skirm2.combat.saves=print,intent            how a clause is read
      A.units.toland.stats.arm=3,4,5              something of the first squad (B: the second);
                                                  units by id, kind or name, * for all
      switch:smoke=on,off                         an optional rule of Skirmishers
      setup.mission.rounds=5,6,7                  anything else of a setup

    \b
    Example:
      battlemat lab sweep skirm3 --levels recruit --vary A.units.*.stats.arm=3,4,5
    """
    what, values = vary
    who = None if what in CHOICES else entrants(house, asked, red, blue)
    try:
        meetings = [
            Meeting(f"{what}={value}", _duel(house, asked, who, (red, blue), what, value))
            for value in values
        ]
    except BattlematError as error:
        raise Unreadable(str(error)) from error
    standings = estimates(asked, meetings)
    finished = play_all(house, asked, "sweep", meetings, standings)
    points = [
        (value, one)
        for value, meeting in zip(values, meetings, strict=True)
        if (one := standings[meeting.name]).pairs
    ]
    name = who.one if who else "the first squad"
    report = Report(
        f"{what}, varied: the share of {name}, {house.find(asked.rulebook).title}",
        asked.command,
        facts(asked, standings),
        [
            Table(
                "",
                (what, "share", "games", "stopped"),
                [(value, one.range, 2 * len(one.pairs), one.ended.value) for value, one in points],
            )
        ],
        [Response(f"Share of {name} by {what}", [(value, one.range) for value, one in points])],
        games_of(meetings, standings),
    )
    return report, finished


def _duel(
    house: House,
    asked: Asked,
    who: Entrants | None,
    squads: tuple[str | None, str | None],
    what: str,
    value: str,
) -> Duel:
    """The duel with one thing changed; the rulebook says whether it can be."""
    if who is None:
        if what in ("red", "blue"):
            red, blue = (value, squads[1]) if what == "red" else (squads[0], value)
            return entrants(house, asked, red, blue).duel
        return entrants(house, asked, *squads, **{what: value}).duel
    if what.startswith(f"{asked.rulebook}."):
        one, other = squads
        return entrants(house, asked, one, other, **{what: value}).duel
    duel = who.duel
    path, sides = _place(what, house.find(asked.rulebook).players)
    setup = changed(duel.setup, path, value, side=sides[0])
    mirrored = duel.mirrored
    if mirrored is not None:
        mirrored = changed(mirrored, path, value, side=sides[1])
    for changed_setup in (setup, mirrored or setup):
        house.find(asked.rulebook).start(changed_setup)
    return replace(duel, setup=setup, mirrored=mirrored)


def _place(what: str, players: tuple[str, ...]) -> tuple[str, tuple[str | None, str | None]]:
    """A path in a setup, and at whose squad it starts in each game of a pair (None: at neither)."""
    root, _, path = what.partition(".")
    if what.startswith(SWITCH):
        return what, (None, None)
    if root == "setup":
        return path, (None, None)
    if root in ("A", "B"):
        one, other = players if root == "A" else players[::-1]
        return path, (one, other)
    known = ", ".join((*CHOICES, "A...", "B...", "setup...", "switch:..."))
    raise Unreadable(f"nothing is called '{what}'; what can be varied begins with {known}")
