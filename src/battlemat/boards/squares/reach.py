"""Steps on the square board: what one costs, where a movement may end, leaps and pushes.

The ground is settled beforehand, as masks of the squares from which a step in each direction costs
so much; a movement then spreads over whole masks at once.
"""

from __future__ import annotations

from typing import NamedTuple

from battlemat.boards.squares.ground import DIRECTIONS, Ground

_ANYWHERE = (-1, -1, -1, -1)


class Wave(NamedTuple):
    """All steps of one cost: the squares they may start from, in all and by direction."""

    cost: int
    starts: int
    e: int
    se: int
    s: int
    sw: int
    w: int
    nw: int
    n: int
    ne: int


Clear = tuple[int, int, int, int]


class Alone(NamedTuple):
    """A movement with nobody near: by start, furthest budget and prices."""

    around: int  # the squares that matter to it
    beside: int  # those that matter to its first step
    reaches: tuple[int, ...]


class Steps:
    """Movement over one ground."""

    __slots__ = ("_alone", "_ground", "_leaps", "_open", "_waves", "_width")

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._width = ground.plan.width
        self._open = ground.plan.all_squares & ~ground.plan.impassable
        self._waves: dict[tuple[bool, bool], tuple[Wave, tuple[Wave, ...], int]] = {}
        self._alone: dict[tuple[int, int, bool, bool], Alone] = {}
        self._leaps: tuple[Wave, ...] | None = None

    # -------------------------------------------------------------- one step

    def cost(self, a: int, b: int, ranger: bool, discount: bool) -> int | None:
        """The cost of one step with no unit in the way, or None if there is no such step."""
        if b not in self._ground.neighbours[a] or not self._open >> b & 1:
            return None
        if self._ground.is_straight(a, b):
            cost = self._straight(a, b, discount)
        else:
            cost = self._diagonal(a, b)
        if cost is not None and not ranger and self._ground.plan.difficult >> a & 1:
            cost += 1
        return cost

    def _straight(self, a: int, b: int, discount: bool) -> int | None:
        ground = self._ground
        if ground.is_closed(a, b):
            return None
        start, end, top = ground.levels[a], ground.levels[b], ground.top(a, b)
        face = top - min(start, end)
        if face == 0 or ground.by_stairs(a, b):
            return 1
        if face > 1 and (min(a, b), max(a, b)) not in ground.climbable:
            return None
        if discount:
            return 1 + (top - start) + max(0, top - end - 1)
        if start == end and face == 1:
            return 2  # the first edition's own price for a low wall
        return 1 + (top - start) + (top - end)

    def _diagonal(self, a: int, b: int) -> int | None:
        ground = self._ground
        for here, there in ground.corner_sides(a, b):
            if not self._open >> there & 1 or ground.wall(here, there):
                return None
            level = ground.levels[here] == ground.levels[there]
            if not level and not ground.by_stairs(here, there):
                return None
        return 1

    # -------------------------------------------------------------- a movement

    def _priced(self, ranger: bool, discount: bool) -> tuple[Wave, tuple[Wave, ...], int]:
        """The steps of cost 1, those that cost more, cheapest first, and where the latter start."""
        found = self._waves.get((ranger, discount))
        if found is None:
            masks: dict[int, list[int]] = {1: [0] * 8}
            for square, near in enumerate(self._ground.neighbours):
                for way, other in enumerate(near):
                    cost = None if other is None else self.cost(square, other, ranger, discount)
                    if cost is not None:
                        masks.setdefault(cost, [0] * 8)[way] |= 1 << square
            plain, *dear = (_wave(cost, masks[cost]) for cost in sorted(masks))
            starts = 0
            for wave in dear:
                starts |= wave.starts
            found = self._waves[ranger, discount] = plain, tuple(dear), starts
        return found

    def clear_of(self, occupied: int) -> Clear:
        """For SE, SW, NW, NE the squares whose step that way passes beside no occupied square."""
        if not occupied:
            return _ANYWHERE
        width = self._width
        east, west = occupied >> 1, occupied << 1
        south, north = occupied >> width, occupied << width
        return ~(east | south), ~(west | south), ~(west | north), ~(east | north)

    def reaches(
        self,
        start: int,
        furthest: int,
        blocked: int,
        no_stop: int,
        halt: int,
        occupied: int,
        ranger: bool,
        discount: bool,
    ) -> tuple[int, ...]:
        """See `Terrain.reaches`."""
        alone = self._alone.get((start, furthest, ranger, discount))
        if alone is None:
            around, beside = self._disc(start, furthest), self._disc(start, 1)
            reaches = self._flood(start, furthest, 0, 0, 0, 0, ranger, discount, None)
            alone = self._alone[start, furthest, ranger, discount] = Alone(around, beside, reaches)
        around, beside, reaches = alone
        if not (blocked | no_stop | halt | occupied) & around:
            return reaches  # nobody is near enough to matter
        first = None if occupied & beside else reaches[1]
        return self._flood(
            start, furthest, blocked, no_stop, halt, occupied, ranger, discount, first
        )

    def _disc(self, start: int, radius: int) -> int:
        """The squares no further than `radius` from the start, without it."""
        width, height = self._width, self._ground.plan.height
        x, y = start % width, start // width
        left, right = max(0, x - radius), min(width - 1, x + radius)
        row = (1 << right - left + 1) - 1 << left
        mask = 0
        for line in range(max(0, y - radius), min(height - 1, y + radius) + 1):
            mask |= row << line * width
        return mask & ~(1 << start)

    def _flood(
        self,
        start: int,
        furthest: int,
        blocked: int,
        no_stop: int,
        halt: int,
        occupied: int,
        ranger: bool,
        discount: bool,
        first: int | None,
    ) -> tuple[int, ...]:
        """`first` is where the steps of cost 1 from the start lead, if that is known."""
        here = 1 << start
        width = self._width
        (_, _, e, se, s, sw, w, nw, n, ne), dear, dear_starts = self._priced(ranger, discount)
        clear = self.clear_of(occupied & ~here)
        se, sw, nw, ne = se & clear[0], sw & clear[1], nw & clear[2], ne & clear[3]
        enter = self._open & ~(here | blocked | (no_stop & halt))
        arriving = [0] * (furthest + 1)
        moving, reached, found = here, 0, [0]
        for spent in range(furthest):
            # The steps of cost 1 are spelled out here: this is where the time goes.
            if first is not None:
                fresh, first = first, None
            else:
                fresh = (
                    arriving[spent + 1]
                    | (moving & e) << 1
                    | (moving & w) >> 1
                    | (moving & s) << width
                    | (moving & n) >> width
                    | (moving & se) << width + 1
                    | (moving & sw) << width - 1
                    | (moving & nw) >> width + 1
                    | (moving & ne) >> width - 1
                )
            if moving & dear_starts:
                for wave in dear:
                    if spent + wave.cost > furthest:
                        break
                    if moving & wave.starts:
                        arriving[spent + wave.cost] |= spread(moving, wave, width, clear)
            fresh &= enter & ~reached
            reached |= fresh
            moving = fresh & ~halt
            found.append(reached & ~no_stop)
        return tuple(found)

    def leap(
        self, start: int, reach: int, blocked: int, no_stop: int, halt: int, occupied: int
    ) -> int:
        """See `Terrain.leap`."""
        here = 1 << start
        clear = self.clear_of(occupied & ~here)
        enter = self._open & ~(here | blocked | (no_stop & halt))
        landings = 0
        for way in range(8):
            wave = self._leap_waves()[way]
            at = here
            for _ in range(reach):
                at = spread(at, wave, self._width, clear) & enter
                landings |= at
                at &= ~halt
        return landings & ~no_stop

    def _leap_waves(self) -> tuple[Wave, ...]:
        """For each direction alone, the squares from which a leap may go on that way."""
        if self._leaps is None:
            ways = [0] * 8
            for square, near in enumerate(self._ground.neighbours):
                for way, other in enumerate(near):
                    if other is not None and self._may_leap(square, other):
                        ways[way] |= 1 << square
            self._leaps = tuple(
                _wave(1, [mask if n == way else 0 for n, mask in enumerate(ways)])
                for way in range(8)
            )
        return self._leaps

    def _may_leap(self, a: int, b: int) -> bool:
        return all(
            self._open >> there & 1 and not self._ground.is_closed(here, there)
            for here, there in self._ground.step_sides(a, b)
        )

    # -------------------------------------------------------------- a push

    def push_path(self, attacker: int, target: int, occupied: int) -> tuple[int, ...]:
        """See `Terrain.push_path`."""
        way = self.push_way(attacker, target)
        path: list[int] = []
        here = target
        while way is not None and len(path) < 2:
            there = self._ground.neighbours[here][way]
            if there is None or not self._may_push(here, there, occupied & ~(1 << target)):
                break
            path.append(there)
            if self.drop(here, there):
                break
            here = there
        return tuple(path)

    def push_way(self, attacker: int, target: int) -> int | None:
        """The place in DIRECTIONS of the direction nearest to the one from attacker to target."""
        ax, ay = self._ground.plan.xy(attacker)
        bx, by = self._ground.plan.xy(target)
        dx, dy = bx - ax, by - ay
        if dx == dy == 0:
            return None
        long, short = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
        if (long + short) ** 2 < 2 * long * long:
            dx, dy = (dx, 0) if abs(dx) > abs(dy) else (0, dy)
        return DIRECTIONS.index(((dx > 0) - (dx < 0), (dy > 0) - (dy < 0)))

    def _may_push(self, a: int, b: int, occupied: int) -> bool:
        """Whether a push goes on from a to b; ground no higher than a's does not stop it."""
        ground = self._ground
        for here, there in ground.step_sides(a, b):
            if not self._open >> there & 1 or occupied >> there & 1 or ground.wall(here, there):
                return False
            one, two = ground.levels[here], ground.levels[there]
            if (
                one != two
                and max(one, two) > ground.levels[a]
                and not ground.by_stairs(here, there)
            ):
                return False
        return True

    def drop(self, a: int, b: int) -> int:
        """See `Terrain.drop`."""
        fall = self._ground.levels[a] - self._ground.levels[b]
        if fall <= 0:
            return 0
        by_stairs = all(
            self._ground.levels[here] == self._ground.levels[there]
            or self._ground.by_stairs(here, there)
            for here, there in self._ground.step_sides(a, b)
        )
        return 0 if by_stairs else fall


def spread(moving: int, wave: Wave, width: int, clear: Clear) -> int:
    """Where one step of this wave leads from any of the squares in `moving`."""
    _, _, e, se, s, sw, w, nw, n, ne = wave
    clear_se, clear_sw, clear_nw, clear_ne = clear
    return (
        (moving & e) << 1
        | (moving & w) >> 1
        | (moving & s) << width
        | (moving & n) >> width
        | (moving & se & clear_se) << width + 1
        | (moving & sw & clear_sw) << width - 1
        | (moving & nw & clear_nw) >> width + 1
        | (moving & ne & clear_ne) >> width - 1
    )


def _wave(cost: int, ways: list[int]) -> Wave:
    e, se, s, sw, w, nw, n, ne = ways
    return Wave(cost, e | se | s | sw | w | nw | n | ne, e, se, s, sw, w, nw, n, ne)
