"""The course of a battle: turns, activations, moves, what is carried."""

from __future__ import annotations

from battlemat.kernel.events import Event, Side


class First(Event):
    says = "The die shows {face}: {player} takes the first turn."
    face: int
    player: Side


class Turn(Event, role="opens"):
    says = "Round {round} of {rounds}: {player}'s turn; its firing arcs are lifted."
    player: Side
    round: int
    rounds: int


class Activate(Event):
    says = "{player} activates {unit} ({name}) with {ap} AP."
    player: Side
    unit: str
    name: str
    ap: int


class Step(Event, role="way"):
    says = "{unit} moves from {start} to {end} for {ap} AP."
    unit: str
    start: str
    end: str
    ap: int


class Stands(Event):
    says = "{unit} stands up."
    unit: str


class Prone(Event):
    says = "{unit} goes prone."
    unit: str


class Falls(Event):
    says = "{unit} falls prone."
    unit: str


class Leaves(Event):
    says = "{unit} leaves the map."
    unit: str


class Weapon(Event):
    says = "{unit} changes to {weapon}."
    unit: str
    weapon: str


class Takes(Event):
    says = "{unit} takes {thing} from {target}."
    unit: str
    target: str
    thing: str


class PicksUp(Event):
    says = "{unit} picks up {thing}."
    unit: str
    thing: str


class Drops(Event):
    says = "{unit} drops {thing}."
    unit: str
    thing: str


class Jet(Event):
    says = "{unit} {state} the jet pack."
    unit: str
    state: str


class Over(Event):
    says = "The game is over: {reason}. Winner: {player}."
    player: Side
    reason: str
