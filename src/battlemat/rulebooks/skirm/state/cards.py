"""Cards: what is printed about a unit and its weapons, and what its special rules add up to.

Cards never change in a battle. A rule given for a time makes another `Powers`, not another card.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from battlemat.kernel.errors import SetupError
from battlemat.kernel.memo import Memo
from battlemat.kernel.near import did_you_mean
from battlemat.rulebooks.skirm.state.setup import (
    PASSIVE,
    EffectSetup,
    EquipmentSetup,
    SkillSetup,
    UnitSetup,
    WeaponSetup,
    Who,
)
from battlemat.rulebooks.skirm.state.specials import (
    FAR,
    UNIT_RULES,
    WEAPON_RULES,
    Rule,
    UnitMoments,
    UnitRule,
    WeaponMoments,
    WeaponRule,
    added_up,
)

_CODE = re.compile(r"(\+?[0-9]?[A-Z]+)([0-9]+)?$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Powers(UnitMoments):
    """What the special rules of a unit come to; what depends on an attack is asked of each."""

    codes: tuple[str, ...]
    rules: tuple[UnitRule, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon(WeaponMoments):
    """A weapon on a card, and what its special rules come to."""

    id: str
    name: str
    index: int
    ranged: bool
    roa: int
    dam: int
    skl: int
    special: tuple[str, ...]
    rules: tuple[WeaponRule, ...]


def serves_in_melee(weapon: Weapon) -> bool:
    """Melee weapons do, and ranged ones that serve in melee combat."""
    return not weapon.ranged or weapon.close_quarters


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill on a card. Without a cost it works all the time and never asks."""

    id: str
    name: str
    index: int
    text: str
    act: int
    to: int
    limit: str
    effects: tuple[EffectSetup, ...]
    passive: bool  # whether it works all the time
    conditional: bool  # whether it may find nobody to work on
    revives: bool  # whether it is an advanced Revive


@dataclass(frozen=True, slots=True)
class Card:
    """A unit's card. Stats an edition does not have are 0."""

    id: str
    name: str
    act: int
    mov: int
    arm: int
    hit: int
    msk: int
    rsk: int
    special: tuple[str, ...]
    tags: tuple[str, ...]
    weapons: tuple[Weapon, ...]
    skills: tuple[Skill, ...]
    equipment: tuple[EquipmentSetup, ...]
    ep: int
    gear_ep: int
    powers: Powers
    rerolls: Mapping[str, int]  # free re-rolls that gear gives: roll -> dice
    ranged_weapons: tuple[Weapon, ...]
    melee_weapons: tuple[Weapon, ...]  # ranged ones that serve in melee combat included
    explodes: bool  # whether one of them explodes
    used_skills: tuple[Skill, ...]  # those that are used, and do not work all the time

    def weapon(self, name: str) -> Weapon | None:
        return next((weapon for weapon in self.weapons if weapon.id == name), None)

    def stat(self, name: str) -> int:
        """A stat by its name; 0 for what is no stat of a card."""
        stats = {"act": self.act, "mov": self.mov, "arm": self.arm, "hit": self.hit}
        return (stats | {"msk": self.msk, "rsk": self.rsk}).get(name, 0)


def split_code(code: str) -> tuple[str, int]:
    """`RG4` is ("RG", 4) and `XPL` is ("XPL", 0)."""
    match = _CODE.match(code)
    return (match[1], int(match[2] or 0)) if match else (code, 0)


def _held(book: Mapping[str, Rule], codes: Iterable[str], where: str) -> dict[str, Rule]:
    """The rule of each code, one code for each rule: of two that name the same, the higher."""
    best: dict[str, tuple[int, str, Rule]] = {}
    for code in codes:
        name, number = split_code(code)
        rule = book.get(name)
        if rule is None or rule.numbered != bool(number):
            forms = [printed + ("1" if known.numbered else "") for printed, known in book.items()]
            hint = did_you_mean(code, forms, cutoff=0.3)
            raise SetupError(f"{where}: there is no special rule '{code}'{hint}")
        if rule.code not in best or best[rule.code][0] < number:
            best[rule.code] = (number, code, rule)
    return {code: rule for _, code, rule in best.values()}


@Memo("the edition and the codes of the rules", bound=4096)
def powers(edition: str, codes: tuple[str, ...], where: str = "unit") -> Powers:
    """What a unit's special rules come to."""
    held = _held(UNIT_RULES[edition], codes, where)
    moments = added_up(UnitMoments, [(rule, split_code(code)[1]) for code, rule in held.items()])
    return Powers(codes=tuple(held), rules=tuple(held.values()), **moments)


# ---------------------------------------------------------------------- reading cards


def read_weapon(edition: str, setup: WeaponSetup, index: int, where: str) -> Weapon:
    """A weapon from a setup."""
    held = _held(WEAPON_RULES[edition], setup.special, f"{where}, weapon {setup.id}")
    moments = added_up(WeaponMoments, [(rule, split_code(code)[1]) for code, rule in held.items()])
    early = edition != "skirm3"
    if early:
        moments["critical"] = max(1, moments.get("critical", 0))  # a 1 is always Critical there
    return Weapon(
        id=setup.id,
        name=setup.name or setup.id,
        index=index,
        ranged=setup.type == "ranged",
        roa=setup.roa,
        dam=setup.dam,
        skl=_printed(setup.skl, "skl", f"{where}, weapon {setup.id}") if early else 0,
        special=tuple(held),
        rules=tuple(held.values()),
        **moments,
    )


def read_skill(setup: SkillSetup, index: int) -> Skill:
    """A skill from a setup."""
    return Skill(
        id=setup.id,
        name=setup.name or setup.id,
        index=index,
        text=setup.text,
        act=setup.cost.act if setup.cost else 0,
        to=setup.cost.to if setup.cost else 0,
        limit=setup.limit,
        effects=setup.effects,
        passive=not (setup.cost and (setup.cost.act or setup.cost.to)),
        conditional=any(
            effect.do in ("attack", "revive") or isinstance(effect.who, Who)
            for effect in setup.effects
        ),
        revives=any(effect.do == "revive" for effect in setup.effects),
    )


def read_card(edition: str, setup: UnitSetup) -> Card:
    """A unit's card from a setup, its passive gear worked in."""
    where = f"unit {setup.id}"
    skills = tuple(read_skill(skill, i) for i, skill in enumerate(setup.skills))
    passive = [e for skill in skills if skill.passive for e in skill.effects]
    passive += [effect for item in setup.equipment for effect in item.effects]
    _check_passive(setup, passive)
    stats = setup.stats
    for effect in passive:
        if effect.do == "stat" and effect.weapons is None:
            raised = (getattr(stats, effect.stat) or 0) + effect.by
            stats = stats._replace(**{effect.stat: raised})
    special = (
        *setup.special,
        *(e.special for e in passive if e.do == "give" and e.weapons is None),
    )
    weapons = tuple(
        read_weapon(edition, _geared(weapon, passive), i, where)
        for i, weapon in enumerate(setup.weapons)
    )
    if len({weapon.id for weapon in weapons}) < len(weapons):
        raise SetupError(f"{where}: two weapons share an id")
    early = edition != "skirm3"
    return Card(
        id=setup.id,
        name=setup.name or setup.id,
        act=stats.act,
        mov=_printed(stats.mov, "mov", where) if early else 0,
        arm=stats.arm,
        hit=_printed(stats.hit, "hit", where) if early else 0,
        msk=0 if early else _printed(stats.msk, "msk", where),
        rsk=0 if early else _printed(stats.rsk, "rsk", where),
        special=special,
        tags=setup.tags,
        weapons=weapons,
        skills=skills,
        equipment=setup.equipment,
        ep=setup.ep,
        gear_ep=setup.gear_ep,
        powers=powers(edition, special, where),
        rerolls=_rerolls(passive),
        ranged_weapons=tuple(weapon for weapon in weapons if weapon.ranged),
        melee_weapons=tuple(weapon for weapon in weapons if serves_in_melee(weapon)),
        explodes=any(weapon.ranged and weapon.explodes for weapon in weapons),
        used_skills=tuple(skill for skill in skills if not skill.passive),
    )


def _printed(value: int | None, stat: str, where: str) -> int:
    """A stat that the edition reads."""
    if value is None:
        raise SetupError(f"{where}: '{stat}' is missing")
    return value


_STATS = ("act", "mov", "arm", "hit", "msk", "rsk")
_WEAPON_STATS = ("roa", "dam", "skl")


def _check_passive(setup: UnitSetup, passive: Sequence[EffectSetup]) -> None:
    """What works all the time is one of a few things, on stats that there are."""
    for effect in passive:
        if effect.do not in PASSIVE:
            hint = did_you_mean(effect.do, PASSIVE)
            raise SetupError(f"unit {setup.id}: gear cannot do '{effect.do}'{hint}")
        known = _STATS if effect.weapons is None else _WEAPON_STATS
        if effect.do == "stat" and effect.stat not in known:
            hint = did_you_mean(effect.stat, known)
            raise SetupError(f"unit {setup.id}: there is no stat '{effect.stat}'{hint}")


def _rerolls(passive: Sequence[EffectSetup]) -> dict[str, int]:
    """How many dice gear re-rolls for free, by the roll; two pieces for one roll add up."""
    found: dict[str, int] = {}
    for effect in passive:
        if effect.do == "reroll" and effect.roll is not None:
            dice = FAR if effect.dice == "all" else effect.dice
            found[effect.roll] = min(FAR, found.get(effect.roll, 0) + dice)
    return found


def _geared(weapon: WeaponSetup, passive: Sequence[EffectSetup]) -> WeaponSetup:
    """A weapon with what gear adds to weapons of its kind."""
    for effect in passive:
        if effect.weapons not in ("all", weapon.type, weapon.id):
            continue
        if effect.do == "give":
            weapon = weapon._replace(special=(*weapon.special, effect.special))
        elif effect.do == "stat":
            raised: dict[str, Any] = {effect.stat: (getattr(weapon, effect.stat) or 0) + effect.by}
            weapon = weapon._replace(**raised)
    return weapon
