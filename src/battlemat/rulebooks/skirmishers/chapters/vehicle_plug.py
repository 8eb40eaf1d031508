"""Chapter "Vehicles", where it meets the others: setups, positions, options and their texts.

Its one rule: the other chapters know vehicles only as units; what is special is hooked in here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlemat.boards.dots.board import MapError, Vehicle
from battlemat.kernel.errors import SetupError
from battlemat.kernel.questions import Flow, Option
from battlemat.rulebooks.skirmishers.chapters import (
    acting,
    arcs,
    damage,
    gear,
    position,
    vehicle_fire,
    vehicle_ride,
)
from battlemat.rulebooks.skirmishers.chapters import (
    movement_fire as mfire,
)
from battlemat.rulebooks.skirmishers.chapters import (
    setting_up as setup,
)
from battlemat.rulebooks.skirmishers.chapters.vehicle import (
    MODES,
    finish_wrecks,
    hurt_vehicle,
    read_vehicle,
    riders,
)
from battlemat.rulebooks.skirmishers.screen import handles, notation
from battlemat.rulebooks.skirmishers.screen.words import WORDS
from battlemat.rulebooks.skirmishers.state.armory import nearest
from battlemat.rulebooks.skirmishers.state.battle import ABLE, Battle, Unit
from battlemat.rulebooks.skirmishers.state.cards import VEHICLE, known

SIDES = {1: "right 60", 2: "right 120", 3: "around", -1: "left 60", -2: "left 120", 0: ""}

# ---------------------------------------------------------------------- setups


def place_unit(battle: Battle, unit: Unit) -> None:
    """Put a vehicle on its two dots, or a rider on his vehicle."""
    if unit.card.kind == VEHICLE:
        if unit.place < 0:
            _stand_vehicle(battle, unit, unit.card.values)
        return
    name = unit.card.values["rides"]
    vehicle = next((u for u in battle.units if u.id == name and u.is_vehicle), None)
    if vehicle is None:
        ids = [u.id for u in battle.units if u.is_vehicle]
        raise SetupError(f"unit {unit.id} rides {name!r}; {nearest(name, ids)}")
    place_unit(battle, vehicle)
    seat_unit(battle, unit, vehicle, str(unit.card.values.get("seat", "rider")))


def seat_unit(battle: Battle, unit: Unit, vehicle: Unit, seat: str) -> None:
    known(seat, {"rider": 0, "passenger": 0}, f"unit {unit.id}, seat")
    if len(riders(battle, vehicle)) >= vehicle.card.more["seats"]:
        raise SetupError(f"unit {unit.id}: {vehicle.id} has no seat left (vehicle.passenger)")
    unit.mount, unit.place = vehicle.index, vehicle.place
    unit.passenger = seat == "passenger"
    unit.under = vehicle.prone


def _stand_vehicle(battle: Battle, unit: Unit, values: Mapping[str, Any]) -> None:
    board, where = battle.board, f"unit {unit.id}"
    try:
        front = board.place(str(values["front"])) % board.size
    except MapError as error:
        raise SetupError(f"{where}: {error}") from None
    direction = values.get("direction", 1)
    if direction not in range(1, 7):
        raise SetupError(f"{where}: direction {direction!r}; 1 to 6 (skirmishers.map.directions)")
    at = Vehicle(front, direction - 1)
    others = 0
    for other in battle.units:
        if other is not unit and other.place >= 0 and other.mount < 0:
            others |= battle.footprint(other) if battle.holds_place(other) else 0
    if not board.roads.can_stand(at, others):
        raise SetupError(
            f"{where}: a vehicle cannot stand at {values['front']} in direction {direction} "
            "(skirmishers.vehicle.barred)"
        )
    unit.place, unit.heading = board.ground(board.roads.rear(at)), at.heading
    unit.engine = values.get("engine", "off") == "on"
    motion = values.get("in_motion")
    if motion is not None:
        unit.motion = MODES.index(known(motion, dict.fromkeys(MODES[1:]), f"{where}, in_motion"))
        unit.engine = True


def read_position(battle: Battle, data: Mapping[str, Any]) -> None:
    """The vehicles of a position."""
    by_id = {unit.id: unit for unit in battle.units}
    for name, values in data.get("vehicles", {}).items():
        if name not in by_id or not by_id[name].is_vehicle:
            raise SetupError(f"position: there is no vehicle {name!r}; {nearest(name, by_id)}")
        vehicle = by_id[name]
        if "front" in values:
            _stand_vehicle(battle, vehicle, {**vehicle.card.values, **values})
        full = sum(1 << int(cell) for cell in values.get("full", ()))
        armor = int(values.get("armor", vehicle.marks.armor))
        vehicle.marks = vehicle.marks._replace(full=full, armor=armor)
        vehicle.refresh()
        vehicle.prone = bool(values.get("overturned", False))
        if "engine" in values:
            vehicle.engine = values["engine"] == "on"
        if "in_motion" in values:
            vehicle.motion = MODES.index(values["in_motion"])
        for seat in ("rider", "passenger"):
            if values.get(seat) in by_id:
                rider = by_id[values[seat]]
                rider.mount = -1
                seat_unit(battle, rider, vehicle, seat)
        for rider in riders(battle, vehicle):
            rider.place, rider.under = vehicle.place, vehicle.prone
        for number in values.get("trained", ()):
            if vehicle.carries[number - 1] < 0:
                raise SetupError(f"unit {name}: there is no mounted weapon {number} to train")
            vehicle.arcs = (*vehicle.arcs, vehicle_fire.mounted_arc(vehicle, number - 1))
    finish_wrecks(battle)


setup.READERS[VEHICLE] = read_vehicle
setup.PLACERS.append(place_unit)
position.MORE.append(read_position)
damage.OTHERS[VEHICLE] = hurt_vehicle


# ---------------------------------------------------------------------- options


def passenger_arcs(battle: Battle, unit: Unit) -> list[Option]:
    """A passenger sets his own arc when the ride is over."""
    if unit.mount < 0 or unit.under:
        return []
    found: list[Option] = []
    for man in riders(battle, battle.units[unit.mount]):
        if man is not unit and man.state == ABLE:
            found += arcs.arc_options(battle, man)
    return found


def change_riding(battle: Battle, unit: Unit) -> list[Option]:
    """Another weapon in hand, as far as the ride leaves AP for it."""
    vehicle = battle.units[unit.mount]
    if unit.under or unit.pinned or vehicle_ride.free_ap(vehicle, unit) < gear.CHANGE:
        return []
    ride = vehicle.ride
    return [] if ride is not None and ride.left else gear.change_options(battle, unit)


acting.SPECIAL.append(vehicle_ride.foot_options)
acting.RIDING += [
    vehicle_ride.foot_options,
    vehicle_ride.saddle_options,
    change_riding,
    vehicle_fire.contact_options,
    vehicle_fire.ride_shots,
    vehicle_fire.ride_lobs,
]
acting.COMBAT += [vehicle_fire.gun_arcs, vehicle_fire.throw_at_vehicle, passenger_arcs]


def _shoot(battle: Battle, _unit: Unit, option: Option) -> Flow[None]:
    man, target = battle.units[option[1]], battle.units[option[2]]
    rule = vehicle_fire.shoot_riding if man.mount >= 0 else mfire.shoot_moving
    return rule(battle, man, target, option[3])


def _strike(battle: Battle, unit: Unit, option: Option) -> Flow[None]:
    target, weapon = battle.units[option[2]], battle.weapon(option[3])
    return vehicle_fire.strike_riding(battle, unit, target, weapon)


def _throw_at(battle: Battle, unit: Unit, option: Option) -> None:
    _, _, place, weapon, vehicle = option
    vehicle_fire.throw_at(battle, unit, place, battle.weapon(weapon), battle.units[vehicle])


acting.THROWS["throwat"] = _throw_at
acting.DOERS |= {
    "shoot": _shoot,
    "strike": _strike,
    "throwat": acting.at_once(_throw_at, combat=True),
    "gun": lambda b, u, o: vehicle_fire.shoot_gun(b, u, b.units[o[2]], o[3]),
    "gunarc": acting.at_once(lambda b, u, o: vehicle_fire.set_gun_arc(b, u, o[2]), combat=True),
    "ram": lambda b, u, o: vehicle_fire.ram(b, u, b.units[o[2]]),
    "mount": lambda b, u, o: vehicle_ride.mount(b, u, b.units[o[2]]),
    "lift": acting.at_once(lambda b, u, o: vehicle_ride.lift(b, u, b.units[o[2]])),
    "crawlout": lambda b, u, o: vehicle_ride.crawl_out(b, u, o[2]),
    "dismount": lambda b, _u, o: vehicle_ride.dismount(b, b.units[o[1]], o[2]),
    "rideoff": acting.at_once(lambda b, u, _o: vehicle_ride.ride_off(b, u)),
    "engine": acting.at_once(lambda b, u, o: vehicle_ride.switch_engine(b, u, o[2])),
    "mode": acting.at_once(lambda b, u, o: vehicle_ride.pick_mode(b, u, o[2])),
    "drive": acting.at_once(lambda b, u, _o: vehicle_ride.begin_segment(b, u)),
    "slow": acting.at_once(lambda b, u, _o: vehicle_ride.begin_segment(b, u, slowing=True)),
    "forward": lambda b, u, _o: vehicle_ride.forward(b, u),
    "veer": lambda b, u, o: vehicle_ride.veer(b, u, o[2]),
    "stop": lambda b, u, o: vehicle_ride.stop(b, u, o[2]),
    "crash": lambda b, u, _o: vehicle_ride.crash(b, u),
    "laydown": lambda b, u, _o: vehicle_ride.lay_down(b, u),
}


# ---------------------------------------------------------------------- texts


def _id(battle: Battle, index: int) -> str:
    return battle.units[index].id


def _throw_text(battle: Battle, option: Option) -> str:
    _, me, place, weapon, vehicle = option
    name = battle.board.name(place)
    return f"throw {_id(battle, me)} {name} {battle.weapon(weapon).id} {_id(battle, vehicle)}"


notation.WRITERS |= {
    "throwat": _throw_text,
    "strike": lambda b, o: f"strike {_id(b, o[1])} {_id(b, o[2])}",
    "gun": lambda b, o: f"gun {_id(b, o[1])} {_id(b, o[2])} {o[3] + 1}",
    "gunarc": lambda b, o: f"gunarc {_id(b, o[1])} {o[2] + 1}",
    "crawlout": lambda b, o: f"crawlout {_id(b, o[1])} {'standing' if o[2] else 'prone'}",
    "dismount": lambda b, o: f"dismount {_id(b, o[1])} {b.board.name(o[2])}",
    "engine": lambda b, o: f"engine {_id(b, o[1])} {'on' if o[2] else 'off'}",
    "mode": lambda b, o: f"mode {_id(b, o[1])} {MODES[o[2]]}",
    "veer": lambda b, o: f"veer {_id(b, o[1])} {SIDES[o[2]]}",
    "stop": lambda b, o: f"stop {_id(b, o[1])} {SIDES[o[2]]}".strip(),
}
handles.GROUPS |= {
    "throwat": "Explosive",
    "strike": "Strike from the saddle",
    "gun": "Movement fire",
    "gunarc": "Mounted weapon",
    "ram": "Ram",
    "mount": "Vehicle",
    "lift": "Vehicle",
    "crawlout": "Vehicle",
    "dismount": "Dismount",
    "engine": "Vehicle",
    "mode": "Movement mode",
    "drive": "Drive",
    "slow": "Drive",
    "forward": "Drive",
    "veer": "Turn",
    "stop": "Drive",
    "crash": "Drive",
    "laydown": "Drive",
    "rideoff": "Leave the map",
}
handles.LABELS |= {
    "throwat": lambda b, o: f"{b.weapon(o[3]).name} at {handles.called(b, o[4])}",
    "strike": lambda b, o: f"{b.weapon(o[3]).name} against {handles.called(b, o[2])}",
    "gun": lambda b, o: f"Mounted weapon {o[3] + 1} at {handles.called(b, o[2])}",
    "gunarc": lambda _b, o: f"Set the arc of mounted weapon {o[2] + 1}",
    "ram": lambda b, o: f"Ram {handles.called(b, o[2])}",
    "mount": lambda b, o: f"Mount {handles.called(b, o[2])}",
    "lift": lambda b, o: f"Lift {handles.called(b, o[2])} upright",
    "crawlout": lambda _b, o: f"Crawl out and {'stand' if o[2] else 'lie'}",
    "dismount": lambda b, o: f"Dismount to {b.board.name(o[2])}",
    "engine": lambda _b, o: f"Turn the engine {'on' if o[2] else 'off'}",
    "mode": lambda _b, o: f"Ride in {MODES[o[2]]} mode",
    "drive": lambda _b, _o: "Drive a segment",
    "slow": lambda _b, _o: "Slow to a full stop",
    "forward": lambda _b, _o: "One dot straight on",
    "veer": lambda _b, o: f"Turn {SIDES[o[2]]}",
    "stop": lambda _b, o: f"Stop {SIDES[o[2]]}".strip(),
    "crash": lambda _b, _o: "Crash into what is in the way",
    "laydown": lambda _b, _o: "Lay the vehicle down",
}
handles.POINTERS |= {
    "ram": handles.POINTERS["melee"],
    "strike": handles.POINTERS["melee"],
    "gun": handles.POINTERS["melee"],
    "mount": handles.POINTERS["melee"],
    "lift": handles.POINTERS["melee"],
    "dismount": handles.POINTERS["pick"],
    "throwat": handles.POINTERS["throw"],
}
WORDS |= {
    "mounts": "{unit} mounts {vehicle}.",
    "dismounts": "{unit} dismounts from {vehicle}.",
    "righted": "{unit} lifts {vehicle} upright.",
    "crawls-out": "{unit} crawls out.",
    "engine": "The engine of {vehicle} is {state}.",
    "mode": "{vehicle} rides in {mode} mode.",
    "drive": "{vehicle} begins a segment for {ap} AP.",
    "slow": "{vehicle} slows down for {ap} AP.",
    "forward": "{vehicle} drives on to {place}.",
    "veers": "{vehicle} turns by {degrees} degrees.",
    "stops": "{vehicle} is at a full stop.",
    "rams": "{vehicle} rams {target}.",
    "wipe-out": "{unit} wipes out in {mode} mode, skids {dots} dots and lies at {place}.",
}
