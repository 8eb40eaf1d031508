"""Chapter "Vehicles", at the start and in a position: on which dots, with whom, in what state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlemat.boards.dots import MapError, Vehicle
from battlemat.kernel.errors import SetupError
from battlemat.rulebooks.skirmishers.chapters.vehicle import finish_wrecks
from battlemat.rulebooks.skirmishers.chapters.vehicle_attacks import mounted_arc
from battlemat.rulebooks.skirmishers.state.armory import nearest
from battlemat.rulebooks.skirmishers.state.battle import Battle, Unit
from battlemat.rulebooks.skirmishers.state.cards import VEHICLE, known
from battlemat.rulebooks.skirmishers.state.vehicles import MODES, riders


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
    if "front" not in values:
        raise SetupError(f"{where} stands nowhere; give it 'front'")
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
            vehicle.arcs = (*vehicle.arcs, mounted_arc(vehicle, number - 1))
    finish_wrecks(battle)
