"""A board of dots: a triangular lattice with levels, buildings, walls between dots, ground on them.

A *dot* is an int, in reading order. A *place* is a dot on a level, and also an int: `level * size +
dot`, so that on level 0 places and dots are the same numbers. Sets of either are int masks. Above
the highest surface lies one empty level for whatever flies, and the tunnels (level -1) come last.
People write a dot as column letter and row number from the top (`c4`), and a place off its dot's
ground with its level (`c4@2`, `c4@t` in a tunnel).

    board = Board.parse(text)                  # the drawing: see text
    board.walk(prices).reach(start, 8)         # where a walker gets, the price, the way: reach
    board.sight.cover(a, b, prone=True)        # obstructions on the line or None: sight
    board.arc(dot, heading=3, degrees=60)      # a mask of dots
    board.bursts.blast(centre, radius=2)       # places harmed, by distance: burst
    board.roads.forward(vehicle, occupied=0)   # two-dot vehicles: drive
    fly(board, start, shortest=6, ...)         # landings from the air: fly

The one rule: a board never changes. Equal boards are equal values; what costs time is worked out on
first use and kept.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from battlemat.boards.dots import draw as dots_draw
from battlemat.boards.dots import lattice
from battlemat.boards.dots import text as dots_text
from battlemat.boards.dots.burst import Bursts
from battlemat.boards.dots.check import faults, levels_of
from battlemat.boards.dots.drive import Roads, Skid, Vehicle
from battlemat.boards.dots.features import (
    COVERING,
    SOFT,
    SOLID_LOW,
    TUNNEL_LEVEL,
    Building,
    Feature,
    Link,
    MapError,
    Mark,
    Plan,
)
from battlemat.boards.dots.fly import Flight, fly
from battlemat.boards.dots.grid import Grid
from battlemat.boards.dots.lattice import ARC_WIDTHS, DIRECTION_NAMES, DIRECTIONS, HEADINGS, each
from battlemat.boards.dots.reach import Prices, Reach, Walk
from battlemat.boards.dots.sight import CLEAR, Clutter, Line, Sight
from battlemat.boards.dots.terrain import Terrain
from battlemat.boards.dots.why import Blind, why_unseen

__all__ = [
    "ARC_WIDTHS",
    "CLEAR",
    "COVERING",
    "DIRECTIONS",
    "DIRECTION_NAMES",
    "HEADINGS",
    "SOFT",
    "SOLID_LOW",
    "TUNNEL_LEVEL",
    "Blind",
    "Board",
    "Building",
    "Clutter",
    "Feature",
    "Flight",
    "Line",
    "Link",
    "MapError",
    "Mark",
    "Plan",
    "Prices",
    "Reach",
    "Skid",
    "Vehicle",
    "Walk",
    "each",
    "fly",
    "why_unseen",
]

_NAME = re.compile(r"([a-z]+)([1-9][0-9]*)(?:@(t|[0-9]+))?")
_AXIAL = re.compile(r"\((-?[0-9]+),(-?[0-9]+)\)(?:@(t|[0-9]+))?")


@dataclass(frozen=True)
class Board(Grid):
    """An immutable map of dots, equal and hashable by value. Make it with `parse`, or with `build`
    from a plan.
    """

    heights: tuple[int, ...]
    buildings: tuple[Building, ...]
    marks: frozenset[tuple[Mark, int, int]]
    links: tuple[tuple[int, int, int, Feature], ...]

    # ---------------------------------------------------------------- making

    @classmethod
    def parse(cls, text: str) -> "Board":
        """The board a drawing shows; MapError says line, column and what would be right."""
        plan, where = dots_text.read(text)
        for subject, fault in faults(plan):
            line, column = where.get(subject, (1, 1))
            raise MapError(f"line {line}, column {column}: {fault}")
        return cls.build(plan)

    @classmethod
    def build(cls, plan: Plan) -> "Board":
        """The board of a plan; MapError when the plan contradicts itself."""
        for _, fault in faults(plan):
            raise MapError(fault)
        return cls(
            width=plan.width,
            height=plan.height,
            heights=tuple(plan.heights.get(dot, 0) for dot in range(plan.width * plan.height)),
            buildings=tuple(sorted(plan.buildings, key=lambda building: building.name)),
            marks=frozenset(plan.marks),
            links=_sorted_links(plan.links),
        )

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

    def draw(self) -> str:
        """The canonical drawing: `Board.parse(board.draw()) == board`."""
        return dots_draw.write(self)

    def __repr__(self) -> str:
        return f"Board.parse({self.draw()!r})"

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.width, self.height, self.heights, self.buildings, self.marks, self.links))

    def with_link(self, link: Link, level: int, feature: Feature | None) -> "Board":
        """This board with another feature on a link; None takes away what the map put there."""
        links = {(a, b, on): each for a, b, on, each in self.links}
        links.pop((*link, level), None)
        if feature is not None:
            links[(*link, level)] = feature
        return self._kept(replace(self, links=_sorted_links(links)))

    def with_marks(
        self,
        add: Iterable[tuple[Mark, int, int]] = (),
        drop: Iterable[tuple[Mark, int, int]] = (),
    ) -> "Board":
        """This board with marks (mark, dot, level) added and dropped."""
        return self._kept(replace(self, marks=(self.marks - frozenset(drop)) | frozenset(add)))

    def _kept(self, board: "Board") -> "Board":
        """The one object for a changed board, so that its tables are worked out once however often
        it comes up.
        """
        kept = self._family.setdefault(board, board)
        kept.__dict__["_family"] = self._family
        return kept

    @cached_property
    def _family(self) -> "dict[Board, Board]":
        return {self: self}

    # ---------------------------------------------------------------- dots, levels, places

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
        text = dots_text.dot_name(dot, self.width)
        if level == self.heights[dot]:
            return text
        return f"{text}@t" if level == TUNNEL_LEVEL else f"{text}@{level}"

    def place(self, text: str) -> int:
        """The place a text names: `c4`, `c4@1`, or in axial coordinates `(1,3)`, `(1,3)@1`."""
        name, coordinates = _NAME.fullmatch(text), _AXIAL.fullmatch(text)
        if name:
            column, row, level = dots_text.column_number(name[1]), int(name[2]) - 1, name[3]
        elif coordinates:
            row, level = int(coordinates[2]), coordinates[3]
            column = lattice.column_of(int(coordinates[1]), row)
        else:
            raise MapError(
                f"{text!r} is no dot: write column and row such as c4, with its level such as c4@1"
            )
        if not (0 <= column < self.width and 0 <= row < self.height):
            last = dots_text.dot_name(self.size - 1, self.width)
            raise MapError(f"{text!r} is off the map: its dots are a1 to {last}")
        dot = row * self.width + column
        if level is None:
            return self.ground(dot)
        place = self.at(dot, TUNNEL_LEVEL if level == "t" else min(int(level), self.sky))
        if not self.surfaces >> place & 1:
            offered = ", ".join(map(str, self.levels[dot]))
            raise MapError(f"{text!r} is in the air: that dot offers level {offered}")
        return place

    # ---------------------------------------- what stands where, and what follows from it

    @cached_property
    def terrain(self) -> Terrain:
        """Features and marks as tables."""
        return Terrain(self)

    @property
    def marked(self) -> Mapping[Mark, int]:
        """For each mark the mask of places that carry it."""
        return self.terrain.marked

    @cached_property
    def sight(self) -> Sight:
        """Straight lines, what closes them and what covers."""
        return Sight(self)

    @cached_property
    def bursts(self) -> Bursts:
        """Blast, flames, smoke and scatter."""
        return Bursts(self)

    @cached_property
    def roads(self) -> Roads:
        """Where two-dot vehicles go."""
        return Roads(self)

    def walk(self, prices: Prices, *, prone: bool = False) -> Walk:
        """Steps and their prices for a walker, or a crawler; the same question gives the same
        object.
        """
        key = (prices, prone)
        found = self._walks.get(key)
        if found is None:
            found = self._walks[key] = Walk(self, prices, prone=prone)
        return found

    @cached_property
    def _walks(self) -> dict[tuple[Prices, bool], Walk]:
        return {}


def _sorted_links(
    links: Mapping[tuple[int, int, int], Feature],
) -> tuple[tuple[int, int, int, Feature], ...]:
    return tuple((*key, links[key]) for key in sorted(links))
