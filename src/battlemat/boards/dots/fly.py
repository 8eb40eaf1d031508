"""Flights over a board of dots: where one can land, and on what way.

A flight is a chain of adjacent dots, bends allowed. It passes over everything that is not too high:
some dots flown buy one level. It starts and ends under the open sky; from indoors its first dot
leads out through a door or window.
"""

from battlemat.boards.dots.features import Feature, Mark
from battlemat.boards.dots.lattice import each
from battlemat.boards.dots.terrain import Terrain


def outlets(terrain: Terrain, place: int) -> int:
    """The mask of dots in the open that a door or window leads to from an indoor place."""
    places = terrain.places
    dot, level = place % places.size, places.level(place)
    mask = 0
    for near in places.neighbours[dot]:
        if near < 0 or not places.is_outdoors(places.at(near, level)):
            continue
        if terrain.feature(dot, near, level) in (Feature.DOOR, Feature.WINDOW):
            mask |= 1 << near
    return mask


class Flight:
    """All flights from one place: `landings` is the mask of places where one of them can end."""

    def __init__(
        self, terrain: Terrain, start: int, shortest: int, longest: int, dots_a_level: int
    ) -> None:
        self.terrain = terrain
        self.places = terrain.places
        self.start = start
        self.shortest = shortest
        self.dots_a_level = dots_a_level
        self.level = self.places.level(start)
        indoors = not self.places.is_outdoors(start)
        self._ways_out = outlets(terrain, start) if indoors else -1
        self._layers = self._fly(longest)
        self.landings = self._landings()

    def path(self, place: int, danger: int = 0) -> tuple[int, ...]:
        """The dots of a shortest flight to a landing, of these one that crosses the dots of
        `danger` least often.
        """
        dot = place % self.places.size
        if not self.landings >> place & 1:
            raise ValueError(f"no flight lands on {self.places.name(place)}")
        flown = next(
            n for n in range(self.shortest, len(self._layers)) if self._landing_dots(n) >> dot & 1
        )
        best: list[dict[int, tuple[int, int]]] = [{self.start % self.places.size: (0, -1)}]
        for layer in self._layers[1 : flown + 1]:
            before = best[-1]
            best.append(
                {
                    there: min(
                        (before[near][0] + (danger >> there & 1), near)
                        for near in self.places.neighbours[there]
                        if near in before
                    )
                    for there in each(layer)
                }
            )
        way = []
        for n in range(flown, 0, -1):
            way.append(dot)
            dot = best[n][dot][1]
        return tuple(reversed(way))

    @property
    def is_shut_in(self) -> bool:
        """Whether no flight begins here: indoors, and away from every door and window."""
        return not self._layers[1]

    def fault(self, way: tuple[int, ...]) -> str | None:
        """What is wrong with a chain of dots on its way: "gap", "wall" or "height"; else None."""
        here = self.start % self.places.size
        for n, dot in enumerate(way, 1):
            if dot not in self.places.neighbours[here]:
                return "gap"
            if n == 1 and not self._ways_out >> dot & 1:
                return "wall"
            if not self._topped(0, self.level + self._change(n)) >> dot & 1:
                return "height"
            here = dot
        return None

    def _fly(self, longest: int) -> list[int]:
        """The dots one can be over after each number of dots flown."""
        places = self.places
        layers = [1 << self.start % places.size]
        for flown in range(1, longest + 1):
            layer = places.grown(layers[-1]) & self._topped(0, self.level + self._change(flown))
            if flown == 1:
                layer &= self._ways_out
            layers.append(layer)
        return layers

    def _change(self, flown: int) -> int:
        """How many levels a flight of some length gains or loses at most."""
        return flown // self.dots_a_level

    def _topped(self, low: int, high: int) -> int:
        """The mask of dots whose highest surface lies between two levels."""
        tops = self.terrain.tops
        return sum(tops[max(low, 0) : high + 1])

    def _landing_dots(self, flown: int) -> int:
        change = self._change(flown)
        return self._layers[flown] & self._topped(self.level - change, self.level + change)

    def _landings(self) -> int:
        dots, landings = 0, 0
        for flown in range(self.shortest, len(self._layers)):
            dots |= self._landing_dots(flown)
        for level, topped in enumerate(self.terrain.tops):
            landings |= (dots & topped) << level * self.places.size
        return landings & ~self.terrain.marked[Mark.TREE]
