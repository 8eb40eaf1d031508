"""The chance to win, from what a position is worth to its player."""

from __future__ import annotations

from math import exp
from typing import Any

from battlemat.kernel.rulebook import Rulebook

STEEPEST = 30.0
"""Beyond this the chance is as good as 0 or 1."""


def chance_of_worth(rulebook: Rulebook[Any], worth: float) -> float:
    """How likely a player is to win whose position is worth so much to them."""
    lead = rulebook.temper.slope * worth
    return 1 / (1 + exp(-max(-STEEPEST, min(STEEPEST, lead))))


def win_chance(rulebook: Rulebook[Any], battle: Any, player: str) -> float:
    """How likely `player` is to win, between 0 and 1; a draw counts half."""
    result = rulebook.result(battle)
    if result is not None:
        return 0.5 if result.winner is None else float(result.winner == player)
    return chance_of_worth(rulebook, rulebook.settled_worth(battle, player))
