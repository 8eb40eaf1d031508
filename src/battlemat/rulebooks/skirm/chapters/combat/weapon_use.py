"""Chapter "Combat": one use of a weapon from its dice to its damage, and what follows.

All targets are fixed when the weapon is used; each is resolved in full before the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.questions import Choice, Flow, Pass
from battlemat.kernel.scene import Handle, Shape
from battlemat.kernel.verbs import Ask, Verb, Verbs
from battlemat.kernel.words import say
from battlemat.rulebooks.skirm.chapters.combat import early, numbers, third
from battlemat.rulebooks.skirm.chapters.combat.numbers import Attack
from battlemat.rulebooks.skirm.chapters.combat.push import push
from battlemat.rulebooks.skirm.chapters.combat.targets import (
    Use,
    chain_bar,
    chains,
    melee_weapons,
    spend_ammo,
    squares_of,
    usable,
    victims,
)
from battlemat.rulebooks.skirm.chapters.combat.windows import plain_roll
from battlemat.rulebooks.skirm.chapters.parts import UNIT, UNITS, WEAPON
from battlemat.rulebooks.skirm.chapters.reasons import refuse, refused
from battlemat.rulebooks.skirm.screen import previews
from battlemat.rulebooks.skirm.screen.aiming import attacked
from battlemat.rulebooks.skirm.screen.handles import declining, offer
from battlemat.rulebooks.skirm.screen.naming import called, one_of
from battlemat.rulebooks.skirm.state import events
from battlemat.rulebooks.skirm.state.battle import OUT, PLAYERS, STANDING, Battle, Unit
from battlemat.rulebooks.skirm.state.cards import Weapon, serves_in_melee


def use_weapon(battle: Battle, use: Use, weapon: Weapon, *, counter: bool = False) -> Flow[None]:
    """Attack every victim in order; then those who were attacked in melee may Counter."""
    attacker = use.attacker
    spend_ammo(battle, attacker, weapon)
    hit = victims(battle, use, weapon)
    if len(hit) > 1 or use.target is None:
        names = ", ".join(unit.id for unit in hit) or "nobody"
        battle.tell(events.Targets, "combat.several", unit=attacker.id, targets=names)
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
        yield from resolve(attack)
    if not use.ranged and not counter:
        yield from _counters(battle, attacker, hit)


def resolve(attack: Attack) -> Flow[None]:
    """One attack on one target, as the edition has it.

    In the second edition melee is opposed; in the first only the attacker rolls, in melee too.
    """
    edition = attack.edition
    if not edition.has_hit:
        harmed = yield from third.strike(attack)
        if harmed and attack.weapon.pushes and attack.target.state != OUT:
            yield from push(attack)
    elif edition.opposed_melee and not attack.ranged:
        back = yield from answer_weapon(attack.battle, attack)
        yield from early.opposed(attack, back)
    else:
        yield from early.strike(attack)


def hurt(battle: Battle, unit: Unit, points: int, dam: int, because: str) -> Flow[None]:
    """Damage that is no attack, saved as the edition says; lost HIT tell their own clauses."""
    if battle.edition.has_hit:
        yield from early.hurt(battle, unit, points, dam)
    else:
        yield from third.hurt(battle, unit, points, (because,))


def _shielded(battle: Battle, unit: Unit) -> Flow[bool]:
    """`special.blast-shield`: on 1 to 3 the attacker misses a secondary target."""
    because = "special.blast-shield"
    faces = yield from plain_roll(battle, unit.side, 1, 3, "blast shield", because=because)
    saved = faces[0] <= 3
    battle.tell(
        events.Shield,
        because,
        unit=unit.id,
        face=faces[0],
        outcome="shielded" if saved else "hit",
    )
    return saved


# ---------------------------------------------------------------------- Counter


class Countering(NamedTuple):
    """A unit that was attacked in melee may strike at its attacker."""

    unit: int
    attacker: int


class Counter(NamedTuple):
    """A Counter, written as the melee that it is: `melee B2 R1 sword`."""

    unit: int
    target: int
    weapon: int
    others: tuple[int, ...] = ()
    verb: str = "counter"


def _counters(battle: Battle, attacker: Unit, attacked: Sequence[Unit]) -> Flow[None]:
    for unit in attacked:
        if not unit.powers.counters or unit.state != STANDING or unit.side == attacker.side:
            continue
        if attacker.state == OUT or not _adjacent(battle, unit, attacker):
            continue
        if not melee_weapons(unit):
            continue
        asked = Countering(unit.index, attacker.index)
        option = yield from COUNTERING(PLAYERS[unit.side], battle, asked)
        if not isinstance(option, Pass):
            battle.tell(events.Counter, "special.counter", unit=unit.id, target=attacker.id)
            others = squares_of(battle, option.others)
            use = Use(unit, attacker, attacker.square, ranged=False, others=others)
            yield from use_weapon(battle, use, unit.card.weapons[option.weapon], counter=True)


def _adjacent(battle: Battle, one: Unit, other: Unit) -> bool:
    return bool(battle.terrain.adjacent[one.square] >> other.square & 1)


def _offered_counters(battle: Battle, asked: Countering) -> Iterator[Counter]:
    unit, target = battle.units[asked.unit], battle.units[asked.attacker]
    for weapon in unit.card.melee_weapons:
        for others in chains(battle, unit, weapon, target):
            yield Counter(asked.unit, asked.attacker, weapon.index, others)


def _counter_bar(battle: Battle, asked: Countering, option: Counter) -> Refusal | None:
    if (option.unit, option.target) != asked:
        return refuse("special.counter")
    unit, target = battle.units[option.unit], battle.units[option.target]
    weapon = unit.card.weapons[option.weapon]
    if not serves_in_melee(weapon):
        return refuse("combat.weapon")
    if not usable(unit, weapon):
        return refuse("weapon.limited-ammo")
    return refused(chain_bar(battle, unit, weapon, target, option.others))


def _counter_numbers(battle: Battle, _asked: Countering, option: Counter) -> Mapping[str, int]:
    unit, target = battle.units[option.unit], battle.units[option.target]
    weapon = unit.card.weapons[option.weapon]
    return numbers.told(Attack(battle, unit, weapon, target, ranged=False))


def _counter_handle(battle: Battle, choice: Choice, option: Counter) -> Handle:
    text, target = _COUNTER.write(battle, option), battle.units[option.target]
    return offer(
        battle,
        choice,
        text,
        say("Melee Attack"),
        unit=option.unit,
        target=option.target,
        square=target.square,
    )


def _counter_covers(battle: Battle, _choice: Choice, option: Counter) -> list[Shape]:
    unit, target = battle.units[option.unit], battle.units[option.target]
    others = squares_of(battle, option.others)
    use = Use(unit, target, target.square, ranged=False, others=others)
    return previews.attack(battle, use, unit.card.weapons[option.weapon], option.others)


def _tell_counter(battle: Battle, _asked: Countering, option: Counter) -> str:
    weapon = battle.units[option.unit].card.weapons[option.weapon].name
    targets = attacked(battle, option.target, option.others)
    return say("Strike back at {targets} with the {weapon}", targets=targets, weapon=weapon)


_COUNTER = Template(
    Counter,
    "melee {unit} {target} {weapon}[ with {others}]",
    unit=UNIT,
    target=UNIT,
    weapon=WEAPON,
    others=UNITS,
)
COUNTER: Verb[Battle, Countering, Counter] = Verb(
    Counter,
    _COUNTER,
    says="strike back at the unit that attacked",
    because="special.counter",
    candidates=_offered_counters,
    bar=_counter_bar,
    numbers=_counter_numbers,
    handle=_counter_handle,
    covers=_counter_covers,
    tells=_tell_counter,
)
COUNTERING: Ask[Battle, Countering, Counter | Pass] = Ask(
    "counter",
    "Does {unit} strike back at {attacker}?",
    "special.counter",
    Verbs(COUNTER, declining("special.counter", "Do not strike back")),
    optional=True,
    parts=lambda battle, asked: {
        "unit": called(battle, asked.unit),
        "attacker": called(battle, asked.attacker),
    },
)


# ---------------------------------------------------------------------- striking back


class Answering(NamedTuple):
    """The target of a melee fights with a weapon of its choice."""

    unit: int
    attacker: int


class FightWith(NamedTuple):
    """The weapon that the target of a melee takes: `weapon B2 sword`."""

    unit: int
    weapon: int
    verb: str = "weapon"


def answer_weapon(battle: Battle, attack: Attack) -> Flow[Attack | None]:
    """Second edition: the target of a melee chooses a weapon of its own."""
    target = attack.target
    weapons = melee_weapons(target)
    if not weapons:
        return None
    weapon = weapons[0]
    if len(weapons) > 1:
        asked = Answering(target.index, attack.attacker.index)
        option = yield from FIGHT_WITH(PLAYERS[target.side], battle, asked, about=target.index)
        weapon = target.card.weapons[option.weapon]
    spend_ammo(battle, target, weapon)
    return _answer(battle, target, weapon, attack.attacker)


def _answer(battle: Battle, unit: Unit, weapon: Weapon, attacker: Unit) -> Attack:
    return Attack(battle, unit, weapon, attacker, ranged=False, backfires=True)


def _answer_numbers(battle: Battle, asked: Answering, option: FightWith) -> Mapping[str, int]:
    unit = battle.units[option.unit]
    weapon = unit.card.weapons[option.weapon]
    return numbers.told(_answer(battle, unit, weapon, battle.units[asked.attacker]))


def _offered_weapons(battle: Battle, asked: Answering) -> list[FightWith]:
    weapons = battle.units[asked.unit].card.melee_weapons
    return [FightWith(asked.unit, weapon.index) for weapon in weapons]


def _weapon_bar(battle: Battle, asked: Answering, option: FightWith) -> Refusal | None:
    unit = battle.units[asked.unit]
    mine = option.unit == asked.unit
    if not mine or not serves_in_melee(unit.card.weapons[option.weapon]):
        return refuse("melee.weapons")
    spent = not usable(unit, unit.card.weapons[option.weapon])
    return refuse("weapon.limited-ammo") if spent else None


def _weapon_handle(battle: Battle, choice: Choice, option: FightWith) -> Handle:
    return offer(battle, choice, _FIGHT_WITH.write(battle, option), say("Weapon"))


_FIGHT_WITH = Template(FightWith, "weapon {unit} {weapon}", unit=UNIT, weapon=WEAPON)
WEAPON_CHOICE: Verb[Battle, Answering, FightWith] = Verb(
    FightWith,
    _FIGHT_WITH,
    says="the weapon to fight with when attacked in melee",
    because="melee.weapons",
    candidates=_offered_weapons,
    bar=_weapon_bar,
    numbers=_answer_numbers,
    handle=_weapon_handle,
    tells="Fight with the {weapon}",
)
FIGHT_WITH: Ask[Battle, Answering, FightWith] = Ask(
    "weapon",
    "Which weapon does {unit} fight with?",
    "melee.weapons",
    Verbs(WEAPON_CHOICE),
    parts=lambda battle, asked: one_of(battle, (asked.unit,)),
)
