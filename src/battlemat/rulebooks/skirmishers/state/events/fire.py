"""Arcs, shots, blows and damage."""

from __future__ import annotations

from battlemat.kernel.events import Event, Side


class Arc(Event):
    says = (
        "{unit} sets {degrees} degrees, heading {heading}, with {weapon}: "
        "{shots, plural, =-1 {any number of shots} one {# shot} other {# shots}}."
    )
    unit: str
    degrees: int
    heading: int
    weapon: str
    shots: int
    """-1: as many as it likes."""


class ArcSpent(Event):
    says = "The last shot of {unit}'s arc is fired; the arc is lifted."
    unit: str


class Attack(Event, role="aims"):
    says = "{unit} {manner} {target} with {weapon} at {distance}: {sum} = TN {need}."
    unit: str
    target: str
    weapon: str
    manner: str
    distance: int
    need: int
    covered_by: list[tuple[str, ...]]
    modifiers: list[tuple[object, ...]]
    sum: str


class Check(Event):
    says = "{player} rolls {faces} = {total} against {need}: {what} {outcome}."
    player: Side
    what: str
    faces: list[int]
    total: int
    need: int
    outcome: str


class Damage(Event):
    says = "{unit} takes {points} from cell {cell}: HP {hp}, AP {ap}, modifier +{mod}."
    unit: str
    points: str
    faces: list[int]
    cell: int | str
    hp: int | str
    ap: int
    mod: int
    armor: int


class Unconscious(Event):
    says = "{unit} ({name}) falls unconscious."
    unit: str
    name: str


class Dead(Event):
    says = "{unit} ({name}) is dead."
    unit: str
    name: str


class Blow(Event):
    says = "{unit} strikes at {target} with {weapon}; it lands when {target} is activated."
    unit: str
    target: str
    weapon: str


class BlowDropped(Event):
    says = "{unit}'s blow at {target} no longer lands."
    unit: str
    target: str


class Wire(Event):
    says = "{unit} rolls {face} in the wire and {state}."
    unit: str
    face: int
    state: str


class Disabled(Event):
    says = "{weapon} of {unit} is out for the rest of the game."
    unit: str
    weapon: str
    slot: str


class Pinned(Event):
    says = "{unit} is pinned and does nothing this turn."
    unit: str
