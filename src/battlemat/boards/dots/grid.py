"""The dots of a board and nothing else: coordinates, distance, neighbours, rings and arcs.

Where a dot is asked for, a place (a dot on some level) does as well, and its level
does not matter.
"""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from battlemat.boards.dots import lattice
from battlemat.boards.dots.lattice import DIRECTIONS


@dataclass(frozen=True)
class Grid:
    """Rows of dots, every second row shifted half a step east."""

    width: int
    height: int

    @cached_property
    def size(self) -> int:
        """How many dots there are."""
        return self.width * self.height

    @cached_property
    def all_dots(self) -> int:
        """The mask of all dots."""
        return (1 << self.size) - 1

    def axial(self, place: int) -> tuple[int, int]:
        """The axial coordinates of a place's dot."""
        return self.coordinates[place % self.size]

    @cached_property
    def coordinates(self) -> tuple[tuple[int, int], ...]:
        """The axial coordinates of each dot."""
        return tuple(lattice.axial(dot % self.width, dot // self.width) for dot in range(self.size))

    def dot_at(self, q: int, r: int) -> int | None:
        """The dot with axial coordinates, None off the map."""
        column = lattice.column_of(q, r)
        if 0 <= r < self.height and 0 <= column < self.width:
            return r * self.width + column
        return None

    def distance(self, a: int, b: int) -> int:
        """Steps between the dots of two places, terrain and levels left out."""
        return self.distances(a)[b % self.size]

    def distances(self, place: int) -> Sequence[int]:
        """Steps from the dot of a place to every dot, by dot."""
        dot = place % self.size
        row = self._distances[dot]
        if row is None:
            row = self._distances[dot] = self._distance_row(dot)
        return row

    def _distance_row(self, dot: int) -> Sequence[int]:
        rows, first_q = lattice.length_rows(self.width, self.height)
        q, r = self.coordinates[dot]
        found = array("H")
        for row in range(self.height):
            # column 0 of this row lies at q = -(row // 2); entry 0 of the table's row at first_q
            start = -(row // 2) - q - first_q
            found += rows[row - r + self.height - 1][start : start + self.width]
        return found

    @cached_property
    def _distances(self) -> list[Sequence[int] | None]:
        return [None] * self.size

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each dot its six neighbours by direction, -1 off the map."""
        return tuple(
            tuple(
                -1 if (dot := self.dot_at(q + dq, r + dr)) is None else dot for dq, dr in DIRECTIONS
            )
            for q, r in self.coordinates
        )

    def grown(self, dots: int) -> int:
        """The mask of all neighbours of a mask of dots."""
        width, (west, east, even, odd) = self.width, self._edges
        not_west, not_east = dots & ~west, dots & ~east
        return self.all_dots & (
            not_east << 1
            | not_west >> 1
            | dots << width
            | dots >> width
            | (not_west & even) << (width - 1)
            | (not_west & even) >> (width + 1)
            | (not_east & odd) << (width + 1)
            | (not_east & odd) >> (width - 1)
        )

    @cached_property
    def _edges(self) -> tuple[int, int, int, int]:
        """Masks of the westernmost and easternmost dots, and of the even and odd rows."""
        rows = [((1 << self.width) - 1) << row * self.width for row in range(self.height)]
        west = sum(1 << row * self.width for row in range(self.height))
        return west, west << self.width - 1, sum(rows[::2]), sum(rows[1::2])

    def ring(self, place: int, distance: int) -> int:
        """The mask of dots at exactly a distance from a place's dot."""
        return self._rings(place % self.size, distance)[distance]

    def disc(self, place: int, distance: int) -> int:
        """The mask of dots up to a distance from a place's dot, itself included."""
        return sum(self._rings(place % self.size, distance)[: distance + 1])

    def _rings(self, dot: int, distance: int) -> list[int]:
        rings = self._ring_table.setdefault(dot, [1 << dot])
        while len(rings) <= distance:
            inside = rings[-1] | (rings[-2] if len(rings) > 1 else 0)
            rings.append(self.grown(rings[-1]) & ~inside)
        return rings

    @cached_property
    def _ring_table(self) -> dict[int, list[int]]:
        return {}

    def arc(self, place: int, heading: int, degrees: int) -> int:
        """The mask of dots in an arc of 30, 60 or 150 degrees; heading 0 is east, and each further
        one 30 degrees clockwise.
        """
        key = (place % self.size, heading, degrees)
        mask = self._arc_table.get(key)
        if mask is None:
            mask = self._arc_table[key] = self._arc(*key)
        return mask

    def _arc(self, dot: int, heading: int, degrees: int) -> int:
        rows, first_q = lattice.arc_rows(self.width, self.height, heading, degrees)
        q, r = self.coordinates[dot]
        whole = (1 << self.width) - 1
        mask = 0
        for row in range(self.height):
            # column 0 of this row lies at q = -(row // 2); bit 0 of the arc's row lies at first_q
            # from the vertex
            shift = -(row // 2) - q - first_q
            mask |= (rows[row - r + self.height - 1] >> shift & whole) << row * self.width
        return mask

    @cached_property
    def _arc_table(self) -> dict[tuple[int, int, int], int]:
        return {}
