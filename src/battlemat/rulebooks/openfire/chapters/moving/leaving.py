"""Chapter "Leaving Assault Range": whom a move leaves, and who may strike at the one who goes.

Only the unit that moves leaves anybody (`openfire.assault.leave-only-mover`), flyers like others
(`openfire.special.flying-assault`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from battlemat.boards.plane import Box, Path, Stand, boxes_apart, comes_within, root_up
from battlemat.rulebooks.openfire.chapters.measure import bases_within, box_around
from battlemat.rulebooks.openfire.state.battle import NOBODY, Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH
from battlemat.rulebooks.openfire.state.readings import LEAVING


class DeclaredMove(NamedTuple):
    """Where the models of a unit that moves are to go, while free attacks are made against it."""

    unit: int = NOBODY
    places: tuple[tuple[int, Stand], ...] = ()

    def closed(self, unit: Unit, dying: int) -> list[Stand]:
        """The places that nobody else may take; those declared for the dead fall away."""
        if unit.index != self.unit:
            return [stand for _, stand in self.places]
        return [stand for m, stand in self.places if unit.hp[m] and m != dying]


NOWHERE = DeclaredMove()


def left_behind(battle: Battle, unit: Unit, path: Path, ends: Sequence[Stand]) -> list[Unit]:
    """The enemy units that a declared move leaves (`openfire.assault.leave-trigger`).

    Those it was within assault range of at the start or came into on its way
    (`openfire.assault.leave-passing`), and is outside of when all models have been placed; `ends`
    is empty for a unit that is off the table then (`openfire.transport.embark-leaves`).
    """
    reach = battle.policy.assault_range * INCH
    found = []
    around = _box_of_the_move(unit, path)
    for foe in battle.foes(unit):
        theirs = foe.bases
        if boxes_apart(around, box_around(theirs), reach):
            continue  # so far from all that it was never within
        touched = bases_within(battle, unit.bases, theirs, reach) or any(
            comes_within(battle.plane, path, stand, reach) for stand in theirs
        )
        if touched and (
            not bases_within(battle, list(ends), theirs, reach)
            or (battle.printed(LEAVING) and _was_outside(battle, unit, path, ends, theirs))
        ):
            found.append(foe)
    return found


def _box_of_the_move(unit: Unit, path: Path) -> Box:
    """A box around a unit before its move and around the way of its leader."""
    west, south, east, north = box_around(unit.bases)
    for leg in path.legs:
        w, s, e, n = leg.sweep.box
        west, south, east, north = min(w, west), min(s, south), max(e, east), max(n, north)
    return west, south, east, north


def _was_outside(
    battle: Battle, unit: Unit, path: Path, ends: Sequence[Stand], theirs: Sequence[Stand]
) -> bool:
    """True if the whole unit left an enemy's assault range on the way, though it came back.

    Of the leader this is known along its path, hundredth by hundredth; a follower that is within
    at its first or at its last place keeps the unit within.
    """
    reach = battle.policy.assault_range * INCH
    others = [stand for stand in unit.bases if stand is not unit.lead]
    if bases_within(battle, [*others, *ends[1:]], theirs, reach):
        return False
    within = False
    for stand in _way_points(battle, path):
        if bases_within(battle, [stand], theirs, reach):
            within = True
        elif within:
            return True
    return False


def _way_points(battle: Battle, path: Path) -> Iterator[Stand]:
    """The leader at every hundredth of its way, and at every degree of its turns."""
    for leg in path.legs:
        start, end = leg.start, leg.end
        dx, dy = end.x - start.x, end.y - start.y
        turn = (end.facing - start.facing + 180) % 360 - 180
        steps = max(1, root_up(dx * dx + dy * dy), abs(turn))
        for step in range(steps + 1):
            x, y = start.x + dx * step // steps, start.y + dy * step // steps
            yield battle.plane.put(start.base, x, y, (start.facing + turn * step // steps) % 360)


def may_strike(unit: Unit) -> bool:
    """True if some model of a unit may make a free attack (`openfire.vehicle.no-free-attack`)."""
    return any(not unit.powers[model].vehicle for model in unit.alive)
