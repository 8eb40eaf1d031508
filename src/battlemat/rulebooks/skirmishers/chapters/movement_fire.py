"""Chapter "Movement Fire": attacks from dots entered in this activation.

Its one rule: the enemy's fire on a dot comes before the mover's own
(`skirmishers.mfire.after-incoming`), so these are actions between two steps.
"""

from __future__ import annotations

from battlemat.kernel.questions import PASS, Flow, Option, choose
from battlemat.rulebooks.skirmishers.chapters.aiming import aim_at, swims
from battlemat.rulebooks.skirmishers.chapters.damage import fall
from battlemat.rulebooks.skirmishers.chapters.explosives import throw_options
from battlemat.rulebooks.skirmishers.chapters.fire import is_decided, shoot
from battlemat.rulebooks.skirmishers.chapters.gear import ready_weapons
from battlemat.rulebooks.skirmishers.chapters.movement import pay
from battlemat.rulebooks.skirmishers.chapters.vehicle import settle_vehicles
from battlemat.rulebooks.skirmishers.state.armory import GUN
from battlemat.rulebooks.skirmishers.state.battle import ABLE, PLAYERS, UNCONSCIOUS, Battle, Unit

SHOT_PRICE = 2


def may_fire(battle: Battle, unit: Unit) -> bool:
    """`skirmishers.mfire.allowed`: on foot, on a dot entered in this activation."""
    return (
        battle.on("movement-fire") and battle.entered and unit.mount < 0 and not swims(battle, unit)
    )


def moving_weapons(battle: Battle, unit: Unit) -> list[int]:
    """Ranged weapons in hand that may fire (again) in this movement (`skirmishers.mfire.burst`)."""
    return [
        index
        for index in ready_weapons(battle, unit)
        if battle.weapon(index).kind == GUN and (not unit.shots or battle.weapon(index).burst)
    ]


def shot_options(battle: Battle, unit: Unit) -> list[Option]:
    """Every enemy in range and sight, once for each dot."""
    if not may_fire(battle, unit) or battle.shot_here or unit.ap_left < SHOT_PRICE:
        return []
    return [
        ("shoot", unit.index, other.index, weapon)
        for weapon in moving_weapons(battle, unit)
        for other in battle.units
        if other.side != unit.side
        and other.state <= UNCONSCIOUS
        and other.place >= 0
        and aim_at(battle, unit, battle.weapon(weapon), other, moving=True) is not None
    ]


def shoot_moving(battle: Battle, unit: Unit, target: Unit, weapon: int) -> Flow[None]:
    """One attack at once; then he may go on (`skirmishers.mfire.go-on`)."""
    pay(unit, SHOT_PRICE)
    battle.shot_here = True
    unit.shots += 1
    aim = aim_at(battle, unit, battle.weapon(weapon), target, moving=True)
    assert aim is not None, "a shot was offered that cannot be made"
    yield from shoot(aim, "fires on the move at")
    if battle.on("vehicles"):
        yield from settle_vehicles(battle)
    if not is_decided(battle):
        yield from may_duck(battle, target)


def may_duck(battle: Battle, target: Unit) -> Flow[None]:
    """`skirmishers.mfire.drop`: hit or miss, the target may drop prone for 0 AP."""
    if target.state != ABLE or target.prone or target.mount >= 0 or swims(battle, target):
        return
    if target.is_vehicle:
        return
    because = "skirmishers.mfire.drop"
    option = yield from choose(
        PLAYERS[target.side],
        "drop",
        [("duck", target.index), PASS],
        because=because,
        optional=True,
        about=target.index,
    )
    if option != PASS:
        fall(battle, target, because)


def lob_options(battle: Battle, unit: Unit) -> list[Option]:
    """`skirmishers.mfire.explosive`: one explosive per movement."""
    if not may_fire(battle, unit) or unit.exploded:
        return []
    return throw_options(battle, unit, "lob")
