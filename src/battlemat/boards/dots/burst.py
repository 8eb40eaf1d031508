"""What bursts on a board of dots: whom blast reaches, where flames and smoke settle, where a stray
round goes.

The one rule: blast runs along the same straight lines as sight, ties included; whoever has one open
line to the centre is reached. Only where floors lie between does it need stairs or a ladder.
"""

from typing import TYPE_CHECKING

from battlemat.boards.dots.features import TUNNEL_LEVEL, Feature, Mark
from battlemat.boards.dots.lattice import each

if TYPE_CHECKING:
    from battlemat.boards.dots.board import Board


class Bursts:
    """Blast, flames, smoke and scatter on one board."""

    def __init__(self, board: "Board") -> None:
        self.board = board
        self._blasts: dict[tuple[int, int, bool], tuple[int, ...]] = {}

    def distance(self, centre: int, place: int) -> int:
        """Dots plus levels between two places."""
        board = self.board
        return board.distance(centre, place) + abs(board.level(centre) - board.level(place))

    def reaches(self, centre: int, place: int, *, prone: bool = False) -> bool:
        """Whether blast from the centre is not held back on its way to someone standing, or prone,
        at a place.
        """
        board, terrain, sight = self.board, self.board.terrain, self.board.sight
        dot_a, dot_b = centre % board.size, place % board.size
        level_a, level_b = board.level(centre), board.level(place)
        if dot_a == dot_b:
            return level_a == level_b or terrain.is_joined(dot_a, level_a, level_b)
        lines = sight.lines(centre, place)
        if level_a != level_b and sight.is_parted(centre, place):
            # the way up or down is taken on the stairs' own dot, the rest on the level of the other
            # end
            if terrain.is_joined(dot_a, level_a, level_b):
                lines += sight.lines(board.at(dot_a, level_b), place)
            if terrain.is_joined(dot_b, level_a, level_b):
                lines += sight.lines(centre, board.at(dot_b, level_a))
        return any(not (prone and line.low_any) for line in lines)

    def blast(self, centre: int, radius: int, *, prone: bool = False) -> tuple[int, ...]:
        """The masks of places reached at distance 0, 1, ... up to the radius, for people standing
        or prone there.
        """
        key = (centre, radius, prone)
        found = self._blasts.get(key)
        if found is None:
            rings = [0] * (radius + 1)
            for place in self._around(centre, radius):
                distance = self.distance(centre, place)
                if distance <= radius and self.reaches(centre, place, prone=prone):
                    rings[distance] |= 1 << place
            found = self._blasts[key] = tuple(rings)
        return found

    def _around(self, centre: int, radius: int) -> list[int]:
        board = self.board
        found = []
        for dot in each(board.disc(centre, radius)):
            for level in (*board.levels[dot], TUNNEL_LEVEL):
                place = board.at(dot, level)
                if board.surfaces >> place & 1:
                    found.append(place)
        return found

    def flames(self, centre: int, radius: int) -> int:
        """The mask of places that burn after a burst: those blast reaches on the centre's level, or
        over open ground.

        Water and trees do not burn.
        """
        board, marked = self.board, self.board.marked
        wet = marked[Mark.SHALLOW] | marked[Mark.DEEP] | marked[Mark.TREE]
        mask = 0
        for ring in self.blast(centre, radius):
            mask |= ring
        layer = centre // board.size * board.size
        level = board.all_dots << layer
        if board.grounds >> centre & 1:
            level |= board.grounds
        return mask & level & ~wet

    def smoke(self, centre: int, steps: int) -> int:
        """The mask of places smoke fills within a number of steps: no way through high walls and
        onto trees.
        """
        terrain = self.board.terrain
        filled = edge = 1 << centre
        for _ in range(steps):
            new = 0
            for place in each(edge):
                for there in terrain.next_places(place):
                    if Feature.HIGH_WALL not in terrain.between(place, there):
                        new |= 1 << there
            edge = new & ~filled & ~terrain.marked[Mark.TREE]
            filled |= edge
        return filled

    def scatter(self, place: int, direction: int) -> int:
        """The place a round goes when it strays one dot from `place`; the same place where
        something stops it.

        High walls, trees and the edge of the map stop it. It follows open ground up and down, and
        falls to the highest surface below where its own level ends.
        """
        board, terrain = self.board, self.board.terrain
        dot, level = place % board.size, board.level(place)
        near = board.neighbours[dot][direction]
        if near < 0:
            return place
        if level == TUNNEL_LEVEL:
            there: int | None = board.at(near, level)
            if not board.surfaces >> board.at(near, level) & 1:
                return place
        elif board.grounds >> place & board.grounds >> board.ground(near) & 1:
            # `>>` binds tighter than `&`: both are open ground only when the two low bits are set
            there = board.ground(near)
        else:
            there = board.surface_below(near, level)
        if there is None or terrain.marked[Mark.TREE] >> there & 1:
            return place
        on_ground = board.grounds >> place & board.grounds >> there & 1
        crossed = (
            terrain.between(place, there) if on_ground else (terrain.feature(dot, near, level),)
        )
        return place if Feature.HIGH_WALL in crossed else there

    def before_window(self, a: int, b: int, side: int) -> int | None:
        """Where a round from a to b strays from when it went through a window: the place before the
        first one.

        A window on the thrower's own first link does not count. None when the way meets no window.
        """
        board, terrain, sight = self.board, self.board.terrain, self.board.sight
        way = sight.way(a, b, side)
        for i in range(2, len(way)):
            if terrain.feature(way[i - 1], way[i], sight.level_of_link(a, b, i)) is Feature.WINDOW:
                below = board.surface_below(way[i - 1], board.level(b))
                return board.ground(way[i - 1]) if below is None else below
        return None
