"""Weapons in hand: which copies a model may still use, and what effects make of their profiles."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from battlemat.rulebooks.openfire.state.battle import Battle, Unit
from battlemat.rulebooks.openfire.state.cards import INCH, Profile, Rules, Weapon, make_profile

ALL = "all"


def slots_of(unit: Unit, model: int, weapon: str) -> list[int]:
    """The copies of a weapon that a model may still use, in the order of its card."""
    used = unit.used >> (16 * model)
    return [
        slot
        for slot, carried in enumerate(unit.card.models[model].weapons)
        if carried.id == weapon and not used >> slot & 1
    ]


def spend(unit: Unit, model: int, slot: int) -> None:
    """Use a One Use weapon up: this copy, with all its profiles (`openfire.weapon.one-use`)."""
    unit.used |= 1 << (16 * model + slot)


def weapon_called(unit: Unit, weapon: str) -> str:
    """A weapon by its name, whoever of the unit carries it; else as it was written."""
    carried = (one for model in unit.card.models for one in model.weapons)
    return next((one.name for one in carried if one.id == weapon), weapon)


def weapon_of(unit: Unit, model: int, weapon: str) -> Weapon | None:
    """The weapon of that id that a model carries."""
    weapons = unit.card.models[model].weapons
    return next((carried for carried in weapons if carried.id == weapon), None)


def profile_of(battle: Battle, unit: Unit, model: int, weapon: str, number: int) -> Profile | None:
    """A profile of a model's weapon as it is now, lasting effects included."""
    carried = weapon_of(unit, model, weapon)
    if carried is None or not 0 <= number < len(carried.profiles):
        return None
    return profile_now(battle, unit, carried, number)


def profile_now(battle: Battle, unit: Unit, weapon: Weapon, number: int) -> Profile:
    """A profile of a weapon in a unit's hands as it is now, lasting effects included."""
    found = weapon.profiles[number]
    if battle.effects and any(effect.unit == unit.index for effect in battle.effects):
        found = _changed(battle, unit, weapon, number, found)
    return found


def _changed(battle: Battle, unit: Unit, weapon: Weapon, number: int, profile: Profile) -> Profile:
    given = tuple(
        effect.name
        for effect in battle.effects
        if effect.kind == "weapon"
        and effect.unit == unit.index
        and effect.weapons in (ALL, weapon.id)
    )
    if given:
        profile = _with_rules(battle.field.rules, weapon, number, given)
    more: dict[str, Any] = {}
    for stat, least in (("att", 1), ("dmg", 1), ("prc", 0)):
        by = battle.bonus(unit, stat)
        if by:
            more[stat] = max(least, getattr(profile, stat) + by)
    reach = battle.bonus(unit, "rng")
    if reach:
        more["most"] = max(profile.least, profile.most + reach * INCH)
    return replace(profile, **more) if more else profile


def _with_rules(rules: Rules, weapon: Weapon, number: int, given: tuple[str, ...]) -> Profile:
    row = weapon.values[number]
    more = row._replace(special=(*row.special, *given))
    profile = make_profile(weapon.profiles[number].id, more, rules)
    return replace(profile, name=weapon.profiles[number].name)
