"""Twelve-sided dice: skill tests, re-rolls, roll-offs, command tests.

The face decides ones and twelves, the sum of all modifiers decides the rest
(`openfire.dice.modifiers`, `openfire.dice.natural-critical`). Re-rolls are chosen when the whole
roll lies on the table, and no die is re-rolled twice. The owner of the unit that is tested rolls
(`openfire.dice.who-rolls`), and dice fall in one fixed order (`openfire.dice.stream-order`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice, product
from math import prod
from typing import Any, NamedTuple

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Draw, Misread
from battlemat.kernel.memo import Memo
from battlemat.kernel.modifiers import Modifier, total
from battlemat.kernel.questions import Alike, Choice, Faces, Flow, Pass, roll
from battlemat.kernel.scene import Handle
from battlemat.kernel.verbs import Ask, Verb, Verbs, passing
from battlemat.kernel.words import listed, say
from battlemat.rulebooks.openfire.chapters.measure import units_within
from battlemat.rulebooks.openfire.screen.handles import asked_of, offering
from battlemat.rulebooks.openfire.state import events
from battlemat.rulebooks.openfire.state.battle import PLAYERS, Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH
from battlemat.rulebooks.openfire.state.inches import listing, read_row, rows
from battlemat.rulebooks.openfire.state.readings import FEAR

SIDES = 12  # openfire.dice.d12
FACES = frozenset(range(1, SIDES + 1))
ONE, TWELVE = frozenset({1}), frozenset({SIDES})
AURA = 6 * INCH


@Memo("the attribute and its modifier", bound=512)
def successes(attribute: int, modifier: int = 0) -> frozenset[int]:
    """The faces that pass: 12 always, 1 never, the rest if modified they reach the attribute.

    `openfire.dice.skill-test`, `openfire.dice.one-fails`, `openfire.dice.twelve`.
    """
    passed = {face for face in range(2, SIDES) if face + modifier >= attribute}
    return frozenset(passed | {SIDES})


@Memo("the groups of faces", bound=1024)
def alike(*groups: frozenset[int]) -> Alike:
    """The faces parted by which of the groups they belong to; odds need tell no more apart."""
    parts: dict[tuple[bool, ...], list[int]] = {}
    for face in range(1, SIDES + 1):
        parts.setdefault(tuple(face in group for group in groups), []).append(face)
    return tuple(tuple(faces) for faces in parts.values())


# ---------------------------------------------------------------------- re-rolls


MOST_WAYS = 64
"""So many ways of taking dice up again are listed."""
MOST_NAMED = 10_000
"""No roll has as many dice."""
FEW_DICE = 12
"""More dice than these are named by rows, and their faces are counted."""


class Reroll(NamedTuple):
    """Some dice are rolled again together, named by their places in the roll."""

    dice: tuple[int, ...]
    verb: str = "reroll"


class Lying(NamedTuple):
    """What lies on the table: the faces, which dice may be taken up, and which of them failed.

    Dice of one class come to the same, so a machine need only think about how many of each.
    """

    faces: Faces
    eligible: tuple[int, ...]
    classes: Sequence[object]
    failed: tuple[int, ...]

    def alike(self) -> list[list[int]]:
        """The eligible dice, class by class."""
        places: dict[object, list[int]] = {}
        for die in self.eligible:
            places.setdefault(self.classes[die], []).append(die)
        return list(places.values())


class RerollForm:
    """`reroll 1,3`, `reroll 1-20` for a row of dice, or `reroll all` for all that may be."""

    word = "reroll"
    pattern = "reroll DICE"
    parts: Mapping[str, str] = {
        "dice": "the numbers of dice with commas between, rows of them as in 1-20, or all"
    }

    def write(self, _battle: Battle, option: Reroll) -> str:
        return "reroll " + (listing if len(option.dice) <= FEW_DICE else rows)(option.dice)

    def read(self, _battle: Battle, text: str, asked: Lying | None = None, /) -> Reroll | Misread:
        words = text.casefold().split()
        if words == ["reroll", "all"] and asked is not None:
            return Reroll(asked.eligible)
        wrong = Misread(say("write the dice to re-roll as in 'reroll 1,3', or 'pass'"))
        if len(words) != 2:
            return wrong
        dice = [read_row(word) for word in words[1].split(",")]
        if not all(dice) or sum(map(len, dice)) > MOST_NAMED:
            return wrong
        return Reroll(tuple(sorted(die for row in dice for die in row)))

    def sample(self, _battle: Battle, draw: Draw, asked: Lying | None = None, /) -> Reroll:
        most = 6 if asked is None else len(asked.faces)
        return Reroll(tuple(die for die in range(most) if draw(2)) or (draw(most + 1),))


def _rerolls(_battle: Battle, asked: Lying) -> list[Reroll]:
    """All that failed first: that is what anybody would do.

    Then so many of each class. Where that makes too many ways, dice that are alike are one: all of
    them are taken up or none, and any other number of them can be named.
    """
    groups = asked.alike()
    counts: Iterable[Sequence[int]] = product(*(range(len(dice), -1, -1) for dice in groups))
    if prod(len(dice) + 1 for dice in groups) > MOST_WAYS:
        counts = islice(product(*((len(dice), 0) for dice in groups)), MOST_WAYS)
    found = [Reroll(asked.failed)] if asked.failed else []
    for several in counts:
        taken = zip(groups, several, strict=True)
        picked = sorted(die for dice, count in taken for die in dice[:count])
        if picked and tuple(picked) != asked.failed:
            found.append(Reroll(tuple(picked)))
    return found


def _reroll_bar(_battle: Battle, asked: Lying, option: Reroll) -> Refusal | None:
    """Any number of the eligible dice may be rolled again together."""
    if not option.dice:
        text = say("name the dice to re-roll by their numbers, or pass")
        return Refusal(text, "openfire.dice.reroll-choice")
    for die in option.dice:
        if die not in asked.eligible:
            text = say("die {die} may not be re-rolled here", die=die + 1)
            return Refusal(text, "openfire.dice.reroll-choice")
    if len(set(option.dice)) != len(option.dice):
        return Refusal(say("no die is re-rolled twice"), "openfire.dice.reroll")
    return None


def _same_reroll(_battle: Battle, asked: Lying, option: Reroll) -> Reroll:
    """So many of each class; which of them makes no difference."""
    groups = ((dice, sum(die in option.dice for die in dice)) for dice in asked.alike())
    return Reroll(tuple(sorted(die for dice, count in groups for die in dice[:count])))


def _reroll_told(_battle: Battle, asked: Lying, option: Reroll) -> str:
    faces = [asked.faces[die] for die in option.dice if die < len(asked.faces)]
    if len(faces) <= FEW_DICE:
        return say("Re-roll the {faces}", faces=listed(faces))
    counted = sorted(Counter(faces).items())
    rows = [say("{count} × {face}", count=count, face=face) for face, count in counted]
    return say("Re-roll {count} dice: {faces}", count=len(faces), faces=", ".join(rows))


def _takes_up(_battle: Battle, choice: Choice, option: Reroll, made: Handle) -> None:
    made.dice = option.dice
    failed = asked_of(choice, Lying).failed
    made.spoils = any(die not in failed for die in option.dice)


REROLL: Verb[Battle, Lying, Reroll] = Verb(
    Reroll,
    RerollForm(),
    says="roll failed dice again, once",
    because="openfire.dice.reroll-choice",
    candidates=_rerolls,
    bar=_reroll_bar,
    same=_same_reroll,
    handle=offering(lambda: say("Re-roll"), RerollForm(), _takes_up),
    tells=_reroll_told,
    unlisted=True,
)
_PASSING = passing("openfire.dice.reroll-choice")
DECLINE: Verb[Battle, Any, Pass] = replace(
    _PASSING, handle=offering(lambda: say("Pass"), _PASSING.form), tells="Decline"
)
RE_ROLL: Ask[Battle, Lying, Reroll | Pass] = Ask(
    "re-roll",
    says="Which dice do you re-roll?",
    because="openfire.dice.reroll-choice",
    verbs=Verbs(REROLL, DECLINE),
    optional=True,
)


def reroll(
    battle: Battle,
    side: int,
    faces: Faces,
    wins: frozenset[int],
    eligible: frozenset[int],
    *,
    what: str,
    because: str,
    groups: Alike,
    classes: Sequence[int] | None = None,
    successes_too: bool = False,
) -> Flow[Faces]:
    """Let the roller take failed dice up again, once; the second result stands.

    `eligible` are the faces that the rule lets be re-rolled; successes are only if it says so.
    """
    dice = [die for die, face in enumerate(faces) if face in eligible]
    failed = tuple(die for die in dice if faces[die] not in wins)
    if not successes_too:
        dice = list(failed)
    if not dice:
        return faces
    owners = classes or [0] * len(faces)
    likeness = [(owners[n], face in wins, face == SIDES) for n, face in enumerate(faces)]
    asked = Lying(faces, tuple(dice), likeness, failed)
    about = {"roll": what, "faces": faces, "wins": tuple(sorted(wins))}
    option = yield from RE_ROLL(PLAYERS[side], battle, asked, because=because, about=about)
    if isinstance(option, Pass):
        return faces
    count = len(option.dice)
    again = yield from roll(PLAYERS[side], count, SIDES, because=because, alike=groups)
    found = list(faces)
    for die, face in zip(option.dice, again, strict=True):
        found[die] = face
    return tuple(found)


def roll_off(battle: Battle, because: str) -> Flow[int]:
    """Both roll one die until one is higher; returns who won (`openfire.dice.roll-off`)."""
    while True:
        (one,) = yield from roll(PLAYERS[0], 1, SIDES, because=because)
        (two,) = yield from roll(PLAYERS[1], 1, SIDES, because=because)
        battle.tell(
            events.RollOff,
            (because, "openfire.dice.roll-off"),
            red=one,
            blue=two,
            winner="" if one == two else PLAYERS[two > one],
        )
        if one != two:
            return int(two > one)


# ---------------------------------------------------------------------- command tests


def command_modifiers(battle: Battle, unit: Unit) -> list[Modifier]:
    """What helps or hinders a command test now (`openfire.activation.command-modifiers`)."""
    found = []
    if unit.on_table:
        for other in _feared(battle, unit):
            fear = other.power.fear
            if fear and units_within(battle, unit, other, AURA):
                found.append(Modifier(f"Fear of {other.id}", -fear, FEAR))
    if unit.is_crippled(unit.leader):
        found.append(Modifier("damaged", -2, "openfire.vehicle.damaged"))
    found += [
        Modifier("special rule", change.by or 0, "openfire.module.special-names")
        for change in unit.power.changes
        if change.test == "command"
        and (change.when == "always" or (change.when == "stressed" and unit.stress))
    ]
    bonus = battle.bonus(unit, "cmd")
    if bonus:
        found.append(Modifier("ability", bonus, "openfire.module.ability-data"))
    return found


def _feared(battle: Battle, unit: Unit) -> list[Unit]:
    """The units whose Fear a unit may feel: enemies, and by the print its friends as well."""
    foes = battle.foes(unit)
    return [*foes, *battle.friends(unit)] if battle.printed(FEAR) else foes


def is_inspired(battle: Battle, unit: Unit) -> bool:
    """True if a friend with Inspiring Presence is near at this moment.

    `openfire.special.inspiring-when`: auras are measured when the dice are rolled.
    """
    return unit.on_table and any(
        friend.power.inspires and units_within(battle, unit, friend, AURA)
        for friend in battle.friends(unit)
    )


def command_tests(battle: Battle, unit: Unit, count: int, because: str) -> Flow[Faces]:
    """So many command tests of the leader, re-rolls included; returns the faces."""
    modifiers = command_modifiers(battle, unit)
    wins = successes(unit.leader_card.cmd, total(modifiers))
    groups = alike(wins, TWELVE)
    faces = yield from roll(PLAYERS[unit.side], count, SIDES, because=because, alike=groups)
    if unit.power.rerolls_command or is_inspired(battle, unit):
        faces = yield from reroll(
            battle,
            unit.side,
            faces,
            wins,
            FACES,
            what="command",
            because="openfire.special.fearless",
            groups=groups,
        )
    if battle.sink is not None:
        battle.tell(
            events.Command,
            (because, *(modifier.because for modifier in modifiers)),
            unit=unit.id,
            faces=" ".join(map(str, faces)),
            need=unit.leader_card.cmd,
            modifier=total(modifiers),
            passed=sum(face in wins for face in faces),
        )
    return faces


def passes(battle: Battle, unit: Unit, faces: Faces) -> int:
    """How many of the faces pass as command tests of a unit."""
    modifiers = command_modifiers(battle, unit)
    wins = successes(unit.leader_card.cmd, total(modifiers))
    return sum(face in wins for face in faces)
