"""A modifier: one line of a sum that dice, odds and explanation share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Modifier(NamedTuple):
    """What something adds to a number (or takes from it), in words and with its clause."""

    label: str
    amount: int
    because: str


def total(modifiers: Iterable[Modifier]) -> int:
    """What all of them come to."""
    return sum(modifier.amount for modifier in modifiers)
