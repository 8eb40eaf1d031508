"""Ways under fire: who may shoot on each dot, what he needs, and where the way ends."""

from __future__ import annotations

from battlemat.kernel.scene import Shape
from battlemat.kernel.words import listed, say
from battlemat.rulebooks.skirmishers.chapters.firing.aiming import need
from battlemat.rulebooks.skirmishers.chapters.firing.arcs import (
    ARC_PRICES,
    arc_weapons,
    may_aim,
)
from battlemat.rulebooks.skirmishers.chapters.firing.reactions import (
    MOVE,
    Chance,
    arc_aim,
    shooters,
)
from battlemat.rulebooks.skirmishers.chapters.moving.steps import arcs_crossed, set_down
from battlemat.rulebooks.skirmishers.screen.drawing import above, point, tile
from battlemat.rulebooks.skirmishers.state.battle import Battle, Unit

GHOST = 0.36
"""The radius of a trooper's ghost, that of his piece."""


def way_line(battle: Battle, way: tuple[int, ...]) -> Shape:
    """A way from dot to dot."""
    board = battle.board
    label = say("{steps, plural, one {# dot} other {# dots}}", steps=len(way) - 1)
    return Shape("line", "line", [point(board, p) for p in way], label=label)


def afterwards(battle: Battle, unit: Unit, place: int, price: int | None) -> list[Shape]:
    """What a way leaves, told at its end: AP, and the widest firing arc that they pay for."""
    if price is None:
        return []
    left = unit.ap_left - price
    widest = max((width for width, ap in ARC_PRICES.items() if ap <= left), default=0)
    armed = may_aim(battle, unit) and arc_weapons(battle, unit)
    label = say(
        "{price} AP, leaves {left} AP: {arc, select, 30 {a narrow arc} 60 {a medium arc} "
        "150 {a wide arc} none {no arc} other {}}",
        price=price,
        left=left,
        arc=str(widest) if widest else "none",
    )
    if not armed:
        label = say("{price} AP, leaves {left} AP", price=price, left=left)
    end = point(battle.board, place)
    return [Shape("after", "line", [end, end], label=label, because="skirmishers.arc.table")]


def walk_shapes(battle: Battle, unit: Unit, way: tuple[int, ...]) -> list[Shape]:
    """Each dot of a way that lies in enemy arcs, and a ghost where it ends; walked on a copy."""
    found = []
    for place in way:
        set_down(battle, unit, place)
        found += fire_here(battle, Chance(unit, MOVE))
    return [*found, ghost(battle, unit, way[-1])]


def ghost(battle: Battle, unit: Unit, place: int) -> Shape:
    """A unit where it would be."""
    board = battle.board
    at, level = [point(board, place)], above(board, place)
    return Shape("ghost", "circle", at, GHOST, level=level, label=f"{unit.id} {board.name(place)}")


def fire_here(battle: Battle, chance: Chance) -> list[Shape]:
    """Who may fire on this occasion and what he needs; else whose arcs hold the dot in vain."""
    board = battle.board
    needs = []
    for option in shooters(battle, chance):
        shooter = battle.units[option.unit]
        aim = arc_aim(battle, shooter, shooter.arcs[option.arc], chance)
        assert aim is not None, "an arc was offered that cannot fire"
        needs.append(say("{unit} needs {number}", unit=shooter.id, number=need(aim)))
    at = board.top(chance.place % board.size) if chance.flying else chance.place
    if needs:
        return [tile("arc", board, at, ", ".join(needs), chance.because)]
    idle = [unit.id for unit in arcs_crossed(battle, chance.target.side, [chance.place])]
    if not idle:
        return []
    label = say("in the arc of {units}, without a shot", units=listed(idle))
    return [tile("arc-idle", board, at, label, "skirmishers.fire.arc-and-sight")]
