"""A small board of squares without a drawing: its size, and a few walls by name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from battlemat.boards.squares import Board, MapError, read_plan
from battlemat.packs.places import Place
from battlemat.packs.schema import Check, either, one_of, pattern, table, whole

SIZE = re.compile(r"([1-9]\d?)\s*x\s*([1-9]\d?)")
WIDEST = 26
_WALLS = {"low": 1, "high": 2}
WORDS = (*_WALLS, "door", "open-door", "climbable")
_SIDE = pattern(r"[a-z]{1,2}[1-9]\d?[|-][a-z]{1,2}[1-9]\d?", "two squares as in 'c3|d3'")

WALLS: Check = table(
    _SIDE, either(one_of(*WORDS), whole(1, 9), what="low, high, a height, door or open-door")
)
"""The shape of the key `walls`."""


def is_size(named: Any) -> bool:
    """Whether a map is told by its size, as in `12x12`."""
    return isinstance(named, str) and SIZE.fullmatch(named.strip()) is not None


def sized_board(named: str, place: Place) -> Board | None:
    """Open ground of a size; None, with a complaint, if it is too large."""
    found = SIZE.fullmatch(named.strip())
    assert found is not None, "the caller has asked is_size"
    width, height = int(found[1]), int(found[2])
    if width > WIDEST or height > WIDEST:
        place.complain(f"a map has at most {WIDEST} by {WIDEST} squares")
        return None
    return Board.build(width, height)


def with_walls(board: Board, walls: Mapping[str, Any], place: Place) -> Board:
    """The board with more on the sides of its squares; complaints of what cannot be there."""
    plan = read_plan(board.draw())
    heights, doors = dict(plan.walls), set(plan.doors)
    ajar = {side for n, side in enumerate(plan.doors) if plan.doors_open >> n & 1}
    climbable = set(plan.climbable)
    for where, word in walls.items():
        here = place / where
        try:
            one, two = (board.square(end) for end in re.split(r"[|-]", where))
            side = board.side(one, two)
        except (MapError, ValueError) as error:
            here.complain(str(error))
            continue
        if word in ("door", "open-door"):
            doors.add(side)
            if word == "open-door":
                ajar.add(side)
        elif word == "climbable":
            climbable.add(side)
        else:
            heights[side] = _WALLS.get(word, word)
    return Board.build(
        plan.width,
        plan.height,
        levels=plan.levels,
        walls=heights,
        doors=doors,
        open_doors=ajar,
        climbable=climbable,
        stairs=plan.stairs,
        difficult=plan.difficult,
        impassable=plan.impassable,
    )
