"""Chapter "Movement": how far a unit may go, and through whom.

Here is who stands in whose way; the board (`boards.squares`) works out steps and their costs.
"""

from __future__ import annotations

from battlemat.boards.squares import Crowd, Step, Terrain, way
from battlemat.kernel.memo import Memo
from battlemat.rulebooks.skirm.state import events
from battlemat.rulebooks.skirm.state.battle import DOWNED, Battle, Unit
from battlemat.rulebooks.skirm.state.masks import squares_in


def threatened(battle: Battle, side: int) -> int:
    """The squares Adjacent to a Standing enemy of `side`: entering one ends a movement.

    Downed enemies stop nobody (`move.zone`, `move.zone-adjacency`, `damage.downed-passive`).
    """
    return _beside(battle.terrain, battle.standing[1 - side])


@Memo("the terrain, which does not change, and the squares", bound=4096)
def _beside(terrain: Terrain, squares: int) -> int:
    """The squares Adjacent to any of some squares."""
    mask = 0
    for square in squares_in(squares):
        mask |= terrain.adjacent[square]
    return mask


def crowd(battle: Battle, unit: Unit) -> Crowd:
    """Who stands in a unit's way (`move.pass-through`, `move.occupied`); nobody stops the nimble.

    The square it starts from stops nobody (`move.zone-start`).
    """
    others = battle.occupied & ~(1 << unit.square)
    if unit.powers.nimble:
        return Crowd(0, others, 0, others)
    blocked, halt = battle.standing[1 - unit.side], threatened(battle, unit.side)
    return Crowd(blocked, others & ~blocked, halt, others)


def ends(battle: Battle, unit: Unit, budget: int) -> int:
    """The squares in which a movement of `budget` squares may end."""
    if budget <= 0:
        return 0
    in_the_way, climbing = crowd(battle, unit), battle.edition.climb_discount
    start, ranger = unit.square, unit.powers.ranger
    return _ends(battle.terrain, start, budget, in_the_way, ranger, climbing)


@Memo("who stands in the way, and how far it goes", bound=64)
def _ends(
    terrain: Terrain, start: int, budget: int, crowd: Crowd, ranger: bool, discount: bool
) -> int:
    """Kept for a short while: of one movement it is asked for one square after another."""
    blocked, no_stop, halt, occupied = crowd
    return terrain.reaches(
        start,
        budget,
        blocked=blocked,
        no_stop=no_stop,
        halt=halt,
        occupied=occupied,
        ranger=ranger,
        climb_down_discount=discount,
    )[budget]


def ends_by_budget(battle: Battle, unit: Unit, furthest: int) -> tuple[int, ...]:
    """The squares in which a movement may end, for each budget up to `furthest`."""
    blocked, no_stop, halt, occupied = crowd(battle, unit)
    return battle.terrain.reaches(
        unit.square,
        furthest,
        blocked=blocked,
        no_stop=no_stop,
        halt=halt,
        occupied=occupied,
        ranger=unit.powers.ranger,
        climb_down_discount=battle.edition.climb_discount,
    )


def steps(battle: Battle, unit: Unit, square: int, budget: int) -> tuple[Step, ...]:
    """A cheapest way to a square in which a movement may end; none where it may not."""
    return way(
        battle.terrain,
        unit.square,
        square,
        budget,
        crowd(battle, unit),
        ranger=unit.powers.ranger,
        climb_down_discount=battle.edition.climb_discount,
    )


def move_squares(battle: Battle, unit: Unit) -> int:
    """How far a Move goes: 3 squares, or the MOV stat; Swift adds 1."""
    squares = battle.edition.move_squares or unit.card.mov
    return max(0, squares + unit.powers.extra_squares + battle.bonus(unit, "mov"))


def dash_squares(battle: Battle, unit: Unit) -> int:
    """How far a Dash goes, or a Crawl for a Downed unit (Swift does not help a Crawl)."""
    if unit.state == DOWNED:
        return 1
    squares = battle.edition.dash_squares
    return squares + unit.powers.extra_squares + battle.bonus(unit, "dash")


def leap_ends(battle: Battle, unit: Unit) -> int:
    """`special.leap`: straight, over levels and walls, not over Standing enemies."""
    others = battle.occupied & ~(1 << unit.square)
    enemies = battle.standing[1 - unit.side]
    nimble = unit.powers.nimble
    return battle.terrain.leap(
        unit.square,
        unit.powers.leap,
        blocked=0 if nimble else enemies,
        no_stop=others if nimble else others & ~enemies,
        halt=0 if nimble else threatened(battle, unit.side),
        occupied=others,
    )


def go(
    battle: Battle, unit: Unit, square: int, leg: type[events.Leg], because: tuple[str, ...]
) -> None:
    """Move a unit; what it carries goes with it."""
    name = battle.field.board.name
    start = unit.square
    battle.place(unit, square)
    if battle.sink is not None:
        battle.tell(leg, because, unit=unit.id, start=name(start), end=name(square))
