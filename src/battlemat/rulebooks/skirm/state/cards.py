"""Cards: what is printed about a unit and its weapons, and what its special rules add up to.

Cards never change in a battle. A rule given for a time makes another `Powers`, not another card.
Higher numbers are better throughout (`card.higher-better`); what looks a rule up finds its clause
by its code (`card.lookup`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from battlemat.kernel.errors import SetupError
from battlemat.rulebooks.skirm.state.specials import (
    UNIT_RULES,
    WEAPON_RULES,
    Faces,
    UnitRule,
    WeaponRule,
)

if TYPE_CHECKING:
    from battlemat.rulebooks.skirm.chapters.numbers import Attack

_CODE = re.compile(r"(\+?[0-9]?[A-Z]+)([0-9]+)?$")
FAR = 999
"""The range of a weapon that has no limit."""


@dataclass(frozen=True, slots=True)
class Powers:
    """What the special rules of a unit come to (see `UnitRule` for the moments)."""

    codes: tuple[str, ...]
    rules: tuple[UnitRule, ...]
    melee_twice: bool
    shoot_twice: bool
    extra_squares: int
    ranger: bool
    nimble: bool
    commands: bool
    infiltrates: bool
    parries: bool
    counters: bool
    blast_shield: bool
    rerolls_recover: bool
    order_dice: int
    leap: int
    heal: int
    tough: int
    attack_rerolls: tuple[Callable[[Attack], Faces], ...]
    save_rerolls: tuple[Callable[[Attack], Faces], ...]
    auto_saves: tuple[tuple[Callable[[Attack], int], UnitRule], ...]
    skill_against: tuple[tuple[Callable[[Attack], int], UnitRule], ...]


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon on a card (`card.weapon-stats`), and what its special rules come to."""

    id: str
    name: str
    index: int
    ranged: bool
    roa: int
    dam: int
    skl: int
    special: tuple[str, ...]
    rules: tuple[WeaponRule, ...]
    melee_twice: bool
    shoot_twice: bool
    heavy: bool
    limited: bool
    linear: bool
    chain: bool
    explodes: bool
    close_quarters: bool
    pushes: bool
    rends: bool
    stuns: bool
    no_cover: bool
    improves_skill: bool
    auto_strikes: int
    range: int
    fixed_skill: int
    piercing: int
    critical: int
    free_rerolls: int
    vampire: int
    attack_rerolls: tuple[Callable[[Attack], Faces], ...]


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill on a card. Without a cost it works all the time and never asks (`card.passive`)."""

    id: str
    name: str
    index: int
    text: str
    act: int
    to: int
    limit: str
    effects: tuple[Mapping[str, Any], ...]
    conditional: bool  # whether it may find nobody to work on

    @property
    def passive(self) -> bool:
        return not self.act and not self.to


@dataclass(frozen=True, slots=True)
class Card:
    """A unit's card (`card.unit-stats`). Stats an edition does not have are 0."""

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
    equipment: tuple[Mapping[str, Any], ...]
    ep: int
    gear_ep: int
    powers: Powers
    rerolls: Mapping[str, int]  # free re-rolls that gear gives: roll -> dice

    @property
    def shoots(self) -> bool:
        """Whether it carries a ranged weapon."""
        return any(weapon.ranged for weapon in self.weapons)

    def weapon(self, name: str) -> Weapon | None:
        return next((weapon for weapon in self.weapons if weapon.id == name), None)


def split_code(code: str) -> tuple[str, int]:
    """`RG4` is ("RG", 4) and `XPL` is ("XPL", 0)."""
    match = _CODE.match(code)
    return (match[1], int(match[2] or 0)) if match else (code, 0)


def _rules(book: Mapping[str, Any], codes: Iterable[str], where: str) -> list[tuple[Any, int]]:
    found = []
    for code in codes:
        name, number = split_code(code)
        rule = book.get(name)
        if rule is None or rule.numbered != bool(number):
            forms = [printed + ("1" if known.numbered else "") for printed, known in book.items()]
            near = get_close_matches(code, forms, n=1, cutoff=0.3)
            hint = f"; did you mean '{near[0]}'?" if near else f"; known are {', '.join(forms)}"
            raise SetupError(f"{where}: there is no special rule '{code}'{hint}")
        found.append((rule, number))
    return found


@lru_cache(maxsize=4096)
def powers(edition: str, codes: tuple[str, ...], where: str = "unit") -> Powers:
    """What a unit's special rules come to."""
    found: list[tuple[UnitRule, int]] = _rules(UNIT_RULES[edition], codes, where)
    rules = tuple(rule for rule, _ in found)

    def flag(moment: str) -> bool:
        return any(getattr(rule, moment) for rule in rules)

    def number(moment: str) -> int:
        return sum(n for rule, n in found if getattr(rule, moment))

    return Powers(
        codes=codes,
        rules=rules,
        melee_twice=flag("melee_twice"),
        shoot_twice=flag("shoot_twice"),
        extra_squares=max((rule.extra_squares for rule in rules), default=0),
        ranger=flag("ranger"),
        nimble=flag("nimble"),
        commands=flag("commands"),
        infiltrates=flag("infiltrates"),
        parries=flag("parries"),
        counters=flag("counters"),
        blast_shield=flag("blast_shield"),
        rerolls_recover=flag("rerolls_recover"),
        order_dice=number("order_dice"),
        leap=max((n for rule, n in found if rule.leap), default=0),
        heal=number("heal"),
        tough=max((n for rule, n in found if rule.tough), default=0),
        attack_rerolls=tuple(r.attack_rerolls for r in rules if r.attack_rerolls),
        save_rerolls=tuple(r.save_rerolls for r in rules if r.save_rerolls),
        auto_saves=tuple((r.auto_saves, r) for r in rules if r.auto_saves),
        skill_against=tuple((r.skill_against, r) for r in rules if r.skill_against),
    )


# ---------------------------------------------------------------------- reading cards


def _number(values: Mapping[str, Any], key: str, where: str, default: int | None = None) -> int:
    value = values.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 99:
        raise SetupError(f"{where}: {key} must be a number from 0 to 99, not {value!r}")
    return value


def read_weapon(edition: str, data: Mapping[str, Any], index: int, where: str) -> Weapon:
    """A weapon from the plain values of a setup."""
    where = f"{where}, weapon {data.get('id', index)}"
    if data.get("type") not in ("ranged", "melee"):
        raise SetupError(f"{where}: type must be 'ranged' or 'melee', not {data.get('type')!r}")
    codes = tuple(data.get("special", ()))
    found: list[tuple[WeaponRule, int]] = _rules(WEAPON_RULES[edition], codes, where)
    rules = tuple(rule for rule, _ in found)

    def flag(moment: str) -> bool:
        return any(getattr(rule, moment) for rule in rules)

    def number(moment: str, none: int = 0) -> int:
        return next((n for rule, n in found if getattr(rule, moment)), none)

    early = edition != "skirm3"
    return Weapon(
        id=str(data["id"]),
        name=str(data.get("name", data["id"])),
        index=index,
        ranged=data["type"] == "ranged",
        roa=_number(data, "roa", where),
        dam=_number(data, "dam", where),
        skl=_number(data, "skl", where) if early else 0,
        special=codes,
        rules=rules,
        melee_twice=flag("melee_twice"),
        shoot_twice=flag("shoot_twice"),
        heavy=flag("heavy"),
        limited=flag("limited"),
        linear=flag("linear"),
        chain=flag("chain"),
        explodes=flag("explodes"),
        close_quarters=flag("close_quarters"),
        pushes=flag("pushes"),
        rends=flag("rends"),
        stuns=flag("stuns"),
        no_cover=flag("no_cover"),
        improves_skill=flag("improves_skill"),
        auto_strikes=sum(rule.auto_strikes for rule in rules),
        range=number("range", FAR),
        fixed_skill=number("fixed_skill"),
        piercing=number("piercing"),
        critical=max(1, number("critical")) if early else 0,
        free_rerolls=number("free_rerolls"),
        vampire=number("vampire"),
        attack_rerolls=tuple(r.attack_rerolls for r in rules if r.attack_rerolls),
    )


def read_skill(data: Mapping[str, Any], index: int) -> Skill:
    cost = data.get("cost") or {}
    return Skill(
        id=str(data["id"]),
        name=str(data.get("name", data["id"])),
        index=index,
        text=str(data.get("text", "")),
        act=int(cost.get("act", 0)),
        to=int(cost.get("to", 0)),
        limit=str(data.get("limit", "")),
        effects=tuple(data.get("effects", ())),
        conditional=any(
            effect["do"] in ("attack", "revive") or "pick" in (effect.get("who") or ())
            for effect in data.get("effects", ())
        ),
    )


def read_card(edition: str, data: Mapping[str, Any]) -> Card:
    """A unit's card from the plain values of a setup, its passive gear worked in."""
    where = f"unit {data.get('id', '?')}"
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9]*", str(data.get("id", ""))):
        raise SetupError(f"{where}: an id is a letter and then letters or digits")
    skills = tuple(read_skill(skill, i) for i, skill in enumerate(data.get("skills", ())))
    passive = [e for skill in skills if skill.passive for e in skill.effects]
    passive += [e for item in data.get("equipment", ()) for e in item.get("effects", ())]
    stats = _stats(data.get("stats", {}), passive)
    special = tuple(data.get("special", ())) + tuple(
        e["special"] for e in passive if e["do"] == "give" and "weapons" not in e
    )
    weapons = tuple(
        read_weapon(edition, _geared(weapon, passive), i, where)
        for i, weapon in enumerate(data.get("weapons", ()))
    )
    if len({weapon.id for weapon in weapons}) < len(weapons):
        raise SetupError(f"{where}: two weapons share an id")
    early = edition != "skirm3"
    return Card(
        id=str(data["id"]),
        name=str(data.get("name", data["id"])),
        act=_number(stats, "act", where),
        mov=_number(stats, "mov", where) if early else 0,
        arm=_number(stats, "arm", where),
        hit=_number(stats, "hit", where) if early else 0,
        msk=0 if early else _number(stats, "msk", where),
        rsk=0 if early else _number(stats, "rsk", where),
        special=special,
        tags=tuple(data.get("tags", ())),
        weapons=weapons,
        skills=skills,
        equipment=tuple(data.get("equipment", ())),
        ep=int(data.get("ep", 0)),
        gear_ep=int(data.get("gear_ep", 0)),
        powers=powers(edition, special, where),
        rerolls={e["roll"]: _dice(e.get("dice", "all")) for e in passive if e["do"] == "reroll"},
    )


def _dice(value: int | str) -> int:
    return FAR if value == "all" else int(value)


def _stats(stats: Mapping[str, Any], passive: list[Mapping[str, Any]]) -> dict[str, Any]:
    changed = dict(stats)
    for effect in passive:
        if effect["do"] == "stat" and "weapons" not in effect:
            changed[effect["stat"]] = changed.get(effect["stat"], 0) + effect["by"]
    return changed


def _geared(weapon: Mapping[str, Any], passive: list[Mapping[str, Any]]) -> dict[str, Any]:
    """A weapon with what gear adds to weapons of its kind."""
    geared = dict(weapon)
    for effect in passive:
        if effect.get("weapons") not in ("all", weapon.get("type"), weapon.get("id")):
            continue
        if effect["do"] == "give" and effect["special"] not in geared.get("special", ()):
            geared["special"] = [*geared.get("special", ()), effect["special"]]
        elif effect["do"] == "stat":
            geared[effect["stat"]] = geared.get(effect["stat"], 0) + effect["by"]
    return geared
