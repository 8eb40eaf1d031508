"""What a piece reaches, sees and threatens, to be laid over the scene."""

from __future__ import annotations

from battlemat.boards.dots import each
from battlemat.kernel.scene import Shape
from battlemat.rulebooks.skirmishers.battle import ABLE, Battle, Unit
from battlemat.rulebooks.skirmishers.movement import reach_of
from battlemat.rulebooks.skirmishers.scene import tile


def overlays(battle: Battle, name: str) -> list[Shape]:
    """What a unit reaches, what it sees, and the arcs that threaten it."""
    unit = next(
        (u for u in battle.units if u.id == name and u.state == ABLE and u.place >= 0), None
    )
    if unit is None or unit.is_vehicle:
        return []
    board = battle.board
    found = [tile("reach", board, place) for place in each(reach_of(battle, unit).places)]
    return found + _sight(battle, unit) + _threats(battle, unit)


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
