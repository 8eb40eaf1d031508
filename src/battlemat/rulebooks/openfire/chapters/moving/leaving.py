"""Chapter "Leaving Assault Range": whom a move leaves, and who may strike at the one who goes.

Only the unit that moves leaves anybody (`openfire.assault.leave-only-mover`), flyers like others
(`openfire.special.flying-assault`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from battlemat.boards.plane import (
    Box,
    Leg,
    Path,
    Plane,
    Stand,
    boxes_apart,
    comes_within,
    distance,
    edge_box,
    root_up,
    segments_closer,
)
from battlemat.rulebooks.openfire.chapters.measure import bases_within, box_around, gap
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
    for leg in path.legs:
        for is_within in _is_within(battle, Way(battle.plane, leg), theirs, reach):
            if within and not is_within:
                return True
            within = is_within
    return False


ROUNDING = 4
"""Places and corners are rounded: two of them may lie so much further apart than their way."""
LOOKS = 24
"""So many steps are looked at one by one before it is measured again how many can be left out."""


class Way:
    """A leg of the leader's path, hundredth by hundredth and degree by degree of its turns."""

    def __init__(self, plane: Plane, leg: Leg) -> None:
        self._plane, self._leg = plane, leg
        start, end = leg.start, leg.end
        self._dx, self._dy = end.x - start.x, end.y - start.y
        self._turn = (end.facing - start.facing + 180) % 360 - 180
        far = root_up(self._dx * self._dx + self._dy * self._dy)
        self.steps = max(1, far, abs(self._turn))

    def at(self, step: int) -> Stand:
        """The leader after so many steps."""
        start, steps = self._leg.start, self.steps
        x, y = start.x + self._dx * step // steps, start.y + self._dy * step // steps
        facing = (start.facing + self._turn * step // steps) % 360
        # Not `plane.put`: what is kept there for machines would be swept away by all these steps.
        return Stand(start.base, x, y, facing, self._plane.level_at(x, y))

    @property
    def is_even(self) -> bool:
        """Whether it surely stays on one level: no edge of any comes near the leader's middle."""
        start, end = self._leg.start, self._leg.end
        line = (start.x, start.y, end.x, end.y)
        around = edge_box(line)
        return not any(
            segments_closer(edge, line, ROUNDING * ROUNDING)
            for area in self._plane.areas
            if not boxes_apart(area.outline.box, around, ROUNDING)
            for edge in area.outline.edges
        )

    @property
    def pace(self) -> int:
        """How far no corner comes in one step."""
        base = self._leg.start.base
        if base.is_round or not self._turn:
            return 1
        return 2 + (base.length + base.width) // 100  # a degree is a fifty-seventh of the way out


def _is_within(battle: Battle, way: Way, theirs: Sequence[Stand], reach: int) -> Iterator[bool]:
    """Whether the leader is within reach, step by step.

    Steps are left out by which it cannot have come from within to outside or back. Over uneven
    ground that is known only outside; near the edge of the reach nothing is left out for a while.
    """
    step, pace, is_even, looks = 0, way.pace, way.is_even, 0
    while step <= way.steps:
        stand = way.at(step)
        step += 1
        if looks:
            looks -= 1
            yield bases_within(battle, [stand], theirs, reach)
            continue
        apart = min(gap(battle, stand, one) if is_even else distance(stand, one) for one in theirs)
        left_out = (abs(reach - apart) - ROUNDING - pace) // pace
        if left_out > 0 and (is_even or apart > reach):
            yield apart <= reach
            step += left_out
        else:
            yield bases_within(battle, [stand], theirs, reach)
            looks = LOOKS


def may_strike(unit: Unit) -> bool:
    """True if some model of a unit may make a free attack (`openfire.vehicle.no-free-attack`)."""
    return any(not unit.powers[model].vehicle for model in unit.alive)
