"""Special rules: each a small named thing, found by its code, that acts at named moments.

A moment is a field below. Most rules fill one: a number for what is simply added up, a function
for what depends on the attack. Flows ask the moments; no flow asks for a code in an if-chain.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from battlemat.rulebooks.skirm.chapters.numbers import Attack

ANY = frozenset(range(1, 7))
NONE: frozenset[int] = frozenset()

Faces: TypeAlias = frozenset[int]


@dataclass(frozen=True, slots=True)
class UnitRule:
    """A special rule on a unit's card."""

    code: str  # as the flows know it; editions may print another
    title: str
    clause: str
    numbered: bool = False
    melee_twice: bool = False  # two Melee Attacks at the plain price
    shoot_twice: bool = False
    extra_squares: int = 0  # with each Move and Dash
    ranger: bool = False
    nimble: bool = False
    commands: bool = False
    infiltrates: bool = False
    parries: bool = False
    counters: bool = False
    blast_shield: bool = False
    rerolls_recover: bool = False
    attack_rerolls: Callable[[Attack], Faces] | None = None  # faces the attacker may re-roll
    save_rerolls: Callable[[Attack], Faces] | None = None
    auto_saves: Callable[[Attack], int] | None = None  # as the target
    skill_against: Callable[[Attack], int] | None = None  # added to the attacker's skill
    # numbered rules say in which of these their number goes
    order_dice: bool = False
    leap: bool = False
    heal: bool = False
    tough: bool = False


@dataclass(frozen=True, slots=True)
class WeaponRule:
    """A special rule of a weapon."""

    code: str
    title: str
    clause: str
    numbered: bool = False
    melee_twice: bool = False
    shoot_twice: bool = False
    heavy: bool = False
    limited: bool = False
    linear: bool = False
    chain: bool = False
    explodes: bool = False
    close_quarters: bool = False
    pushes: bool = False
    rends: bool = False
    stuns: bool = False
    no_cover: bool = False
    auto_strikes: int = 0
    improves_skill: bool = False
    attack_rerolls: Callable[[Attack], Faces] | None = None
    # numbered rules say in which of these their number goes
    range: bool = False
    fixed_skill: bool = False
    piercing: bool = False
    critical: bool = False
    free_rerolls: bool = False
    vampire: bool = False


def _any_in_melee(attack: Attack) -> Faces:
    return NONE if attack.ranged else ANY


def _any_when_shooting(attack: Attack) -> Faces:
    return ANY if attack.ranged else NONE


def _sixes(_attack: Attack) -> Faces:
    return frozenset((6,))


def _camouflage(attack: Attack) -> int:
    """One automatic Save from 4 squares or more; the third edition asks for the primary target."""
    far = attack.ranged and attack.distance >= 4
    return int(far and (attack.primary or not attack.edition.primary_only))


def _dodge(attack: Attack) -> int:
    """One automatic Save in melee, for a Standing unit that was attacked."""
    return int(not attack.ranged and attack.target_stands and not attack.backfires)


def _repulsive(attack: Attack) -> int:
    return 0 if attack.ranged else -1


_DOUBLE_MELEE = UnitRule("2MC", "Double Melee", "special.double-melee", melee_twice=True)
_DOUBLE_RANGED = UnitRule("2RC", "Double Ranged", "special.double-ranged", shoot_twice=True)
_CAMOUFLAGE = UnitRule("CAM", "Camouflage", "special.camouflage", auto_saves=_camouflage)
_DODGE = UnitRule("DOD", "Dodge", "special.dodge", auto_saves=_dodge)
_LEADER = UnitRule("LD", "Leader", "special.leader", numbered=True, order_dice=True)
_HEAL = UnitRule("HL", "Heal", "special.heal", numbered=True, heal=True)
_TOUGH = UnitRule("TF", "Tough", "special.tough", numbered=True, tough=True)

_THIRD_UNITS = (
    _DOUBLE_MELEE,
    _DOUBLE_RANGED,
    UnitRule("BLS", "Blast Shield", "special.blast-shield", blast_shield=True),
    UnitRule("BRU", "Brutal", "special.brutal", attack_rerolls=_any_in_melee),
    _CAMOUFLAGE,
    UnitRule("CMD", "Command", "special.command", commands=True),
    UnitRule("CTR", "Counter", "special.counter", counters=True),
    _DODGE,
    UnitRule("INF", "Infiltrator", "special.infiltrator", infiltrates=True),
    _LEADER,
    UnitRule("LP", "Leap", "special.leap", numbered=True, leap=True),
    UnitRule("NEQ", "No Equipment", "special.no-equipment"),
    UnitRule("NMB", "Nimble", "special.nimble", nimble=True),
    UnitRule("PAR", "Parry", "special.parry", parries=True),
    UnitRule("PRC", "Precise", "special.precise", attack_rerolls=_any_when_shooting),
    UnitRule("REP", "Repulsive", "special.repulsive", skill_against=_repulsive),
    UnitRule("RGR", "Ranger", "special.ranger", ranger=True),
    UnitRule("SWF", "Swift", "special.swift", extra_squares=1),
    UnitRule("TEN", "Tenacious", "special.tenacious", rerolls_recover=True),
    UnitRule("TGH", "Tough", "special.tough", save_rerolls=_any_in_melee),
    UnitRule("TMP", "Tempered", "special.tempered", save_rerolls=_any_when_shooting),
    UnitRule("UNQ", "Unique", "special.unique"),
)

_HEAVY = WeaponRule("HVY", "Heavy", "weapon.heavy", heavy=True)
_LIMITED = WeaponRule("LIM", "Limited Ammo", "weapon.limited-ammo", limited=True)
_LINEAR = WeaponRule("LNR", "Linear", "weapon.linear", linear=True)
_RANGE = WeaponRule("RG", "Range", "weapon.range", numbered=True, range=True)
_EXPLODE = WeaponRule("XPL", "Explode", "weapon.explode", explodes=True)

_THIRD_WEAPONS = (
    WeaponRule("+SK", "Improve Skill", "weapon.improve-skill", improves_skill=True),
    WeaponRule("2MC", "Double Melee", "weapon.double-melee", melee_twice=True),
    WeaponRule("2RC", "Double Ranged", "weapon.double-ranged", shoot_twice=True),
    WeaponRule("ARP", "Armor Piercing", "weapon.armor-piercing", auto_strikes=1),
    WeaponRule("BRU", "Brutal", "weapon.brutal", attack_rerolls=_any_in_melee),
    WeaponRule("CHN", "Chain Reaction", "weapon.chain-reaction", chain=True),
    _HEAVY,
    _LIMITED,
    _LINEAR,
    WeaponRule("MCR", "Melee Combat Ranged", "weapon.melee-combat-ranged", close_quarters=True),
    WeaponRule("PRC", "Precise", "weapon.precise", attack_rerolls=_any_when_shooting),
    WeaponRule("PSH", "Push", "weapon.push", pushes=True),
    _RANGE,
    WeaponRule("RLT", "Relentless", "weapon.relentless", attack_rerolls=_sixes),
    WeaponRule("RND", "Rending", "weapon.rending", rends=True),
    WeaponRule("SK", "Skill", "weapon.skill", numbered=True, fixed_skill=True),
    WeaponRule("STN", "Stun", "weapon.stun", stuns=True),
    WeaponRule("UNQ", "Unique", "weapon.unique"),
    _EXPLODE,
)

_EARLY_WEAPONS = (
    WeaponRule("AP", "Armor Piercing", "weapon.armor-piercing", numbered=True, piercing=True),
    WeaponRule("CR", "Critical", "weapon.critical", numbered=True, critical=True),
    _HEAVY,
    _LIMITED,
    _RANGE,
    WeaponRule("RR", "Re-roll", "weapon.re-roll", numbered=True, free_rerolls=True),
    WeaponRule("VA", "Vampire", "weapon.vampire", numbered=True, vampire=True),
    _EXPLODE,
)
_EARLY_UNITS = (_CAMOUFLAGE, _DODGE, _HEAL, _LEADER, _TOUGH)


def _by_code(*rules: UnitRule, **printed: UnitRule) -> Mapping[str, UnitRule]:
    return {rule.code: rule for rule in rules} | printed


def _weapons_by_code(*rules: WeaponRule, **printed: WeaponRule) -> Mapping[str, WeaponRule]:
    return {rule.code: rule for rule in rules} | printed


UNIT_RULES: Mapping[str, Mapping[str, UnitRule]] = {
    "skirm1": _by_code(
        *_EARLY_UNITS,
        **{"2M": _DOUBLE_MELEE, "2R": _DOUBLE_RANGED, "2S": _DOUBLE_RANGED},
    ),
    "skirm2": _by_code(*_EARLY_UNITS, _DOUBLE_MELEE, _DOUBLE_RANGED),
    "skirm3": _by_code(*_THIRD_UNITS),
}
"""The unit rules of each edition by the code that its cards print (`card.codes`)."""

WEAPON_RULES: Mapping[str, Mapping[str, WeaponRule]] = {
    "skirm1": _weapons_by_code(
        *_EARLY_WEAPONS,
        WeaponRule("NCV", "No Cover", "weapon.no-cover", no_cover=True),
        LIN=_LINEAR,
    ),
    "skirm2": _weapons_by_code(*_EARLY_WEAPONS, _LINEAR),
    "skirm3": _weapons_by_code(*_THIRD_WEAPONS),
}
"""The weapon rules of each edition by the code that its cards print (`card.codes`)."""
