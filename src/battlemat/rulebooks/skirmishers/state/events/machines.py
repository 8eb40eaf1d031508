"""Crewed weapons, jet packs and vehicles."""

from __future__ import annotations

from battlemat.kernel.events import Event


class Abandoned(Event):
    says = "{unit} leaves {weapon} without a controller."
    unit: str
    weapon: str


class CrewPaid(Event):
    says = "{unit} works on {weapon} for 4 AP; {missing} more must pay."
    unit: str
    weapon: str
    missing: int


class GunUp(Event):
    says = "{weapon} is set up at {place}, heading {heading}."
    weapon: str
    place: str
    heading: int


class GunDown(Event):
    says = "{weapon} is broken down; {unit} carries it."
    unit: str
    weapon: str


class GunTaken(Event):
    says = "{unit} takes over {weapon}."
    unit: str
    weapon: str


class GunTurned(Event):
    says = "{unit} turns {weapon} to heading {heading}."
    unit: str
    weapon: str
    heading: int


class Flight(Event):
    says = (
        "{unit} takes off at {start} for {end}, {dots, plural, one {# dot} other {# "
        "dots}} away by the way it flies."
    )
    unit: str
    start: str
    end: str
    dots: int


class OverDot(Event):
    says = "{unit} flies over {place}."
    unit: str
    place: str


class Lands(Event):
    says = "{unit} lands at {place}."
    unit: str
    place: str


class ShotDown(Event):
    says = "{unit} is shot down and lies at {place}."
    unit: str
    place: str


class Mounts(Event):
    says = "{unit} mounts {vehicle}."
    unit: str
    vehicle: str


class Dismounts(Event):
    says = "{unit} dismounts from {vehicle}."
    unit: str
    vehicle: str


class Controls(Event):
    says = "{unit} takes the controls of {vehicle}."
    unit: str
    vehicle: str


class Righted(Event):
    says = "{unit} lifts {vehicle} upright."
    unit: str
    vehicle: str


class CrawlsOut(Event):
    says = "{unit} crawls out."
    unit: str


class Engine(Event):
    says = "The engine of {vehicle} is {state}."
    vehicle: str
    state: str


class Mode(Event):
    says = "{vehicle} rides in {mode} mode."
    vehicle: str
    mode: str


class Drive(Event):
    says = "{vehicle} begins a segment for {ap} AP."
    vehicle: str
    ap: int


class Slow(Event):
    says = "{vehicle} slows down for {ap} AP."
    vehicle: str
    ap: int


class Forward(Event):
    says = "{vehicle} drives on to {place}."
    vehicle: str
    place: str


class Veers(Event):
    says = "{vehicle} turns by {degrees} degrees."
    vehicle: str
    degrees: int


class Stops(Event):
    says = "{vehicle} is at a full stop."
    vehicle: str


class Rams(Event):
    says = "{vehicle} rams {target}."
    vehicle: str
    target: str


class WipeOut(Event):
    says = (
        "{unit} wipes out in {mode} mode, skids {dots, plural, one {# dot} other {# "
        "dots}} and lies at {place}."
    )
    unit: str
    mode: str
    dots: int
    place: str
