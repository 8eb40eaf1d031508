"""`battlemat lab price`: what units should cost."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import NamedTuple

import click

from battlemat.commands.lab.duels import entrants, estimates, facts, play_all
from battlemat.commands.lab.options import Asked, lab_command
from battlemat.commands.shared.guard import Unreadable
from battlemat.commands.shared.house import House
from battlemat.kernel.errors import BattlematError, SetupError
from battlemat.kernel.near import did_you_mean
from battlemat.lab.duel import Duel
from battlemat.lab.plots import Ranges
from battlemat.lab.prices import NoPrice, Price, prices, tip
from battlemat.lab.report import Report, Table, games_of
from battlemat.lab.runner import Meeting
from battlemat.lab.squads import costs, squad_id, unit_kind, units, without
from battlemat.lab.standing import Estimate, Until, points_share


@click.command("price", short_help="Suggest what the units of a squad should cost.")
@click.option("--squad", metavar="ID|FILE", help="The squad; by default red's usual one.")
@click.option(
    "--unit", "kinds", metavar="KIND", multiple=True, help="Only these units of it, by kind."
)
@lab_command
def command(
    house: House, asked: Asked, squad: str | None, kinds: tuple[str, ...]
) -> tuple[Report, bool]:
    """Suggest what the units of a squad should cost, with the error of the suggestion.

    The squad plays against itself without one unit, for each kind of unit in it, until each share
    is known to the asked --width. How far that tips the scales is compared with what the others of
    the squad tip them for their cost; so a suggestion holds beside those others, in this squad,
    this mission, and in the hands of these players.

    \b
    Example:
      battlemat lab price skirm3 --squad tolands-line --levels recruit
    """
    asked = replace(asked, aim=replace(asked.aim, until=Until.WIDTH))
    try:
        lacking = _without_each(house, asked, squad)
    except BattlematError as error:
        raise Unreadable(str(error)) from error
    for kind in kinds:
        if kind not in lacking.duels:
            hint = did_you_mean(kind, list(lacking.duels))
            raise Unreadable(f"the squad has no '{kind}'{hint}")
    meetings = [Meeting(kind, duel) for kind, duel in lacking.duels.items()]
    standings = estimates(asked, meetings)
    finished = play_all(house, asked, "price", meetings, standings)
    tips = {
        kind: tip([points_share(pair) for pair in one.pairs])
        for kind, one in standings.items()
        if one.pairs
    }
    try:
        found = prices(tips, lacking.costs, asked.aim.confidence)
    except NoPrice as error:
        raise Unreadable(str(error)) from error
    wanted = {kind: price for kind, price in found.items() if not kinds or kind in kinds}
    told = facts(asked, standings)
    if lacking.needed:
        told["needed"] = f"the squad cannot do without {', '.join(lacking.needed)}"
    report = Report(
        f"What the units of {squad or 'the usual squad'} should cost, "
        f"{house.find(asked.rulebook).title}",
        asked.command,
        told,
        [_table(wanted, standings)],
        [
            Ranges(
                "Share of the squad against itself without the unit",
                [(kind, standings[kind].range) for kind in tips],
            )
        ],
        games_of(meetings, standings),
    )
    return report, finished


def _table(found: dict[str, Price], standings: dict[str, Estimate]) -> Table:
    rows = [
        (
            kind,
            price.cost,
            f"{price.fair:.1f} ± {price.error:.1f}" if price.error < inf else "",
            _words(price),
            standings[kind].range,
            2 * len(standings[kind].pairs),
        )
        for kind, price in found.items()
    ]
    return Table("", ("unit", "cost", "suggested", "", "share with it", "games"), rows)


def _words(price: Price) -> str:
    if price.error > price.fair:
        return "not known yet; more games would tell"
    if not price.is_wrong:
        return "as it should be, as far as is known"
    return "too cheap" if price.cost < price.fair else "too dear"


class Lacking(NamedTuple):
    """A squad against itself without one unit of each kind, what those cost, and who must stay."""

    duels: dict[str, Duel]
    costs: dict[str, int]
    needed: list[str]


def _without_each(house: House, asked: Asked, squad: str | None) -> Lacking:
    base = _mirror(house, asked, squad)
    book = house.find(asked.rulebook)
    side = book.players[0]
    cost = costs(book, base.setup, side)
    found = Lacking({}, {}, [])
    for kind, id in _one_of_each(base, side, cost).items():
        try:
            found.duels[kind] = _lacking(house, base, id)
            found.costs[kind] = cost[id]
        except SetupError:
            found.needed.append(kind)
    return found


def _mirror(house: House, asked: Asked, squad: str | None) -> Duel:
    """The squad against itself."""
    if squad is None:
        setup = house.setup(asked.rulebook, **asked.choices)
        squad = squad_id(setup, house.find(asked.rulebook).players[0])
    return entrants(house, asked, squad, squad).duel


def _one_of_each(base: Duel, side: str, cost: dict[str, int]) -> dict[str, str]:
    """A unit of each kind that costs anything, by its kind."""
    found: dict[str, str] = {}
    for unit in units(base.setup, side):
        if cost.get(str(unit["id"]), 0) > 0:
            found[unit_kind(unit)] = str(unit["id"])
    return found


def _lacking(house: House, base: Duel, id: str) -> Duel:
    """The whole squad against the one without a unit, on both sides in turn."""
    book = house.find(base.rulebook)
    one, other = book.players
    number = [unit["id"] for unit in units(base.setup, one)].index(id)
    theirs = str(units(base.setup, other)[number]["id"])
    setup = without(base.setup, other, theirs)
    mirrored = without(base.setup, one, id)
    for changed in (setup, mirrored):
        book.start(changed)
    return replace(base, setup=setup, mirrored=mirrored)
