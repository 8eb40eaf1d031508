"""Moves, pushes and falls, doors, and what is carried."""

from __future__ import annotations

from battlemat.kernel.events import Event


class Leg(Event, role="way"):
    """Somebody goes from one square to another."""

    unit: str
    start: str
    end: str


class Move(Leg):
    says = "{unit} moves from {start} to {end}."


class Dash(Leg):
    says = "{unit} dashes from {start} to {end}."


class Crawl(Leg):
    says = "{unit} crawls from {start} to {end}."


class Leap(Leg):
    says = "{unit} leaps from {start} to {end}."


class Pushed(Leg):
    says = "{unit} is pushed from {start} to {end}."


class Falls(Event):
    says = "{unit} falls {levels, plural, one {# level} other {# levels}}."
    unit: str
    levels: int


class Door(Event):
    says = "{unit} {state} the door {door}."
    unit: str
    state: str
    door: str


class AllDoors(Event):
    says = "{cause}: all doors are {state}."
    state: str
    cause: str


class Carry(Event):
    says = "{unit} {state} {marker}."
    unit: str
    state: str
    marker: str


class MarkerLeft(Event):
    says = "{unit} leaves {marker} behind."
    unit: str
    marker: str
