"""The course of a battle: turns, activations, moves, what is carried."""

from __future__ import annotations

from collections.abc import Mapping

from battlemat.kernel.events import Side
from battlemat.rulebooks.skirmishers.state.events.spoken import SpokenEvent, Spot
from battlemat.rulebooks.skirmishers.state.words import reason_words


class First(SpokenEvent):
    says = "The die shows {face}: {player} takes the first turn."
    face: int
    player: Side


class Turn(SpokenEvent, role="opens"):
    says = "Round {round} of {rounds}: {player}'s turn; {player}'s firing arcs are lifted."
    player: Side
    round: int
    rounds: int


class Activate(SpokenEvent):
    says = "{player} activates {called} with {ap} AP."
    player: Side
    unit: str
    name: str
    ap: int


class Step(SpokenEvent, role="way"):
    says = "{unit} moves from {start} to {end} for {ap} AP."
    unit: str
    start: Spot
    end: Spot
    ap: int


class Stands(SpokenEvent):
    says = "{unit} stands up."
    unit: str


class Prone(SpokenEvent):
    says = "{unit} goes prone."
    unit: str


class Falls(SpokenEvent):
    says = "{unit} falls prone."
    unit: str


class Leaves(SpokenEvent):
    says = "{unit} leaves the map."
    unit: str


class Weapon(SpokenEvent):
    says = "{unit} changes to {weapon}."
    unit: str
    weapon: str


class Takes(SpokenEvent):
    says = "{unit} takes {thing, select, jet-pack {the jet pack} other {{thing}}} from {target}."
    unit: str
    target: str
    thing: str


class PicksUp(SpokenEvent):
    says = "{unit} picks up {thing, select, jet-pack {the jet pack} other {{thing}}}."
    unit: str
    thing: str


class Drops(SpokenEvent):
    says = "{unit} drops {thing, select, jet-pack {the jet pack} other {{thing}}}."
    unit: str
    thing: str


class Jet(SpokenEvent):
    says = "{unit} {state, select, on {puts on} other {takes off}} the jet pack."
    unit: str
    state: str


class Over(SpokenEvent):
    says = "The game is over: {reason}. {player} wins."
    player: Side
    reason: str
    why: str
    """"spent", "nobody", "points", "draw", "aim", or "text", which the scenario says itself."""
    loser: str
    most: int
    least: int

    def _in_words(self) -> Mapping[str, object]:
        told = reason_words(self.why, self.loser, self.most, self.least, self.reason)
        return {**super()._in_words(), "reason": told}
