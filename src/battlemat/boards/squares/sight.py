"""Sight on the square board: a question about units is a few masks, settled before.

For two squares the terrain leaves a number of ways to look, each with the mask of the squares in
which a standing unit would close it. A way is one corner with the two lines that seeing asks for.
Of these only the fewest are kept: a way that needs more squares free than another adds nothing.
What is asked is always whether one way is free of units.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from battlemat.boards.squares.fans import LINES, Fan, Point, fan, fewest, side_bit
from battlemat.boards.squares.ground import Ground
from battlemat.boards.squares.plan import Side

Ways = tuple[int, ...]

# Where the parts of a body begin above its floor, in half levels.
LEGS, TORSO, HEAD = 0, 1, 2
_PARTS = ("legs", "torso", "head")


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


class Sight:
    """The ways to look over one ground, worked out for two squares when first asked for.

    Lines that pass none of the doors by which the ground differs from that of `like` are its lines.
    """

    __slots__ = (
        "_changed",
        "_floors",
        "_levels",
        "_like",
        "_lower",
        "_raised",
        "_shifts",
        "_size",
        "_tables",
        "_width",
    )

    def __init__(self, ground: Ground, like: Sight | None = None) -> None:
        width = self._width = ground.plan.width
        self._size = ground.plan.size
        self._levels = ground.levels
        # How far a mask of sides is shifted from the north-west corner of the map to a square.
        self._shifts = [2 * (a // width * (width + 3) + a % width) for a in range(self._size)]
        top = max(ground.levels) + 4
        self._raised = [_raised_sides(ground, height) for height in range(top)]
        self._floors = [
            sum(1 << square for square, level in enumerate(ground.levels) if level >= height)
            for height in range(top)
        ]
        every = (1 << self._size) - 1
        self._lower = [every & ~floor for floor in self._floors]
        self._tables: dict[str, list[Ways | None]] = {}
        self._like = like
        self._changed = 0  # the sides that are higher or lower than there
        if like is not None:
            for ours, theirs in zip(self._raised, like._raised, strict=True):
                self._changed |= ours ^ theirs

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
        width, levels = self._width, self._levels
        rise = 2 * (levels[b] - levels[a]) + part
        return fan(width, b % width - a % width, b // width - a // width, rise)

    def _corner(self, lines: Fan, a: int) -> Point:
        """Where the box of a fan lies on the map."""
        return a % self._width - lines.a[0], a // self._width - lines.a[1]

    def clear(self, lines: Fan, a: int) -> int:
        """The bits of the lines of a fan from square a that no terrain interrupts."""
        shift, level, raised = self._shifts[a] - lines.side_shift, self._levels[a], self._raised
        stopped = 0
        for height, touched, row in lines.stops:
            local = raised[level + height] >> shift & touched
            if local:
                for bit, sides in zip(LINES, row, strict=True):
                    if local & sides:
                        stopped |= bit
        if stopped == lines.lines_mask:
            return 0
        for height, touched, row in lines.pinches:
            local = raised[level + height] >> shift & touched
            if local:
                parts = iter(row)
                for several, left, right in zip(parts, parts, parts, strict=True):
                    if local & left and local & right:
                        stopped |= several
        return lines.lines_mask & ~stopped

    def _units(self, lines: Fan, a: int) -> list[int] | None:
        """For each line the squares where a unit would close it.

        None when the floors make no difference: then these are the squares that it crosses.
        """
        shift, level, lower = a - lines.square_shift, self._levels[a], self._lower
        for low, squares in lines.floors.items():
            if level + low > 0 and lower[level + low] >> shift & squares:
                break
        else:
            return None
        found, floors = [], self._floors
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
        shift = a - lines.square_shift
        return [crossed << shift for crossed in lines.crossed]

    def _seen(self, a: int, b: int, part: int) -> Ways:
        """The ways to see a part: two clear lines in two directions from one corner."""
        lines = self.fan(a, b, part)
        if self._like is not None and not self._passes_change(lines, a):
            return self._like.ways(_PARTS[part], a, b)
        clear = self.clear(lines, a)
        if not clear:
            return ()
        units = self._units(lines, a)
        if units is not None:
            return _two_lines(lines, clear, units)
        known = lines.known.get(clear)
        if known is None:
            known = lines.known[clear] = _two_lines(lines, clear, lines.crossed)
        shift = a - lines.square_shift
        return tuple([mask << shift for mask in known])

    def _passes_change(self, lines: Fan, a: int) -> bool:
        """Whether a line of a fan from square a has to do with a side that has changed."""
        shift = self._shifts[a] - lines.side_shift
        near = self._changed >> shift
        rows = (*lines.stops, *lines.pinches)
        return any(near & touched for _, touched, _ in rows)

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
        shift, level = self._shifts[a] - legs.side_shift, self._levels[a]
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
        shift, level = self._shifts[a] - lines.side_shift, self._levels[a]
        stopping: dict[int, int] = {}
        for height, _, row in lines.stops:
            local = self._raised[level + height] >> shift
            for bit, sides in zip(LINES, row, strict=True):
                stopping[bit] = stopping.get(bit, 0) | sides & local
        for height, _, row in lines.pinches:
            local = self._raised[level + height] >> shift
            parts = iter(row)
            for several, left, right in zip(parts, parts, parts, strict=True):
                if local & left and local & right:
                    for bit in LINES:
                        if bit & several:
                            stopping[bit] = stopping.get(bit, 0) | (left | right) & local
        x, y = self._corner(lines, a)
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


def _raised_sides(ground: Ground, height: int) -> int:
    """The sides with a top of that height or more."""
    width, levels = ground.plan.width, ground.levels
    mask = 0
    for square, near in enumerate(ground.neighbours):
        x, y = square % width, square // width
        sides = ((0, x + 1, y, 0), (2, x, y + 1, 1), (4, x, y, 0), (6, x, y, 1))
        for way, *side in sides:
            other = near[way]
            top = levels[square] if other is None else ground.top(square, other)
            if top >= height:
                mask |= 1 << side_bit(width, *side)
    return mask


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
