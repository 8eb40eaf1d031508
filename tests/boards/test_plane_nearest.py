"""The nearest place for a base among those that are down, and how much looking it may take."""

from __future__ import annotations

from battlemat.boards.plane import Base, Plane, Stand
from battlemat.boards.plane.nearest import Effort, Nearest, Space

FOOT = Base.round(50, 120)
TANK = Base.rectangle(400, 200, 200)
OPEN = Plane(4800, 4800)
NOTHING: frozenset[str] = frozenset()


def nearest(down: list[Stand], effort: int = 10_000) -> Nearest:
    """The place nearest to the middle of the table, within ten inches."""
    space = Space(OPEN, FOOT, [0], down, NOTHING)
    return space.nearest((2400, 2400), (2400, 2400), 1000, Effort(effort))


def test_a_vehicle_closes_the_ground_under_it_and_no_other() -> None:
    far = Stand(TANK, 1000, 1000)
    assert nearest([far]) == Nearest(Stand(FOOT, 2400, 2400), True)
    found = nearest([Stand(TANK, 2400, 2400)])
    # Its side lies 100 from its middle, so a centre stands 150 from it, and south comes first.
    assert found == Nearest(Stand(FOOT, 2400, 2250), True)


def test_no_more_is_looked_at_than_was_allowed() -> None:
    assert nearest([], effort=0) == Nearest(None, False)
    enough = next(most for most in range(100) if nearest([], effort=most).stand is not None)
    assert nearest([], effort=enough - 1) == Nearest(None, False)
    effort = Effort(enough)
    Space(OPEN, FOOT, [0], [], NOTHING).nearest((2400, 2400), (2400, 2400), 1000, effort)
    assert effort.left == 0
