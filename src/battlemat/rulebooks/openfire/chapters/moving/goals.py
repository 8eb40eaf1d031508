"""What a machine wants of a place on the table: goals nearby, and cover from those who could shoot.

No rule is here. All numbers are worked out in one fixed order, so that every machine gets the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from battlemat.boards.plane import BLOCKED, CLEAR, Point, Stand, look, root_up
from battlemat.rulebooks.openfire.chapters.objectives import is_on_table
from battlemat.rulebooks.openfire.state.battle import NOBODY, Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH
from battlemat.rulebooks.openfire.state.mission import CONTROL, MARKER


class Goal(NamedTuple):
    """A place worth being within `near` hundredths of, and how much; `stop` is near enough."""

    at: Point
    near: int
    weight: float
    stop: int = 0


class Threat(NamedTuple):
    """A leader who may look at us, and how much his unit can do about it."""

    stand: Stand
    danger: float


def can_secure(battle: Battle, unit: Unit) -> bool:
    """True if the unit may use Secure at all."""
    return battle.policy.vehicles_secure or not unit.has_vehicle


def goals(battle: Battle, unit: Unit) -> list[Goal]:
    """Objectives that the unit could take or should hold, and enemies within its kind of reach."""
    found = []
    for number, objective in enumerate(battle.mission.objectives):
        if not is_on_table(battle, number) or unit.side not in objective.sides:
            continue
        holder = battle.markers[number].holder
        at, worth = battle.objectives_at[number], float(objective.points)
        if holder == unit.side:
            if objective.kind == CONTROL:
                found.append(Goal(at, 5 * INCH, 0.4 * worth))
        elif can_secure(battle, unit):
            near = MARKER.radius + INCH + size_of(unit)
            found.append(Goal(at, near, worth, near // 2))
        else:
            found.append(Goal(at, 4 * INCH, 0.3 * worth))
    reach = favoured_reach(unit)
    for foe in battle.foes(unit):
        at = (foe.lead.x, foe.lead.y)
        near = reach + size_of(unit) + size_of(foe)
        found.append(Goal(at, near, 0.8 if reach > 2 * INCH else 1.2, near - INCH // 2))
    return found


def size_of(unit: Unit) -> int:
    """About how far a leader's base reaches from its centre."""
    base = unit.leader_card.base
    return base.radius or max(base.length, base.width) // 2


def favoured_reach(unit: Unit) -> int:
    """How near a unit wants to be to its targets: its best weapons decide."""
    best, reach = 0.0, INCH
    for model in unit.alive:
        for weapon in unit.card.models[model].weapons:
            for profile in weapon.profiles:
                worth = profile.att * profile.dmg * (1 + profile.prc / 4)
                if profile.one_use or profile.grenade:
                    worth /= 4
                if worth > best:
                    best, reach = worth, profile.most
    return max(INCH, reach * 3 // 4)


def far(one: Point, two: Point) -> int:
    """The distance between two points, rounded up."""
    dx, dy = one[0] - two[0], one[1] - two[1]
    return root_up(dx * dx + dy * dy)


def nearness(at: Point, wanted: list[Goal]) -> float:
    """How near a place is to all that is wanted."""
    total, (x, y) = 0.0, at
    for (gx, gy), near, weight, _ in wanted:
        gx -= x
        gy -= y
        short = root_up(gx * gx + gy * gy) - near
        total += weight * (1.2 if short <= 0 else 1 - short / (short + 12 * INCH))
    return total


def exposure(battle: Battle, at: Stand, foes: list[Threat]) -> float:
    """What is lost by being seen there, never above 0."""
    total = 0.0
    for foe, danger in foes:
        state = look(battle.plane, foe, at).state
        total -= danger * (1.0 if state == CLEAR else 0.0 if state == BLOCKED else 0.4)
    return total


def nearest_foes(battle: Battle, unit: Unit, most: int) -> list[Threat]:
    """The leaders of the nearest enemy units, and what they could do from afar."""
    here = unit.lead
    foes = sorted(
        battle.foes(unit),
        key=lambda foe: (far((foe.lead.x, foe.lead.y), (here.x, here.y)), foe.index),
    )
    return [Threat(foe.lead, _danger(foe)) for foe in foes[:most]]


def _danger(unit: Unit) -> float:
    """More for every model that can shoot, and no end of guns frightens without end."""
    guns = sum(
        any(p.most > 2 * INCH for weapon in unit.card.models[m].weapons for p in weapon.profiles)
        for m in unit.alive
    )
    return 0.05 * min(guns, 6)


def entry_rank(battle: Battle, unit: Unit) -> Callable[[Point], float]:
    """How good a place to come in is: near what the mission is about."""
    wanted = [
        (*battle.objectives_at[number], objective.points)
        for number, objective in enumerate(battle.mission.objectives)
        if battle.markers[number].holder == NOBODY and unit.side in objective.sides
    ]
    near = [*wanted, *((foe.lead.x, foe.lead.y, 0.4) for foe in battle.foes(unit))]

    def rank(at: Point) -> float:
        total, (px, py) = 0.0, at
        for x, y, points in near:
            dx, dy = px - x, py - y
            total += points / (6 + root_up(dx * dx + dy * dy) / INCH)
        return total

    return rank
