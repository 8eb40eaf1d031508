"""Chapter "Vehicles", at the start and in a position: on which dots, with whom, in what state."""

from __future__ import annotations

from dataclasses import dataclass

from battlemat.boards.dots import MapError, Vehicle
from battlemat.kernel.errors import SetupError
from battlemat.rulebooks.skirmishers.chapters.vehicles.machine import finish_wrecks
from battlemat.rulebooks.skirmishers.chapters.vehicles.mounted import train
from battlemat.rulebooks.skirmishers.state.armory import nearest
from battlemat.rulebooks.skirmishers.state.battle import Battle, Unit
from battlemat.rulebooks.skirmishers.state.cards import VEHICLE, known
from battlemat.rulebooks.skirmishers.state.position_setup import PositionSetup, VehiclePosition
from battlemat.rulebooks.skirmishers.state.setup import UnitSetup
from battlemat.rulebooks.skirmishers.state.vehicles import MODES, riders

_AS_ON_CARD = VehiclePosition()


def place_unit(battle: Battle, unit: Unit) -> None:
    """Put a vehicle on its two dots, or a rider on his vehicle."""
    if unit.card.kind == VEHICLE:
        if unit.place < 0:
            _stand_vehicle(battle, unit, _parked(unit.card.written))
        return
    name = unit.card.written.rides
    vehicle = next((u for u in battle.units if u.id == name and u.is_vehicle), None)
    if vehicle is None:
        ids = [u.id for u in battle.units if u.is_vehicle]
        raise SetupError(f"unit {unit.id} rides {name!r}; {nearest(name, ids)}")
    place_unit(battle, vehicle)
    seat_unit(battle, unit, vehicle, unit.card.written.seat or "rider")


def seat_unit(battle: Battle, unit: Unit, vehicle: Unit, seat: str) -> None:
    known(seat, {"rider": 0, "passenger": 0}, f"unit {unit.id}, seat")
    if len(riders(battle, vehicle)) >= vehicle.card.seats:
        raise SetupError(f"unit {unit.id}: {vehicle.id} has no seat left (vehicle.passenger)")
    unit.mount, unit.place = vehicle.index, vehicle.place
    unit.passenger = seat == "passenger"
    unit.under = vehicle.prone


@dataclass(frozen=True, slots=True)
class _Parked:
    """Where a vehicle stands and how it moves."""

    front: str | None
    direction: int
    engine: str
    in_motion: str | None


def _parked(card: UnitSetup, moved: VehiclePosition = _AS_ON_CARD) -> _Parked:
    """What its card says, where the position does not say otherwise."""
    return _Parked(
        moved.front or card.front,
        moved.direction or card.direction or 1,
        moved.engine or card.engine or "off",
        moved.in_motion or card.in_motion,
    )


def _stand_vehicle(battle: Battle, unit: Unit, parked: _Parked) -> None:
    board, where = battle.board, f"unit {unit.id}"
    if parked.front is None:
        raise SetupError(f"{where} stands nowhere; give it 'front'")
    try:
        front = board.place(parked.front) % board.size
    except MapError as error:
        raise SetupError(f"{where}: {error}") from None
    at = Vehicle(front, parked.direction - 1)  # skirmishers.map.directions
    others = 0
    for other in battle.units:
        if other is not unit and other.place >= 0 and other.mount < 0:
            others |= battle.footprint(other) if battle.holds_place(other) else 0
    if not board.roads.can_stand(at, others):
        raise SetupError(
            f"{where}: a vehicle cannot stand at {parked.front} in direction {parked.direction} "
            "(skirmishers.vehicle.barred)"
        )
    unit.place, unit.heading = board.ground(board.roads.rear(at)), at.heading
    unit.engine = parked.engine == "on"
    if parked.in_motion is not None:
        mode = known(parked.in_motion, dict.fromkeys(MODES[1:]), f"{where}, in_motion")
        unit.motion = MODES.index(mode)
        unit.engine = True


def read_position(battle: Battle, position: PositionSetup) -> None:
    """The vehicles of a position."""
    by_id = {unit.id: unit for unit in battle.units}
    for name, row in position.vehicles.items():
        if name not in by_id or not by_id[name].is_vehicle:
            raise SetupError(f"position: there is no vehicle {name!r}; {nearest(name, by_id)}")
        vehicle = by_id[name]
        if row.front is not None:
            _stand_vehicle(battle, vehicle, _parked(vehicle.card.written, row))
        full = sum(1 << int(cell) for cell in row.full)
        armor = vehicle.marks.armor if row.armor is None else row.armor
        vehicle.marks = vehicle.marks._replace(full=full, armor=armor)
        vehicle.refresh()
        vehicle.prone = row.overturned
        if row.engine is not None:
            vehicle.engine = row.engine == "on"
        if row.in_motion is not None:
            vehicle.motion = MODES.index(row.in_motion)
        for seat, who in (("rider", row.rider), ("passenger", row.passenger)):
            if who in by_id:
                rider = by_id[who]
                rider.mount = -1
                seat_unit(battle, rider, vehicle, seat)
        for rider in riders(battle, vehicle):
            rider.place, rider.under = vehicle.place, vehicle.prone
        for number in row.trained:
            if vehicle.carries[number - 1] < 0:
                raise SetupError(f"unit {name}: there is no mounted weapon {number} to train")
            train(battle, vehicle, number - 1)
    finish_wrecks(battle)
