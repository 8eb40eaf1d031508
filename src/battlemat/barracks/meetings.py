"""Exact odds of any two units, one against the other: the game's own, on a plain table.

A pack says how two entries of drafts stand against each other (`Building.meetings`), as a scenario
file would; the rules are asked what each attack may come to. Nothing is worked out here.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any, NamedTuple

from battlemat.barracks.drafts import building
from battlemat.kernel.errors import Misuse, Refused
from battlemat.kernel.game import Game
from battlemat.kernel.odds import Odds, TooMany, odds
from battlemat.kernel.questions import Choice, Option, Roll
from battlemat.kernel.rolls import outcomes
from battlemat.kernel.scenario import play
from battlemat.kernel.words import say
from battlemat.packs.building.values import Meeting, Value
from battlemat.packs.registry import BY_NAME
from battlemat.packs.scenarios import read_scenario_source
from battlemat.packs.shipped import NO_FOLDER
from battlemat.packs.yaml_source import Source

MOST_WAYS = 60_000
"""Ways of the dice that are walked for one attack; more is no answer for somebody who waits."""
MOST_THROWS = 4_000
"""Rolls that are gone through for one attack that has its end later."""
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
            if meeting.then:
                found = _to_its_end(game, option, meeting.then)
            else:
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
        found = []
        for text in named:
            with suppress(Refused):  # who is too slow or too weak for it does not attack
                found.append(game.judge(text).answer)
        return found
    rulebook, battle = game.rulebook, game.battle
    sides = {piece.id: piece.side for piece in rulebook.scene(battle).pieces}
    aimed = []
    for option in question.listed:
        handle = rulebook.handle(battle, question, option)
        if sides.get(handle.target) not in (None, sides.get(handle.piece)):
            aimed.append(option)
    return aimed[:MOST_ATTACKS]


def _to_its_end(game: Game[Any], option: Option, then: Sequence[str]) -> Odds:
    """The odds of an attack that bursts steps later: every roll until somebody is asked again."""
    before = game.fork().battle
    first = game.fork()
    first.take(option)
    pending: list[tuple[Game[Any], Sequence[str], Fraction]] = [(first, then, Fraction(1))]
    found: dict[Hashable, Fraction] = {}
    thrown = 0
    while pending:
        one, left, chance = pending.pop()
        question = one.question
        if isinstance(question, Roll):
            every = question.sides**question.count
            rolled = outcomes(question.count, question.sides, question.alike, question.total)
            for faces, ways in rolled:
                thrown += 1
                if thrown > MOST_THROWS:
                    raise TooMany
                fallen = one.fork()
                fallen.take(faces)
                pending.append((fallen, left, chance * Fraction(ways, every)))
        elif left and question is not None:
            one.answer(left[0])
            pending.append((one, left[1:], chance))
        else:
            what = game.rulebook.outcome(before, one.battle)
            found[what] = found.get(what, Fraction(0)) + chance
    return Odds(found)
