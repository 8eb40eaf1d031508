"""Chapter "Vehicles", attacks: ramming, blows from the saddle, mounted weapons and their arcs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.questions import Choice, Flow
from battlemat.kernel.scene import Shape
from battlemat.kernel.verbs import Verb
from battlemat.rulebooks.skirmishers.chapters.acting import (
    PINNED,
    Acting,
    at_once,
    combat_bar,
)
from battlemat.rulebooks.skirmishers.chapters.explosives.throwing import numbers_of
from battlemat.rulebooks.skirmishers.chapters.firing.aiming import Aim
from battlemat.rulebooks.skirmishers.chapters.firing.arcs import arc_bar
from battlemat.rulebooks.skirmishers.chapters.firing.damage import hurt
from battlemat.rulebooks.skirmishers.chapters.firing.movement_fire import (
    may_duck,
    target_bar,
    unseen_bar,
)
from battlemat.rulebooks.skirmishers.chapters.firing.shots import is_decided
from battlemat.rulebooks.skirmishers.chapters.melee import (
    BLOW_PRICE,
    blow_aim,
    strike,
    suit_blow_weapons,
)
from battlemat.rulebooks.skirmishers.chapters.moving.steps import pay
from battlemat.rulebooks.skirmishers.chapters.vehicles.engine import saddle_bar
from battlemat.rulebooks.skirmishers.chapters.vehicles.machine import (
    RAM_DAMAGE,
    WIPE_DAMAGE,
    control_check,
    control_numbers,
    control_words,
    settle_vehicles,
    wipe_out,
)
from battlemat.rulebooks.skirmishers.chapters.vehicles.saddle import (
    SHOT_PRICE,
    fire_riding,
    gun_bar,
    ride_aim,
    spare_bar,
)
from battlemat.rulebooks.skirmishers.screen.aims import aim_line, aim_shapes
from battlemat.rulebooks.skirmishers.screen.cones import mounted_cone
from battlemat.rulebooks.skirmishers.screen.drawing import tile
from battlemat.rulebooks.skirmishers.screen.handles import at_target, called, offer
from battlemat.rulebooks.skirmishers.screen.manoeuvres import fails, wreck
from battlemat.rulebooks.skirmishers.screen.notation import SLOT, UNIT
from battlemat.rulebooks.skirmishers.state.battle import ABLE, MOVING, Arc, Battle, Unit
from battlemat.rulebooks.skirmishers.state.cards import SUIT
from battlemat.rulebooks.skirmishers.state.vehicles import front_of, ride_of
from battlemat.rulebooks.skirmishers.state.weapons import MELEE, UNLIMITED

KEEP_BASE = 6
"""The base of the control check after a ram or a blow."""
MOUNTED_ARC = 30


class Ram(NamedTuple):
    unit: int
    target: int
    verb: str = "ram"


class Strike(NamedTuple):
    """A blow from the saddle, at once."""

    unit: int
    target: int
    verb: str = "strike"


class FireGun(NamedTuple):
    """A shot of a mounted weapon on the ride."""

    unit: int
    target: int
    slot: int
    verb: str = "gun"


class GunArc(NamedTuple):
    """The firing arc of a mounted weapon after the ride."""

    unit: int
    slot: int
    verb: str = "gunarc"


# ---------------------------------------------------------------------- contact


def _contact_bar(battle: Battle, asked: Acting, unit: int, because: str) -> Refusal | None:
    """What bars rams and blows alike: a rider who drives, once a dot has been driven."""
    barred = saddle_bar(battle, asked, unit)
    if barred is not None:
        return barred
    man = battle.units[unit]
    if man.pinned:
        return PINNED
    ride = battle.units[man.mount].ride
    if ride is None or ride.dots < 1:
        return Refusal("at least one dot must have been driven this turn", because)
    return None


def _near(battle: Battle, other: Unit, beside: int) -> bool:
    mask = battle.footprint(other) if other.is_vehicle else 1 << other.place
    return bool(mask & beside)


def _ram_bar(battle: Battle, asked: Acting, option: Ram) -> Refusal | None:
    because = "skirmishers.vehicle.ram"
    unit, target = battle.units[option.unit], battle.units[option.target]
    barred = _contact_bar(battle, asked, option.unit, because) or target_bar(unit, target)
    if barred is not None:
        return barred
    if target.mount >= 0:
        why = "of a mounted enemy only the vehicle can be rammed"
        return Refusal(why, "skirmishers.vehicle.ram-rider")
    if target.index in battle.ram:
        return Refusal("each enemy is rammed once in an activation", because)
    board, vehicle = battle.board, battle.units[unit.mount]
    ahead = board.terrain.beside(board.ground(front_of(battle, vehicle)))
    if not _near(battle, target, ahead):
        return Refusal("the front dot must be beside the enemy", because)
    return None


def _strike_weapon(battle: Battle, unit: Unit) -> int:
    """The active melee weapon of a rider, or -1; fists are none."""
    if unit.card.kind == SUIT:
        fit = suit_blow_weapons(battle, unit)
    else:
        fit = [unit.hand] if battle.weapon(unit.hand).kind == MELEE else []
    return next((index for index in fit if index != battle.field.armory.fists), -1)


def _strike_bar(battle: Battle, asked: Acting, option: Strike) -> Refusal | None:
    because = "skirmishers.vehicle.melee"
    unit, target = battle.units[option.unit], battle.units[option.target]
    barred = _contact_bar(battle, asked, option.unit, because) or target_bar(unit, target)
    if barred is not None:
        return barred
    if _strike_weapon(battle, unit) < 0:
        return Refusal("he has no melee weapon in hand", "skirmishers.melee.weapon-active")
    if not _near(battle, target, battle.board.terrain.beside(unit.place)):
        return Refusal("the rear dot must be beside the enemy", because)
    return spare_bar(battle, unit, BLOW_PRICE)


def ram(battle: Battle, unit: Unit, target: Unit) -> Flow[None]:
    """No roll to hit; then a control check."""
    vehicle = battle.units[unit.mount]
    mode = ride_of(vehicle).mode
    battle.ram = (*battle.ram, target.index)
    because = "skirmishers.vehicle.ram-damage"
    battle.tell("rams", "skirmishers.vehicle.ram", vehicle=vehicle.id, target=target.id)
    yield from hurt(battle, target, RAM_DAMAGE[mode], 0, because)
    if not vehicle.marks.armor:
        yield from hurt(battle, vehicle, RAM_DAMAGE[mode], 0, "skirmishers.vehicle.ram-self")
    yield from settle_vehicles(battle)
    yield from _keep_control(battle, vehicle, mode, "skirmishers.vehicle.ram-check")


def _keep_control(battle: Battle, vehicle: Unit, mode: int, because: str) -> Flow[None]:
    if vehicle.prone or is_decided(battle):
        return
    if not (yield from control_check(battle, vehicle, KEEP_BASE, because)):
        yield from wipe_out(battle, vehicle, mode=mode)


def strike_riding(battle: Battle, unit: Unit, target: Unit) -> Flow[None]:
    """At once; the speed of the vehicle adds to the blow."""
    pay(unit, BLOW_PRICE)
    vehicle = battle.units[unit.mount]
    mode = ride_of(vehicle).mode
    weapon = battle.weapon(_strike_weapon(battle, unit))
    yield from strike(battle, unit, target, weapon, extra=WIPE_DAMAGE[mode])
    yield from settle_vehicles(battle)
    yield from _keep_control(battle, vehicle, mode, "skirmishers.vehicle.melee-check")


def _touched(battle: Battle, asked: Acting) -> list[Unit]:
    """Whom a ram or blow could be aimed at at all."""
    unit = battle.units[asked.unit]
    if unit.mount < 0 or unit.under or battle.stage != MOVING:
        return []
    return [other for other in battle.units if target_bar(unit, other) is None]


def _rams(battle: Battle, asked: Acting) -> list[Ram]:
    options = [Ram(asked.unit, other.index) for other in _touched(battle, asked)]
    return [option for option in options if _ram_bar(battle, asked, option) is None]


def _strikes(battle: Battle, asked: Acting) -> list[Strike]:
    options = [Strike(asked.unit, other.index) for other in _touched(battle, asked)]
    return [option for option in options if _strike_bar(battle, asked, option) is None]


def _ram_covers(battle: Battle, _choice: Choice, option: Ram) -> list[Shape]:
    """What both take, and the check that follows."""
    vehicle, target = battle.units[battle.units[option.unit].mount], battle.units[option.target]
    mode = ride_of(vehicle).mode
    harm = f"{RAM_DAMAGE[mode]}X"
    label, because = f"{target.id} {harm}", "skirmishers.vehicle.ram"
    found = [tile("ram", battle.board, target.place, label, because)]
    if not vehicle.marks.armor:
        label, because = f"{vehicle.id} {harm}", "skirmishers.vehicle.ram-self"
        found.append(tile("ram", battle.board, vehicle.place, label, because))
    return found + wreck(battle, vehicle, fails(battle, vehicle, KEEP_BASE), mode=mode)


def _blow(battle: Battle, option: Strike) -> Aim:
    unit, target = battle.units[option.unit], battle.units[option.target]
    return blow_aim(battle, unit, target, battle.weapon(_strike_weapon(battle, unit)))


# ---------------------------------------------------------------------- mounted weapons


def gun_aim(battle: Battle, option: FireGun) -> Aim | None:
    """The shot of a mounted weapon."""
    vehicle = battle.units[battle.units[option.unit].mount]
    target = battle.units[option.target]
    return ride_aim(battle, vehicle, vehicle, target, vehicle.carries[option.slot])


def _gun_bar(battle: Battle, asked: Acting, option: FireGun) -> Refusal | None:
    unit, target = battle.units[option.unit], battle.units[option.target]
    if unit.mount < 0:
        return saddle_bar(battle, asked, option.unit)
    barred = gun_bar(battle, asked, option.unit, option.slot) or target_bar(unit, target)
    if barred is not None or gun_aim(battle, option) is not None:
        return barred
    board, vehicle = battle.board, battle.units[unit.mount]
    mask = board.arc(vehicle.place, 2 * vehicle.heading, MOUNTED_ARC)
    if not mask >> target.place % board.size & 1:
        why = "a mounted weapon fires straight ahead alone"
        return Refusal(why, "skirmishers.vehicle.mounted-arc")
    return unseen_bar(battle, vehicle, target, vehicle.carries[option.slot])


def _gun_shots(battle: Battle, asked: Acting) -> list[FireGun]:
    unit = battle.units[asked.unit]
    if unit.mount < 0 or unit.under or battle.stage != MOVING:
        return []
    vehicle = battle.units[unit.mount]
    return [
        option
        for slot, weapon in enumerate(vehicle.carries)
        if weapon >= 0 and gun_bar(battle, asked, unit.index, slot) is None
        for other in battle.units
        if target_bar(unit, other) is None
        and gun_aim(battle, option := FireGun(unit.index, other.index, slot)) is not None
    ]


def _fire_gun(battle: Battle, option: FireGun) -> Flow[None]:
    rider, target = battle.units[option.unit], battle.units[option.target]
    vehicle = battle.units[rider.mount]
    weapon = vehicle.carries[option.slot]
    yield from fire_riding(battle, rider, vehicle, target, weapon, 1 << option.slot)
    if not is_decided(battle):
        yield from may_duck(battle, target)


def mounted_arc(vehicle: Unit, slot: int) -> Arc:
    """The arc of a mounted weapon: 30 degrees along the heading."""
    return Arc(vehicle.carries[slot], 2 * vehicle.heading, MOUNTED_ARC, UNLIMITED)


def _gun_arc_bar(battle: Battle, asked: Acting, option: GunArc) -> Refusal | None:
    unit = battle.units[option.unit]
    barred = combat_bar(battle, asked, option.unit) or arc_bar(battle, unit)
    if barred is not None:
        return barred
    because = "skirmishers.vehicle.mounted-arc"
    if unit.mount < 0 or unit.passenger:
        return Refusal("a rider sets the arcs of mounted weapons", because)
    vehicle = battle.units[unit.mount]
    if vehicle.prone or vehicle.state != ABLE:
        return Refusal("an overturned vehicle fires nothing", "skirmishers.vehicle.skid")
    if not 0 <= option.slot < 3 or vehicle.carries[option.slot] < 0:
        return Refusal(f"there is no mounted weapon {option.slot + 1}", because)
    if trained(vehicle) >> option.slot & 1:
        return Refusal("that weapon has its arc", because)
    return None


def trained(vehicle: Unit) -> int:
    """The mask of mounted weapons that have set their arcs this turn: usually the first ones."""
    return vehicle.exploded or (1 << len(vehicle.arcs)) - 1


def _gun_arcs(battle: Battle, asked: Acting) -> list[GunArc]:
    unit = battle.units[asked.unit]
    if unit.mount < 0 or unit.under:
        return []
    options = [GunArc(asked.unit, slot) for slot in range(3)]
    return [option for option in options if _gun_arc_bar(battle, asked, option) is None]


def set_gun_arc(battle: Battle, option: GunArc) -> None:
    """For 0 AP, from the rear dot, always along the heading of the vehicle."""
    vehicle = battle.units[battle.units[option.unit].mount]
    weapon = vehicle.carries[option.slot]
    if vehicle.exploded or option.slot != len(vehicle.arcs):
        vehicle.exploded = trained(vehicle) | 1 << option.slot
    vehicle.arcs = (*vehicle.arcs, mounted_arc(vehicle, option.slot))
    battle.tell(
        "arc",
        "skirmishers.vehicle.mounted-arc",
        unit=vehicle.id,
        degrees=MOUNTED_ARC,
        heading=2 * vehicle.heading,
        weapon=battle.weapon(weapon).name,
        shots="any number of",
    )


def _cone(battle: Battle, _choice: Choice, option: GunArc) -> list[Shape]:
    return mounted_cone(battle, battle.units[battle.units[option.unit].mount], option.slot)


# ---------------------------------------------------------------------- the verbs


def _against(battle: Battle, option: Strike) -> str:
    unit = battle.units[option.unit]
    weapon = battle.weapon(_strike_weapon(battle, unit))
    check = control_words(battle, battle.units[unit.mount], KEEP_BASE)
    return f"{weapon.name} against {called(battle, option.target)}{check}"


def _ram_label(battle: Battle, option: Ram) -> str:
    vehicle = battle.units[battle.units[option.unit].mount]
    return f"Ram {called(battle, option.target)}{control_words(battle, vehicle, KEEP_BASE)}"


def _control(battle: Battle, option: Ram | Strike) -> Mapping[str, Any]:
    """The check that follows a ram or a blow."""
    vehicle = battle.units[battle.units[option.unit].mount]
    return control_numbers(battle, vehicle, KEEP_BASE)


def _blow_numbers(battle: Battle, option: Strike) -> Mapping[str, Any]:
    """What the blow needs, and the check that follows it."""
    return {**numbers_of(_blow(battle, option)), "control": _control(battle, option)["need"]}


RAM = Verb(
    Ram,
    Template(Ram, "ram {unit} {target}", unit=UNIT, target=UNIT),
    says="ram an enemy before the front dot",
    because="skirmishers.vehicle.ram",
    offered=_rams,
    bar=_ram_bar,
    numbers=lambda battle, _asked, option: _control(battle, option),
    do=lambda battle, o: ram(battle, battle.units[o.unit], battle.units[o.target]),
    handle=offer("Ram", _ram_label, at_target, harms=True),
    covers=_ram_covers,
)
STRIKE = Verb(
    Strike,
    Template(Strike, "strike {unit} {target}", unit=UNIT, target=UNIT),
    says="strike at an enemy beside the rear dot with the melee weapon in hand",
    because="skirmishers.vehicle.melee",
    offered=_strikes,
    bar=_strike_bar,
    price=lambda _b, _a, _o: BLOW_PRICE,
    numbers=lambda battle, _asked, option: _blow_numbers(battle, option),
    do=lambda battle, o: strike_riding(battle, battle.units[o.unit], battle.units[o.target]),
    handle=offer("Strike from the saddle", _against, at_target, harms=True),
    covers=lambda battle, _choice, option: [aim_line(_blow(battle, option))],
)
GUN_VERB = Verb(
    FireGun,
    Template(FireGun, "gun {unit} {target} {slot}", unit=UNIT, target=UNIT, slot=SLOT),
    says="fire a mounted weapon at the end of a segment",
    because="skirmishers.vehicle.mfire",
    offered=_gun_shots,
    bar=_gun_bar,
    price=lambda _b, _a, _o: SHOT_PRICE,
    numbers=lambda battle, _asked, option: numbers_of(gun_aim(battle, option)),
    do=_fire_gun,
    handle=offer(
        "Movement fire",
        lambda b, o: f"Mounted weapon {o.slot + 1} at {called(b, o.target)}",
        at_target,
        harms=True,
    ),
    covers=lambda battle, _choice, option: aim_shapes(gun_aim(battle, option)),
)
GUN_ARC = Verb(
    GunArc,
    Template(GunArc, "gunarc {unit} {slot}", unit=UNIT, slot=SLOT),
    says="set the firing arc of a mounted weapon",
    because="skirmishers.vehicle.mounted-arc",
    offered=_gun_arcs,
    bar=_gun_arc_bar,
    do=at_once(set_gun_arc, combat=True),
    handle=offer("Mounted weapon", lambda _b, o: f"Set the arc of mounted weapon {o.slot + 1}"),
    covers=_cone,
)
