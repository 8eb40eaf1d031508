"""Chapter "Vehicles", as targets: where a vehicle and those on it can be hit."""

from __future__ import annotations

from battlemat.rulebooks.skirmishers.chapters.firing.aiming import Aim, aim_at, need
from battlemat.rulebooks.skirmishers.state.battle import UNCONSCIOUS, Arc, Battle, Unit
from battlemat.rulebooks.skirmishers.state.vehicles import front_of, own_places, riders
from battlemat.rulebooks.skirmishers.state.weapons import Weapon


def places_of(battle: Battle, vehicle: Unit, target: Unit) -> list[list[int]]:
    """Where a target of this segment can be hit: at its end, else where it began.

    The vehicle by either dot, those on it by the rear.
    """
    board = battle.board
    found = []
    spots = [(front_of(battle, vehicle), vehicle.heading)]
    ride = vehicle.ride
    if ride is not None and ride.front >= 0:
        spots.append((ride.front, ride.heading))
    for front, heading in spots:
        rear = board.neighbours[front][(heading + 3) % 6]
        dots = [rear, front] if target is vehicle else [rear]
        found.append([board.ground(dot) for dot in dots if dot >= 0])
    return found


def moving_aim(
    battle: Battle, shooter: Unit, weapon: Weapon, target: Unit, mask: int
) -> Aim | None:
    """A shot in the middle of a movement, at the dots of a mask alone.

    A vehicle is hit by either of its dots, whichever is easier; neither its other dot nor the
    shooter's own vehicle gives cover.
    """
    own = own_places(battle, shooter) | own_places(battle, target)
    places = [target.place]
    if target.is_vehicle:
        places.append(battle.board.ground(front_of(battle, target)))
    aims = []
    for place in places:
        if mask >> place % battle.board.size & 1:
            aim = aim_at(
                battle,
                shooter,
                weapon,
                target,
                moving=True,
                place=place,
                own=own,
                mounted=shooter.is_vehicle,
                passenger=shooter.passenger,
            )
            aims += [aim] if aim is not None else []
    return min(aims, key=lambda aim: (need(aim), aim.distance), default=None)


def best_aim(battle: Battle, shooter: Unit, arc: Arc, vehicle: Unit, target: Unit) -> Aim | None:
    """The best shot of an arc at a target: the end position if it can be hit, else the start."""
    mask = battle.board.arc(shooter.place, arc.heading, arc.degrees)
    return best_shot(battle, shooter, battle.weapon(arc.weapon), vehicle, target, mask)


def best_shot(
    battle: Battle, shooter: Unit, weapon: Weapon, vehicle: Unit, target: Unit, mask: int
) -> Aim | None:
    """The same for any weapon, at the dots of a mask alone."""
    own = battle.footprint(vehicle) | own_places(battle, shooter)
    for places in places_of(battle, vehicle, target):
        aims = []
        for place in places:
            if mask >> place % battle.board.size & 1:
                aim = aim_at(battle, shooter, weapon, target, place=place, own=own)
                aims += [aim] if aim is not None else []
        if aims:
            return min(aims, key=lambda aim: (need(aim), aim.distance))
    return None


def targets_of(battle: Battle, vehicle: Unit) -> list[Unit]:
    """Whom a shot at a vehicle may be aimed at: itself, or somebody on it."""
    return [vehicle, *(u for u in riders(battle, vehicle) if u.state <= UNCONSCIOUS)]
