"""The places of a map of dots: its levels and surfaces, and how a place is written.

A *dot* is an int, in reading order. A *place* is a dot on a level, and also an int: `level * size +
dot`, so that on level 0 places and dots are the same numbers. Sets of either are int masks. Above
the highest surface lies one empty level for whatever flies, and the tunnels (level -1) come last.
People write a dot as column letter and row number from the top (`c4`), and a place off its dot's
ground with its level (`c4@2`, `c4@t` in a tunnel).
"""

import re
from dataclasses import dataclass
from functools import cached_property

from battlemat.boards.dots import lattice
from battlemat.boards.dots.check import levels_of
from battlemat.boards.dots.features import (
    TUNNEL_LEVEL,
    Building,
    Feature,
    MapError,
    Mark,
    Plan,
)
from battlemat.boards.dots.grid import Grid
from battlemat.boards.dots.text import column_number, dot_name
from battlemat.kernel.words import say

_NAME = re.compile(r"([a-z]+)([1-9][0-9]*)(?:@(t|[0-9]+))?")
_AXIAL = re.compile(r"\((-?[0-9]+),(-?[0-9]+)\)(?:@(t|[0-9]+))?")


@dataclass(frozen=True)
class Places(Grid):
    """What a map shows, and which places that makes; equal and hashable by value."""

    heights: tuple[int, ...]
    buildings: tuple[Building, ...]
    marks: frozenset[tuple[Mark, int, int]]
    links: tuple[tuple[int, int, int, Feature], ...]

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.width, self.height, self.heights, self.buildings, self.marks, self.links))

    @property
    def plan(self) -> Plan:
        """The plan this board was built from."""
        return Plan(
            width=self.width,
            height=self.height,
            heights={dot: height for dot, height in enumerate(self.heights) if height},
            buildings=self.buildings,
            marks=self.marks,
            links={(a, b, level): feature for a, b, level, feature in self.links},
        )

    @cached_property
    def levels(self) -> tuple[range, ...]:
        """The levels each dot offers, ground to roof; tunnels left out."""
        return tuple(levels_of(self.plan))

    @cached_property
    def sky(self) -> int:
        """The level above every surface, where things fly."""
        return max(levels.stop for levels in self.levels)

    @cached_property
    def layers(self) -> int:
        """How many levels there are to count, the sky and the tunnels included."""
        return self.sky + 2

    @cached_property
    def underground(self) -> int:
        """The first of the places in tunnels: all from it on lie there."""
        return (self.layers - 1) * self.size

    @cached_property
    def surfaces(self) -> int:
        """The mask of places where one can be: ground, floors, roofs, tunnels."""
        found = sum(
            1 << self.at(dot, level) for mark, dot, level in self.marks if mark is Mark.TUNNEL
        )
        for dot, levels in enumerate(self.levels):
            for level in levels:
                found |= 1 << (level * self.size + dot)
        return found

    @cached_property
    def grounds(self) -> int:
        """The mask of open ground: the one surface of each dot outside buildings."""
        return sum(
            1 << (height * self.size + dot)
            for dot, height in enumerate(self.heights)
            if not self.building_at[dot]
        )

    def at(self, dot: int, level: int) -> int:
        """The place of a dot on a level."""
        return level % self.layers * self.size + dot

    def dot(self, place: int) -> int:
        """The dot of a place."""
        return place % self.size

    def level(self, place: int) -> int:
        """The level of a place, -1 in a tunnel."""
        layer = place // self.size
        return TUNNEL_LEVEL if layer == self.layers - 1 else layer

    def ground(self, dot: int) -> int:
        """The place of a dot on its own ground."""
        return self.heights[dot] * self.size + dot

    def top(self, dot: int) -> int:
        """The place of a dot on its highest surface."""
        return (self.levels[dot].stop - 1) * self.size + dot

    def surface_below(self, dot: int, level: int) -> int | None:
        """The highest place of a dot that is not above a level; None when all are."""
        levels = self.levels[dot]
        if level < levels.start:
            return None
        return min(level, levels.stop - 1) * self.size + dot

    def is_outdoors(self, place: int) -> bool:
        """Whether nothing is above: no floor, no roof, no earth."""
        level = self.level(place)
        return level != TUNNEL_LEVEL and level >= self.levels[place % self.size].stop - 1

    @cached_property
    def building_at(self) -> tuple[int, ...]:
        """For each dot 0 in the open, or the number of its building (1 for the first by name)."""
        found = [0] * self.size
        for number, building in enumerate(self.buildings, 1):
            for dot in building.dots:
                found[dot] = number
        return tuple(found)

    # ---------------------------------------------------------------- names

    def name(self, place: int) -> str:
        """The canonical text of a place; for a place on its dot's ground that of the dot alone."""
        dot, level = place % self.size, self.level(place)
        text = dot_name(dot, self.width)
        if level == self.heights[dot]:
            return text
        return f"{text}@t" if level == TUNNEL_LEVEL else f"{text}@{level}"

    def place(self, text: str) -> int:
        """The place a text names: `c4`, `c4@1`, or in axial coordinates `(1,3)`, `(1,3)@1`."""
        name, coordinates = _NAME.fullmatch(text), _AXIAL.fullmatch(text)
        if name:
            column, row, level = column_number(name[1]), int(name[2]) - 1, name[3]
        elif coordinates:
            row, level = int(coordinates[2]), coordinates[3]
            column = lattice.column_of(int(coordinates[1]), row)
        else:
            raise MapError(
                say(
                    "''{place}'' is no dot: write column and row such as c4, "
                    "with its level such as c4@1",
                    place=text,
                )
            )
        if not (0 <= column < self.width and 0 <= row < self.height):
            last = dot_name(self.size - 1, self.width)
            raise MapError(
                say("''{place}'' is off the map: its dots are a1 to {last}", place=text, last=last)
            )
        dot = row * self.width + column
        if level is None:
            return self.ground(dot)
        place = self.at(dot, TUNNEL_LEVEL if level == "t" else min(int(level), self.sky))
        if not self.surfaces >> place & 1:
            offered = ", ".join(map(str, self.levels[dot]))
            raise MapError(
                say(
                    "''{place}'' is in the air: that dot offers level {offered}",
                    place=text,
                    offered=offered,
                )
            )
        return place
