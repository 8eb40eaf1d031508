"""Chapter "Resolving Fire", what harm leads to: falling, passing out, dying, and what is lost."""

from __future__ import annotations

from battlemat.rulebooks.skirmishers.chapters.firing.aiming import swims
from battlemat.rulebooks.skirmishers.state import events
from battlemat.rulebooks.skirmishers.state.battle import DEAD, NOTHING, UNCONSCIOUS, Battle, Unit
from battlemat.rulebooks.skirmishers.state.cards import PERSON
from battlemat.rulebooks.skirmishers.state.weapons import CREW


def suffer(battle: Battle, unit: Unit, ap_before: int) -> None:
    """What new values do at once: death, unconsciousness, or falling where AP have run out.

    In the enemy's turn nothing has been spent (`skirmishers.damage.fall-off-turn`).
    """
    if unit.hp < 0:
        die(battle, unit, "skirmishers.card.dead")
    elif unit.hp == 0 and unit.card.kind == PERSON:
        pass_out(battle, unit)
    elif unit.ap < ap_before and unit.spent >= unit.ap:
        unit.halted = True
        fall(battle, unit, "skirmishers.damage.fall")


def fall(battle: Battle, unit: Unit, because: str) -> None:
    """Knocked prone; swimmers and riders only end their actions
    (`skirmishers.vehicle.rider-no-fall`).
    """
    if unit.prone or unit.mount >= 0 or swims(battle, unit):
        return
    battle.lift(unit)
    unit.prone = True
    battle.lay(unit)
    battle.tell(events.Falls, because, unit=unit.id)


def pass_out(battle: Battle, unit: Unit) -> None:
    """`skirmishers.card.unconscious`: prone, no arc, no acts, still there to be hit."""
    if unit.state == UNCONSCIOUS:
        return
    battle.lift(unit)
    unit.state = UNCONSCIOUS
    unit.prone = not swims(battle, unit)
    battle.lay(unit)
    disarm(battle, unit)
    battle.tell(
        events.Unconscious, "skirmishers.card.unconscious", unit=unit.id, name=unit.card.name
    )


def die(battle: Battle, unit: Unit, because: str) -> None:
    """The dead leave a body that is in nobody's way (`skirmishers.map.bodies`)."""
    if unit.state == DEAD:
        return
    battle.lift(unit)
    unit.state = DEAD
    disarm(battle, unit)
    battle.lay(unit)
    battle.tell(events.Dead, because, unit=unit.id, name=unit.card.name)


def disarm(battle: Battle, unit: Unit) -> None:
    """`skirmishers.arc.lost`: arcs go with the shooter, and a crew weapon loses its controller."""
    unit.arcs = ()
    if battle.guns:
        leave_gun(battle, unit)


def leave_gun(battle: Battle, unit: Unit) -> None:
    """`skirmishers.crew.abandon`: the weapon stands there without a controller."""
    for number, gun in enumerate(battle.guns):
        if gun.controller == unit.index:
            guns = list(battle.guns)
            guns[number] = gun._replace(controller=NOTHING)
            battle.guns = tuple(guns)
            unit.arcs = tuple(arc for arc in unit.arcs if battle.weapon(arc.weapon).kind != CREW)
            if unit.hand == gun.weapon and gun.weapon not in unit.carries:
                unit.hand = battle.field.armory.fists  # as for what is dropped
            battle.tell(
                events.Abandoned,
                "skirmishers.crew.abandon",
                unit=unit.id,
                weapon=battle.weapon(gun.weapon).name,
            )
            return
