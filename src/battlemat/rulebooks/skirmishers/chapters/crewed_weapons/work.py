"""Chapter "Crewed Weapons", the work: a crew sets up, breaks down, takes over and turns.

A crew paid for is remembered as (payer, bearer, work, heading). A weapon that is set up lies on its
dot and in nobody's slot.
"""

from __future__ import annotations

from battlemat.rulebooks.skirmishers.chapters.moving.steps import pay
from battlemat.rulebooks.skirmishers.state import events
from battlemat.rulebooks.skirmishers.state.battle import ABLE, NOTHING, Arc, Battle, Gun, Unit
from battlemat.rulebooks.skirmishers.state.cards import PRIMARY, SUIT
from battlemat.rulebooks.skirmishers.state.weapons import CREW, UNLIMITED

WORK, TAKE_OVER, TURN = 4, 6, 4
"""`skirmishers.crew.cost-table`"""


UP, DOWN = "up", "down"


CREW_ARC = 60
"""`skirmishers.crew.arc-sixty`"""


def carried(battle: Battle, unit: Unit) -> int:
    """The crew served weapon a unit carries unset, or NOTHING.

    It fires only when it is set up (`skirmishers.crew.must-be-set-up`).
    """
    index = unit.carries[PRIMARY]
    return index if index >= 0 and battle.weapon(index).kind == CREW else NOTHING


def gun_of(battle: Battle, unit: Unit) -> Gun | None:
    """The weapon that a unit controls (`skirmishers.crew.control`)."""
    return next((gun for gun in battle.guns if gun.controller == unit.index), None)


def work_on(battle: Battle, unit: Unit, bearer: Unit, work: str, heading: int = 0) -> None:
    """Pay for crew work; when the last of the crew has paid it is done."""
    pay(unit, WORK)
    battle.paid = (*battle.paid, (unit.index, bearer.index, work, heading))
    gun = gun_of(battle, bearer)
    index = gun.weapon if gun is not None else carried(battle, bearer)
    missing = _missing(battle, bearer, work, battle.weapon(index).crew)
    name = battle.weapon(index).name
    because = ("skirmishers.crew.cost-table", "skirmishers.crew.set-up")
    battle.tell(events.CrewPaid, because, unit=unit.id, weapon=name, missing=missing)
    if missing:
        return
    if work == DOWN and bearer.carries[PRIMARY] >= 0:
        return  # his slot has been filled again: the weapon stays where it stands
    paid = next(p for p in battle.paid if p[0] == p[1] == bearer.index)
    battle.paid = tuple(p for p in battle.paid if p[1] != bearer.index)
    if work == UP:
        set_up(battle, bearer, index, paid[3])
    else:
        break_down(battle, bearer)


def _missing(battle: Battle, bearer: Unit, work: str, crew: int) -> int:
    """How many must still pay; helpers count while adjacent, conscious and on the same level."""
    beside = battle.board.terrain.beside(bearer.place)
    payers = {
        payer for payer, other, what, _ in battle.paid if other == bearer.index and what == work
    }
    helpers = sum(
        battle.units[payer].state == ABLE and beside >> battle.units[payer].place & 1
        for payer in payers
        if payer != bearer.index
    )
    return max(0, crew - helpers) + (bearer.index not in payers)


def set_up(battle: Battle, unit: Unit, weapon: int, heading: int) -> None:
    """The bearer becomes its controller; the arc comes free (`skirmishers.crew.arc-free`)."""
    unit.carries = (NOTHING, unit.carries[1], unit.carries[2])
    battle.guns = (*battle.guns, Gun(weapon, unit.place, heading, unit.index))
    threw = bool(unit.exploded)
    _man(unit, weapon, heading)
    if threw:
        unit.arcs = ()  # arcs and explosives exclude each other in a turn
    unit.aimed = not threw
    battle.tell(
        events.GunUp,
        ("skirmishers.crew.set-up", "skirmishers.crew.arc-free", "skirmishers.crew.arc-sixty"),
        weapon=battle.weapon(weapon).name,
        place=battle.board.name(unit.place),
        heading=heading,
    )


def _man(unit: Unit, weapon: int, heading: int) -> None:
    """He has the weapon in hand, and its arc is his; a suit keeps those of its own weapons."""
    unit.hand = weapon
    kept = [arc for arc in unit.arcs if unit.card.kind == SUIT and arc.weapon != weapon]
    unit.arcs = (*kept, Arc(weapon, heading, CREW_ARC, UNLIMITED))


def break_down(battle: Battle, unit: Unit) -> None:
    """`skirmishers.crew.break-down`: the controller carries it as his primary weapon."""
    gun = gun_of(battle, unit)
    assert gun is not None, "there is no weapon to break down"
    battle.guns = tuple(other for other in battle.guns if other is not gun)
    unit.carries = (gun.weapon, unit.carries[1], unit.carries[2])
    unit.ammo = (UNLIMITED, unit.ammo[1], unit.ammo[2])
    unit.arcs = ()
    name = battle.weapon(gun.weapon).name
    battle.tell(events.GunDown, "skirmishers.crew.break-down", unit=unit.id, weapon=name)


def take_over(battle: Battle, unit: Unit) -> None:
    """`skirmishers.crew.take-over`: its arc works for his side at once."""
    pay(unit, TAKE_OVER)
    guns = list(battle.guns)
    number = next(n for n, gun in enumerate(guns) if gun.place == unit.place and gun.controller < 0)
    gun = guns[number] = guns[number]._replace(controller=unit.index)
    battle.guns = tuple(guns)
    _man(unit, gun.weapon, gun.heading)
    name = battle.weapon(gun.weapon).name
    battle.tell(events.GunTaken, "skirmishers.crew.take-over", unit=unit.id, weapon=name)


def train_again(battle: Battle, side: int) -> None:
    """At the start of a side's turn a weapon that was set up without its arc has it."""
    for gun in battle.guns:
        if gun.controller >= 0 and battle.units[gun.controller].side == side:
            unit = battle.units[gun.controller]
            if unit.hand == gun.weapon and not unit.arcs:
                unit.arcs = (Arc(gun.weapon, gun.heading, CREW_ARC, UNLIMITED),)


def turn_gun(battle: Battle, unit: Unit, heading: int) -> None:
    pay(unit, TURN)
    gun = gun_of(battle, unit)
    assert gun is not None, "there is no weapon to turn"
    battle.guns = tuple(
        other._replace(heading=heading) if other is gun else other for other in battle.guns
    )
    unit.aimed = True
    _man(unit, gun.weapon, heading)
    name = battle.weapon(gun.weapon).name
    battle.tell(
        events.GunTurned, "skirmishers.crew.arc-move", unit=unit.id, weapon=name, heading=heading
    )
