"""Counted parts of rules: sums of equal parts, and a shelf that stays within bounds."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlemat.kernel.dice import ScriptedDice
from battlemat.kernel.odds import TooMany, flow_odds, forget, tally_ways
from battlemat.kernel.questions import Choice, Counted, Flow, Roll, Tally, roll, tally_sum
from battlemat.kernel.tallies import FINEST, Known, Shelf, added


def sixes(dice: int, need: int) -> Flow[int]:
    """Dice that come up `need` or more, thrown together or, for counting, one by one."""

    def thrown(count: int) -> Flow[int]:
        faces = yield from roll("red", count, 6, because="x")
        return sum(face >= need for face in faces)

    return (yield from tally_sum(dice, ("sixes", need), lambda: thrown(1), lambda: thrown(dice)))


@given(dice=st.integers(1, 9), need=st.integers(1, 6))
@settings(max_examples=30, deadline=None)
def test_a_sum_of_equal_parts_is_that_of_dice_thrown_together(dice: int, need: int) -> None:
    def together() -> Flow[int]:
        faces = yield from roll("red", dice, 6, because="x", alike=_alike(need))
        return sum(face >= need for face in faces)

    assert flow_odds(lambda: sixes(dice, need)) == flow_odds(together)


def _alike(need: int) -> tuple[tuple[int, ...], ...]:
    groups = (tuple(range(1, need)), tuple(range(need, 7)))
    return tuple(group for group in groups if group)


def test_a_driver_that_does_not_count_throws_the_dice_together() -> None:
    flow = sixes(3, 5)
    next(flow)
    question = flow.send(None)
    assert isinstance(question, Roll)
    assert question.count == 3
    with pytest.raises(StopIteration) as end:
        flow.send(ScriptedDice([5, 6, 1]).roll(question))
    assert end.value.value == 2


def test_what_a_count_costs_does_not_depend_on_what_was_counted_before() -> None:
    def cost(*before: int) -> int:
        forget()
        for dice in before:
            flow_odds(partial(sixes, dice, 4))
        for most in range(1, 200):
            try:
                flow_odds(lambda: sixes(8, 4), most=most)
            except TooMany:
                continue
            return most
        return 0

    assert 1 < cost() == cost(8) == cost(3, 5)


def test_what_is_next_to_impossible_is_left_out_of_a_sum() -> None:
    coin = [(Counted(0), FINEST - 1), (Counted(1), 1)], FINEST
    values, of = added(coin, coin)
    assert [counted.value for counted, _ in values] == [0, 1]
    assert sum(ways for _, ways in values) < of


def test_a_shelf_that_gets_too_heavy_is_emptied() -> None:
    shelf = Shelf()
    heavy = Known(([(Counted(n), 1) for n in range(1000)], 2**2560), {})
    for number in range(60):
        shelf.put((number, 0), heavy)
        assert shelf.weight <= Shelf.MOST
    assert shelf.get((59, 0)) is heavy
    assert shelf.get((0, 0)) is None


def test_a_part_that_is_known_is_as_dear_as_before_it_was_counted() -> None:
    part = Tally(("twice", 6), lambda: _thrown(2))
    forget()
    assert tally_ways(part, None, _nobody, most=5) is None
    assert tally_ways(part, None, _nobody, most=1000) is not None
    assert tally_ways(Tally(("again", 6), lambda: _thrown(2)), None, _nobody, most=1000) is not None
    assert tally_ways(Tally(("again", 6), lambda: _thrown(2)), None, _nobody, most=5) is None


def _thrown(dice: int) -> Flow[tuple[int, ...]]:
    return (yield from roll("red", dice, 6, because="x"))


def _nobody(_battle: object, choice: Choice) -> None:
    raise AssertionError(choice)
