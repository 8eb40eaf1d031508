"""A square board while certain doors are open.

Units come in as masks, rules never. Masks of units say what a unit does there (bars the way, stops
a movement, hides what is behind), so that every edition can say it in its own way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from battlemat.boards.squares.ground import Ground
from battlemat.boards.squares.plan import Plan
from battlemat.boards.squares.reach import Steps
from battlemat.boards.squares.sight import HEAD, LEGS, Hindrance, Sight, SightLine, SightPair


class Settled(NamedTuple):
    """By square the squares that are in sight from it whoever stands where: never, or always.

    They fill as pairs of squares are looked at; what is in neither depends on units, or is unknown.
    """

    never: list[int]
    always: list[int]


class Terrain:
    """Adjacency, movement and sight on a map while exactly the doors `doors_open` are open.

    Made by `Board.terrain`. A step takes no account of units unless a mask says so; squares beyond
    the edge are never reached and never seen.
    """

    __slots__ = (
        "_bare",
        "_base",
        "_head",
        "_legs",
        "_settled",
        "_sight",
        "_size",
        "_steps",
        "adjacent",
        "doors_open",
        "plan",
    )

    def __init__(self, plan: Plan, doors_open: int, like: Terrain | None = None) -> None:
        """`like` is another of the same map, whose sight is used where no door makes it differ."""
        ground = Ground(plan, doors_open)
        self.plan = plan
        self.doors_open = doors_open
        self.adjacent: tuple[int, ...] = ground.adjacent()
        self._steps = Steps(ground)
        self._sight: Sight = Sight(ground, like._sight if like is not None else None)
        self._size = plan.size
        self._head = self._sight.table("head")
        self._legs = self._sight.table("legs")
        self._bare = self._sight.table("bare")
        self._base = self._sight.table("base")
        self._settled = tuple(Settled([0] * plan.size, [0] * plan.size) for _ in range(2))

    def __reduce__(self) -> tuple[Callable[[Plan, int], Terrain], tuple[Plan, int]]:
        return Terrain, (self.plan, self.doors_open)

    # -------------------------------------------------------------- movement

    def reach(
        self,
        start: int,
        budget: int,
        *,
        blocked: int,
        no_stop: int,
        halt: int,
        occupied: int,
        ranger: bool = False,
        climb_down_discount: bool = True,
    ) -> int:
        """The squares where a movement of `budget` may end, without the start.

        blocked: may not be entered. no_stop: may be passed and not ended in. halt: entering one
        ends the movement, so one that is also in no_stop is never entered. occupied: no diagonal
        step goes beside one. The start counts in none of these. ranger: leaving difficult ground
        costs no extra. climb_down_discount: a drop costs one less than its height, otherwise all of
        it, and a low wall between equal floors 2.
        """
        if budget < 1:
            return 0
        return self._steps.reaches(
            start, budget, blocked, no_stop, halt, occupied, ranger, climb_down_discount
        )[budget]

    def reaches(
        self,
        start: int,
        furthest: int,
        *,
        blocked: int,
        no_stop: int,
        halt: int,
        occupied: int,
        ranger: bool = False,
        climb_down_discount: bool = True,
    ) -> tuple[int, ...]:
        """What `reach` says for every budget from 0 to `furthest`, for the price of the last."""
        return self._steps.reaches(
            start, furthest, blocked, no_stop, halt, occupied, ranger, climb_down_discount
        )

    def step_cost(
        self, a: int, b: int, *, ranger: bool = False, climb_down_discount: bool = True
    ) -> int | None:
        """What one step costs with no unit in the way; None if there is no such step."""
        return self._steps.cost(a, b, ranger, climb_down_discount)

    def leap(
        self, start: int, distance: int, *, blocked: int, no_stop: int, halt: int, occupied: int
    ) -> int:
        """The squares where a leap of at most `distance` in one of eight directions may end.

        Levels, walls and difficult ground count for nothing; closed doors, impassable squares and
        the masks do, as in `reach`.
        """
        return self._steps.leap(start, distance, blocked, no_stop, halt, occupied)

    def push_path(self, attacker: int, target: int, *, occupied: int) -> tuple[int, ...]:
        """The squares that a push moves the target through: two at most, fewer if it is stopped.

        A fall ends it in the square of the landing. The target's own square counts as free. On a
        diagonal, floors that differ without stairs stop it only if one is above the floor left.
        """
        return self._steps.push_path(attacker, target, occupied)

    def drop(self, a: int, b: int) -> int:
        """The levels fallen on a step from a to its neighbour b: 0 if none, or if by stairs."""
        return self._steps.drop(a, b)

    # -------------------------------------------------------------- sight

    def sees(self, a: int, b: int, *, standing: int, downed: bool = False) -> bool:
        """Whether square b, or rather a unit in it, is in line of sight from square a.

        standing: the squares of units that interrupt; those in a and b never do. downed: the target
        lies on the floor. A square sees itself.
        """
        ways = (self._legs if downed else self._head)[a * self._size + b]
        if ways is None:
            ways = self._sight.fill("legs" if downed else "head", a, b)
        for closing in ways:  # noqa: SIM110 - this is asked most of all, and a loop is twice as fast
            if not closing & standing:
                return True
        return False

    def seen(self, a: int, squares: int, *, standing: int, downed: bool = False) -> int:
        """The squares among `squares` that are in line of sight from square a, as `sees` says."""
        never, always = self._settled[downed]
        left = squares & ~never[a]
        found = left & always[a]
        left ^= found
        if not left:
            return found
        table, start = self._legs if downed else self._head, a * self._size
        while left:
            bit = left & -left
            left ^= bit
            b = bit.bit_length() - 1
            ways = table[start + b]
            if ways is None:
                ways = self._sight.fill("legs" if downed else "head", a, b)
            if not ways:
                never[a] |= bit
            elif not ways[0]:
                always[a] |= bit
                found |= bit
            else:
                for closing in ways:
                    if not closing & standing:
                        found |= bit
                        break
        return found

    def parts_seen(
        self, a: int, b: int, *, standing: int, downed: bool = False
    ) -> tuple[bool, bool, bool]:
        """Whether legs, torso and head are seen, from the corner that shows most of them."""
        legs = self.sees(a, b, standing=standing, downed=True)
        if legs or downed:
            return legs, legs, legs
        torso = any(not closing & standing for closing in self._sight.ways("torso", a, b))
        return False, torso, torso or self.sees(a, b, standing=standing)

    def in_cover(self, a: int, b: int, *, standing: int, downed: bool = False) -> bool:
        """Whether a target in line of sight is in cover by terrain on a side of its square.

        It is not if any corner shows it without. False for a downed target, which has no cover, and
        for one that is not seen.
        """
        if downed:
            return False
        ways = self._bare[a * self._size + b]
        if ways is None:
            ways = self._sight.fill("bare", a, b)
        for closing in ways:
            if not closing & standing:
                return False
        return self.sees(a, b, standing=standing)

    def base_hidden(self, a: int, b: int, *, standing: int) -> bool:
        """Whether no corner of a shows the whole floor of b, past terrain and `standing` units."""
        ways = self._base[a * self._size + b]
        if ways is None:
            ways = self._sight.fill("base", a, b)
        return all(closing & standing for closing in ways)

    def why_unseen(self, a: int, b: int, *, standing: int, downed: bool = False) -> str:
        """What hides b from a: "terrain", "unit" (in view but for a unit), or "seen"."""
        if self.sees(a, b, standing=standing, downed=downed):
            return "seen"
        return "unit" if self.sees(a, b, standing=0, downed=downed) else "terrain"

    def lines(self, a: int, b: int, *, downed: bool = False) -> tuple[SightLine, ...]:
        """Every line from a corner of a to a corner of b that no terrain interrupts.

        It aims at the target's head, or at its floor if it is downed; units are left out.
        """
        found = self._sight.lines(a, b, LEGS if downed else HEAD)
        return tuple(line for line in found if line)

    def hindrances(self, a: int, b: int, *, downed: bool = False) -> tuple[Hindrance, ...]:
        """Every line from a corner of a to a corner of b that terrain interrupts, and where.

        It aims at the target's head, or at its floor if it is downed.
        """
        return self._sight.hindrances(a, b, LEGS if downed else HEAD)

    def sight_pairs(self, a: int, b: int, *, downed: bool = False) -> tuple[SightPair, ...]:
        """Every choice of one corner of a and two of b by which b is seen, units left out."""
        return self._sight.pairs(a, b, LEGS if downed else HEAD)

    def prepare(self, *, cover: bool = True) -> None:
        """Work out sight (and cover) between all squares now rather than when first asked for."""
        fill = self._sight.fill
        for a in range(self._size):
            for b in range(self._size):
                fill("head", a, b)
                if cover:
                    fill("bare", a, b)
