"""Arcs, shots, blows and damage."""

from __future__ import annotations

from battlemat.kernel.events import Side
from battlemat.rulebooks.skirmishers.state.events.spoken import (
    Harm,
    Heading,
    SpokenEvent,
    Spot,
    Sum,
)


class Arc(SpokenEvent):
    says = (
        "{unit} covers {degrees} degrees to the {heading} with {weapon}: "
        "{shots, plural, =-1 {any number of shots} one {# shot} other {# shots}}."
    )
    unit: str
    degrees: int
    heading: Heading
    weapon: str
    shots: int
    """-1: as many as it likes."""


class ArcSpent(SpokenEvent):
    says = "The last shot of {unit}'s arc is fired; the arc is lifted."
    unit: str


class Attack(SpokenEvent, role="aims"):
    says = (
        "{unit} {manner, select, throws {throws} strikes {strikes} other {fires}}"
        "{manner, select, moving { on the move} other {}} at {target} with {weapon}, "
        "{distance, plural, one {# dot} other {# dots}} away: target number {need} = {modifiers}."
    )
    unit: str
    target: Spot
    weapon: str
    manner: str
    """"fires", "moving", "throws" or "strikes"."""
    distance: int
    need: int
    covered_by: list[tuple[str, ...]]
    modifiers: Sum


class Check(SpokenEvent):
    says = (
        "{player} rolls {total} ({faces}) and needs {need}: "
        "{what, select, shot {the shot} blow {the blow} control {control of {about}} "
        "morale {the morale of {about}} other {{about}}} "
        "{passed, select, True {succeeds} other {fails}}."
    )
    player: Side
    what: str
    """"shot", "blow", "control", "morale" or "burst"."""
    about: str
    faces: list[int]
    total: int
    need: int
    passed: bool


class Damage(SpokenEvent):
    says = (
        "{unit} takes {points} damage{cell, select, - {} other {, marked from cell {cell} on}}: "
        "HP {hp, select, dead {gone} other {{hp}}}, AP {ap}, modifier +{mod}."
    )
    unit: str
    points: Harm
    faces: list[int]
    cell: int | str
    hp: int | str
    ap: int
    mod: int
    armor: int


class Unconscious(SpokenEvent):
    says = "{called} falls unconscious."
    unit: str
    name: str


class Dead(SpokenEvent):
    says = "{called} is dead."
    unit: str
    name: str


class Blow(SpokenEvent):
    says = "{unit} strikes at {target} with {weapon}; it lands when {target} is activated."
    unit: str
    target: str
    weapon: str


class BlowDropped(SpokenEvent):
    says = "{unit}'s blow at {target} no longer lands."
    unit: str
    target: str


class Wire(SpokenEvent):
    says = (
        "{unit} rolls {face} in the wire and is {entangled, select, True {} other {not }}entangled."
    )
    unit: str
    face: int
    entangled: bool


class Disabled(SpokenEvent):
    says = "{weapon} of {unit} is out for the rest of the game."
    unit: str
    weapon: str
    slot: str


class Pinned(SpokenEvent):
    says = "{unit} is pinned and does nothing this turn."
    unit: str
