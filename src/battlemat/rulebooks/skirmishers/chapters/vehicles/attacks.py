"""Chapter "Vehicles", attacks: ramming, blows from the saddle, mounted weapons and their arcs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.questions import Choice, Flow
from battlemat.kernel.scene import Shape
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.chapters.acting import (
    Acting,
    Action,
    pinned_refusal,
)
from battlemat.rulebooks.skirmishers.chapters.explosives.throwing import numbers_of
from battlemat.rulebooks.skirmishers.chapters.firing.aiming import Aim
from battlemat.rulebooks.skirmishers.chapters.firing.damage import hurt
from battlemat.rulebooks.skirmishers.chapters.firing.movement_fire import (
    target_bar,
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
    spare_bar,
)
from battlemat.rulebooks.skirmishers.screen.aims import aim_line
from battlemat.rulebooks.skirmishers.screen.drawing import tile
from battlemat.rulebooks.skirmishers.screen.handles import at_target, called, offer
from battlemat.rulebooks.skirmishers.screen.manoeuvres import fails, wreck
from battlemat.rulebooks.skirmishers.screen.parts import UNIT, weapon_words
from battlemat.rulebooks.skirmishers.state import events
from battlemat.rulebooks.skirmishers.state.battle import MOVING, Battle, Unit
from battlemat.rulebooks.skirmishers.state.cards import SUIT
from battlemat.rulebooks.skirmishers.state.vehicles import front_of, ride_of
from battlemat.rulebooks.skirmishers.state.weapons import MELEE

KEEP_BASE = 6
"""The base of the control check after a ram or a blow."""


class Ram(NamedTuple):
    unit: int
    target: int
    verb: str = "ram"


class Strike(NamedTuple):
    """A blow from the saddle, at once."""

    unit: int
    target: int
    verb: str = "strike"


# ---------------------------------------------------------------------- contact


def _contact_bar(battle: Battle, asked: Acting, unit: int, because: str) -> Refusal | None:
    """What bars rams and blows alike: a rider who drives, once a dot has been driven."""
    barred = saddle_bar(battle, asked, unit)
    if barred is not None:
        return barred
    man = battle.units[unit]
    if man.pinned:
        return pinned_refusal()
    ride = battle.units[man.mount].ride
    if ride is None or ride.dots < 1:
        return Refusal(say("at least one dot must have been driven this turn"), because)
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
        why = say("of a mounted enemy only the vehicle can be rammed")
        return Refusal(why, "skirmishers.vehicle.ram-rider")
    if target.index in battle.ram:
        return Refusal(say("each enemy is rammed once in an activation"), because)
    board, vehicle = battle.board, battle.units[unit.mount]
    ahead = board.terrain.beside(board.ground(front_of(battle, vehicle)))
    if not _near(battle, target, ahead):
        return Refusal(say("the front dot must be beside the enemy"), because)
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
        return Refusal(say("he has no melee weapon in hand"), "skirmishers.melee.weapon-active")
    if not _near(battle, target, battle.board.terrain.beside(unit.place)):
        return Refusal(say("the rear dot must be beside the enemy"), because)
    return spare_bar(battle, unit, BLOW_PRICE)


def ram(battle: Battle, unit: Unit, target: Unit) -> Flow[None]:
    """No roll to hit; then a control check."""
    vehicle = battle.units[unit.mount]
    mode = ride_of(vehicle).mode
    battle.ram = (*battle.ram, target.index)
    because = "skirmishers.vehicle.ram-damage"
    battle.tell(events.Rams, "skirmishers.vehicle.ram", vehicle=vehicle.id, target=target.id)
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
    return [Ram(asked.unit, other.index) for other in _touched(battle, asked)]


def _strikes(battle: Battle, asked: Acting) -> list[Strike]:
    return [Strike(asked.unit, other.index) for other in _touched(battle, asked)]


def _ram_covers(battle: Battle, _choice: Choice, option: Ram) -> list[Shape]:
    """What both take, and the check that follows."""
    vehicle, target = battle.units[battle.units[option.unit].mount], battle.units[option.target]
    mode = ride_of(vehicle).mode
    points, because = RAM_DAMAGE[mode], "skirmishers.vehicle.ram"
    label = say("{unit} {points}X", unit=target.id, points=points)
    found = [tile("ram", battle.board, target.place, label, because)]
    if not vehicle.marks.armor:
        label = say("{unit} {points}X", unit=vehicle.id, points=points)
        because = "skirmishers.vehicle.ram-self"
        found.append(tile("ram", battle.board, vehicle.place, label, because))
    return found + wreck(battle, vehicle, fails(battle, vehicle, KEEP_BASE), mode=mode)


def _blow(battle: Battle, option: Strike) -> Aim:
    unit, target = battle.units[option.unit], battle.units[option.target]
    return blow_aim(battle, unit, target, battle.weapon(_strike_weapon(battle, unit)))


# ---------------------------------------------------------------------- the verbs


def _strike_words(battle: Battle, _asked: Acting, option: Strike) -> str:
    unit = battle.units[option.unit]
    phrase = say(
        "Strike at {target} with {weapon} from the saddle",
        target=called(battle, option.target),
        weapon=weapon_words(battle, _strike_weapon(battle, unit)),
    )
    return control_words(battle, battle.units[unit.mount], KEEP_BASE, phrase)


def _ram_words(battle: Battle, _asked: Acting, option: Ram) -> str:
    vehicle = battle.units[battle.units[option.unit].mount]
    phrase = say("Ram {target}", target=called(battle, option.target))
    return control_words(battle, vehicle, KEEP_BASE, phrase)


def _control(battle: Battle, option: Ram | Strike) -> Mapping[str, Any]:
    """The check that follows a ram or a blow."""
    vehicle = battle.units[battle.units[option.unit].mount]
    return control_numbers(battle, vehicle, KEEP_BASE)


def _blow_numbers(battle: Battle, option: Strike) -> Mapping[str, Any]:
    """What the blow needs, and the check that follows it."""
    return {**numbers_of(_blow(battle, option)), "control": _control(battle, option)["need"]}


RAM = Action(
    Ram,
    Template(Ram, "ram {unit} {target}", unit=UNIT, target=UNIT),
    says="ram an enemy before the front dot",
    because="skirmishers.vehicle.ram",
    candidates=_rams,
    bar=_ram_bar,
    numbers=lambda battle, _asked, option: _control(battle, option),
    do=lambda battle, o: ram(battle, battle.units[o.unit], battle.units[o.target]),
    tells=_ram_words,
    handle=offer("Ram", at_target, harms=True),
    covers=_ram_covers,
    needs=("vehicles",),
)
STRIKE = Action(
    Strike,
    Template(Strike, "strike {unit} {target}", unit=UNIT, target=UNIT),
    says="strike at an enemy beside the rear dot with the melee weapon in hand",
    because="skirmishers.vehicle.melee",
    candidates=_strikes,
    bar=_strike_bar,
    price=lambda _b, _a, _o: BLOW_PRICE,
    numbers=lambda battle, _asked, option: _blow_numbers(battle, option),
    do=lambda battle, o: strike_riding(battle, battle.units[o.unit], battle.units[o.target]),
    tells=_strike_words,
    handle=offer("Strike from the saddle", at_target, harms=True),
    covers=lambda battle, _choice, option: [aim_line(_blow(battle, option))],
    needs=("vehicles",),
)
