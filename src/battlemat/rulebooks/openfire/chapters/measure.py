"""Measuring: everything is measured from base to base, and a unit by its nearest model.

The nearest points of two bases count, never the bodies on them (`openfire.measure.base-to-base`,
`openfire.geometry.gap`); bases that touch do not overlap (`openfire.geometry.overlap`). Comparisons
are made on whole numbers (`openfire.geometry.within-exact`), so that exactly so far is within and
never more than (`openfire.measure.more-than`). Heights are those of the surfaces under the centres
(`openfire.terrain.model-level`, `openfire.los.surface-height`).

Anybody may measure anything at any time: nothing here changes a battle (`openfire.measure.free`).
"""

from __future__ import annotations

from collections.abc import Sequence

from battlemat.boards.plane import Box, Stand, distance, within
from battlemat.rulebooks.openfire.state.battle import Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH


def is_within(battle: Battle, one: Stand, two: Stand, reach: int) -> bool:
    """True if two bases are not further apart in space than `reach` (`openfire.measure.within`)."""
    if one.level == two.level:
        return within(one, two, reach)
    return within(one, two, reach, battle.plane.rise(one, two))


def gap(battle: Battle, one: Stand, two: Stand) -> int:
    """The distance between two bases, rounded up (`openfire.geometry.level-inch`)."""
    return distance(one, two, battle.plane.rise(one, two))


def any_within(battle: Battle, one: Stand, bases: Sequence[Stand], reach: int) -> bool:
    """True if some of the bases is that near to another: `is_within` of each, circles at once."""
    x, y, level, most = one.x, one.y, one.level, reach + one.base.radius
    for other in bases:
        if other.corners or one.corners or other.level != level or reach < 0:
            if is_within(battle, one, other, reach):
                return True
            continue
        dx, dy, far = other.x - x, other.y - y, most + other.base.radius
        if dx * dx + dy * dy <= far * far:
            return True
    return False


def unit_within(battle: Battle, unit: Unit, thing: Stand, reach: int) -> bool:
    """True if some model of a unit is that near (`openfire.measure.unit-to-unit`)."""
    return any_within(battle, thing, unit.bases, reach)


def units_within(battle: Battle, one: Unit, two: Unit, reach: int) -> bool:
    """True if some model of one unit is that near to some model of the other."""
    return bases_within(battle, one.bases, two.bases, reach)


def bases_within(
    battle: Battle, ours: Sequence[Stand], theirs: Sequence[Stand], reach: int
) -> bool:
    """True if any base of one list is that near to any of the other.

    A box around the second list spares most comparisons.
    """
    if not theirs:
        return False
    west, south, east, north = box_around(theirs, reach)
    for base in ours:
        box = base.box
        if box[0] > east or box[2] < west or box[1] > north or box[3] < south:
            continue
        if any_within(battle, base, theirs, reach):
            return True
    return False


def box_around(bases: Sequence[Stand], margin: int = 0) -> Box:
    """The box around some bases, with a margin."""
    west, south, east, north = bases[0].box
    for base in bases:
        w, s, e, n = base.box
        if w < west:
            west = w
        if s < south:
            south = s
        if e > east:
            east = e
        if n > north:
            north = n
    return west - margin, south - margin, east + margin, north + margin


def in_assault(battle: Battle, one: Unit, two: Unit) -> bool:
    """True if two units are within assault range of each other (`openfire.assault.unit-level`).

    It works both ways, whatever stands between them (`openfire.assault.mutual`).
    """
    return units_within(battle, one, two, battle.policy.assault_range * INCH)


def assaulters(battle: Battle, unit: Unit) -> list[Unit]:
    """The enemy units within assault range of a unit."""
    known = battle.tables.assaults
    found = known.get(unit.index)
    if found is None:
        reach = battle.policy.assault_range * INCH
        ours = unit.bases
        near = [foe for foe in battle.foes(unit) if bases_within(battle, ours, foe.bases, reach)]
        found = known[unit.index] = tuple(foe.index for foe in near)
    return [battle.units[index] for index in found]
