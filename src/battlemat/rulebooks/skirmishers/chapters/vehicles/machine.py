"""Chapter "Vehicles", the machine: its card, who is on it, damage, wipe-outs.

A vehicle is a unit whose place is its rear dot; `heading` (0 to 5) points from rear to front. Those
on it share its rear dot and hold no dot of their own. Whatever stops a ride short
ends in `wipe_out`.
"""

from __future__ import annotations

from collections.abc import Mapping

from battlemat.boards.dots import Skid
from battlemat.kernel.questions import Flow
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.chapters.firing.aiming import check
from battlemat.rulebooks.skirmishers.chapters.firing.consequences import die
from battlemat.rulebooks.skirmishers.chapters.firing.damage import hurt
from battlemat.rulebooks.skirmishers.state import events
from battlemat.rulebooks.skirmishers.state.battle import ABLE, DEAD, NOTHING, Battle, Unit
from battlemat.rulebooks.skirmishers.state.vehicles import (
    CRUISE,
    MAX,
    MINIMUM,
    MODE_AP,
    MODES,
    fastest,
    ride_of,
    rider_of,
    riders,
    set_vehicle,
    speed,
    where,
)

RAM_DAMAGE = {MINIMUM: 1, CRUISE: 3, MAX: 5}
"""`skirmishers.vehicle.ram-damage`"""
WIPE_DAMAGE = {MINIMUM: 0, CRUISE: 1, MAX: 2}
"""`skirmishers.vehicle.wipe-damage`, and what speed adds to a blow
(`skirmishers.vehicle.melee-damage`)."""
SKID_SEGMENTS = {MINIMUM: 0, CRUISE: 1, MAX: 2}
"""`skirmishers.vehicle.skid`"""


# ---------------------------------------------------------------------- the card


# ---------------------------------------------------------------------- who is on it


# ---------------------------------------------------------------------- damage


# ---------------------------------------------------------------------- wipe-outs


def control_check(battle: Battle, vehicle: Unit, base: int, because: str) -> Flow[bool]:
    """Whether the rider keeps control."""
    need = control_need(battle, vehicle, base)
    return (yield from check(battle, vehicle.side, need, "control", vehicle.id, because=because))


def control_need(battle: Battle, vehicle: Unit, base: int) -> int:
    """`skirmishers.vehicle.control-check`: base, handling, rider's wounds, vehicle's modifier."""
    rider = rider_of(battle, vehicle)
    wounds = rider.mod if rider is not None else 0
    # skirmishers.vehicle.handling, skirmishers.vehicle.mod-scope
    return base + vehicle.card.handling + wounds + vehicle.mod


def control_numbers(battle: Battle, vehicle: Unit, base: int) -> Mapping[str, int]:
    """What the dice of a control check need; nothing where none is made."""
    return {"dice": 2, "need": control_need(battle, vehicle, base)} if base else {}


def control_words(battle: Battle, vehicle: Unit, base: int, phrase: str) -> str:
    """The same, behind the phrase for what leads to the check; none is asked for a base of 0."""
    if not base or not vehicle.is_vehicle:
        return phrase
    need = control_need(battle, vehicle, base)
    return say("{phrase}, control check {need}", phrase=phrase, need=need)


def skid_of(
    battle: Battle, vehicle: Unit, *, mode: int, turned: int = 0, dots: int | None = None
) -> Skid:
    """Where a wipe-out takes a vehicle: straight on in the direction it travelled.

    `turned` are sixths of a turn that failed; the rear is set as for 60 degrees less, or for the
    next smaller turn that leaves it where a vehicle can stand (`skirmishers.vehicle.wipe-turn`).
    `dots` replaces the length of the skid, for a crash.
    """
    roads, others = battle.board.roads, battle.occupied & ~battle.footprint(vehicle)
    at = roads.fallen(where(battle, vehicle), turned, others)
    far = SKID_SEGMENTS[mode] * speed(vehicle) if dots is None else dots
    return roads.skid(at, vehicle.heading, far, others)


def wipe_out(
    battle: Battle, vehicle: Unit, *, mode: int, turned: int = 0, dots: int | None = None
) -> Flow[None]:
    """The vehicle goes down and skids as `skid_of` says; all on it come to lie under it."""
    skid = skid_of(battle, vehicle, mode=mode, turned=turned, dots=dots)
    on_it = [unit for unit in riders(battle, vehicle) if not unit.under]
    vehicle.prone, vehicle.motion, vehicle.ride, vehicle.arcs = True, 0, None, ()
    for unit in on_it:
        unit.under, unit.arcs = True, ()  # skirmishers.vehicle.under
    burning = _burning_dots(battle, vehicle, skid, turned)
    set_vehicle(battle, vehicle, skid.vehicle)
    battle.tell(
        events.WipeOut,
        ("skirmishers.vehicle.wipe-causes", "skirmishers.vehicle.skid"),
        unit=vehicle.id,
        mode=MODES[mode],
        dots=skid.dots,
        place=battle.board.name(vehicle.place),
    )
    for unit in on_it:
        for _ in range(burning):
            if unit.state != DEAD:
                yield from hurt(battle, unit, 1, 0, "skirmishers.incendiary.enter")
    hit = skid.stopped in ("obstacle", "unit")
    points = RAM_DAMAGE[mode] if hit else WIPE_DAMAGE[mode]
    because = "skirmishers.vehicle.skid-hit" if hit else "skirmishers.vehicle.wipe-damage"
    struck = [u for u in battle.units if _holds(battle, u) and battle.footprint(u) & skid.struck]
    victims = [vehicle, *on_it, *(struck if hit else ())]
    for unit in victims:
        if points and unit.state != DEAD:
            yield from hurt(battle, unit, points, 0, because)
    finish_wrecks(battle)


def _burning_dots(battle: Battle, vehicle: Unit, skid: Skid, turned: int) -> int:
    """How many burning dots the rear dot enters on a skid."""
    if not battle.fire:
        return 0
    board = battle.board
    dot = board.roads.rear(skid.vehicle)
    entered = []
    for _ in range(skid.dots):
        entered.append(dot)
        dot = board.neighbours[dot][(vehicle.heading + 3) % 6]
    if turned and dot != vehicle.place % board.size:
        entered.append(dot)  # where the rear was set by the failed turn
    return sum(battle.fire >> board.ground(one) & 1 for one in entered)


def _holds(battle: Battle, unit: Unit) -> bool:
    return unit.place >= 0 and battle.holds_place(unit) and unit.mount < 0


def finish_wrecks(battle: Battle) -> None:
    """`skirmishers.vehicle.destroyed`: a wreck stays as an obstacle; the dead leave their seat."""
    for unit in battle.units:
        if unit.is_vehicle and unit.hp < 0 and unit.state != DEAD:
            die(battle, unit, "skirmishers.vehicle.destroyed")
        if unit.state == DEAD and unit.mount >= 0:
            unit.mount, unit.under, unit.passenger = NOTHING, False, False
    battle.count_masks()


def settle_vehicles(battle: Battle) -> Flow[None]:
    """After any harm: vehicles that cannot go on wipe out (`skirmishers.vehicle.wipe-causes`).

    Outside a ride only a dead or unconscious rider, or a vehicle at HP 0, causes one.
    """
    for vehicle in battle.units:
        if not vehicle.is_vehicle or vehicle.prone or vehicle.state != ABLE:
            continue
        rider = next((u for u in riders(battle, vehicle) if not u.passenger and not u.under), None)
        ride = vehicle.ride
        mode = vehicle.motion or MINIMUM  # at a full stop the smallest, whatever was ridden before
        moving = bool(vehicle.motion or (ride and rider is not None))
        lost = rider is not None and rider.state != ABLE
        if (
            lost
            or (vehicle.hp < 1 and (moving or rider is not None))
            or (ride and rider is not None and _cannot_complete(vehicle, rider))
        ):
            yield from wipe_out(battle, vehicle, mode=mode)
    finish_wrecks(battle)


def _cannot_complete(vehicle: Unit, rider: Unit) -> bool:
    """`skirmishers.vehicle.fire-consequence`: too fast now, or too few AP for the mode."""
    ride = ride_of(vehicle)
    if ride.mode > fastest(vehicle):
        return True
    return rider.ap - rider.spent < MODE_AP[ride.mode][0] - ride.spent
