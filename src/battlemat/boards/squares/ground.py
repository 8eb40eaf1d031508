"""What stands on each side of each square in one state of the doors.

The top of a side is the higher of its two floors plus the wall on it; a closed door is a wall
higher than anything. Steps, adjacency and sight all ask for it.
"""

from __future__ import annotations

from battlemat.boards.squares.plan import Plan, Side

# East, south-east, south, ... clockwise: even places are straight, odd ones diagonal.
DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


class Ground:
    """The walls, tops and neighbours of a map while exactly the doors `doors_open` are open."""

    __slots__ = ("climbable", "closed", "levels", "neighbours", "plan", "walls")

    def __init__(self, plan: Plan, doors_open: int) -> None:
        self.plan = plan
        self.levels = plan.levels
        self.climbable: frozenset[Side] = frozenset(plan.climbable)
        self.closed: frozenset[Side] = frozenset(
            side for n, side in enumerate(plan.doors) if not doors_open >> n & 1
        )
        # Higher than any top that a wall or a floor can make.
        walls = dict(plan.walls)
        unlimited = max(plan.levels) + max(walls.values(), default=0) + 2
        self.walls: dict[Side, int] = {**walls, **dict.fromkeys(self.closed, unlimited)}
        self.neighbours: tuple[tuple[int | None, ...], ...] = tuple(
            tuple(self._neighbour(square, dx, dy) for dx, dy in DIRECTIONS)
            for square in range(plan.size)
        )

    def _neighbour(self, square: int, dx: int, dy: int) -> int | None:
        x, y = self.plan.xy(square)
        inside = 0 <= x + dx < self.plan.width and 0 <= y + dy < self.plan.height
        return square + dy * self.plan.width + dx if inside else None

    def wall(self, a: int, b: int) -> int:
        """Height of what stands between two squares that share a side; 0 if nothing does."""
        return self.walls.get((a, b) if a < b else (b, a), 0)

    def is_closed(self, a: int, b: int) -> bool:
        """Whether a closed door stands between two squares that share a side."""
        return ((a, b) if a < b else (b, a)) in self.closed

    def top(self, a: int, b: int) -> int:
        """The height that a line or a climber has to clear between two squares sharing a side."""
        return max(self.levels[a], self.levels[b]) + self.wall(a, b)

    def by_stairs(self, a: int, b: int) -> bool:
        """Whether stairs join two squares that share a side, one level apart at most."""
        marked = (self.plan.stairs >> a | self.plan.stairs >> b) & 1
        return bool(marked) and abs(self.levels[a] - self.levels[b]) <= 1 and not self.wall(a, b)

    def is_straight(self, a: int, b: int) -> bool:
        """Whether two squares lie in one row or one column."""
        width = self.plan.width
        return a // width == b // width or a % width == b % width

    def step_sides(self, a: int, b: int) -> tuple[Side, ...]:
        """The sides that a step between neighbours has to do with: one, or four on a diagonal."""
        return ((a, b),) if self.is_straight(a, b) else self.corner_sides(a, b)

    def corner_sides(self, a: int, b: int) -> tuple[Side, Side, Side, Side]:
        """The two squares beside a diagonal step and its four sides, in the direction of travel.

        Given as ((a, p), (p, b), (a, q), (q, b)) for the side squares p and q.
        """
        width = self.plan.width
        p = b // width * width + a % width
        q = a // width * width + b % width
        return ((a, p), (p, b), (a, q), (q, b))

    def adjacent(self) -> tuple[int, ...]:
        """For each square the mask of its Adjacent squares."""
        return tuple(
            sum(1 << other for other in near if other is not None and self._adjacent(square, other))
            for square, near in enumerate(self.neighbours)
        )

    def _adjacent(self, a: int, b: int) -> bool:
        if abs(self.levels[a] - self.levels[b]) > 1:
            return False
        if self.is_straight(a, b):
            return self.wall(a, b) <= 1
        limit = max(self.levels[a], self.levels[b]) + 1
        one, two, three, four = self.corner_sides(a, b)
        return max(self.top(*one), self.top(*two)) <= limit or (
            max(self.top(*three), self.top(*four)) <= limit
        )
