"""Amounts that content writes as dice: a D3, a d6, and something added."""

from __future__ import annotations

from battlemat.kernel.questions import Flow, roll
from battlemat.rulebooks.skirm.chapters.combat.rerolls import Hand
from battlemat.rulebooks.skirm.chapters.combat.windows import window
from battlemat.rulebooks.skirm.state.battle import PLAYERS, Battle


def amount(battle: Battle, value: int | str, side: int, because: str) -> Flow[int]:
    """A number, a D3 (`dice.d3`: a d6 halved, rounded up) or a d6, plus something (`dice.plus`)."""
    if isinstance(value, int):
        return value
    die, _, plus = value.partition("+")
    halves = die == "d3"
    alike = ((1, 2), (3, 4), (5, 6)) if halves else None
    faces = yield from roll(PLAYERS[side], 1, 6, because=because, alike=alike)
    hand = Hand(faces, die, frozenset((5, 6)))
    yield from window(battle, side, hand, because=because)
    face = hand.faces[0]
    return ((face + 1) // 2 if halves else face) + int(plus or 0)
