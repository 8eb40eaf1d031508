"""Crewed weapons, jet packs and vehicles."""

from __future__ import annotations

from battlemat.rulebooks.skirmishers.state.events.spoken import Heading, Pace, SpokenEvent, Spot


class Abandoned(SpokenEvent):
    says = "{unit} leaves {weapon} without a controller."
    unit: str
    weapon: str


class CrewPaid(SpokenEvent):
    says = (
        "{unit} works on {weapon} for 4 AP; "
        "{missing, plural, one {# more must help} other {# more must help}}."
    )
    unit: str
    weapon: str
    missing: int


class GunUp(SpokenEvent):
    says = "{weapon} is set up at {place}, facing {heading}."
    weapon: str
    place: Spot
    heading: Heading


class GunDown(SpokenEvent):
    says = "{weapon} is broken down; {unit} carries it."
    unit: str
    weapon: str


class GunTaken(SpokenEvent):
    says = "{unit} takes over {weapon}."
    unit: str
    weapon: str


class GunTurned(SpokenEvent):
    says = "{unit} turns {weapon} to face {heading}."
    unit: str
    weapon: str
    heading: Heading


class Flight(SpokenEvent):
    says = (
        "{unit} takes off at {start} for {end}, {dots, plural, one {# dot} other {# "
        "dots}} away along its flight."
    )
    unit: str
    start: Spot
    end: Spot
    dots: int


class OverDot(SpokenEvent):
    says = "{unit} flies over {place}."
    unit: str
    place: Spot


class Lands(SpokenEvent):
    says = "{unit} lands at {place}."
    unit: str
    place: Spot


class ShotDown(SpokenEvent):
    says = "{unit} is shot down and lies at {place}."
    unit: str
    place: Spot


class Mounts(SpokenEvent):
    says = "{unit} mounts {vehicle}."
    unit: str
    vehicle: str


class Dismounts(SpokenEvent):
    says = "{unit} dismounts from {vehicle}."
    unit: str
    vehicle: str


class Controls(SpokenEvent):
    says = "{unit} takes the controls of {vehicle}."
    unit: str
    vehicle: str


class Righted(SpokenEvent):
    says = "{unit} lifts {vehicle} upright."
    unit: str
    vehicle: str


class CrawlsOut(SpokenEvent):
    says = "{unit} crawls out."
    unit: str


class Engine(SpokenEvent):
    says = "The engine of {vehicle} is {state, select, on {on} other {off}}."
    vehicle: str
    state: str


class Mode(SpokenEvent):
    says = "{vehicle} rides in {mode} mode."
    vehicle: str
    mode: Pace


class Drive(SpokenEvent):
    says = "{vehicle} begins a segment for {ap} AP."
    vehicle: str
    ap: int


class Slow(SpokenEvent):
    says = "{vehicle} slows down for {ap} AP."
    vehicle: str
    ap: int


class Forward(SpokenEvent):
    says = "{vehicle} drives on to {place}."
    vehicle: str
    place: Spot


class Veers(SpokenEvent):
    says = "{vehicle} turns by {degrees} degrees."
    vehicle: str
    degrees: int


class Stops(SpokenEvent):
    says = "{vehicle} is at a full stop."
    vehicle: str


class Rams(SpokenEvent):
    says = "{vehicle} rams {target}."
    vehicle: str
    target: str


class WipeOut(SpokenEvent):
    says = (
        "{unit} wipes out in {mode} mode, skids {dots, plural, one {# dot} other {# "
        "dots}} and lies at {place}."
    )
    unit: str
    mode: Pace
    dots: int
    place: Spot
