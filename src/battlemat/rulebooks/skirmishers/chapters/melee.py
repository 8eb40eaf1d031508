"""Chapter "Melee Combat": blows are declared in one turn and land in the next.

Weapon and target are fixed at declaration, everything else is taken when the target is activated.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from battlemat.kernel.errors import Refusal
from battlemat.kernel.forms import Template
from battlemat.kernel.modifiers import total
from battlemat.kernel.questions import Flow
from battlemat.kernel.words import say
from battlemat.rulebooks.skirmishers.chapters.acting import (
    Acting,
    Action,
    afford_refusal,
    at_once,
    combat_bar,
)
from battlemat.rulebooks.skirmishers.chapters.firing.aiming import (
    MELEE_BASE,
    Aim,
    check,
    modifiers,
    need,
    sees,
    tell_aim,
)
from battlemat.rulebooks.skirmishers.chapters.firing.damage import hurt
from battlemat.rulebooks.skirmishers.chapters.moving.steps import pay
from battlemat.rulebooks.skirmishers.screen.aims import aim_line
from battlemat.rulebooks.skirmishers.screen.handles import at_target, offer
from battlemat.rulebooks.skirmishers.screen.parts import UNIT, WEAPON
from battlemat.rulebooks.skirmishers.state import events
from battlemat.rulebooks.skirmishers.state.battle import ABLE, DEAD, UNCONSCIOUS, Battle, Blow, Unit
from battlemat.rulebooks.skirmishers.state.cards import SECONDARY, SUIT, VEHICLE, is_ranged
from battlemat.rulebooks.skirmishers.state.weapons import MELEE, Weapon

BLOW_PRICE = 5
"""`skirmishers.melee.cost`"""


class Melee(NamedTuple):
    """A blow at somebody beside, which lands when he is activated."""

    unit: int
    target: int
    weapon: int
    verb: str = "melee"


def blow_weapons(battle: Battle, unit: Unit) -> list[int]:
    """What a unit may strike with now (`skirmishers.melee.weapon-active`)."""
    armory = battle.field.armory
    if unit.card.kind == SUIT:
        return suit_blow_weapons(battle, unit)
    weapon = armory[unit.hand]
    found = []
    if weapon.kind == MELEE and weapon.number != armory.fists:
        found.append(weapon.number)
    if is_ranged(weapon) and unit.hand in unit.carries:
        if weapon.rifle:
            found.append(armory.bayonet)  # skirmishers.weapon.bayonet
        found.append(armory.club)
    elif weapon.rings and not weapon.per_dot:
        found.append(armory.club)  # a launcher is swung like any other gun
    found.append(armory.fists)  # skirmishers.weapon.always-fists-knife
    return found


def suit_blow_weapons(battle: Battle, unit: Unit) -> list[int]:
    """`skirmishers.power.melee`: armored fists, and a melee weapon carried as secondary."""
    found = []
    index = unit.carries[SECONDARY]
    if index >= 0 and battle.weapon(index).kind == MELEE and not unit.disabled >> SECONDARY & 1:
        found.append(index)
    found.append(battle.field.armory.fists)
    return found


def strength(battle: Battle, unit: Unit, weapon: Weapon) -> tuple[int, int]:
    """Lethal and bludgeoning points of a blow; fists are as strong as their owner is fit."""
    if weapon.number != battle.field.armory.fists:
        return weapon.lethal, weapon.bludgeon
    # skirmishers.weapon.fists-damage, skirmishers.power.melee
    return (1 if unit.card.kind == SUIT else 0), unit.ap // 2


def blow_targets(battle: Battle, unit: Unit) -> list[Unit]:
    """Enemies whom a unit may strike at."""
    beside = battle.board.terrain.beside(unit.place)
    found = []
    for index in battle.of_side(1 - unit.side):
        other = battle.units[index]
        if other.state > UNCONSCIOUS:
            continue
        if other.card.kind == VEHICLE:
            # skirmishers.vehicle.measure: across either dot, and only while somebody rides it
            ridden = any(rider.mount == other.index for rider in battle.units)
            if ridden and _adjacent(battle, unit, other):
                found.append(other)
            continue
        if other.place >= 0 and beside >> other.place & 1 and sees(battle, unit, other):
            found.append(other)
    return found


def declare(battle: Battle, option: Melee) -> None:
    """Pay for a blow now; it lands when its target is activated."""
    unit, target, weapon = battle.units[option.unit], battle.units[option.target], option.weapon
    pay(unit, BLOW_PRICE)
    battle.blows = (*battle.blows, Blow(unit.index, target.index, weapon))
    because = ("skirmishers.melee.cost", "skirmishers.melee.timing")
    name = battle.weapon(weapon).name
    battle.tell(events.Blow, because, unit=unit.id, target=target.id, weapon=name)


def pending(battle: Battle, unit: Unit) -> Flow[None]:
    """Resolve the blows that wait for a unit, in the order declared
    (`skirmishers.melee.several`).
    """
    while True:
        blow = next((blow for blow in battle.blows if blow.target == unit.index), None)
        if blow is None:
            return
        blows = list(battle.blows)
        blows.remove(blow)
        battle.blows = tuple(blows)
        attacker = battle.units[blow.attacker]
        if attacker.state != ABLE or unit.state == DEAD or not _adjacent(battle, attacker, unit):
            battle.tell(
                events.BlowDropped, "skirmishers.melee.cancelled", unit=attacker.id, target=unit.id
            )
            continue
        yield from strike(battle, attacker, unit, battle.weapon(blow.weapon))


def _adjacent(battle: Battle, one: Unit, other: Unit) -> bool:
    near = battle.board.terrain.beside(one.place)
    return (
        bool(near & battle.footprint(other)) if other.is_vehicle else bool(near >> other.place & 1)
    )


def blow_aim(battle: Battle, attacker: Unit, target: Unit, weapon: Weapon) -> Aim:
    """A blow before its dice."""
    start, end = attacker.place, target.place
    return Aim(battle, attacker, weapon, target, start, end, None, 1, base=MELEE_BASE)


def strike(
    battle: Battle, attacker: Unit, target: Unit, weapon: Weapon, *, extra: int = 0
) -> Flow[bool]:
    """One melee attack: the check, then damage like ranged fire (`skirmishers.melee.damage`).

    `extra` are lethal points that speed adds.
    """
    aim = blow_aim(battle, attacker, target, weapon)
    found = modifiers(aim)
    tell_aim(aim, found, "strikes")
    need = total(found)
    hit = yield from check(battle, attacker.side, need, "blow", because="skirmishers.melee.base")
    if hit:
        lethal, bludgeon = strength(battle, attacker, weapon)
        yield from hurt(battle, target, lethal + extra, bludgeon, "skirmishers.melee.damage")
    return hit


def late_blows(battle: Battle) -> Flow[None]:
    """`skirmishers.turn.unconscious-skip`: blows on the unconscious land after the last
    activation; those on the dead are dropped.
    """
    for unit in battle.units:
        if unit.side == battle.to_move:
            yield from pending(battle, unit)


# ---------------------------------------------------------------------- the verb


def _blow_bar(battle: Battle, asked: Acting, option: Melee) -> Refusal | None:
    barred = combat_bar(battle, asked, option.unit)
    if barred is not None:
        return barred
    unit, target = battle.units[option.unit], battle.units[option.target]
    if unit.mount >= 0:
        return Refusal(
            say("from a vehicle one can strike only during its movement"),
            "skirmishers.vehicle.melee",
        )
    if unit.ap_left < BLOW_PRICE:
        return afford_refusal()
    if target not in blow_targets(battle, unit):
        why = say("a blow needs an enemy on an adjacent dot that can be reached")
        return Refusal(why, "skirmishers.melee.reach")
    if unit.card.kind == SUIT and option.weapon not in suit_blow_weapons(battle, unit):
        why = say("a suit strikes with its fists, or with a melee weapon that it carries")
        return Refusal(why, "skirmishers.power.melee")
    if option.weapon not in blow_weapons(battle, unit):
        return Refusal(say("that weapon is not in hand"), "skirmishers.melee.weapon-active")
    return None


def _blows(battle: Battle, asked: Acting) -> Sequence[Melee]:
    unit = battle.units[asked.unit]
    return blows_of(battle, unit) if unit.mount < 0 else ()


def blows_of(battle: Battle, unit: Unit) -> Sequence[Melee]:
    """Every blow of a unit on its feet, at those beside."""
    targets = blow_targets(battle, unit)
    if not targets:
        return ()
    weapons = blow_weapons(battle, unit)
    return [Melee(unit.index, target.index, weapon) for target in targets for weapon in weapons]


def _aim(battle: Battle, option: Melee) -> Aim:
    unit, target = battle.units[option.unit], battle.units[option.target]
    return blow_aim(battle, unit, target, battle.weapon(option.weapon))


MELEE_VERB = Action(
    Melee,
    Template(Melee, "melee {unit} {target} {weapon}", unit=UNIT, target=UNIT, weapon=WEAPON),
    says="strike at an enemy on an adjacent dot; the blow lands when he is activated",
    because="skirmishers.melee.cost",
    candidates=_blows,
    bar=_blow_bar,
    price=lambda _b, _a, _o: BLOW_PRICE,
    numbers=lambda battle, _asked, option: {"dice": 2, "need": need(_aim(battle, option))},
    do=at_once(declare, combat=True),
    tells="Strike at {target} with {weapon}",
    handle=offer("Melee attack", at_target, harms=True),
    covers=lambda battle, _choice, option: [aim_line(_aim(battle, option))],
    fights=True,
)
