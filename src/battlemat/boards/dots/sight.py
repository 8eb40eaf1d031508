"""Straight lines over a board of dots: which are closed, and what covers the far end of the others.

A line follows the dots nearest to it. Where it runs exactly between two dots it may slide a hair to
the left or to the right as a whole; sight takes the better way. Each dot and link on the way is
judged on one level only: that of the higher end, but that of the lower end on the link next to the
lower end and on the dot beyond that link. The end dots are judged on their own levels. A way over a
dot that the map does not have (along its ragged edge) is no way.

Terrain is looked at once for each pair of places and kept as `Line`s; units, flames and smoke come
in as masks.
"""

from typing import NamedTuple

from battlemat.boards.dots.features import TUNNEL_LEVEL
from battlemat.boards.dots.lattice import Ray, rays
from battlemat.boards.dots.terrain import Terrain
from battlemat.kernel.memo import Memo, Table

_LINES = Memo("the board and two places; a long game on a big map starts over", bound=60_000)
_SEEN = Memo("the board, two places, and who lies there", bound=60_000)


class Line(NamedTuple):
    """One open way from a place to another."""

    low_first: bool  # something low and solid on the first link: nobody prone looks over it
    low_last: bool
    low_any: bool
    cover: int  # obstructions there for good: links after the first, soft dots up to the end
    bare: int  # places after the start, end included, that are not soft yet: flames count there
    between: int  # places between the ends: units count there
    after: int  # places after the start, end included: smoke counts there
    side: int  # 0 left, 1 right


class Clutter(NamedTuple):
    """What is in the way today, as masks of places."""

    standing: int = 0  # units that stand: in everybody's way
    lying: int = 0  # units that lie: in the way of the prone alone
    fire: int = 0
    smoke: int = 0
    smoke_counts: int = 1  # how many obstructions one dot of smoke counts for
    vehicles: tuple[
        int, ...
    ] = ()  # each the mask of a vehicle's two places, which count once together


CLEAR = Clutter()


class Sight:
    """Lines between the places of one places."""

    def __init__(self, terrain: Terrain) -> None:
        self.terrain = terrain
        self.places = terrain.places
        self._lines: Table[int, tuple[Line, ...]] = _LINES.table()
        self._seen: Table[int, bool] = _SEEN.table()
        self._all = self.places.layers * self.places.size

    def lines(self, a: int, b: int) -> tuple[Line, ...]:
        """The ways from a to b that terrain leaves open to standing people: none, one or two, left
        before right.
        """
        key = a * self._all + b
        found = self._lines.get(key)
        return self._lines.keep(key, self._look(a, b)) if found is None else found

    def best(
        self,
        a: int,
        b: int,
        clutter: Clutter = CLEAR,
        *,
        prone: bool = False,
        target_prone: bool = False,
    ) -> tuple[int, int] | None:
        """Obstructions between a shooter at `a` and a target at `b`, and the side the better way
        takes (0 left, 1 right).

        None when there is no line of sight. The prone cannot look over what is low and solid right
        before them, nor the prone at the prone over anything low and solid at all.
        """
        best = None
        standing, lying, fire, smoke, smoke_counts, vehicles = clutter
        crowd = standing | lying if prone else standing
        for low_first, low_last, low_any, cover, bare, between, after, side in self.lines(a, b):
            if low_any and ((prone and (low_first or target_prone)) or (target_prone and low_last)):
                continue
            if crowd & between:
                cover += (crowd & between).bit_count()
                for vehicle in vehicles:
                    cover -= vehicle & between & crowd == vehicle
            if fire:
                cover += (fire & bare).bit_count()
            if smoke:
                cover += (smoke & after).bit_count() * smoke_counts
            if best is None or cover < best[0]:
                best = cover, side
        return best

    def cover(
        self,
        a: int,
        b: int,
        clutter: Clutter = CLEAR,
        *,
        prone: bool = False,
        target_prone: bool = False,
    ) -> int | None:
        """The obstructions alone, as `best` counts them."""
        best = self.best(a, b, clutter, prone=prone, target_prone=target_prone)
        return None if best is None else best[0]

    def sees(self, a: int, b: int, *, prone: bool = False, target_prone: bool = False) -> bool:
        """Whether there is line of sight; units never close it."""
        key = (a * self._all + b) * 4 + 2 * prone + target_prone
        found = self._seen.get(key)
        if found is None:
            best = self.best(a, b, prone=prone, target_prone=target_prone)
            found = self._seen.keep(key, best is not None)
        return found

    def way(self, a: int, b: int, side: int) -> tuple[int, ...]:
        """The dots of the line from a to b, ends included, on its left (0) or right (1) side."""
        ways = self._rays(a % self.places.size, b % self.places.size)
        return tuple(a % self.places.size + delta for delta in ways[min(side, len(ways) - 1)].dots)

    def view(self, a: int) -> int:
        """The mask of places that a standing observer sees standing people at."""
        mask = 0
        for b in self.terrain.surface_list:
            if self.lines(a, b):
                mask |= 1 << b
        return mask

    def level_of_link(self, a: int, b: int, i: int) -> int:
        """The level on which link i (counted from 1) of the line from a to b is judged."""
        low, high = sorted((self.places.level(a), self.places.level(b)))
        near = 1 if self.places.level(a) == low else self.places.distance(a, b)
        return low if i == near else high

    def level_of_dot(self, a: int, b: int, i: int) -> int:
        """The level on which dot i of the line from a to b is judged, the ends left out."""
        low, high = sorted((self.places.level(a), self.places.level(b)))
        near = 1 if self.places.level(a) == low else self.places.distance(a, b) - 1
        return low if i == near else high

    # ---------------------------------------------------------------- looking

    def _rays(self, a: int, b: int) -> tuple[Ray, ...]:
        (q, r), (q2, r2) = self.places.coordinates[a], self.places.coordinates[b]
        return rays(q2 - q, r2 - r, r & 1, self.places.width)

    def _look(self, a: int, b: int) -> tuple[Line, ...]:
        places = self.places
        dot_a, dot_b = a % places.size, b % places.size
        level_a, level_b = places.level(a), places.level(b)
        if dot_a == dot_b or (level_a != level_b and self.is_parted(a, b)):
            return ()
        column = dot_a % places.width
        lines = []
        for side, ray in enumerate(self._rays(dot_a, dot_b)):
            if column < ray.west or column + ray.east >= places.width:
                continue
            line = self._along(ray, dot_a, level_a, level_b, side)
            if line is not None:
                lines.append(line)
        return tuple(lines)

    def is_parted(self, a: int, b: int) -> bool:
        """Whether earth or the floors of one building lie between places of different levels."""
        places = self.places
        dot_a, dot_b = a % places.size, b % places.size
        level_a, level_b = places.level(a), places.level(b)
        if TUNNEL_LEVEL in (level_a, level_b):
            return True
        return (
            places.building_at[dot_a] == places.building_at[dot_b] != 0
            and level_a in places.levels[dot_a]
            and level_b in places.levels[dot_b]
        )

    def _along(self, ray: Ray, start: int, level_a: int, level_b: int, side: int) -> Line | None:
        """The line on one side, None when it is closed."""
        terrain = self.terrain
        shift = start - ray.bias
        low, high = min(level_a, level_b), max(level_a, level_b)
        between = ray.between << shift
        links = ray.links << 3 * shift
        first_link = ray.first_link << 3 * shift
        last_link = ray.last_link << 3 * shift
        near_link = near_dot = 0  # what is judged on the lower level
        if low != high:
            near_link = first_link if level_a == low else last_link
            near_dot = (ray.first_dot if level_a == low else ray.last_dot) << shift
            if self._roofed(ray, start, level_a, level_b):
                return None
        far_links, far_dots = links ^ near_link, between ^ near_dot
        if far_links & terrain.walls[high] or near_link & terrain.walls[low]:
            return None
        if far_dots & terrain.trees[high] or near_dot & terrain.trees[low]:
            return None
        if between & (terrain.taller[high] if high >= 0 else ~terrain.tunnels):
            return None
        lows = far_links & terrain.lows[high] | near_link & terrain.lows[low]
        covers = far_links & terrain.covers[high] | near_link & terrain.covers[low]
        passed = self._places(far_dots, high) | self._places(near_dot, low)
        after = passed | self._places(ray.end << shift, level_b)
        soft = after & terrain.soft
        return Line(
            low_first=lows & first_link != 0,
            low_last=lows & last_link != 0,
            low_any=lows != 0,
            cover=(covers & ~first_link).bit_count() + soft.bit_count(),
            bare=after ^ soft,
            between=passed,
            after=after,
            side=side,
        )

    def _places(self, dots: int, level: int) -> int:
        """Dots as places of a level."""
        return dots << level % self.places.layers * self.places.size

    def _roofed(self, ray: Ray, start: int, level_a: int, level_b: int) -> bool:
        """Whether an end lies under a floor or roof and the line leaves it through the same
        building.
        """
        at = self.places.building_at
        dots = ray.dots
        for level, here, there in ((level_a, dots[0], dots[1]), (level_b, dots[-1], dots[-2])):
            dot = start + here
            if (
                at[dot]
                and at[dot] == at[start + there]
                and level < self.places.levels[dot].stop - 1
            ):
                return True
        return False
