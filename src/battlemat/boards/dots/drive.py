"""Two-dot vehicles on a board of dots: footprint, driving on, turning on the front dot, skidding.

A vehicle keeps to open ground, so it is told by dots: its front dot and its heading, 0 to 5
clockwise from east, from rear to front.

Whatever a vehicle cannot drive onto stops it, and this module says what it was; what
follows is a rule.
"""

from typing import NamedTuple

from battlemat.boards.dots.features import SOLID_LOW, Feature, Mark
from battlemat.boards.dots.terrain import Terrain


class Vehicle(NamedTuple):
    """Where a vehicle is: its front dot, and the direction from its rear dot to it."""

    front: int
    heading: int


class Skid(NamedTuple):
    """How a skid went: where it ended, how many dots it covered, and what stopped it."""

    vehicle: Vehicle
    dots: int
    stopped: str  # "" for nothing, "edge", "obstacle" or "unit"
    struck: int  # the mask of occupied places it ran into


class Roads:
    """Where vehicles can go on one places."""

    def __init__(self, terrain: Terrain) -> None:
        self.terrain = terrain
        self.places = places = terrain.places
        marked = terrain.marked
        barred = marked[Mark.TREE] | marked[Mark.TRENCH] | marked[Mark.DEEP]
        self.drivable = places.grounds & ~barred
        """The mask of places that a vehicle may stand on."""

    def rear(self, vehicle: Vehicle) -> int:
        """The dot of a vehicle's rear, -1 when it would be off the map."""
        return self.places.neighbours[vehicle.front][(vehicle.heading + 3) % 6]

    def footprint(self, vehicle: Vehicle) -> int:
        """The mask of a vehicle's two places."""
        return 1 << self.places.ground(vehicle.front) | 1 << self.places.ground(self.rear(vehicle))

    def can_cross(self, a: int, b: int) -> bool:
        """Whether a vehicle fits through the link between two adjacent dots, units left out."""
        places = self.places
        here, there = places.ground(a), places.ground(b)
        if not self.drivable >> there & 1 or abs(places.heights[a] - places.heights[b]) > 1:
            return False
        solid = {Feature.HIGH_WALL, *SOLID_LOW}
        return not any(feature in solid for feature in self.terrain.between(here, there))

    def can_stand(self, vehicle: Vehicle, occupied: int = 0) -> bool:
        """Whether both dots are on the map, drivable and free, and the link between is open."""
        rear = self.rear(vehicle)
        return (
            rear >= 0
            and self.drivable >> self.places.ground(rear) & 1 == 1
            and self.can_cross(rear, vehicle.front)
            and not self.footprint(vehicle) & occupied
        )

    def forward(self, vehicle: Vehicle, occupied: int = 0) -> Vehicle | None:
        """The vehicle one dot further on, its rear where its front was; None when the way is
        barred.
        """
        ahead = self.places.neighbours[vehicle.front][vehicle.heading]
        if ahead < 0 or not self.can_cross(vehicle.front, ahead):
            return None
        if occupied & ~self.footprint(vehicle) & 1 << self.places.ground(ahead):
            return None
        return Vehicle(ahead, vehicle.heading)

    def swung(self, vehicle: Vehicle, sixths: int) -> Vehicle:
        """The vehicle turned on its front dot by sixths of a circle, clockwise when positive,
        asking nobody.
        """
        return Vehicle(vehicle.front, (vehicle.heading + sixths) % 6)

    def turn(self, vehicle: Vehicle, sixths: int, occupied: int = 0) -> Vehicle | None:
        """The same if the rear's new dot is free and its link to the front open, else None."""
        turned = self.swung(vehicle, sixths)
        own = self.footprint(vehicle)
        return turned if self.can_stand(turned, occupied & ~own) else None

    def fallen(self, vehicle: Vehicle, sixths: int, occupied: int = 0) -> Vehicle:
        """Where a turn by sixths of a circle that fails leaves the vehicle: turned by one less, or
        by the next smaller turn that there is room for, down to none.
        """
        back = -1 if sixths > 0 else 1
        for less in range(sixths + back, 0, back):
            turned = self.turn(vehicle, less, occupied)
            if turned is not None:
                return turned
        return vehicle

    def skid(self, vehicle: Vehicle, direction: int, dots: int, occupied: int = 0) -> Skid:
        """Both dots shifted along a direction, up to a number of dots, until either runs into
        something.
        """
        for covered in range(dots):
            stopped, struck = self._ahead(vehicle, direction, occupied)
            if stopped:
                return Skid(vehicle, covered, stopped, struck)
            vehicle = self._shifted(vehicle, direction)
        return Skid(vehicle, dots, "", 0)

    def _shifted(self, vehicle: Vehicle, direction: int) -> Vehicle:
        return Vehicle(self.places.neighbours[vehicle.front][direction], vehicle.heading)

    def _ahead(self, vehicle: Vehicle, direction: int, occupied: int) -> tuple[str, int]:
        places = self.places
        others = occupied & ~self.footprint(vehicle)
        stops, struck = set(), 0
        for dot in (vehicle.front, self.rear(vehicle)):
            there = places.neighbours[dot][direction]
            if there < 0:
                stops.add("edge")
            elif not self.can_cross(dot, there):
                stops.add("obstacle")
            elif others >> places.ground(there) & 1:
                stops.add("unit")
                struck |= 1 << places.ground(there)
        if not stops and not self.can_stand(self._shifted(vehicle, direction)):
            stops.add("obstacle")  # both dots may be entered, but a wall would part them
        for stop in ("obstacle", "unit", "edge"):
            if stop in stops:
                return stop, struck
        return "", 0
