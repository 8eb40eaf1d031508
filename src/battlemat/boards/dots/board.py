"""A board of dots: a triangular lattice with levels, buildings, walls between dots, ground on them.

    board = Board.parse(text)                  # the drawing: see text
    board.walk(prices).reach(start, 8)         # where a walker gets, the price, the way: reach
    board.sight.cover(a, b, prone=True)        # obstructions on the line or None: sight
    board.arc(dot, heading=3, degrees=60)      # a mask of dots
    board.bursts.blast(centre, radius=2)       # places harmed, by distance: burst
    board.roads.forward(vehicle, occupied=0)   # two-dot vehicles: drive
    board.flight(start, shortest=6, ...)       # landings from the air: fly
    board.why_unseen(a, b)                     # what closes a line: why

Dots and places are the numbers of `dots.places`. A board never changes, and equal boards are equal
values; what costs time is worked out on first use and kept.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from battlemat.boards.dots import draw as dots_draw
from battlemat.boards.dots import text as dots_text
from battlemat.boards.dots.burst import Bursts
from battlemat.boards.dots.check import faults
from battlemat.boards.dots.drive import Roads
from battlemat.boards.dots.features import (
    Feature,
    Link,
    MapError,
    Mark,
    Plan,
)
from battlemat.boards.dots.fly import Flight
from battlemat.boards.dots.places import Places
from battlemat.boards.dots.reach import Prices, Walk
from battlemat.boards.dots.sight import Sight
from battlemat.boards.dots.terrain import Terrain
from battlemat.boards.dots.why import Blind, why_unseen


class Board(Places):
    """An immutable map of dots, equal and hashable by value. Make it with `parse`, or with `build`
    from a plan.
    """

    # ---------------------------------------------------------------- making

    @classmethod
    def parse(cls, text: str) -> "Board":
        """The board a drawing shows; MapError says line, column and what would be right."""
        board, told = cls.look_at(text)
        if told or board is None:
            raise MapError(*told)
        return board

    @classmethod
    def look_at(cls, text: str) -> "tuple[Board | None, Sequence[str]]":
        """The board of a drawing as far as it can be read, and all its faults, each with line and
        column. A board with faults is good for the names of its places alone; None: there is none.
        """
        try:
            plan, where, told = dots_text.read(text)
        except MapError as error:
            return None, error.faults
        if not told:  # what cannot be read is left out, and would seem to contradict the rest
            spots = ((where.get(subject, (1, 1)), fault) for subject, fault in faults(plan))
            told = [f"line {line}, column {column}: {fault}" for (line, column), fault in spots]
        return cls._of(plan), told

    @classmethod
    def build(cls, plan: Plan) -> "Board":
        """The board of a plan; MapError when the plan contradicts itself."""
        told = [fault for _, fault in faults(plan)]
        if told:
            raise MapError(*told)
        return cls._of(plan)

    @classmethod
    def _of(cls, plan: Plan) -> "Board":
        return cls(
            width=plan.width,
            height=plan.height,
            heights=tuple(plan.heights.get(dot, 0) for dot in range(plan.width * plan.height)),
            buildings=tuple(sorted(plan.buildings, key=lambda building: building.name)),
            marks=frozenset(plan.marks),
            links=_sorted_links(plan.links),
        )

    def draw(self) -> str:
        """The canonical drawing: `Board.parse(board.draw()) == board`."""
        return dots_draw.write(self)

    def __repr__(self) -> str:
        return f"Board.parse({self.draw()!r})"

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
        return Sight(self.terrain)

    @cached_property
    def bursts(self) -> Bursts:
        """Blast, flames, smoke and scatter."""
        return Bursts(self.sight)

    @cached_property
    def roads(self) -> Roads:
        """Where two-dot vehicles go."""
        return Roads(self.terrain)

    def walk(self, prices: Prices, *, prone: bool = False) -> Walk:
        """Steps and their prices for a walker, or a crawler; the same question gives the same
        object.
        """
        key = (prices, prone)
        found = self._walks.get(key)
        if found is None:
            found = self._walks[key] = Walk(self.terrain, prices, prone=prone)
        return found

    def flight(self, start: int, *, shortest: int, longest: int, dots_a_level: int) -> Flight:
        """All flights of some length from a place; one level up or down for every `dots_a_level`
        full dots.
        """
        return Flight(self.terrain, start, shortest, longest, dots_a_level)

    def why_unseen(
        self, a: int, b: int, *, prone: bool = False, target_prone: bool = False
    ) -> Blind | None:
        """The first thing that closes the line from a to b; None if it is open."""
        return why_unseen(self.sight, a, b, prone=prone, target_prone=target_prone)

    @cached_property
    def _walks(self) -> dict[tuple[Prices, bool], Walk]:
        return {}


def _sorted_links(
    links: Mapping[tuple[int, int, int], Feature],
) -> tuple[tuple[int, int, int, Feature], ...]:
    return tuple((*key, links[key]) for key in sorted(links))
