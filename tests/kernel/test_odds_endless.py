"""Dice that may be thrown again without end, outside of any tally, are counted all the same."""

from __future__ import annotations

from fractions import Fraction

from battlemat.kernel.odds import ERROR, flow_odds
from battlemat.kernel.questions import Flow, roll


def again_on_one() -> Flow[int]:
    """A die that is thrown again for as long as it shows a 1, its first outcome."""
    while True:
        (face,) = yield from roll("red", 1, 6, because="toy.again")
        if face > 1:
            return face


def test_a_die_thrown_again_without_end_is_counted_to_within_the_error() -> None:
    found = flow_odds(again_on_one)
    assert found.missing <= ERROR
    for face in range(2, 7):
        assert abs(found.outcomes[face] - Fraction(1, 5)) <= ERROR
