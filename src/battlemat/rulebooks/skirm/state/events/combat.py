"""Attacks, saves, damage, and getting up again."""

from __future__ import annotations

from typing import Literal

from battlemat.kernel.events import Dice, Event, Side


class Attack(Event, role="aims"):
    says = (
        "{unit} {manner, select, shoots {fires} other {strikes}} at {target} with {weapon}: "
        "{dice, plural, one {# die} other {# dice}} ({dice_sum}), {skill} or less ({skill_sum})."
    )
    unit: str
    target: str
    weapon: str
    manner: Literal["shoots", "strikes"]
    dice: int
    skill: int
    dice_sum: str
    skill_sum: str
    dice_modifiers: list[tuple[str, int, str]]
    skill_modifiers: list[tuple[str, int, str]]


class Targets(Event):
    says = "{unit} attacks {targets, select, nobody {nobody} other {{targets}}}."
    unit: str
    targets: str


class Strikes(Event):
    says = (
        "{unit} rolls {faces, select, none {no dice} other {{faces}}} (needs {need}): {strikes, "
        "plural, one {# strike} other {# strikes}}, {points, plural, one {# point} other {# "
        "points}} of damage."
    )
    unit: str
    target: str
    faces: Dice
    need: int
    strikes: int
    points: int


class Throw(Event):
    says = (
        "{player} rolls {faces} (needs {need}): {successes, plural, one {# success} "
        "other {# successes}} ({purpose, select, save {save} other {attack}})."
    )
    player: Side
    purpose: Literal["attack", "save"]
    faces: Dice
    need: int
    successes: int
    criticals: int
    decided: bool
    """Whether how its clause is read decided how many dice fell."""

    def follows_readings(self) -> bool:
        return self.decided


class Compare(Event):
    says = (
        "{unit} has {ours, plural, one {# hit} other {# hits}}, {target} has {theirs}: "
        "{through, plural, one {# goes} other {# go}} through."
    )
    unit: str
    target: str
    ours: int
    theirs: int
    through: int


class AutoSave(Event):
    says = "{unit} saves {saves} without rolling ({label})."
    unit: str
    label: str
    saves: int


class Unharmed(Event):
    says = "{unit} is unharmed: every point was saved without rolling."
    unit: str


class Cover(Event):
    says = "{unit} is in cover: ARM +1."
    unit: str


class Piercing(Event):
    says = "{hits, plural, one {# hit} other {# hits}} on {unit} cannot be saved."
    unit: str
    hits: int


class Saves(Event):
    says = (
        "{unit} rolls {faces} to save (needs {need}): "
        "{failed, plural, =0 {none failed} other {# failed}}."
    )
    unit: str
    faces: Dice
    need: int
    failed: int


class Reroll(Event):
    says = "{player} re-rolls {old} and gets {new}."
    player: Side
    old: Dice
    new: Dice


class OrderReroll(Event):
    says = "{player} spends a Tactical Order on a re-roll; {orders} TO left."
    player: Side
    orders: int


class Change(Event):
    says = "{player} spends a Tactical Order to change a {face} to {new}; {orders} TO left."
    player: Side
    face: int
    new: int
    orders: int


class Downed(Event):
    says = "{called} is Downed."
    unit: str
    name: str


class Out(Event):
    says = "{called} is Out."
    unit: str
    name: str


class Stands(Event):
    says = "{called} stands up."
    unit: str
    name: str


class HitsLost(Event):
    says = "{unit} loses {lost} HIT, {left} left."
    unit: str
    lost: int
    left: int


class Regain(Event):
    says = "{unit} regains {hits} HIT and has {left}."
    unit: str
    hits: int
    left: int


class Revived(Event):
    says = "{unit} is revived with {hits} HIT."
    unit: str
    hits: int


class Revive(Event):
    says = "{unit} revives {target}."
    unit: str
    target: str


class Tough(Event):
    says = "{unit} rolls {faces} for Tough (needs {need}): {kept} HIT kept."
    unit: str
    faces: Dice
    kept: int
    need: int


class Stunned(Event):
    says = "{unit} is stunned: 1 ACT less in its next activation."
    unit: str


class StunFelt(Event):
    says = "{unit} is still stunned and has {act} ACT."
    unit: str
    act: int


class Shield(Event):
    says = (
        "{unit} rolls {face} for its Blast Shield and {outcome, select, shielded {is shielded} "
        "other {is not shielded}}."
    )
    unit: str
    face: int
    outcome: Literal["shielded", "hit"]


class Counter(Event):
    says = "{unit} counters {target}."
    unit: str
    target: str


class Recover(Event):
    says = (
        "{unit} rolls {face} to stand {target} up (needs {need}) and {outcome, select, succeeds "
        "{succeeds} other {fails}}."
    )
    unit: str
    target: str
    face: int
    need: int
    outcome: Literal["succeeds", "fails"]


class Ammo(Event):
    says = "{unit} uses up {weapon}."
    unit: str
    weapon: str


class Hazard(Event):
    says = "{cause}: {unit} takes {points, plural, one {# point} other {# points}} of damage."
    unit: str
    points: int
    cause: str
