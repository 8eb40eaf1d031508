"""What the active unit may hope to do with an attack, as a machine guesses it.

Advice is no rule. Sight is dear, so a target that cannot promise the most is not looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from battlemat.boards.plane import BLOCKED, OBSTRUCTED, Base, Box, Stand, arc, root_up
from battlemat.kernel.memo import Memo, Owned, Table
from battlemat.rulebooks.openfire.advice.weights import Weights
from battlemat.rulebooks.openfire.chapters.attacks.aiming import promise
from battlemat.rulebooks.openfire.chapters.measure import box_around, gap, in_assault
from battlemat.rulebooks.openfire.chapters.moving.goals import can_secure
from battlemat.rulebooks.openfire.chapters.sight import view
from battlemat.rulebooks.openfire.state.battle import Battle, Field, Unit
from battlemat.rulebooks.openfire.state.cards import INCH

Arm: TypeAlias = tuple[int, int, float]
"""A profile in use: its shortest and its longest range, and about what damage it does."""
SLIGHTLY = 1 + 1e-9
"""Bounds are worked out in another order, so that they may differ by a rounding."""

_OF_FIELD = Memo("the field, which is another when the table is", bound=8)
_OF_UNITS = Memo("the field and what `_arms` names of a unit", bound=4096)
_ARMS: Owned[Field, Table[tuple[object, ...], list[tuple[int, list[Arm]]]]]
_ARMS = _OF_FIELD.owned(lambda _field: _OF_UNITS.table())


class Whole(NamedTuple):
    """What a unit is before anything happens to it: its worth beside others, its hit points."""

    value: float
    hp: int
    drives: bool
    """Whether some of its models are vehicles."""


def _wholes(field: Field) -> list[Whole]:
    return [
        Whole(
            card.points / 20 if card.points else 1.0 + 0.35 * len(card.models),
            sum(model.hp for model in card.models),
            any(model.powers.vehicle for model in card.models),
        )
        for card in field.cards
    ]


_WHOLES: Owned[Field, list[Whole]] = _OF_FIELD.owned(_wholes)


def wholes(battle: Battle) -> list[Whole]:
    """The units of a battle, by number, as they began."""
    return _WHOLES.of(battle.field)


def best_hope(battle: Battle, unit: Unit, weights: Weights) -> float:
    """What the best attack of a unit takes off the other side's worth; 0 if there is none."""
    ours = box_around(unit.bases)
    bounds = [
        (counts(battle, foe, weights) * _bound(battle, unit, foe, ours), foe)
        for foe in battle.foes(unit)
    ]
    bounds.sort(key=lambda row: -row[0])
    best = 0.0
    for bound, foe in bounds:
        if bound <= best:
            break
        found = counts(battle, foe, weights) * hope_against(battle, unit, foe)
        if found > best:
            best = found
    return best


def counts(battle: Battle, unit: Unit, weights: Weights) -> float:
    """How often a unit's value counts: battles are decided by those who may secure something."""
    drives = wholes(battle)[unit.index].drives  # who has no vehicles may, and every look asks
    return weights.others if drives and not can_secure(battle, unit) else weights.takers


def hope_against(battle: Battle, unit: Unit, foe: Unit) -> float:
    """About what an attack on a unit takes off its side's worth."""
    seen = view(battle, unit.lead, foe)
    if seen.state == BLOCKED:
        return 0.0
    close = in_assault(battle, unit, foe)
    bases = [stand for model in seen.visible if (stand := foe.stands[model]) is not None]
    damage = 0.0
    for model, arms in _arms(battle, unit, foe, close, seen.state == OBSTRUCTED):
        stand = unit.stands[model]
        if stand is None:
            continue
        far, best = _nearest(battle, stand, bases), 0.0
        for least, most, found in arms:
            if found > best and least <= far <= most:
                best = found
        damage += best
    if not close and arc(foe.lead, unit.lead) in foe.power.vulnerable:
        damage *= 1.25
    return _taken(battle, foe, damage)


def _taken(battle: Battle, foe: Unit, damage: float) -> float:
    """What so much damage takes off a unit's worth."""
    whole = wholes(battle)[foe.index]
    return 0.75 * whole.value * min(damage, sum(foe.hp)) / whole.hp


def _bound(battle: Battle, unit: Unit, foe: Unit, ours: Box) -> float:
    """No attack on a unit promises more: as if all of it were seen, from as near as boxes are."""
    theirs = box_around(foe.bases)
    near = max(
        theirs[0] - ours[2], ours[0] - theirs[2], theirs[1] - ours[3], ours[1] - theirs[3], 0
    )
    close = near <= battle.policy.assault_range * INCH and in_assault(battle, unit, foe)
    damage = 0.0
    for _, arms in _arms(battle, unit, foe, close, False):
        best = 0.0
        for _, most, found in arms:
            if found > best and most >= near:
                best = found
        damage += best
    if foe.power.vulnerable:
        damage *= 1.25
    return _taken(battle, foe, damage) * SLIGHTLY


def _nearest(battle: Battle, stand: Stand, bases: Sequence[Stand]) -> int:
    """How far it is to the nearest of some bases; those that lie clearly further off are left out.

    A base is never nearer than its middle, less what both bases reach from theirs.
    """
    x, y, rows = stand.x, stand.y, []
    for number, other in enumerate(bases):
        dx, dy = other.x - x, other.y - y
        reach = _span(stand.base) + _span(other.base)
        rows.append((root_up(dx * dx + dy * dy) - reach, number))
    rows.sort()
    best = gap(battle, stand, bases[rows[0][1]])
    for least, number in rows[1:]:
        if least >= best:
            break
        best = min(best, gap(battle, stand, bases[number]))
    return best


def _span(base: Base) -> int:
    """No point of a base is further from its middle, generously."""
    return base.radius + (base.length + base.width + 1) // 2


def _arms(
    battle: Battle, unit: Unit, foe: Unit, close: bool, obstructed: bool
) -> list[tuple[int, list[Arm]]]:
    """The models left, each with what it may use on a target now; kept, as every look asks."""
    key = (
        unit.index,
        unit.stress,
        foe.index,
        foe.alive[-1],
        close,
        obstructed,
        battle.moved,
        battle.advanced,
        battle.effects,
        *unit.hp,
    )
    known = _ARMS.of(battle.field)
    found = known.get(key)
    if found is None:
        arms = [(m, _arms_of(battle, unit, m, foe, close, obstructed)) for m in unit.alive]
        found = known.keep(key, arms)
    return found


def _arms_of(
    battle: Battle, unit: Unit, model: int, foe: Unit, close: bool, obstructed: bool
) -> list[Arm]:
    return [
        (profile.least, profile.most, promise(unit, model, profile, foe, close, obstructed))
        for weapon in unit.card.models[model].weapons
        for profile in weapon.profiles
        if not (battle.moved and profile.heavy) and not (battle.advanced and not profile.assault)
    ]
