"""Chapter "Morale Checks": squads that have lost four or more.

Morale has its own modifiers; wounds are none of them (`skirmishers.card.modifier`).
"""

from __future__ import annotations

from battlemat.kernel.modifiers import Modifier, total
from battlemat.kernel.questions import Flow
from battlemat.rulebooks.skirmishers.chapters.firing.aiming import check
from battlemat.rulebooks.skirmishers.chapters.firing.consequences import fall
from battlemat.rulebooks.skirmishers.state import events
from battlemat.rulebooks.skirmishers.state.battle import ABLE, DEAD, Battle, Unit

BREAKING = 4
"""`skirmishers.morale.when`: dead troopers of a squad from which on its men must check."""
TARGETS = {"green": 9, "regular": 7, "veteran": 5, "elite": 2}
"""`skirmishers.morale.table`"""


def squad(battle: Battle, unit: Unit) -> list[Unit]:
    """The troopers of one squad, in roster order."""
    return [
        other
        for other in battle.units
        if other.side == unit.side and other.card.squad == unit.card.squad and not other.is_vehicle
    ]


def morale_modifiers(battle: Battle, unit: Unit) -> list[Modifier]:
    """The number for his experience, losses beyond the fourth, and a living leader."""
    mates = squad(battle, unit)
    dead = sum(mate.state == DEAD for mate in mates)
    found = [Modifier(unit.card.skill, TARGETS[unit.card.skill], "skirmishers.morale.table")]
    if dead > BREAKING:
        found.append(Modifier("losses", dead - BREAKING, "skirmishers.morale.losses"))
    for mate in mates:
        if mate.card.leadership and mate.state != DEAD:
            found.append(Modifier("leadership", -mate.card.leadership, "skirmishers.morale.leader"))
            break
    return found


def morale_checks(battle: Battle, side: int) -> Flow[None]:
    """Every conscious trooper of a squad with four dead rolls, in roster order."""
    for unit in battle.units:
        if unit.side != side or unit.state != ABLE or unit.is_vehicle:
            continue
        if sum(mate.state == DEAD for mate in squad(battle, unit)) < BREAKING:
            continue
        found = morale_modifiers(battle, unit)
        need = total(found)
        steady = yield from check(
            battle, side, need, "morale", unit.id, because="skirmishers.morale.table"
        )
        if not steady:
            pin(battle, unit)


def pin(battle: Battle, unit: Unit) -> None:
    """`skirmishers.morale.failure`: prone at once, and no AP this turn."""
    unit.pinned = True
    battle.tell(events.Pinned, "skirmishers.morale.failure", unit=unit.id)
    fall(battle, unit, "skirmishers.morale.failure")
