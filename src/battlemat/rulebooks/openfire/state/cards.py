"""What is printed: models, weapons, abilities, units. None of it changes in a battle.

`Powers` is what a model's special rules come to, `Profile` what a weapon's do: the named moments of
all its rules added up once, so that flows read plain fields.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from battlemat.boards.plane import Base
from battlemat.kernel.memo import Memo
from battlemat.rulebooks.openfire.state.setup import (
    ConditionSetup,
    EffectSetup,
    ProfileSetup,
)
from battlemat.rulebooks.openfire.state.specials import (
    Change,
    Named,
    UnitRule,
    WeaponRule,
    name_all,
)

INCH = 100


@dataclass(frozen=True, slots=True)
class Powers:
    """What the special rules of one model come to."""

    rules: tuple[Named, ...] = ()
    ambush: bool = False
    bulky: bool = False
    advance: int = 0  # inches
    fear: int = 0
    rerolls_command: bool = False
    flies: bool = False
    armour: int = 0
    inspires: bool = False
    manoeuvres: int = 0
    rerolls_defence: bool = False
    ignores_slow: bool = False
    rerolls_attack: bool = False
    spreads: bool = False
    never_advances: bool = False
    stealth: int = 0
    support: bool = False
    vulnerable: tuple[str, ...] = ()
    vehicle: bool = False
    carries: int = 0
    aircraft: bool = False
    changes: tuple[Change, ...] = ()

    @property
    def codes(self) -> tuple[str, ...]:
        """The rules as they are printed."""
        return tuple(named.code for named in self.rules)

    def has(self, name: str) -> bool:
        """True if a rule of that name is among them."""
        return any(named.rule.name == name for named in self.rules)


_FLAGS = (
    "ambush",
    "bulky",
    "rerolls_command",
    "flies",
    "inspires",
    "rerolls_defence",
    "ignores_slow",
    "rerolls_attack",
    "spreads",
    "never_advances",
    "support",
    "vehicle",
    "aircraft",
)
_NUMBERS = ("fear", "armour", "manoeuvres", "stealth", "carries")


_POWERS = Memo("the rules of the module, which do not change, and the codes", bound=512)


class Rules:
    """The special rules that a setup knows: the core's and its module's."""

    __slots__ = ("_powers", "units", "weapons")

    def __init__(self, units: Mapping[str, UnitRule], weapons: Mapping[str, WeaponRule]) -> None:
        self.units = units
        self.weapons = weapons
        self._powers = _POWERS(self._make_powers)

    def powers(self, codes: tuple[str, ...]) -> Powers:
        """What these rules of a model come to."""
        return self._powers(codes)

    def _make_powers(self, codes: tuple[str, ...]) -> Powers:
        rules = name_all(codes, self.units)
        found: dict[str, Any] = {"rules": rules}
        arcs: tuple[str, ...] = ()
        for named in rules:
            rule = named.rule
            assert isinstance(rule, UnitRule)
            for flag in _FLAGS:
                if getattr(rule, flag):
                    found[flag] = True
            for number in _NUMBERS:
                if getattr(rule, number):
                    found[number] = named.number
            if rule.advance:
                found["advance"] = rule.advance
            arcs += tuple(arc for arc in named.arcs if arc not in arcs)
        return Powers(**found, vulnerable=arcs, changes=changes_of(rules))


def changes_of(rules: Sequence[Named]) -> tuple[Change, ...]:
    """The modifiers that a module's rules bring, with their values filled in."""
    return tuple(
        Change(
            change.test,
            change.sign * named.number if change.by is None else change.by,
            change.when,
        )
        for named in rules
        for change in named.rule.changes
    )


@dataclass(frozen=True, slots=True)
class Profile:
    """One profile of a weapon. Ranges are in hundredths; `least` is 0 without a minimum."""

    id: str
    name: str
    least: int
    most: int
    att: int
    dmg: int
    prc: int
    rules: tuple[Named, ...] = ()
    unmoved: int = 0
    skill: int = 0
    assault: bool = False
    blast: bool = False
    grenade: bool = False
    heavy: bool = False
    critical_hits: int = 1
    one_use: bool = False
    rapid: bool = False
    rends: int = 0
    torrent: bool = False
    unstable: bool = False
    changes: tuple[Change, ...] = ()

    @property
    def reads_dice(self) -> bool:
        """True if some rule of the weapon looks at its dice (`openfire.weapon.torrent-dice`)."""
        return self.critical_hits > 1 or self.rends > 0 or self.unstable


_WEAPON_FLAGS = (
    "assault",
    "blast",
    "grenade",
    "heavy",
    "one_use",
    "rapid",
    "torrent",
    "unstable",
)


def make_profile(id: str, values: ProfileSetup, rules: Rules) -> Profile:
    """A weapon profile from its values, its special rules added up."""
    least, most = (0, values.rng) if isinstance(values.rng, int) else values.rng
    named = name_all(values.special, rules.weapons)
    found: dict[str, Any] = {}
    for one in named:
        rule = one.rule
        assert isinstance(rule, WeaponRule)
        for flag in _WEAPON_FLAGS:
            if getattr(rule, flag):
                found[flag] = True
        found["unmoved"] = found.get("unmoved", 0) + rule.unmoved
        found["skill"] = found.get("skill", 0) + rule.skill
        found["critical_hits"] = max(found.get("critical_hits", 1), rule.critical_hits)
        if rule.rends:
            found["rends"] = one.number
    return Profile(
        id,
        values.name or id,
        least * INCH,
        most * INCH,
        values.att,
        values.dmg,
        values.prc,
        named,
        changes=changes_of(named),
        **found,
    )


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon and its profiles; each attack uses one (`openfire.module.weapon-profiles`)."""

    id: str
    name: str
    profiles: tuple[Profile, ...]
    values: tuple[ProfileSetup, ...]

    @property
    def one_use(self) -> bool:
        """True if any of its profiles is used up by use."""
        return any(profile.one_use for profile in self.profiles)


@dataclass(frozen=True, slots=True)
class ModelCard:
    """One model of a roster. `most` and `least` are its MOV in hundredths."""

    name: str
    least: int
    most: int
    skl: int
    defence: int
    cmd: int
    hp: int
    special: tuple[str, ...]
    powers: Powers
    weapons: tuple[Weapon, ...]
    equipment: tuple[str, ...]
    base: Base


@dataclass(frozen=True, slots=True)
class Ability:
    """An extra action of a unit, as its profile gives it (`openfire.activation.ability-hook`)."""

    index: int
    id: str
    name: str
    text: str
    limit: str
    tested: bool
    when: tuple[ConditionSetup, ...]
    effects: tuple[EffectSetup, ...]


@dataclass(frozen=True, slots=True)
class UnitCard:
    """A unit of an army: its models in roster order and its abilities."""

    id: str
    name: str
    profile: str
    points: int
    leader: int
    models: tuple[ModelCard, ...]
    abilities: tuple[Ability, ...]
    tags: tuple[str, ...] = ()
