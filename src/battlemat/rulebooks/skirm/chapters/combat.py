"""Chapter "Combat": who is hit by one use of a weapon, in which order, and what follows.

All targets are fixed when the weapon is used; each is resolved in full before the next.
"""

from __future__ import annotations

from battlemat.kernel.questions import PASS, Flow, Option, choose
from battlemat.rulebooks.skirm.chapters.damage import player
from battlemat.rulebooks.skirm.chapters.numbers import Attack
from battlemat.rulebooks.skirm.chapters.windows import plain_roll
from battlemat.rulebooks.skirm.state.battle import DOWNED, OUT, PLAYERS, STANDING, Battle, Unit
from battlemat.rulebooks.skirm.state.cards import Weapon

NOWHERE: tuple[int, ...] = ()


class Use:
    """One use of a weapon: at a unit or at a square, with what the attacker picked."""

    __slots__ = ("attacker", "extra_dice", "extra_skill", "others", "ranged", "square", "target")

    def __init__(
        self,
        attacker: Unit,
        target: Unit | None,
        square: int,
        *,
        ranged: bool,
        others: int = 0,
        extra_dice: int = 0,
        extra_skill: int = 0,
    ) -> None:
        self.attacker = attacker
        self.target = target
        self.square = square
        self.ranged = ranged
        self.others = others  # squares whose units are hit too (Chain Reaction, Linear)
        self.extra_dice = extra_dice
        self.extra_skill = extra_skill


def victims(battle: Battle, use: Use, weapon: Weapon) -> list[Unit]:
    """Everyone whom one use attacks: the chosen target first, then row by row.

    All but the chosen target are secondary (`combat.secondary`); the attacker is never among them
    (`combat.self`).
    """
    squares = use.others
    if weapon.explodes:
        squares |= battle.terrain.adjacent[use.square]
    others = [
        unit
        for unit in battle.in_squares(squares)
        if unit is not use.attacker and unit is not use.target and _can_be_hit(battle, unit)
    ]
    return [use.target, *others] if use.target is not None else others


def _can_be_hit(battle: Battle, unit: Unit) -> bool:
    return unit.state == STANDING or (unit.state == DOWNED and battle.edition.downed_targets)


def use_weapon(battle: Battle, use: Use, weapon: Weapon, *, counter: bool = False) -> Flow[None]:
    """Attack every victim in order; then those who were attacked in melee may Counter."""
    attacker = use.attacker
    if weapon.limited:
        attacker.used |= 1 << weapon.index
        battle.tell("ammo", "weapon.limited-ammo", unit=attacker.id, weapon=weapon.name)
    hit = victims(battle, use, weapon)
    if len(hit) > 1 or use.target is None:
        names = ", ".join(unit.id for unit in hit) or "nobody"
        battle.tell("targets", "combat.several", unit=attacker.id, targets=names)
    for victim in hit:
        if attacker.state == OUT or victim.state == OUT:
            continue  # losses midway: there is nobody left to roll, or to roll against
        primary = victim is use.target
        shielded = not primary and victim.powers.blast_shield
        if shielded and (yield from _shielded(battle, victim)):
            continue
        attack = Attack(
            battle,
            attacker,
            weapon,
            victim,
            ranged=use.ranged,
            primary=primary,
            extra_dice=use.extra_dice,
            extra_skill=use.extra_skill,
        )
        yield from battle.edition.resolve(attack)
    if not use.ranged and not counter:
        yield from _counters(battle, attacker, hit)


def _shielded(battle: Battle, unit: Unit) -> Flow[bool]:
    """`special.blast-shield`: on 1 to 3 the attacker misses a secondary target."""
    because = "special.blast-shield"
    faces = yield from plain_roll(battle, unit.side, 1, 3, "blast shield", because=because)
    saved = faces[0] <= 3
    outcome = "is shielded" if saved else "is not shielded"
    battle.tell("shield", because, unit=unit.id, face=faces[0], outcome=outcome)
    return saved


def _counters(battle: Battle, attacker: Unit, attacked: list[Unit]) -> Flow[None]:
    for unit in attacked:
        if not unit.powers.counters or unit.state != STANDING or unit.side == attacker.side:
            continue
        if attacker.state == OUT or not _adjacent(battle, unit, attacker):
            continue
        options: list[Option] = [
            ("melee", unit.index, weapon.index, attacker.index) for weapon in melee_weapons(unit)
        ]
        if not options:
            continue
        option = yield from choose(
            player(unit), "counter", [*options, PASS], because="special.counter", optional=True
        )
        if option != PASS:
            battle.tell("counter", "special.counter", unit=unit.id, target=attacker.id)
            use = Use(unit, attacker, attacker.square, ranged=False)
            yield from use_weapon(battle, use, unit.card.weapons[option[2]], counter=True)


def _adjacent(battle: Battle, one: Unit, other: Unit) -> bool:
    return bool(battle.terrain.adjacent[one.square] >> other.square & 1)


def usable(unit: Unit, weapon: Weapon) -> bool:
    """Whether a Limited Ammo weapon is not spent."""
    return not unit.used >> weapon.index & 1


def melee_weapons(unit: Unit) -> list[Weapon]:
    """Melee weapons, and ranged ones that serve in melee combat (`weapon.melee-combat-ranged`)."""
    return [
        weapon
        for weapon in unit.card.weapons
        if (not weapon.ranged or weapon.close_quarters) and usable(unit, weapon)
    ]


def ranged_weapons(unit: Unit) -> list[Weapon]:
    return [weapon for weapon in unit.card.weapons if weapon.ranged and usable(unit, weapon)]


def answer_weapon(battle: Battle, attack: Attack) -> Flow[Attack | None]:
    """Second edition: the target of a melee chooses a weapon of its own (`melee.weapons`)."""
    target = attack.target
    weapons = melee_weapons(target)
    if not weapons:
        return None
    weapon = weapons[0]
    if len(weapons) > 1:
        options: list[Option] = [("weapon", target.index, w.index) for w in weapons]
        option = yield from choose(
            PLAYERS[target.side], "weapon", options, because="melee.weapons", about=target.index
        )
        weapon = target.card.weapons[option[2]]
    if weapon.limited:
        target.used |= 1 << weapon.index
        battle.tell("ammo", "weapon.limited-ammo", unit=target.id, weapon=weapon.name)
    return Attack(battle, target, weapon, attack.attacker, ranged=False, backfires=True)
