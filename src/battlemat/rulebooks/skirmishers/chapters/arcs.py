"""Chapter "Firing Arcs": setting them, turning a crew weapon, lifting them.

Its one rule: an arc belongs to a unit, opens from its dot, and goes when the unit goes.
"""

from __future__ import annotations

from functools import lru_cache

from battlemat.boards.dots.board import HEADINGS
from battlemat.kernel.questions import Option
from battlemat.rulebooks.skirmishers.chapters.aiming import swims
from battlemat.rulebooks.skirmishers.chapters.gear import ready_weapons
from battlemat.rulebooks.skirmishers.chapters.movement import pay
from battlemat.rulebooks.skirmishers.state.armory import CREW, GUN, UNLIMITED, Weapon
from battlemat.rulebooks.skirmishers.state.battle import Arc, Battle, Unit
from battlemat.rulebooks.skirmishers.state.cards import SUIT, VEHICLE

ARC_PRICES = {30: 2, 60: 4, 150: 6}
ARC_SHOTS = {30: 1, 60: 2, 150: 4}
"""`skirmishers.arc.table`"""


def may_aim(battle: Battle, unit: Unit) -> bool:
    """`skirmishers.arc.not-after-explosive`; suits may do both (`power.explosive-and-arc`)."""
    if unit.exploded and unit.card.kind != SUIT:
        return False
    return not swims(battle, unit)  # skirmishers.terrain.swim-no-fire


def arc_weapons(battle: Battle, unit: Unit) -> list[int]:
    """Weapons in hand that can have an arc and have none (`skirmishers.arc.one`)."""
    taken = {arc.weapon for arc in unit.arcs}
    if unit.under:
        return []
    if unit.mount >= 0 and not unit.passenger:  # skirmishers.vehicle.own-arc: what a rider may use
        taken |= {i for i in unit.carries if i >= 0 and not in_saddle(battle.weapon(i))}
    return [
        index
        for index in ready_weapons(battle, unit)
        if battle.weapon(index).kind == GUN and index not in taken
    ]


def in_saddle(weapon: Weapon) -> bool:
    """`skirmishers.vehicle.mfire-weapons`: secondary weapons and SMGs."""
    return weapon.slot == "secondary" or "smg" in weapon.id


def arc_options(battle: Battle, unit: Unit) -> list[Option]:
    """Twelve headings of every size that the AP left pay for (`skirmishers.arc.headings`)."""
    left = unit.ap - unit.spent
    if left < ARC_PRICES[30] or not may_aim(battle, unit):
        return []
    found: list[Option] = []
    for weapon in arc_weapons(battle, unit):
        found += _sizes(unit.index, weapon, min(left, ARC_PRICES[150]))
    return found


@lru_cache(maxsize=4096)
def _sizes(unit: int, weapon: int, ap: int) -> tuple[Option, ...]:
    return tuple(
        ("arc", unit, degrees, heading, weapon)
        for degrees, price in ARC_PRICES.items()
        if price <= ap
        for heading in range(HEADINGS)
    )


def shots_of(weapon: Weapon, degrees: int) -> int:
    """`skirmishers.arc.shots`: base number times the weapon's multiplier."""
    return UNLIMITED if weapon.shots == UNLIMITED else ARC_SHOTS[degrees] * weapon.shots


def set_arc(battle: Battle, unit: Unit, degrees: int, heading: int, weapon: int) -> None:
    """Pay for an arc; it stays through the enemy's turn (`skirmishers.arc.lasts`)."""
    pay(unit, ARC_PRICES[degrees])
    shots = shots_of(battle.weapon(weapon), degrees)
    unit.arcs = (*unit.arcs, Arc(weapon, heading, degrees, shots))
    unit.aimed = True
    battle.tell(
        "arc",
        ("skirmishers.arc.table", "skirmishers.arc.shots", "skirmishers.arc.lasts"),
        unit=unit.id,
        degrees=degrees,
        heading=heading,
        weapon=battle.weapon(weapon).name,
        shots=shots if shots >= 0 else "any number of",
    )


def lift_arcs(battle: Battle, side: int) -> None:
    """`skirmishers.turn.step-arcs`; crew weapons keep theirs (`skirmishers.crew.arc-stays`)."""
    for unit in battle.units:
        if unit.side == side and unit.arcs:
            unit.arcs = tuple(arc for arc in unit.arcs if _stays(battle, unit, arc))


def _stays(battle: Battle, unit: Unit, arc: Arc) -> bool:
    return battle.weapon(arc.weapon).kind == CREW and unit.card.kind != VEHICLE
