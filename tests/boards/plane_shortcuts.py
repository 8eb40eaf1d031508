"""Short ways to ask the free table, for its tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from battlemat.boards.plane import PITCH, Base, Formation, Plane, Point, Room, Stand
from battlemat.boards.plane.shapes import Sweep


def overlaps(one: Stand, two: Stand) -> bool:
    """True if two bases share an inside point; touching is not overlapping."""
    return Sweep.of(one).overlaps_stand(two)


def propose(
    plane: Plane,
    leader: Stand,
    members: Sequence[tuple[Base, Point | None]],
    others: Sequence[Stand],
    formation: Formation,
    *,
    pitch: int = PITCH,
    allowed: Callable[[Stand], bool] | None = None,
) -> list[Stand | None]:
    """A place for each member in turn, given those already put down; None where there is none.

    A member's wanted point is tried first, then the lattice around the leader's centre (the wanted
    point is that centre if it has none). All face as the leader does. `allowed` may turn a place
    down for reasons of its own.
    """
    room = Room(plane, leader, [base for base, _ in members], others, formation)
    places: list[Stand | None] = []
    for base, wanted in members:
        found = room.find(base, wanted, pitch, allowed)
        places.append(found)
        if found is not None:
            room.take(found)
    return places
