"""The course of a battle: set-up, rounds, activations, moves, objectives."""

from __future__ import annotations

from battlemat.kernel.events import Event, Side


class RollOff(Event):
    says = (
        "Roll-off: Red {red}, Blue {blue}. {winner, select, red {Red wins: the higher roll wins} "
        "blue {Blue wins: the higher roll wins} other {A tie: both roll again}}."
    )
    red: int
    blue: int
    winner: str


class Mission(Event):
    says = "The mission is {name}."
    name: str


class Entry(Event):
    says = "{player} places an entry point: {entry}."
    player: Side
    name: str
    entry: str
    place: str


class Round(Event, role="opens"):
    says = "Round {round} of {rounds} begins."
    round: int
    rounds: int


class RoundEnd(Event):
    says = "Round {round} is over."
    round: int


class Initiative(Event):
    says = "{player} has the first activation."
    player: Side


class Activate(Event):
    says = "{player} activates {called}."
    player: Side
    unit: str
    name: str


class Activated(Event):
    says = "{unit} has finished its activation."
    unit: str


class Holds(Event):
    says = "{player} holds the rest back in reserve."
    player: Side


class Deploy(Event):
    says = "{called} comes onto the table."
    unit: str
    name: str


class Stays(Event):
    says = "{unit} stays in reserve."
    unit: str


class ByHand(Event):
    says = "The program finds no place for all of {unit}: its player places them by hand."
    unit: str


class Disembark(Event):
    says = "{unit} disembarks."
    unit: str


class Embark(Event):
    says = "{unit} embarks on {transport}."
    unit: str
    transport: str


class Aboard(Event):
    says = "{unit} stays aboard."
    unit: str


class Recover(Event):
    says = "{unit} recovers: {stress} stress left."
    unit: str
    stress: int


class Ability(Event):
    says = "{unit} uses {ability}. {text}"
    unit: str
    ability: str
    text: str


class AbilityFails(Event):
    says = "{ability} fails."
    ability: str


class Move(Event, role="way"):
    says = (
        "{unit} {verb, select, advances {advances} other {moves}} {way} "
        "({cost} of {allowance} inches)."
    )
    unit: str
    verb: str
    way: str
    place: str
    cost: str
    allowance: str


class Left(Event):
    says = "{unit} leaves the table and is in reserve."
    unit: str


class Marker(Event):
    says = "The players put {name} {way} of the nearest free place."
    name: str
    way: str
    place: str


class Secured(Event):
    says = "{unit} secures {objective} for {player}."
    player: Side
    objective: str
    unit: str


class Contested(Event):
    says = "{unit} cannot secure {objective}: {foe} is beside it."
    objective: str
    unit: str
    foe: str


class Unsecured(Event):
    says = "{objective} is no longer secured for {player}."
    objective: str
    player: Side


class ObjectiveLost(Event):
    says = "{objective} is destroyed with its bearers."
    objective: str


class Score(Event):
    says = (
        "{player} scores {points} for {objective} and now has {total, plural, "
        "one {# victory point} other {# victory points}}."
    )
    player: Side
    points: int
    objective: str
    total: int


class Forfeit(Event):
    says = "{player} has nothing on the table and forfeits."
    player: Side
