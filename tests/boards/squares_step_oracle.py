"""Steps straight from the clauses, slow and plain: one step at a time, one path at a time.

It shares no code with the board's own steps.
"""

from __future__ import annotations

from battlemat.boards.squares import Board

Point = tuple[int, int]


class StepOracle:
    """The clauses of the chapters map and move over one board and one state of its doors."""

    def __init__(self, board: Board, doors_open: int) -> None:
        self.board = board
        self.shut = {side for n, side in enumerate(board.doors) if not doors_open >> n & 1}

    def neighbours(self, square: int) -> list[int]:
        x, y = self.board.xy(square)
        near = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
        width, height = self.board.width, self.board.height
        return [self.board.at(u, v) for u, v in near if 0 <= u < width and 0 <= v < height]

    def is_diagonal(self, a: int, b: int) -> bool:
        (ax, ay), (bx, by) = self.board.xy(a), self.board.xy(b)
        return ax != bx and ay != by

    def beside(self, a: int, b: int) -> list[int]:
        """The two squares beside a diagonal step."""
        (ax, ay), (bx, by) = self.board.xy(a), self.board.xy(b)
        return [self.board.at(ax, by), self.board.at(bx, ay)]

    def top(self, a: int, b: int) -> float:
        side = (min(a, b), max(a, b))
        if side in self.shut:
            return float("inf")
        return max(self.board.levels[a], self.board.levels[b]) + self.board.walls.get(side, 0)

    def adjacent(self, a: int, b: int) -> bool:
        if b not in self.neighbours(a):
            return False
        low, high = sorted((self.board.levels[a], self.board.levels[b]))
        if high - low > 1:
            return False
        if not self.is_diagonal(a, b):
            return self.top(a, b) - high <= 1
        return any(
            self.top(a, way) <= high + 1 and self.top(way, b) <= high + 1
            for way in self.beside(a, b)
        )

    def is_level(self, a: int, b: int) -> bool:
        """Whether a side holds nothing and joins equal floors, or floors joined by stairs."""
        one, two = self.board.levels[a], self.board.levels[b]
        if self.top(a, b) != max(one, two):
            return False
        stairs = self.board.stairs >> a & 1 or self.board.stairs >> b & 1
        return one == two or (bool(stairs) and abs(one - two) == 1)

    def is_open(self, square: int) -> bool:
        return not self.board.impassable >> square & 1

    def cost(self, a: int, b: int, *, ranger: bool, discount: bool) -> int | None:
        if b not in self.neighbours(a) or not self.is_open(b):
            return None
        extra = 1 if self.board.difficult >> a & 1 and not ranger else 0
        if self.is_diagonal(a, b):
            flat = all(
                self.is_open(way) and self.is_level(a, way) and self.is_level(way, b)
                for way in self.beside(a, b)
            )
            return 1 + extra if flat else None
        if self.is_level(a, b):
            return 1 + extra
        top, start, end = self.top(a, b), self.board.levels[a], self.board.levels[b]
        if top == float("inf"):
            return None
        climbable = (min(a, b), max(a, b)) in self.board.climbable
        if top - min(start, end) != 1 and not climbable:
            return None
        rise, fall = int(top) - start, int(top) - end
        if discount:
            return 1 + rise + max(0, fall - 1) + extra
        if start == end and rise == 1:
            return 2 + extra
        return 1 + rise + fall + extra

    def reach(
        self,
        start: int,
        budget: int,
        *,
        blocked: int,
        no_stop: int,
        halt: int,
        occupied: int,
        ranger: bool,
        discount: bool,
    ) -> set[int]:
        """Every square in which some path may end, by trying all paths."""
        ends: set[int] = set()
        tried: set[tuple[int, int]] = set()
        paths = [(start, budget)]
        while paths:
            here, left = paths.pop()
            for there in self.neighbours(here):
                cost = self.cost(here, there, ranger=ranger, discount=discount)
                if cost is None or cost > left or there == start or blocked >> there & 1:
                    continue
                if self.is_diagonal(here, there) and any(
                    occupied >> way & 1 and way != start for way in self.beside(here, there)
                ):
                    continue
                stopping, passing = halt >> there & 1, no_stop >> there & 1
                if stopping and passing:
                    continue
                if not passing:
                    ends.add(there)
                if not stopping and (there, left - cost) not in tried:
                    tried.add((there, left - cost))
                    paths.append((there, left - cost))
        return ends
