"""The board of dots of Skirmishers: a triangular lattice with levels, buildings and ground.

A dot is an int, a place is a dot on a level; what a `Board` can be asked is told in `dots.board`.
"""

from battlemat.boards.dots.board import Board
from battlemat.boards.dots.drive import Skid, Vehicle
from battlemat.boards.dots.features import (
    COVERING,
    SOFT,
    SOLID_LOW,
    TUNNEL_LEVEL,
    Building,
    Feature,
    Link,
    MapError,
    Mark,
    Plan,
)
from battlemat.boards.dots.fly import Flight
from battlemat.boards.dots.lattice import (
    ARC_WIDTHS,
    DIRECTION_NAMES,
    DIRECTIONS,
    HEADINGS,
    column_of,
    each,
)
from battlemat.boards.dots.reach import Prices, Reach, Walk
from battlemat.boards.dots.sight import CLEAR, Clutter, Line
from battlemat.boards.dots.text import column_number, dot_name
from battlemat.boards.dots.why import Blind

__all__ = [
    "ARC_WIDTHS",
    "CLEAR",
    "COVERING",
    "DIRECTIONS",
    "DIRECTION_NAMES",
    "HEADINGS",
    "SOFT",
    "SOLID_LOW",
    "TUNNEL_LEVEL",
    "Blind",
    "Board",
    "Building",
    "Clutter",
    "Feature",
    "Flight",
    "Line",
    "Link",
    "MapError",
    "Mark",
    "Plan",
    "Prices",
    "Reach",
    "Skid",
    "Vehicle",
    "Walk",
    "column_number",
    "column_of",
    "dot_name",
    "each",
]
