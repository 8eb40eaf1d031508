"""What a piece reaches, sees and threatens, to be laid over the scene."""

from __future__ import annotations

from battlemat.boards.dots import each
from battlemat.kernel.scene import Shape
from battlemat.rulebooks.skirmishers.chapters.moving.steps import reach_of
from battlemat.rulebooks.skirmishers.chapters.vehicles.reach import modes_of, rides
from battlemat.rulebooks.skirmishers.screen.cones import mounted_cone
from battlemat.rulebooks.skirmishers.screen.drawing import tile
from battlemat.rulebooks.skirmishers.state.battle import ABLE, Battle, Unit
from battlemat.rulebooks.skirmishers.state.vehicles import MODES, rider_of, vehicle_under
from battlemat.rulebooks.skirmishers.state.words import mode_words


def overlays(battle: Battle, name: str) -> list[Shape]:
    """What a unit reaches, what it sees, and the arcs that threaten it.

    A vehicle's reach is that of its rider's ride, mode by mode; it also shows the cones of its
    mounted weapons. Who is on a vehicle reaches what it reaches.
    """
    unit = next(
        (u for u in battle.units if u.id == name and u.state == ABLE and u.place >= 0), None
    )
    if unit is None:
        return []
    vehicle = vehicle_under(battle, unit)
    if vehicle is None:
        board = battle.board
        found = [tile("reach", board, place) for place in each(reach_of(battle, unit).places)]
    else:
        found = _ride(battle, vehicle)
    return found + _sight(battle, unit) + _threats(battle, unit)


def _ride(battle: Battle, vehicle: Unit) -> list[Shape]:
    """Every dot that the front may come to, by the slowest mode that takes it there."""
    rider = rider_of(battle, vehicle)
    if vehicle.prone or vehicle.state != ABLE:
        return []
    fronts: dict[int, int] = {}
    if rider is not None and rider.state == ABLE:
        for mode in modes_of(vehicle, rider):
            for at in rides(battle, vehicle, rider, mode):
                fronts.setdefault(at.front, mode)
    board, because = battle.board, "skirmishers.vehicle.mode-table"
    found = [
        tile("reach", board, board.ground(dot), mode_words(MODES[mode]), because)
        for dot, mode in sorted(fronts.items())
    ]
    for slot, weapon in enumerate(vehicle.carries):
        if weapon >= 0:
            found += mounted_cone(battle, vehicle, slot)
    return found


def _sight(battle: Battle, unit: Unit) -> list[Shape]:
    board = battle.board
    return [
        tile("sight", board, place)
        for place in board.terrain.surface_list
        if board.sight.sees(unit.place, place, prone=unit.prone)
    ]


def _threats(battle: Battle, unit: Unit) -> list[Shape]:
    board = battle.board
    return [
        tile("threat", board, dot, other.id)
        for other in battle.units
        if other.arcs and other.side != unit.side and other.state == ABLE
        for arc in other.arcs
        for dot in each(board.arc(other.place, arc.heading, arc.degrees))
    ]
