"""The ways that a unit may walk, as a screen offers them."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, ClassVar

from battlemat.kernel.memo import Memo, Table
from battlemat.kernel.scene import Handle
from battlemat.kernel.words import listed, say
from battlemat.rulebooks.skirmishers.chapters.moving.steps import arcs_crossed, danger_of, reach_of
from battlemat.rulebooks.skirmishers.screen.handles import along
from battlemat.rulebooks.skirmishers.state.battle import Battle, Unit

_WAYS = Memo("the field and all that `_followed_from` names", bound=1)


class Ways:
    """The ways of one unit, worked out once for all handles of one question.

    They are kept by all that they follow from and not by which battle it is: a battle changes, and
    the next game's may be made where one was that nobody needs any more.
    """

    kept: ClassVar[Table[Hashable, Ways]] = _WAYS.table()

    def __init__(self, battle: Battle, unit: Unit) -> None:
        self.reach = reach_of(battle, unit)
        self.danger = danger_of(battle, unit.side)
        self._found: dict[int, tuple[int, ...]] = {}

    @classmethod
    def of(cls, battle: Battle, unit: Unit) -> Ways:
        key = _followed_from(battle, unit)
        return cls.kept.get(key) or cls.kept.keep(key, cls(battle, unit))

    def way(self, place: int) -> tuple[int, ...]:
        found = self._found.get(place)
        if found is None:  # a handle needs it for its words and for its line
            found = self._found[place] = self.reach.path(place, self.danger)
        return found


def _followed_from(battle: Battle, unit: Unit) -> tuple[Any, ...]:
    """All that the reach of a unit and the danger on its ways follow from."""
    enemies = battle.field.sides[1 - unit.side]
    units = battle.units
    watching = tuple([(units[n].place, units[n].state, units[n].arcs) for n in enemies])
    taken = battle.standing | battle.lying
    serial = battle.field.serial
    return (serial, unit.index, unit.value(), unit.ap, battle.board, taken, watching)


def point_along(battle: Battle, unit: Unit, way: tuple[int, ...], made: Handle) -> None:
    """Where a way leads, and every dot on it."""
    along(battle, unit.place, way, made)


def under_fire(battle: Battle, unit: Unit, way: tuple[int, ...], phrase: str) -> str:
    """The phrase for a way, and whose firing arcs it crosses."""
    watchers = arcs_crossed(battle, unit.side, way)
    if not watchers:
        return phrase
    return say(
        "{phrase}, through {many, plural, one {the arc} other {the arcs}} of {units}",
        phrase=phrase,
        many=len(watchers),
        units=listed([watcher.id for watcher in watchers]),
    )
