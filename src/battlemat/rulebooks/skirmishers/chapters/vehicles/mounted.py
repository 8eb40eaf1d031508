"""Chapter "Vehicles", mounted weapons: fired by the rider on the ride, and aimed after it.

Each fires along its mounting alone. What shoots is aimed at a unit, what bursts at a dot, and its
rounds are those of the vehicle's card.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Found, Template
from battlemat.kernel.questions import Choice, Flow
from battlemat.kernel.scene import Shape
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.chapters.acting import Acting, Action, at_once, combat_bar
from battlemat.rulebooks.skirmishers.chapters.explosives.preparing import (
    aim_bar,
    burst_aim,
    empty_refusal,
    leave_token,
    stray_from,
    use_bar,
)
from battlemat.rulebooks.skirmishers.chapters.explosives.throwing import (
    VEHICLE_PART,
    named_bar,
    named_targets,
    numbers_of,
    throw_places,
)
from battlemat.rulebooks.skirmishers.chapters.firing.aiming import Aim
from battlemat.rulebooks.skirmishers.chapters.firing.arcs import arc_bar
from battlemat.rulebooks.skirmishers.chapters.firing.movement_fire import (
    may_duck,
    one_explosive_refusal,
    target_bar,
    unseen_bar,
)
from battlemat.rulebooks.skirmishers.chapters.firing.shots import is_decided
from battlemat.rulebooks.skirmishers.chapters.vehicles.engine import saddle_bar
from battlemat.rulebooks.skirmishers.chapters.vehicles.saddle import (
    SHOT_PRICE,
    fire_riding,
    ride_bar,
    spare_ap,
    spare_bar,
)
from battlemat.rulebooks.skirmishers.chapters.vehicles.targets import moving_aim
from battlemat.rulebooks.skirmishers.screen.aims import aim_shapes
from battlemat.rulebooks.skirmishers.screen.burst_shapes import burst_shapes
from battlemat.rulebooks.skirmishers.screen.cones import mounted_cone
from battlemat.rulebooks.skirmishers.screen.handles import at_place, at_target, called, offer
from battlemat.rulebooks.skirmishers.screen.parts import PLACE, SLOT, UNIT
from battlemat.rulebooks.skirmishers.state import events
from battlemat.rulebooks.skirmishers.state.battle import MOVING, NOTHING, Battle, Unit
from battlemat.rulebooks.skirmishers.state.vehicles import (
    MOUNTED_ARC,
    mount_heading,
    mounted_arc,
    ride_of,
)
from battlemat.rulebooks.skirmishers.state.weapons import Weapon
from battlemat.rulebooks.skirmishers.state.words import place_words


class FireGun(NamedTuple):
    """A shot of a mounted weapon on the ride."""

    unit: int
    target: int
    slot: int
    verb: str = "gun"


class Launch(NamedTuple):
    """A mounted weapon that bursts, fired at a dot on the ride; `vehicle` is one that it names."""

    unit: int
    place: int
    slot: int
    vehicle: int = NOTHING
    verb: str = "launch"


class GunArc(NamedTuple):
    """The firing arc of a mounted weapon after the ride."""

    unit: int
    slot: int
    verb: str = "gunarc"


def _aside_refusal() -> Refusal:
    return Refusal(
        say("a mounted weapon fires only along its mounting"), "skirmishers.vehicle.mounted-arc"
    )


def _vehicle_of(battle: Battle, unit: int) -> Unit:
    return battle.units[battle.units[unit].mount]


def _weapon(battle: Battle, vehicle: Unit, slot: int) -> Weapon:
    return battle.weapon(vehicle.carries[slot])


def _mask(battle: Battle, vehicle: Unit, slot: int) -> int:
    """The dots that a mounted weapon can fire at."""
    return battle.board.arc(vehicle.place, mount_heading(vehicle, slot), MOUNTED_ARC)


def _slot_bar(battle: Battle, asked: Acting, unit: int, slot: int) -> Refusal | None:
    """Why a mounted weapon is not fired on the ride now, whatever it is."""
    man = battle.units[unit]
    barred = saddle_bar(battle, asked, unit) if man.mount < 0 else ride_bar(battle, asked, unit)
    if barred is not None:
        return barred
    vehicle = battle.units[man.mount]
    if man.passenger:
        return Refusal(say("the rider fires mounted weapons"), "skirmishers.vehicle.mfire")
    if not 0 <= slot < len(vehicle.carries) or vehicle.carries[slot] < 0:
        why = say("there is no mounted weapon {number}", number=slot + 1)
        return Refusal(why, "skirmishers.vehicle.standard-values")
    return None


# ---------------------------------------------------------------------- shots


def gun_aim(battle: Battle, option: FireGun) -> Aim | None:
    """The shot of a mounted weapon."""
    vehicle, target = _vehicle_of(battle, option.unit), battle.units[option.target]
    weapon = _weapon(battle, vehicle, option.slot)
    return moving_aim(battle, vehicle, weapon, target, _mask(battle, vehicle, option.slot))


def _gun_open(battle: Battle, asked: Acting, unit: int, slot: int) -> Refusal | None:
    """Why a mounted gun is not fired now, whoever the target."""
    barred = _slot_bar(battle, asked, unit, slot)
    if barred is not None:
        return barred
    man, vehicle = battle.units[unit], _vehicle_of(battle, unit)
    weapon = _weapon(battle, vehicle, slot)
    if weapon.explodes:
        why = say("that weapon is fired at a dot, with 'launch'")
        return Refusal(why, "skirmishers.explosive.target-dot")
    if ride_of(vehicle).fired >> slot & 1:
        return Refusal(say("each weapon fires only once in a segment"), "skirmishers.vehicle.mfire")
    if vehicle.shots >> slot & 1 and not weapon.burst:
        why = say("only burst weapons fire several times in one movement")
        return Refusal(why, "skirmishers.vehicle.mfire-burst")
    return spare_bar(battle, man, SHOT_PRICE)


def _gun_bar(battle: Battle, asked: Acting, option: FireGun) -> Refusal | None:
    unit, target = battle.units[option.unit], battle.units[option.target]
    barred = _gun_open(battle, asked, option.unit, option.slot) or target_bar(unit, target)
    if barred is not None or gun_aim(battle, option) is not None:
        return barred
    vehicle = battle.units[unit.mount]
    if not _mask(battle, vehicle, option.slot) >> target.place % battle.board.size & 1:
        return _aside_refusal()
    return unseen_bar(battle, vehicle, target, vehicle.carries[option.slot])


def _slots(battle: Battle, asked: Acting) -> list[int]:
    """The mounted weapons that the unit that acts could fire on the ride."""
    unit = battle.units[asked.unit]
    if unit.mount < 0 or unit.under or battle.stage != MOVING:
        return []
    carries = battle.units[unit.mount].carries
    return [slot for slot, weapon in enumerate(carries) if weapon >= 0]


def _gun_shots(battle: Battle, asked: Acting) -> list[FireGun]:
    unit = battle.units[asked.unit]
    return [
        FireGun(unit.index, other.index, slot)
        for slot in _slots(battle, asked)
        for other in battle.units
        if other.side != unit.side
    ]


def _fire_gun(battle: Battle, option: FireGun) -> Flow[None]:
    rider, target = battle.units[option.unit], battle.units[option.target]
    vehicle = _vehicle_of(battle, option.unit)
    if not _weapon(battle, vehicle, option.slot).burst:
        vehicle.shots |= 1 << option.slot
    yield from fire_riding(battle, rider, gun_aim(battle, option), 1 << option.slot)
    if not is_decided(battle):
        yield from may_duck(battle, target)


# ---------------------------------------------------------------------- what bursts


def launch_aim(battle: Battle, option: Launch) -> Aim | None:
    """A mounted weapon aimed at a dot, with the vehicle that it names."""
    man, vehicle = battle.units[option.unit], _vehicle_of(battle, option.unit)
    target = battle.units[option.vehicle] if option.vehicle != NOTHING else None
    aim = burst_aim(
        battle,
        vehicle,
        _weapon(battle, vehicle, option.slot),
        option.place,
        moving=True,
        left=spare_ap(battle, man),
        own=battle.footprint(target) if target is not None else 0,
    )
    return aim._replace(target=target) if aim is not None else None


def _launch_open(battle: Battle, asked: Acting, unit: int, slot: int) -> Refusal | None:
    """Why a mounted weapon that bursts is not fired now, wherever it is aimed."""
    barred = _slot_bar(battle, asked, unit, slot)
    if barred is not None:
        return barred
    man, vehicle = battle.units[unit], _vehicle_of(battle, unit)
    if not _weapon(battle, vehicle, slot).explodes:
        return Refusal(
            say("that weapon is fired at a unit, with 'gun'"), "skirmishers.vehicle.mfire"
        )
    if man.exploded:
        return one_explosive_refusal()
    return use_bar(battle, man) or (None if vehicle.ammo[slot] else empty_refusal())


def _launch_bar(battle: Battle, asked: Acting, option: Launch) -> Refusal | None:
    barred = _launch_open(battle, asked, option.unit, option.slot)
    if barred is not None:
        return barred
    man, vehicle = battle.units[option.unit], _vehicle_of(battle, option.unit)
    weapon = _weapon(battle, vehicle, option.slot)
    barred = named_bar(battle, man, weapon, option.place, option.vehicle)
    if barred is not None:
        return barred
    if not _mask(battle, vehicle, option.slot) >> option.place % battle.board.size & 1:
        return _aside_refusal()
    return aim_bar(battle, vehicle, weapon, option.place, spare_ap(battle, man))


def _launches(battle: Battle, asked: Acting) -> list[Launch]:
    return [
        option
        for slot in _slots(battle, asked)
        if _weapon(battle, _vehicle_of(battle, asked.unit), slot).explodes
        for option in _launches_of(battle, asked.unit, slot)
    ]


def _launches_of(battle: Battle, unit: int, slot: int) -> list[Launch]:
    """Every dot near an enemy along the mounting, then enemy vehicles."""
    man, vehicle = battle.units[unit], _vehicle_of(battle, unit)
    weapon, mask = _weapon(battle, vehicle, slot), _mask(battle, vehicle, slot)
    places = throw_places(battle, man, weapon, spare_ap(battle, man))
    found = [Launch(unit, place, slot) for place in places]
    found += [
        Launch(unit, place, slot, target.index)
        for target, _, place in named_targets(battle, man, [weapon])
    ]
    return [option for option in found if mask >> option.place % battle.board.size & 1]


def launch(battle: Battle, option: Launch) -> None:
    """The rider pays and has used an explosive; the round is the vehicle's."""
    man, vehicle = battle.units[option.unit], _vehicle_of(battle, option.unit)
    aim = launch_aim(battle, option)
    assert aim is not None, "a mounted weapon was offered that cannot be fired"
    because = "skirmishers.vehicle.mfire-explosive"
    leave_token(aim, man, aim.weapon.ap, stray=stray_from(aim), because=because)
    rounds = list(vehicle.ammo)
    rounds[option.slot] -= rounds[option.slot] > 0
    vehicle.ammo = (rounds[0], rounds[1], rounds[2])


# ---------------------------------------------------------------------- arcs


def _gun_arc_bar(battle: Battle, asked: Acting, option: GunArc) -> Refusal | None:
    unit = battle.units[option.unit]
    barred = combat_bar(battle, asked, option.unit) or arc_bar(battle, unit)
    if barred is not None:
        return barred
    because = "skirmishers.vehicle.mounted-arc"
    if unit.mount < 0 or unit.passenger:
        return Refusal(say("a rider sets the arcs of mounted weapons"), because)
    vehicle = battle.units[unit.mount]
    if not 0 <= option.slot < 3 or vehicle.carries[option.slot] < 0:
        return Refusal(say("there is no mounted weapon {number}", number=option.slot + 1), because)
    if not _weapon(battle, vehicle, option.slot).has_arc:
        return Refusal(say("weapons that burst have no arc"), "skirmishers.arc.weapon")
    if trained(vehicle) >> option.slot & 1:
        return Refusal(say("that weapon has its arc already"), because)
    return None


def trained(vehicle: Unit) -> int:
    """The mask of mounted weapons that have set their arcs this turn: usually the first ones."""
    return vehicle.exploded or (1 << len(vehicle.arcs)) - 1


def _gun_arcs(battle: Battle, asked: Acting) -> list[GunArc]:
    unit = battle.units[asked.unit]
    if unit.mount < 0 or unit.under:
        return []
    return [GunArc(asked.unit, slot) for slot in range(3)]


def train(battle: Battle, vehicle: Unit, slot: int) -> None:
    """Give a mounted weapon its arc, from the rear dot, along its mounting."""
    if vehicle.exploded or slot != len(vehicle.arcs):
        vehicle.exploded = trained(vehicle) | 1 << slot
    vehicle.arcs = (*vehicle.arcs, mounted_arc(battle, vehicle, slot))


def set_gun_arc(battle: Battle, option: GunArc) -> None:
    """For 0 AP."""
    vehicle = _vehicle_of(battle, option.unit)
    train(battle, vehicle, option.slot)
    arc = vehicle.arcs[-1]
    battle.tell(
        events.Arc,
        "skirmishers.vehicle.mounted-arc",
        unit=vehicle.id,
        degrees=arc.degrees,
        heading=arc.heading,
        weapon=battle.weapon(arc.weapon).name,
        shots=arc.shots,
    )


# ---------------------------------------------------------------------- the verbs


def _cone(battle: Battle, _choice: Choice, option: GunArc) -> list[Shape]:
    return mounted_cone(battle, _vehicle_of(battle, option.unit), option.slot)


def _launch_covers(battle: Battle, _choice: Choice, option: Launch) -> list[Shape]:
    launch(battle, option)
    return burst_shapes(battle, battle.tokens[-1])


def _mounted_words(battle: Battle, slot: int, found: Found) -> str:
    """A mounted weapon by its name; by its number where it is not there."""
    vehicle = battle.units[found["unit"]].mount
    weapon = battle.units[vehicle].carries[slot] if vehicle >= 0 else NOTHING
    if weapon < 0:
        return say("mounted weapon {number}", number=slot + 1)
    return say("the mounted {weapon}", weapon=battle.weapon(weapon).name)


MOUNTED_SLOT = replace(SLOT, words=_mounted_words)


def _launch_words(battle: Battle, _asked: Acting, option: Launch) -> str:
    named = option.vehicle != NOTHING
    return say(
        "Fire {weapon} at {what}",
        weapon=_mounted_words(battle, option.slot, {"unit": option.unit}),
        what=called(battle, option.vehicle) if named else place_words(battle.board, option.place),
    )


def _launch_price(battle: Battle, _asked: Acting, option: Launch) -> int:
    return _weapon(battle, _vehicle_of(battle, option.unit), option.slot).ap


GUN_VERB = Action(
    FireGun,
    Template(FireGun, "gun {unit} {target} {slot}", unit=UNIT, target=UNIT, slot=MOUNTED_SLOT),
    says="fire a mounted weapon at the end of a segment",
    because="skirmishers.vehicle.mfire",
    candidates=_gun_shots,
    bar=_gun_bar,
    price=lambda _b, _a, _o: SHOT_PRICE,
    numbers=lambda battle, _asked, option: numbers_of(gun_aim(battle, option)),
    do=_fire_gun,
    tells="Fire {slot} at {target}",
    handle=offer("Movement fire", at_target, harms=True),
    covers=lambda battle, _choice, option: aim_shapes(gun_aim(battle, option)),
    needs=("vehicles",),
)
LAUNCH = Action(
    Launch,
    Template(
        Launch,
        "launch {unit} {place} {slot}[ {vehicle}]",
        unit=UNIT,
        place=PLACE,
        slot=MOUNTED_SLOT,
        vehicle=VEHICLE_PART,
    ),
    says="fire a mounted weapon that bursts, at a dot or an enemy vehicle on it",
    because="skirmishers.vehicle.mfire-explosive",
    candidates=_launches,
    bar=_launch_bar,
    price=_launch_price,
    numbers=lambda battle, _asked, option: numbers_of(launch_aim(battle, option)),
    do=at_once(launch),
    tells=_launch_words,
    handle=offer("Explosive on the move", at_place, harms=True),
    covers=_launch_covers,
    unlisted=True,
    needs=("vehicles",),
)
GUN_ARC = Action(
    GunArc,
    Template(GunArc, "gunarc {unit} {slot}", unit=UNIT, slot=MOUNTED_SLOT),
    says="set the firing arc of a mounted weapon",
    because="skirmishers.vehicle.mounted-arc",
    candidates=_gun_arcs,
    bar=_gun_arc_bar,
    do=at_once(set_gun_arc, combat=True),
    tells="Set the arc of {slot}",
    handle=offer("Mounted weapon"),
    covers=_cone,
    needs=("vehicles",),
    fights=True,
)
