"""What bursts on a board of dots: whom blast reaches, where flames and smoke settle, where a stray
round goes.

Blast runs along the same straight lines as sight, ties included; whoever has one open
line to the centre is reached. Only where floors lie between does it need stairs or a ladder.
"""

from battlemat.boards.dots.features import TUNNEL_LEVEL, Feature, Mark
from battlemat.boards.dots.lattice import each
from battlemat.boards.dots.sight import Sight


class Bursts:
    """Blast, flames, smoke and scatter on one places."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.terrain = sight.terrain
        self.places = sight.places
        self._blasts: dict[tuple[int, int, bool], tuple[int, ...]] = {}

    def distance(self, centre: int, place: int) -> int:
        """Dots plus levels between two places."""
        places = self.places
        return places.distance(centre, place) + abs(places.level(centre) - places.level(place))

    def reaches(self, centre: int, place: int, *, prone: bool = False) -> bool:
        """Whether blast from the centre is not held back on its way to someone standing, or prone,
        at a place.
        """
        places, terrain, sight = self.places, self.terrain, self.sight
        dot_a, dot_b = centre % places.size, place % places.size
        level_a, level_b = places.level(centre), places.level(place)
        if dot_a == dot_b:
            return level_a == level_b or terrain.is_joined(dot_a, level_a, level_b)
        lines = sight.lines(centre, place)
        if level_a != level_b and sight.is_parted(centre, place):
            # the way up or down is taken on the stairs' own dot, the rest on the level of the other
            # end
            if terrain.is_joined(dot_a, level_a, level_b):
                lines += sight.lines(places.at(dot_a, level_b), place)
            if terrain.is_joined(dot_b, level_a, level_b):
                lines += sight.lines(centre, places.at(dot_b, level_a))
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
        places = self.places
        found = []
        for dot in each(places.disc(centre, radius)):
            for level in (*places.levels[dot], TUNNEL_LEVEL):
                place = places.at(dot, level)
                if places.surfaces >> place & 1:
                    found.append(place)
        return found

    def flames(self, centre: int, radius: int) -> int:
        """The mask of places that burn after a burst: those blast reaches on the centre's level, or
        over open ground.

        Water and trees do not burn.
        """
        places, marked = self.places, self.terrain.marked
        wet = marked[Mark.SHALLOW] | marked[Mark.DEEP] | marked[Mark.TREE]
        mask = 0
        for ring in self.blast(centre, radius):
            mask |= ring
        layer = centre // places.size * places.size
        level = places.all_dots << layer
        if places.grounds >> centre & 1:
            level |= places.grounds
        return mask & level & ~wet

    def smoke(self, centre: int, steps: int) -> int:
        """The mask of places smoke fills within a number of steps: no way through high walls and
        onto trees.
        """
        terrain = self.terrain
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
        places, terrain = self.places, self.terrain
        dot, level = place % places.size, places.level(place)
        near = places.neighbours[dot][direction]
        if near < 0:
            return place
        if level == TUNNEL_LEVEL:
            there: int | None = places.at(near, level)
            if not places.surfaces >> places.at(near, level) & 1:
                return place
        elif places.grounds >> place & places.grounds >> places.ground(near) & 1:
            # `>>` binds tighter than `&`: both are open ground only when the two low bits are set
            there = places.ground(near)
        else:
            there = places.surface_below(near, level)
        if there is None or terrain.marked[Mark.TREE] >> there & 1:
            return place
        on_ground = places.grounds >> place & places.grounds >> there & 1
        crossed = (
            terrain.between(place, there) if on_ground else (terrain.feature(dot, near, level),)
        )
        return place if Feature.HIGH_WALL in crossed else there

    def before_window(self, a: int, b: int, side: int) -> int | None:
        """Where a round from a to b strays from when it went through a window: the place before the
        first one.

        A window on the thrower's own first link does not count. None when the way meets no window.
        """
        places, terrain, sight = self.places, self.terrain, self.sight
        way = sight.way(a, b, side)
        for i in range(2, len(way)):
            if terrain.feature(way[i - 1], way[i], sight.level_of_link(a, b, i)) is Feature.WINDOW:
                below = places.surface_below(way[i - 1], places.level(b))
                return places.ground(way[i - 1]) if below is None else below
        return None
