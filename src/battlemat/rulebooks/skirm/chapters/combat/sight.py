"""Chapters "Line of sight" and "Select target": who may be shot at, and by which clause not.

`shot_bar` and `blast_bar` are the only statement of what may be shot at; they return the clause
that forbids it, or None. The board (`boards.squares`) draws the lines and measures.
"""

from __future__ import annotations

from collections.abc import Callable

from battlemat.boards.squares import Board
from battlemat.kernel.memo import Memo
from battlemat.rulebooks.skirm.state.battle import DOWNED, STANDING, Battle, Unit
from battlemat.rulebooks.skirm.state.cards import Weapon


def smoke(battle: Battle) -> int:
    """The squares filled with smoke: they interrupt sight like a Standing unit."""
    return battle.lasting.smoke


def in_the_way(battle: Battle, weapon: Weapon | None = None) -> int:
    """The squares whose contents interrupt lines of sight (`los.units`); the Downed never do."""
    mask = battle.lasting.smoke
    if battle.edition.units_block_sight and not (weapon is not None and weapon.linear):
        mask |= battle.standing[0] | battle.standing[1]
    return mask


def range_limit(battle: Battle, weapon: Weapon) -> int:
    return min(weapon.range, battle.lasting.reach)


def is_engaged(battle: Battle, unit: Unit) -> bool:
    """Whether a Standing enemy is Adjacent."""
    return bool(battle.standing[1 - unit.side] & battle.terrain.adjacent[unit.square])


def beside_enemies(battle: Battle, unit: Unit) -> bool:
    """Whether enemies, Standing or Downed, are Adjacent to a unit."""
    enemy = 1 - unit.side
    enemies = battle.standing[enemy] | battle.downed[enemy]
    return bool(battle.terrain.adjacent[unit.square] & enemies)


def cannot_shoot(battle: Battle, unit: Unit) -> str | None:
    """The clause that keeps a unit from shooting at anyone at all."""
    if battle.edition.engaged_bar and is_engaged(battle, unit):
        return "combat.engaged"
    return None


def shot_bar(battle: Battle, unit: Unit, weapon: Weapon, target: Unit) -> str | None:
    """The clause that forbids this shot, or None."""
    if target.side == unit.side:
        return "combat.enemies"
    if target.state == DOWNED and not battle.edition.downed_targets:
        return "los.downed"
    if target.square < 0:
        return "damage.out"
    downed = target.state == DOWNED
    return _square_bar(battle, unit, weapon, target.square, downed)


def blast_bar(battle: Battle, unit: Unit, weapon: Weapon, square: int) -> str | None:
    """The clause that forbids aiming an Explode weapon at an empty square, or None."""
    if not weapon.explodes:
        return "weapon.explode-empty"
    holder = battle.at(square)
    if holder is not None and (holder.state == STANDING or battle.edition.downed_targets):
        return "weapon.explode-empty"
    return _square_bar(battle, unit, weapon, square, False)


def _square_bar(
    battle: Battle, unit: Unit, weapon: Weapon, square: int, downed: bool
) -> str | None:
    start = unit.square
    if battle.terrain.adjacent[start] >> square & 1 or square == start:
        return "combat.min-distance"
    if not in_range(battle, unit, weapon) >> square & 1:
        return "weapon.range"
    way = in_the_way(battle, weapon)
    if not battle.terrain.sees(start, square, standing=way, downed=downed):
        return "los.corners"
    return None


def in_range(battle: Battle, unit: Unit, weapon: Weapon) -> int:
    """The squares that a weapon reaches from where its bearer stands (`range.limit`)."""
    limit = range_limit(battle, weapon)
    board = battle.field.board
    if limit >= board.width + board.height:
        return board.all_squares
    return within(board, battle.edition.distance, unit.square, limit)


@Memo("the board, which does not change, the square, and how an edition counts", bound=65536)
def within(
    board: Board, distance: Callable[[Board, int, int], int], square: int, limit: int
) -> int:
    """The squares at most so far away, as an edition counts distance."""
    mask = 0
    for other in range(board.size):
        if distance(board, square, other) <= limit:
            mask |= 1 << other
    return mask


def aimable(battle: Battle, unit: Unit, weapon: Weapon) -> int:
    """The squares that are in range and not Adjacent, seen or not."""
    start = unit.square
    return in_range(battle, unit, weapon) & ~battle.terrain.adjacent[start] & ~(1 << start)


def melee_bar(battle: Battle, unit: Unit, target: Unit) -> str | None:
    """The clause that forbids a melee with this target, or None."""
    if target.side == unit.side:
        return "combat.enemies"
    if target.square < 0:
        return "damage.out"
    if target.state == DOWNED and not battle.edition.downed_targets:
        return "combat.enemies"
    if not battle.terrain.adjacent[unit.square] >> target.square & 1:
        return "combat.melee-target"
    return None
