"""The way of a movement on the square board, step by step: for those who want to see it.

Where a movement can be and what a step costs is asked of `Terrain` alone, so that there is a way to
exactly those squares that can be reached.
"""

from __future__ import annotations

from typing import NamedTuple

from battlemat.boards.squares.terrain import Terrain


class Crowd(NamedTuple):
    """What units do to a movement; the masks of `Terrain.reach`."""

    blocked: int
    no_stop: int
    halt: int
    occupied: int


class Step(NamedTuple):
    """One step of a way: the square entered, and what the step cost."""

    square: int
    cost: int


def way(
    terrain: Terrain,
    start: int,
    end: int,
    budget: int,
    crowd: Crowd,
    *,
    ranger: bool = False,
    climb_down_discount: bool = True,
) -> tuple[Step, ...]:
    """The steps of a cheapest way; none if the movement cannot end there within `budget`.

    Of ways that cost the same it is the one through the squares with the lowest numbers, from the
    end backwards.
    """
    passed = crowd.no_stop & crowd.halt  # what may only be passed is in the reach as well

    def reach(frm: int, spent: int) -> int:
        return terrain.reach(
            frm,
            spent,
            blocked=crowd.blocked,
            no_stop=passed,
            halt=crowd.halt,
            occupied=crowd.occupied & ~(1 << frm),
            ranger=ranger,
            climb_down_discount=climb_down_discount,
        )

    def comes_from(frm: int, to: int, spent: int) -> int | None:
        """What the step between two squares costs, if a movement may take it by then."""
        price = terrain.step_cost(frm, to, ranger=ranger, climb_down_discount=climb_down_discount)
        if price is None or price > spent or not reached[spent - price] >> frm & 1:
            return None
        if frm != start and crowd.halt >> frm & 1:
            return None
        return price if reach(frm, price) >> to & 1 else None

    if crowd.no_stop >> end & 1:
        return ()
    reached = [1 << start]
    while not reached[-1] >> end & 1:
        if len(reached) > budget:
            return ()
        reached.append(1 << start | reach(start, len(reached)))
    steps: list[Step] = []
    here, spent = end, len(reached) - 1
    while here != start:
        for frm in _neighbours(terrain, here):
            price = comes_from(frm, here, spent)
            if price is not None:
                steps.append(Step(here, price))
                here, spent = frm, spent - price
                break
    return tuple(reversed(steps))


def _neighbours(terrain: Terrain, square: int) -> list[int]:
    """The squares around one, those that share a side first."""
    plan = terrain.plan
    x, y = plan.xy(square)
    ways = ((0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1))
    return [
        square + dy * plan.width + dx
        for dx, dy in ways
        if 0 <= x + dx < plan.width and 0 <= y + dy < plan.height
    ]
