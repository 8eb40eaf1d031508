"""Where a ride may take a vehicle in one turn, mode by mode: for screens and for machines.

Its one rule: roads, prices and the limits of a mode are the ride's own; nothing is known twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from battlemat.boards.dots import Board, Vehicle
from battlemat.rulebooks.skirmishers.battle import Battle, Unit
from battlemat.rulebooks.skirmishers.ground import MOVE_CAP
from battlemat.rulebooks.skirmishers.unit import Ride
from battlemat.rulebooks.skirmishers.vehicle import (
    CRUISE,
    MAX,
    MINIMUM,
    MODE_AP,
    fastest,
    speed,
    where,
)
from battlemat.rulebooks.skirmishers.vehicle_ride import DRIVE, ENGINE, TURN_AP, TURNS

State = tuple[Vehicle, int, bool]
"""Where it is, how many dots of the segment are left, and whether it may turn."""


def modes_of(vehicle: Unit, rider: Unit) -> list[int]:
    """The modes that a rider could pick for the rest of the turn, or has picked."""
    if vehicle.ride is not None:
        return [vehicle.ride.mode]
    spare = _spare(vehicle, rider)
    return [
        mode
        for mode in (MINIMUM, CRUISE, MAX)
        if mode <= fastest(vehicle) and MODE_AP[mode][0] <= spare
    ]


def _spare(vehicle: Unit, rider: Unit) -> int:
    """AP for the ride, the engine started first where it is off."""
    left = rider.ap_left if vehicle.engine else rider.ap_left - ENGINE
    return min(left, MOVE_CAP - rider.walked)


def rides(battle: Battle, vehicle: Unit, rider: Unit, mode: int) -> dict[Vehicle, int]:
    """Every position at the end of a segment of a ride in a mode, with the AP that it costs.

    Only positions where the mode's smallest amount has been spent; control checks are taken to
    succeed.
    """
    least, most = MODE_AP[mode]
    ride = vehicle.ride if vehicle.ride is not None else Ride(mode)
    most = min(most, ride.spent + _spare(vehicle, rider))
    start = (where(battle, vehicle), ride.left, ride.since > 0)
    others = battle.occupied & ~battle.footprint(vehicle)
    streets = _streets(battle.board, others)
    best: dict[State, int] = {start: ride.spent}
    layers: list[list[State]] = [[] for _ in range(most + 1)]  # by AP, so each is met once
    if ride.spent <= most:
        layers[ride.spent].append(start)
    for spent, layer in enumerate(layers):
        for state in layer:  # steps that cost nothing join the layer that is being walked
            if best[state] < spent:
                continue
            for after, price in _steps(streets, speed(vehicle), mode, state):
                if spent + price <= most and spent + price < best.get(after, most + 1):
                    best[after] = spent + price
                    layers[spent + price].append(after)
    found: dict[Vehicle, int] = {}
    for (at, left, _), spent in best.items():
        if not left and spent >= least and at != start[0]:
            found[at] = min(spent, found.get(at, spent))
    return found


class _Streets:
    """What the roads say of each position, asked once."""

    def __init__(self, board: Board, others: int) -> None:
        self.roads, self.others = board.roads, others
        self.ahead: dict[Vehicle, Vehicle | None] = {}
        self.turned: dict[Vehicle, list[tuple[int, Vehicle]]] = {}

    def forward(self, at: Vehicle) -> Vehicle | None:
        if at not in self.ahead:
            self.ahead[at] = self.roads.forward(at, self.others)
        return self.ahead[at]

    def turns(self, at: Vehicle) -> list[tuple[int, Vehicle]]:
        found = self.turned.get(at)
        if found is None:
            every = ((abs(s), self.roads.turn(at, s, self.others)) for s in TURNS)
            found = self.turned[at] = [(size, end) for size, end in every if end is not None]
        return found


@lru_cache(maxsize=32)
def _streets(board: Board, others: int) -> _Streets:
    return _Streets(board, others)


def _steps(streets: _Streets, dots: int, mode: int, state: State) -> Iterator[tuple[State, int]]:
    """What may be driven next, with its price."""
    at, left, may_turn = state
    if left:
        ahead = streets.forward(at)
        if ahead is not None:
            yield (ahead, left - 1, True), 0
    else:
        yield (at, dots, may_turn), DRIVE
    if may_turn:
        for size, turned in streets.turns(at):
            if size == 1 or mode != MINIMUM:  # skirmishers.vehicle.turn-minimum
                yield (turned, left, False), TURN_AP[size]
