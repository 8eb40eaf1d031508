"""How likely who hits whom, as the table lies: what machines think of shots and arcs.

An option of a choice, and an outcome of its dice, leave most units where they were. So chances are
kept for each layout of the table: who holds which dot, and where it burns and smokes.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeAlias

from battlemat.kernel.memo import Memo, Table
from battlemat.rulebooks.skirmishers.chapters.firing.aiming import lies
from battlemat.rulebooks.skirmishers.state.battle import Battle, Unit
from battlemat.rulebooks.skirmishers.state.weapons import Weapon

_WAYS = {total: 6 - abs(7 - total) for total in range(2, 13)}
CHANCE = [sum(n for total, n in _WAYS.items() if total >= need) / 36 for need in range(20)]
"""The chance to reach a target number."""
OUTSIDE = -1.0
"""Said of an arc that does not hold the target's dot."""
Shot: TypeAlias = tuple[float, ...]
"""For each arc of a shooter: its chance to hit a target, or `OUTSIDE`."""


def hit_chance(battle: Battle, shooter: Unit, weapon: Weapon, target: Unit) -> float:
    """About how likely a shot hits: range, cover, wounds and posture counted; 0 without sight."""
    distance = battle.board.distance(shooter.place, target.place)
    if not 0 < distance <= weapon.reach:
        return 0.0
    prone = lies(battle, target)
    cover = battle.board.sight.cover(
        shooter.place, target.place, battle.clutter(), prone=shooter.prone, target_prone=prone
    )  # smoke counted in
    if cover is None:
        return 0.0
    need = 6 + shooter.mod + cover - shooter.prone
    need += 2 if weapon.long and distance > weapon.short else 0
    need += (-1 if distance <= 1 else 1) if prone else 0
    return CHANCE[min(max(need, 2), 19)]


class Marksmen:
    """The chances of arcs on one layout of the table."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[Hashable, dict[Hashable, Shot]] = {}

    def shot(self, battle: Battle, shooter: Unit, target: Unit) -> Shot:
        """What each arc of `shooter` can hope for against `target`."""
        stand = shooter.place, shooter.prone, shooter.mod, shooter.arcs
        mine = self._known.get(stand)
        if mine is None:
            mine = self._known[stand] = {}
        posture = target.place, target.prone, target.under
        found = mine.get(posture)
        if found is None:
            found = mine[posture] = _shot(battle, shooter, target)
        return found


def _shot(battle: Battle, shooter: Unit, target: Unit) -> Shot:
    board = battle.board
    dot = target.place % board.size
    return tuple(
        hit_chance(battle, shooter, battle.weapon(arc.weapon), target)
        if board.arc(shooter.place, arc.heading, arc.degrees) >> dot & 1
        else OUTSIDE
        for arc in shooter.arcs
    )


_LAYOUTS = Memo("the field, and what lies and stands on the board", bound=512)


class Layouts:
    """The marksmen of each layout of one battle's table."""

    def __init__(self) -> None:
        self._known: Table[Hashable, Marksmen] = _LAYOUTS.table()

    def of(self, battle: Battle) -> Marksmen:
        """The chances on the table as it lies now."""
        key = (
            battle.board,
            battle.standing,
            battle.lying,
            battle.fire,
            battle.smoke,
            battle.machines,
        )
        found = self._known.get(key)
        return self._known.keep(key, Marksmen()) if found is None else found
