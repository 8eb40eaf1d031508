"""Chapter "Resolving Fire", the shots: each is resolved in full before the next is named."""

from __future__ import annotations

from battlemat.kernel.modifiers import total
from battlemat.kernel.questions import PASS, Flow, Pass
from battlemat.rulebooks.skirmishers.chapters.firing.aiming import (
    Aim,
    check,
    modifiers,
    tell_aim,
)
from battlemat.rulebooks.skirmishers.chapters.firing.damage import hurt
from battlemat.rulebooks.skirmishers.chapters.firing.reactions import (
    FIRE,
    REACTION,
    Chance,
    Fire,
    aim_of,
    bit_of,
)
from battlemat.rulebooks.skirmishers.chapters.vehicles.machine import settle_vehicles
from battlemat.rulebooks.skirmishers.state import events
from battlemat.rulebooks.skirmishers.state.battle import (
    ABLE,
    DEAD,
    PLAYERS,
    Battle,
    Unit,
)
from battlemat.rulebooks.skirmishers.state.cards import VEHICLE


def reaction(battle: Battle, chance: Chance) -> Flow[None]:
    """The arcs' owner names one shooter after another, or holds.

    The fallen and the unconscious may still be fired at, the dead may not. Who is able afterwards
    goes on.
    """
    target = chance.target
    while target.state != DEAD and (chance.flying or target.place >= 0):
        options = FIRE.offered(battle, chance)
        if not options:
            return
        option = yield from REACTION(
            PLAYERS[1 - target.side],
            battle,
            chance,
            because=chance.because,
            about=target.index,
            listed=[*options, PASS],
        )
        if isinstance(option, Pass):
            return
        yield from fire_arc(battle, chance, option)
        if is_decided(battle) or is_grounded(chance):
            return
        if battle.on("vehicles"):
            yield from settle_vehicles(battle)  # before the next shooter


def is_grounded(chance: Chance) -> bool:
    """Whether a flier was hit so that he comes down."""
    target = chance.target
    down = target.ap < chance.ap or target.state != ABLE or not target.flies
    return chance.flying and down


def is_decided(battle: Battle) -> bool:
    """Whether a side has no able trooper left: it has lost at once."""
    units = battle.units
    for side in battle.field.sides:
        for index in side:
            unit = units[index]
            if unit.state == ABLE and unit.card.kind != VEHICLE:
                break
        else:
            return True
    return False


def fire_arc(battle: Battle, chance: Chance, option: Fire) -> Flow[None]:
    """One shot from an arc: mark it, resolve it, count it off."""
    shooter = battle.units[option.unit]
    arc = shooter.arcs[option.arc]
    aim = aim_of(battle, chance, option)
    assert aim is not None, "an arc was offered that cannot fire"
    battle.fired |= bit_of(shooter, arc, option.arc)
    yield from shoot(aim, "fires")
    if arc in shooter.arcs:
        use_shot(battle, shooter, option.arc)


def use_shot(battle: Battle, shooter: Unit, number: int) -> None:
    """One shot less; the last one ends the arc."""
    arc = shooter.arcs[number]
    if arc.shots < 0:
        return  # crew weapons fire without end
    arcs = list(shooter.arcs)
    if arc.shots == 1:
        del arcs[number]
        if shooter.card.kind == VEHICLE:
            _close_up(battle, shooter, number)
        battle.tell(events.ArcSpent, "skirmishers.arc.spent", unit=shooter.id)
    else:
        arcs[number] = arc._replace(shots=arc.shots - 1)
    shooter.arcs = tuple(arcs)


def _close_up(battle: Battle, vehicle: Unit, number: int) -> None:
    """The arcs of a vehicle are known by their place in the row: those behind a spent one move up,
    and so do the marks that they have fired.
    """
    low = 4 * vehicle.index + number
    before, behind = battle.fired & (1 << low) - 1, battle.fired >> low + 1
    others = behind >> 3 - number << 4 - number
    own = behind & (1 << 3 - number) - 1
    battle.fired = before | (own | others) << low


def shoot(aim: Aim, manner: str) -> Flow[bool]:
    """One ranged attack: the check, then the initial cell."""
    found = modifiers(aim)
    tell_aim(aim, found, manner)
    hit = yield from check(
        aim.battle, aim.attacker.side, total(found), "shot", because="skirmishers.fire.base"
    )
    if hit:
        assert aim.target is not None
        weapon = aim.weapon
        yield from hurt(
            aim.battle, aim.target, weapon.lethal, weapon.bludgeon, "skirmishers.damage.new-values"
        )
    return hit
