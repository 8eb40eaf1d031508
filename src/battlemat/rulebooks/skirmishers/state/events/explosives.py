"""Explosives, fire, smoke, and what breaks."""

from __future__ import annotations

from battlemat.kernel.events import Event


class Token(Event):
    says = "{unit}: {weapon} at {place}, TN {need}, resolved at the end of the turn."
    unit: str
    weapon: str
    place: str
    need: int


class Burst(Event):
    says = "{weapon} bursts at {place}."
    weapon: str
    place: str


class Scatter(Event):
    says = "The die shows {face}: it scatters {direction} from {start} to {place}."
    face: int
    direction: str
    start: str
    place: str


class Fizzles(Event):
    says = "{weapon} misses {place} and has no effect."
    weapon: str
    place: str


class Ignites(Event):
    says = "{dots, plural, one {# dot} other {# dots}} are on fire."
    dots: int


class Smoke(Event):
    says = "Smoke fills {place} and the dots around it."
    place: str


class SmokeGrows(Event):
    says = "Smoke spreads to two dots."


class SmokeClears(Event):
    says = "Smoke clears."


class Battered(Event):
    says = "{what} has taken {total} of {tough, plural, one {# point} other {# points}}."
    what: str
    total: int
    tough: int


class Breach(Event):
    says = "The wall between {a} and {b} is breached."
    a: str
    b: str


class Felled(Event):
    says = "The tree at {place} falls."
    place: str
