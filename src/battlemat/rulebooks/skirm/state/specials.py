"""Special rules: each one entry in a table, found by its code, that acts at named moments.

A moment is a field of `UnitMoments` or `WeaponMoments` (a number or a flag, simply added up) or one
of the functions of a rule (what depends on the attack). Flows ask the moments; no flow asks for a
code. A rule that is held twice, by card and by gear, counts once, at its highest number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Protocol, TypeAlias, TypeVar

ANY = frozenset(range(1, 7))
NONE: frozenset[int] = frozenset()
FAR = 999
"""The range of a weapon that has no limit."""

Faces: TypeAlias = frozenset[int]


class Blow(Protocol):
    """What a special rule may ask of an attack."""

    @property
    def ranged(self) -> bool: ...
    @property
    def primary(self) -> bool:
        """Whether its target was chosen, and did not only stand near."""

    @property
    def backfires(self) -> bool:
        """Whether the target of a melee strikes back at its attacker."""

    @property
    def distance(self) -> int: ...
    @property
    def target_stands(self) -> bool: ...
    @property
    def primary_only(self) -> bool:
        """Whether the edition grants shelter to primary targets alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitMoments:
    """What the special rules of a unit come to; the defaults are a unit without any."""

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
    order_dice: int = 0
    leap: int = 0
    heal: int = 0
    tough: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponMoments:
    """What the special rules of a weapon come to; the defaults are a weapon without any."""

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
    improves_skill: bool = False
    auto_strikes: int = 0
    range: int = FAR
    fixed_skill: int = 0
    piercing: int = 0
    critical: int = 0
    free_rerolls: int = 0
    vampire: int = 0


@dataclass(frozen=True, slots=True)
class UnitRule:
    """A special rule on a unit's card. What it gives may depend on the number in its code."""

    code: str  # as most editions print it
    title: str
    clause: str
    gives: UnitMoments | Callable[[int], UnitMoments] = UnitMoments()
    attack_rerolls: Callable[[Blow], Faces] | None = None  # faces the attacker may re-roll
    save_rerolls: Callable[[Blow], Faces] | None = None
    auto_saves: Callable[[Blow], int] | None = None  # as the target
    skill_against: Callable[[Blow], int] | None = None  # added to the attacker's skill

    @property
    def numbered(self) -> bool:
        return callable(self.gives)


@dataclass(frozen=True, slots=True)
class WeaponRule:
    """A special rule of a weapon."""

    code: str
    title: str
    clause: str
    gives: WeaponMoments | Callable[[int], WeaponMoments] = WeaponMoments()
    attack_rerolls: Callable[[Blow], Faces] | None = None

    @property
    def numbered(self) -> bool:
        return callable(self.gives)


Rule = TypeVar("Rule", UnitRule, WeaponRule)


def added_up(moments: type[Any], held: Iterable[tuple[Any, int]]) -> dict[str, Any]:
    """The moments of several rules together: flags are set, numbers of different rules add up."""
    given = [rule.gives(number) if rule.numbered else rule.gives for rule, number in held]
    found = {}
    for field in fields(moments):
        values = [getattr(one, field.name) for one in given]
        told = [value for value in values if value != field.default]
        if told:
            found[field.name] = told[0] if isinstance(told[0], bool) else sum(told)
    return found


# ---------------------------------------------------------------------- what depends on the attack


def _any_in_melee(blow: Blow) -> Faces:
    return NONE if blow.ranged else ANY


def _any_when_shooting(blow: Blow) -> Faces:
    return ANY if blow.ranged else NONE


def _sixes(_blow: Blow) -> Faces:
    return frozenset((6,))


def _camouflage(blow: Blow) -> int:
    """One automatic Save from 4 squares or more; the third edition asks for the primary target."""
    far = blow.ranged and blow.distance >= 4
    return int(far and (blow.primary or not blow.primary_only))


def _dodge(blow: Blow) -> int:
    """One automatic Save in melee, for a Standing unit that was attacked."""
    return int(not blow.ranged and blow.target_stands and not blow.backfires)


def _repulsive(blow: Blow) -> int:
    return 0 if blow.ranged else -1


# ---------------------------------------------------------------------- the tables

_DOUBLE_MELEE = UnitRule(
    "2MC", "Double Melee", "special.double-melee", UnitMoments(melee_twice=True)
)
_DOUBLE_RANGED = UnitRule(
    "2RC", "Double Ranged", "special.double-ranged", UnitMoments(shoot_twice=True)
)
_CAMOUFLAGE = UnitRule("CAM", "Camouflage", "special.camouflage", auto_saves=_camouflage)
_DODGE = UnitRule("DOD", "Dodge", "special.dodge", auto_saves=_dodge)
_LEADER = UnitRule("LD", "Leader", "special.leader", lambda x: UnitMoments(order_dice=x))
_HEAL = UnitRule("HL", "Heal", "special.heal", lambda x: UnitMoments(heal=x))
_TOUGH = UnitRule("TF", "Tough", "special.tough", lambda x: UnitMoments(tough=x))

_THIRD_UNITS = (
    _DOUBLE_MELEE,
    _DOUBLE_RANGED,
    UnitRule("BLS", "Blast Shield", "special.blast-shield", UnitMoments(blast_shield=True)),
    UnitRule("BRU", "Brutal", "special.brutal", attack_rerolls=_any_in_melee),
    _CAMOUFLAGE,
    UnitRule("CMD", "Command", "special.command", UnitMoments(commands=True)),
    UnitRule("CTR", "Counter", "special.counter", UnitMoments(counters=True)),
    _DODGE,
    UnitRule("INF", "Infiltrator", "special.infiltrator", UnitMoments(infiltrates=True)),
    _LEADER,
    UnitRule("LP", "Leap", "special.leap", lambda x: UnitMoments(leap=x)),
    UnitRule("NEQ", "No Equipment", "special.no-equipment"),
    UnitRule("NMB", "Nimble", "special.nimble", UnitMoments(nimble=True)),
    UnitRule("PAR", "Parry", "special.parry", UnitMoments(parries=True)),
    UnitRule("PRC", "Precise", "special.precise", attack_rerolls=_any_when_shooting),
    UnitRule("REP", "Repulsive", "special.repulsive", skill_against=_repulsive),
    UnitRule("RGR", "Ranger", "special.ranger", UnitMoments(ranger=True)),
    UnitRule("SWF", "Swift", "special.swift", UnitMoments(extra_squares=1)),
    UnitRule("TEN", "Tenacious", "special.tenacious", UnitMoments(rerolls_recover=True)),
    UnitRule("TGH", "Tough", "special.tough", save_rerolls=_any_in_melee),
    UnitRule("TMP", "Tempered", "special.tempered", save_rerolls=_any_when_shooting),
    UnitRule("UNQ", "Unique", "special.unique"),
)

_HEAVY = WeaponRule("HVY", "Heavy", "weapon.heavy", WeaponMoments(heavy=True))
_LIMITED = WeaponRule("LIM", "Limited Ammo", "weapon.limited-ammo", WeaponMoments(limited=True))
_LINEAR = WeaponRule("LNR", "Linear", "weapon.linear", WeaponMoments(linear=True))
_RANGE = WeaponRule("RG", "Range", "weapon.range", lambda x: WeaponMoments(range=x))
_EXPLODE = WeaponRule("XPL", "Explode", "weapon.explode", WeaponMoments(explodes=True))

_THIRD_WEAPONS = (
    WeaponRule("+SK", "Improve Skill", "weapon.improve-skill", WeaponMoments(improves_skill=True)),
    WeaponRule("2MC", "Double Melee", "weapon.double-melee", WeaponMoments(melee_twice=True)),
    WeaponRule("2RC", "Double Ranged", "weapon.double-ranged", WeaponMoments(shoot_twice=True)),
    WeaponRule("ARP", "Armor Piercing", "weapon.armor-piercing", WeaponMoments(auto_strikes=1)),
    WeaponRule("BRU", "Brutal", "weapon.brutal", attack_rerolls=_any_in_melee),
    WeaponRule("CHN", "Chain Reaction", "weapon.chain-reaction", WeaponMoments(chain=True)),
    _HEAVY,
    _LIMITED,
    _LINEAR,
    WeaponRule(
        "MCR",
        "Melee Combat Ranged",
        "weapon.melee-combat-ranged",
        WeaponMoments(close_quarters=True),
    ),
    WeaponRule("PRC", "Precise", "weapon.precise", attack_rerolls=_any_when_shooting),
    WeaponRule("PSH", "Push", "weapon.push", WeaponMoments(pushes=True)),
    _RANGE,
    WeaponRule("RLT", "Relentless", "weapon.relentless", attack_rerolls=_sixes),
    WeaponRule("RND", "Rending", "weapon.rending", WeaponMoments(rends=True)),
    WeaponRule("SK", "Skill", "weapon.skill", lambda x: WeaponMoments(fixed_skill=x)),
    WeaponRule("STN", "Stun", "weapon.stun", WeaponMoments(stuns=True)),
    WeaponRule("UNQ", "Unique", "weapon.unique"),
    _EXPLODE,
)

_EARLY_WEAPONS = (
    WeaponRule(
        "AP", "Armor Piercing", "weapon.armor-piercing", lambda x: WeaponMoments(piercing=x)
    ),
    WeaponRule("CR", "Critical", "weapon.critical", lambda x: WeaponMoments(critical=x)),
    _HEAVY,
    _LIMITED,
    _RANGE,
    WeaponRule("RR", "Re-roll", "weapon.re-roll", lambda x: WeaponMoments(free_rerolls=x)),
    WeaponRule("VA", "Vampire", "weapon.vampire", lambda x: WeaponMoments(vampire=x)),
    _EXPLODE,
)
_EARLY_UNITS = (_CAMOUFLAGE, _DODGE, _HEAL, _LEADER, _TOUGH)


def _by_code(*rules: Rule, **printed: Rule) -> Mapping[str, Rule]:
    """Rules by their code; `printed` are those that an edition prints otherwise."""
    return {rule.code: rule for rule in rules} | printed


UNIT_RULES: Mapping[str, Mapping[str, UnitRule]] = {
    "skirm1": _by_code(
        *_EARLY_UNITS,
        **{"2M": _DOUBLE_MELEE, "2R": _DOUBLE_RANGED, "2S": _DOUBLE_RANGED},
    ),
    "skirm2": _by_code(*_EARLY_UNITS, _DOUBLE_MELEE, _DOUBLE_RANGED),
    "skirm3": _by_code(*_THIRD_UNITS),
}
"""The unit rules of each edition by the code that its cards print."""

WEAPON_RULES: Mapping[str, Mapping[str, WeaponRule]] = {
    "skirm1": _by_code(
        *_EARLY_WEAPONS,
        WeaponRule("NCV", "No Cover", "weapon.no-cover", WeaponMoments(no_cover=True)),
        LIN=_LINEAR,
    ),
    "skirm2": _by_code(*_EARLY_WEAPONS, _LINEAR),
    "skirm3": _by_code(*_THIRD_WEAPONS),
}
"""The weapon rules of each edition by the code that its cards print."""


def printed_codes(rules: Mapping[str, UnitRule] | Mapping[str, WeaponRule]) -> tuple[str, ...]:
    """The codes that files may say, in order, with an x where a number is wanted."""
    return tuple(sorted(code + ("x" if rule.numbered else "") for code, rule in rules.items()))
