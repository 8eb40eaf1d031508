"""Ranges that may be looked at after every game."""

from __future__ import annotations

from random import Random

import pytest

from battlemat.lab.certainty import Sequence
from battlemat.lab.summary import wilson


def values(mean: float, count: int, seed: int) -> list[float]:
    """Pairs of games as they are scored, 0 to 1 in quarters, around a true mean."""
    chance = Random(f"values:{seed}")
    return [sum(chance.random() < mean for _ in range(2)) / 2 for _ in range(count)]


@pytest.mark.parametrize("mean", [0.5, 0.65, 0.95])
def test_the_truth_is_inside_after_every_value_as_often_as_promised(mean: float) -> None:
    left = 0
    for seed in range(15):
        sequence = Sequence(0.8)
        for value in values(mean, 40, seed):
            sequence.add(value)
            if not sequence.range.low <= mean <= sequence.range.high:
                left += 1
                break
    assert left <= 3  # a fifth of fifteen; most often fewer


def test_a_fixed_range_that_is_looked_at_every_time_would_not_do() -> None:
    """Why this is needed: the usual range leaves the truth out far too often."""
    left = 0
    for seed in range(40):
        chance = Random(f"peeking:{seed}")
        wins = 0
        for games in range(1, 400):
            wins += chance.random() < 0.5
            found = wilson(wins, games)
            if not found.low <= 0.5 <= found.high:
                left += 1
                break
    assert left > 10  # not one in twenty, but one in four and more


def test_a_range_only_narrows_and_holds_its_value() -> None:
    sequence = Sequence(0.95)
    before = sequence.range
    assert (before.low, before.high) == (0.0, 1.0)
    for value in values(0.7, 120, 1):
        sequence.add(value)
        now = sequence.range
        assert before.low <= now.low <= now.value <= now.high <= before.high
        before = now
    assert now.low > 0.5
    assert now.high - now.low < 0.25


def test_it_knows_steady_results_sooner_than_scattered_ones() -> None:
    steady, scattered = Sequence(), Sequence()
    for n in range(80):
        steady.add(0.5)
        scattered.add(float(n % 2))
    assert steady.range.high - steady.range.low < (scattered.range.high - scattered.range.low) / 2


@pytest.mark.parametrize("value", [0.0, 1.0])
def test_who_always_wins_is_known_to_be_stronger_within_a_few_pairs(value: float) -> None:
    sequence = Sequence(0.95)
    count = 0
    while sequence.range.low <= 0.5 <= sequence.range.high:
        sequence.add(value)
        count += 1
    assert 5 <= count <= 12


def test_what_is_no_share_is_refused() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        Sequence().add(1.5)
    with pytest.raises(ValueError, match="confidence"):
        Sequence(1.0)
