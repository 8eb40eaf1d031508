"""Duels of two squads: the setups of both games of a pair, and what they add up to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

import click

from battlemat.commands.lab.options import Asked, named
from battlemat.commands.shared.guard import Unreadable
from battlemat.commands.shared.house import House
from battlemat.commands.shared.playing import play_on
from battlemat.kernel.errors import BattlematError
from battlemat.kernel.rulebook import Setup
from battlemat.lab import certainty
from battlemat.lab.duel import Duel, Pair
from battlemat.lab.results import about, digest
from battlemat.lab.runner import Meeting
from battlemat.lab.squads import squad_id
from battlemat.lab.standing import Ended, Estimate, Share, Standing, points_share
from battlemat.lab.summary import Range

F = TypeVar("F", bound=Callable[..., Any])


class Entrants(NamedTuple):
    """Who meets: their names, and the duel that they play."""

    one: str
    other: str
    duel: Duel

    @property
    def meeting(self) -> Meeting:
        return Meeting(f"{self.one} against {self.other}", self.duel)


def entrants(
    house: House, asked: Asked, red: str | None, blue: str | None, **more: str
) -> Entrants:
    """Two squads by id or file; what is not chosen is the mission's own or the usual.

    The second game of each pair has the squads change sides, unless they are to keep them.
    """
    sides = {name: squad for name, squad in (("red", red), ("blue", blue)) if squad is not None}
    choices = {**asked.choices, **more}
    setup = house.setup(asked.rulebook, **choices, **sides)
    one, other = (sides.get(side) or squad_id(setup, side) for side in ("red", "blue"))
    mirrored: Setup | None = None
    if one and other and not asked.fixed:
        try:
            mirrored = house.setup(asked.rulebook, **choices, red=other, blue=one)
        except BattlematError as error:
            first = str(error).splitlines()[0]
            raise Unreadable(f"the squads cannot change sides ({first}); try --fixed") from error
    duel = Duel(asked.rulebook, setup, asked.levels, asked.seed, mirrored, asked.fixed)
    names = [one or asked.levels[0], other or asked.levels[1]]
    if names[0] == names[1]:
        names = [f"{names[0]} (A)", f"{names[1]} (B)"]
    return Entrants(names[0], names[1], duel)


def in_turn(
    house: House, asked: Asked, red: str | None, blue: str | None, missions: Sequence[str]
) -> Entrants:
    """Two squads that meet in these missions in turn, or in one where none is named.

    Missions that do not fit them are left out; where none fits, it is told why the last does not.
    """
    if not missions:
        return entrants(house, asked, red, blue)
    found, why = [], None
    for mission in missions:
        try:
            found.append(entrants(house, asked, red, blue, mission=mission))
        except (BattlematError, Unreadable) as error:
            why = error
    if not found:
        raise Unreadable(str(why))
    first, *others = found
    settings = tuple((one.duel.setup, one.duel.mirrored) for one in others)
    return first._replace(duel=replace(first.duel, others=settings))


def listed_missions(house: House, asked: Asked, text: str | None) -> list[str]:
    """The missions that were named for going through in turn; 'all' are all that are shipped."""
    if not text:
        return []
    if "mission" in asked.choices:
        raise click.UsageError("--mission or --missions, not both")
    known = [entry.id for entry in house.listed(asked.rulebook, "mission")]
    return known if text == "all" else named(text)


def missions_option(function: F) -> F:
    """--missions A,B,...: several missions, pair by pair in turn."""
    words = "Several missions, pair by pair in turn; 'all' for all that are shipped and fit."
    return click.option("--missions", metavar="A,B,...|all", help=words)(function)


def judged(asked: Asked, standings: Mapping[str, Estimate]) -> dict[str, str]:
    """How many ranges lie within the bounds, and which outside of them."""
    low, high = (f"{100 * bound:g}" for bound in asked.aim.bounds)
    verdicts = {name: asked.aim.judged(one.range) for name, one in standings.items() if one.pairs}
    outside = [name for name, verdict in verdicts.items() if verdict is Ended.OUTSIDE]
    within = sum(verdict is Ended.WITHIN for verdict in verdicts.values())
    return {
        f"outside {low} to {high} %": ", ".join(outside) or "none",
        f"within {low} to {high} %": f"{within} of {len(verdicts)}; the others are open",
    }


def estimates(
    asked: Asked, meetings: list[Meeting], share: Share = points_share
) -> dict[str, Estimate]:
    """A standing for each meeting, which knows when it is known well enough."""
    return {meeting.name: Estimate(share, asked.aim) for meeting in meetings}


def play_all(
    house: House,
    asked: Asked,
    question: str,
    meetings: list[Meeting],
    standings: Mapping[str, Standing],
    *,
    listening: bool = False,
) -> bool:
    """Play what is asked; results of another question are refused."""
    told = about(
        house.find(asked.rulebook),
        question=question,
        players=list(asked.levels),
        seed=asked.seed,
        setups=digest(*(meeting.duel for meeting in meetings)),
    )
    return play_on(house, meetings, standings, asked.crew, told, listening=listening)


def share_of(pairs: list[Pair], share: Share, confidence: float) -> Range:
    """Another share of games that were played, with a range that may be looked at at any time."""
    sequence = certainty.Sequence(confidence)
    for pair in pairs:
        sequence.add(share(pair))
    return sequence.range


def facts(asked: Asked, standings: dict[str, Estimate]) -> dict[str, str]:
    """What every report says of how it came about."""
    pairs = sum(len(one.pairs) for one in standings.values())
    levels = asked.levels
    told = {
        "players": levels[0] if levels[0] == levels[1] else " against ".join(levels),
        "games": f"{2 * pairs}, in {'pairs' if asked.fixed else 'mirrored pairs'}",
        "confidence": f"{100 * asked.aim.confidence:g} % for each range, at any time",
        "seed": asked.seed,
    }
    if missing := [name for name, one in standings.items() if not one.pairs]:
        told["not played yet"] = ", ".join(missing)
    return told


def verdict(one: str, other: str, found: Estimate) -> str:
    """What is known, in a sentence."""
    low, high = found.range.low, found.range.high
    sure = f"{100 * found.aim.confidence:g} % sure"
    if low > 0.5:
        return f"{one} is stronger than {other} ({sure})"
    if high < 0.5:
        return f"{other} is stronger than {one} ({sure})"
    if found.ended is Ended.NARROW:
        return f"neither is stronger by more than the range says ({sure})"
    return "which is stronger is not known yet; more games would tell"
