"""What stands where on a board of dots, as tables for the questions that are asked often.

Links are numbered 3 * earlier dot + 0, 1 or 2 (its link E, SE, SW), so that a set of links is one
int mask too. Tables by layer are indexed with `level`, where -1 finds the tunnels.

A building's outer wall is there unless the map put something else in its place.
"""

from battlemat.boards.dots import lattice
from battlemat.boards.dots.features import COVERING, SOFT, SOLID_LOW, TUNNEL_LEVEL, Feature, Mark
from battlemat.boards.dots.places import Places


class Terrain:
    """Marks as masks of places, features as masks of links by level."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.marked: dict[Mark, int] = dict.fromkeys(Mark, 0)
        for mark, dot, level in places.marks:
            self.marked[mark] |= 1 << places.at(dot, level)
        self.climbs = self.marked[Mark.STAIRS] | self.marked[Mark.LADDER]
        self.surface_list = lattice.each(places.surfaces)
        self.features = self._features()
        self._beside: dict[int, int] = {}
        layers = range(places.layers)
        self.walls = [0] * places.layers
        self.covers = [0] * places.layers
        self.lows = [0] * places.layers
        for (link, level), feature in self.features.items():
            self.walls[level] |= (feature is Feature.HIGH_WALL) << link
            self.covers[level] |= (feature in COVERING) << link
            self.lows[level] |= (feature in SOLID_LOW) << link
        self.soft = 0
        for mark in SOFT:
            self.soft |= self.marked[mark]
        self.trees = [self._layer(self.marked[Mark.TREE], layer) for layer in layers]
        self.tunnels = self._layer(self.marked[Mark.TUNNEL], places.layers - 1)
        self.tops = [
            sum(1 << dot for dot, levels in enumerate(places.levels) if levels.stop - 1 == level)
            for level in range(places.sky)
        ]
        self.taller = [
            sum(1 << dot for dot, height in enumerate(places.heights) if height > level)
            for level in layers
        ]

    def _layer(self, mask: int, layer: int) -> int:
        return mask >> layer * self.places.size & self.places.all_dots

    def _features(self) -> dict[tuple[int, int], Feature]:
        places = self.places
        found: dict[tuple[int, int], Feature] = {}
        for number, building in enumerate(places.buildings, 1):
            for dot in building.dots:
                for near in places.neighbours[dot]:
                    if near >= 0 and places.building_at[near] != number:
                        link = self.link(dot, near)
                        for level in places.levels[dot][:-1]:
                            found[(link, level)] = Feature.HIGH_WALL
        for a, b, level, feature in places.links:
            found[(self.link(a, b), level)] = feature
        return found

    def link(self, a: int, b: int) -> int:
        """The number of the link between two adjacent dots, in either order."""
        coordinates = self.places.coordinates
        return 3 * min(a, b) + lattice.link_kind(coordinates[a], coordinates[b])

    def feature(self, a: int, b: int, level: int) -> Feature | None:
        """What lies between two adjacent dots on a level, outer walls included."""
        return self.features.get((self.link(a, b), level))

    def between(self, a: int, b: int) -> tuple[Feature, ...]:
        """What lies between two places on adjacent dots, on every level from one to the other."""
        places = self.places
        link = self.link(a % places.size, b % places.size)
        low, high = sorted((places.level(a), places.level(b)))
        found = (self.features.get((link, level)) for level in range(low, high + 1))
        return tuple(feature for feature in found if feature is not None)

    def is_free_standing(self, a: int, b: int, level: int) -> bool:
        """Whether a wall between two dots is no part of a building on that level."""
        places = self.places
        return level != TUNNEL_LEVEL and not any(
            places.building_at[dot] and level in places.levels[dot][:-1] for dot in (a, b)
        )

    def next_places(self, place: int) -> list[int]:
        """The places on adjacent dots that lie on the same level, or on open ground when this one
        does.
        """
        places = self.places
        dot, level = place % places.size, places.level(place)
        on_ground = places.grounds >> place & 1
        found = []
        for near in places.neighbours[dot]:
            if near < 0:
                continue
            there = places.at(near, level)
            if on_ground and places.grounds >> places.ground(near) & 1:
                there = places.ground(near)
            if places.surfaces >> there & 1:
                found.append(there)
        return found

    def beside(self, place: int) -> int:
        """The mask of places within arm's reach: adjacent, at most one level of ground apart, no
        high wall between.
        """
        found = self._beside.get(place)
        if found is not None:
            return found
        mask = 0
        for there in self.next_places(place):
            steep = abs(self.places.level(place) - self.places.level(there)) > 1
            if not steep and Feature.HIGH_WALL not in self.between(place, there):
                mask |= 1 << there
        self._beside[place] = mask
        return mask

    def is_joined(self, dot: int, level: int, other: int) -> bool:
        """Whether stairs or ladders on a dot lead from one level to another."""
        climbs = self.climbs
        low, high = sorted((level, other))
        return low >= 0 and all(
            climbs >> self.places.at(dot, step) & 1 for step in range(low, high)
        )
