"""The square board: floors, walls and doors on a grid, in the numbers of `squares.plan`.

What depends on which doors are open (steps, adjacency, sight) is asked of a `Terrain`, which the
board hands out and keeps, one for each state of its doors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

from battlemat.boards.squares.fans import Point, squares_on
from battlemat.boards.squares.plan import MapError, Plan, Side, square_name, square_xy
from battlemat.boards.squares.terrain import Terrain
from battlemat.boards.squares.text import draw_plan, look_at_plan, read_plan


class Board:
    """A map that never changes; two boards are equal when they show the same map."""

    __slots__ = (
        "_hash",
        "_plan",
        "_terrains",
        "all_squares",
        "climbable",
        "difficult",
        "doors",
        "doors_open",
        "height",
        "impassable",
        "levels",
        "size",
        "stairs",
        "walls",
        "width",
    )

    def __init__(self, plan: Plan) -> None:
        _check(plan)
        self._plan = plan
        self._hash = hash(plan)
        self._terrains: dict[int, Terrain] = {}
        self.width: int = plan.width
        self.height: int = plan.height
        self.size: int = plan.size
        self.all_squares: int = plan.all_squares
        self.levels: tuple[int, ...] = plan.levels
        self.walls: Mapping[Side, int] = MappingProxyType(dict(plan.walls))
        self.doors: tuple[Side, ...] = plan.doors
        self.doors_open: int = plan.doors_open
        self.climbable: frozenset[Side] = frozenset(plan.climbable)
        self.stairs: int = plan.stairs
        self.difficult: int = plan.difficult
        self.impassable: int = plan.impassable

    @classmethod
    def parse(cls, text: str) -> Board:
        """The board that a drawing shows (see `squares.text`); MapError names line and column."""
        return cls(read_plan(text))

    @classmethod
    def look_at(cls, text: str) -> tuple[Board | None, Sequence[str]]:
        """The board of a drawing as far as it can be read, and all its faults, each with line and
        column; what cannot be read is open ground, and None if there is no board at all."""
        plan, faults = look_at_plan(text)
        return (cls(plan) if plan else None), faults

    @classmethod
    def build(
        cls,
        width: int,
        height: int,
        *,
        levels: Mapping[int, int] | Sequence[int] = (),
        walls: Mapping[Side, int] | None = None,
        doors: Iterable[Side] = (),
        open_doors: Iterable[Side] = (),
        climbable: Iterable[Side] = (),
        stairs: int = 0,
        difficult: int = 0,
        impassable: int = 0,
    ) -> Board:
        """A board from its facts; what is left out is flat and open.

        Levels are one for each square, or a mapping of those that are not 0. `open_doors` names
        those of the doors that stand open at first. A side may be given either way round.
        """
        size = width * height
        if isinstance(levels, Mapping):
            for square in levels:
                if not 0 <= square < size:
                    raise MapError(f"square {square} has a level, but the map has {size} squares")
            floors = tuple(levels.get(square, 0) for square in range(size))
        else:
            floors = tuple(levels) or (0,) * size
        door_sides = tuple(sorted({_ordered(side) for side in doors}))
        ajar = {_ordered(side) for side in open_doors}
        if unknown := sorted(ajar - set(door_sides)):
            raise MapError(f"side {unknown[0]} is an open door, but no door")
        heights = {_ordered(side): wall for side, wall in (walls or {}).items()}
        plan = Plan(
            width,
            height,
            floors,
            tuple(sorted(heights.items())),
            door_sides,
            sum(1 << n for n, side in enumerate(door_sides) if side in ajar),
            tuple(sorted({_ordered(side) for side in climbable})),
            stairs,
            difficult,
            impassable,
        )
        return cls(plan)

    def draw(self) -> str:
        """The canonical drawing: `Board.parse(board.draw()) == board`."""
        return draw_plan(self._plan)

    def square(self, name: str) -> int:
        """The square written `c4` or `(2,3)`; MapError if there is none such."""
        x, y = square_xy(name, self.width, self.height)
        return y * self.width + x

    def name(self, square: int) -> str:
        """The short name of a square, such as `c4`."""
        return square_name(square % self.width, square // self.width)

    def xy(self, square: int) -> tuple[int, int]:
        """Column and row of a square, counted from 0."""
        return self._plan.xy(square)

    def at(self, x: int, y: int) -> int:
        """The square in column `x` and row `y`; MapError beyond the edge."""
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise MapError(f"({x},{y}) is not on the map of {self.width} by {self.height} squares")
        return y * self.width + x

    def side(self, a: int, b: int) -> Side:
        """The side that two squares share; MapError if they share none."""
        side = _ordered((a, b))
        _check_side(side, self.width, self.size)
        return side

    def terrain(self, doors_open: int) -> Terrain:
        """Steps, adjacency and sight while exactly these doors (bits of `doors`) are open."""
        found = self._terrains.get(doors_open)
        if found is None:
            if not 0 <= doors_open < 1 << len(self.doors):
                raise MapError(f"no such state of {len(self.doors)} doors: {doors_open}")
            like = next(iter(self._terrains.values()), None)
            found = self._terrains[doors_open] = Terrain(self._plan, doors_open, like)
        return found

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Board) and self._plan == other._plan)

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Callable[[Plan], Board], tuple[Plan]]:
        return Board, (self._plan,)

    def __copy__(self) -> Board:
        return self

    def __deepcopy__(self, memo: object) -> Board:
        return self

    def __repr__(self) -> str:
        return f"Board.parse({self.draw()!r})"


def distance(board: Board, a: int, b: int) -> int:
    """Squares between two squares, a diagonal step counting as one; height left out."""
    width = board.width
    return max(abs(a % width - b % width), abs(a // width - b // width))


def distance_with_height(board: Board, a: int, b: int) -> int:
    """The higher of the distance and the difference in level."""
    return max(distance(board, a, b), abs(board.levels[a] - board.levels[b]))


def squares_crossed(board: Board, frm: Point, to: Point) -> int:
    """The squares that a line between two corner points of the map crosses."""
    return sum(1 << board.at(x, y) for x, y in squares_on(frm, to))


def _ordered(side: Side) -> Side:
    a, b = side
    return (a, b) if a < b else (b, a)


def _check_side(side: Side, width: int, size: int) -> None:
    a, b = side
    beside = b - a == 1 and b % width != 0
    if not (0 <= a < b < size and (beside or b - a == width)):
        raise MapError(f"{side} is not a side; name two squares that share an edge")


def _check(plan: Plan) -> None:
    """Refuse a plan that shows no possible map."""
    size = plan.size
    if plan.width < 1 or plan.height < 1:
        raise MapError(
            f"a map of {plan.width} by {plan.height} has no square; both must be 1 or more"
        )
    if len(plan.levels) != size:
        raise MapError(f"{len(plan.levels)} levels for {size} squares; give one for each")
    if min(plan.levels) < 0:
        raise MapError(f"level {min(plan.levels)} is below the ground, which is level 0")
    for side in (*dict(plan.walls), *plan.doors, *plan.climbable):
        _check_side(side, plan.width, size)
    for side, wall in plan.walls:
        if wall < 1:
            raise MapError(f"wall of height {wall} on side {side}; a wall is 1 or higher")
        if side in plan.doors:
            raise MapError(f"side {side} holds a wall and a door; it may hold one of them")
    for what, mask in zip(("stairs", "difficult", "impassable"), plan[-3:], strict=True):
        if not 0 <= mask < 1 << size:
            raise MapError(f"{what} squares beyond the {size} squares of the map")
