"""Chapter "Game Loop": turns, activations, and the end of the turn.

Between two steps the battle alone says what comes next; a step is one activation's beginning, one
action, or one explosive.
"""

from __future__ import annotations

from battlemat.kernel.questions import Flow, roll
from battlemat.rulebooks.skirmishers.chapters.acting import Acting
from battlemat.rulebooks.skirmishers.chapters.activation import (
    ACTIVATION,
    End,
)
from battlemat.rulebooks.skirmishers.chapters.crewed_weapons.work import train_again
from battlemat.rulebooks.skirmishers.chapters.explosives.bursts import (
    clear_smoke,
    explode,
    grow_smoke,
)
from battlemat.rulebooks.skirmishers.chapters.firing.arcs import lift_arcs
from battlemat.rulebooks.skirmishers.chapters.firing.reactions import ACTIVATE, Chance
from battlemat.rulebooks.skirmishers.chapters.firing.shots import is_decided, reaction
from battlemat.rulebooks.skirmishers.chapters.melee import late_blows, pending
from battlemat.rulebooks.skirmishers.chapters.morale import morale_checks
from battlemat.rulebooks.skirmishers.chapters.moving.steps import caught_in_wire, end_movement
from battlemat.rulebooks.skirmishers.chapters.together import (
    hand_over,
    is_stuck,
    join,
    turn_to,
)
from battlemat.rulebooks.skirmishers.chapters.vehicles.machine import settle_vehicles
from battlemat.rulebooks.skirmishers.chapters.vehicles.ride import begin_ride
from battlemat.rulebooks.skirmishers.chapters.victory import check_turn_end
from battlemat.rulebooks.skirmishers.state import events
from battlemat.rulebooks.skirmishers.state.battle import ABLE, MOVING, PLAYERS, Battle, Unit
from battlemat.rulebooks.skirmishers.state.vehicles import may_end, riders
from battlemat.rulebooks.skirmishers.verbs import VERBS, action_ask


def muster(battle: Battle) -> Flow[None]:
    """`skirmishers.turn.first-side`: one die, 1 to 3 for side A."""
    first = battle.field.scenario.first
    if first < 0:
        faces = yield from roll(
            PLAYERS[0], 1, 6, because="skirmishers.turn.first-side", alike=((1, 2, 3), (4, 5, 6))
        )
        first = int(faces[0] > 3)
        player = PLAYERS[first]
        battle.tell(events.First, "skirmishers.turn.first-side", face=faces[0], player=player)
    battle.first = first
    battle.phase = "turn"


def start_turn(battle: Battle) -> Flow[None]:
    """Arcs are lifted, AP counted anew, morale checked (`skirmishers.turn.alternate`)."""
    battle.turn += 1
    battle.to_move = battle.first if battle.turn % 2 else 1 - battle.first
    side = battle.to_move
    battle.tell(
        events.Turn,
        ("skirmishers.turn.alternate", "skirmishers.turn.step-arcs"),
        player=PLAYERS[side],
        round=battle.round,
        rounds=battle.field.scenario.rounds,
    )
    lift_arcs(battle, side)
    train_again(battle, side)
    for unit in battle.units:
        unit.bruises = 0
        if unit.side == side:
            fresh(unit)
    battle.phase = "activate"
    if battle.on("morale"):
        yield from morale_checks(battle, side)


def fresh(unit: Unit) -> None:
    """A unit at the start of its side's turn (`skirmishers.turn.ap-clock`)."""
    unit.activated = unit.halted = unit.aimed = unit.flown = unit.pinned = False
    unit.spent = unit.walked = unit.exploded = unit.shots = 0
    if unit.is_vehicle:
        unit.ride = None


def next_activation(battle: Battle) -> Flow[None]:
    """`skirmishers.turn.step-units`: the player picks; then everything up to the first act."""
    ready = ACTIVATION.listed(battle, battle.to_move)
    if not ready:
        battle.phase = "late"
        return
    player = PLAYERS[battle.to_move]
    option = yield from ACTIVATION(player, battle, battle.to_move, listed=ready)
    yield from begin(battle, battle.units[option.unit])


def begin(battle: Battle, unit: Unit) -> Flow[None]:
    """`skirmishers.turn.activation-sequence`: blows, fire, entanglement; then he may act."""
    start_acting(battle, unit)
    battle.tell(
        events.Activate,
        "skirmishers.turn.activation-sequence",
        player=PLAYERS[unit.side],
        unit=unit.id,
        name=unit.card.name,
        ap=unit.ap,
    )
    yield from pending(battle, unit)
    if unit.mount >= 0 and not unit.under:
        yield from begin_mounted(battle, unit)
    elif unit.state == ABLE and not is_decided(battle):
        yield from reaction(battle, Chance(unit, ACTIVATE))
    if unit.state == ABLE and unit.entangled and not is_decided(battle):
        yield from caught_in_wire(battle, unit, "skirmishers.terrain.wire-next")


def begin_mounted(battle: Battle, unit: Unit) -> Flow[None]:
    """A rider's activation: blows on his vehicle, fire at either, and then the ride."""
    vehicle = battle.units[unit.mount]
    for other in riders(battle, vehicle):
        if not other.activated and other.state == ABLE:
            join(battle, other)
            yield from pending(battle, other)
    yield from pending(battle, vehicle)
    yield from settle_vehicles(battle)
    if not vehicle.prone and not is_decided(battle):
        yield from reaction(battle, Chance(vehicle, "skirmishers.vehicle.fire-activate"))
        yield from settle_vehicles(battle)
    drives = unit.state == ABLE and not unit.passenger
    if not vehicle.prone and drives and not is_decided(battle):
        yield from begin_ride(battle, unit)


def start_acting(battle: Battle, unit: Unit) -> None:
    """Make a unit the active one, before anything happens to it."""
    unit.activated = True
    battle.active = unit.index
    battle.stage = MOVING
    battle.entered = battle.shot_here = False
    battle.fired = 0
    battle.ram = battle.together = ()
    battle.phase = "acting"


def next_action(battle: Battle) -> Flow[None]:
    """One action of the active unit, or the end of its activation.

    Combat actions come after its own movement (`skirmishers.turn.step-combat`).
    """
    unit = battle.units[battle.active]
    if unit.state != ABLE:
        finish(battle)
        return
    if is_stuck(unit) and may_end(battle, unit):
        yield from end_activation(battle, unit)
        return
    because = "skirmishers.action.combat-actions" if battle.stage else "skirmishers.move.first"
    option = yield from action_ask(battle)(
        PLAYERS[unit.side], battle, Acting(unit.index), because=because, about=unit.index
    )
    turn_to(battle, option.unit)
    if isinstance(option, End):
        yield from end_activation(battle, battle.units[option.unit])
    else:
        yield from VERBS.do(battle, option)


def end_activation(battle: Battle, unit: Unit) -> Flow[None]:
    """What the last dot does to who stays there, and then the next unit."""
    yield from end_movement(battle, unit)
    if battle.on("vehicles"):
        yield from settle_vehicles(battle)
    finish(battle)


def finish(battle: Battle) -> None:
    """The activation is over; who was activated together goes on with his own."""
    if hand_over(battle):
        return
    battle.together = ()
    battle.active = -1
    battle.fired = 0
    battle.entered = battle.shot_here = False
    battle.stage = MOVING
    battle.phase = "activate"


def late(battle: Battle) -> Flow[None]:
    """After the last activation: blows on the unconscious, then smoke spreads."""
    yield from late_blows(battle)
    if battle.on("vehicles"):
        yield from settle_vehicles(battle)
    grow_smoke(battle)
    battle.phase = "explosives"


def next_explosive(battle: Battle) -> Flow[None]:
    """`skirmishers.turn.step-explosives`: one at a time, in the order they were used."""
    if not battle.tokens:
        battle.phase = "end"
        return
    token, battle.tokens = battle.tokens[0], battle.tokens[1:]
    yield from explode(battle, token)


def end_turn(battle: Battle) -> None:
    """AP count as 0 from now on, payments lapse, smoke clears; then the scenario's tests."""
    for unit in battle.units:
        if unit.side == battle.to_move:
            unit.spent = unit.walked = 0
            unit.ride = None  # skirmishers.vehicle.wipe-causes: from now on its motion counts
    battle.paid = ()
    battle.blows = tuple(
        blow for blow in battle.blows if battle.units[blow.attacker].side == battle.to_move
    )
    clear_smoke(battle)
    if not check_turn_end(battle):
        battle.phase = "turn"
