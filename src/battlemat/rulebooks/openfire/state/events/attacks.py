"""Attacks, tests and damage."""

from __future__ import annotations

from battlemat.kernel.events import Dice, Event, Signed


class Command(Event):
    says = "{unit} rolls {faces} for command (needs {need}, {modifier}): {passed} passed."
    unit: str
    faces: Dice
    need: int
    modifier: Signed
    passed: int


class Stress(Event):
    says = "{unit} took damage and now has {stress} stress."
    unit: str
    stress: int


class Free(Event):
    says = "{unit} makes a free attack on {target}."
    unit: str
    target: str


class Attack(Event, role="aims"):
    says = (
        "{unit} attacks {target} with {weapon} ({models}): {dice, plural, one {# die} "
        "other {# dice}}, needs {need}, {modifiers}; "
        "{sight, select, clear {in clear sight} obstructed {in obstructed sight} "
        "other {out of sight}}, from the "
        "{origin, select, front {front} left {left} right {right} other {rear}}."
    )
    unit: str
    target: str
    weapon: str
    models: str
    dice: int
    need: int
    modifiers: str
    sight: str
    origin: str


class Hits(Event):
    says = (
        "{unit} rolls {faces}; {least} or more hits: "
        "{hits, plural, =0 {no hit} one {# hit} other {# hits}}."
    )
    unit: str
    faces: Dice
    least: int
    hits: int


class Torrent(Event):
    says = "{unit} hits without rolling: {hits, plural, one {# hit} other {# hits}}."
    unit: str
    hits: int


class Lost(Event):
    says = "{target} is gone: the attacks still to come are lost."
    target: str


class Explodes(Event):
    says = "The weapon of {model} explodes."
    model: str


class Rending(Event):
    says = (
        "{points, plural, one {# point} other {# points}} of damage to {target} cannot be stopped."
    )
    target: str
    points: int


class DefenceDice(Event):
    says = "{target} rolls {faces} in defence."
    target: str
    faces: Dice


class Defence(Event):
    says = (
        "{target} takes {tests, plural, one {# defence test} other {# defence tests}} "
        "(needs {need}, {modifier}): "
        "{failed, plural, =0 {none fails} one {# fails} other {# fail}}."
    )
    target: str
    hits: int
    tests: int
    need: int
    modifier: Signed
    failed: int


class Wounded(Event):
    says = (
        "{model} loses {lost, plural, one {# hit point} other {# hit points}} and has {left} left."
    )
    model: str
    lost: int
    left: int


class Removed(Event):
    says = "{model} is removed."
    model: str
    name: str


class Destroyed(Event):
    says = "{called} is destroyed."
    unit: str
    name: str


class Leader(Event):
    says = "{model} is the new leader."
    model: str


class Leads(Event):
    says = "{model} leads {unit}."
    unit: str
    model: str


class Wreck(Event):
    says = "{model} is wrecked: its passengers get out."
    model: str


class ThrownOut(Event):
    says = "{unit} gets out of the wreck."
    unit: str
