"""Chapter "Special Actions", what is carried: in hand, in slots and pouches, and on the ground.

Nobody ever carries more than his card has room for.
"""

from __future__ import annotations

from battlemat.kernel.memo import Memo
from battlemat.rulebooks.skirmishers.chapters.moving.steps import pay
from battlemat.rulebooks.skirmishers.state import events
from battlemat.rulebooks.skirmishers.state.battle import (
    DEAD,
    LEFT,
    NOTHING,
    UNCONSCIOUS,
    Battle,
    Item,
    Unit,
)
from battlemat.rulebooks.skirmishers.state.cards import (
    JET_CARRIED,
    JET_PACK,
    JET_WORN,
    MOST_GRENADES,
    NO_JET,
    PERSON,
    PRIMARY,
    SECONDARY,
    SUIT,
)
from battlemat.rulebooks.skirmishers.state.ground import mounted_launcher
from battlemat.rulebooks.skirmishers.state.suits import fits_suit
from battlemat.rulebooks.skirmishers.state.weapons import THROW, UNLIMITED, Weapon

CHANGE, EXCHANGE = 3, 6
"""`skirmishers.action.table`"""
WEAR = 5
"""`skirmishers.jet.costs`"""

JET_ITEM = NOTHING
"""The weapon number that stands for a jet pack among items."""


def ready_weapons(battle: Battle, unit: Unit) -> tuple[int, ...]:
    """What a unit can use without changing: the one in hand (`skirmishers.weapon.active`), and what
    is mounted on it.

    Suits have all their weapons ready (`skirmishers.power.arcs`), as far as they still work.
    """
    if unit.card.kind == SUIT:
        return tuple(
            index
            for slot, index in enumerate(unit.carries)
            if index >= 0 and not unit.disabled >> slot & 1
        )
    if unit.hand not in unit.carries:
        return (unit.hand,)
    mounted = mounted_launcher(battle, unit)
    if mounted >= 0 and unit.hand in (unit.carries[PRIMARY], mounted):
        return unit.carries[PRIMARY], mounted  # skirmishers.launcher.mounted-switch
    return (unit.hand,)


def rounds(battle: Battle, unit: Unit, weapon: int) -> int:
    """Rounds left of a carried weapon (`skirmishers.weapon.ammo`); UNLIMITED where none count."""
    if weapon in unit.carries:
        return unit.ammo[unit.carries.index(weapon)]
    grenades = battle.field.armory.grenades
    return unit.grenades[grenades.index(weapon)] if weapon in grenades else UNLIMITED


def use_round(battle: Battle, unit: Unit, weapon: int) -> None:
    """Spend one round; a satchel charge that was thrown leaves its slot empty."""
    if weapon in unit.carries:
        slot = unit.carries.index(weapon)
        left = unit.ammo[slot]
        if left != UNLIMITED:
            gone = left == 1 and battle.weapon(weapon).kind == THROW
            _set_slot(unit, slot, NOTHING if gone else weapon, left - 1)
    else:
        kind = battle.field.armory.grenades.index(weapon)
        load = list(unit.grenades)
        load[kind] -= 1
        unit.grenades = (load[0], load[1], load[2])


def switch_back(battle: Battle, unit: Unit) -> None:
    """`skirmishers.action.switch-back`: the weapon held before is in hand again for nothing."""
    armory = battle.field.armory
    manned = [gun.weapon for gun in battle.guns if gun.controller == unit.index]
    kept = (*unit.carries, armory.knife, *manned)
    back = [unit.before, unit.carries[PRIMARY], unit.carries[SECONDARY]]
    fit = (index for index in back if index >= 0 and index in kept and index != unit.hand)
    unit.hand = next(fit, armory.fists)
    unit.before = NOTHING


# ---------------------------------------------------------------------- changing weapons


def change_weapon(battle: Battle, unit: Unit, weapon: int) -> None:
    pay(unit, CHANGE)
    take_in_hand(battle, unit, weapon)
    name = battle.weapon(weapon).name
    battle.tell(events.Weapon, "skirmishers.action.change-weapon", unit=unit.id, weapon=name)


def take_in_hand(battle: Battle, unit: Unit, weapon: int) -> None:
    """Make a weapon active; before an explosive, remember what it replaces."""
    if not battle.weapon(unit.hand).explodes or battle.weapon(unit.hand).ap:
        unit.before = unit.hand
    unit.hand = weapon


# ---------------------------------------------------------------------- taking and dropping


def room_for(battle: Battle, unit: Unit, weapon: Weapon) -> bool:
    """Whether a slot is free for a weapon, or the pouches for grenades."""
    if weapon.number in battle.field.armory.grenades:
        return sum(unit.grenades) < MOST_GRENADES and unit.card.kind == PERSON
    slot = slot_of(battle, unit, weapon)
    return slot >= 0 and unit.carries[slot] < 0


def slot_of(battle: Battle, unit: Unit, weapon: Weapon) -> int:
    """The slot that a weapon takes on a card, or NOTHING.

    A suit takes basic weapons and satchel charges as its secondary; a grenade launcher goes under
    the rifle or SMG of who carries one.
    """
    if unit.card.kind == SUIT:
        return SECONDARY if fits_suit(weapon) else NOTHING
    if weapon.id == "grenade-launcher" and unit.carries[PRIMARY] >= 0:
        return SECONDARY if battle.weapon(unit.carries[PRIMARY]).rifle else PRIMARY
    if weapon.slot == "primary":
        return PRIMARY
    return SECONDARY if weapon.slot == "secondary" else NOTHING


Three = tuple[int, int, int]
_ALL_SLOTS: tuple[int, ...] = (0, 1, 2)
_SUIT_SLOTS: tuple[int, ...] = (SECONDARY,)  # all else is part of it


def belongings(battle: Battle, unit: Unit) -> tuple[tuple[int, int], ...]:
    """What can be taken from a unit or dropped by it: weapons with their rounds, and jet packs."""
    working = _SUIT_SLOTS if unit.card.kind == SUIT else _ALL_SLOTS
    if unit.disabled:
        working = tuple([slot for slot in working if not unit.disabled >> slot & 1])
    pouches = battle.field.armory.grenades
    return _belongings(working, unit.carries, unit.ammo, pouches, unit.grenades, unit.jet)


@Memo("what the unit carries", bound=4096)
def _belongings(
    slots: tuple[int, ...],
    carries: Three,
    ammo: Three,
    pouches: tuple[int, ...],
    grenades: Three,
    jet: int,
) -> tuple[tuple[int, int], ...]:
    found = [(carries[slot], ammo[slot]) for slot in slots if carries[slot] >= 0]
    # a set-up weapon stands on the ground: nobody carries it
    found += [(index, load) for index, load in zip(pouches, grenades, strict=True) if load]
    if jet != NO_JET:
        found.append((JET_ITEM, 1))
    return tuple(found)


def fits(battle: Battle, unit: Unit, thing: int) -> bool:
    if thing == JET_ITEM:
        return unit.jet == NO_JET and unit.card.kind == PERSON
    return room_for(battle, unit, battle.weapon(thing))


def receive(battle: Battle, unit: Unit, thing: int, load: int) -> int:
    """Put a thing into its place; returns how much of it did not fit."""
    if thing == JET_ITEM:
        unit.jet = JET_CARRIED
        return 0
    grenades = battle.field.armory.grenades
    if thing in grenades:
        kind = grenades.index(thing)
        taken = min(load, MOST_GRENADES - sum(unit.grenades))
        counts = list(unit.grenades)
        counts[kind] += taken
        unit.grenades = (counts[0], counts[1], counts[2])
        return load - taken
    slot = slot_of(battle, unit, battle.weapon(thing))
    _set_slot(unit, slot, thing, load)
    return 0


def give_up(battle: Battle, unit: Unit, thing: int) -> int:
    """Take a thing away from a unit; returns its rounds. An arc for it is gone (`arc.lost`)."""
    if thing == JET_ITEM:
        unit.jet = NO_JET
        unit.refresh()
        return 1
    grenades = battle.field.armory.grenades
    if thing in grenades:
        kind = grenades.index(thing)
        load = unit.grenades[kind]
        counts = list(unit.grenades)
        counts[kind] = 0
        unit.grenades = (counts[0], counts[1], counts[2])
    else:
        slot = unit.carries.index(thing)
        load = unit.ammo[slot]
        _set_slot(unit, slot, NOTHING, 0)
        unit.arcs = tuple(arc for arc in unit.arcs if arc.weapon != thing)
    if unit.hand == thing:
        unit.hand = battle.field.armory.fists  # skirmishers.action.drop
    if unit.before == thing:
        unit.before = NOTHING
    return load


def _set_slot(unit: Unit, slot: int, weapon: int, load: int) -> None:
    carries, ammo = list(unit.carries), list(unit.ammo)
    carries[slot], ammo[slot] = weapon, load
    unit.carries = (carries[0], carries[1], carries[2])
    unit.ammo = (ammo[0], ammo[1], ammo[2])


def within_grasp(battle: Battle, unit: Unit) -> int:
    """The places from which a unit can take things: its own and those beside it."""
    return battle.board.terrain.beside(unit.place) | 1 << unit.place


def can_be_searched(unit: Unit, other: Unit) -> bool:
    """Friends, the unconscious of either side, the dead; never conscious enemies."""
    if other is unit or other.place < 0 or other.state == LEFT or other.is_vehicle:
        return False
    return other.state in (UNCONSCIOUS, DEAD) or other.side == unit.side


def take(battle: Battle, unit: Unit, other: Unit, thing: int) -> None:
    pay(unit, EXCHANGE)
    load = give_up(battle, other, thing)
    over = receive(battle, unit, thing, load)
    if over:
        receive(battle, other, thing, over)
    battle.tell(
        events.Takes,
        "skirmishers.action.exchange",
        unit=unit.id,
        target=other.id,
        thing=thing_name(battle, thing),
    )


def pick_up(battle: Battle, unit: Unit, place: int, thing: int) -> None:
    pay(unit, EXCHANGE)
    item = next(item for item in battle.items if (item.place, item.weapon) == (place, thing))
    items = list(battle.items)
    items.remove(item)
    over = receive(battle, unit, thing, item.rounds)
    if over:
        items.append(item._replace(rounds=over))
    battle.items = tuple(items)
    name = thing_name(battle, thing)
    battle.tell(events.PicksUp, "skirmishers.action.pick-up", unit=unit.id, thing=name)


def drop_price(unit: Unit, thing: int) -> int:
    """Nothing, but for a jet pack that must be taken off first."""
    return WEAR if thing == JET_ITEM and unit.jet == JET_WORN else 0


def drop(battle: Battle, unit: Unit, thing: int) -> None:
    pay(unit, drop_price(unit, thing))
    load = give_up(battle, unit, thing)
    battle.items = (*battle.items, Item(unit.place, thing, load))
    name = thing_name(battle, thing)
    battle.tell(events.Drops, "skirmishers.action.drop", unit=unit.id, thing=name)


def thing_name(battle: Battle, thing: int) -> str:
    """A thing in an event: a jet pack by its id, anything else by its name."""
    return JET_PACK if thing == JET_ITEM else battle.weapon(thing).name


# ---------------------------------------------------------------------- jet packs on and off


def wear_jet(battle: Battle, unit: Unit, on: bool) -> None:
    """A pack taken off lies on the dot and weighs nothing."""
    pay(unit, WEAR)
    if on:
        unit.jet = JET_WORN  # skirmishers.jet.exchange: it weighs and works only when worn
    else:
        unit.jet = NO_JET
        battle.items = (*battle.items, Item(unit.place, JET_ITEM, 1))
    unit.refresh()
    state = "on" if on else "off"
    battle.tell(events.Jet, "skirmishers.jet.costs", unit=unit.id, state=state)
