"""What a model reaches, sees and threatens, laid over the scene when somebody asks.

Anybody may measure anything at any time (`openfire.measure.free`): these are the rulers.
"""

from __future__ import annotations

from battlemat.boards.plane_shapes import DIRECTIONS, UNIT, Stand
from battlemat.boards.plane_sight import BLOCKED, look
from battlemat.kernel.scene import Shape
from battlemat.rulebooks.openfire.battle import Battle, Unit
from battlemat.rulebooks.openfire.cards import INCH
from battlemat.rulebooks.openfire.inches import inches
from battlemat.rulebooks.openfire.measure import gap
from battlemat.rulebooks.openfire.moves import advance_bonus, can_advance, rate
from battlemat.rulebooks.openfire.scene import on_screen
from battlemat.rulebooks.openfire.sight import screener, view


def overlays(battle: Battle, piece: str) -> list[Shape]:
    """Movement, formation, assault range, weapons' ranges, arcs and lines of sight of a model."""
    name, _, number = piece.partition(".")
    unit = battle.find(name)
    if unit is None or not number.isdecimal() or not 1 <= int(number) <= len(unit.hp):
        return []
    model = int(number) - 1
    stand = unit.stands[model]
    if stand is None:
        return []
    found = _rings(battle, unit, model, stand)
    found += _arcs(battle, stand)
    found += [line for foe in battle.foes(unit) for line in _sight(battle, unit, model, foe)]
    return found


def _ring(battle: Battle, kind: str, stand: Stand, reach: int, label: str, because: str) -> Shape:
    size = stand.base.radius or (stand.base.length + stand.base.width) // 4
    at = on_screen(battle.plane, stand.x, stand.y)
    return Shape(kind, "circle", [at], radius=(reach + size) / INCH, label=label, because=because)


def _rings(battle: Battle, unit: Unit, model: int, stand: Stand) -> list[Shape]:
    policy = battle.policy
    close = policy.assault_range * INCH
    found = [_ring(battle, "threat", stand, close, "assault range", "openfire.assault.range")]
    if model == unit.leader:
        reach = rate(battle, unit)
        label = f"move {inches(reach)}"
        found.append(_ring(battle, "reach", stand, reach, label, "openfire.move.allowance"))
        if can_advance(unit):
            reach += advance_bonus(battle, unit)
            label = f"advance {inches(reach)}"
            found.append(_ring(battle, "reach", stand, reach, label, "openfire.move.advance"))
    for weapon in unit.card.models[model].weapons:
        for profile in weapon.profiles:
            label = f"{weapon.name} {profile.most // INCH}"
            found.append(
                _ring(battle, "range", stand, profile.most, label, "openfire.range.min-max")
            )
            if profile.least:
                label = f"{weapon.name} not nearer than {profile.least // INCH}"
                found.append(
                    _ring(battle, "range", stand, profile.least, label, "openfire.range.min-max")
                )
    return found


def _arcs(battle: Battle, stand: Stand) -> list[Shape]:
    """The X through a model's centre that parts its four arcs (`openfire.facing.arcs`)."""
    found = []
    for turn in (45, 135, 225, 315):
        ux, uy = DIRECTIONS[(stand.facing + turn) % 360]
        end = (stand.x + 3 * INCH * ux // UNIT, stand.y + 3 * INCH * uy // UNIT)
        points = [
            on_screen(battle.plane, stand.x, stand.y),
            on_screen(battle.plane, *end),
        ]
        found.append(Shape("arc", "line", points, because="openfire.facing.arcs"))
    return found


def _sight(battle: Battle, unit: Unit, model: int, foe: Unit) -> list[Shape]:
    """The line to an enemy's nearest model: how it is seen, how far it is, and why."""
    stand = unit.stands[model]
    assert stand is not None
    near = min(foe.bases, key=lambda base: (gap(battle, stand, base), base.x, base.y))
    seen = view(battle, stand, foe)
    words = [f"{foe.id}: {seen.state}", f"{inches(gap(battle, stand, near))} inches"]
    by = look(battle.plane, stand, near).by
    if by and seen.state != "clear":
        words.append("behind " + ", ".join(source.name for source in by))
    third = screener(battle, unit, model, foe) if seen.state != BLOCKED else None
    if third is not None:
        words.append(f"screened by {third.id}")
    points = [
        on_screen(battle.plane, stand.x, stand.y),
        on_screen(battle.plane, near.x, near.y),
    ]
    because = "openfire.target.screened" if third else f"openfire.los.{seen.state}"
    kind = f"sight-{seen.state}"
    return [Shape(kind, "line", points, label=", ".join(words), because=because)]
