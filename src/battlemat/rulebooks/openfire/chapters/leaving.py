"""Chapter "Leaving Assault Range": whom a move leaves, and who may strike at the one who goes.

Only the unit that moves leaves anybody (`openfire.assault.leave-only-mover`), flyers like others
(`openfire.special.flying-assault`).
"""

from __future__ import annotations

from collections.abc import Sequence

from battlemat.boards.plane.move import Path, comes_within
from battlemat.boards.plane.shapes import Stand
from battlemat.rulebooks.openfire.chapters.measure import bases_within
from battlemat.rulebooks.openfire.state.battle import Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH


def left_behind(battle: Battle, unit: Unit, path: Path, ends: Sequence[Stand]) -> list[Unit]:
    """The enemy units that a declared move leaves (`openfire.assault.leave-trigger`).

    Those it was within assault range of at the start or came into on its way
    (`openfire.assault.leave-passing`), and is outside of when all models have been placed; `ends`
    is empty for a unit that is off the table then (`openfire.transport.embark-leaves`).
    """
    reach = battle.policy.assault_range * INCH
    found = []
    for foe in battle.foes(unit):
        theirs = foe.bases
        touched = bases_within(battle, unit.bases, theirs, reach) or any(
            comes_within(battle.plane, path, stand, reach) for stand in theirs
        )
        if touched and not bases_within(battle, list(ends), theirs, reach):
            found.append(foe)
    return found


def may_strike(unit: Unit) -> bool:
    """True if some model of a unit may make a free attack (`openfire.vehicle.no-free-attack`)."""
    return any(not unit.powers[model].vehicle for model in unit.alive)
