"""Attacks as options: which are open to a unit, and how an option is carried out.

("shoot", unit, weapon, target)              a shot
("shoot", unit, weapon, target, *others)     with further targets of Chain Reaction
("line", unit, weapon, target, line)         a Linear shot along line number `line`
("blast", unit, weapon, square)              an Explode weapon at a square without a target
("melee", unit, weapon, target)              a Melee Attack

A Ranged Attack takes a ranged weapon, a Melee Attack one that serves in melee (`combat.weapon`,
`action.shoot`, `action.melee`, `card.weapon-kinds`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from battlemat.kernel.questions import Flow, Option
from battlemat.rulebooks.skirm.chapters.combat import Use, melee_weapons, ranged_weapons, use_weapon
from battlemat.rulebooks.skirm.chapters.sight import aimable, cannot_shoot, in_the_way
from battlemat.rulebooks.skirm.state.battle import DOWNED, STANDING, Battle, Unit
from battlemat.rulebooks.skirm.state.cards import Weapon

ATTACKS = frozenset(("shoot", "line", "blast", "melee"))
SHOTS = frozenset(("shoot", "line", "blast"))

_BITS = [tuple(i for i in range(8) if byte >> i & 1) for byte in range(256)]


def squares_in(mask: int) -> list[int]:
    """The squares of a mask, in order."""
    found: list[int] = []
    base = 0
    for byte in mask.to_bytes((mask.bit_length() + 7) // 8, "little"):
        if byte:
            for bit in _BITS[byte]:
                found.append(base + bit)
        base += 8
    return found


def foes(battle: Battle, unit: Unit) -> list[Unit]:
    """Enemies on the map that may be chosen as targets."""
    side, downed = unit.side, battle.edition.downed_targets
    return [
        other
        for other in battle.units
        if other.side != side and (other.state == STANDING or (downed and other.state == DOWNED))
    ]


def shots(battle: Battle, unit: Unit, weapon: Weapon) -> Iterator[Option]:
    """Every shot with a weapon; the caller has checked `cannot_shoot`.

    The same test as `shot_bar` and `blast_bar`, with what is common to all targets done once.
    """
    me, with_, start = unit.index, weapon.index, unit.square
    sees, way = battle.terrain.sees, in_the_way(battle, weapon)
    aim = aimable(battle, unit, weapon)
    for target in foes(battle, unit):
        square = target.square
        if not aim >> square & 1:
            continue
        if not sees(start, square, standing=way, downed=target.state == DOWNED):
            continue
        if weapon.linear:
            for line in lines(battle, unit, target):
                yield ("line", me, with_, target.index, line)
            continue
        yield ("shoot", me, with_, target.index)
        if weapon.chain:
            for others in _chains(battle, unit, target):
                yield ("shoot", me, with_, target.index, *others)
    if weapon.explodes:
        taken = battle.occupied if battle.edition.downed_targets else sum(battle.standing)
        for square in squares_in(aim & ~taken):
            if sees(start, square, standing=way):
                yield ("blast", me, with_, square)


def _chains(battle: Battle, unit: Unit, target: Unit) -> Iterator[tuple[int, ...]]:
    """Up to two more enemies Adjacent to the target (`weapon.chain-reaction`)."""
    beside = battle.terrain.adjacent[target.square]
    others = [f.index for f in foes(battle, unit) if f is not target and beside >> f.square & 1]
    for count in (1, 2):
        yield from combinations(others, count)


def line_crossings(battle: Battle, unit: Unit, target: Unit) -> list[tuple[int, str]]:
    """The squares that each line the attacker may pick crosses, and its corners in words."""
    terrain, downed = battle.terrain, target.state == DOWNED
    if battle.edition.linear_pairs:
        return [
            (
                pair.crossed,
                f"{_point(pair.frm)}-{_point(pair.to[0])}-{_point(pair.to[1])}",
            )
            for pair in terrain.sight_pairs(unit.square, target.square)
        ]
    return [
        (line.crossed, f"{_point(line.frm)}-{_point(line.to)}")
        for line in terrain.lines(unit.square, target.square, downed=downed)
    ]


def _point(point: tuple[int, int]) -> str:
    return f"{point[0]},{point[1]}"


def lines(battle: Battle, unit: Unit, target: Unit) -> list[int]:
    """Numbers of the lines that differ in whom they hit; lines that hit the same are one option."""
    seen: dict[int, int] = {}
    mine = (1 << unit.square) | (1 << target.square)
    held = battle.occupied if battle.edition.downed_targets else sum(battle.standing)
    for number, (crossed, _) in enumerate(line_crossings(battle, unit, target)):
        seen.setdefault(crossed & held & ~mine, number)
    return sorted(seen.values())


def melees(battle: Battle, unit: Unit, weapon: Weapon) -> Iterator[Option]:
    """Every Melee Attack with a weapon (the same test as `melee_bar`)."""
    me, with_ = unit.index, weapon.index
    beside = battle.terrain.adjacent[unit.square]
    if not beside & battle.occupied:
        return
    for target in foes(battle, unit):
        if beside >> target.square & 1:
            yield ("melee", me, with_, target.index)
            if weapon.chain:
                for others in _chains(battle, unit, target):
                    yield ("melee", me, with_, target.index, *others)


def all_shots(battle: Battle, unit: Unit) -> list[Option]:
    if cannot_shoot(battle, unit) is not None:
        return []
    return [o for weapon in ranged_weapons(unit) for o in shots(battle, unit, weapon)]


def all_melees(battle: Battle, unit: Unit) -> list[Option]:
    return [o for weapon in melee_weapons(unit) for o in melees(battle, unit, weapon)]


def carry_out(
    battle: Battle, option: Option, *, extra_dice: int = 0, extra_skill: int = 0
) -> Flow[None]:
    """Resolve an attack option from its dice to its damage."""
    verb, me, with_, aim, *more = option
    unit = battle.units[me]
    target = None if verb == "blast" else battle.units[aim]
    square = aim if target is None else target.square
    others = 0
    if verb == "line" and target is not None:
        others = line_crossings(battle, unit, target)[more[0]][0]
    else:
        for index in more:
            others |= 1 << battle.units[index].square
    use = Use(
        unit,
        target,
        square,
        ranged=verb != "melee",
        others=others,
        extra_dice=extra_dice,
        extra_skill=extra_skill,
    )
    yield from use_weapon(battle, use, unit.card.weapons[with_])
