"""Advice for riders: where to drive, when to shoot and ram, when to rest and get off.

A ride is many small actions of which only the end is worth something, so it is planned: the best
place to end up is looked for among all that can be driven to, and the next action on the way there
is advised. It plans with the roads and prices of the ride itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from battlemat.boards.dots import HEADINGS, Vehicle, each
from battlemat.kernel.questions import Option
from battlemat.rulebooks.skirmishers.advice.goals import (
    AIM,
    FAR,
    aims_of,
    areas_of,
    leaving_pays,
    ride_distances,
)
from battlemat.rulebooks.skirmishers.advice.worth import firepower
from battlemat.rulebooks.skirmishers.chapters.activation import End
from battlemat.rulebooks.skirmishers.chapters.firing.movement_fire import Shoot
from battlemat.rulebooks.skirmishers.chapters.vehicles.attacks import Ram, Strike
from battlemat.rulebooks.skirmishers.chapters.vehicles.driving import (
    Drive,
    Forward,
    RideOff,
    Slow,
)
from battlemat.rulebooks.skirmishers.chapters.vehicles.engine import Engine, Mode
from battlemat.rulebooks.skirmishers.chapters.vehicles.mounted import FireGun, GunArc, Launch
from battlemat.rulebooks.skirmishers.chapters.vehicles.reach import Reach, modes_of, reach
from battlemat.rulebooks.skirmishers.chapters.vehicles.seats import Controls, Dismount
from battlemat.rulebooks.skirmishers.chapters.vehicles.turning import Stop, Veer
from battlemat.rulebooks.skirmishers.state.battle import ABLE, Battle, Unit
from battlemat.rulebooks.skirmishers.state.vehicles import MAX, MOUNTED_ARC, where

NEAR = 4
"""So near to an area, in dots, a rider had better get off."""
CLOSE = 6
"""So near to the enemy a rider without another goal keeps his distance."""
HASTE = 0.3
"""What the fastest mode must bring beyond its dots: its wipe-outs are the worst."""

Groups = dict[type[Any], list[Any]]
"""Options by their type."""


class Plan(NamedTuple):
    """How good the best end of a ride is, and what is to be done next on the way there."""

    value: float
    step: Option


def ride_advice(
    battle: Battle, unit: Unit, groups: Groups, arcs: Callable[[], list[Option]]
) -> list[Option]:
    """What a rider should look at now; nothing where he is better advised on foot."""
    if RideOff in groups:
        return groups[RideOff]
    vehicle = battle.units[unit.mount]
    shots = _best_shots(battle, [*groups.get(FireGun, []), *groups.get(Shoot, [])])
    fights = [*shots, *groups.get(Ram, []), *groups.get(Strike, [])[:2]]
    fights += groups.get(Launch, [])[:2]
    if vehicle.ride is not None and vehicle.ride.slowing:
        return [*fights, *groups.get(Forward, []), *groups.get(Stop, [])[:1]]
    step = None if unit.passenger else next_step(battle, unit, vehicle, groups)
    if step is not None:
        return [step, *fights]
    rest = [*fights, *groups.get(GunArc, []), *arcs(), *_leaving(battle, groups)]
    rest += groups.get(Controls, [])
    return [*rest, *groups.get(End, [])] if End in groups or rest else []


def _best_shots(battle: Battle, options: list[FireGun | Shoot]) -> list[Option]:
    def value(option: FireGun | Shoot) -> float:
        if isinstance(option, Shoot):
            return firepower(battle.weapon(option.weapon))
        vehicle = battle.units[battle.units[option.unit].mount]
        return firepower(battle.weapon(vehicle.carries[option.slot]))

    return list(sorted(options, key=lambda option: (-value(option), option.verb, option))[:4])


def _leaving(battle: Battle, groups: Groups) -> list[Option]:
    """Getting off, toward what is wanted; worth tells whether it pays."""
    options = groups.get(Dismount, [])
    if not options:
        return []
    side = battle.units[options[0].unit].side
    areas = each(areas_of(battle, side))
    board = battle.board

    def far(option: Dismount) -> int:
        return min((board.distance(option.place, place) for place in areas), default=0)

    return sorted(options, key=lambda option: (far(option), option))[:3]


# ---------------------------------------------------------------------- planning


def next_step(battle: Battle, unit: Unit, vehicle: Unit, groups: Groups) -> Option | None:
    """The next action of the ride, or None to stay where he is."""
    distances = ride_distances(battle, _goals(battle, unit.side))
    here = where(battle, vehicle)
    ride = vehicle.ride
    must = (bool(vehicle.motion) and End not in groups) or (ride is not None and ride.left > 0)
    if not must and _arrived(battle, unit.side, distances.get(here.front, FAR)):
        return groups[Slow][0] if Slow in groups else None
    plan = _best_plan(battle, unit, vehicle, distances)
    if plan is None:
        return _anyhow(groups) if must else None
    if not must and plan.value <= _end_value(battle, vehicle, here, 0, distances):
        return None
    if not vehicle.engine:
        return next((option for option in groups.get(Engine, []) if option.on), None)
    if plan.step in groups.get(type(plan.step), []):
        return plan.step
    return _anyhow(groups) if must else None


def _arrived(battle: Battle, side: int, distance: int) -> bool:
    """Whether the rest of the way is better gone on foot."""
    return leaving_pays(battle, side) < AIM and distance <= NEAR


def _anyhow(groups: Groups) -> Option | None:
    """What keeps a ride going when there is no plan."""
    for kind in (Forward, Veer, Drive, Mode, Slow):
        if groups.get(kind):
            option: Option = groups[kind][0]
            return option
    return None


def _goals(battle: Battle, side: int) -> int:
    """Exits, else areas, else the ground around the enemy."""
    found = aims_of(battle, side)
    if found:
        return found
    board, mask = battle.board, 0
    for foe in battle.able(1 - side):
        if foe.place >= 0:
            for dot in each(board.ring(foe.place, CLOSE)):
                mask |= 1 << board.ground(dot)
    return mask


def _best_plan(
    battle: Battle, unit: Unit, vehicle: Unit, distances: Mapping[int, int]
) -> Plan | None:
    """The best end of a ride in any mode: easy turns first, sharp ones where nothing else goes."""
    best: Plan | None = None
    for sharp in (False, True):
        for mode in modes_of(vehicle, unit):
            found = reach(battle, vehicle, unit, mode, sharp=sharp)
            for at, spent in found.ends.items():
                value = _end_value(battle, vehicle, at, spent, distances)
                value -= HASTE if mode == MAX else 0.0
                if best is None or value > best.value:
                    best = Plan(value, _first(vehicle, found, at))
        if best is not None:
            return best
    return best


def _end_value(
    battle: Battle, vehicle: Unit, at: Vehicle, spent: int, distances: Mapping[int, int]
) -> float:
    """Near the goal, out of arcs, with the road open ahead, and guns on somebody."""
    board = battle.board
    total = -0.2 * distances.get(at.front, FAR) - 0.05 * spent
    others = battle.occupied & ~battle.footprint(vehicle)
    if board.roads.forward(at, others) is None:
        total -= 1.5  # the next turn would begin with a crash
    rear = board.roads.rear(at)
    dots = 1 << at.front | 1 << rear
    guns = [
        (
            board.arc(rear, (2 * at.heading + mount) % HEADINGS, MOUNTED_ARC),
            battle.weapon(index).reach,
        )
        for index, mount in zip(vehicle.carries, vehicle.card.mounts, strict=True)
        if index >= 0
    ]
    for foe in battle.units:
        if foe.side == vehicle.side or foe.state != ABLE or foe.place < 0:
            continue
        arcs = (board.arc(foe.place, arc.heading, arc.degrees) for arc in foe.arcs)
        total -= 0.5 * sum(1 for arc in arcs if arc & dots)
        dot, far = foe.place % board.size, board.distance(rear, foe.place)
        total += 0.3 * sum(cone >> dot & 1 and far <= reach for cone, reach in guns)
    return total


def _first(vehicle: Unit, found: Reach, at: Vehicle) -> Option:
    """The first action on the way to an end; the mode itself where none is picked."""
    rider = found.rider.index
    if vehicle.ride is None:
        return Mode(rider, found.mode)
    step = found.first(at)
    if step.verb == "veer":
        return Veer(rider, step.sixths)
    return Forward(rider) if step.verb == "forward" else Drive(rider)
