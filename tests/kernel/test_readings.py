"""Readings: both ways of a clause can be chosen, and a wrong choice is told."""

from __future__ import annotations

import pytest

from battlemat.kernel.errors import SetupError
from battlemat.kernel.readings import Readings, TwoReadings

FEAR = TwoReadings("toy.fear", "everybody near fears", "enemies fear", "print")
SAVES = TwoReadings("toy.saves", "a die for each shot", "a die for each hit", "intent")


def test_what_is_not_chosen_is_read_as_the_default_says() -> None:
    readings = Readings((FEAR, SAVES), {})
    assert readings.printed("toy.fear")
    assert not readings.printed("toy.saves")
    assert readings.told() == {"toy.fear": "print", "toy.saves": "intent"}


def test_both_ways_can_be_chosen() -> None:
    readings = Readings((FEAR, SAVES), {"toy.fear": "intent", "toy.saves": "print"})
    assert not readings.printed("toy.fear")
    assert readings.printed("toy.saves")


def test_a_clause_without_two_readings_is_refused_with_the_nearest() -> None:
    with pytest.raises(SetupError, match=r"'toy\.fera' has no two readings; did you mean 'toy\.f"):
        Readings((FEAR, SAVES), {"toy.fera": "print"})


def test_a_rule_that_asks_for_an_unknown_reading_is_a_bug() -> None:
    with pytest.raises(KeyError):
        Readings((FEAR,), {}).printed("toy.saves")
