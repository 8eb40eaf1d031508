"""The chance to win, from what a position is worth to its player."""

from __future__ import annotations

from math import exp
from typing import Any

from battlemat.kernel.rulebook import Rulebook

SLOPES = {"skirm1": 0.28, "skirm2": 0.19, "skirm3": 0.22, "skirmishers": 0.06, "openfire": 0.08}
"""How fast worth turns into chance, by rulebook, as found in games between equals."""
USUAL = 0.2
"""The slope for a rulebook of which nobody has played enough games."""
STEEPEST = 30.0
"""Beyond this the chance is as good as 0 or 1."""


def steepness(rulebook: Rulebook[Any]) -> float:
    """How much an option changes chances in a rulebook, beside the usual; at most 1.

    Where worth turns into chance slowly, options differ by less, and so must mistakes.
    """
    return min(1.0, SLOPES.get(rulebook.name, USUAL) / USUAL)


def chance_of_worth(rulebook: Rulebook[Any], worth: float) -> float:
    """How likely a player is to win whose position is worth so much to them."""
    lead = SLOPES.get(rulebook.name, USUAL) * worth
    return 1 / (1 + exp(-max(-STEEPEST, min(STEEPEST, lead))))


def win_chance(rulebook: Rulebook[Any], battle: Any, player: str) -> float:
    """How likely `player` is to win, between 0 and 1; a draw counts half."""
    result = rulebook.result(battle)
    if result is not None:
        return 0.5 if result.winner is None else float(result.winner == player)
    return chance_of_worth(rulebook, rulebook.worth(battle, player))
