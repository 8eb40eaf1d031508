"""Target numbers told before anybody rolls: which weapon, at whom, what counts, what chance.

It asks the functions that the attack itself will ask, so the two cannot differ.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from battlemat.kernel.modifiers import Modifier, total
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.chapters.explosives.preparing import burst_aim, price_of
from battlemat.rulebooks.skirmishers.chapters.firing.aiming import Aim, aim_at, modifiers
from battlemat.rulebooks.skirmishers.chapters.gear import rounds
from battlemat.rulebooks.skirmishers.chapters.melee import blow_aim, blow_targets, blow_weapons
from battlemat.rulebooks.skirmishers.chapters.vehicles.targets import best_shot
from battlemat.rulebooks.skirmishers.state.battle import UNCONSCIOUS, Battle, Unit
from battlemat.rulebooks.skirmishers.state.vehicles import own_places, vehicle_under
from battlemat.rulebooks.skirmishers.state.weapons import CREW, GUN, LAUNCHER, MELEE, Weapon
from battlemat.rulebooks.skirmishers.state.words import sum_words

_REASONS: Mapping[str, Callable[[], str]] = {
    "out of range": lambda: say("out of range"),
    "no sight": lambda: say("no sight"),
    "no round left": lambda: say("no round left"),
    "no such target": lambda: say("no such target"),
}


class Number(NamedTuple):
    """A target number with everything that makes it up, or why there is none."""

    weapon: Weapon
    modifiers: tuple[Modifier, ...]
    reason: str = ""
    because: str = ""
    price: int = 0

    @property
    def need(self) -> int:
        return total(self.modifiers)

    @property
    def sum(self) -> str:
        """The base and what is added to it, in words."""
        return sum_words(self.modifiers)

    @property
    def told(self) -> str:
        """Why there is none, in words."""
        if self.price:
            return say("costs {price} AP", price=self.price)
        return _REASONS[self.reason]()


def gun_aim(battle: Battle, shooter: Unit, weapon: Weapon, target: Unit) -> Aim | None:
    """A shot from an arc that would hold the target, or None if range or sight forbid it."""
    vehicle = vehicle_under(battle, target)
    if vehicle is not None:
        return best_shot(battle, shooter, weapon, vehicle, target, battle.board.all_dots)
    return aim_at(battle, shooter, weapon, target, own=own_places(battle, shooter))


def weapons_of(battle: Battle, unit: Unit) -> list[Weapon]:
    """Everything a unit may attack with: what it carries, its grenades, and what it strikes with.

    What is in hand comes first.
    """
    armory = battle.field.armory
    found = [
        index
        for slot, index in enumerate(unit.carries)
        if index >= 0 and not unit.disabled >> slot & 1
    ]
    loads = zip(armory.grenades, unit.grenades, strict=True)
    found += [index for index, load in loads if load]
    found += [] if unit.is_vehicle else [unit.hand, *blow_weapons(battle, unit)]
    ordered = sorted(dict.fromkeys(found), key=lambda index: index != unit.hand)
    return [armory[index] for index in ordered]


def numbers_at(battle: Battle, unit: Unit, target: Unit | None, place: int) -> list[Number]:
    """The target number of each of a unit's weapons at somebody, or at a dot.

    Guns and blows need somebody; what bursts is aimed at his dot.
    """
    found = []
    for weapon in weapons_of(battle, unit):
        if weapon.explodes:
            found.append(_burst_number(battle, unit, weapon, place))
        elif target is None or target.state > UNCONSCIOUS or target is unit:
            continue
        elif weapon.kind in (GUN, CREW):
            found.append(_gun_number(battle, unit, weapon, target))
        elif weapon.kind == MELEE and target in blow_targets(battle, unit):
            aim = blow_aim(battle, unit, target, weapon)
            found.append(Number(weapon, tuple(modifiers(aim))))
    return found


def _gun_number(battle: Battle, unit: Unit, weapon: Weapon, target: Unit) -> Number:
    aim = gun_aim(battle, unit, weapon, target)
    if aim is not None:
        return Number(weapon, tuple(modifiers(aim)))
    far = battle.board.distance(unit.place, target.place) > weapon.reach
    if far:
        return Number(weapon, (), "out of range", "skirmishers.weapon.range-bands")
    return Number(weapon, (), "no sight", "skirmishers.los.needed")


def _burst_number(battle: Battle, unit: Unit, weapon: Weapon, place: int) -> Number:
    aim = burst_aim(battle, unit, weapon, place)
    if not rounds(battle, unit, weapon.number):
        return Number(weapon, (), "no round left", "skirmishers.weapon.ammo")
    if aim is not None:
        return Number(weapon, tuple(modifiers(aim)))
    distance = battle.board.distance(unit.place, place)
    price = price_of(unit, weapon, distance)
    if weapon.kind == LAUNCHER and distance > weapon.reach:
        return Number(weapon, (), "out of range", "skirmishers.weapon.range-bands")
    if price > unit.ap_left:
        clause = "skirmishers.explosive.throw-cost"
        return Number(weapon, (), f"costs {price} AP", clause, price)
    return Number(weapon, (), "no such target", "skirmishers.explosive.target-dot")
