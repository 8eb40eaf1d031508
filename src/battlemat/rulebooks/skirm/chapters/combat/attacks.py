"""Attacks as answers: which are open to a unit, why others are not, and how they are carried out.

A Ranged Attack takes a ranged weapon, a Melee Attack one that serves in melee.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.memo import Memo
from battlemat.kernel.questions import Choice, Flow
from battlemat.kernel.scene import Handle, Shape
from battlemat.kernel.words import say
from battlemat.rulebooks.skirm.chapters.asked import Acting, Action, actor_bar, actors
from battlemat.rulebooks.skirm.chapters.combat import numbers
from battlemat.rulebooks.skirm.chapters.combat.attack_prices import (
    attack_price,
    can_fire,
    cost_words,
)
from battlemat.rulebooks.skirm.chapters.combat.sight import (
    beside_enemies,
    blast_bar,
    cannot_shoot,
    melee_bar,
    shot_bar,
)
from battlemat.rulebooks.skirm.chapters.combat.targets import (
    LINE,
    Corners,
    Use,
    chain_bar,
    chains,
    fire_lines,
    foes,
    same_line,
    squares_of,
    telling_lines,
    usable,
)
from battlemat.rulebooks.skirm.chapters.combat.weapon_use import use_weapon
from battlemat.rulebooks.skirm.chapters.parts import SQUARE, UNIT, UNITS, WEAPON
from battlemat.rulebooks.skirm.chapters.prices import Deed, unpaid
from battlemat.rulebooks.skirm.chapters.reasons import refuse, refused
from battlemat.rulebooks.skirm.screen import previews
from battlemat.rulebooks.skirm.screen.aiming import tell_attack
from battlemat.rulebooks.skirm.screen.handles import offer
from battlemat.rulebooks.skirm.state.battle import DOWNED, STANDING, Battle, Unit
from battlemat.rulebooks.skirm.state.cards import Weapon, serves_in_melee


class Shoot(NamedTuple):
    """A Ranged Attack: `shoot R1 B2 rifle`, `… with B3,B4` (Chain Reaction), `… line 1,1-4,2`."""

    unit: int
    target: int
    weapon: int
    others: tuple[int, ...] = ()
    line: Corners = ()
    verb: str = "shoot"

    def deed(self, battle: Battle) -> Deed:
        return Deed("shoot", 1, battle.units[self.unit].card.weapons[self.weapon])


class Blast(NamedTuple):
    """An Explode weapon aimed at a square without a target: `blast R1 e5 grenade`."""

    unit: int
    square: int
    weapon: int
    line: Corners = ()
    verb: str = "blast"

    def deed(self, battle: Battle) -> Deed:
        return Deed("shoot", 1, battle.units[self.unit].card.weapons[self.weapon])


class Melee(NamedTuple):
    """A Melee Attack: `melee R1 B2 sword`."""

    unit: int
    target: int
    weapon: int
    others: tuple[int, ...] = ()
    verb: str = "melee"

    def deed(self, battle: Battle) -> Deed:
        return Deed("melee", 1, battle.units[self.unit].card.weapons[self.weapon])


Attacking: TypeAlias = Shoot | Blast | Melee


# ---------------------------------------------------------------------- what comes into question


def drawn_shots(battle: Battle, unit: Unit, weapon: Weapon, target: Unit) -> Iterator[Shoot]:
    """The shots at one target, along each line and on to each that the weapon may go on to."""
    drawn: list[Corners] = [()]
    if weapon.linear:
        start, end, downed = unit.square, target.square, target.state == DOWNED
        drawn = telling_lines(battle, fire_lines(battle, start, end, downed=downed), start, end)
    for line in drawn:
        for others in chains(battle, unit, weapon, target):
            yield Shoot(unit.index, target.index, weapon.index, others, line)


def drawn_blasts(battle: Battle, unit: Unit, blasts: Sequence[Blast]) -> list[Blast]:
    """The blasts of a Linear weapon, along each line."""
    start = unit.square
    return [
        blast._replace(line=line)
        for blast in blasts
        for lines in (fire_lines(battle, start, blast.square, downed=False),)
        for line in telling_lines(battle, lines, start, blast.square)
    ]


@Memo("the parts of the options; the same are listed again and again", bound=512)
def blasts_at(unit: int, weapon: int, size: int) -> Sequence[Blast]:
    """The blasts of a weapon by square, made once for boards of a size: they are listed often."""
    return [Blast(unit, square, weapon) for square in range(size)]


def _shots(battle: Battle, asked: Acting) -> list[Shoot]:
    """With every ranged weapon at every enemy."""
    return [
        shot
        for unit in actors(battle, asked)
        for weapon in unit.card.ranged_weapons
        for target in foes(battle, unit)
        for shot in drawn_shots(battle, unit, weapon, target)
    ]


def _blasts(battle: Battle, asked: Acting) -> list[Blast]:
    """With every Explode weapon at every square."""
    found: list[Blast] = []
    for unit in actors(battle, asked):
        for weapon in unit.card.ranged_weapons if unit.card.explodes else ():
            if weapon.explodes:
                some = blasts_at(unit.index, weapon.index, battle.field.board.size)
                found += drawn_blasts(battle, unit, some) if weapon.linear else some
    return found


def _melees(battle: Battle, asked: Acting) -> list[Melee]:
    """With every weapon that serves in melee at every enemy beside."""
    found: list[Melee] = []
    for index in asked.units:
        unit = battle.units[index]
        if unit.state != STANDING or not beside_enemies(battle, unit):
            continue
        beside = battle.terrain.adjacent[unit.square]
        targets = [target for target in foes(battle, unit) if beside >> target.square & 1]
        found += [
            Melee(index, target.index, weapon.index, others)
            for weapon in unit.card.melee_weapons
            for target in targets
            for others in chains(battle, unit, weapon, target)
        ]
    return found


# ---------------------------------------------------------------------- why not


def _attacker_bar(battle: Battle, asked: Acting, option: Attacking) -> Refusal | None:
    """Who attacks, with what, and whether it is paid for."""
    barred = actor_bar(battle, asked, option.unit, option.verb)
    if barred is not None:
        return barred
    unit, deed = battle.units[option.unit], option.deed(battle)
    weapon = deed.weapon
    assert weapon is not None
    ranged = deed.kind == "shoot"
    if asked.attacks not in ("any", "ranged" if ranged else "melee"):
        return refuse("card.skills")
    if not (weapon.ranged if ranged else serves_in_melee(weapon)):
        return refuse("combat.weapon")
    if asked.paid and (barred := unpaid(battle, unit.side, deed)):
        return barred
    if not usable(unit, weapon):
        return refuse("weapon.limited-ammo")
    if ranged and not asked.paid and not can_fire(battle, asked, unit, weapon):
        return refuse("weapon.heavy")
    return refused(cannot_shoot(battle, unit)) if ranged else None


def _line_bar(battle: Battle, unit: Unit, weapon: Weapon, end: int, option: Any) -> Refusal | None:
    """A Linear weapon is fired along a line, and no other is."""
    if bool(option.line) != weapon.linear:
        return refuse("weapon.linear")
    downed = isinstance(option, Shoot) and battle.units[option.target].state == DOWNED
    lines = fire_lines(battle, unit.square, end, downed=downed) if option.line else ()
    return refuse("weapon.linear") if option.line and option.line not in lines else None


def _shoot_bar(battle: Battle, asked: Acting, option: Shoot) -> Refusal | None:
    barred = _attacker_bar(battle, asked, option)
    if barred is not None:
        return barred
    unit, target = battle.units[option.unit], battle.units[option.target]
    weapon = unit.card.weapons[option.weapon]
    barred = refused(shot_bar(battle, unit, weapon, target))
    barred = barred or _line_bar(battle, unit, weapon, target.square, option)
    return barred or refused(chain_bar(battle, unit, weapon, target, option.others))


def _blast_bar(battle: Battle, asked: Acting, option: Blast) -> Refusal | None:
    barred = _attacker_bar(battle, asked, option)
    if barred is not None:
        return barred
    unit = battle.units[option.unit]
    weapon, square = unit.card.weapons[option.weapon], option.square
    barred = refused(blast_bar(battle, unit, weapon, square))
    return barred or _line_bar(battle, unit, weapon, square, option)


def _melee_bar(battle: Battle, asked: Acting, option: Melee) -> Refusal | None:
    barred = _attacker_bar(battle, asked, option)
    if barred is not None:
        return barred
    unit, target = battle.units[option.unit], battle.units[option.target]
    barred, weapon = refused(melee_bar(battle, unit, target)), unit.card.weapons[option.weapon]
    return barred or refused(chain_bar(battle, unit, weapon, target, option.others))


def _same_shot(battle: Battle, _asked: Acting, option: Shoot) -> Shoot:
    if not option.line:
        return option
    target = battle.units[option.target]
    start, downed = battle.units[option.unit].square, target.state == DOWNED
    line = same_line(battle, start, target.square, option.line, downed)
    return option._replace(line=line)


def _same_blast(battle: Battle, _asked: Acting, option: Blast) -> Blast:
    if not option.line:
        return option
    start = battle.units[option.unit].square
    return option._replace(line=same_line(battle, start, option.square, option.line, False))


# ---------------------------------------------------------------------- doing


def use_of(battle: Battle, option: Attacking) -> Use:
    """Whom and what an attack is aimed at."""
    unit = battle.units[option.unit]
    target = None if isinstance(option, Blast) else battle.units[option.target]
    square = option.square if isinstance(option, Blast) else battle.units[option.target].square
    others = 0 if isinstance(option, Blast) else squares_of(battle, option.others)
    if not isinstance(option, Melee) and option.line:
        downed = target is not None and target.state == DOWNED
        others |= fire_lines(battle, unit.square, square, downed=downed)[option.line]
    return Use(unit, target, square, ranged=not isinstance(option, Melee), others=others)


def carry_out(
    battle: Battle, option: Attacking, *, extra_dice: int = 0, extra_skill: int = 0
) -> Flow[None]:
    """Resolve an attack from its dice to its damage."""
    use = use_of(battle, option)
    use.extra_dice, use.extra_skill = extra_dice, extra_skill
    yield from use_weapon(battle, use, use.attacker.card.weapons[option.weapon])


# ---------------------------------------------------------------------- showing


def _numbers(battle: Battle, asked: Acting, option: Shoot | Melee) -> Mapping[str, Any]:
    """The dice against the chosen target and what they must not exceed."""
    unit, target = battle.units[option.unit], battle.units[option.target]
    weapon, ranged = unit.card.weapons[option.weapon], isinstance(option, Shoot)
    attack = numbers.Attack(battle, unit, weapon, target, ranged=ranged)
    attack.extra_dice, attack.extra_skill = asked.extra_dice, asked.extra_skill
    return numbers.told(attack)


def _aim_handle(battle: Battle, choice: Choice, option: Shoot | Melee) -> Handle:
    target, ranged = battle.units[option.target], isinstance(option, Shoot)
    return offer(
        battle,
        choice,
        (_SHOOT if ranged else _MELEE).write(battle, option),
        say("Ranged Attack") if ranged else say("Melee Attack"),
        unit=option.unit,
        target=option.target,
        square=target.square,
        cost=cost_words(battle, choice, option),
        harms=True,
    )


def _blast_handle(battle: Battle, choice: Choice, option: Blast) -> Handle:
    return offer(
        battle,
        choice,
        _BLAST.write(battle, option),
        say("Ranged Attack"),
        unit=option.unit,
        square=option.square,
        cost=cost_words(battle, choice, option),
        harms=True,
    )


def _covers(battle: Battle, _choice: Choice, option: Attacking) -> list[Shape]:
    weapon = battle.units[option.unit].card.weapons[option.weapon]
    others = () if isinstance(option, Blast) else option.others
    line = () if isinstance(option, Melee) else option.line
    return previews.attack(battle, use_of(battle, option), weapon, others, line)


_SHOOT = Template(
    Shoot,
    "shoot {unit} {target} {weapon}[ with {others}][ line {line}]",
    unit=UNIT,
    target=UNIT,
    weapon=WEAPON,
    others=UNITS,
    line=LINE,
)
_BLAST = Template(
    Blast,
    "blast {unit} {square} {weapon}[ line {line}]",
    unit=UNIT,
    square=SQUARE,
    weapon=WEAPON,
    line=LINE,
)
_MELEE = Template(
    Melee,
    "melee {unit} {target} {weapon}[ with {others}]",
    unit=UNIT,
    target=UNIT,
    weapon=WEAPON,
    others=UNITS,
)
SHOOT: Action[Shoot] = Action(
    Shoot,
    _SHOOT,
    says="a Ranged Attack",
    because="action.shoot",
    candidates=_shots,
    bar=_shoot_bar,
    price=attack_price,
    numbers=_numbers,
    do=carry_out,
    handle=_aim_handle,
    covers=_covers,
    same=_same_shot,
    tells=tell_attack,
)
BLAST: Action[Blast] = Action(
    Blast,
    _BLAST,
    says="an Explode weapon aimed at an empty square",
    because="weapon.explode-empty",
    candidates=_blasts,
    bar=_blast_bar,
    price=attack_price,
    do=carry_out,
    handle=_blast_handle,
    covers=_covers,
    same=_same_blast,
    tells=tell_attack,
)
MELEE: Action[Melee] = Action(
    Melee,
    _MELEE,
    says="a Melee Attack",
    because="action.melee",
    candidates=_melees,
    bar=_melee_bar,
    price=attack_price,
    numbers=_numbers,
    do=carry_out,
    handle=_aim_handle,
    covers=_covers,
    tells=tell_attack,
)
