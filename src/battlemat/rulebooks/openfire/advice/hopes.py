"""What the active unit may hope to do with an attack, as a machine guesses it.

Advice is no rule. Sight is dear, so a target that cannot promise the most is not looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from battlemat.boards.plane import BLOCKED, OBSTRUCTED, Box, Stand, arc
from battlemat.kernel.kept import KeptFor
from battlemat.rulebooks.openfire.chapters.attacks.aiming import promise
from battlemat.rulebooks.openfire.chapters.measure import gap, in_assault
from battlemat.rulebooks.openfire.chapters.sight import view
from battlemat.rulebooks.openfire.state.battle import Battle, Field, Unit
from battlemat.rulebooks.openfire.state.cards import INCH

Arm: TypeAlias = tuple[int, int, float]
"""A profile in use: its shortest and its longest range, and about what damage it does."""
SLIGHTLY = 1 + 1e-9
"""Bounds are worked out in another order, so that they may differ by a rounding."""

_ARMS: KeptFor[Field, dict[tuple[object, ...], list[Arm]]] = KeptFor(lambda _field: {})


def value(unit: Unit) -> float:
    """What a whole unit is worth beside others."""
    return unit.card.points / 20 if unit.card.points else 1.0 + 0.35 * len(unit.card.models)


def best_hope(battle: Battle, unit: Unit) -> float:
    """What the best attack of a unit takes off the other side's worth; 0 if there is none."""
    ours = _box(unit.bases)
    bounds = [(_bound(battle, unit, foe, ours), foe) for foe in battle.foes(unit)]
    bounds.sort(key=lambda row: -row[0])
    best = 0.0
    for bound, foe in bounds:
        if bound <= best:
            break
        found = hope_against(battle, unit, foe)
        if found > best:
            best = found
    return best


def hope_against(battle: Battle, unit: Unit, foe: Unit) -> float:
    """About what an attack on a unit takes off its side's worth."""
    seen = view(battle, unit.lead, foe)
    if seen.state == BLOCKED:
        return 0.0
    close = in_assault(battle, unit, foe)
    bases = [stand for model in seen.visible if (stand := foe.stands[model]) is not None]
    damage = 0.0
    for model in unit.alive:
        stand = unit.stands[model]
        if stand is None:
            continue
        far = _nearest(battle, stand, bases)
        damage += max(
            [
                found
                for least, most, found in _arms(
                    battle, unit, model, foe, close, seen.state == OBSTRUCTED
                )
                if least <= far <= most
            ],
            default=0.0,
        )
    if not close and arc(foe.lead, unit.lead) in foe.power.vulnerable:
        damage *= 1.25
    return _taken(foe, damage)


def _taken(foe: Unit, damage: float) -> float:
    """What so much damage takes off a unit's worth."""
    whole = sum(model.hp for model in foe.card.models)
    return 0.75 * value(foe) * min(damage, sum(foe.hp)) / whole


def _bound(battle: Battle, unit: Unit, foe: Unit, ours: Box) -> float:
    """No attack on a unit promises more: as if all of it were seen, from as near as boxes are."""
    theirs = _box(foe.bases)
    near = max(
        theirs[0] - ours[2], ours[0] - theirs[2], theirs[1] - ours[3], ours[1] - theirs[3], 0
    )
    close = near <= battle.policy.assault_range * INCH and in_assault(battle, unit, foe)
    damage = 0.0
    for model in unit.alive:
        arms = _arms(battle, unit, model, foe, close, False)
        damage += max([found for _, most, found in arms if most >= near], default=0.0)
    if foe.power.vulnerable:
        damage *= 1.25
    return _taken(foe, damage) * SLIGHTLY


def _box(bases: Sequence[Stand]) -> Box:
    """The box around some bases."""
    boxes = [stand.box for stand in bases]
    return (
        min([box[0] for box in boxes]),
        min([box[1] for box in boxes]),
        max([box[2] for box in boxes]),
        max([box[3] for box in boxes]),
    )


def _nearest(battle: Battle, stand: Stand, bases: Sequence[Stand]) -> int:
    """How far it is to the nearest of some bases."""
    nearest, least = bases[0], -1
    x, y, base, level = stand.x, stand.y, nearest.base, nearest.level
    for other in bases:
        if other.base is not base or other.level != level or other.corners or stand.corners:
            return min(gap(battle, stand, one) for one in bases)
        # Of equal round bases on one level the nearest middle is that of the nearest base.
        square = (other.x - x) ** 2 + (other.y - y) ** 2
        if least < 0 or square < least:
            nearest, least = other, square
    return gap(battle, stand, nearest)


def _arms(
    battle: Battle, unit: Unit, model: int, foe: Unit, close: bool, obstructed: bool
) -> list[Arm]:
    """The profiles that a model may use on a target now; kept, because every look asks."""
    key = (
        unit.index,
        model,
        unit.stress,
        foe.index,
        foe.alive[-1],
        close,
        obstructed,
        battle.moved,
        battle.advanced,
        battle.effects,
    )
    known = _ARMS.of(battle.field)
    found = known.get(key)
    if found is None:
        found = known[key] = [
            (profile.least, profile.most, promise(unit, model, profile, foe, close, obstructed))
            for weapon in unit.card.models[model].weapons
            for profile in weapon.profiles
            if not (battle.moved and profile.heavy)
            and not (battle.advanced and not profile.assault)
        ]
    return found
