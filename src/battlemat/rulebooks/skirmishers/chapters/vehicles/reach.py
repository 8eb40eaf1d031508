"""Where a ride may take a vehicle in one turn, mode by mode: for screens and for machines.

Roads, prices and the limits of a mode are the ride's own; nothing is known twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from battlemat.boards.dots import Board, Vehicle
from battlemat.kernel.memo import Memo
from battlemat.rulebooks.skirmishers.chapters.vehicles.ride import DRIVE, ENGINE, TURN_AP, TURNS
from battlemat.rulebooks.skirmishers.state.battle import Battle, Unit
from battlemat.rulebooks.skirmishers.state.ground import MOVE_CAP
from battlemat.rulebooks.skirmishers.state.unit import Ride
from battlemat.rulebooks.skirmishers.state.vehicles import (
    CRUISE,
    MAX,
    MINIMUM,
    MODE_AP,
    fastest,
    speed,
    where,
)

State = tuple[Vehicle, int, bool]
"""Where it is, how many dots of the segment are left, and whether it may turn."""


class Step(NamedTuple):
    """A verb of the ride, and by how many sixths it turns."""

    verb: str
    sixths: int = 0


FORWARD, DRIVING = Step("forward"), Step("drive")


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
    return reach(battle, vehicle, rider, mode).ends


def reach(battle: Battle, vehicle: Unit, rider: Unit, mode: int, *, sharp: bool = True) -> Reach:
    """The same with the ways there; without `sharp` turns, only such as need no check."""
    least, most = MODE_AP[mode]
    ride = vehicle.ride if vehicle.ride is not None else Ride(mode)
    most = min(most, ride.spent + _spare(vehicle, rider))
    start = (where(battle, vehicle), ride.left, ride.since > 0)
    streets = _streets(battle.board, battle.occupied & ~battle.footprint(vehicle))
    found = Reach(streets, rider, mode, start)
    sizes = (1,) if mode == MINIMUM or not sharp else (1, 2, 3)  # vehicle.turn-minimum
    found.drive(ride.spent, most, speed(vehicle), sizes)
    found.rest(least)
    return found


class Reach:
    """All that a ride may come to. `ends` are its possible ends and the AP that they cost."""

    def __init__(self, streets: Streets, rider: Unit, mode: int, start: State) -> None:
        self.streets = streets
        self.rider = rider
        self.mode = mode
        self.start = start
        self.ends: dict[Vehicle, int] = {}
        self._best: dict[State, int] = {}
        self._before: dict[State, tuple[State, Step]] = {}

    def drive(self, spent: int, most: int, dots: int, sizes: tuple[int, ...]) -> None:
        """Walk all ways, by AP, so that each state is met once."""
        best, before = self._best, self._before
        best[self.start] = spent
        layers: list[list[State]] = [[] for _ in range(most + 1)]
        if spent <= most:
            layers[spent].append(self.start)
        for paid, layer in enumerate(layers):
            for state in layer:  # steps that cost nothing join the layer that is being walked
                if best[state] < paid:
                    continue
                for after, price, step in self._steps(state, dots, sizes):
                    total = paid + price
                    if total <= most and total < best.get(after, most + 1):
                        best[after] = total
                        before[after] = state, step
                        layers[total].append(after)

    def _steps(
        self, state: State, dots: int, sizes: tuple[int, ...]
    ) -> Iterator[tuple[State, int, Step]]:
        """What may be driven next, with its price."""
        at, left, may_turn = state
        if left:
            ahead = self.streets.forward(at)
            if ahead is not None:
                yield (ahead, left - 1, True), 0, FORWARD
        else:
            yield (at, dots, may_turn), DRIVE, DRIVING
        if may_turn:
            for sixths, turned in self.streets.turns(at):
                if abs(sixths) in sizes:
                    yield (turned, left, False), TURN_AP[abs(sixths)], Step("veer", sixths)

    def rest(self, least: int) -> None:
        """Keep the states where the ride may end, but for the one where it is."""
        for (at, left, _), spent in self._best.items():
            if not left and spent >= least and at != self.start[0]:
                self.ends[at] = min(spent, self.ends.get(at, spent))

    def first(self, end: Vehicle) -> Step:
        """The first action on the cheapest way to one of the ends."""
        states = [(end, 0, may_turn) for may_turn in (True, False)]
        known = [state for state in states if state in self._best]
        state = min(known, key=lambda one: self._best[one])
        step = DRIVING
        while state != self.start:
            state, step = self._before[state]
        return step


class Streets:
    """What the roads say of each position, asked once."""

    def __init__(self, board: Board, others: int) -> None:
        self.roads, self.others = board.roads, others
        self._ahead: dict[Vehicle, Vehicle | None] = {}
        self._turned: dict[Vehicle, list[tuple[int, Vehicle]]] = {}

    def forward(self, at: Vehicle) -> Vehicle | None:
        """One dot on, or None."""
        if at not in self._ahead:
            self._ahead[at] = self.roads.forward(at, self.others)
        return self._ahead[at]

    def turns(self, at: Vehicle) -> list[tuple[int, Vehicle]]:
        """Every turn that the road has room for, by sixths."""
        found = self._turned.get(at)
        if found is None:
            every = ((sixths, self.roads.turn(at, sixths, self.others)) for sixths in TURNS)
            found = self._turned[at] = [(s, end) for s, end in every if end is not None]
        return found


@Memo("the board, which does not change, and who stands on it", bound=32)
def _streets(board: Board, others: int) -> Streets:
    return Streets(board, others)
