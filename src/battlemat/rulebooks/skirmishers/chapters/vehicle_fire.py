"""Chapter "Vehicles", fighting: fire at vehicles by segments, ramming, blows and shots on the ride.

A rider rams, strikes, and fires on the move or from an arc (`skirmishers.vehicle.attack-kinds`).
Its one rule: a vehicle and those on it are attacked once by each arc for each segment
(`skirmishers.vehicle.fire-once`).
"""

from __future__ import annotations

from battlemat.kernel.questions import PASS, Flow, Option, choose
from battlemat.rulebooks.skirmishers.chapters.aiming import (
    VEHICLE_RULES,
    Aim,
    Modifier,
    aim_at,
    need,
)
from battlemat.rulebooks.skirmishers.chapters.arcs import in_saddle
from battlemat.rulebooks.skirmishers.chapters.damage import hurt
from battlemat.rulebooks.skirmishers.chapters.explosives import burst_aim, price_of, settle, usable
from battlemat.rulebooks.skirmishers.chapters.fire import (
    bit_of,
    is_decided,
    is_live,
    shoot,
    use_shot,
)
from battlemat.rulebooks.skirmishers.chapters.gear import ready_weapons
from battlemat.rulebooks.skirmishers.chapters.melee import BLOW_PRICE, strike
from battlemat.rulebooks.skirmishers.chapters.movement import pay
from battlemat.rulebooks.skirmishers.chapters.movement_fire import may_duck
from battlemat.rulebooks.skirmishers.chapters.vehicle import (
    RAM_DAMAGE,
    WIPE_DAMAGE,
    control_check,
    front_of,
    ride_of,
    rider_of,
    riders,
    settle_vehicles,
    wipe_out,
)
from battlemat.rulebooks.skirmishers.state.armory import GUN, MELEE, Weapon
from battlemat.rulebooks.skirmishers.state.battle import (
    ABLE,
    DEAD,
    FIGHTING,
    PLAYERS,
    UNCONSCIOUS,
    Arc,
    Battle,
    Unit,
)
from battlemat.rulebooks.skirmishers.state.cards import PERSON, VEHICLE
from battlemat.rulebooks.skirmishers.state.unit import Ride

SHOT_PRICE = 2
KEEP_BASE = 6
"""`skirmishers.vehicle.ram-check`, `skirmishers.vehicle.melee-check`"""
OWN = 8
"""The bit of `Ride.fired` for the rider's own weapon; 16 is the passenger's."""


# ---------------------------------------------------------------------- fire at vehicles


def places_of(battle: Battle, vehicle: Unit, target: Unit) -> list[list[int]]:
    """Where a target of this segment can be hit: at its end, else where it began.

    The vehicle by either dot (`skirmishers.vehicle.measure`), those on it by the rear.
    """
    board = battle.board
    found = []
    spots = [(front_of(battle, vehicle), vehicle.heading)]
    ride = vehicle.ride
    if ride is not None and ride.front >= 0:
        spots.append((ride.front, ride.heading))
    for front, heading in spots:
        rear = board.neighbours[front][(heading + 3) % 6]
        dots = [rear, front] if target is vehicle else [rear]
        found.append([board.ground(dot) for dot in dots if dot >= 0])
    return found


def best_aim(battle: Battle, shooter: Unit, arc: Arc, vehicle: Unit, target: Unit) -> Aim | None:
    """The best shot of an arc at a target: the end position if it can be hit, else the start."""
    mask = battle.board.arc(shooter.place, arc.heading, arc.degrees)
    return best_shot(battle, shooter, battle.weapon(arc.weapon), vehicle, target, mask)


def best_shot(
    battle: Battle, shooter: Unit, weapon: Weapon, vehicle: Unit, target: Unit, mask: int
) -> Aim | None:
    """The same for any weapon, at the dots of a mask alone."""
    own = battle.footprint(vehicle)
    for places in places_of(battle, vehicle, target):
        aims = []
        for place in places:
            if mask >> place % battle.board.size & 1:
                aim = aim_at(battle, shooter, weapon, target, place=place, own=own)
                aims += [aim] if aim is not None else []
        if aims:
            return min(aims, key=lambda aim: (need(aim), aim.distance))
    return None


def targets_of(battle: Battle, vehicle: Unit) -> list[Unit]:
    """`skirmishers.vehicle.fire-which`: the vehicle, or somebody on it."""
    return [vehicle, *(u for u in riders(battle, vehicle) if u.state <= UNCONSCIOUS)]


def segment_shooters(battle: Battle, vehicle: Unit) -> list[Option]:
    """Every arc that may fire on this occasion, with each target it can choose."""
    found: list[Option] = []
    for shooter in battle.units:
        if not shooter.arcs or shooter.side == vehicle.side or shooter.state != ABLE:
            continue
        for number, arc in enumerate(shooter.arcs):
            fired = battle.fired & bit_of(shooter, arc, number)
            if fired or not is_live(battle, shooter, arc):
                continue
            for target in targets_of(battle, vehicle):
                if target.state == DEAD:
                    continue
                if best_aim(battle, shooter, arc, vehicle, target) is not None:
                    found.append(("fire", shooter.index, number, target.index))
    return found


def segment_fire(battle: Battle, vehicle: Unit, because: str) -> Flow[None]:
    """One occasion to fire at a vehicle and those on it, shooter by shooter."""
    while vehicle.state == ABLE:
        options = segment_shooters(battle, vehicle)
        if not options:
            return
        option = yield from choose(
            PLAYERS[1 - vehicle.side],
            "reaction",
            [*options, PASS],
            because=because,
            optional=True,
            about=vehicle.index,
        )
        if option == PASS:
            return
        _, index, number, target = option
        shooter, arc = battle.units[index], battle.units[index].arcs[number]
        battle.fired |= bit_of(shooter, arc, number)
        aim = best_aim(battle, shooter, arc, vehicle, battle.units[target])
        assert aim is not None, "an arc was offered that cannot fire"
        yield from shoot(aim, "fires at")
        if arc in shooter.arcs:
            use_shot(battle, shooter, number)
        if is_decided(battle) or vehicle.hp < 0:
            return


# ---------------------------------------------------------------------- modifiers


def _signature(aim: Aim) -> Modifier | None:
    """`skirmishers.vehicle.signature`: on the vehicle, not on its rider."""
    if aim.target is None or aim.target.card.kind != VEHICLE or aim.weapon.kind == MELEE:
        return None
    by = int(aim.target.card.more["signature"])
    return Modifier("signature", by, "skirmishers.vehicle.signature") if by else None


def _crew_wounds(aim: Aim) -> Modifier | None:
    """A mounted weapon is fired with the rider's wounds, in standard fire and on the move."""
    if aim.attacker.card.kind != VEHICLE:
        return None
    rider = rider_of(aim.battle, aim.attacker)
    by = rider.mod if rider is not None else 0
    return Modifier("rider's wounds", by, "skirmishers.vehicle.mfire-modifiers") if by else None


def _vehicle_mod(aim: Aim) -> Modifier | None:
    """`skirmishers.vehicle.mod-scope`: only standard fire from the arcs of mounted weapons."""
    if aim.attacker.card.kind != VEHICLE or aim.moving or not aim.attacker.mod:
        return None
    return Modifier("vehicle damaged", aim.attacker.mod, "skirmishers.vehicle.mod-scope")


def _saddle(aim: Aim) -> Modifier | None:
    """`skirmishers.vehicle.melee`: a blow from the saddle."""
    if aim.weapon.kind != MELEE or aim.attacker.mount < 0:
        return None
    return Modifier("from the saddle", 2, "skirmishers.vehicle.melee")


VEHICLE_RULES += [_signature, _crew_wounds, _vehicle_mod, _saddle]


# ---------------------------------------------------------------------- ram and strike


def contact_options(battle: Battle, unit: Unit) -> list[Option]:
    """Rams across the front dot and blows across the rear one, once a dot has been driven."""
    if unit.mount < 0 or unit.under or battle.stage == FIGHTING or unit.pinned:
        return []
    vehicle = battle.units[unit.mount]
    ride = vehicle.ride
    if ride is None or ride.dots < 1:
        return []
    board = battle.board
    found: list[Option] = []
    ahead = board.terrain.beside(board.ground(front_of(battle, vehicle)))
    beside = board.terrain.beside(vehicle.place)
    weapon = battle.weapon(unit.hand)
    spare = unit.ap - unit.spent - max(0, _least(ride) - ride.spent)
    armed = weapon.kind == MELEE and weapon.number != battle.field.armory.fists
    for other in battle.units:
        if other.side == unit.side or other.state > UNCONSCIOUS or other.place < 0:
            continue
        near = battle.footprint(other) if other.is_vehicle else 1 << other.place
        # skirmishers.vehicle.ram-rider: of a mounted enemy only the vehicle can be rammed
        if near & ahead and other.mount < 0 and other.index not in battle.ram:
            found.append(("ram", unit.index, other.index))
        if near & beside and armed and spare >= BLOW_PRICE:
            found.append(("strike", unit.index, other.index, unit.hand))
    return found


def _least(ride: Ride) -> int:
    return {1: 1, 2: 2, 3: 5}[ride.mode]


def ram(battle: Battle, unit: Unit, target: Unit) -> Flow[None]:
    """`skirmishers.vehicle.ram`: no roll to hit; then a control check."""
    vehicle = battle.units[unit.mount]
    mode = ride_of(vehicle).mode
    battle.ram = (*battle.ram, target.index)
    because = "skirmishers.vehicle.ram-damage"
    battle.tell("rams", "skirmishers.vehicle.ram", vehicle=vehicle.id, target=target.id)
    yield from hurt(battle, target, RAM_DAMAGE[mode], 0, because)
    if not vehicle.marks.armor:  # skirmishers.vehicle.ram-self
        yield from hurt(battle, vehicle, RAM_DAMAGE[mode], 0, "skirmishers.vehicle.ram-self")
    yield from settle_vehicles(battle)
    yield from _keep_control(battle, vehicle, mode, "skirmishers.vehicle.ram-check")


def _keep_control(battle: Battle, vehicle: Unit, mode: int, because: str) -> Flow[None]:
    if vehicle.prone or is_decided(battle):
        return
    if not (yield from control_check(battle, vehicle, KEEP_BASE, because)):
        yield from wipe_out(battle, vehicle, mode=mode)


def strike_riding(battle: Battle, unit: Unit, target: Unit, weapon: Weapon) -> Flow[None]:
    """`skirmishers.vehicle.melee`: at once; speed adds to it (`vehicle.melee-damage`)."""
    pay(unit, BLOW_PRICE)
    vehicle = battle.units[unit.mount]
    mode = ride_of(vehicle).mode
    yield from strike(battle, unit, target, weapon, extra=WIPE_DAMAGE[mode])
    yield from settle_vehicles(battle)
    yield from _keep_control(battle, vehicle, mode, "skirmishers.vehicle.melee-check")


# ---------------------------------------------------------------------- movement fire


def saddle_weapons(battle: Battle, unit: Unit) -> list[int]:
    """`skirmishers.vehicle.mfire-weapons`: secondary weapons and SMGs; passengers use any gun."""
    found = [i for i in ready_weapons(battle, unit) if battle.weapon(i).kind == GUN]
    if unit.passenger or unit.card.kind != PERSON:
        return found
    return [index for index in found if in_saddle(battle.weapon(index))]


def ride_shots(battle: Battle, unit: Unit) -> list[Option]:
    """`skirmishers.vehicle.mfire`: at the end of a segment, once for each weapon."""
    if unit.mount < 0 or unit.under or battle.stage == FIGHTING or unit.pinned:
        return []
    vehicle = battle.units[unit.mount]
    ride = vehicle.ride
    if ride is None or ride.left or ride.slowing or not ride.dots:
        return []
    found: list[Option] = []
    spare = unit.ap - unit.spent - max(0, _least(ride) - ride.spent)
    for man in riders(battle, vehicle):
        bit = 2 * OWN if man.passenger else OWN
        left = spare if man is unit else man.ap_left
        if man.state != ABLE or left < SHOT_PRICE or ride.fired & bit:
            continue
        for weapon in saddle_weapons(battle, man):
            if not man.shots or battle.weapon(weapon).burst:  # skirmishers.vehicle.mfire-burst
                found += _shots(battle, man, man, vehicle, weapon)
    if spare >= SHOT_PRICE:
        for slot, index in enumerate(vehicle.carries):
            if index >= 0 and not ride.fired >> slot & 1:
                found += [
                    ("gun", unit.index, o[2], slot)
                    for o in _shots(battle, unit, vehicle, vehicle, index)
                ]
    return found


def _shots(battle: Battle, man: Unit, shooter: Unit, vehicle: Unit, weapon: int) -> list[Option]:
    board = battle.board
    mask = board.all_dots
    if shooter is vehicle:  # skirmishers.vehicle.mounted-arc: only straight ahead
        mask = board.arc(vehicle.place, 2 * vehicle.heading, 30)
    return [
        ("shoot", man.index, other.index, weapon)
        for other in battle.units
        if other.side != man.side
        and other.state <= UNCONSCIOUS
        and other.place >= 0
        and mask >> other.place % board.size & 1
        and ride_aim(battle, shooter, vehicle, other, weapon) is not None
    ]


def ride_aim(battle: Battle, shooter: Unit, vehicle: Unit, target: Unit, weapon: int) -> Aim | None:
    """A shot on the ride; the vehicle's own other dot gives no cover."""
    own = battle.footprint(vehicle)
    if target.is_vehicle:
        own |= battle.footprint(target)
    return aim_at(
        battle,
        shooter,
        battle.weapon(weapon),
        target,
        moving=True,
        own=own,
        mounted=shooter is vehicle,
        passenger=shooter.passenger,
    )


def shoot_riding(battle: Battle, man: Unit, target: Unit, weapon: int) -> Flow[None]:
    """A shot with a weapon of his own."""
    vehicle = battle.units[man.mount]
    bit = 2 * OWN if man.passenger else OWN
    man.shots += 1
    yield from _fire_riding(battle, man, man, vehicle, target, weapon, bit)


def shoot_gun(battle: Battle, rider: Unit, target: Unit, slot: int) -> Flow[None]:
    """A shot with a mounted weapon."""
    vehicle = battle.units[rider.mount]
    weapon = vehicle.carries[slot]
    yield from _fire_riding(battle, rider, vehicle, vehicle, target, weapon, 1 << slot)


def _fire_riding(
    battle: Battle, man: Unit, shooter: Unit, vehicle: Unit, target: Unit, weapon: int, bit: int
) -> Flow[None]:
    pay(man, SHOT_PRICE)
    ride = ride_of(vehicle)
    vehicle.ride = ride._replace(fired=ride.fired | bit)
    aim = ride_aim(battle, shooter, vehicle, target, weapon)
    assert aim is not None, "a shot was offered that cannot be made"
    yield from shoot(aim, "fires on the move at")
    yield from settle_vehicles(battle)
    if not is_decided(battle):
        yield from may_duck(battle, target)


def ride_lobs(battle: Battle, unit: Unit) -> list[Option]:
    """`skirmishers.vehicle.mfire-explosive`: grenades and satchels from the saddle."""
    if unit.mount < 0 or unit.under or battle.stage == FIGHTING or unit.pinned or unit.exploded:
        return []
    vehicle = battle.units[unit.mount]
    ride = vehicle.ride
    if ride is None or ride.left or ride.slowing or not ride.dots or unit.aimed:
        return []
    spare = unit.ap - unit.spent - max(0, _least(ride) - ride.spent)
    found: list[Option] = []
    for weapon in usable(battle, unit):
        if weapon.per_dot:
            disc = battle.board.disc(unit.place, spare // weapon.per_dot)
            for dot in range(battle.board.size):
                place = battle.board.ground(dot)
                if disc >> dot & 1 and burst_aim(battle, unit, weapon, place) is not None:
                    found.append(("lob", unit.index, place, weapon.number))
    return found


# ---------------------------------------------------------------------- standard fire


def gun_arcs(battle: Battle, unit: Unit) -> list[Option]:
    """`skirmishers.vehicle.mounted-arc`: after the movement, one 30 degree arc for each weapon."""
    if unit.mount < 0 or unit.under:
        return []
    vehicle = battle.units[unit.mount]
    if vehicle.prone or vehicle.state != ABLE or unit.passenger:
        return []
    slots = [slot for slot, index in enumerate(vehicle.carries) if index >= 0]
    return [("gunarc", unit.index, slot) for slot in slots[len(vehicle.arcs) :]]


def mounted_arc(vehicle: Unit, slot: int) -> Arc:
    """The arc of a mounted weapon: 30 degrees along the heading (`vehicle.mounted-arc`)."""
    return Arc(vehicle.carries[slot], 2 * vehicle.heading, 30, -1)


def set_gun_arc(battle: Battle, unit: Unit, slot: int) -> None:
    """For 0 AP, from the rear dot, always along the heading of the vehicle."""
    vehicle = battle.units[unit.mount]
    weapon = vehicle.carries[slot]
    vehicle.arcs = (*vehicle.arcs, mounted_arc(vehicle, slot))
    battle.tell(
        "arc",
        "skirmishers.vehicle.mounted-arc",
        unit=vehicle.id,
        degrees=30,
        heading=2 * vehicle.heading,
        weapon=battle.weapon(weapon).name,
        shots="any number of",
    )


def throw_at_vehicle(battle: Battle, unit: Unit) -> list[Option]:
    """An explosive whose token lies on a vehicle that is named as its target."""
    if not battle.on("vehicles") or unit.mount >= 0 or unit.aimed:
        return []
    found: list[Option] = []
    for vehicle in battle.units:
        if not vehicle.is_vehicle or vehicle.side == unit.side or vehicle.place < 0:
            continue
        for weapon in usable(battle, unit):
            for place in places_of(battle, vehicle, vehicle)[0]:
                if not weapon.smoke and burst_aim(battle, unit, weapon, place) is not None:
                    found.append(("throwat", unit.index, place, weapon.number, vehicle.index))
    return found


def throw_at(battle: Battle, unit: Unit, place: int, weapon: Weapon, vehicle: Unit) -> None:
    """The signature counts (`skirmishers.vehicle.signature`)."""
    aim = burst_aim(battle, unit, weapon, place)
    assert aim is not None, "a throw was offered that cannot be made"
    price = price_of(unit, weapon, aim.distance)
    settle(aim._replace(target=vehicle), price, stray=place, target=vehicle.index)
