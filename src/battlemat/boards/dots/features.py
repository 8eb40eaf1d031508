"""What can stand on a board of dots: features on links, marks on dots, and the plain plan of a map.

A feature has a nature (does it stop sight, give cover, shelter a prone man) but no
price; prices are rules and come in from outside.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

TUNNEL_LEVEL = -1
"""The level of everything underground, whatever the ground above is doing."""


class MapError(ValueError):
    """A map, or a name on a map, that cannot be: the message says what, where, and what would be
    right. A drawing has all its `faults` told at once; the message is the first of them.
    """

    def __init__(self, *faults: str) -> None:
        super().__init__(faults[0])
        self.faults = faults


class Feature(Enum):
    """What lies between two adjacent dots, on one level."""

    HIGH_WALL = "high-wall"
    DOOR = "door"
    WINDOW = "window"
    LOW_WALL = "low-wall"
    FURNITURE = "furniture"
    VEGETATION = "vegetation"
    BREACH = "breach"

    __hash__ = object.__hash__  # members are single objects; hashing their names costs ten times it


SOLID_LOW = frozenset({Feature.WINDOW, Feature.LOW_WALL, Feature.FURNITURE})
"""Low and solid: cover for the standing, a hiding place for the prone."""

COVERING = SOLID_LOW | {Feature.VEGETATION}
"""Everything on a link that counts as one obstruction to a line crossing it."""

SHELL = frozenset({Feature.DOOR, Feature.WINDOW, Feature.BREACH})
"""What may take the place of a building's outer wall."""


class Mark(Enum):
    """What lies on a dot, on one level. The order is the order in which a drawing prefers them."""

    TREE = "tree"
    STAIRS = "stairs"  # joins this level to the next one up
    LADDER = "ladder"  # the same, narrower
    VEGETATION = "vegetation"
    SWAMP = "swamp"
    ROUGH = "rough"
    WIRE = "wire"
    TRENCH = "trench"
    SHALLOW = "shallow"
    DEEP = "deep"
    TUNNEL = "tunnel"  # a dot one can crawl on underground
    MOUTH = "mouth"  # a tunnel dot that opens to the ground above it

    __hash__ = object.__hash__


SOFT = (Mark.VEGETATION, Mark.SWAMP)
"""Marks that give cover to lines passing or ending there."""

Link = tuple[int, int]
"""Two adjacent dots, the earlier in reading order first."""


@dataclass(frozen=True, slots=True)
class Building:
    """Some dots under one roof: floors on `storeys` levels counted from the ground, and a roof on
    the level above them.
    """

    name: str
    storeys: int
    dots: frozenset[int]


@dataclass(slots=True)
class Plan:
    """A map as plain values, before it is checked: what a drawing says, and what a board is built
    from.
    """

    width: int
    height: int
    heights: Mapping[int, int] = field(default_factory=dict)
    buildings: tuple[Building, ...] = ()
    marks: frozenset[tuple[Mark, int, int]] = frozenset()  # (mark, dot, level)
    links: Mapping[tuple[int, int, int], Feature] = field(default_factory=dict)  # (dot, dot, level)
