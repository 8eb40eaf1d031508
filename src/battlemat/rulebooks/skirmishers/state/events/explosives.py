"""Explosives, fire, smoke, and what breaks."""

from __future__ import annotations

from battlemat.rulebooks.skirmishers.state.events.spoken import SpokenEvent, Spot


class Token(SpokenEvent):
    says = "{unit}: {weapon} at {place}, target number {need}; it goes off at the end of the turn."
    unit: str
    weapon: str
    place: Spot
    need: int


class Burst(SpokenEvent):
    says = "{weapon} bursts at {place}."
    weapon: str
    place: Spot


class Scatter(SpokenEvent):
    says = (
        "The die shows {face}: it scatters {direction, select, E {east} SE {south-east} "
        "SW {south-west} W {west} NW {north-west} other {north-east}} from {start} to {place}."
    )
    face: int
    direction: str
    start: Spot
    place: Spot


class Fizzles(SpokenEvent):
    says = "{weapon} misses {place} and has no effect."
    weapon: str
    place: Spot


class Ignites(SpokenEvent):
    says = "{dots, plural, one {# dot is} other {# dots are}} on fire."
    dots: int


class Smoke(SpokenEvent):
    says = "Smoke fills {place} and the dots around it."
    place: Spot


class SmokeGrows(SpokenEvent):
    says = "Smoke spreads to two dots."


class SmokeClears(SpokenEvent):
    says = "Smoke clears."


class Battered(SpokenEvent):
    says = (
        "The {what, select, wall {wall} other {tree}} has taken {total} of "
        "{tough, plural, one {# point} other {# points}}."
    )
    what: str
    total: int
    tough: int


class Breach(SpokenEvent):
    says = "The wall between {a} and {b} is breached."
    a: Spot
    b: Spot


class Felled(SpokenEvent):
    says = "The tree at {place} falls."
    place: Spot
