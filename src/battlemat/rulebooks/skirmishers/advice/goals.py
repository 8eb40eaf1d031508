"""Where a scenario makes it worth being, and how far that is for somebody on foot or riding.

For machines alone. Distances are counted over the ground as it is, units left out,
and once for each board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from heapq import heapify, heappop, heappush
from typing import Any

from battlemat.boards.dots import Board, Walk, each
from battlemat.kernel.memo import Memo
from battlemat.rulebooks.skirmishers.state.battle import PLAYERS, Battle, Unit
from battlemat.rulebooks.skirmishers.state.ground import STAND_UP, upright_walk_of
from battlemat.rulebooks.skirmishers.state.vehicles import front_of

FAR = 60
"""The distance of what cannot be reached."""
AIM = 3.0
"""Points that an aim of the scenario counts for."""


def areas_of(battle: Battle, side: int) -> int:
    """The mask of places in areas that bring a side points or the game, or that it must deny."""
    mask = 0
    scenario = battle.field.scenario
    rules = [(rule.side, rule.for_) for rule in scenario.points]
    rules += [(rule.side, rule.if_) for rule in scenario.wins]
    for whose, rule in rules:
        for test in _tests(rule):
            mine = whose in ("both", PLAYERS[side]) or test.get("clear")
            if mine and "area" in test:
                mask |= battle.field.areas[test["area"]]
    return mask


def leaving_pays(battle: Battle, side: int) -> float:
    """What the scenario gives for a man who leaves: points, and much more where it is the aim."""
    scenario, total = battle.field.scenario, 0.0
    if not scenario.exits[side]:
        return 0.0
    for rule in scenario.wins:
        if rule.side == PLAYERS[side] and any(t.get("test") == "left" for t in _tests(rule.if_)):
            total += AIM
    for given in scenario.points:
        if given.side in ("both", PLAYERS[side]) and given.for_.get("score") == "left":
            total += given.points
    return total


def aims_of(battle: Battle, side: int) -> int:
    """Where a side should go first: off the map if that is its aim, else to its areas."""
    exits, areas = battle.field.scenario.exits[side], areas_of(battle, side)
    return exits if leaving_pays(battle, side) >= AIM or not areas else areas


def _tests(test: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """A test and the tests inside it."""
    yield test
    for part in (*test.get("all", ()), *test.get("any", ())):
        yield from _tests(part)


def distance_on_foot(battle: Battle, unit: Unit, goals: int) -> int:
    """AP from a unit to the nearest of the goals; who lies pays for standing up first."""
    if not goals or unit.place < 0:
        return FAR
    return distance_from(battle, unit, goals)(unit.place) + (STAND_UP if unit.prone else 0)


def distance_from(battle: Battle, unit: Unit, goals: int) -> Callable[[int], int]:
    """The same from any place where the unit might be: on foot, or through the air for fliers."""
    walks, board = _walks(upright_walk_of(battle, unit), goals), battle.board
    if not unit.flies:
        return lambda place: walks.get(place, FAR)
    return lambda place: min(walks.get(place, FAR), _straight(board, place, goals))


def _straight(board: Board, place: int, goals: int) -> int:
    """Dots and levels through the air."""
    level = board.level(place)
    return min(
        board.distance(place, goal) + 2 * abs(board.level(goal) - level) for goal in each(goals)
    )


@Memo("the steps of a ground, which do not change, and the goals", bound=64)
def _walks(walk: Walk, goals: int) -> dict[int, int]:
    """The AP from every place to the nearest goal."""
    found = dict.fromkeys(each(goals), 0)
    queue = [(0, place) for place in found]
    heapify(queue)
    while queue:
        spent, place = heappop(queue)
        if spent > found[place]:
            continue
        for before, price in walk.arrivals(place):
            if spent + price < min(found.get(before, FAR), FAR):
                found[before] = spent + price
                heappush(queue, (spent + price, before))
    return found


def distance_riding(battle: Battle, vehicle: Unit, goals: int) -> int:
    """Dots from a vehicle's front to the nearest of the goals that it can drive to or up to."""
    return ride_distances(battle, goals).get(front_of(battle, vehicle), FAR)


def ride_distances(battle: Battle, goals: int) -> Mapping[int, int]:
    """The same for every dot."""
    return _roads(battle.board, goals)


@Memo("the board, which does not change, and the goals", bound=64)
def _roads(board: Board, goals: int) -> dict[int, int]:
    """Dots over open roads from every dot to the nearest goal."""
    found = {place % board.size: 0 for place in each(goals)}
    ring, steps = list(found), 0
    while ring:
        steps += 1
        further = []
        for dot in ring:
            for near in board.neighbours[dot]:
                if near >= 0 and near not in found and _drives(board, near, dot, steps):
                    found[near] = steps
                    further.append(near)
        ring = further
    return found


def _drives(board: Board, near: int, dot: int, steps: int) -> bool:
    """Whether a vehicle comes from one dot to the other; goals themselves may be indoors."""
    if not board.roads.drivable >> board.ground(near) & 1:
        return steps == 1 and bool(board.building_at[near])
    return steps == 1 or board.roads.can_cross(near, dot)
