"""Where a place of the table lies on a screen.

Screens have y to the south and compass bearings; the table has y to the north and counts degrees
from the east.
"""

from __future__ import annotations

from battlemat.boards.plane import Plane
from battlemat.kernel.scene import Point
from battlemat.rulebooks.openfire.state.cards import INCH


def on_screen(plane: Plane, x: int, y: int) -> Point:
    """A place on the table as a screen draws it."""
    return (x / INCH, (plane.height - y) / INCH)


def bearing(facing: int) -> float:
    """A facing as a compass bearing; every model shows its own (`openfire.facing.forward`)."""
    return float((90 - facing) % 360)
