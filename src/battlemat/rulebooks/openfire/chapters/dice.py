"""Twelve-sided dice: skill tests, re-rolls, roll-offs, command tests.

The one rule: the face decides ones and twelves, the sum of all modifiers decides the rest
(`openfire.dice.modifiers`, `openfire.dice.natural-critical`). Re-rolls are chosen when the whole
roll lies on the table, and no die is re-rolled twice. The owner of the unit that is tested rolls
(`openfire.dice.who-rolls`), and dice fall in one fixed order (`openfire.dice.stream-order`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from battlemat.kernel.errors import Refusal
from battlemat.kernel.questions import PASS, Alike, Faces, Flow, Option, choose, roll
from battlemat.rulebooks.openfire.chapters.measure import units_within
from battlemat.rulebooks.openfire.state.battle import PLAYERS, Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH

SIDES = 12  # openfire.dice.d12
FACES = frozenset(range(1, SIDES + 1))
ONE, TWELVE = frozenset({1}), frozenset({SIDES})
AURA = 6 * INCH


class Modifier(NamedTuple):
    """One thing that helps or hinders a test, and why."""

    label: str
    by: int
    because: str


@lru_cache(maxsize=512)
def successes(attribute: int, modifier: int = 0) -> frozenset[int]:
    """The faces that pass: 12 always, 1 never, the rest if modified they reach the attribute.

    `openfire.dice.skill-test`, `openfire.dice.one-fails`, `openfire.dice.twelve`.
    """
    passed = {face for face in range(2, SIDES) if face + modifier >= attribute}
    return frozenset(passed | {SIDES})


@lru_cache(maxsize=1024)
def alike(*groups: frozenset[int]) -> Alike:
    """The faces parted by which of the groups they belong to; odds need tell no more apart."""
    parts: dict[tuple[bool, ...], list[int]] = {}
    for face in range(1, SIDES + 1):
        parts.setdefault(tuple(face in group for group in groups), []).append(face)
    return tuple(tuple(faces) for faces in parts.values())


class RerollOptions:
    """Any number of the eligible dice may be rolled again together (`openfire.dice.reroll-choice`).

    Dice of one class come to the same, so a machine need only think about how many of each.
    """

    def __init__(self, faces: Faces, eligible: Sequence[int], classes: Sequence[int]) -> None:
        self.faces = faces
        self.eligible = tuple(eligible)
        self.classes = classes

    def refusal(self, option: Option) -> Refusal | None:
        if option == PASS:
            return None
        if option[0] != "reroll" or len(option) < 2:
            return Refusal("name the dice to re-roll by their numbers, or pass")
        for die in option[1:]:
            if die not in self.eligible:
                return Refusal(
                    f"die {die + 1} may not be re-rolled here", "openfire.dice.reroll-choice"
                )
        if len(set(option[1:])) != len(option) - 1:
            return Refusal("no die is re-rolled twice", "openfire.dice.reroll")
        if list(option[1:]) != sorted(option[1:]):
            return Refusal("name the dice in their order")
        return None

    def candidates(self) -> list[Option]:
        places: dict[int, list[int]] = {}
        for die in self.eligible:
            places.setdefault(self.classes[die], []).append(die)
        found: list[Option] = []
        for counts in product(*(range(len(dice), -1, -1) for dice in places.values())):
            taken = zip(places.values(), counts, strict=True)
            picked = sorted(die for dice, count in taken for die in dice[:count])
            found.append(("reroll", *picked) if picked else PASS)
        return found

    def read(self, text: str) -> Option | Refusal:
        words = text.casefold().split()
        if words == ["pass"]:
            return PASS
        if words == ["reroll", "all"]:
            return ("reroll", *self.eligible)
        if len(words) == 2 and words[0] == "reroll":
            numbers = words[1].split(",")
            if all(number.isascii() and number.isdecimal() for number in numbers):
                return ("reroll", *sorted(int(number) - 1 for number in numbers))
        return Refusal("write the dice to re-roll as in 'reroll 1,3', or 'pass'")


def reroll(
    side: int,
    faces: Faces,
    wins: frozenset[int],
    eligible: frozenset[int],
    *,
    what: str,
    because: str,
    groups: Alike,
    classes: Sequence[int] | None = None,
) -> Flow[Faces]:
    """Let the roller take failed dice up again, once; the second result stands.

    `eligible` are the faces that the rule lets be re-rolled; successes never are.
    """
    dice = [die for die, face in enumerate(faces) if face in eligible and face not in wins]
    if not dice:
        return faces
    option = yield from choose(
        PLAYERS[side],
        "re-roll",
        lambda: RerollOptions(faces, dice, classes or [0] * len(faces)),
        because=because,
        optional=True,
        about={"roll": what, "faces": faces, "wins": tuple(sorted(wins)), "matters": True},
    )
    if option == PASS:
        return faces
    again = yield from roll(PLAYERS[side], len(option) - 1, SIDES, because=because, alike=groups)
    found = list(faces)
    for die, face in zip(option[1:], again, strict=True):
        found[die] = face
    return tuple(found)


def roll_off(battle: Battle, because: str) -> Flow[int]:
    """Both roll one die until one is higher; returns who won (`openfire.dice.roll-off`)."""
    while True:
        (one,) = yield from roll(PLAYERS[0], 1, SIDES, because=because)
        (two,) = yield from roll(PLAYERS[1], 1, SIDES, because=because)
        battle.tell("roll-off", (because, "openfire.dice.roll-off"), red=one, blue=two)
        if one != two:
            return int(two > one)


# ---------------------------------------------------------------------- command tests


def command_modifiers(battle: Battle, unit: Unit) -> list[Modifier]:
    """What helps or hinders a command test now (`openfire.activation.command-modifiers`)."""
    found = []
    if unit.on_table:
        for foe in battle.foes(unit):
            fear = foe.power.fear
            if fear and units_within(battle, unit, foe, AURA):
                found.append(Modifier(f"Fear of {foe.id}", -fear, "openfire.special.fear"))
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
    wins = successes(unit.leader_card.cmd, sum(modifier.by for modifier in modifiers))
    groups = alike(wins, TWELVE)
    faces = yield from roll(PLAYERS[unit.side], count, SIDES, because=because, alike=groups)
    if unit.power.rerolls_command or is_inspired(battle, unit):
        faces = yield from reroll(
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
            "command",
            (because, *(modifier.because for modifier in modifiers)),
            unit=unit.id,
            faces=" ".join(map(str, faces)),
            need=unit.leader_card.cmd,
            modifier=sum(modifier.by for modifier in modifiers),
            passed=sum(face in wins for face in faces),
        )
    return faces


def passes(battle: Battle, unit: Unit, faces: Faces) -> int:
    """How many of the faces pass as command tests of a unit."""
    modifiers = command_modifiers(battle, unit)
    wins = successes(unit.leader_card.cmd, sum(modifier.by for modifier in modifiers))
    return sum(face in wins for face in faces)
