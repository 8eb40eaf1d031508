"""The course of a battle: deployment, turns, orders, activations, the mission."""

from __future__ import annotations

from typing import Literal

from battlemat.kernel.events import Dice, Event, Side


class MissionNamed(Event):
    says = "{player} names {mission}."
    player: Side
    mission: str


class Mission(Event):
    says = "The mission is {mission}. {text}"
    mission: str
    text: str


class RollOff(Event):
    says = (
        "Roll-off: Red {red}, Blue {blue}. {player} wins it: the {wins, select, lower {lower} "
        "other {higher}} roll wins."
    )
    red: int
    blue: int
    player: Side
    wins: Literal["lower", "higher"]
    """Which roll wins, as the edition has it."""


class Zone(Event):
    says = "{player} deploys in the {zone} zone."
    player: Side
    zone: str


class Deploy(Event):
    says = "{called} is placed in {square}."
    unit: str
    name: str
    square: str


class Turn(Event, role="opens"):
    says = "Turn {turn} of {turns} begins."
    turn: int
    turns: int


class TurnEnd(Event):
    says = "Turn {turn} is over; unspent orders are lost."
    turn: int


class Orders(Event):
    says = "{player} rolls {faces} for orders: {orders} TO this turn."
    player: Side
    faces: Dice
    orders: int


class OrdersChange(Event):
    says = "{player} now has {orders} TO."
    player: Side
    orders: int


class Chance(Event, kind="event"):
    says = "Event ({face}): {name}. {text}"
    face: int
    name: str
    text: str


class Nothing(Event):
    says = "{cause}: nothing happens."
    cause: str


class Activate(Event):
    says = "{player} activates {called} with {act} ACT."
    player: Side
    unit: str
    name: str
    act: int


class Activated(Event):
    says = "{unit} has finished its activation."
    unit: str


class Skipped(Event):
    says = "{player} has no Ready unit and is skipped."
    player: Side


class Sentry(Event):
    says = "{called} acts as Sentry."
    unit: str
    name: str


class Order(Event):
    says = "{unit} receives a Tactical Order: {left} ACT left."
    unit: str
    left: int


class Pays(Event, role="price"):
    says = "{unit} pays {act} ACT and {orders} TO; {left} ACT left."
    unit: str
    cost: int
    act: int
    orders: int
    left: int


class Command(Event):
    says = "{unit} commands {target}."
    unit: str
    target: str


class Skill(Event):
    says = "{unit} uses {skill}."
    unit: str
    skill: str


class Effect(Event):
    says = (
        "{cause}: {unit} has {what} {until, select, turn {until the end of the turn} activation "
        "{until the end of the activation} battle {until the end of the battle} other {in its next "
        "activation}}."
    )
    unit: str
    what: str
    until: str
    cause: str


class Gain(Event):
    says = "{player} gains {ep} EP ({what})."
    player: Side
    ep: int
    what: str


class GainTotal(Event):
    says = "{player} gains {ep} EP in all for its squad to spend."
    player: Side
    ep: int


class RangeLimit(Event):
    says = (
        "{cause}: no weapon reaches further than {most, plural, one {# square} other {# squares}}."
    )
    most: int
    until: str
    cause: str


class Smoke(Event):
    says = "{cause}: smoke fills the squares around {square}."
    square: str
    cause: str


class MissionAction(Event):
    says = "{unit} does: {action}."
    unit: str
    action: str


class MissionRoll(Event):
    says = (
        "It rolls {face} (needs {need}) and {outcome, select, succeeds {succeeds} other {fails}}."
    )
    face: int
    need: int
    outcome: Literal["succeeds", "fails"]


class Score(Event):
    says = (
        "{player} scores {points} ({what}) and now has {total, plural, one {# mission point} "
        "other {# mission points}}."
    )
    player: Side
    points: int
    what: str
    total: int
