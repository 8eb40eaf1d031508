"""Exact odds of any two units, one against the other: the game's own, on a plain table.

A pack says how two entries of drafts stand against each other (`Building.meetings`), as a scenario
file would; the rules are asked what each attack may come to. Nothing is worked out here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any, NamedTuple

from battlemat.barracks.drafts import building
from battlemat.kernel.errors import Misuse, Refused
from battlemat.kernel.game import Game
from battlemat.kernel.odds import TooMany, odds
from battlemat.kernel.questions import Choice, Option
from battlemat.kernel.scenario import play
from battlemat.kernel.words import say
from battlemat.packs.building.values import Meeting, Value
from battlemat.packs.registry import BY_NAME
from battlemat.packs.scenarios import read_scenario_source
from battlemat.packs.shipped import NO_FOLDER
from battlemat.packs.yaml_source import Source

MOST_WAYS = 60_000
"""Ways of the dice that are walked for one attack; more is no answer for somebody who waits."""
MOST_ATTACKS = 12
FILE = "the two units"


class Attack(NamedTuple):
    """What one attack may come to: what it is, and each outcome with its exact chance.

    None of them where the dice may fall in more ways than are counted here.
    """

    says: str
    outcomes: tuple[tuple[str, Fraction], ...]
    missing: Fraction = Fraction(0)


class Met(NamedTuple):
    """Two units as they stand against each other, and every attack of the first."""

    says: str
    attacks: tuple[Attack, ...]


def meet(
    rulebook: str, value: Value, entry: int, enemy: Value, other: int, folder: Any = NO_FOLDER
) -> tuple[Met, ...]:
    """Every attack of an entry of a draft on one of another; `Misuse` where they never meet."""
    for one, number in ((value, entry), (enemy, other)):
        units = one.get("units")
        if not isinstance(units, list) or not 0 <= number < len(units):
            raise Misuse(say("there is no entry {number} in this squad", number=number + 1))
    meetings = building(rulebook, folder).meetings(value, entry, enemy, other)
    return tuple(Met(one.says, tuple(_attacks(one, folder))) for one in meetings)


def _attacks(meeting: Meeting, folder: Any) -> Iterator[Attack]:
    scenario = read_scenario_source(Source(FILE, meeting.position), folder)
    game = play(BY_NAME[scenario.rulebook].rulebook(scenario.rulebook), scenario)
    for text in meeting.answers:
        with suppress(Refused):  # not every unit is asked whether it uses an ability
            game.answer(text)
    for option in _counted(game, meeting.options):
        try:
            found = odds(game, option, most=MOST_WAYS)
        except TooMany:
            yield Attack(game.tell(option), ())
            continue
        told = tuple((str(what), chance) for what, chance in found.ranked())
        yield Attack(game.tell(option), told, found.missing)


def _counted(game: Game[Any], named: Sequence[str]) -> list[Option]:
    """The options that are named, or all that are aimed at the other side."""
    question = game.question
    assert isinstance(question, Choice), "two units meet where something is to be chosen"
    if named:
        return [game.judge(text).answer for text in named]
    rulebook, battle = game.rulebook, game.battle
    sides = {piece.id: piece.side for piece in rulebook.scene(battle).pieces}
    found = []
    for option in question.listed:
        handle = rulebook.handle(battle, question, option)
        if sides.get(handle.target) not in (None, sides.get(handle.piece)):
            found.append(option)
    return found[:MOST_ATTACKS]
