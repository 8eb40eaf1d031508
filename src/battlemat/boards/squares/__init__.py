"""The square board of Skirm: maps as text, steps and reach, lines of sight.

From a drawing to what can be asked:

    board = Board.parse(drawing)               # the drawing: see text
    terrain = board.terrain(board.doors_open)  # while these doors are open
    terrain.reach(start, 6, blocked=..., ...)  # where a movement may end
    terrain.sees(a, b, standing=units)         # lines of sight
    way(terrain, start, end, 6, crowd)         # a movement step by step
"""

from battlemat.boards.squares.board import Board, distance, distance_with_height, squares_crossed
from battlemat.boards.squares.plan import MapError, Plan, Side, members, square_name
from battlemat.boards.squares.sight import Hindrance, SightLine, SightPair
from battlemat.boards.squares.terrain import Terrain
from battlemat.boards.squares.text import read_plan
from battlemat.boards.squares.ways import Crowd, Step, way

__all__ = [
    "Board",
    "Crowd",
    "Hindrance",
    "MapError",
    "Plan",
    "Side",
    "SightLine",
    "SightPair",
    "Step",
    "Terrain",
    "distance",
    "distance_with_height",
    "members",
    "read_plan",
    "square_name",
    "squares_crossed",
    "way",
]
