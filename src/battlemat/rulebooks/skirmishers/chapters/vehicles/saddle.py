"""Chapter "Vehicles", attacks on the ride: who may fire from the saddle, with what, at whom."""

from __future__ import annotations

from battlemat.kernel.errors import Refusal
from battlemat.kernel.questions import Flow
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.chapters.acting import (
    Acting,
    afford_refusal,
    special_bar,
    under_refusal,
)
from battlemat.rulebooks.skirmishers.chapters.firing.aiming import Aim
from battlemat.rulebooks.skirmishers.chapters.firing.arcs import in_saddle
from battlemat.rulebooks.skirmishers.chapters.firing.shots import shoot
from battlemat.rulebooks.skirmishers.chapters.gear import ready_weapons
from battlemat.rulebooks.skirmishers.chapters.moving.steps import pay
from battlemat.rulebooks.skirmishers.chapters.vehicles.machine import settle_vehicles
from battlemat.rulebooks.skirmishers.chapters.vehicles.targets import moving_aim
from battlemat.rulebooks.skirmishers.state.battle import MOVING, Battle, Unit
from battlemat.rulebooks.skirmishers.state.vehicles import free_ap, ride_of
from battlemat.rulebooks.skirmishers.state.weapons import GUN

SHOT_PRICE = 2
OWN = 8
"""The bit of `Ride.fired` for the rider's own weapon; twice that is the passenger's."""


def own_bit(man: Unit) -> int:
    """The bit of `Ride.fired` for a man's own weapon."""
    return 2 * OWN if man.passenger else OWN


def crew_bar(battle: Battle, asked: Acting, unit: int) -> Refusal | None:
    """Why somebody cannot act on his vehicle now."""
    if unit == asked.unit and battle.stage == MOVING and battle.units[unit].under:
        return under_refusal()
    return special_bar(battle, asked, unit)


def ride_bar(battle: Battle, asked: Acting, unit: int) -> Refusal | None:
    """Why somebody on a vehicle makes no attack on the move now."""
    barred = crew_bar(battle, asked, unit)
    if barred is not None:
        return barred
    ride = battle.units[battle.units[unit].mount].ride
    if ride is None or ride.left or ride.slowing or not ride.dots:
        return Refusal(
            say("from a vehicle one fires at the end of a segment"), "skirmishers.vehicle.mfire"
        )
    return None


def spare_ap(battle: Battle, man: Unit) -> int:
    """AP that somebody on a vehicle may spend on an attack: a rider keeps those of his mode."""
    return man.ap_left if man.passenger else free_ap(battle.units[man.mount], man)


def spare_bar(battle: Battle, man: Unit, price: int) -> Refusal | None:
    """Why somebody on a vehicle cannot pay for something else than driving."""
    if spare_ap(battle, man) >= price:
        return None
    if man.ap_left < price:
        return afford_refusal()
    if battle.units[man.mount].ride is None:
        why = say("in motion the AP of the smallest mode are kept for it")
        return Refusal(why, "skirmishers.vehicle.in-motion")
    return Refusal(say("the AP of the mode must be spent first"), "skirmishers.vehicle.mode-choose")


def saddle_weapons(battle: Battle, unit: Unit) -> list[int]:
    """Guns in hand that may be used on a vehicle: passengers use any."""
    found = [i for i in ready_weapons(battle, unit) if battle.weapon(i).kind == GUN]
    if unit.passenger:
        return found
    return [index for index in found if in_saddle(battle, unit, index)]


def has_fired(man: Unit, weapon: int) -> bool:
    """Whether a weapon has been fired on the move in this activation."""
    return weapon in man.carries and bool(man.shots >> man.carries.index(weapon) & 1)


def note_shot(man: Unit, weapon: int) -> None:
    """Remember that a weapon has been fired on the move."""
    if weapon in man.carries:
        man.shots |= 1 << man.carries.index(weapon)


def shot_bar(battle: Battle, asked: Acting, unit: int, weapon: int) -> Refusal | None:
    """Why a man on a vehicle cannot fire a weapon of his own now, whatever the target."""
    barred = ride_bar(battle, asked, unit)
    if barred is not None:
        return barred
    man = battle.units[unit]
    if weapon not in saddle_weapons(battle, man):
        why = say("a rider may use only secondary weapons, SMGs and what he has in hand")
        return Refusal(why, "skirmishers.vehicle.mfire-weapons")
    if ride_of(battle.units[man.mount]).fired & own_bit(man):
        return Refusal(say("each weapon fires only once in a segment"), "skirmishers.vehicle.mfire")
    if has_fired(man, weapon) and not battle.weapon(weapon).burst:
        why = say("only burst weapons fire several times in one movement")
        return Refusal(why, "skirmishers.vehicle.mfire-burst")
    return spare_bar(battle, man, SHOT_PRICE)


def ride_aim(battle: Battle, man: Unit, target: Unit, weapon: int) -> Aim | None:
    """A shot of somebody on the ride."""
    return moving_aim(battle, man, battle.weapon(weapon), target, battle.board.all_dots)


def fire_riding(battle: Battle, man: Unit, aim: Aim | None, bit: int) -> Flow[None]:
    """One shot on the ride, by a man or by a gun of his vehicle; `bit` marks it as fired."""
    vehicle = battle.units[man.mount]
    pay(man, SHOT_PRICE)
    ride = ride_of(vehicle)
    vehicle.ride = ride._replace(fired=ride.fired | bit)
    assert aim is not None, "a shot was offered that cannot be made"
    yield from shoot(aim, "moving")
    yield from settle_vehicles(battle)
