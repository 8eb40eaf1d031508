"""Sight on the square board. Its one rule: a question about units is a few masks, settled before.

For two squares the terrain leaves a number of ways to look, each with the mask of the squares in
which a standing unit would close it. A way is one corner with the two lines that seeing asks for.
Of these only the fewest are kept: a way that needs more squares free than another adds nothing.
What is asked is always whether one way is free of units.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from battlemat.boards.squares_fans import Fan, Point, fan, fewest, side_bit, squares_on
from battlemat.boards.squares_ground import Ground
from battlemat.boards.squares_text import Side

if TYPE_CHECKING:
    from battlemat.boards.squares import Board

Ways = tuple[int, ...]

# Where the parts of a body begin above its floor, in half levels.
LEGS, TORSO, HEAD = 0, 1, 2


class SightLine(NamedTuple):
    """A line between corner points that no terrain interrupts, and the squares that it crosses.

    The squares of the two ends are left out.
    """

    frm: Point
    to: Point
    crossed: int


class SightPair(NamedTuple):
    """One corner of the looking square and two of the other, and the squares that are crossed."""

    frm: Point
    to: tuple[Point, Point]
    crossed: int


class Hindrance(NamedTuple):
    """A line between corner points that terrain interrupts, and the sides at which it does."""

    frm: Point
    to: Point
    sides: tuple[Side, ...]


def squares_crossed(board: Board, frm: Point, to: Point) -> int:
    """The squares that a line between two corner points of the map crosses."""
    return sum(1 << board.at(x, y) for x, y in squares_on(frm, to))


class Sight:
    """The ways to look over one ground, worked out for two squares when first asked for."""

    __slots__ = ("_floors", "_ground", "_raised", "_size", "_tables", "_width")

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._width = ground.board.width
        self._size = ground.board.size
        top = max(ground.levels) + 4
        self._raised = [self._raised_sides(height) for height in range(top)]
        self._floors = [
            sum(1 << square for square, level in enumerate(ground.levels) if level >= height)
            for height in range(top)
        ]
        self._tables: dict[str, list[Ways | None]] = {}

    def _raised_sides(self, height: int) -> int:
        width, levels = self._width, self._ground.levels
        mask = 0
        for square, near in enumerate(self._ground.neighbours):
            x, y = square % width, square // width
            sides = ((0, x + 1, y, 0), (2, x, y + 1, 1), (4, x, y, 0), (6, x, y, 1))
            for way, *side in sides:
                other = near[way]
                top = levels[square] if other is None else self._ground.top(square, other)
                if top >= height:
                    mask |= 1 << side_bit(width, *side)
        return mask

    # -------------------------------------------------------------- tables

    def table(self, name: str) -> list[Ways | None]:
        """The ways of one kind for the squares a and b at place `a * size + b`, None if unknown."""
        found = self._tables.get(name)
        if found is None:
            found = self._tables[name] = [None] * (self._size * self._size)
        return found

    def fill(self, name: str, a: int, b: int) -> Ways:
        """Work out the ways of one kind for two squares, and keep them."""
        ways = _KINDS[name](self, a, b)
        self.table(name)[a * self._size + b] = ways
        return ways

    def ways(self, name: str, a: int, b: int) -> Ways:
        """The ways of one kind for two squares."""
        found = self.table(name)[a * self._size + b]
        return self.fill(name, a, b) if found is None else found

    # -------------------------------------------------------------- lines

    def fan(self, a: int, b: int, part: int) -> Fan:
        """The lines from square a to a part of the body of a unit in square b."""
        width, levels = self._width, self._ground.levels
        rise = 2 * (levels[b] - levels[a]) + part
        return fan(width, b % width - a % width, b // width - a // width, rise)

    def _corner(self, lines: Fan, a: int) -> Point:
        """Where the box of a fan lies on the map."""
        return a % self._width - lines.a[0], a // self._width - lines.a[1]

    def _local(self, lines: Fan, a: int) -> dict[int, int]:
        """The raised sides, for each height that matters, as the fan numbers them."""
        x, y = self._corner(lines, a)
        shift, level = 2 * (y * (self._width + 3) + x), self._ground.levels[a]
        raised = self._raised
        return {height: raised[level + height] >> shift for height in lines.heights}

    def clear(self, lines: Fan, a: int) -> int:
        """The bits of the lines of a fan from square a that no terrain interrupts."""
        local = self._local(lines, a)
        if not local or not local[lines.heights[0]] & lines.touched:
            return lines.lines_mask
        stopped = 0
        for height, stops in lines.stops.items():
            raised = local[height] & lines.touched
            if raised:
                for bit, sides in stops:
                    if raised & sides:
                        stopped |= bit
        if stopped == lines.lines_mask:
            return 0
        for height, pinches in lines.pinches.items():
            raised = local[height] & lines.touched
            if raised:
                for bit, left, right in pinches:
                    if not stopped & bit and raised & left and raised & right:
                        stopped |= bit
        return lines.lines_mask & ~stopped

    def _units(self, lines: Fan, a: int) -> list[int] | None:
        """For each line the squares where a unit would close it.

        None when the floors make no difference: then these are the squares that it crosses.
        """
        x, y = self._corner(lines, a)
        shift, level, floors = y * self._width + x, self._ground.levels[a], self._floors
        for low, squares in lines.floors.items():
            if level + low > 0 and squares << shift & ~floors[level + low]:
                break
        else:
            return None
        found = []
        for groups in lines.under():
            mask = 0
            for low, squares in groups:
                squares <<= shift
                mask |= squares & floors[level + low] if level + low > 0 else squares
            found.append(mask)
        return found

    def _masks(self, lines: Fan, a: int) -> list[int]:
        """For each line the squares where a unit would close it."""
        units = self._units(lines, a)
        if units is not None:
            return units
        x, y = self._corner(lines, a)
        return [crossed << y * self._width + x for crossed in lines.crossed]

    def _seen(self, a: int, b: int, part: int) -> Ways:
        """The ways to see a part: two clear lines in two directions from one corner."""
        lines = self.fan(a, b, part)
        clear = self.clear(lines, a)
        if not clear:
            return ()
        units = self._units(lines, a)
        if units is not None:
            return _two_lines(lines, clear, units)
        known = lines.known.get(clear)
        if known is None:
            known = lines.known[clear] = _two_lines(lines, clear, lines.crossed)
        x, y = self._corner(lines, a)
        shift = y * self._width + x
        return tuple([mask << shift for mask in known])

    def _bare(self, a: int, b: int) -> Ways:
        """The ways to see a standing target without cover.

        From a corner where terrain on the target's square hides nothing, seeing the head will do;
        from the others only a target seen down to its feet has no cover.
        """
        legs = self.fan(a, b, LEGS)
        sheltered = self._sheltered(legs, a)
        if not sheltered:
            return self.ways("head", a, b)
        found: set[int] = set()
        for lines, wanted in ((self.fan(a, b, HEAD), 0), (legs, 1)):
            clear, masks = self.clear(lines, a), self._masks(lines, a)
            found |= {
                masks[i] | masks[j]
                for bits, i, j in lines.pairs
                if bits & clear == bits and sheltered >> i // 4 & 1 == wanted
            }
        return fewest(found)

    def _sheltered(self, legs: Fan, a: int) -> int:
        """The corners with a line to the target's floor that a side of its square interrupts."""
        x, y = self._corner(legs, a)
        shift, level = 2 * (y * (self._width + 3) + x), self._ground.levels[a]
        above_floor = level + legs.rise // 2 + 1
        own = self._raised[above_floor] >> shift & legs.b_sides
        if not own:
            return 0
        stopped = 0
        for bit, height, sides, left, right in legs.shelter():
            raised = self._raised[level + height] >> shift
            if raised & sides & own and (not left or (raised & left and raised & right)):
                stopped |= bit
        return sum(1 << corner for corner in range(4) if stopped >> 4 * corner & 15)

    def _base(self, a: int, b: int) -> Ways:
        """The ways to see a target's whole floor: all lines from one corner."""
        lines = self.fan(a, b, LEGS)
        clear, masks = self.clear(lines, a), self._masks(lines, a)
        found = set()
        for corner in range(0, 16, 4):
            bits = lines.lines_mask & 15 << corner
            if bits & clear == bits:
                found.add(masks[corner] | masks[corner + 1] | masks[corner + 2] | masks[corner + 3])
        return fewest(found)

    # -------------------------------------------------------------- lines for the asking

    def lines(self, a: int, b: int, part: int) -> tuple[SightLine | None, ...]:
        """The sixteen lines to a part of a target, None where terrain interrupts."""
        lines = self.fan(a, b, part)
        clear = self.clear(lines, a)
        x, y = self._corner(lines, a)
        return tuple(
            SightLine((px + x, py + y), (qx + x, qy + y), lines.crossed[n] << y * self._width + x)
            if clear >> n & 1
            else None
            for n, ((px, py), (qx, qy)) in enumerate(lines.ends())
        )

    def hindrances(self, a: int, b: int, part: int) -> tuple[Hindrance, ...]:
        """The lines to a part of a target that terrain interrupts, each with the sides that do."""
        lines = self.fan(a, b, part)
        local = self._local(lines, a)
        stopping: dict[int, int] = {}
        for height, stops in lines.stops.items():
            for bit, sides in stops:
                stopping[bit] = stopping.get(bit, 0) | sides & local[height]
        for height, pinches in lines.pinches.items():
            for bit, left, right in pinches:
                if local[height] & left and local[height] & right:
                    stopping[bit] = stopping.get(bit, 0) | (left | right) & local[height]
        x, y = self._corner(lines, a)
        shift = 2 * (y * (self._width + 3) + x)
        found = []
        for n, ((px, py), (qx, qy)) in enumerate(lines.ends()):
            sides = stopping.get(1 << n, 0) << shift
            if sides:
                found.append(Hindrance((px + x, py + y), (qx + x, qy + y), self._sides(sides)))
        return tuple(found)

    def _sides(self, mask: int) -> tuple[Side, ...]:
        """The sides of a mask as pairs of squares; those on the edge of the map part nothing."""
        found = []
        while mask:
            low = mask & -mask
            mask ^= low
            n = low.bit_length() - 1
            x, y, lying = n // 2 % (self._width + 3) - 1, n // 2 // (self._width + 3) - 1, n & 1
            square = y * self._width + x
            other = square - self._width if lying else square - 1
            if other >= 0 and square < self._size and (lying or x % self._width):
                found.append((other, square))
        return tuple(found)

    def pairs(self, a: int, b: int, part: int) -> tuple[SightPair, ...]:
        """The pairs of lines that show a part of a target."""
        clear = self.lines(a, b, part)
        found = []
        for _, i, j in self.fan(a, b, part).pairs:
            one, two = clear[i], clear[j]
            if one and two:
                found.append(SightPair(one.frm, (one.to, two.to), one.crossed | two.crossed))
        return tuple(found)


def _two_lines(lines: Fan, clear: int, units: list[int]) -> Ways:
    """The fewest squares to be free for two lines of a fan that terrain leaves clear."""
    return fewest({units[i] | units[j] for bits, i, j in lines.pairs if bits & clear == bits})


_KINDS: dict[str, Callable[[Sight, int, int], Ways]] = {
    "legs": lambda sight, a, b: sight._seen(a, b, LEGS),
    "torso": lambda sight, a, b: sight._seen(a, b, TORSO),
    "head": lambda sight, a, b: sight._seen(a, b, HEAD),
    "bare": Sight._bare,
    "base": Sight._base,
}
