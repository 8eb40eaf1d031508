"""Moves, pushes and falls, doors, and what is carried."""

from __future__ import annotations

from typing import Literal

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
    says = "{unit} {state, select, opens {opens} other {closes}} the door between {one} and {two}."
    unit: str
    state: Literal["opens", "closes"]
    one: str
    two: str


class AllDoors(Event):
    says = "{cause}: all doors are {state, select, open {open} other {closed}}."
    state: str
    cause: str


class Carry(Event):
    says = "{unit} {state, select, picks {picks up} other {drops}} {marker}."
    unit: str
    state: Literal["picks", "drops"]
    marker: str


class MarkerLeft(Event):
    says = "{unit} leaves {marker} behind."
    unit: str
    marker: str
