"""The free table of Open Fire: exact geometry in hundredths of an inch.

Each line names the module that tells more:

    plane = read_plane(values)                 # a table with level areas and terrain: read
    stand = Stand(base, x, y, facing)          # a base somewhere: shapes
    distance(stand, other), arc(stand, other)  # measure
    look(plane, viewer, target)                # what one eye sees: sight
    walk(plane, stand, points, gait)           # what a way meets and costs: move
    formation_fault(...), Room(...)            # places for followers: formation
    Space(...).nearest(...)                    # the nearest place of all, exactly: nearest
"""

from battlemat.boards.plane.board import GROUND, KEYWORDS, SIGHTS, Area, Part, Plane, Stop
from battlemat.boards.plane.exact import (
    Box,
    Point,
    boxes_apart,
    core_edges,
    edge_box,
    inside_spans,
    root_up,
    segments_closer,
)
from battlemat.boards.plane.formation import FAR, PITCH, Formation, Room, formation_fault, lattice
from battlemat.boards.plane.measure import FRONT, arc, closer, distance, nearness, within
from battlemat.boards.plane.move import Gait, Go, Leg, Path, Turn, ahead, comes_within, drive, walk
from battlemat.boards.plane.nearest import Effort, Limit, Nearest, Space
from battlemat.boards.plane.read import (
    PlaneError,
    base_fault,
    outline_faults,
    plane_values,
    read_base,
    read_plane,
)
from battlemat.boards.plane.shapes import DIRECTIONS, UNIT, Base, Outline, Stand, facing_along
from battlemat.boards.plane.sight import BLOCKED, CLEAR, OBSTRUCTED, Sight, look, screen, sees_all

__all__ = [
    "BLOCKED",
    "CLEAR",
    "DIRECTIONS",
    "FAR",
    "FRONT",
    "GROUND",
    "KEYWORDS",
    "OBSTRUCTED",
    "PITCH",
    "SIGHTS",
    "UNIT",
    "Area",
    "Base",
    "Box",
    "Effort",
    "Formation",
    "Gait",
    "Go",
    "Leg",
    "Limit",
    "Nearest",
    "Outline",
    "Part",
    "Path",
    "Plane",
    "PlaneError",
    "Point",
    "Room",
    "Sight",
    "Space",
    "Stand",
    "Stop",
    "Turn",
    "ahead",
    "arc",
    "base_fault",
    "boxes_apart",
    "closer",
    "comes_within",
    "core_edges",
    "distance",
    "drive",
    "edge_box",
    "facing_along",
    "formation_fault",
    "inside_spans",
    "lattice",
    "look",
    "nearness",
    "outline_faults",
    "plane_values",
    "read_base",
    "read_plane",
    "root_up",
    "screen",
    "sees_all",
    "segments_closer",
    "walk",
    "within",
]
