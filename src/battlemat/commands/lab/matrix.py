"""`battlemat lab matrix`: all squads against all."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, product

import click

from battlemat.commands.lab.duels import (
    Entrants,
    estimates,
    facts,
    in_turn,
    judged,
    listed_missions,
    missions_option,
    play_all,
)
from battlemat.commands.lab.options import Asked, lab_command, named
from battlemat.commands.shared.guard import Unreadable
from battlemat.commands.shared.house import House
from battlemat.kernel.errors import BattlematError
from battlemat.lab.plots import Heat, Ranges
from battlemat.lab.report import Report, Table, games_of
from battlemat.lab.summary import Range

KINDS = ("squad", "army", "force")
"""What a side may bring is called differently from book to book."""


@click.command("matrix", short_help="Play all squads against all.")
@click.option("--squads", metavar="A,B,...", help="Which squads; by default all that are shipped.")
@click.option("--against", metavar="A,B,...", help="Let them meet these alone, and not each other.")
@missions_option
@lab_command
def command(
    house: House, asked: Asked, squads: str | None, against: str | None, missions: str | None
) -> tuple[Report, bool]:
    """Play all squads against all, each two until it is known which is stronger, or how little.

    Squads that cannot meet in the mission are left out, and named.

    \b
    Example:
      battlemat lab matrix skirm3 --levels recruit --width 20 --html matrix.html
      battlemat lab matrix skirm3 --levels captain --missions all --until bounds --games 40
      battlemat lab matrix openfire --squads frontier-company --against road-column,shock-company
    """
    names = named(squads) if squads else _shipped(house, asked.rulebook)
    others = named(against) if against else []
    pairs, left_out = _pairings(
        house, asked, names, others, listed_missions(house, asked, missions)
    )
    meetings = [pair.meeting for pair in pairs]
    standings = estimates(asked, meetings)
    finished = play_all(house, asked, "matrix", meetings, standings)
    cells: dict[tuple[str, str], Range] = {}
    rows = []
    for pair, meeting in zip(pairs, meetings, strict=True):
        found = standings[meeting.name]
        if not found.pairs:
            continue  # nothing is known of it, which is not a half
        share = found.range
        cells[pair.one, pair.other] = share
        cells[pair.other, pair.one] = Range(1 - share.value, 1 - share.high, 1 - share.low)
        rows.append((pair.one, pair.other, share, 2 * len(found.pairs), found.ended.value))
    rows.sort(key=lambda row: -abs(row[2].value - 0.5))
    met = sorted({name for cell in cells for name in cell}, key=[*names, *others].index)
    told = {"meetings": str(len(pairs)), **facts(asked, standings), **judged(asked, standings)}
    if left_out:
        told["left out"] = ", ".join(left_out)
    question = "Squads against others" if others else "All against all"
    report = Report(
        f"{question}, {house.find(asked.rulebook).title}",
        asked.command,
        told,
        [
            Table("By squad", ("squad", "mean share", "stronger than", "weaker than"), _by(cells)),
            Table("By meeting", ("squad", "against", "share", "games", "stopped"), rows),
        ],
        [
            Heat("Share of the row against the column, in per cent", met, cells),
            Ranges("Share by meeting", [(f"{row[0]} / {row[1]}", row[2]) for row in rows]),
        ],
        games_of(meetings, standings),
    )
    return report, finished


def _shipped(house: House, rulebook: str) -> list[str]:
    for kind in KINDS:
        if found := house.listed(rulebook, kind):
            return [entry.id for entry in found]
    raise Unreadable(f"no squads are shipped for {rulebook}; name some with --squads")


def _pairings(
    house: House, asked: Asked, names: list[str], others: list[str], missions: list[str]
) -> tuple[list[Entrants], list[str]]:
    """Who can meet, and who is left out because they can meet nobody.

    Squads meet each other, or the others alone where some are named.
    """
    wanted: Iterable[tuple[str, str]] = product(names, others) if others else combinations(names, 2)
    found, why = [], None
    for one, other in wanted:
        try:
            found.append(in_turn(house, asked, one, other, missions))
        except (BattlematError, Unreadable) as error:
            why = error
    if not found:
        raise Unreadable(f"no two of these squads can meet: {why or 'two are needed'}")
    met = {name for pair in found for name in (pair.one, pair.other)}
    return found, [name for name in [*names, *others] if name not in met]


def _by(cells: dict[tuple[str, str], Range]) -> list[tuple[str, str, int, int]]:
    """For each squad its mean share, and of how many others it is known to be stronger."""
    rows = []
    for name in {one for one, _ in cells}:
        own = [share for (one, _), share in cells.items() if one == name]
        mean = sum(share.value for share in own) / len(own)
        above = sum(share.low > 0.5 for share in own)
        below = sum(share.high < 0.5 for share in own)
        rows.append((mean, name, above, below))
    rows.sort(key=lambda row: (-row[0], row[1]))
    return [(name, f"{100 * mean:.1f} %", above, below) for mean, name, above, below in rows]
